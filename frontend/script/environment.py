"""Variables during compilation: one frame per block, so that assignments become SSA.

A frame records the assignments of its block. Where blocks join, these become results of the joining
op. A name assigned by only one block is undefined afterwards; the frame records the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from xdsl.ir import Attribute, SSAValue

T = TypeVar("T")


class BlockFrame(Generic[T]):
    """The variables that one block assigned; `around` is the frame of the enclosing block.

    `exited` marks a block whose end is unreachable. `carried` are the carried variables of the
    enclosing loop with their types, None outside of loops; `unrolled` marks an unrolled loop.
    `managers` are those entered by `with` and not yet left, `managers_outside` their number before
    the loop.
    """

    def __init__(self, around: BlockFrame[T] | None = None) -> None:
        self.around = around
        self.values: dict[str, T] = {}
        self.declared: dict[str, Attribute] = {}
        self.undefined: dict[str, str] = {}
        self.exited = False
        self.carried: dict[str, Attribute] | None = None if around is None else around.carried
        self.unrolled = around is not None and around.unrolled
        self.managers: tuple[SSAValue, ...] = () if around is None else around.managers
        self.managers_outside: int = 0 if around is None else around.managers_outside

    def _frames(self) -> Iterator[BlockFrame[T]]:
        frame: BlockFrame[T] | None = self
        while frame is not None:
            yield frame
            frame = frame.around

    def find(self, name: str) -> T | None:
        for frame in self._frames():
            if name in frame.values:
                return frame.values[name]
            if name in frame.undefined:
                return None
        return None

    def why_undefined(self, name: str) -> str | None:
        """Return the reason if a join left the name without a value, or None."""
        return next((f.undefined[name] for f in self._frames() if name in f.undefined), None)

    def declaration(self, name: str) -> Attribute | None:
        """Return the declared type of a variable with its current value, or None."""
        holder = next((f for f in self._frames() if name in f.values), None)
        return None if holder is None else holder.declared.get(name)

    def set(self, name: str, value: T, declared: Attribute | None = None) -> None:
        self.values[name] = value
        self.declared.pop(name, None)
        if declared is not None:
            self.declared[name] = declared
        self.undefined.pop(name, None)

    def forget(self, name: str, why: str) -> None:
        """Make the name undefined from here on, for the reason `why`."""
        self.values.pop(name, None)
        self.undefined[name] = why
