"""The structure of the results of a function: tensors and numbers, in tuples and lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, cast

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.prim.data import (
    NUMBERS_OF_ELEMENTS,
    ListConstructOp,
    ToListOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.type_text import parse_type, print_type
from xdsl_torchscript.dialects.types import (
    ListType,
    NamedTupleType,
    NoneType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.lowering.ts.containers.tuples import maker_of
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.modules.objects import NamedTupleValue
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

ResultText: TypeAlias = tuple[str, list["ResultText"]]


class NumberList(NamedTuple):
    """A result that is a list of so many numbers of a type; their number may be a symbol, or
    computed from some."""

    element: Attribute
    length: int | str


@dataclass(frozen=True)
class Result:
    """The structure of a result: a leaf's type, or a container with its parts."""

    type: Attribute
    parts: tuple[Result, ...] = ()

    def leaves(self) -> Iterator[Attribute]:
        """Yield the types of tensors and numbers, in order: the kernel fills memory for each."""
        if not isinstance(self.type, TupleType | NamedTupleType | ListType | NoneType):
            yield self.type
        for part in self.parts:
            yield from part.leaves()

    @property
    def text(self) -> ResultText:
        """The type and the parts as JSON has them."""
        return print_type(self.type), [part.text for part in self.parts]

    @staticmethod
    def from_text(text: Any) -> Result:
        """Return the result with this text. Raises ValueError, TypeError, or TypeTextError."""
        type, parts = text
        return Result(parse_type(type), tuple(map(Result.from_text, parts)))

    @cached_property
    def _is_of_numbers(self) -> bool:
        """Whether a tensor holds the numbers of the list."""
        type = self.type
        is_tensor = [isinstance(part.type, TensorType) for part in self.parts] == [True]
        return is_tensor and isinstance(type, ListType) and type.element in NUMBERS_OF_ELEMENTS

    @cached_property
    def made(self) -> Attribute | NumberList | None:
        """The tensor, number or list of numbers that machine code makes without Python; None for
        other tuples and lists."""
        if [*self.leaves()] == [self.type]:
            return self.type
        match self.parts if self._is_of_numbers else ():
            case (Result(type=TensorType(shape=(int() | str() as length,), dtype=element)),):
                return element and NumberList(element, length)
            case _:
                return None

    @cached_property
    def _is_of_leaves(self) -> bool:
        """Whether each part is a tensor or a number."""
        return all([*part.leaves()] == [part.type] for part in self.parts)

    def rebuild(self, leaves: Iterator[Value]) -> Value:
        match self.type:
            case TupleType():
                return tuple(part.rebuild(leaves) for part in self.parts)
            case NamedTupleType() as type:
                return NamedTupleValue([part.rebuild(leaves) for part in self.parts], type)
            case ListType() if self._is_of_numbers:
                (tensor,) = (part.rebuild(leaves) for part in self.parts)
                return cast("Tensor", tensor).array.tolist()
            case ListType() if self._is_of_leaves:
                return list(islice(leaves, len(self.parts)))
            case ListType():
                return [part.rebuild(leaves) for part in self.parts]
            case NoneType():
                return None
            case _:
                return next(leaves)


def result_of(value: SSAValue) -> Result:
    """Return the structure of a result. Raises NativeUnsupported for a list of unknown length."""
    maker = maker_of(value)
    if isinstance(maker, TupleConstructOp | ListConstructOp):
        return Result(value.type, tuple(map(result_of, maker.elements)))
    if isinstance(maker, ToListOp):
        return Result(value.type, (result_of(maker.input),))
    if isinstance(value.type, ListType):
        raise NativeUnsupported(f"a result is a list of unknown length, {value.type}")
    return _result_of_type(value.type)


def _result_of_type(type: Attribute) -> Result:
    elements = type.elements.data if isinstance(type, TupleType) else ()
    return Result(type, tuple(map(_result_of_type, elements)))
