"""`Type`: what `v.type()` gives. The methods have PyTorch's names and give what PyTorch gives."""

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
from xdsl_torchscript.dialects.subtyping import is_subtype_of, parts_of
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
"""In the class below `str` is a method."""


@dataclass(frozen=True)
class Type:
    """A type of TorchScript; `attribute` is the type in the IR.

    What is asked of tensors is None where it is not known, and for all other types.
    """

    attribute: Attribute

    def kind(self) -> _Text:
        """`TensorType`, `ListType`, `IntType`, ..."""
        return _SCALARS.get(self.attribute) or type(self.attribute).__name__

    def str(self) -> _Text:
        """As it stands in a printed graph: `Float(2, 3, strides=[3, 1])`, `int[]`."""
        return print_type(self.attribute)

    @property
    def annotation_str(self) -> _Text:
        """As an annotation in Python spells it: `Tensor`, `List[int]`; `str(type)` is that too."""
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
        """The sizes of a tensor if all of them are known."""
        return _all_known(self._tensor().shape)

    def varyingSizes(self) -> list[int | None] | None:
        """The sizes of a tensor of known rank, None for each that is not known."""
        shape = self._tensor().shape
        return None if shape is None else [d if isinstance(d, int) else None for d in shape]

    def strides(self) -> list[int] | None:
        """Steps in elements, if all of them are known."""
        return _all_known(self._tensor().strides)

    def dim(self) -> int | None:
        shape = self._tensor().shape
        return None if shape is None else len(shape)

    def dtype(self) -> _Text | None:
        """The element type as numpy names it: "float32"."""
        found = self._dtype()
        return None if found is None else found.torch_name

    def scalarType(self) -> _Text | None:
        """The element type as TorchScript names it: "Float"."""
        found = self._dtype()
        return None if found is None else found.scalar_name

    def device(self) -> _Text | None:
        return self._tensor().device

    def requires_grad(self) -> bool | None:
        return self._tensor().requires_grad

    def undefined(self) -> bool | None:
        """Whether a tensor is one that is not there, None if that is not known."""
        return self._tensor().undefined

    def symbolic_sizes(self) -> list[int | _Text | None] | None:
        """The sizes of a tensor of known rank: numbers, symbols, None for each not known."""
        shape = self._tensor().shape
        return None if shape is None else [d if isinstance(d, int | _STR) else None for d in shape]

    def is_interface_type(self) -> bool:
        return isinstance(self.attribute, InterfaceType)

    def _changed(self, **parts: Any) -> Type:
        """Raises TypeError for a type that is not of tensors."""
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
        """The same tensors with other sizes, None for each that is not known."""
        return self._changed(shape=sizes, strides=None)

    def with_dtype(self, dtype: Dtype | _Text) -> Type:
        """The same tensors with another element type: `ts.float32` or its name."""
        found = BY_TORCH_NAME[dtype] if isinstance(dtype, _STR) else dtype
        return self._changed(dtype=found.type)

    def with_device(self, device: _Text | None) -> Type:
        return self._changed(device=None if device is None else _STR(device))

    def contiguous(self) -> Type:
        """The same tensors with the strides of contiguous ones. ValueError for unknown sizes."""
        sizes = self.sizes()
        if sizes is None:
            raise ValueError(f"the sizes of {self.str()} are not known, so neither are strides")
        steps = accumulate(sizes[:0:-1], mul, initial=1)
        return self._changed(strides=list(steps)[::-1] if sizes else [])

    def containedTypes(self) -> list[Type]:
        """The types that this one is made of: the elements of a list or a tuple, ..."""
        return [Type(part) for part in parts_of(self.attribute)]

    def getElementType(self) -> Type:
        """The element type of a list, an optional or a future. TypeError for any other."""
        parts = parts_of(self.attribute)
        if len(parts) != 1:
            raise TypeError(f"{self.str()} has no single element type")
        return Type(parts[0])

    def name(self) -> _Text | None:
        """The qualified name of a class, an interface, an enum or a function."""
        return self.attribute.symbol.data if isinstance(self.attribute, SymbolType) else None

    def isSubtypeOf(self, other: Type) -> bool:
        return is_subtype_of(self.attribute, other.attribute)


def _all_known(dims: tuple[object, ...] | None) -> list[int] | None:
    if dims is None:
        return None
    known = [dim for dim in dims if isinstance(dim, int)]
    return known if len(known) == len(dims) else None
