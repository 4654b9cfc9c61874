"""The precision of elementary functions in native code: an option of `expand-math`."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

MathPrecision: TypeAlias = Literal["fast", "default", "exact"]

MATH_PRECISIONS: tuple[MathPrecision, ...] = get_args(MathPrecision)
