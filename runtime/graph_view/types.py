"""`Type`, the result of `v.type()`, with PyTorch's methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from typing import Any, TypeAlias

from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.annotation_text import annotation_text
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, BY_TYPE, Dtype
from xdsl_torchscript.dialects.subtyping import contained_types, is_subtype_of
from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.dialects.types import (
    FunctionType,
    InterfaceType,
    NumberType,
    StrType,
    SymbolType,
    TensorType,
)

_SCALARS: Mapping[Attribute, str] = {
    i1: "BoolType",
    i64: "IntType",
    f64: "FloatType",
    ComplexType(f64): "ComplexType",
    StrType(): "StringType",
    NumberType(): "NumberType",
}
_Text: TypeAlias = str
_STR = str
"""An alias, since `str` is a method in the class below."""


@dataclass(frozen=True)
class Type:
    """A type of TorchScript; `attribute` is the type in the IR.

    Facts of tensors are None if unknown, and for all other types.
    """

    attribute: Attribute

    def kind(self) -> _Text:
        """Return the kind: `TensorType`, `ListType`, `IntType`, ..."""
        return _SCALARS.get(self.attribute) or type(self.attribute).__name__

    def str(self) -> _Text:
        """Return the text in printed graphs: `Float(2, 3, strides=[3, 1])`, `int[]`."""
        return print_type(self.attribute)

    @property
    def annotation_str(self) -> _Text:
        """The annotation in Python, `Tensor` or `List[int]`, which is also `str(type)`."""
        is_function = isinstance(self.attribute, FunctionType)
        return self.str() if is_function else annotation_text(self.attribute)

    def __str__(self) -> _Text:
        return self.annotation_str

    def _tensor(self) -> TensorType:
        return self.attribute if isinstance(self.attribute, TensorType) else TensorType.get()

    def _dtype(self) -> Dtype | None:
        attribute = self._tensor().dtype
        return None if attribute is None else BY_TYPE.get(attribute)

    def sizes(self) -> list[int] | None:
        """Return a tensor's sizes if all are known, or None."""
        return _all_known(self._tensor().shape)

    def varyingSizes(self) -> list[int | None] | None:
        """Return the sizes of a tensor of known rank, None for each unknown one."""
        shape = self._tensor().shape
        return None if shape is None else [d if isinstance(d, int) else None for d in shape]

    def strides(self) -> list[int] | None:
        """Return the strides in elements if all are known, or None."""
        return _all_known(self._tensor().strides)

    def dim(self) -> int | None:
        shape = self._tensor().shape
        return None if shape is None else len(shape)

    def dtype(self) -> _Text | None:
        """Return numpy's name of the element type: "float32"."""
        found = self._dtype()
        return None if found is None else found.torch_name

    def scalarType(self) -> _Text | None:
        """Return TorchScript's name of the element type: "Float"."""
        found = self._dtype()
        return None if found is None else found.scalar_name

    def device(self) -> _Text | None:
        return self._tensor().device

    def requires_grad(self) -> bool | None:
        return self._tensor().requires_grad

    def undefined(self) -> bool | None:
        """Return whether a tensor is undefined, None if unknown."""
        return self._tensor().undefined

    def symbolic_sizes(self) -> list[int | _Text | None] | None:
        """Return the sizes of a tensor of known rank: numbers, symbols, or None if unknown."""
        shape = self._tensor().shape
        return None if shape is None else [d if isinstance(d, int | _STR) else None for d in shape]

    def is_interface_type(self) -> bool:
        return isinstance(self.attribute, InterfaceType)

    def _replace(self, **parts: Any) -> Type:
        """Return the type with other facts. Raises TypeError unless it is a tensor type."""
        if not isinstance(self.attribute, TensorType):
            raise TypeError(f"{self.str()} is not a type of tensors")
        own = self.attribute
        kept: dict[_Text, Any] = {
            "strides": own.strides,
            "device": own.device,
            "requires_grad": own.requires_grad,
        }
        shape, dtype = parts.pop("shape", own.shape), parts.pop("dtype", own.dtype)
        return Type(TensorType.get(shape, dtype, **{**kept, **parts}))

    def with_sizes(self, sizes: Sequence[int | None] | None) -> Type:
        """Return the type with other sizes, None for each unknown one."""
        return self._replace(shape=sizes, strides=None)

    def with_dtype(self, dtype: Dtype | _Text) -> Type:
        """Return the type with another element type: `ts.float32` or its name."""
        found = BY_TORCH_NAME[dtype] if isinstance(dtype, _STR) else dtype
        return self._replace(dtype=found.type)

    def with_device(self, device: _Text | None) -> Type:
        return self._replace(device=None if device is None else _STR(device))

    def contiguous(self) -> Type:
        """Return the type with contiguous strides. Raises ValueError for unknown sizes."""
        sizes = self.sizes()
        if sizes is None:
            raise ValueError(f"the sizes of {self.str()} are not known, so neither are strides")
        steps = accumulate(sizes[:0:-1], mul, initial=1)
        return self._replace(strides=list(steps)[::-1] if sizes else [])

    def containedTypes(self) -> list[Type]:
        """Return the types that this one is composed of: the elements of a list or a tuple, ..."""
        return [Type(part) for part in contained_types(self.attribute)]

    def getElementType(self) -> Type:
        """Return the element type of a list, optional or future. Raises TypeError for others."""
        parts = contained_types(self.attribute)
        if len(parts) != 1:
            raise TypeError(f"{self.str()} has no single element type")
        return Type(parts[0])

    def name(self) -> _Text | None:
        """Return the qualified name of a class, interface, enum or function, or None."""
        return self.attribute.symbol.data if isinstance(self.attribute, SymbolType) else None

    def isSubtypeOf(self, other: Type) -> bool:
        return is_subtype_of(self.attribute, other.attribute)


def _all_known(dims: tuple[object, ...] | None) -> list[int] | None:
    if dims is None:
        return None
    known = [dim for dim in dims if isinstance(dim, int)]
    return known if len(known) == len(dims) else None
