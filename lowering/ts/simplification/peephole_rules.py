"""The rules of `peephole`: a table by operation.

A rule returns an answer for each result: a value, a literal, the elements of a new list, or None.
It raises NotConstantError, with the reason, if its condition does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import BoolAttr, ComplexType, IntegerType, StringAttr
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.constants import (
    KnownConstant,
    NotConstantError,
    literal_attribute,
    owner_of,
)
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    DictConstructOp,
    IfOp,
    IsInstanceOp,
    ListUnpackOp,
    TupleIndexOp,
    TupleUnpackOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import NoneType, OptionalType, TensorType
from xdsl_torchscript.lowering.analysis.facts import DictEntries
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.refinement import refine
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.analysis.type_queries import TYPE_QUERIES
from xdsl_torchscript.lowering.ts.containers.tuples import elements_taken
from xdsl_torchscript.lowering.ts.control_flow.branch_conditions import optional_result
from xdsl_torchscript.lowering.ts.modules.attribute_paths import source_of
from xdsl_torchscript.lowering.ts.simplification.fold_rules import IDENTITIES, fold, is_identical


@dataclass(frozen=True)
class Negation:
    """The negation of a bool."""

    value: SSAValue


KnownResult: TypeAlias = "SSAValue | Attribute | Negation | Sequence[KnownResult]"
"""The value of a result: an existing one or its negation, a literal, or the elements of a new list
or tuple."""

Replacement: TypeAlias = "KnownResult | None"
"""None for a result that is not known."""

PeepholeRule: TypeAlias = Callable[[Operation, MemoryFacts], Sequence[Replacement]]


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise NotConstantError(reason)


# ---- Numbers


def _neutral(position: int, neutral: KnownConstant) -> PeepholeRule:
    """Return the other operand, if the operand at `position` is the neutral element."""

    def rule(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
        number = facts.constant_of(op.operands[position])
        # 1, 1.0 and True are equal, as are 0.0 and -0.0.
        _require(repr(number) == repr(neutral), f"the operand is not {neutral!r}")
        return [op.operands[1 - position]]

    return rule


def _convert(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return a number that already has the type it is converted to, or had before it became a
    tensor."""
    value = op.operands[0]
    owner = owner_of(value)
    if owner is not None and owner.name in ("prim.NumToTensor.Scalar", "prim.NumToTensor.bool"):
        _require(facts.is_unwritten(value), "the tensor is written")
        value = owner.operands[0]
    _require(value.type == op.results[0].type, "another type is converted")
    return [value]


def _of_equals(answer: bool) -> PeepholeRule:
    """Return the result of comparing an int with itself."""

    def rule(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
        _require(op.operands[0] is op.operands[1], "two values are compared")
        return [BoolAttr.from_bool(answer)]

    return rule


def _twice(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the operand's operand, for an operation that is its own inverse."""
    inner = owner_of(op.operands[0])
    if inner is None or inner.name != op.name:
        raise NotConstantError("the operand is another operation")
    _require(not facts.is_resized(op.operands[0]), "the operand may get other sizes")
    return [inner.operands[0]]


def _condition(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the condition, for each result that is true in one branch and false in the other."""
    assert isinstance(op, IfOp)
    known = facts.known_constant
    pairs = zip(op.then_yield.operands, op.else_yield.operands, strict=True)
    same = (known(then) is True and known(other) is False for then, other in pairs)
    found = [op.condition if is_same else None for is_same in same]
    _require(any(found), "no result is the condition")
    return found


# ---- Facts of types


def _type_query(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return [literal_attribute(TYPE_QUERIES[op.name](facts.tensor_type_of(op.operands[0])))]


def _sizes(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    shape = facts.tensor_type_of(op.operands[0]).shape
    sizes = [size for size in shape or () if isinstance(size, int)]
    _require(shape is not None and len(sizes) == len(shape), "the sizes are not known")
    return [[literal_attribute(size) for size in sizes]]


def _size(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    size = facts.dim_of(op.results[0])
    _require(isinstance(size, int), "the size is not known")
    return [literal_attribute(size)]


def _unpacked_sizes(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the known sizes among the unpacked ones."""
    sizes = facts.dims_of(op.operands[0])
    _require(len(sizes) == len(op.results), "the list is of another length")
    _require(any(isinstance(size, int) for size in sizes), "no size is known")
    return [literal_attribute(size) if isinstance(size, int) else None for size in sizes]


def _device(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return [StringAttr(_device_of(op.operands[0], facts))]


def _is_on(device: str) -> PeepholeRule:
    def rule(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
        found = _device_of(op.operands[0], facts).partition(":")[0]
        return [BoolAttr.from_bool(found == device)]

    return rule


def _device_of(tensor: SSAValue, facts: MemoryFacts) -> str:
    device = facts.tensor_type_of(tensor).device
    if device is None:
        raise NotConstantError("the device is not known")
    return device


def _identity(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return whether two values are identical: true for one value, false for values of different
    types.
    """
    values = [None if facts.is_none(value) else value for value in op.operands]
    is_asked = op.name == "aten.__is__"
    first, second = map(source_of, op.operands)
    if first == second and not first.path:  # an attribute may have been set in between
        return [literal_attribute(is_asked)]
    if all(value is not None and isinstance(value.type, TensorType) for value in values):
        try:
            refine(*map(facts.type_of, op.operands))
        except (ShapeError, PromotionError):
            return [literal_attribute(not is_asked)]
    return [literal_attribute(is_identical(op, values))]


def _instance(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    found = fold(op, op.operands)
    if found is None:
        raise NotConstantError("the value may be of several types")
    return [literal_attribute(found[0])]


def _unwrap(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    (value,) = op.operands
    optional = isinstance(value.type, OptionalType) or is_subtype_of(NoneType(), value.type)
    _require(not optional, "the value may be None")
    return [value]


def _decided(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the condition of the branch that decides whether a value is None, or its negation."""
    values = [value for value in op.operands if not facts.is_none(value)]
    _require(len(values) == 1, "two values are compared")
    found, is_asked = optional_result(values[0], facts), op.name == "aten.__is__"
    condition = found.branch.condition
    return [condition if found.is_none_first is is_asked else Negation(condition)]


def _cast_of_branch(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the value that a branch yields which does not yield None."""
    found, wanted = optional_result(op.operands[0], facts), op.results[0].type
    _require(not found.branch.is_ancestor(found.present.owner), "the branch computes it")
    _require(is_subtype_of(found.present.type, wanted), "the type of the value says less")
    returned = any(isinstance(use.operation, ReturnOp) for use in op.results[0].uses)
    _require(not returned, "the function returns the wider type")
    return [found.present]


def _cast(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    value, wanted = op.operands[0], op.results[0].type
    _require(is_subtype_of(value.type, wanted), "the type of the value says less")
    returned = any(isinstance(use.operation, ReturnOp) for use in op.results[0].uses)
    _require(value.type == wanted or not returned, "the function returns the wider type")
    return [value]


# ---- Lists, dicts and tuples


def _elements(op: Operation, facts: MemoryFacts, operand: int = 0) -> Sequence[SSAValue]:
    """Return the elements that a list has when `op` runs. Raises NotConstantError."""
    return facts.elements_before(op, op.operands[operand])


def _length(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    maker = owner_of(op.operands[0])
    if maker is not None and maker.name == "aten.size":
        _require(facts.is_unwritten(op.operands[0]), "the list of sizes is written")
        rank = TYPE_QUERIES["aten.dim"](facts.tensor_type_of(maker.operands[0]))
        return [literal_attribute(rank)]
    if isinstance(maker, ConstantOp):
        constant = facts.constant_of(op.operands[0])
        _require(isinstance(constant, tuple), "the constant is not a list")
        return [literal_attribute(len(constant) if isinstance(constant, tuple) else 0)]
    return [literal_attribute(len(_elements(op, facts)))]


def _item(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    elements, index = _elements(op, facts), facts.int_of(op.operands[1])
    _require(-len(elements) <= index < len(elements), "the index is out of range")
    return [elements[index]]


def _decided_by(decides: bool) -> PeepholeRule:
    """Return that element if a list of bools has it: `any` needs one True, `all` no False."""

    def rule(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
        known = (owner_of(element) for element in _elements(op, facts))
        constants = (each.result for each in known if isinstance(each, ConstantOp))
        found = any(facts.constant_of(constant) is decides for constant in constants)
        _require(found, f"no element is {decides}")
        return [literal_attribute(decides)]

    return rule


def _unpack(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    elements = _elements(op, facts)
    _require(len(elements) == len(op.results), "the list is of another length")
    return elements


def _join(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return [[*_elements(op, facts), *_elements(op, facts, 1)]]


def _copy(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    source, copy = op.operands[0], op.results[0]
    maker = owner_of(source)
    if maker is None or maker.name != "aten.size":
        return [_elements(op, facts)]
    _require(facts.is_unwritten(source) and facts.is_unwritten(copy), "a list is written")
    _require(not facts.aliases.escapes(copy), "the caller may write the copy")
    return [source]


def _slice(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    start, stop = (facts.optional_int_of(value) for value in op.operands[1:3])
    step = facts.int_of(op.operands[3])
    _require(step > 0, "the step is not positive")
    return [_elements(op, facts)[start:stop:step]]


def _entries(op: Operation, facts: MemoryFacts) -> DictEntries:
    """Return the entries of a dict that is never written. Raises NotConstantError."""
    maker = owner_of(op.operands[0])
    if not isinstance(maker, DictConstructOp):
        raise NotConstantError("the dict is not constructed here")
    _require(facts.is_unwritten(maker.result), "the dict is written")
    return facts.entries_of(maker)


def _entry(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    entries, wanted = _entries(op, facts), facts.constant_of(op.operands[1])
    _require(wanted in entries, "the dict does not have the key")
    return [entries[wanted][1]]


def _has_entry(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return [literal_attribute(facts.constant_of(op.operands[1]) in _entries(op, facts))]


def _count_entries(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return [literal_attribute(len(_entries(op, facts)))]


def _keys(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return [[key for key, _ in _entries(op, facts).values()]]


def _values(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return [[value for _, value in _entries(op, facts).values()]]


def _items(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return [[*_entries(op, facts).values()]]


def _tuple_elements(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    return elements_taken(op)


# ---- Tensors


def _same_if(number: int) -> PeepholeRule:
    """Return the first operand, if the second is that number and the result is as the operand."""

    def rule(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
        found = facts.constant_of(op.operands[1])
        _require(not isinstance(found, bool) and found == number, f"no operand is {number}")
        before, after = (facts.tensor_type_of(value) for value in (op.operands[0], op.results[0]))
        known = (before.dtype, before.shape, before.strides)
        _require(None not in known, "element type, sizes or strides are not known")
        same = known == (after.dtype, after.shape, after.strides)
        _require(same, "the result is of another type")
        return [op.operands[0]]

    return rule


def _same_real_if(number: int) -> PeepholeRule:
    """Do as `_same_if`, but not for complex numbers: infinity times 1 + 0i is NaN."""

    def rule(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
        is_complex = isinstance(facts.tensor_type_of(op.operands[0]).dtype, ComplexType)
        _require(not is_complex, "the elements are complex")
        return _same_if(number)(op, facts)

    return rule


def _same_plus_zero(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the first operand if the sum with 0 keeps it: of floats, -0.0 + 0 is 0.0."""
    dtype = facts.tensor_type_of(op.operands[0]).dtype
    _require(isinstance(dtype, IntegerType), "a sum with zero loses the sign of -0.0")
    return _same_if(0)(op, facts)


def _same_minus_zero(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the first operand if it stays as it is less 0: -0.0 - -0.0 is 0.0."""
    zero, alpha = map(facts.constant_of, op.operands[1:])
    _require(repr(zero) != repr(-0.0), "a difference from -0.0 loses the sign of -0.0")
    # Infinity times 0 is NaN, and -1 times 0.0 is -0.0.
    _require(alpha == 1, "alpha is not 1")
    return _same_real_if(0)(op, facts)


def _same_in_evaluation(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the operand of a dropout that does not train and whose probability is one."""
    _, probability, training = op.operands
    found = facts.constant_of(probability)
    _require(facts.constant_of(training) is False, "it trains")
    _require(isinstance(found, int | float) and 0 <= found <= 1, "the probability is not known")
    return [op.operands[0]]


def _double_transpose(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    answer = _twice(op, facts)
    inner = owner_of(op.operands[0])
    assert inner is not None
    axes, others = ({facts.int_of(axis) for axis in each.operands[1:]} for each in (op, inner))
    _require(axes == others, "other axes are transposed")
    return answer


def _expand(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """Return the operand if it has exactly the requested sizes: others may not be valid."""
    tensor, wanted = op.operands[:2]
    sizes = facts.tensor_type_of(tensor).shape
    like = isinstance(wanted.type, TensorType)
    asked = facts.tensor_type_of(wanted).shape if like else facts.dims_of(wanted)
    if sizes is None or asked is None or len(sizes) != len(asked):
        raise NotConstantError("the sizes are not known, or change")
    pairs = zip(sizes, asked, strict=True)
    kept = all(isinstance(size, int) and new in (size, -1) for size, new in pairs)
    _require(kept, "the sizes are not known, or change")
    return [tensor]


def _type_as(op: Operation, facts: MemoryFacts) -> Sequence[Replacement]:
    """PyTorch returns the tensor itself if it is of that type."""
    one, other = (facts.tensor_type_of(value) for value in op.operands)
    known = None not in (one.dtype, one.device)
    _require(known and (one.dtype, one.device) == (other.dtype, other.device), "the types differ")
    return [op.operands[0]]


RULES: Mapping[str, Sequence[PeepholeRule]] = {
    # numbers
    "aten.add.int": (_neutral(1, 0), _neutral(0, 0)),
    "aten.sub.int": (_neutral(1, 0),),
    "aten.mul.int": (_neutral(1, 1), _neutral(0, 1)),
    "aten.floordiv.int": (_neutral(1, 1),),
    "aten.sub.float": (_neutral(1, 0.0),),
    "aten.mul.float": (_neutral(1, 1.0), _neutral(0, 1.0)),
    "aten.div.float": (_neutral(1, 1.0),),
    "aten.eq.bool": (_neutral(1, True), _neutral(0, True)),
    "aten.ne.bool": (_neutral(1, False), _neutral(0, False)),
    "aten.__and__.bool": (_neutral(1, True), _neutral(0, True)),
    "aten.__or__.bool": (_neutral(1, False), _neutral(0, False)),
    **dict.fromkeys(("aten.eq.int", "aten.le.int", "aten.ge.int"), (_of_equals(True),)),
    **dict.fromkeys(("aten.ne.int", "aten.lt.int", "aten.gt.int"), (_of_equals(False),)),
    "aten.__not__": (_twice,),
    "aten.neg.int": (_twice,),
    **dict.fromkeys(
        (
            *("aten.Int.Scalar", "aten.Int.Tensor", "aten.IntImplicit", "aten.Int.bool"),
            *("aten.Float.Scalar", "aten.Float.Tensor", "aten.FloatImplicit", "aten.Float.int"),
            *("aten.Bool.Tensor", "aten.Bool.int", "aten.ScalarImplicit"),
        ),
        (_convert,),
    ),
    IfOp.name: (_condition,),
    # facts of types
    **dict.fromkeys(TYPE_QUERIES, (_type_query,)),
    "aten.size": (_sizes,),
    "aten.size.int": (_size,),
    "prim.device": (_device,),
    "prim.is_cuda": (_is_on("cuda"),),
    "prim.is_cpu": (_is_on("cpu"),),
    **dict.fromkeys(IDENTITIES, (_identity, _decided)),
    IsInstanceOp.name: (_instance,),
    "aten._unwrap_optional": (_unwrap,),
    "prim.unchecked_unwrap_optional": (_unwrap,),
    UncheckedCastOp.name: (_cast, _cast_of_branch),
    # lists, dicts and tuples
    "aten.len.t": (_length,),
    "aten.__getitem__.t": (_item, _size),
    "aten.any.bool": (_decided_by(True),),
    "aten.all.bool": (_decided_by(False),),
    "aten.add.t": (_join,),
    "aten.slice.t": (_slice,),
    ListUnpackOp.name: (_unpack, _unpacked_sizes),
    "aten.list.t": (_copy,),
    "aten.copy.t": (_copy,),
    **{
        name: (rule,)
        for key in ("str", "int", "bool")
        for name, rule in {
            f"aten.__getitem__.Dict_{key}": _entry,
            f"aten.__contains__.{key}": _has_entry,
            f"aten.len.Dict_{key}": _count_entries,
            f"aten.keys.{key}": _keys,
            f"aten.values.{key}": _values,
            f"aten.items.{key}": _items,
        }.items()
    },
    TupleIndexOp.name: (_tuple_elements,),
    TupleUnpackOp.name: (_tuple_elements,),
    # tensors
    "aten.mul.Scalar": (_same_real_if(1),),
    "aten.div.Scalar": (_same_real_if(1),),
    "aten.sub.Scalar": (_same_minus_zero,),
    "aten.add.Scalar": (_same_plus_zero,),
    "aten.pow.Tensor_Scalar": (_same_if(1),),
    "aten.t": (_twice,),
    "aten.transpose.int": (_double_transpose,),
    "aten.expand": (_expand,),
    "aten.expand_as": (_expand,),
    "aten.type_as": (_type_as,),
    **dict.fromkeys(
        (
            *("aten.dropout", "aten.feature_dropout"),
            *("aten.alpha_dropout", "aten.feature_alpha_dropout"),
            *("aten.dropout_", "aten.feature_dropout_"),
            *("aten.alpha_dropout_", "aten.feature_alpha_dropout_"),
        ),
        (_same_in_evaluation,),
    ),
}
"""The rules of each operation, tried in order."""
