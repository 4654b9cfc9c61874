"""PyTorch's promotion of element types.

There are three kinds of operands: tensors with dimensions, tensors without (0-d), and Python
numbers. A later kind may raise the category of the result (bool < integer < float < complex) but
never its width. The rules follow `torch.promote_types` and `torch.result_type`
(c10/core/ScalarType.h, aten/src/ATen/native/TypeProperties.cpp). The conformance test compares them
with PyTorch over all element types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, IntEnum, auto
from itertools import product
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    IntegerType,
    Signedness,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i16,
    i64,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.types import TensorType

AnyInteger: TypeAlias = IntegerType[int, Signedness]

DEFAULT_FLOAT: Attribute = f32
"""The element type of floats without explicit type: `torch.get_default_dtype()`."""


class PromotionError(ValueError):
    """Two element types have no common one, or an operator does not accept this type."""


class Category(IntEnum):
    """The category of an element type; a wider category compares greater."""

    BOOL = 0
    INTEGER = 1
    FLOAT = 2
    COMPLEX = 3


class Rank(Enum):
    """The precedence of an operand in promotion."""

    DIMENSIONED = auto()
    ZERO_DIM = auto()
    SCALAR = auto()


PromotedOperand: TypeAlias = tuple[Attribute, Rank]
"""An element type, and the kind of operand that has it."""

PromotionRule: TypeAlias = Callable[[Iterable[PromotedOperand]], Attribute]
"""An element type, given the operands. Raises `PromotionError` if they have none."""


def dtype_name(dtype: Attribute) -> str:
    """Return PyTorch's name of an element type."""
    known = BY_TYPE.get(dtype)
    return str(dtype) if known is None else known.torch_name


def category(dtype: Attribute) -> Category:
    """Return the category. Raises `PromotionError` for quantised types, 8-bit floats and bit
    types."""
    if dtype == i1:
        return Category.BOOL
    if isinstance(dtype, IntegerType):
        return Category.INTEGER
    if isinstance(dtype, AnyFloat):
        return Category.FLOAT
    if isinstance(dtype, ComplexType):
        return Category.COMPLEX
    raise PromotionError(f"{dtype_name(dtype)} takes no part in type promotion")


def is_float(dtype: Attribute) -> bool:
    return category(dtype) is Category.FLOAT


def _is_wide_unsigned(dtype: Attribute) -> bool:
    if not isinstance(dtype, IntegerType):
        return False
    integer = cast(AnyInteger, dtype)
    return integer.signedness.data is Signedness.UNSIGNED and integer.bitwidth > 8


def real_part(dtype: Attribute) -> Attribute:
    """Return the type of the parts of a complex type, other types unchanged."""
    if not isinstance(dtype, ComplexType):
        return dtype
    return cast(ComplexType[AnyFloat], dtype).element_type


def complex_of(part: Attribute) -> Attribute:
    """Return the complex type over a float; for bfloat16, that over float32."""
    return ComplexType(f32 if part == bf16 else cast(AnyFloat, part))


def as_complex(dtype: Attribute) -> Attribute:
    """Return the complex type over a float, a complex type unchanged."""
    return dtype if category(dtype) is Category.COMPLEX else complex_of(dtype)


def promote_types(a: Attribute, b: Attribute) -> Attribute:
    """Return the least element type that covers both, as `torch.promote_types`.

    Raises `PromotionError` where PyTorch defines no common type: wide unsigned integers combine
    only with real floats. Quantised types and 8-bit floats combine only with themselves.
    """
    if a == b:
        return a
    low, high = sorted((a, b), key=category)
    kinds = (category(low), category(high))
    if any(map(_is_wide_unsigned, (a, b))) and kinds != (Category.INTEGER, Category.FLOAT):
        raise PromotionError(f"{dtype_name(a)} and {dtype_name(b)} have no common type")
    if kinds == (Category.FLOAT, Category.COMPLEX):
        return complex_of(promote_types(low, real_part(high)))
    if kinds == (Category.COMPLEX, Category.COMPLEX):
        return complex_of(promote_types(real_part(low), real_part(high)))
    if kinds[0] is not kinds[1]:
        return high
    first, second = (cast(AnyInteger | AnyFloat, dtype).bitwidth for dtype in (low, high))
    if first == second:
        # int8 and uint8, float16 and bfloat16: the first type that covers both.
        return i16 if kinds[0] is Category.INTEGER else f32
    return low if first > second else high


def _combine(strong: Attribute | None, weak: Attribute | None) -> Attribute | None:
    """Return the type of the stronger operands, in the category of the weaker if that is
    greater."""
    if strong is None or weak is None:
        return weak if strong is None else strong
    strong_kind, weak_kind = category(strong), category(weak)
    if strong_kind is Category.FLOAT and weak_kind is Category.COMPLEX:
        return complex_of(strong)
    if strong_kind is Category.BOOL:
        return promote_types(strong, weak)
    if strong_kind is Category.INTEGER and weak_kind >= Category.FLOAT:
        return weak
    return strong


_DEFAULT_OF_SCALAR = {
    Category.BOOL: i1,
    Category.FLOAT: DEFAULT_FLOAT,
    Category.COMPLEX: ComplexType(f32),
}


def result_type(operands: Iterable[PromotedOperand]) -> Attribute:
    """Return the common element type of operands, as `torch.result_type`.

    Raises `PromotionError` without a common type, or without operands.
    """
    seen: dict[Rank, Attribute] = {}
    for dtype, rank in operands:
        if rank is Rank.SCALAR:
            dtype = _DEFAULT_OF_SCALAR.get(category(dtype), dtype)
        seen[rank] = promote_types(seen[rank], dtype) if rank in seen else dtype
    zero_dim, scalar = seen.get(Rank.ZERO_DIM), seen.get(Rank.SCALAR)
    result = _combine(seen.get(Rank.DIMENSIONED), _combine(zero_dim, scalar))
    if result is None:
        raise PromotionError("no operand has an element type")
    return result


def to_float(dtype: Attribute) -> Attribute:
    """Return the operand type of a function of real numbers (`sin`, `/`)."""
    return dtype if category(dtype) >= Category.FLOAT else DEFAULT_FLOAT


def accumulate_type(dtype: Attribute) -> Attribute:
    """Return the type in which PyTorch's CPU kernels compute: float32 for the two half types."""
    return f32 if dtype in (f16, bf16) else dtype


def operands_of(type: Attribute) -> Sequence[PromotedOperand]:
    """Return the possible operands of this TorchScript type: two if the rank is unknown, none if
    the element type is."""
    if not isinstance(type, TensorType):
        return [(type, Rank.SCALAR)] if type in SCALAR_TYPES else []
    if type.dtype is None:
        return []
    if type.rank is None:
        return [(type.dtype, Rank.DIMENSIONED), (type.dtype, Rank.ZERO_DIM)]
    return [(type.dtype, Rank.DIMENSIONED if type.rank else Rank.ZERO_DIM)]


def common_type(types: Iterable[Attribute], rule: PromotionRule = result_type) -> Attribute | None:
    """Return the rule's answer for operands of these types. Return None if an element type is
    unknown, or if the answer depends on an unknown rank.

    Raises `PromotionError` as the rule does, if all ranks are known.
    """
    # Equal types promote to themselves, and the rank of one of them decides.
    combinations = list(product(*map(operands_of, dict.fromkeys(types))))
    if len(combinations) == 1:
        return rule(combinations[0])
    answers = {_answer(rule, operands) for operands in combinations}
    return answers.pop() if len(answers) == 1 else None


def _answer(rule: PromotionRule, operands: Iterable[PromotedOperand]) -> Attribute | None:
    try:
        return rule(operands)
    except PromotionError:
        return None


SCALAR_TYPES: tuple[Attribute, ...] = (i64, f64, i1, ComplexType(f64))
"""The types of Python's numbers: int, float, bool, complex."""
