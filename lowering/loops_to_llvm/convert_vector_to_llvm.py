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
from xdsl_torchscript.dialects.extended.arith import vector_type
from xdsl_torchscript.dialects.extended.llvm import ExtractElementOp, ICmpOp, PoisonOp
from xdsl_torchscript.dialects.simd import VNNI_DOT, UsdotOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops_to_llvm.conversion import Converted, LlvmConversion, llvm_rules
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

RULES = llvm_rules()
VNNI_BITS = (128, 256, 512)
CombiningKind = vector.CombiningKindFlag


def _lanes(value_type: Attribute, op: Operation) -> int:
    if not isa(value_type, VectorType) or value_type.get_num_dims() != 1:
        fail(op, f"has the type {value_type}; LLVM takes vectors of one dimension")
    return value_type.get_shape()[0]


def _contiguous_address(
    to: LlvmConversion, buffer: SSAValue, indices: Sequence[SSAValue], *, in_bounds: bool = True
) -> SSAValue:
    strides = element_strides(memref_type(buffer, to.op), to.op)
    if strides[-1:] != [1]:
        fail(to.op, f"accesses {buffer.type}, whose last dimension is not contiguous")
    return address(to, buffer, indices, in_bounds=in_bounds)


# --- memory --------------------------------------------------------------------------------


@RULES.rule(vector.LoadOp)
def _(to: LlvmConversion, op: vector.LoadOp) -> Converted:
    pointer = _contiguous_address(to, op.base, op.indices)
    return load(to, pointer, to.type(op.result.type))


@RULES.rule(vector.StoreOp)
def _(to: LlvmConversion, op: vector.StoreOp) -> None:
    store(to, to.value(op.vector), _contiguous_address(to, op.base, op.indices))


@RULES.rule(vector.MaskedLoadOp)
def _(to: LlvmConversion, op: vector.MaskedLoadOp) -> Converted:
    pointer = _contiguous_address(to, op.base, op.indices, in_bounds=False)
    result, default = to.type(op.result.type), to_memory(to, to.value(op.pass_thru))
    alignment = byte_size(_element(result), op)
    loaded = llvm_vectors.MaskedLoadOp(pointer, to.value(op.mask), default, alignment)
    return from_memory(to, to(loaded), result)


@RULES.rule(vector.MaskedStoreOp)
def _(to: LlvmConversion, op: vector.MaskedStoreOp) -> None:
    pointer = _contiguous_address(to, op.base, op.indices, in_bounds=False)
    value = to.value(op.value_to_store)
    alignment = byte_size(_element(value.type), op)
    stored = to_memory(to, value)
    to.emit(llvm_vectors.MaskedStoreOp(stored, pointer, to.value(op.mask), alignment))


@RULES.rule(vector.TransferReadOp)
def _(to: LlvmConversion, op: vector.TransferReadOp) -> Converted:
    _check_transfer(op)
    pointer = _contiguous_address(to, op.source, op.indices)
    return load(to, pointer, to.type(op.result.type))


@RULES.rule(vector.TransferWriteOp)
def _(to: LlvmConversion, op: vector.TransferWriteOp) -> None:
    _check_transfer(op)
    store(to, to.value(op.vector), _contiguous_address(to, op.source, op.indices))


def _check_transfer(op: vector.TransferReadOp | vector.TransferWriteOp) -> None:
    rank = len(op.indices)
    last = AffineMap(rank, 0, (AffineDimExpr(rank - 1),))
    in_bounds = all(flag.value.data for flag in op.in_bounds)
    if not in_bounds or op.mask is not None or op.permutation_map.data != last:
        fail(op, "is not a plain access: only transfers in bounds, in order and unmasked lower")


def _element(given: Attribute) -> Attribute:
    return given.element_type if isa(given, VectorType) else given


# --- lanes ---------------------------------------------------------------------------------


@RULES.rule(vector.BroadcastOp)
def _(to: LlvmConversion, op: vector.BroadcastOp) -> Converted:
    value, target = to.value(op.source), to.type(op.vector.type)
    if value.type == target:
        return value
    if not isa(value.type, VectorType):
        poison = to(PoisonOp(target))
        value = to(llvm.InsertElementOp(poison, value, to.constant(0)))
    elif _lanes(value.type, op) != 1:
        fail(op, f"spreads {op.source.type} over {op.vector.type}; only one lane can be spread")
    return _shuffle(to, value, value, [0] * _lanes(target, op))


def _shuffle(to: LlvmConversion, a: SSAValue, b: SSAValue, lanes: Sequence[int]) -> SSAValue:
    result = vector_type(_element(a.type), (len(lanes),))
    mask = DenseArrayBase.from_list(i32, lanes)
    return to.emit.create(llvm.ShuffleVectorOp, [a, b], [result], {"mask": mask}).res


@RULES.rule(vector.ShuffleOp)
def _(to: LlvmConversion, op: vector.ShuffleOp) -> Converted:
    """LLVM shuffles two vectors of one type; of a shorter one the missing lanes are never used."""
    a, b = to.value(op.v1), to.value(op.v2)
    count_a, count_b = _lanes(a.type, op), _lanes(b.type, op)
    width = max(count_a, count_b)
    mask = [lane if lane < count_a else lane - count_a + width for lane in op.mask.iter_values()]
    return _shuffle(to, _widen(to, a, width), _widen(to, b, width), mask)


def _widen(to: LlvmConversion, value: SSAValue, width: int) -> SSAValue:
    have = _lanes(value.type, to.op)
    if have == width:
        return value
    return _shuffle(to, value, value, [*range(have), *([-1] * (width - have))])


@RULES.rule(vector.ExtractOp)
def _(to: LlvmConversion, op: vector.ExtractOp) -> Converted:
    source = to.value(op.vector)
    return to(ExtractElementOp(source, _position(to, op.get_mixed_position(), op)))


@RULES.rule(vector.InsertOp)
def _(to: LlvmConversion, op: vector.InsertOp) -> Converted:
    position = _position(to, op.get_mixed_position(), op)
    return to(llvm.InsertElementOp(to.value(op.dest), to.value(op.source), position))


def _position(to: LlvmConversion, position: Sequence[SSAValue | int], op: Operation) -> SSAValue:
    if len(position) != 1:
        fail(op, f"has {len(position)} positions; LLVM takes vectors of one dimension")
    lane = position[0]
    return to.constant(lane) if isinstance(lane, int) else to.value(lane)


@RULES.rule(vector.BitcastOp)
def _(to: LlvmConversion, op: vector.BitcastOp) -> Converted:
    return to(llvm.BitcastOp(to.value(op.source), to.type(op.result.type)))


@RULES.rule(vector.CreateMaskOp)
def _(to: LlvmConversion, op: vector.CreateMaskOp) -> Converted:
    """Lane k is set if k is less than the operand: a comparison with the numbers of the lanes."""
    count = _lanes(op.mask_vector.type, op)
    kind = VectorType(i64, [count])
    numbers = DenseIntOrFPElementsAttr.from_list(kind, list(range(count)))
    lanes = to(llvm.ConstantOp(numbers, kind))
    poison = to(PoisonOp(kind))
    limit = to(llvm.InsertElementOp(poison, to.value(op.mask_dim_sizes[0]), to.constant(0)))
    return to(ICmpOp(lanes, _shuffle(to, limit, limit, [0] * count), "slt"))


# --- arithmetic ----------------------------------------------------------------------------


@RULES.rule(vector.FMAOp)
def _(to: LlvmConversion, op: vector.FMAOp) -> Converted:
    a, b, c = to.operands(op.operands)
    return to(llvm.FMAOp(a, b, c))


@RULES.rule(UsdotOp)
def _(to: LlvmConversion, op: UsdotOp) -> Converted:
    """Only x86 has such an intrinsic, for whole registers of machines with VNNI."""
    bytes, sums = to.operands([op.unsigned, op.signed]), to.value(op.acc)
    bits = 32 * _lanes(sums.type, op)
    if bits not in VNNI_BITS:
        fail(op, f"has {bits} bits; VNNI has registers of {', '.join(map(str, VNNI_BITS))} bits")
    return to(llvm.CallIntrinsicOp(f"{VNNI_DOT}.{bits}", [sums, *bytes], [sums.type]))


INTEGER_REDUCTIONS: dict[
    CombiningKind, tuple[Callable[[SSAValue], Operation], Callable[[SSAValue, SSAValue], Operation]]
] = {
    CombiningKind.ADD: (llvm_vectors.VectorReduceAddOp, llvm.AddOp),
    CombiningKind.AND: (llvm_vectors.VectorReduceAndOp, llvm.AndOp),
    CombiningKind.MAXSI: (llvm_vectors.VectorReduceSMaxOp, intrinsics.SMaxOp),
    CombiningKind.MAXUI: (llvm_vectors.VectorReduceUMaxOp, intrinsics.UMaxOp),
    CombiningKind.MINSI: (llvm_vectors.VectorReduceSMinOp, intrinsics.SMinOp),
    CombiningKind.MINUI: (llvm_vectors.VectorReduceUMinOp, intrinsics.UMinOp),
    CombiningKind.MUL: (llvm_vectors.VectorReduceMulOp, llvm.MulOp),
    CombiningKind.OR: (llvm_vectors.VectorReduceOrOp, llvm.OrOp),
    CombiningKind.XOR: (llvm_vectors.VectorReduceXorOp, llvm.XOrOp),
}
"""Kind -> the reduction of a vector, and how its result and an accumulator are combined."""

FLOAT_REDUCTIONS: dict[
    CombiningKind,
    tuple[
        Callable[[SSAValue, llvm.FastMathAttr], Operation],
        Callable[[SSAValue, SSAValue, llvm.FastMathAttr], Operation],
    ],
] = {
    CombiningKind.MAXIMUMF: (llvm_vectors.VectorReduceFMaximumOp, intrinsics.MaximumOp),
    CombiningKind.MAXNUMF: (llvm_vectors.VectorReduceFMaxOp, llvm.VectorFMaxOp),
    CombiningKind.MINIMUMF: (llvm_vectors.VectorReduceFMinimumOp, intrinsics.MinimumOp),
    CombiningKind.MINNUMF: (llvm_vectors.VectorReduceFMinOp, llvm.VectorFMinOp),
}

ORDERED_REDUCTIONS: dict[
    CombiningKind, tuple[Callable[[SSAValue, SSAValue, llvm.FastMathAttr], Operation], float]
] = {
    CombiningKind.ADD: (llvm.VectorReduceFAddOp, -0.0),
    CombiningKind.MUL: (llvm.VectorReduceFMulOp, 1.0),
}
"""Sums and products of floats start from a value; by default from the neutral one."""


@RULES.rule(vector.ReductionOp)
def _(to: LlvmConversion, op: vector.ReductionOp) -> Converted:
    """Add floats in the order of the lanes unless fast-math flags allow reassociation."""
    kind, source, flags = op.kind.data, to.value(op.vector), fast_math(op)
    start = to.value(op.acc) if op.acc is not None else None
    element = _element(source.type)
    if kind in ORDERED_REDUCTIONS and isinstance(element, AnyFloat):
        reduce, neutral = ORDERED_REDUCTIONS[kind]
        start = to.constant(neutral, element) if start is None else start
        return to(reduce(start, source, flags))
    if kind in FLOAT_REDUCTIONS:
        reduce_floats, combine_floats = FLOAT_REDUCTIONS[kind]
        result = to(reduce_floats(source, flags))
        return result if start is None else to(combine_floats(result, start, flags))
    reduce_lanes, combine = INTEGER_REDUCTIONS[kind]
    result = to(reduce_lanes(source))
    return result if start is None else to(combine(result, start))


@dataclass(frozen=True)
class ConvertVectorToLlvmPass(TsPass):
    """Convert one-dimensional vectors to the llvm dialect."""

    name = "convert-vector-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-vector",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        LlvmConversion(RULES).run(module)
        for left in nested_operations(module):
            if left.name.startswith(("vector.", "simd.")):
                fail(left, "has no lowering to the llvm dialect")
