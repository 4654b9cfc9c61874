"""A call of an operator as a type rule sees it, and combinators of rules.

A rule covers all overloads of an operator, including its in-place and `out=` forms. It reads
arguments by name; an argument that an overload lacks is None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.constants import KnownConstant, NotConstantError
from xdsl_torchscript.dialects.dtypes import BY_CODE
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import SizeExpressionError
from xdsl_torchscript.dialects.types import Dim, ListType, OptionalType, TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError, common_type
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError

_T = TypeVar("_T")


@dataclass(frozen=True)
class ElementTypes:
    """A list result by the types of its elements."""

    types: tuple[Attribute | None, ...]


Answer: TypeAlias = Attribute | ElementTypes | None
"""The answer for one result: its type, the types of its elements, or None if unknown."""
Answers: TypeAlias = Sequence[Answer]


class CallFacts:
    """A call: types and constants of its arguments, by name.

    Reading an unknown value raises `NotConstantError`, which `tensor` turns into an unknown part of
    the result; `unknown` collects the reasons.
    """

    def __init__(self, op: Operation, facts: Facts) -> None:
        self.op, self.facts = op, facts
        self.unknown: list[NotConstantError] = []

    # ---- operands

    def operand(self, name: str) -> SSAValue | None:
        """Return the operand for an argument, None if it is absent or None."""
        if not isinstance(self.op, SchemaOp):
            return None
        index = self.op.schema.argument_index(name)
        if index is None:
            return None
        value = self.op.operands[index]
        return None if self.facts.is_none(value) else value

    def first(self, *names: str) -> str:
        """Return the first of these names that has an operand. Raises NotConstantError."""
        found = next((name for name in names if self.operand(name) is not None), None)
        if found is None:
            raise NotConstantError(f"the operand {' or '.join(names)} is missing")
        return found

    def has(self, name: str) -> bool:
        return self.operand(name) is not None

    def attribute(self, name: str) -> Attribute | None:
        """Return an operand's type, None if it is absent."""
        value = self.operand(name)
        return None if value is None else self.type_of(value)

    def type_of(self, value: SSAValue) -> Attribute:
        return self.facts.type_of(value)

    # ---- tensors

    def type(self, name: str) -> TensorType:
        """Return a tensor's type, without facts if it is absent."""
        found = self.attribute(name)
        return found if isinstance(found, TensorType) else TensorType.get()

    def dtype(self, name: str) -> Attribute | None:
        return self.type(name).dtype

    def shape(self, name: str, least: int = 0, most: int | None = None) -> Shape:
        """Return a tensor's sizes. Raises NotConstantError if its rank is unknown.

        Raises ShapeError if the rank is below `least` or above `most`.
        """
        found = self.type(name).shape
        if found is None:
            raise NotConstantError(f"'{name}' has no known rank")
        return shapes.require_rank(found, least, most)

    def vector(self, name: str) -> Shape:
        """Return the sizes of a tensor of rank 1. Raises NotConstantError, ShapeError."""
        return self.shape(name, 1, 1)

    def matrix(self, name: str) -> Shape:
        """Return the sizes of a tensor of rank 2. Raises NotConstantError, ShapeError."""
        return self.shape(name, 2, 2)

    def types(self, name: str) -> list[TensorType]:
        """Return the types of a list of tensors. Raises NotConstantError if its length is
        unknown."""
        value = self.operand(name)
        if value is None:
            return []
        found = [self.type_of(element) for element in self.facts.elements_of(value)]
        return [type if isinstance(type, TensorType) else TensorType.get() for type in found]

    def shapes(self, name: str) -> list[Shape]:
        """Return the tensor sizes in a list. Raises NotConstantError if one is unknown."""
        found = [type.shape for type in self.types(name)]
        if any(shape is None for shape in found):
            raise NotConstantError(f"'{name}' has a tensor without a known rank")
        return [shape for shape in found if shape is not None]

    # ---- numbers

    def constant(self, name: str) -> KnownConstant:
        """Return an argument's value, None if it is absent. Raises NotConstantError."""
        value = self.operand(name)
        return None if value is None else self.facts.constant_of(value)

    def int(self, name: str, default: int | None = None) -> int:
        """Return a constant int, `default` if it is absent. Raises NotConstantError."""
        value = self.operand(name)
        if value is None and default is not None:
            return default
        if value is None:
            raise NotConstantError(f"'{name}' is not a known int")
        return self.facts.int_of(value)

    def optional_int(self, name: str) -> int | None:
        return self.int(name) if self.has(name) else None

    def flag(self, name: str) -> bool:
        """Return a constant bool, False if it is absent. Raises NotConstantError."""
        return bool(self.constant(name))

    def ints(self, name: str) -> tuple[int, ...] | None:
        """Return constant ints, a single one as a tuple, None if absent. Raises
        NotConstantError."""
        value = self.operand(name)
        return None if value is None else self.facts.ints_of(value)

    def many_ints(self, name: str, count: int, default: int) -> tuple[int, ...]:
        """Return an int for each of `count` axes; a single int applies to all, an empty list means
        `default`.

        Raises NotConstantError, and ShapeError for another number of ints.
        """
        found = self.ints(name) or (default,)
        if len(found) not in (1, count):
            raise ShapeError(f"takes {count} numbers as '{name}', not {len(found)}")
        return found * count if len(found) == 1 else found

    def dim(self, name: str) -> Dim:
        """Return an int as a size, None if it is absent or unknown."""
        value = self.operand(name)
        return None if value is None else self.facts.dim_of(value)

    def dims(self, name: str) -> tuple[Dim, ...]:
        """Return ints as sizes. Raises NotConstantError if they are absent or their count is
        unknown."""
        value = self.operand(name)
        if value is None:
            raise NotConstantError(f"'{name}' are not known sizes")
        return self.facts.dims_of(value)

    def axis(self, name: str, rank: int, default: int | None = None) -> int:
        """Return an axis counted from the front. Raises ShapeError, NotConstantError."""
        return shapes.axis_of(self.int(name, default), rank)

    def named_dtype(self, name: str = "dtype") -> Attribute | None:
        """Return the element type of an argument's code, None if it is absent.

        Raises NotConstantError, and PromotionError for an invalid code.
        """
        code = self.optional_int(name)
        if code is not None and code not in BY_CODE:
            raise PromotionError(f"{code} is not the code of an element type")
        return None if code is None else BY_CODE[code].type

    # ---- results

    def attempt(self, part: Callable[[], _T]) -> _T | None:
        """Return a part of a result, None if it is unknown."""
        try:
            return part()
        except NotConstantError as error:
            self.unknown.append(error)
            return None

    def tensor(
        self, shape: Callable[[], Shape | None], dtype: Callable[[], Attribute | None]
    ) -> TensorType:
        """Return a tensor type with the known parts."""
        return TensorType.get(self.attempt(shape), self.attempt(dtype))


CallRule: TypeAlias = Callable[[CallFacts], Answer | Answers]
"""A function from a call to the answers for its results; a single answer is a list of one."""
SizesRule: TypeAlias = Callable[[CallFacts], "Shape | None"]
DtypeRule: TypeAlias = Callable[[CallFacts], "Attribute | None"]


class ElementCall(CallFacts):
    """A call for an element of each list among the operands: `_foreach_add` as `add`."""

    def __init__(self, op: Operation, facts: Facts, index: int) -> None:
        super().__init__(op, facts)
        self.index = index

    def type_of(self, value: SSAValue) -> Attribute:
        type = self.facts.type_of(value)
        if not isinstance(type, ListType):
            return type
        try:
            elements = self.facts.elements_of(value)
        except NotConstantError:
            return type.element
        if self.index >= len(elements):
            raise ShapeError(f"takes lists of one length, not one of {len(elements)}")
        return self.facts.type_of(elements[self.index])


# ---- rules made of parts


def of(shape: SizesRule, dtype: DtypeRule) -> CallRule:
    """Return the rule for a tensor of these sizes and element type."""
    return lambda call: call.tensor(lambda: shape(call), lambda: dtype(call))


def shape_of(*names: str) -> SizesRule:
    """Return the sizes of the first of these operands that is present."""
    return lambda call: call.shape(call.first(*names))


def dtype_of(*names: str) -> DtypeRule:
    """Return the element type of the first of these operands that is present."""
    return lambda call: call.dtype(call.first(*names))


def promoted(*names: str) -> DtypeRule:
    """Return the element type to which these operands are promoted, as far as present."""
    return lambda call: common_type([call.type(name) for name in names if call.has(name)])


def convert_dtype(dtype: DtypeRule, convert: Callable[[Attribute], Attribute]) -> DtypeRule:
    """Return the rule that converts an element type, if it is known."""

    def rule(call: CallFacts) -> Attribute | None:
        found = dtype(call)
        return None if found is None else convert(found)

    return rule


def like(*names: str) -> CallRule:
    """Return the sizes and element type of the first of these operands that is present."""
    return of(shape_of(*names), dtype_of(*names))


def always(dtype: Attribute) -> DtypeRule:
    return lambda call: dtype


def explicit_dtype_or(otherwise: DtypeRule, name: str = "dtype") -> DtypeRule:
    """Return the element type that an argument names, or another."""
    return lambda call: call.named_dtype(name) or otherwise(call)


def each(*rules: CallRule) -> CallRule:
    """Return the rule that combines a rule for each result."""

    def rule(call: CallFacts) -> Answers:
        return [answer for one in rules for answer in as_answers(one(call))]

    return rule


class refusals:
    """Raise ShapeError where a rule computes an invalid type or size, such as a negative one.

    Every rule runs in it, so it costs less than a generator would.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, VerifyException | SizeExpressionError):
            raise ShapeError(str(error)) from error


def as_answers(found: Answer | Answers) -> Answers:
    """Return the answers of a rule as a list."""
    if isinstance(found, list):  # As most rules return; to deny an ABC takes long.
        return found
    return [found] if found is None or isinstance(found, Attribute | ElementTypes) else found


def element_type(type: Attribute) -> Attribute:
    """Return the element type of a list."""
    inner = type.element if isinstance(type, OptionalType) else type
    return inner.element if isinstance(inner, ListType) else inner


def for_kinds(rules: dict[str, CallRule], namespace: str = "aten") -> dict[str, CallRule]:
    """Return rules by kind, `aten::cat`; a key has one or more names."""
    return {f"{namespace}::{name}": rule for names, rule in rules.items() for name in names.split()}
