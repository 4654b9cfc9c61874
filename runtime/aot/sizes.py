"""Sizes that calls of a compiled program give: symbols in the types of its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.aot.entry import LEAST_SIZE
from xdsl_torchscript.runtime.aot.interface import c_name
from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.executors.native_plan import type_of_input
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

DynamicSizes = Mapping[str | int, Mapping[int, str]]
"""The names of sizes, by argument and dimension: `{"x": {0: "batch"}}`. The position of an argument
stands for its name."""


def by_name(dynamic: DynamicSizes, names: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the sizes by the names of arguments. Raises InputMismatch for an unknown argument."""
    places = dict(enumerate(names))
    found: dict[str, dict[int, str]] = {}
    for argument, sizes in dynamic.items():
        name = places.get(argument) if isinstance(argument, int) else argument
        if name is None or name not in names:
            known = ", ".join(names)
            raise InputMismatch(f"'{argument}' is not an input; there are {known}")
        found.setdefault(name, {}).update(sizes)
    return found


@dataclass
class SymbolicInputs:
    """The inputs with the types to compile for; `values` are the values of the size symbols."""

    names: Sequence[str]
    inputs: Sequence[Value]
    dynamic: Mapping[str, Mapping[int, str]]
    values: dict[str, int] = field(default_factory=dict[str, int])
    _given: dict[str, str] = field(default_factory=dict[str, str])
    """The names that were given, by those in C."""

    def types(self, declared: Sequence[Attribute]) -> list[Attribute]:
        """Return the types, where others are declared.

        Raises InputMismatch for dimensions that do not exist, and for a size of two values or below
        `LEAST_SIZE`.
        """
        return [*map(self._type, self.names, self.inputs, declared)]

    def _type(self, name: str, value: Value, declared: Attribute) -> Attribute:
        type, symbols = type_of_input(value, declared), self.dynamic.get(name)
        if symbols is None:
            return type
        if not isinstance(value, Tensor) or not isinstance(type, TensorType):
            raise InputMismatch(f"'{name}' is not a tensor, and has no sizes")
        sizes = [*value.array.shape]
        for axis, symbol in symbols.items():
            if axis not in range(len(sizes)):
                raise InputMismatch(f"'{name}' has {len(sizes)} sizes, none with number {axis}")
            self._bind(symbol, sizes[axis], name)
        dims = [c_name(symbols[n]) if n in symbols else size for n, size in enumerate(sizes)]
        return TensorType.get(
            dims, type.dtype, device=type.device, requires_grad=type.requires_grad
        )

    def _bind(self, given: str, size: int, name: str) -> None:
        symbol = c_name(given)
        if symbol in self.names:
            raise InputMismatch(f"a size has the name of the input '{symbol}'")
        if self._given.setdefault(symbol, given) != given:
            raise InputMismatch(f"'{given}' and '{self._given[symbol]}' are both '{symbol}' in C")
        if self.values.setdefault(symbol, size) != size:
            found = f"{self.values[symbol]} and {size}"
            raise InputMismatch(f"the size '{symbol}' is {found}, the latter in '{name}'")
        if size < LEAST_SIZE:
            least = f"expected at least {LEAST_SIZE}"
            raise InputMismatch(f"the size '{symbol}' is {size} in '{name}'; {least}")
