"""Variables while a function is compiled: one frame per block, so that assignments become SSA.

A frame records what its block assigned. Where blocks join, what they assigned decides the results
of the op that holds them; a name that only one of them assigned is undefined behind it, and the
frame remembers why.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from xdsl.ir import Attribute, SSAValue

T = TypeVar("T")


class Frame(Generic[T]):
    """The variables that one block assigned; `around` is the frame of the block around it.

    `exited` says that control never reaches the end of the block. `carried` are the variables,
    with their types, that the loop around the block hands from turn to turn, None outside of
    loops; `unrolled` says that the nearest loop is one that is written out. `managers` are those
    that `with` entered and did not leave, `managers_outside` how many of them before the loop.
    """

    def __init__(self, around: Frame[T] | None = None) -> None:
        self.around = around
        self.values: dict[str, T] = {}
        self.declared: dict[str, Attribute] = {}
        self.undefined: dict[str, str] = {}
        self.exited = False
        self.carried: dict[str, Attribute] | None = None if around is None else around.carried
        self.unrolled = around is not None and around.unrolled
        self.managers: tuple[SSAValue, ...] = () if around is None else around.managers
        self.managers_outside: int = 0 if around is None else around.managers_outside

    def _frames(self) -> Iterator[Frame[T]]:
        frame: Frame[T] | None = self
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
        """The reason if a join left the name without a value."""
        return next((f.undefined[name] for f in self._frames() if name in f.undefined), None)

    def declaration(self, name: str) -> Attribute | None:
        """The type that the program gave to a variable with the value that it has now."""
        holder = next((f for f in self._frames() if name in f.values), None)
        return None if holder is None else holder.declared.get(name)

    def set(self, name: str, value: T, declared: Attribute | None = None) -> None:
        self.values[name] = value
        self.declared.pop(name, None)
        if declared is not None:
            self.declared[name] = declared
        self.undefined.pop(name, None)

    def forget(self, name: str, why: str) -> None:
        """From here on the name has no value."""
        self.values.pop(name, None)
        self.undefined[name] = why
