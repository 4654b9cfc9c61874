"""Operations that always terminate without an exception.

These construct constants, lists, tuples and dicts, compute on scalars, round quotients by nonzero
constants, or query sizes and types. Pointwise operators on float tensors of known sizes that
broadcast cannot raise either. Memory is assumed to suffice. Everything else may raise.
"""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64, i1, i64
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects import prim
from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.scalar_semantics import CHOICES
from xdsl_torchscript.dialects.types import NoneType, TensorType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import exact_result_types
from xdsl_torchscript.lowering.analysis.shapes import ShapeError

_CONSTRUCTIONS = (
    prim.ConstantOp,
    prim.ListConstructOp,
    prim.DictConstructOp,
    prim.TupleConstructOp,
    prim.TupleUnpackOp,
    prim.TupleSliceOp,
    prim.IsInstanceOp,
    prim.UncheckedCastOp,
    prim.SizeValueOp,
    prim.UninitializedOp,
    prim.IfYieldOp,
    prim.LoopConditionOp,
)

_PAIRS = ("int", "float", "int_float", "float_int")
_FUNCTIONS = """
    acos acosh asin asinh atan atanh cos cosh erf exp expm1 log log10 log1p round sin sinh sqrt tan
    tanh
    """.split()

TOTAL = (
    frozenset(
        """
    aten.eq.bool aten.ne.bool aten.eq.str aten.ne.str aten.neg.int aten.neg.float aten.__not__
    aten.__and__.bool aten.__or__.bool aten.__xor__.bool aten.__and__.int aten.__or__.int
    aten.__xor__.int aten.Bool.int aten.Bool.float aten.Int.bool aten.Float.int aten.Float.bool
    aten.__is__ aten.__isnot__ aten.__derive_index aten.add.str aten.len.str aten.len.t aten.list.t
    aten.copy.t aten.add.t aten.append.t prim.abs.int prim.abs.float aten.dim aten.numel aten.size
    aten.Int.float aten.__lshift__.int aten.__rshift__.int aten.ceil.int aten.isfinite.float
    aten.isinf.float aten.isnan.float aten.stride aten.is_floating_point aten.is_complex
    aten.is_contiguous prim.dtype prim.device prim.layout prim.requires_grad prim.is_cuda
    prim.is_cpu aten.div.int aten.div.float
    """.split()
    )
    | {
        f"{name}.{pair}"
        for name in """
    aten.add aten.sub aten.mul aten.eq aten.ne aten.lt aten.le aten.gt aten.ge aten.atan2
    aten.copysign aten.fmod prim.max prim.min
    """.split()
        for pair in _PAIRS
    }
    | {f"aten.{name}.{kind}" for name in _FUNCTIONS for kind in ("int", "float")}
)
"""Operators that have a result for all operands of their types."""

DIVISIONS = frozenset(
    f"aten.{name}.{pair}" for name in ("floordiv", "remainder") for pair in _PAIRS
)
"""Operators that have a result for all divisors but zero. True division has one for zero, too."""

_POWERS = frozenset(f"aten.pow.{pair}" for pair in _PAIRS)
"""Operators that have a result for all exponents but negative ones."""

POINTWISE = frozenset(
    """
    aten.neg aten.abs aten.relu aten.sigmoid aten.tanh aten.exp aten.sqrt aten.rsqrt aten.reciprocal
    aten.sin aten.cos aten.add.Tensor aten.add.Scalar aten.sub.Tensor aten.sub.Scalar
    aten.mul.Tensor aten.mul.Scalar aten.div.Tensor aten.div.Scalar aten.maximum aten.minimum
    aten.eq.Tensor aten.eq.Scalar aten.ne.Tensor aten.ne.Scalar aten.lt.Tensor aten.lt.Scalar
    aten.le.Tensor aten.le.Scalar aten.gt.Tensor aten.gt.Scalar aten.ge.Tensor aten.ge.Scalar
    """.split()
)
"""Operators that have a result for all floats whose sizes broadcast."""

_SCALARS = (i64, f64, i1, NoneType())
_OF_ANY_NUMBER = {
    "aten.div": (i64, f64, i1),
    "aten.Float.Scalar": (i64, f64, i1),
    "aten.Int.Scalar": (i64, i1),
}
"""Operators of numbers of any type, and the types of numbers that they have a result for."""


def may_raise(op: Operation, facts: Facts) -> bool:
    """Return whether `op`, or an operation nested in it, may raise or run forever."""
    name = op.name
    if name in CHOICES:
        if any(facts.type_of(operand) not in _SCALARS for operand in op.operands):
            return True  # Complex numbers have no order.
        name, _ = CHOICES[name]
    match op:
        case prim.IfOp():
            blocks = (op.then_block, op.else_block)
            return any(may_raise(inner, facts) for block in blocks for inner in block.ops)
        case prim.TupleIndexOp():
            # The verifier checks constant indices.
            return not isinstance(op.index.owner, prim.ConstantOp)
        case _ if op.name == "aten.size.int":
            rank = facts.tensor_type_of(op.operands[0]).rank
            axis = facts.known_constant(op.operands[1])
            return rank is None or not isinstance(axis, int) or not -rank <= axis < rank
        case _ if name in DIVISIONS:
            return facts.known_constant(op.operands[1]) in (0, None)
        case _ if op.name == "aten.__range_length":
            return facts.known_constant(op.operands[2]) in (0, None)
        case _ if op.name in _POWERS:
            exponent = facts.known_constant(op.operands[1])
            return not isinstance(exponent, int | float) or not exponent >= 0
        case _ if op.name in _OF_ANY_NUMBER:
            return any(facts.type_of(o) not in _OF_ANY_NUMBER[op.name] for o in op.operands)
        case _ if op.name in POINTWISE:
            return not _broadcasts(op, facts)
        case _:
            return not (isinstance(op, _CONSTRUCTIONS) or name in TOTAL)


def _broadcasts(op: Operation, facts: Facts) -> bool:
    """Return whether the operands are scalars and float tensors of known sizes that broadcast."""
    if not all(_is_plain(facts.type_of(operand)) for operand in op.operands):
        return False
    try:
        return exact_result_types(op, facts) is not None
    except (NotConstantError, ShapeError, PromotionError):
        return False


def _is_plain(type: Attribute) -> bool:
    if not isinstance(type, TensorType):
        return type in _SCALARS
    sizes = [None] if type.shape is None else type.shape
    return type.dtype in (f32, f64) and all(isinstance(size, int) for size in sizes)
