"""Find the function that executes an op, for ops that an operator name does not identify. They have
attributes, a variable number of results, or a subgraph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import ComplexType, IntegerAttr, f64, i1, i64
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.annotation_text import annotation_text
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.prim.data import (
    ConstantChunkOp,
    DictConstructOp,
    IsInstanceOp,
    ListConstructOp,
    ListUnpackOp,
    ToListOp,
    TupleConstructOp,
    TupleSliceOp,
    TupleUnpackOp,
    UncheckedCastOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.prim.modules import (
    CreateObjectOp,
    GetAttrOp,
    HasAttrOp,
    SetAttrOp,
)
from xdsl_torchscript.dialects.prim.profile import (
    BailOutOp,
    GuardOp,
    ListTensorOp,
    ProfileIvalueOp,
    ProfileOp,
    RequiresGradCheckOp,
    SizeValueOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import ListType, NamedTupleType, UnionType
from xdsl_torchscript.runtime.interpreter.number_lists import tensor_of_numbers
from xdsl_torchscript.runtime.interpreter.type_checks import type_check
from xdsl_torchscript.runtime.interpreter.typed_containers import loses_type
from xdsl_torchscript.runtime.modules.objects import (
    NamedTupleValue,
    Object,
    TypedDict,
    TypedList,
)
from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.arrays.creation import tensor_of_list
from xdsl_torchscript.runtime.operators.arrays.views import chunk
from xdsl_torchscript.runtime.operators.backward.undefined import products_with
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.language.containers import list_construct
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value, program_type, type_of

Binder: TypeAlias = Callable[[Any], Implementation]
Find: TypeAlias = Callable[..., Implementation | None]
"""Resolves the name of an operator, after the steps that follow it (`operators/registry.py`)."""


def _exactly(count: int) -> Implementation:
    """Unpack a list or tuple into a known number of elements. Raises ValueError for another
    number."""

    def run(values: Sequence[Value]) -> Sequence[Value]:
        if len(values) != count:
            raise ValueError(f"expected {count} elements, got {len(values)}")
        return values if count != 1 else values[0]

    return run


def _unpack(op: Operation) -> Implementation:
    return _exactly(len(op.results))


def _constant_chunk(op: ConstantChunkOp) -> Implementation:
    chunks, dim = op.chunks.value.data, op.dim.value.data
    take = _exactly(chunks)

    def run(self: Tensor) -> Any:
        return take(chunk(self, chunks, dim))

    return run


def _tuple_slice(op: TupleSliceOp) -> Implementation:
    beg, end = op.beg.value.data, op.end.value.data

    def run(values: tuple[Value, ...]) -> tuple[Value, ...]:
        return values[beg:end]

    return run


def _tuple_construct(op: TupleConstructOp) -> Implementation:
    type = op.result.type

    def plain(*values: Value) -> tuple[Value, ...]:
        return values

    def named(*values: Value) -> tuple[Value, ...]:
        return NamedTupleValue(values, cast(NamedTupleType, type))

    return named if isinstance(type, NamedTupleType) else plain


def _create_object(op: CreateObjectOp) -> Implementation:
    name = op.result.type.symbol.data

    def run() -> Object:
        return Object(name, {})

    return run


def _get_attribute(op: GetAttrOp) -> Implementation:
    name = op.attribute.data

    def run(owner: Object) -> Value:
        try:
            return owner.slots[name]
        except KeyError:
            raise AttributeError(f"'{name}' of {owner!r} was never set") from None

    return run


def _set_attribute(op: SetAttrOp) -> Implementation:
    name = op.attribute.data

    def run(owner: Object, value: Value) -> None:
        owner.slots[name] = value

    return run


def _has_attribute(op: HasAttrOp) -> Implementation:
    name = op.attribute.data

    def run(owner: Object) -> bool:
        return name in owner.slots

    return run


def _dict_construct(op: DictConstructOp) -> Implementation:
    type = op.result.type

    def plain(*entries: Value) -> dict[Value, Value]:
        return dict(zip(entries[::2], entries[1::2], strict=True))

    def typed(*entries: Value) -> dict[Value, Value]:
        return TypedDict(zip(entries[::2], entries[1::2], strict=True), type)

    return typed if loses_type(op.result) else plain


def _list_construct(op: ListConstructOp) -> Implementation:
    type = op.result.type

    def typed(*elements: Value) -> list[Value]:
        return TypedList(elements, type)

    return typed if loses_type(op.result) else list_construct


def _is_instance(op: IsInstanceOp) -> Implementation:
    types = op.types.data

    def run(value: Value) -> bool:
        found = program_type(value)
        return any(is_subtype_of(found, t) for t in types)

    return run


def _identity(op: Operation) -> Implementation:
    def run(value: Value) -> Value:
        return value

    return run


def _no_op(op: Operation) -> Implementation:
    def run() -> None:
        return None

    return run


def _forward_operands(op: Operation) -> Implementation:
    """Return the operands: the interpreter does not profile."""
    single = len(op.results) == 1

    def run(*values: Value) -> Value:
        return values[0] if single else values[: len(op.results)]

    return run


def _check(op: TypeCheckOp | RequiresGradCheckOp) -> Implementation:
    check = type_check(op.types.data)

    def run(*values: Value) -> tuple[Value, ...]:
        return (*values, check(values))

    return run


def type_check_of(op: GuardOp | BailOutOp) -> Callable[[Value], bool]:
    """Return the check of a value for the type that the op guarantees."""
    check = type_check([op.result.type])
    return lambda value: check([value])


def _guard(op: GuardOp) -> Implementation:
    wanted, check = op.result.type, type_check_of(op)

    def run(value: Value) -> Value:
        if not check(value):
            raise TypeError(f"guarded for {wanted}, got {type_of(value)}")
        return value

    return run


_ZEROS: dict[Attribute, Any] = {i64: 0, i1: False, ComplexType(f64): 0j}


def _tensor(op: Operation) -> Implementation:
    """Give an empty list the element type that the program declares; refuse one of several."""
    element = op.operands[0].type
    while isinstance(element, ListType):
        element = element.element
    if isinstance(element, UnionType):
        return partial(_refuse_mixed, element)
    return partial(tensor_of_list, otherwise=_ZEROS.get(element, 0.0))


def _refuse_mixed(element: UnionType, *_arguments: Value) -> Value:
    found = " and ".join(map(annotation_text, element.elements))
    raise BadType(f"a list of {found} makes no tensor; give its elements one type")


def _to_list(op: ToListOp) -> Implementation:
    def run(self: Tensor, rank: int, element: int) -> Any:
        return self.array.tolist()

    return run


def _list_tensor(op: ListTensorOp) -> Implementation:
    assert isinstance(op.list_.type, ListType)
    return partial(tensor_of_numbers, element=op.list_.type.element)


def _products(op: Operation) -> Implementation:
    side = op.attributes.get("side")
    return products_with(cast(IntegerAttr, side).value.data)


BINDERS: dict[type[Operation], Binder] = {
    schema_op("prim.MMBatchSide"): _products,
    ListUnpackOp: _unpack,
    TupleUnpackOp: _unpack,
    ConstantChunkOp: _constant_chunk,
    TupleConstructOp: _tuple_construct,
    TupleSliceOp: _tuple_slice,
    DictConstructOp: _dict_construct,
    ListConstructOp: _list_construct,
    IsInstanceOp: _is_instance,
    UncheckedCastOp: _identity,
    UninitializedOp: _no_op,
    ToListOp: _to_list,
    schema_op("aten.tensor"): _tensor,
    schema_op("aten.as_tensor.list"): _tensor,
    ProfileOp: _forward_operands,
    ProfileIvalueOp: _forward_operands,
    SizeValueOp: _identity,
    ListTensorOp: _list_tensor,
    TypeCheckOp: _check,
    RequiresGradCheckOp: _check,
    GuardOp: _guard,
    CreateObjectOp: _create_object,
    GetAttrOp: _get_attribute,
    SetAttrOp: _set_attribute,
    HasAttrOp: _has_attribute,
}
"""Makers of the functions of ops, by class; the name alone decides for all others."""


def operator_name(op: Operation) -> str:
    """Return `aten.add.Tensor`, and `my.op` for `ts.operator "my::op"`."""
    return op.kind.data.replace("::", ".") if isinstance(op, OperatorOp) else op.name


def resolve_by_attributes(op: Operation, op_name: str) -> Implementation | None:
    """Return the function of an op that is more than an operator's name, or None."""
    binder = BINDERS.get(type(op))
    return None if binder is None else binder(op)


def bind_op(op: Operation, find: Find) -> Implementation | None:
    """Return the function that executes an op without regions, outside a program, or None. `find`
    resolves operators."""
    return find(operator_name(op), partial(resolve_by_attributes, op))
