"""The C interface of a compiled program: its parameters, in order.

    const char *attention(int64_t batch, const float *x, float *out0);

Sizes come first, then inputs, then results.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.runtime.errors import NativeUnsupported

_ELEMENTS = {
    "float32": "float",
    "float64": "double",
    "int64": "int64_t",
    "int32": "int32_t",
    "int16": "int16_t",
    "int8": "int8_t",
    "uint8": "uint8_t",
    "bool": "bool",
}
_NUMBERS: dict[Attribute, str] = {i64: "int64_t", f64: "double", i1: "bool"}
_KEYWORDS = frozenset(
    "NULL alignas alignof and asm auto bool break case catch char class const constexpr continue "
    "decltype default delete do double else enum explicit export extern false float for friend "
    "goto if inline int int16_t int32_t int64_t int8_t long main mutable namespace new noexcept "
    "not nullptr operator or private protected public register restrict return short signed sizeof "
    "static struct switch template this throw true try typedef typename uint8_t union unsigned "
    "using virtual void volatile while xor".split()
)


@dataclass(frozen=True)
class CParameter:
    """One parameter of the C function: an array, or a number by value.

    `element` is the C type of an element. `dims` are the sizes: a name if the call passes it, None
    for a number. A result is written, also a number; so is an array with `is_written`.
    """

    name: str
    element: str
    dims: tuple[Dim, ...] | None
    is_result: bool = False
    is_written: bool = False

    @property
    def is_pointer(self) -> bool:
        return self.is_result or self.dims is not None

    @property
    def declaration(self) -> str:
        """The parameter in a C prototype."""
        if not self.is_pointer:
            return f"{self.element} {self.name}"
        constant = "" if self.is_result or self.is_written else "const "
        return f"{constant}{self.element} *{self.name}"


@dataclass(frozen=True)
class Interface:
    """A C function: the names of the sizes that a call gives, inputs, and results."""

    name: str
    sizes: list[str]
    inputs: list[CParameter]
    results: list[CParameter]

    @property
    def parameters(self) -> list[CParameter]:
        """All parameters in order."""
        sizes = [CParameter(name, "int64_t", None) for name in self.sizes]
        return [*sizes, *self.inputs, *self.results]

    @property
    def prototype(self) -> str:
        declared = ", ".join(p.declaration for p in self.parameters)
        return f"const char *{self.name}({declared})"


def parameter(name: str, type: Attribute, *, is_result: bool = False) -> CParameter:
    """Return the parameter for a value of a type. Raises NativeUnsupported if C has none."""
    if type in _NUMBERS:
        return CParameter(name, _NUMBERS[type], None, is_result)
    if isinstance(type, TensorType) and type.dtype is not None and type.shape is not None:
        element = _ELEMENTS.get(BY_TYPE[type.dtype].torch_name)
        if element is not None:
            return CParameter(name, element, type.shape, is_result)
    raise NativeUnsupported(f"'{name}' is of type {type}, which has no C interface")


def c_name(name: str, taken: Collection[str] = ()) -> str:
    """Return a C identifier for a name, different from those taken."""
    base = found = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
    if found[0].isdigit() or found in _KEYWORDS:
        base = found = f"_{found}"
    number = 0
    while found in taken:
        number += 1
        found = f"{base}_{number}"
    return found


def checked_c_name(name: str) -> str:
    """Return a name. Raises ValueError if it cannot be that of a C function."""
    usable = c_name(name)
    if usable != name:
        message = f"'{name}' cannot name a C function: expected an identifier that is no keyword"
        raise ValueError(f"{message}, such as '{usable}'")
    return name
