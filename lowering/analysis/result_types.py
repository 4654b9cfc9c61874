"""What the types of an operator's operands, and its constants, say of its results.

One table, op name -> rule. A rule gives one type per result; a fact that nobody knows is absent
from the type, and `None` says nothing at all. `prim.If` and `prim.Loop` are not here: their
results depend on their regions, which `propagate-types` walks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import f32, f64, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.dtypes import BY_CODE
from xdsl_torchscript.dialects.types import ListType, TensorType, TupleType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.constants import NotConstantError, owner_of
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.pointwise_types import (
    is_pointwise,
    pointwise_type,
    signature_of,
)
from xdsl_torchscript.lowering.analysis.promotion import (
    SCALAR_TYPES,
    Category,
    PromotionError,
    category,
    dtype_name,
    promote_types,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError
from xdsl_torchscript.lowering.analysis.view_types import (
    VIEWS,
    Rule,
    Types,
    parts_of,
)
from xdsl_torchscript.lowering.core.rule_table import RuleTable

TypeRule: TypeAlias = Callable[[Operation, Facts], Types | None]


def result_types(op: Operation, facts: Facts) -> Types | None:
    """The types of the results of `op`; `None` if no rule knows it.

    Raises `ShapeError` or `PromotionError` where PyTorch would refuse the operands, or where
    symbolic sizes leave the answer open.
    """
    try:
        return exact_result_types(op, facts)
    except NotConstantError:
        return [None] * len(op.results)


def exact_result_types(op: Operation, facts: Facts) -> Types | None:
    """As `result_types`; raises `NotConstantError` where the types depend on a run."""
    rule = RESULT_TYPES.lookup(op.name)
    return None if rule is None else rule(op, facts)


def _rule_of(op_name: str) -> TypeRule | None:
    return _RULES.get(op_name) or (_pointwise if is_pointwise(op_name) else None)


RESULT_TYPES: RuleTable[TypeRule] = RuleTable("a rule for its result types", _rule_of)
"""How the types of results follow, by op name."""


def _pointwise(op: Operation, facts: Facts) -> Types | None:
    signature = signature_of(op, facts)
    if signature is None:
        return None
    type = pointwise_type(op, facts, signature)
    return [TensorType.get(type.shape, type.result)]


def _part_types(op: Operation, facts: Facts) -> list[Attribute]:
    source = facts.tensor_type_of(op.operands[0])
    axis, sizes = parts_of(op, facts)
    shape = source.shape or ()
    return [
        TensorType.get((*shape[:axis], size, *shape[axis + 1 :]), source.dtype) for size in sizes
    ]


def _constant_chunk(op: Operation, facts: Facts) -> Types:
    types = _part_types(op, facts)
    if len(types) != len(op.results):
        raise ShapeError(f"gives {len(types)} parts, not {len(op.results)}")
    return types


_SPLITS = ("aten.chunk", "aten.split.Tensor", "aten.split", "aten.split_with_sizes")


def _element_types(aggregate: SSAValue, facts: Facts) -> Sequence[Attribute] | None:
    """Return the types of the elements of a list that the program makes and never writes."""
    owner = owner_of(aggregate)
    if owner is not None and owner.name in _SPLITS:
        return _part_types(owner, facts) if facts.is_unwritten(aggregate) else None
    try:
        return [facts.type_of(element) for element in facts.elements_of(aggregate)]
    except NotConstantError:
        return None


def _list_unpack(op: Operation, facts: Facts) -> Types:
    types = _element_types(op.operands[0], facts)
    if types is None:
        type = facts.type_of(op.operands[0])
        return [type.element if isinstance(type, ListType) else None] * len(op.results)
    if len(types) != len(op.results):
        raise ShapeError(f"unpacks a list of {len(types)} into {len(op.results)} values")
    return types


def _tuple_unpack(op: Operation, facts: Facts) -> Types:
    type = facts.type_of(op.operands[0])
    unknown: Types = [None] * len(op.results)
    return list(type.elements) if isinstance(type, TupleType) else unknown


def _list_index(op: Operation, facts: Facts) -> Types:
    types = _element_types(op.operands[0], facts)
    return [
        None if types is None else types[shapes.index_of(len(types), facts.int_of(op.operands[1]))]
    ]


def _tuple_index(op: Operation, facts: Facts) -> Types:
    type = facts.type_of(op.operands[0])
    index = facts.int_of(op.operands[1])
    if not isinstance(type, TupleType) or not -len(type.elements) <= index < len(type.elements):
        return [None]
    return [type.elements.data[index]]


def _dtype_at(op: Operation, facts: Facts, index: int) -> Attribute | None:
    """The element type that an operand's code names; `None` for `None`."""
    code = facts.optional_int_of(op.operands[index])
    if code is not None and code not in BY_CODE:
        raise PromotionError(f"{code} is not the code of an element type")
    return None if code is None else BY_CODE[code].type


def _cast(index: int) -> Rule:
    """The shape of the first operand; the element type that operand `index` names, if any."""

    def rule(op: Operation, facts: Facts) -> Types:
        source = facts.tensor_type_of(op.operands[0])
        return [TensorType.get(source.shape, _dtype_at(op, facts, index) or source.dtype)]

    return rule


def _type_as(op: Operation, facts: Facts) -> Types:
    return [
        TensorType.get(
            facts.tensor_type_of(op.operands[0]).shape, facts.tensor_type_of(op.operands[1]).dtype
        )
    ]


def _same(op: Operation, facts: Facts) -> Types:
    source = facts.tensor_type_of(op.operands[0])
    return [TensorType.get(source.shape, source.dtype)]


_DEFAULT_DTYPE: dict[Attribute, Attribute] = {i1: i1, i64: i64, f64: f32}
"""The element type of a tensor made from a number."""


def _full(op: Operation, facts: Facts) -> Types:
    dtype = _dtype_at(op, facts, 2) or _DEFAULT_DTYPE.get(facts.type_of(op.operands[1]))
    return [TensorType.get(facts.dims_of(op.operands[0]), dtype)]


def _filled(op: Operation, facts: Facts) -> Types:
    return [TensorType.get(facts.dims_of(op.operands[0]), _dtype_at(op, facts, 1) or f32)]


def _tensor_of_number(index: int | None) -> Rule:
    def rule(op: Operation, facts: Facts) -> Types:
        named = None if index is None else _dtype_at(op, facts, index)
        return [TensorType.get((), named or _DEFAULT_DTYPE.get(facts.type_of(op.operands[0])))]

    return rule


_CASTS: dict[str, Rule] = {
    "aten.to.dtype": _cast(1),
    "aten.to.dtype_layout": _cast(1),
    "aten.to.prim_dtype": _cast(1),
    "aten.to.device": _cast(2),
    "aten.to.prim_Device": _cast(2),
    "aten._to_copy": _cast(1),
    "aten.to.prim_other": _same,
    "aten.to.other": _type_as,
    "aten.type_as": _type_as,
    "aten.full_like": _cast(2),
    "aten.ones_like": _cast(1),
    "aten.zeros_like": _cast(1),
    "aten.empty_like": _cast(1),
    "aten.full": _full,
    "aten.ones": _filled,
    "aten.zeros": _filled,
    "aten.tensor.float": _tensor_of_number(1),
    "aten.tensor.int": _tensor_of_number(1),
    "aten.tensor.bool": _tensor_of_number(1),
    "aten.scalar_tensor": _tensor_of_number(1),
    "prim.NumToTensor.Scalar": _tensor_of_number(None),
    "prim.NumToTensor.bool": _tensor_of_number(None),
}


def reduction_of(op: Operation, facts: Facts, shape: Shape) -> tuple[tuple[int, ...], bool]:
    """The axes that a reduction drops, and whether they stay with size 1."""
    if op.name not in _REDUCTIONS_OVER_AXES:
        return tuple(range(len(shape))), False
    dims = None if facts.constant_of(op.operands[1]) is None else facts.ints_of(op.operands[1])
    return shapes.reduced_axes(len(shape), dims), bool(facts.constant_of(op.operands[2]))


_REDUCTIONS_OVER_AXES = {"aten.sum.dim_IntList", "aten.mean.dim", "aten.amax", "aten.amin"}


def _sum_dtype(dtype: Attribute) -> Attribute:
    return i64 if category(dtype) <= Category.INTEGER else dtype


def _mean_dtype(dtype: Attribute) -> Attribute:
    if category(dtype) < Category.FLOAT:
        raise PromotionError(f"takes floats, not {dtype_name(dtype)}")
    return dtype


def _same_dtype(dtype: Attribute) -> Attribute:
    return dtype


def _reduction(dtype_of: Callable[[Attribute], Attribute], index: int | None = None) -> Rule:
    """A reduction; operand `index` may name the element type of the result."""

    def rule(op: Operation, facts: Facts) -> Types:
        source = facts.tensor_type_of(op.operands[0])
        named = None if index is None else _dtype_at(op, facts, index)
        known = None if source.dtype is None else named or dtype_of(source.dtype)
        if source.shape is None:
            return [TensorType.get(None, known)]
        axes, keepdim = reduction_of(op, facts, source.shape)
        return [TensorType.get(shapes.reduce(source.shape, axes, keepdim), known)]

    return rule


_REDUCTIONS: dict[str, Rule] = {
    "aten.sum": _reduction(_sum_dtype, 1),
    "aten.sum.dim_IntList": _reduction(_sum_dtype, 3),
    "aten.mean": _reduction(_mean_dtype, 1),
    "aten.mean.dim": _reduction(_mean_dtype, 3),
    "aten.amax": _reduction(_same_dtype),
    "aten.amin": _reduction(_same_dtype),
    "aten.max": _reduction(_same_dtype),
    "aten.min": _reduction(_same_dtype),
}


def _number(op: Operation, facts: Facts) -> Types:
    """Two operands of type Scalar: int if both are, else float."""
    types = [facts.type_of(operand) for operand in op.operands]
    if any(type not in SCALAR_TYPES for type in types):
        return [None]
    common: Attribute = i64
    for type in types:
        common = promote_types(common, type)
    return [common]


_NUMBERS: dict[str, Rule] = {
    f"aten.{name}": _number for name in ("add", "sub", "mul", "remainder", "floordiv", "neg.Scalar")
} | {f"prim.{name}": _number for name in ("max", "min", "abs.Scalar")}

_RULES: dict[str, TypeRule] = {
    **VIEWS,
    **_CASTS,
    **_REDUCTIONS,
    **_NUMBERS,
    "prim.ConstantChunk": _constant_chunk,
    "prim.unchecked_cast": lambda op, facts: [facts.type_of(op.operands[0])],
    "prim.ListUnpack": _list_unpack,
    "aten.__getitem__.t": _list_index,
    "prim.TupleConstruct": lambda op, facts: [
        TupleType.get([facts.type_of(o) for o in op.operands])
    ],
    "prim.TupleUnpack": _tuple_unpack,
    "prim.TupleIndex": _tuple_index,
}
