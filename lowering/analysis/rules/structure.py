"""Lists, tuples and numbers: construction and unpacking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, f64, i1, i64
from xdsl.ir import Attribute, OpResult, SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import (
    FutureType,
    ListType,
    OptionalType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.promotion import (
    SCALAR_TYPES,
    Category,
    category,
    promote_types,
)
from xdsl_torchscript.lowering.analysis.rules.call import (
    Answer,
    Answers,
    CallFacts,
    CallRule,
    ElementTypes,
    as_answers,
    refusals,
)
from xdsl_torchscript.lowering.analysis.rules.operators import rule_of
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.analysis.tensor_properties import with_properties


def literal_tensor_type(op: ConstantOp) -> TensorType | None:
    """Return the type of a tensor whose elements are in the program; they need no gradient. Return
    None for any other constant."""
    stored = cast("Any", op.value)
    if not isinstance(op.value, DenseIntOrFPElementsAttr):
        return None
    shape, dtype = stored.get_shape(), stored.get_element_type()
    return TensorType.get(shape, dtype, device="cpu", requires_grad=False)


def _constant(call: CallFacts) -> Answer:
    return literal_tensor_type(call.op) if isinstance(call.op, ConstantOp) else None


def element_types(list_: SSAValue, facts: Facts) -> Sequence[Attribute | None]:
    """Return the types of the elements of a list that an operator creates and nothing writes.

    Raises NotConstantError if they are unknown.
    """
    owner = owner_of(list_)
    rule = None if owner is None else STRUCTURE.get(owner.name) or rule_of(owner.name)
    if owner is None or rule is None or not isinstance(list_, OpResult):
        return [facts.type_of(element) for element in facts.elements_of(list_)]
    if not facts.is_unwritten(list_):
        raise NotConstantError("a list that may be written")
    with refusals():
        answer = as_answers(rule(CallFacts(owner, facts)))[list_.index]
    if not isinstance(answer, ElementTypes):
        raise NotConstantError("a list whose elements are not known")
    if not isinstance(owner, SchemaOp) or owner.name in STRUCTURE:
        return answer.types
    return [
        with_properties(owner, type, facts) if isinstance(type, TensorType) else type
        for type in answer.types
    ]


def _list_unpack(call: CallFacts) -> Answers:
    list_, count = call.op.operands[0], len(call.op.results)
    types = call.attempt(lambda: element_types(list_, call.facts))
    if types is None:
        type = call.facts.type_of(list_)
        return [type.element if isinstance(type, ListType) else None] * count
    if len(types) != count:
        raise ShapeError(f"unpacks a list of {len(types)} into {count} values")
    return types


def _list_index(call: CallFacts) -> Answers:
    list_, index = call.op.operands
    type = call.facts.type_of(list_)
    if isinstance(type, ListType) and not isinstance(type.element, TensorType):
        return [type.element]
    types = call.attempt(lambda: element_types(list_, call.facts))
    if types is None:
        return [None]
    return [types[shapes.index_of(len(types), call.facts.int_of(index))]]


def _same_elements(call: CallFacts) -> Answers:
    return [ElementTypes(tuple(element_types(call.op.operands[0], call.facts)))]


def _sizes(call: CallFacts) -> Answers:
    return [ElementTypes((i64,) * len(call.shape("self")))]


def _join(call: CallFacts) -> Answers:
    first, second = (element_types(list_, call.facts) for list_ in call.op.operands)
    return [ElementTypes((*first, *second))]


def _pop(call: CallFacts) -> Answers:
    """Return the element's type, the declared one if the list was written before."""
    list_, index = call.op.operands
    type = call.facts.type_of(list_)
    if not isinstance(type, ListType) or not isinstance(type.element, TensorType):
        return [type.element if isinstance(type, ListType) else None]

    def popped() -> Attribute:
        elements = call.facts.elements_before(call.op, list_)
        position = shapes.index_of(len(elements), call.facts.int_of(index))
        return call.facts.type_of(elements[position])

    return [call.attempt(popped) or type.element]


def _repeat(call: CallFacts) -> Answers:
    list_, count = call.op.operands
    elements, times = tuple(element_types(list_, call.facts)), call.facts.int_of(count)
    shapes.countable(len(elements) * times)
    return [ElementTypes(elements * times)]


def _slice(call: CallFacts) -> Answers:
    bounds = [call.facts.optional_int_of(bound) for bound in call.op.operands[1:]]
    if bounds[-1] == 0:
        raise ShapeError("slice step 0 is not positive")
    return [ElementTypes(tuple(element_types(call.op.operands[0], call.facts)[slice(*bounds)]))]


def _tuple_unpack(call: CallFacts) -> Answers:
    type = call.facts.type_of(call.op.operands[0])
    return list(type.elements) if isinstance(type, TupleType) else [None] * len(call.op.results)


def _tuple_index(call: CallFacts) -> Answers:
    aggregate, position = call.op.operands
    type, index = call.facts.type_of(aggregate), call.facts.int_of(position)
    if not isinstance(type, TupleType) or not -len(type.elements) <= index < len(type.elements):
        return [None]
    return [type.elements.data[index]]


def _number(call: CallFacts) -> Answers:
    """Return the type of numbers of type Scalar: int if all are, else float."""
    types = [call.facts.type_of(operand) for operand in call.op.operands]
    if any(type not in SCALAR_TYPES for type in types):
        return [None]
    common: Attribute = i64
    for type in types:
        common = promote_types(common, type)
    return [common]


_NUMBERS_OF: dict[Category, Attribute] = {
    Category.BOOL: i1, Category.INTEGER: i64, Category.FLOAT: f64,
}  # fmt: skip


def _item(call: CallFacts) -> Answers:
    """Return a number's type from the tensor's element type."""
    dtype = call.facts.tensor_type_of(call.op.operands[0]).dtype
    return [None if dtype is None else _NUMBERS_OF.get(category(dtype))]


_NUMERIC = (
    *(f"aten.{name}" for name in ("add", "sub", "mul", "remainder", "floordiv", "neg.Scalar")),
    *(f"prim.{name}" for name in ("max", "min", "abs.Scalar")),
)


def _not_none(call: CallFacts) -> Answer:
    type = call.facts.type_of(call.op.operands[0])
    if not isinstance(type, OptionalType) or isinstance(call.op.results[0].type, OptionalType):
        return type
    return type.element


def _tuple(call: CallFacts) -> Answer:
    return TupleType.get([*map(call.facts.type_of, call.op.operands)])


def _await(call: CallFacts) -> Answer:
    type = call.facts.type_of(call.op.operands[0])
    return type.element if isinstance(type, FutureType) else None


STRUCTURE: dict[str, CallRule] = {
    "prim.Constant": _constant,
    "aten.wait": _await,
    **dict.fromkeys(_NUMERIC, _number),
    "aten.item": _item,
    "aten._local_scalar_dense": _item,
    "prim.unchecked_cast": _not_none,
    "prim.ListUnpack": _list_unpack,
    "aten.__getitem__.t": _list_index,
    "aten.size": _sizes,
    "aten.list.t": _same_elements,
    "aten.copy.t": _same_elements,
    "aten.add.t": _join,
    "aten.pop.t": _pop,
    "aten.mul.left_t": _repeat,
    "aten.slice.t": _slice,
    "prim.TupleConstruct": _tuple,
    "prim.TupleUnpack": _tuple_unpack,
    "prim.TupleIndex": _tuple_index,
}
"""Rules by op name."""
