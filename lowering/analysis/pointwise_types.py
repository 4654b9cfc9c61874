"""Which operators are pointwise, which of their operands decide the result, and how.

The table is data: operators by the way of typing and by the positions of the operands that have
a say in it. Which operators are lowered is the matter of `ts_to_te`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.promotion import (
    Category,
    Operand,
    PromotionError,
    Rank,
    category,
    dtype_name,
    is_float,
    operand_of,
    result_type,
    to_float,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, broadcast


class Typing(Enum):
    """How the element type of a result follows from those of the operands."""

    COMMON = auto()
    """Their common type."""
    NUMBER = auto()
    """Their common type, and int64 if that is bool: `square`."""
    REAL = auto()
    """Their common type, and float32 if that holds no fractions: `sin`, `/`."""
    FLOAT = auto()
    """Their common type, which must be a float: `gelu` has no integer kernel in PyTorch."""
    TEST = auto()
    """Compared in the common type; the result is bool."""


@dataclass(frozen=True)
class Signature:
    """The typing of one operator: which operands decide the element type, and which the shape."""

    typing: Typing
    typed: tuple[int, ...]
    shaped: tuple[int, ...]


@dataclass(frozen=True)
class PointwiseType:
    """What a pointwise operator gives; `None` stands for what is not known.

    `common` is the type that the operands are converted to, `result` that of the result.
    """

    shape: Shape | None
    common: Attribute | None
    result: Attribute | None


_COMPARISONS = "eq ne lt le gt ge"

_UNARY: dict[Typing, str] = {
    Typing.COMMON: """
        neg abs sign sgn floor ceil round round.decimals trunc fix positive relu relu6
        bitwise_not nan_to_num hardtanh clone contiguous detach alias dropout lift_fresh_copy conj
        """,
    Typing.NUMBER: "square",
    Typing.REAL: """
        sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10
        log1p sqrt rsqrt reciprocal sigmoid erf erfc deg2rad rad2deg sinc logit
        """,
    Typing.FLOAT: """
        frac gelu silu mish elu celu selu softplus hardsigmoid hardswish leaky_relu log_sigmoid
        hardshrink softshrink
        """,
    Typing.TEST: "isnan isinf isfinite isposinf isneginf signbit logical_not",
}

_BINARY: dict[Typing, str] = {
    Typing.COMMON: """
        add.Tensor add.Scalar sub.Tensor sub.Scalar rsub.Tensor rsub.Scalar mul.Tensor mul.Scalar
        subtract.Tensor subtract.Scalar multiply.Tensor multiply.Scalar
        floor_divide floor_divide.Scalar fmod.Tensor fmod.Scalar
        remainder.Tensor remainder.Scalar remainder.Scalar_Tensor
        pow.Tensor_Tensor pow.Tensor_Scalar pow.Scalar
        maximum minimum max.other min.other fmax fmin
        bitwise_and.Tensor bitwise_and.Scalar bitwise_or.Tensor bitwise_or.Scalar
        bitwise_xor.Tensor bitwise_xor.Scalar __and__.Tensor __and__.Scalar
        __or__.Tensor __or__.Scalar __xor__.Tensor __xor__.Scalar
        bitwise_left_shift.Tensor bitwise_left_shift.Tensor_Scalar
        bitwise_right_shift.Tensor bitwise_right_shift.Tensor_Scalar
        __lshift__.Tensor __lshift__.Scalar __rshift__.Tensor __rshift__.Scalar
        clamp_min clamp_min.Tensor clamp_max clamp_max.Tensor
        sigmoid_backward tanh_backward threshold_backward
        """,
    Typing.REAL: """
        div.Tensor div.Scalar divide.Tensor divide.Scalar true_divide.Tensor true_divide.Scalar
        atan2 arctan2 copysign.Tensor copysign.Scalar
        xlogy.Tensor xlogy.Scalar_Other xlogy.Scalar_Self
        """,
    Typing.FLOAT: "hypot lerp.Scalar silu_backward _prelu_kernel",
    Typing.TEST: " ".join(f"{c}.Tensor {c}.Scalar" for c in _COMPARISONS.split())
    + " logical_and logical_or logical_xor",
}

_SELECTS = "where.self where.ScalarOther where.ScalarSelf where.Scalar"

_ROWS: tuple[tuple[Typing, tuple[int, ...], tuple[int, ...], str], ...] = (
    *((typing, (0,), (0,), names) for typing, names in _UNARY.items()),
    *((typing, (0, 1), (0, 1), names) for typing, names in _BINARY.items()),
    (Typing.COMMON, (0, 1, 2), (0, 1, 2), "clamp clamp.Tensor clip clip.Tensor addcmul"),
    (Typing.FLOAT, (0, 1, 2), (0, 1, 2), "addcdiv lerp.Tensor"),
    (Typing.COMMON, (1, 2), (0, 1, 2), _SELECTS),
    (Typing.COMMON, (0,), (0, 1), "masked_fill.Scalar masked_fill.Tensor"),
    (Typing.COMMON, (0,), (0,), "threshold"),
)

_SIGNATURES: dict[str, Signature] = {
    f"aten.{name}": Signature(typing, typed, shaped)
    for typing, typed, shaped, names in _ROWS
    for name in names.split()
}

_WITHOUT_BOOLS = frozenset(
    f"aten.{name}.{kind}" for name in ("sub", "subtract", "rsub") for kind in ("Tensor", "Scalar")
)
"""Neither operand may be bool, whatever the other is."""

_WITH_ALPHA = frozenset(
    f"aten.{name}.{kind}"
    for name in ("add", "sub", "subtract", "rsub")
    for kind in ("Tensor", "Scalar")
)
"""The factor of one operand is a float only where the result is."""

_OF_ONE_TYPE = frozenset({"aten.lerp.Scalar", "aten.lerp.Tensor", "aten._prelu_kernel"})
"""The tensors must have one element type: nothing is promoted."""

_FREE = 2
"""The operand among them that may have another type if it has no dimensions: the weight."""

_DIVISIONS_BY_MODE = frozenset(
    f"aten.{name}_mode" for name in ("div.Tensor", "div.Scalar", "divide.Tensor", "divide.Scalar")
)


def is_pointwise(op_name: str) -> bool:
    """Whether the table has a signature for the op `aten.add.Tensor`."""
    return op_name in _SIGNATURES or op_name in _DIVISIONS_BY_MODE


def signature_of(op: Operation, facts: Facts) -> Signature | None:
    """The typing of `op`, `None` if it is not pointwise.

    A division with a rounding mode keeps integers, one whose mode is None does not; raises
    `NotConstantError` if the mode is not constant.
    """
    if op.name not in _DIVISIONS_BY_MODE:
        return _SIGNATURES.get(op.name)
    exact = facts.constant_of(op.operands[2]) is None
    return Signature(Typing.REAL if exact else Typing.COMMON, (0, 1), (0, 1))


def _is_integral(dtype: Attribute | None) -> bool:
    return dtype is not None and category(dtype) <= Category.INTEGER


def _float_type(operands: Sequence[Operand]) -> Attribute:
    dtype = result_type(operands)
    if not is_float(dtype):
        raise PromotionError(f"takes floats, not {dtype_name(dtype)}")
    return dtype


_COMMON_TYPE: dict[Typing, Callable[[Sequence[Operand]], Attribute]] = {
    Typing.COMMON: result_type,
    Typing.NUMBER: lambda operands: result_type([*operands, (i64, Rank.SCALAR)]),
    Typing.REAL: lambda operands: to_float(result_type(operands)),
    Typing.FLOAT: _float_type,
    Typing.TEST: result_type,
}


def _element_types(operands: Sequence[Attribute]) -> set[Attribute | None]:
    """The element types of tensors, without that of a weight that may have any."""
    bound = [t for i, t in enumerate(operands) if i != _FREE or not _may_be_number(t)]
    return {type.dtype for type in bound if isinstance(type, TensorType)}


def _may_be_number(type: Attribute) -> bool:
    return isinstance(type, TensorType) and not type.shape


def pointwise_type(op: Operation, facts: Facts, signature: Signature) -> PointwiseType:
    """The type of the result of `op`, as far as those of its operands are known.

    Raises `ShapeError` or `PromotionError` where PyTorch would refuse the operands.
    """
    typed, shaped = (
        [facts.type_of(op.operands[i]) for i in positions if not facts.is_none(op.operands[i])]
        for positions in (signature.typed, signature.shaped)
    )
    shapes = [type.shape for type in shaped if isinstance(type, TensorType)]
    known_shapes = [shape for shape in shapes if shape is not None]
    shape = broadcast(known_shapes) if len(known_shapes) == len(shapes) else None
    operands = [operand_of(type) for type in typed]
    known = [operand for operand in operands if operand is not None]
    if op.name in _WITHOUT_BOOLS and any(dtype == i1 for dtype, _ in known):
        raise PromotionError("takes no bools")
    if op.name in _OF_ONE_TYPE and len(_element_types(typed)) > 1:
        raise PromotionError("takes tensors of one element type")
    common = _COMMON_TYPE[signature.typing](known) if len(known) == len(operands) else None
    if op.name in _WITH_ALPHA and facts.type_of(op.operands[2]) == f64 and _is_integral(common):
        raise PromotionError("takes no float as alpha of integers")
    return PointwiseType(shape, common, i1 if signature.typing is Typing.TEST else common)
