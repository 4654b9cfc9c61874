"""The operators that random programs call, and how their operands are chosen."""

from __future__ import annotations

from collections.abc import Sequence

from builder import INTS, Builder
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp
from xdsl_torchscript.dialects.schema.matching import Bindings
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.dialects.schema_op import SchemaOp, schema_op
from xdsl_torchscript.dialects.subtyping import bind, has_variables, is_subtype_of, substitute
from xdsl_torchscript.dialects.types import (
    ListType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
)
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

PURE = """
aten.add.Tensor aten.sub.Tensor aten.mul.Tensor aten.add.Scalar aten.mul.Scalar aten.neg aten.relu
aten.abs aten.eq.Tensor aten.gt.Scalar aten.where.self aten.maximum aten.sum aten.sum.dim_IntList
aten.clone aten.cat aten.stack aten.zeros aten.ones aten.full aten.zeros_like aten.ones_like
aten.full_like aten.tensor.int aten.tensor.float aten.arange aten.cumsum aten.max aten.argmax
aten.index_select aten.masked_fill.Scalar aten.matmul aten.softmax.int aten.clamp aten.logical_not
""".split()
POINTWISE = """
aten.add.Tensor aten.sub.Tensor aten.mul.Tensor aten.add.Scalar aten.mul.Scalar aten.neg aten.relu
aten.abs aten.gt.Scalar aten.maximum aten.tanh aten.sigmoid aten.where.self
""".split()
VIEWS = """
aten.view aten.select.int aten.slice.Tensor aten.t aten.transpose.int aten.permute aten.unsqueeze
aten.squeeze aten.squeeze.dim aten.narrow aten.detach aten.alias aten.diagonal aten.view_as
aten.as_strided aten.unfold aten.movedim.int aten.unbind.int aten.split.Tensor aten.chunk
aten.expand_as aten.expand aten.numpy_T
""".split()
MAYBE_VIEWS = """
aten.to.dtype aten.to.other aten.reshape aten.contiguous aten.flatten.using_ints aten.ravel
aten.type_as aten.reshape_as aten.expand aten.atleast_1d aten.to.prim_dtype aten.real aten.dropout
aten.broadcast_tensors aten.positive aten.resolve_conj aten.view_as aten.float_power.Tensor_Scalar
""".split()
WRITES = """
aten.add_.Tensor aten.mul_.Scalar aten.sub_.Tensor aten.neg_ aten.relu_ aten.zero_ aten.fill_.Scalar
aten.copy_ aten.fill_.Tensor aten.clamp_ aten.masked_fill_.Scalar aten.add_.Scalar aten.abs_
aten.add.out aten.mul.out aten.neg.out aten.sum.IntList_out aten.cat.out aten.index_put_
aten.index_fill_.int_Scalar aten.swapaxes aten.sort.values
""".split()
RESIZES = """
aten.t_ aten.transpose_ aten.squeeze_ aten.squeeze_.dim aten.unsqueeze_ aten.resize_ aten.swapaxes_
aten.as_strided_ aten.set_.source_Tensor aten.detach_ aten.resize_as_
""".split()
RANDOM = """
aten.rand_like aten.rand aten.bernoulli aten.dropout aten.normal_ aten.uniform_
aten.bernoulli_.float aten.randint aten.randperm aten.randn_like
""".split()
LISTS = """
aten.append.t aten._set_item.t aten.__getitem__.t aten.pop.t aten.insert.t aten.extend.t
aten.clear.t aten.reverse.t aten.add.t aten.add_.t aten.copy.t aten.slice.t aten.len.t
aten.Delete.t aten.list.t aten.eq.int_list aten.__contains__.int_list aten.sort.int aten.mul.left_t
aten.select.t aten.mul_.t aten.count.int aten.index.list_int
""".split()
DICTS = """
aten._set_item.str aten.__getitem__.Dict_str aten.pop.Dict_str aten.keys.str aten.values.str
aten.items.str aten.update.str aten.setdefault.str aten.clear.str aten.__contains__.str
aten.len.Dict_str aten.copy.Dict_str aten.get.default_str aten.Delete.Dict_str aten.dict.Dict_str
""".split()
NUMBERS = """
aten.add.int aten.sub.int aten.mul.int aten.floordiv.int aten.remainder.int aten.eq.int aten.lt.int
aten.gt.int aten.neg.int aten.add.float aten.mul.float aten.div.int aten.__not__ aten.Int.float
aten.Float.int prim.max.int prim.min.int aten.__is__ aten.__isnot__ aten.ne.int aten.add.float_int
aten.add.str aten.eq.str aten.Bool.int aten.__and__.bool prim.min.self_int aten.pow.int_float
""".split()
QUESTIONS = """
aten.size aten.size.int aten.dim aten.numel aten.stride aten.is_contiguous aten.len.Tensor
aten.is_same_size aten.item aten.Bool.Tensor aten.Int.Tensor prim.dtype aten.stride.int aten.equal
aten.is_floating_point aten.is_set_to prim.is_cuda aten.IntImplicit
aten.storage_offset prim.requires_grad
""".split()
SIZES = "aten.dim aten.size.int aten.numel".split()
FAILING = """
aten.floordiv.int aten.remainder.int aten.__getitem__.t aten.index.list_int aten.select.int
aten.size.int aten.stride.int
""".split()
"""Operators that fail on many values."""

GROUPS: tuple[tuple[int, list[str]], ...] = (
    (9, PURE), (7, VIEWS), (6, MAYBE_VIEWS), (7, WRITES), (3, RESIZES), (2, RANDOM), (7, LISTS),
    (4, DICTS), (5, NUMBERS), (5, QUESTIONS),
)  # fmt: skip

_DTYPES = (6, 6, 7, 4, 3, 11)
_DIMS = (0, 0, 0, 1, -1)
_INDICES = (0, 0, 1, -1, 2)
_BY_NAME: dict[str, Sequence[Value]] = {
    "dim": _DIMS, "dim0": _DIMS, "dim1": _DIMS, "dim2": (1, -1), "axis0": _DIMS, "axis1": (1, -1),
    "start_dim": (0, 0, 1), "end_dim": (-1, -1, 1), "source": _DIMS, "destination": _DIMS,
    "dimension": _DIMS, "dtype": _DTYPES, "memory_format": (0,), "index": _INDICES,
    "idx": _INDICES, "start": (0, 0, 1, -1), "storage_offset": (0, 0, 1), "split_size": (1, 2),
    "chunks": (2, 1, 3), "step": (1, 1, 2), "alpha": (1, 1, 2), "train": (False, True),
    "p": (0.5, 0.25), "accumulate": (False,), "length": (1, 1, 2), "copy": (False, False, True),
    "non_blocking": (False,), "end": (1, 2, 3), "high": (4,), "n": (1, 2), "mean": (0.0,),
    "std": (1.0,), "from": (0.0,), "to": (1.0,), "implicit": (False,), "keepdim": (False, True),
}  # fmt: skip
"""Literals that an argument of this name often takes."""
_ABSENT = frozenset({"layout", "device", "pin_memory", "generator", "memory_format"})
_BY_TYPE: dict[Attribute, Sequence[Value]] = {
    i64: (0, 1, 1, 2, 3, -1),
    f64: (0.0, 0.5, 1.0, 2.5, -1.5),
    i1: (False, True),
    NumberType(): (1, 2, 0, 0.5, -1, 3.0),
    StrType(): ("a", "b", "a", "c"),
}
_SIZES = ((2, 3), (3, 2), (2,), (6,), (3,), (-1,), (1, 2), (2, 1), (4,), (1,), (2, -1), ())


class NoOperandError(Exception):
    """No value in scope and no literal fits an argument."""


def random_operator(builder: Builder, name: str, first: SSAValue | None = None) -> SchemaOp:
    """Return an operation with random operands, not yet added; `first` is the first operand.

    Raises NoOperandError if an argument has no suitable value.
    """
    schema, bindings = schema_named(name), Bindings()
    arguments = schema.arguments
    given = [] if first is None else [_bind_arguments(first, arguments[0], bindings)]
    operands = given + [_operand(builder, a, bindings) for a in arguments[len(given) :]]
    return schema_op(name).create(operands=operands, result_types=_result_types(schema, bindings))


def _bind_arguments(value: SSAValue, argument: Argument, bindings: Bindings) -> SSAValue:
    bound = bind(argument.type, value.type, bindings)
    if not (bound and is_subtype_of(value.type, substitute(argument.type, bindings))):
        raise NoOperandError
    return value


def _result_types(schema: FunctionSchema, bindings: Bindings) -> list[Attribute]:
    return [substitute(returned.type, bindings) for returned in schema.returns]


def _operand(builder: Builder, argument: Argument, bindings: Bindings) -> SSAValue:
    formal = argument.type
    if has_variables(formal):
        return _variable_operand(builder, formal, bindings)
    if isinstance(formal, OptionalType):
        if argument.name in _ABSENT or builder.chance(0.5):
            return builder.literal(None)
        formal = formal.element
    if isinstance(formal, TensorType):
        return _require(builder.pick_tensor())
    if formal == INTS:
        return ints(builder)
    if isinstance(formal, ListType):
        return _list(builder, formal)
    return _scalar(builder, argument.name, formal)


def _require(value: SSAValue | None) -> SSAValue:
    if value is None:
        raise NoOperandError
    return value


def _variable_operand(builder: Builder, formal: Attribute, bindings: Bindings) -> SSAValue:
    def fits(value: SSAValue) -> bool:
        trial = Bindings(bindings)
        bound = bind(formal, value.type, trial)
        return bound and is_subtype_of(value.type, substitute(formal, trial))

    found = _require(builder.pick(fits))
    bind(formal, found.type, bindings)
    return found


def _scalar(builder: Builder, name: str, formal: Attribute) -> SSAValue:
    by_name = _BY_NAME.get(name)
    usual = by_name if formal in (i64, i1, NumberType()) else None
    if usual is None or builder.chance(0.1):
        found = builder.pick(lambda value: is_subtype_of(value.type, formal))
        if found is not None and (builder.chance(0.6) or formal not in _BY_TYPE):
            return found
    choices = usual or _BY_TYPE.get(formal)
    if choices is None:
        raise NoOperandError
    return builder.literal(builder.random.choice(choices))


def _list(builder: Builder, formal: ListType) -> SSAValue:
    found = builder.pick_type(formal)
    if found is not None and builder.chance(0.7):
        return found
    element = formal.element
    if isinstance(element, OptionalType):
        element = element.element
    parts = [_require(builder.pick_type(element)) for _ in range(builder.random.randint(1, 2))]
    op = ListConstructOp(parts, formal.element)
    if not builder.attempt(op):
        raise NoOperandError
    return op.result


def ints(builder: Builder) -> SSAValue:
    """Return a list of numbers: one in scope, a constant, or a constructed list."""
    found = builder.pick_type(INTS)
    if found is not None and builder.chance(0.3):
        return found
    numbers = _sizes(builder)
    if builder.chance(0.3):
        return builder.constant(ConstantOp.from_int_list(numbers))
    op = ListConstructOp([builder.literal(number) for number in numbers], i64)
    builder.attempt(op)
    return op.result


def _sizes(builder: Builder) -> Sequence[int]:
    """Return numbers that often are sizes, strides or dimensions of a tensor in scope."""
    value = builder.pick_tensor()
    if value is None or builder.chance(0.5):
        return builder.random.choice(_SIZES)
    tensor = builder.state.values[value]
    assert isinstance(tensor, Tensor)
    shape = list(tensor.array.shape)
    choices = (shape, shape[::-1], range(len(shape)), [-1], [2, *shape], tensor.strides)
    return [*builder.random.choice(choices)]
