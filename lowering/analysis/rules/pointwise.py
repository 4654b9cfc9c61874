"""Pointwise operators, with the operands that determine the result type.

The table lists operators by typing and by the positions of the operands that determine it.
`ts_to_te` defines which operators are lowered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.promotion import (
    Category,
    PromotedOperand,
    PromotionError,
    PromotionRule,
    Rank,
    category,
    common_type,
    dtype_name,
    is_float,
    operands_of,
    real_part,
    result_type,
    to_float,
)
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import Shape, broadcast


class Typing(Enum):
    """The typing of a result: its element type, given the operands' types."""

    COMMON = auto()
    """Their common type."""
    NUMBER = auto()
    """Their common type, or int64 for bool: `square`."""
    REAL = auto()
    """Their common type, or float32 if that has no fractions: `sin`, `/`."""
    FLOAT = auto()
    """Their common type, which must be a float: `gelu` has no integer kernel in PyTorch."""
    INEXACT = auto()
    """Their common type, which must have fractions: float or complex."""
    TEST = auto()
    """Compared in the common type; the result is bool."""
    PART = auto()
    """Their common type, or the type of its parts if complex: `abs`."""
    ANGLE = auto()
    """The type of PART, or float32 if the common type has no fractions."""


@dataclass(frozen=True, eq=False)
class PointwiseTyping:
    """The typing of an operator: the operands that determine the element type, and the shape.

    There is one object for each, so that types are looked up by its identity.
    """

    typing: Typing
    typed: tuple[int, ...]
    shaped: tuple[int, ...]

    @cached_property
    def reach(self) -> int:
        """The number of leading operands that the signature reads."""
        return 1 + max((*self.typed, *self.shaped))


@dataclass(frozen=True)
class PointwiseType:
    """The type of a pointwise operator's result; None is unknown.

    Operands are converted to `common`; `result` is the element type of the result.
    """

    shape: Shape | None
    common: Attribute | None
    result: Attribute | None


_UNARY: dict[Typing, str] = {
    Typing.COMMON: """
        neg sign sgn floor ceil round round.decimals trunc fix positive relu relu6
        bitwise_not nan_to_num hardtanh clone contiguous detach alias dropout lift_fresh_copy conj
        conj_physical _conj_physical _conj resolve_conj resolve_neg
        """,
    Typing.NUMBER: "square",
    Typing.REAL: """
        sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10
        log1p sqrt rsqrt reciprocal sigmoid erf erfc deg2rad rad2deg sinc logit digamma erfinv i0
        lgamma mvlgamma special_airy_ai special_bessel_j0 special_bessel_j1 special_bessel_y0
        special_bessel_y1 special_entr special_erfcx special_i0e special_i1 special_i1e
        special_log_ndtr special_modified_bessel_i0 special_modified_bessel_i1
        special_modified_bessel_k0 special_modified_bessel_k1 special_ndtr special_ndtri
        special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1
        special_spherical_bessel_j0
        """,
    Typing.PART: "abs",
    Typing.ANGLE: "angle",
    Typing.FLOAT: """
        frac gelu mish elu celu selu softplus hardsigmoid hardswish leaky_relu log_sigmoid
        hardshrink softshrink
        """,
    Typing.INEXACT: "silu",
    Typing.TEST: "isnan isinf isfinite isposinf isneginf signbit logical_not",
}

_POLYNOMIALS = " ".join(
    f"special_{name}{overload}"
    for name in (
        "chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v",
        "chebyshev_polynomial_w", "hermite_polynomial_h", "hermite_polynomial_he",
        "laguerre_polynomial_l", "legendre_polynomial_p", "shifted_chebyshev_polynomial_t",
        "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v",
        "shifted_chebyshev_polynomial_w",
    )
    for overload in ("", ".x_scalar", ".n_scalar")
)  # fmt: skip

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
        sigmoid_backward tanh_backward threshold_backward gelu_backward logit_backward
        bitwise_and.Scalar_Tensor bitwise_or.Scalar_Tensor bitwise_xor.Scalar_Tensor
        bitwise_left_shift.Scalar_Tensor bitwise_right_shift.Scalar_Tensor
        gcd lcm heaviside igamma igammac logaddexp logaddexp2 nextafter
        """,
    Typing.REAL: """
        div.Tensor div.Scalar divide.Tensor divide.Scalar true_divide.Tensor true_divide.Scalar
        atan2 arctan2 copysign.Tensor copysign.Scalar
        xlogy.Tensor xlogy.Scalar_Other xlogy.Scalar_Self ldexp.Tensor native_dropout_backward
        special_xlogy special_xlogy.other_scalar special_xlogy.self_scalar
        special_xlog1py special_xlog1py.other_scalar special_xlog1py.self_scalar
        special_zeta special_zeta.other_scalar special_zeta.self_scalar
        """
    + _POLYNOMIALS,
    Typing.FLOAT: "hypot _prelu_kernel",
    Typing.INEXACT: "lerp.Scalar silu_backward",
    Typing.TEST: " ".join(f"{c}.Tensor {c}.Scalar" for c in "eq ne lt le gt ge".split())
    + " logical_and logical_or logical_xor",
}

_SELECTS = "where.self where.ScalarOther where.ScalarSelf where.Scalar"

_ROWS: tuple[tuple[Typing, tuple[int, ...], tuple[int, ...], str], ...] = (
    *((typing, (0,), (0,), names) for typing, names in _UNARY.items()),
    *((typing, (0, 1), (0, 1), names) for typing, names in _BINARY.items()),
    (Typing.COMMON, (0, 1, 2), (0, 1, 2), "clamp clamp.Tensor clip clip.Tensor addcmul"),
    (Typing.INEXACT, (0, 1, 2), (0, 1, 2), "addcdiv lerp.Tensor"),
    (Typing.COMMON, (1, 2), (0, 1, 2), _SELECTS),
    (Typing.COMMON, (0,), (0, 1), "masked_fill.Scalar masked_fill.Tensor"),
    (Typing.COMMON, (0,), (0,), "threshold"),
    (Typing.REAL, (1,), (1,), "polygamma"),
)

_SIGNATURES: dict[str, PointwiseTyping] = {
    f"aten.{name}": PointwiseTyping(typing, typed, shaped)
    for typing, typed, shaped, names in _ROWS
    for name in names.split()
}

_WITHOUT_BOOLS = frozenset(
    f"aten.{name}.{kind}" for name in ("sub", "subtract", "rsub") for kind in ("Tensor", "Scalar")
)
"""Operators without bool operands."""

_WITH_ALPHA = frozenset(
    f"aten.{name}.{kind}"
    for name in ("add", "sub", "subtract", "rsub")
    for kind in ("Tensor", "Scalar")
)
"""Operators whose factor is a float only if the result is."""

_OF_ONE_TYPE = frozenset({"aten.lerp.Scalar", "aten.lerp.Tensor", "aten._prelu_kernel"})
"""Operators on tensors of a single element type, without promotion."""

_FREE = 2
"""Their operand that may differ in type if it has no dimensions: the weight."""

_DIVISIONS_BY_MODE = frozenset(
    f"aten.{name}_mode" for name in ("div.Tensor", "div.Scalar", "divide.Tensor", "divide.Scalar")
)
_EXACT_DIVISION = PointwiseTyping(Typing.REAL, (0, 1), (0, 1))
_ROUNDED_DIVISION = PointwiseTyping(Typing.COMMON, (0, 1), (0, 1))


def has_signature(op_name: str) -> bool:
    """Return whether an operator is pointwise."""
    return op_name in _SIGNATURES or op_name in _DIVISIONS_BY_MODE


def signature_of(call: CallFacts, name: str) -> PointwiseTyping | None:
    """Return the typing of a call of the operator `name`, None if it is not pointwise.

    A division with a rounding mode preserves integers, without one it does not. Raises
    `NotConstantError` if the mode is not constant.
    """
    if name not in _DIVISIONS_BY_MODE:
        return _SIGNATURES.get(name)
    return _EXACT_DIVISION if call.constant("rounding_mode") is None else _ROUNDED_DIVISION


def _float_type(operands: Iterable[PromotedOperand]) -> Attribute:
    dtype = result_type(operands)
    if not is_float(dtype):
        raise PromotionError(f"takes floats, not {dtype_name(dtype)}")
    return dtype


def _inexact_type(operands: Iterable[PromotedOperand]) -> Attribute:
    dtype = result_type(operands)
    if category(dtype) < Category.FLOAT:
        raise PromotionError(f"takes floats, not {dtype_name(dtype)}")
    return dtype


_COMMON_TYPE: dict[Typing, PromotionRule] = {
    Typing.COMMON: result_type,
    Typing.NUMBER: lambda operands: result_type([*operands, (i64, Rank.SCALAR)]),
    Typing.REAL: lambda operands: to_float(result_type(operands)),
    Typing.FLOAT: _float_type,
    Typing.INEXACT: _inexact_type,
    Typing.TEST: result_type,
    Typing.PART: result_type,
    Typing.ANGLE: lambda operands: to_float(result_type(operands)),
}


def _element_types(operands: Sequence[Attribute]) -> set[Attribute | None]:
    """Return the element tensor types, without a weight that may have any."""
    tensors = [(i, t) for i, t in enumerate(operands) if isinstance(t, TensorType)]
    return {type.dtype for i, type in tensors if i != _FREE or type.shape}


def _result_type(typing: Typing, common: Attribute | None) -> Attribute | None:
    if typing is Typing.TEST:
        return i1
    if typing in (Typing.PART, Typing.ANGLE) and common is not None:
        return real_part(common)
    return common


def pointwise_type(call: CallFacts, name: str, signature: PointwiseTyping) -> PointwiseType:
    """Return the result type of the operator `name`, as far as the operands are known.

    Raises `ShapeError` or `PromotionError` if PyTorch rejects the operands.
    """
    is_none, type_of = call.facts.is_none, call.type_of
    values = call.op.operands[: signature.reach]
    types = tuple([None if is_none(value) else type_of(value) for value in values])
    return _type_for(name, signature, types, name in _WITH_ALPHA and call.attribute("alpha") == f64)


@lru_cache(maxsize=1 << 14)
def _type_for(
    name: str,
    signature: PointwiseTyping,
    types: tuple[Attribute | None, ...],
    has_float_alpha: bool,
) -> PointwiseType:
    """Return the result type for operands of these types, absent ones None; programs repeat a few
    of them."""
    typed, shaped = (
        [type for position in positions if (type := types[position]) is not None]
        for positions in (signature.typed, signature.shaped)
    )
    shapes = [type.shape for type in shaped if isinstance(type, TensorType)]
    known_shapes = [shape for shape in shapes if shape is not None]
    shape = broadcast(known_shapes) if len(known_shapes) == len(shapes) else None
    if name in _WITHOUT_BOOLS and any(dtype == i1 for t in typed for dtype, _ in operands_of(t)):
        raise PromotionError("does not take bools")
    if name in _OF_ONE_TYPE and len(_element_types(typed)) > 1:
        raise PromotionError("takes tensors of one element type")
    common = common_type(typed, _COMMON_TYPE[signature.typing])
    if has_float_alpha and common is not None and category(common) <= Category.INTEGER:
        raise PromotionError("takes integers, but a float as alpha; expected an int")
    return PointwiseType(shape, common, _result_type(signature.typing, common))
