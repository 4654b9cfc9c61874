"""The symbols for the sizes of a kernel's inputs.

    symbols = SizeSymbols.of([x, y], [TensorType.get(["s1"]), TensorType.get([None, "s1-1"])])
    symbols.dim(5, "s1"), symbols.dim(7, None), symbols.dim(4, "s1-1")   # "s1", "s0", "s1-1"

Declared symbols stay, so that what a program states by them holds. So does a computed size, if
inputs have its symbols; else it is one symbol. Other equal sizes share a symbol, except 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import count

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.size_expression import LEAST_SYMBOL, is_symbol, symbols_in
from xdsl_torchscript.dialects.types import Dim, SizeType, TensorType
from xdsl_torchscript.runtime.eager.install import Tensor
from xdsl_torchscript.runtime.values import Value


@dataclass(frozen=True)
class SizeSymbols:
    """The symbols for the inputs of one kernel."""

    declared: Set[Dim]
    """The symbols that are declared for a size of at least 2."""
    taken: Set[str]
    """The symbols in all declared sizes."""
    _named: dict[str | int, str] = field(default_factory=dict[str | int, str])
    """The symbols for other computed sizes, and for numbers."""

    @staticmethod
    def of(values: Sequence[Value], types: Sequence[Attribute]) -> SizeSymbols:
        """Return the symbols for inputs where these types are declared."""
        sizes = [
            pair
            for value, type in zip(values, types, strict=True)
            for pair in _declared_sizes(value, type)
        ]
        return SizeSymbols(
            {dim for dim, size in sizes if is_symbol(dim) and size >= LEAST_SYMBOL},
            {symbol for dim, _ in sizes for symbol in symbols_in(dim)},
        )

    def dim(self, size: int, declared: Dim) -> Dim:
        """Return the size of an input as its type has it."""
        if isinstance(declared, str) and symbols_in(declared) <= self.declared:
            return declared
        if isinstance(declared, int) or size < LEAST_SYMBOL:
            return size
        taken = {*self.taken, *self._named.values()}
        fresh = next(name for name in map("s{}".format, count()) if name not in taken)
        return self._named.setdefault(size if declared is None else declared, fresh)


def _declared_sizes(value: Value, type: Attribute) -> Iterator[tuple[Dim, int]]:
    """Yield the declared sizes of an input, with the numbers that they are."""
    if isinstance(type, SizeType) and isinstance(value, int):
        yield type.dim, value
    elif isinstance(value, Tensor) and isinstance(type, TensorType):
        yield from zip(type.shape or (), value.array.shape, strict=False)
