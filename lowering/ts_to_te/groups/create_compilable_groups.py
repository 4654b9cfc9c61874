"""`create-fusion-groups` for the operators that have kernels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import prod

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import is_sum
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED, Facts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import ShapeError, has_at_most
from xdsl_torchscript.lowering.core.messages import MESSAGE
from xdsl_torchscript.lowering.core.unrolling import MOST_PARTS
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.decomposition.decompositions import decomposition
from xdsl_torchscript.lowering.ts.decomposition.partial_evaluation import UndecidedError, expand
from xdsl_torchscript.lowering.ts.fusion.create_fusion_groups import (
    CreateFusionGroupsPass,
    KernelCheck,
)
from xdsl_torchscript.lowering.ts_to_te.arrays.joining import JOINING
from xdsl_torchscript.lowering.ts_to_te.conversion import shape_and_dtype
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import (
    LOWERINGS,
    refusal_of,
    refusal_of_draw,
)
from xdsl_torchscript.lowering.ts_to_te.groups.library_operators import is_faster_in_library
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.contractions import (
    CONTRACTIONS,
    ContractionShape,
    contraction_of,
    reads_panels,
)
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_elements import PAD, is_byte
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_factors import byte_factors
from xdsl_torchscript.lowering.ts_to_te.networks.packed_sequences import PACKED_SEQUENCES
from xdsl_torchscript.lowering.ts_to_te.networks.pooling import POOLING, SHORT
from xdsl_torchscript.lowering.ts_to_te.networks.recurrent import RECURRENT
from xdsl_torchscript.lowering.ts_to_te.pointwise.complex_tensors import is_complex

MOST_READS = 1 << 13
"""The elements of windows, and of joined tensors, up to which a kernel was measured to be faster
than the interpreter, if it tests each index, or combines no parts of windows that overlap."""

BLAS_THRESHOLD = 1 << 29
"""The multiplications from which a product is left to BLAS. Below, kernels were measured to be
faster; above, they gain little and depend more on a machine (docs/performance.md)."""

BLAS_THRESHOLD_OF_FEW = 1 << 24
"""The same for fewer than MANY rows or columns: such products are bound by loads of a factor, which
kernels may read in another order than memory has it. They read the weights of a linear layer in
order, with any number of rows."""

MANY = 16
"""The rows and columns from which each loaded element is used often enough."""

SMALL_FACTOR = 1 << 16
"""The elements of a right factor of known sizes up to which the product of any number of rows was
measured to be faster in a kernel."""

SHORT_SUM = 1 << 12
"""The terms up to which this holds for a vector, too."""

FEW_TERMS = 16
"""The terms up to which this holds for any rows and columns."""

BLAS_THRESHOLD_OF_STEPS = 1 << 29
"""The multiplications of a step from which a recurrent network is left to BLAS: below, kernels save
the interpreter's calls in each step."""

NETWORKS = frozenset({*RECURRENT, *PACKED_SEQUENCES})
"""Recurrent networks of whole sequences."""


def group_refusal(op: Operation) -> str | None:
    """Return why a group rejects an operation, None if its kernel is no slower."""
    if (reason := refusal_of_draw(op)) is not None:
        return reason
    if op.name not in LOWERINGS and decomposition(op.name) is not None:
        parts = parts_with_kernels(op, STATED)
        if isinstance(parts, str):
            return parts
        parts.erase(safe_erase=False)
        return None
    return kernel_refusal(op)


def parts_with_kernels(
    op: Operation, facts: Facts, *, unused: Collection[int] = ()
) -> FuncOp | str:
    """Return the decomposition of a composite operator into operators that have kernels, as a
    function that the caller inserts or erases; or why there is none. The results numbered by
    `unused` are not computed."""
    try:
        function = expand(op, facts, LOWERINGS, unused=unused)
    except (UndecidedError, ShapeError, PromotionError) as error:
        return str(error)
    assert function is not None
    for part in operations_of(function, SchemaOp):
        reason = kernel_refusal(part)
        if reason is not None:
            function.erase(safe_erase=False)
            return f"its part '{part.name}' {reason}"
    return function


def kernel_refusal(op: Operation) -> str | None:
    """Return why a kernel with the loops around an operation rejects it, None if the kernel is no
    slower."""
    if any(is_complex(value.type) for value in (*op.operands, *op.results)):
        return "computes with complex numbers"
    if is_faster_in_library(op):
        return "has a faster algorithm in the interpreter's libraries"
    reason = refusal_of(op)
    if reason is None and op.name in JOINING:
        return _refusal_of_join(op)
    if reason is None and op.name in CONTRACTIONS:
        return _refusal_of_product(op)
    if reason is None and op.name in NETWORKS:
        return _refusal_of_network(op)
    if reason is None and op.name in POOLING:
        return _refusal_of_windows(op)
    return reason


def _are_padded_bytes(op: Operation) -> bool:
    """Return whether an operation pads bytes, as those that a quantised convolution reads."""
    return op.name == PAD and is_byte(op.results[0].type)


def _refusal_of_join(op: Operation) -> str | None:
    if _are_padded_bytes(op) or _is_at_most(MOST_READS, op.results[0].type):
        return None
    if _tests_indices(op):
        return "copies blocks of memory, which needs no test of each index"
    return None


def _tests_indices(op: Operation) -> bool:
    """Return whether the kernel of a joined tensor tests the index of each element: loops are split
    between parts whose sizes are numbers, symbols or sums (`split-index-sets`)."""
    call, (shape, _) = CallFacts(op, STATED), shape_and_dtype(op.results[0].type)
    is_known = all(isinstance(size, int) for size in shape)
    match op.name:
        case "aten.cat" | "aten.stack" if call.axis("dim", len(shape), 0) != len(shape) - 1:
            return False
        case "aten.stack":  # Of unknown sizes, most calls are of small tensors.
            return is_known or shape[-1] not in range(MOST_PARTS + 1)
        case "aten.cat":
            parts = [sizes[-1] for sizes in call.shapes("tensors")]
            return len(parts) > MOST_PARTS or not all(map(is_sum, parts))
        case "aten.select_scatter" if MESSAGE in op.attributes:  # of a list
            return False
        case "aten.slice_scatter" | "aten.select_scatter":
            return not all(map(is_sum, shape))
        case "aten.constant_pad_nd" | "aten.pad" if _pads_with_constant(call):
            return min(call.ints("pad") or (0,)) < 0 or not all(map(is_sum, call.shape("self")))
        case _:
            return True


def _pads_with_constant(call: CallFacts) -> bool:
    return not call.has("mode") or call.constant("mode") == "constant"


def _is_at_most(count: int, type: Attribute) -> bool:
    """Return whether a tensor of a type has at most so many elements."""
    return has_at_most(count, type.shape if isinstance(type, TensorType) else None)


def _refusal_of_product(op: Operation) -> str | None:
    if byte_factors(op) is not None:
        return None
    contraction, is_layer = contraction_of(op), op.name == "aten.linear" and reads_panels(op)
    sizes = (*contraction.shape, contraction.contracted)
    known = [size for size in sizes if isinstance(size, int)]
    is_faster = is_layer or any(rule(contraction) for rule in _FAST_FOR_ANY_SIZES)
    if len(known) < len(sizes) and not is_faster:
        return "is a product whose sizes are known only at run time"
    sides = (contraction.rows, contraction.columns)
    few = any(size < MANY for side in sides for size in side or (1,) if isinstance(size, int))
    limit = BLAS_THRESHOLD_OF_FEW if few and not is_layer else BLAS_THRESHOLD
    if prod(known) >= limit:
        return f"is a product of {prod(known)} multiplications, which BLAS computes faster"
    return None


def _is_of_heads(contraction: ContractionShape) -> bool:
    """Return whether matrices of a batch have a known side, as those of attention do. Kernels were
    measured to be faster for 9 to 2,048 unknown rows."""
    sides = (*contraction.rows, *contraction.columns, contraction.contracted)
    return bool(contraction.batch) and any(isinstance(size, int) for size in sides)


def _has_small_right_factor(contraction: ContractionShape) -> bool:
    """Return whether the right factor has known sizes and few elements, and sums have few terms.
    Kernels were measured to be faster for 1 to 2,000 unknown rows, but not for unknown columns."""
    terms = contraction.contracted
    is_small = has_at_most(SMALL_FACTOR, (*contraction.columns, terms))
    return is_small and has_at_most(SHORT_SUM, (terms,))


def _has_short_sums(contraction: ContractionShape) -> bool:
    """Return whether each sum has few terms. Kernels were measured to be faster for 2 to 1,000
    unknown rows and columns, but to take two to three times as long for 2,000 rows of fewer columns
    than a vector has lanes."""
    return has_at_most(FEW_TERMS, (contraction.contracted,))


def _has_few_columns(contraction: ContractionShape) -> bool:
    """Return whether the right factor has few columns, for unknown rows, or few results follow from
    unknown terms. Kernels were measured to be faster for 4 to 500 unknown rows and terms, and for
    up to 10,000 terms of few results, but not for those of 64."""
    rows, columns = contraction.rows, contraction.columns
    counted = columns if any(isinstance(size, str) for size in rows) else (*rows, *columns)
    return bool(columns) and has_at_most(MANY, counted)


def _is_of_vectors(contraction: ContractionShape) -> bool:
    """Return whether a factor is a vector of unknown terms: each element of the other is read once.
    Kernels were measured to take up to 1.7 times the time of BLAS for a matrix of 1000 x 1000, and
    a tenth for one of 64 x 64."""
    is_vector = not contraction.rows or not contraction.columns
    return is_vector and isinstance(contraction.contracted, str)


_FAST_FOR_ANY_SIZES = (
    _is_of_heads,
    _has_small_right_factor,
    _has_short_sums,
    _has_few_columns,
    _is_of_vectors,
)
"""Products whose kernels are faster than the interpreter's, or nearly as fast, for any sizes that
only the run knows."""


def _refusal_of_network(op: Operation) -> str | None:
    """Count the multiplications of a hidden state with its weights, a symbolic size as 1."""
    (_, rows, _), _ = shape_and_dtype(op.results[1].type)
    sizes = (rows, *CallFacts(op, STATED).shapes("params")[1])
    count = prod(size for size in sizes if isinstance(size, int))
    if count >= BLAS_THRESHOLD_OF_STEPS:
        return f"has steps of {count} multiplications, which BLAS computes faster"
    return None


def _refusal_of_windows(op: Operation) -> str | None:
    call, (sizes, _) = CallFacts(op, STATED), shape_and_dtype(op.results[0].type)
    if call.has("kernel_size"):
        rank = int(op.name.removesuffix("d")[-1])
        kernel = call.many_ints("kernel_size", rank, 1)
        stride = call.many_ints("stride", rank, 1) if call.ints("stride") else kernel
        sizes = (*sizes, *kernel)
        if max(kernel) <= SHORT:
            is_slow = any(call.many_ints("padding", rank, 0)) and stride[-1] > 2
        else:
            is_slow = stride[-1] > 1 and any(k > s for k, s in zip(kernel, stride, strict=True))
    else:
        counts, sizes = sizes, call.shape("self")
        is_slow = any(map(_is_uneven, sizes, counts))
    known = [size for size in sizes if isinstance(size, int)]
    if is_slow and len(known) < len(sizes):
        return "reads windows of sizes known only at run time"
    if is_slow and prod(known) > MOST_READS:
        return f"reads {prod(known)} elements of windows, which the interpreter does faster"
    return None


def _is_uneven(size: Dim, count: Dim) -> bool:
    """Return whether windows that divide an axis may have several lengths."""
    if count in (1, size):
        return False
    return not isinstance(size, int) or not isinstance(count, int) or size % max(count, 1) != 0


@dataclass(frozen=True)
class CreateCompilableGroupsPass(CreateFusionGroupsPass):
    """Group operators of known types that have kernels."""

    @property
    def refusal(self) -> KernelCheck:
        return group_refusal
