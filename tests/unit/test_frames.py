"""A frame is entered at any instruction, with the registers that a whole run had there."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter import instructions
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Frame, Registers, Values
from xdsl_torchscript.runtime.interpreter.instructions import Instruction

X = np.array([1.0, -2.0, 3.0])

PROGRAMS: dict[str, tuple[str, list[Any]]] = {
    "a branch": ("def f(x, b: bool):\n    return x + 1 if b else x * 2", [X, True]),
    "the other branch": (
        "def f(x, b: bool):\n    return x + 1 if b else x * 2",
        [X, False],
    ),
    "branches inside of each other": (
        """
def f(n: int, m: int) -> int:
    if n > m:
        if n > 5:
            return n - m
        k = n * 2
    else:
        k = m
    return k + 1
""",
        [4, 3],
    ),
    "a value whose last use depends on the path": (
        """
def f(x: Tensor, n: int):
    y = x.exp()
    if n > 2:
        x = x + y
    return x.sum()
""",
        [X, 1],
    ),
    "a counted loop over a tensor": (
        """
def f(x: Tensor, n: int):
    for i in range(n):
        x = x * 2 - i
    return x
""",
        [X, 3],
    ),
    "a loop that never runs": (
        """
def f(x: Tensor, n: int):
    for i in range(n):
        x = x * 2
    return x
""",
        [X, 0],
    ),
    "a loop that is left": (
        """
def f(x: Tensor, n: int):
    for i in range(n):
        if i == 2:
            break
        x = x + i
    return x
""",
        [X, 5],
    ),
    "iterations that are skipped": (
        """
def f(x: Tensor, n: int):
    for i in range(n):
        if i % 2 == 0:
            continue
        x = x - i
    return x
""",
        [X, 4],
    ),
    "a loop while a number shrinks": (
        """
def f(n: int) -> int:
    turns = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        turns += 1
    return turns
""",
        [6],
    ),
    "loops inside of each other": (
        """
def f(x: Tensor, n: int):
    total = x.sum()
    for i in range(n):
        for j in range(i):
            total = total + i * j
        x = x + total
    return x, total
""",
        [X, 3],
    ),
    "a list that grows": (
        """
def f(x: Tensor, n: int):
    parts = [x]
    for i in range(n):
        parts.append(parts[i] + i)
    return torch.stack(parts).sum(), len(parts)
""",
        [X, 3],
    ),
    "two lists that are one": (
        """
def f(n: int):
    a = [0]
    b = a
    for i in range(n):
        b.append(a[-1] + i)
    return a, b
""",
        [4],
    ),
    "a dict and a string": (
        """
def f(words: List[str]):
    counts: Dict[str, int] = {}
    text = ""
    for word in words:
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
            text += word
    return text, len(counts), counts[words[0]]
""",
        [["a", "b", "a"]],
    ),
    "an optional": (
        """
def f(x: Optional[Tensor], y: Tensor):
    if x is None:
        return y
    return x + y
""",
        [None, X],
    ),
    "calls in a loop": (
        """
def twice(x: Tensor, n: int):
    if n > 1:
        x = x * 2
    return x

def f(x: Tensor, n: int):
    for i in range(n):
        x = twice(x, i)
    return x
""",
        [X, 4],
    ),
}


@dataclass
class Recorder:
    """Copies the registers of the outermost frame before each instruction: at the first and at the
    last time that it is run."""

    code: Code
    depth: int = 0
    seen: dict[int, list[Registers]] = field(default_factory=dict[int, list[Registers]])

    def enters(self, code: Code, registers: Registers) -> None:
        self.depth += 1

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        if self.depth == 1:
            (at,) = (n for n, i in enumerate(self.code.instructions) if i is instruction)
            self.seen.setdefault(at, [])[1:] = [copy.deepcopy(registers)]

    def did_run(self, code: Code, instruction: Instruction, registers: Registers) -> None: ...

    def failed(self, code: Code, instruction: Instruction, registers: Registers) -> None: ...

    def leaves(self, code: Code, results: Values) -> None:
        self.depth -= 1


def recorded(name: str) -> tuple[Code, Recorder, Values]:
    source, arguments = PROGRAMS[name]
    code = ts.compile(source).f.executable
    recorder = Recorder(code)
    inputs = [ts.Tensor(a.copy()) if isinstance(a, np.ndarray) else a for a in arguments]
    return code, recorder, run(code, inputs, recorder)


def plain(value: Any) -> Any:
    if isinstance(value, ts.Tensor):
        return value.tolist()
    return type(value)(map(plain, value)) if isinstance(value, list | tuple) else value


def entries(recorder: Recorder) -> Iterator[tuple[int, Registers]]:
    for counter, states in recorder.seen.items():
        yield from ((counter, registers) for registers in states)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("generates", [False, True], ids=["plain", "generated"])
def test_every_entry_leads_to_the_results(name: str, generates: bool) -> None:
    code, recorder, results = recorded(name)
    assert recorder.seen
    with tier(generates, hot=1):
        for counter, registers in entries(recorder):
            found = Frame(code, copy.deepcopy(registers), counter).run()
            assert plain(found) == plain(results), f"entered at {counter}:\n{code}"


def test_aliases_among_registers_are_kept() -> None:
    code, recorder, _ = recorded("two lists that are one")
    last = max(recorder.seen)
    a, b = Frame(code, copy.deepcopy(recorder.seen[last][-1]), last).run()[0]
    assert a is b


def test_the_programs_have_all_kinds_of_jumps() -> None:
    kinds: set[type] = set()
    for name in PROGRAMS:
        code, recorder, _ = recorded(name)
        kinds |= {type(code.instructions[counter]) for counter in recorder.seen}
    assert kinds >= {
        instructions.Apply,
        instructions.Call,
        instructions.Drop,
        instructions.EnterLoop,
        instructions.Jump,
        instructions.JumpIfFalse,
        instructions.Move,
        instructions.NextIteration,
        instructions.TestLoop,
    }
