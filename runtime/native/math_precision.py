"""The precision of elementary functions such as `exp` in native code.

    before = set_math_precision("exact")
    ...                                     # kernels that are made here have exact functions
    set_math_precision(before)

The first value is `TS_MATH_PRECISION`. A module that is to be compiled carries its precision as an
attribute, so a change meanwhile does not matter, and keys of caches cover it.
"""

from __future__ import annotations

import os

from xdsl.dialects.builtin import ModuleOp, StringAttr

from xdsl_torchscript.lowering.core.math_precision import MATH_PRECISIONS, MathPrecision

_ATTRIBUTE = "ts.math_precision"


def _checked(name: str) -> MathPrecision:
    if name not in MATH_PRECISIONS:
        raise ValueError(f"no math precision '{name}'; expected {', '.join(MATH_PRECISIONS)}")
    return name


class _Setting:
    """The precision of this process."""

    def __init__(self) -> None:
        name = os.environ.get("TS_MATH_PRECISION", "")
        self.precision: MathPrecision = name if name in MATH_PRECISIONS else "default"


_SETTING = _Setting()


def set_math_precision(precision: MathPrecision) -> MathPrecision:
    """Set how exact native code is; return the old precision.

    `"exact"` rounds elementary functions of float32 once, leaves those of float64 to the C library,
    and computes convolutions by sums of products, never in tiles. `"fast"` takes time off float32
    `exp` and `log`, which do not support subnormal numbers then. Plans that were made stay. Raises
    ValueError for another precision than these and `"default"`.
    """
    old, _SETTING.precision = _SETTING.precision, _checked(precision)
    return old


def get_math_precision() -> MathPrecision:
    """Return how exact native code is: fast, default or exact."""
    return _SETTING.precision


def mark_precision(module: ModuleOp) -> None:
    """Note the precision of the process on a module that is to be compiled."""
    if _SETTING.precision != "default":
        module.attributes[_ATTRIBUTE] = StringAttr(_SETTING.precision)


def precision_of(module: ModuleOp) -> MathPrecision:
    """Return the precision that a module is compiled with."""
    noted = module.attributes.get(_ATTRIBUTE)
    return _checked(noted.data) if isinstance(noted, StringAttr) else "default"
