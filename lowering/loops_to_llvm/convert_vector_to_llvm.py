"""Vectors of one dimension become LLVM's vectors, and their accesses loads and stores.

    %v = vector.load %m[%i] : memref<?xf32>, vector<8xf32>
    %s = vector.broadcast %x : f32 to vector<8xf32>

becomes

    %p = llvm.getelementptr inbounds %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
    %0 = llvm.insertelement %x, %poison[%zero : i64] : vector<8xf32>
    %s = llvm.shufflevector %0, %poison [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32>

A vector in memory is contiguous: the last dimension of its memref has stride 1. Transfers must be
in bounds and in order, without a mask.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import llvm, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    ModuleOp,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended import llvm_intrinsics as intrinsics
from xdsl_torchscript.dialects.extended import llvm_vectors
from xdsl_torchscript.dialects.extended.llvm import ExtractElementOp, ICmpOp, PoisonOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops_to_llvm.conversion import Lowered, Lowering, RuleTable
from xdsl_torchscript.lowering.loops_to_llvm.convert_arith_to_llvm import fast_math
from xdsl_torchscript.lowering.loops_to_llvm.memory import (
    address,
    from_memory,
    load,
    memref_type,
    store,
    to_memory,
)
from xdsl_torchscript.lowering.loops_to_llvm.types import byte_size, element_strides

TABLE = RuleTable()
Kind = vector.CombiningKindFlag


def _lanes(value_type: Attribute, op: Operation) -> int:
    if not isa(value_type, VectorType) or value_type.get_num_dims() != 1:
        fail(op, f"has the type {value_type}; LLVM takes vectors of one dimension")
    return value_type.get_shape()[0]


def _contiguous_address(lower: Lowering, buffer: SSAValue, indices: Sequence[SSAValue]) -> SSAValue:
    strides = element_strides(memref_type(buffer, lower.op), lower.op)
    if strides[-1:] != [1]:
        fail(lower.op, f"accesses {buffer.type}, whose last dimension is not contiguous")
    return address(lower, buffer, indices)


# --- memory --------------------------------------------------------------------------------


@TABLE.rule(vector.LoadOp)
def _(lower: Lowering, op: vector.LoadOp) -> Lowered:
    pointer = _contiguous_address(lower, op.base, op.indices)
    return load(lower, pointer, lower.type(op.result.type))


@TABLE.rule(vector.StoreOp)
def _(lower: Lowering, op: vector.StoreOp) -> Lowered:
    store(lower, lower.value(op.vector), _contiguous_address(lower, op.base, op.indices))
    return None


@TABLE.rule(vector.MaskedLoadOp)
def _(lower: Lowering, op: vector.MaskedLoadOp) -> Lowered:
    pointer = _contiguous_address(lower, op.base, op.indices)
    result, default = lower.type(op.result.type), to_memory(lower, lower.value(op.pass_thru))
    alignment = byte_size(_element(result), op)
    loaded = llvm_vectors.MaskedLoadOp(pointer, lower.value(op.mask), default, alignment)
    return from_memory(lower, lower(loaded), result)


@TABLE.rule(vector.MaskedStoreOp)
def _(lower: Lowering, op: vector.MaskedStoreOp) -> Lowered:
    pointer = _contiguous_address(lower, op.base, op.indices)
    value = lower.value(op.value_to_store)
    alignment = byte_size(_element(value.type), op)
    stored = to_memory(lower, value)
    lower.emit(llvm_vectors.MaskedStoreOp(stored, pointer, lower.value(op.mask), alignment))
    return None


@TABLE.rule(vector.TransferReadOp)
def _(lower: Lowering, op: vector.TransferReadOp) -> Lowered:
    _check_transfer(op)
    pointer = _contiguous_address(lower, op.source, op.indices)
    return load(lower, pointer, lower.type(op.result.type))


@TABLE.rule(vector.TransferWriteOp)
def _(lower: Lowering, op: vector.TransferWriteOp) -> Lowered:
    _check_transfer(op)
    store(lower, lower.value(op.vector), _contiguous_address(lower, op.source, op.indices))
    return None


def _check_transfer(op: vector.TransferReadOp | vector.TransferWriteOp) -> None:
    rank = len(op.indices)
    last = AffineMap(rank, 0, (AffineDimExpr(rank - 1),))
    in_bounds = all(flag.value.data for flag in op.in_bounds)
    if not in_bounds or op.mask is not None or op.permutation_map.data != last:
        fail(op, "is not a plain access: only transfers in bounds, in order and unmasked lower")


def _element(given: Attribute) -> Attribute:
    return given.element_type if isa(given, VectorType) else given


# --- lanes ---------------------------------------------------------------------------------


@TABLE.rule(vector.BroadcastOp)
def _(lower: Lowering, op: vector.BroadcastOp) -> Lowered:
    value, target = lower.value(op.source), lower.type(op.vector.type)
    if value.type == target:
        return value
    if not isa(value.type, VectorType):
        poison = lower(PoisonOp(target))
        value = lower(llvm.InsertElementOp(poison, value, lower.integer(0)))
    elif _lanes(value.type, op) != 1:
        fail(op, f"spreads {op.source.type} over {op.vector.type}; only one lane can be spread")
    return _shuffle(lower, value, value, [0] * _lanes(target, op))


def _shuffle(lower: Lowering, a: SSAValue, b: SSAValue, lanes: Sequence[int]) -> SSAValue:
    result = VectorType(_element(a.type), [len(lanes)])
    return lower(llvm.ShuffleVectorOp(a, b, DenseArrayBase.from_list(i32, lanes), result))


@TABLE.rule(vector.ShuffleOp)
def _(lower: Lowering, op: vector.ShuffleOp) -> Lowered:
    """LLVM shuffles two vectors of one type; of a shorter one the missing lanes are never used."""
    a, b = lower.value(op.v1), lower.value(op.v2)
    count_a, count_b = _lanes(a.type, op), _lanes(b.type, op)
    width = max(count_a, count_b)
    mask = [lane if lane < count_a else lane - count_a + width for lane in op.mask.iter_values()]
    return _shuffle(lower, _widened(lower, a, width), _widened(lower, b, width), mask)


def _widened(lower: Lowering, value: SSAValue, width: int) -> SSAValue:
    have = _lanes(value.type, lower.op)
    if have == width:
        return value
    return _shuffle(lower, value, value, [*range(have), *([-1] * (width - have))])


@TABLE.rule(vector.ExtractOp)
def _(lower: Lowering, op: vector.ExtractOp) -> Lowered:
    source = lower.value(op.vector)
    return lower(ExtractElementOp(source, _position(lower, op.get_mixed_position(), op)))


@TABLE.rule(vector.InsertOp)
def _(lower: Lowering, op: vector.InsertOp) -> Lowered:
    position = _position(lower, op.get_mixed_position(), op)
    return lower(llvm.InsertElementOp(lower.value(op.dest), lower.value(op.source), position))


def _position(lower: Lowering, position: Sequence[SSAValue | int], op: Operation) -> SSAValue:
    if len(position) != 1:
        fail(op, f"has {len(position)} positions; LLVM takes vectors of one dimension")
    lane = position[0]
    return lower.integer(lane) if isinstance(lane, int) else lower.value(lane)


@TABLE.rule(vector.BitcastOp)
def _(lower: Lowering, op: vector.BitcastOp) -> Lowered:
    return lower(llvm.BitcastOp(lower.value(op.source), lower.type(op.result.type)))


@TABLE.rule(vector.CreateMaskOp)
def _(lower: Lowering, op: vector.CreateMaskOp) -> Lowered:
    """Lane k is set if k is less than the operand: a comparison with the numbers of the lanes."""
    count = _lanes(op.mask_vector.type, op)
    kind = VectorType(i64, [count])
    numbers = DenseIntOrFPElementsAttr.from_list(kind, list(range(count)))
    lanes = lower(llvm.ConstantOp(numbers, kind))
    poison = lower(PoisonOp(kind))
    limit = lower(llvm.InsertElementOp(poison, lower.value(op.mask_dim_sizes[0]), lower.integer(0)))
    return lower(ICmpOp(lanes, _shuffle(lower, limit, limit, [0] * count), "slt"))


# --- arithmetic ----------------------------------------------------------------------------


@TABLE.rule(vector.FMAOp)
def _(lower: Lowering, op: vector.FMAOp) -> Lowered:
    a, b, c = lower.values(op.operands)
    return lower(llvm.FMAOp(a, b, c))


INTEGER_REDUCTIONS: dict[
    Kind, tuple[Callable[[SSAValue], Operation], Callable[[SSAValue, SSAValue], Operation]]
] = {
    Kind.ADD: (llvm_vectors.VectorReduceAddOp, llvm.AddOp),
    Kind.AND: (llvm_vectors.VectorReduceAndOp, llvm.AndOp),
    Kind.MAXSI: (llvm_vectors.VectorReduceSMaxOp, intrinsics.SMaxOp),
    Kind.MAXUI: (llvm_vectors.VectorReduceUMaxOp, intrinsics.UMaxOp),
    Kind.MINSI: (llvm_vectors.VectorReduceSMinOp, intrinsics.SMinOp),
    Kind.MINUI: (llvm_vectors.VectorReduceUMinOp, intrinsics.UMinOp),
    Kind.MUL: (llvm_vectors.VectorReduceMulOp, llvm.MulOp),
    Kind.OR: (llvm_vectors.VectorReduceOrOp, llvm.OrOp),
    Kind.XOR: (llvm_vectors.VectorReduceXorOp, llvm.XOrOp),
}
"""Kind -> the reduction of a vector, and how its result and an accumulator are combined."""

FLOAT_REDUCTIONS: dict[
    Kind,
    tuple[
        Callable[[SSAValue, llvm.FastMathAttr], Operation],
        Callable[[SSAValue, SSAValue, llvm.FastMathAttr], Operation],
    ],
] = {
    Kind.MAXIMUMF: (llvm_vectors.VectorReduceFMaximumOp, intrinsics.MaximumOp),
    Kind.MAXNUMF: (llvm_vectors.VectorReduceFMaxOp, llvm.VectorFMaxOp),
    Kind.MINIMUMF: (llvm_vectors.VectorReduceFMinimumOp, intrinsics.MinimumOp),
    Kind.MINNUMF: (llvm_vectors.VectorReduceFMinOp, llvm.VectorFMinOp),
}

ORDERED_REDUCTIONS: dict[
    Kind, tuple[Callable[[SSAValue, SSAValue, llvm.FastMathAttr], Operation], float]
] = {
    Kind.ADD: (llvm.VectorReduceFAddOp, -0.0),
    Kind.MUL: (llvm.VectorReduceFMulOp, 1.0),
}
"""Sums and products of floats start from a value; by default from the neutral one."""


@TABLE.rule(vector.ReductionOp)
def _(lower: Lowering, op: vector.ReductionOp) -> Lowered:
    """Floats are added in the order of the lanes unless fast-math flags allow reassociation."""
    kind, source, flags = op.kind.data, lower.value(op.vector), fast_math(op)
    start = lower.value(op.acc) if op.acc is not None else None
    element = _element(source.type)
    if kind in ORDERED_REDUCTIONS and isinstance(element, AnyFloat):
        reduce, neutral = ORDERED_REDUCTIONS[kind]
        start = lower.float(neutral, element) if start is None else start
        return lower(reduce(start, source, flags))
    if kind in FLOAT_REDUCTIONS:
        reduce_floats, combine_floats = FLOAT_REDUCTIONS[kind]
        result = lower(reduce_floats(source, flags))
        return result if start is None else lower(combine_floats(result, start, flags))
    reduce_lanes, combine = INTEGER_REDUCTIONS[kind]
    result = lower(reduce_lanes(source))
    return result if start is None else lower(combine(result, start))


@dataclass(frozen=True)
class ConvertVectorToLlvmPass(TsPass):
    """Turns vectors of one dimension into vectors of the llvm dialect."""

    name = "convert-vector-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-vector",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        TABLE.convert(module)
        for left in module.walk():
            if left.name.startswith("vector."):
                fail(left, "has no lowering to the llvm dialect")
