"""Decide when code is generated: scalar loops when they are first reached, straight-line code when
it was executed often.

The tier takes code as it is. A generated function replaces the instructions it was generated from;
all others run in the plain interpreter.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from weakref import WeakSet

from xdsl_torchscript.runtime.interpreter.codegen.generator import Part, parts
from xdsl_torchscript.runtime.interpreter.codegen.source import GeneratedSource
from xdsl_torchscript.runtime.interpreter.frames import Entry, Registers
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.interpreter.interpreter import step
from xdsl_torchscript.runtime.values import Value


@dataclass
class Tier:
    """Whether code is generated, and after how many executions of straight-line code.

    Generating takes about 10 microseconds per instruction, and each execution saves a fifth of a
    microsecond.
    """

    enabled: bool = True
    hot: int = 64


TIER = Tier()


@contextmanager
def tier(enabled: bool = True, hot: int = 64) -> Generator[None]:
    """Set for all threads whether code is generated, and when."""
    before = TIER.enabled, TIER.hot
    try:
        _set(enabled, hot)
        yield
    finally:
        _set(*before)


def _set(enabled: bool, hot: int) -> None:
    was_enabled = TIER.enabled
    TIER.enabled, TIER.hot = enabled, hot
    if enabled != was_enabled:
        for generated in tuple(_EVERY):
            generated.choose()


@dataclass(frozen=True)
class _GeneratedPart:
    source: GeneratedSource
    entry: Entry


class GeneratedCode:
    """The generated parts of a code."""

    def __init__(self, instructions: Sequence[Instruction], constants: Mapping[int, Value]) -> None:
        self._generated: dict[int, _GeneratedPart] = {}
        self._entries: list[Entry | None] = [None] * len(instructions)
        self._none = tuple(self._entries)
        self.choose()
        _EVERY.add(self)
        for part in parts(instructions, constants):
            made = self._at_once(part) if part.repeats else self._counted(part, instructions)
            self._entries[part.start] = made

    def choose(self) -> None:
        """Let the code run with its generated parts or without, as the tier is enabled or not."""
        self.entries: Sequence[Entry | None] = self._entries if TIER.enabled else self._none

    @property
    def sources(self) -> dict[int, GeneratedSource]:
        """The parts generated so far, by their first instruction."""
        return {start: generated.source for start, generated in self._generated.items()}

    def _counted(self, part: Part, instructions: Sequence[Instruction]) -> Entry:
        """Run the first instruction alone until it is hot."""
        start, first, count = part.start, instructions[part.start], 0

        def run(registers: Registers) -> int:
            nonlocal count
            count += 1
            if count >= TIER.hot:
                return self._generate(part)(registers)
            return step(first, registers, start)

        return run

    def _at_once(self, part: Part) -> Entry:
        return lambda registers: self._generate(part)(registers)

    def _generate(self, part: Part) -> Entry:
        """Generate code once; concurrent threads share the first result."""
        source = part.write()
        generated = self._generated.setdefault(part.start, _GeneratedPart(source, source.compile()))
        self._entries[part.start] = generated.entry
        return generated.entry

    def locate(self, counter: int, error: BaseException, registers: Registers) -> int:
        """Return the number of the instruction that raised within the entry, with its operands in
        registers."""
        generated = self._generated.get(counter)
        if generated is None:
            return counter
        found = generated.source.failed(error, generated.entry, registers)
        return counter if found is None else found


_EVERY: WeakSet[GeneratedCode] = WeakSet()
"""All generated code, so that a frame need not ask whether the tier is enabled."""
