"""The functions of `torch.special` that are scipy's, element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import (
    FLOAT64,
    Implementation,
    Table,
    apply,
    floating_dtype,
    on_reals,
    promote_to_real,
    real,
)
from xdsl_torchscript.runtime.operators.layout import in_order
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _scipy(name: str) -> Any:
    return lazy_import(f"scipy.special:{name}")


def _one(name: str) -> Implementation:
    """Return the operator of one tensor."""

    def call(a: Array) -> Any:
        return _scipy(name)(a)

    return real(on_reals(f"scipy.special.{name}", call))


def _two(name: str) -> Implementation:
    """Return the operator of two tensors or numbers."""

    def call(a: Array, b: Array) -> Any:
        return _scipy(name)(a, b)

    return promote_to_real(on_reals(f"scipy.special.{name}", call))


def _xlog1py(a: Array, b: Array) -> Any:
    return np.where(np.isnan(b), b, np.where(a == 0, np.zeros_like(a), a * np.log1p(b)))


def _entropy(a: Array) -> Any:
    """Return `-a * log(a)`: 0 at 0, -inf below."""
    inside = np.where(a > 0, -a * np.log(a), np.where(a == 0, a, a.dtype.type(-np.inf)))
    return np.where(np.isnan(a), a, inside)


def _polygamma(n: int, self: Tensor) -> Tensor:
    """Return the n-th derivative of digamma."""
    if self.array.dtype.kind == "c":
        raise BadType(f"'aten.polygamma' is not defined on {self.array.dtype} tensors")
    if n < 0:
        raise BadValue(f"'aten.polygamma' needs an order that is not negative, not {n}")

    def call(a: Array) -> Any:
        # The numbers are doubles, as the poles lose digits of singles.
        wide = a.astype(FLOAT64, copy=False)
        if n == 0:
            return _scipy("psi")(wide)
        sign = 1.0 if n % 2 else -1.0
        return sign * _scipy("gamma")(n + 1.0) * _scipy("zeta")(n + 1.0, wide)

    return apply(call, floating_dtype(self.array.dtype), self)


def _polygamma_(self: Tensor, n: int) -> Tensor:
    return self.copy_(_polygamma(n, self))


def _multigammaln(self: Tensor, p: int) -> Tensor:
    """Return the logarithm of the multivariate gamma function of `p` dimensions, contiguous."""
    if p < 1:
        raise BadValue(f"'aten.mvlgamma' needs at least one dimension, not {p}")

    def call(a: Array) -> Any:
        shifts = np.arange(p, dtype=a.dtype) / 2
        total = np.sum(_scipy("gammaln")(a[..., None] - shifts), axis=-1)
        return total + p * (p - 1) / 4 * np.log(np.pi)

    return Tensor(in_order(apply(call, floating_dtype(self.array.dtype), self).array))


def _frexp(self: Tensor) -> tuple[Tensor, Tensor]:
    """Return mantissas in [0.5, 1) and powers of two."""
    check_floating("aten.frexp", self.array.dtype)
    mantissa, exponent = np.frexp(self.array)
    return Tensor(np.asarray(mantissa)), Tensor(np.asarray(exponent, np.int32))


# ---- orthogonal polynomials, by their recurrences

RecurrenceStep = Callable[[int, Array, Any, Any], Any]
"""The polynomial of degree `n + 1` at `x` from those of `n` and `n - 1`."""


def _double(_n: int, x: Array, now: Any, before: Any) -> Any:
    return 2 * x * now - before


def _hermite(n: int, x: Array, now: Any, before: Any) -> Any:
    return 2 * x * now - 2 * n * before


def _hermite_e(n: int, x: Array, now: Any, before: Any) -> Any:
    return x * now - n * before


def _laguerre(n: int, x: Array, now: Any, before: Any) -> Any:
    return ((2 * n + 1 - x) * now - n * before) / (n + 1)


def _legendre(n: int, x: Array, now: Any, before: Any) -> Any:
    return ((2 * n + 1) * x * now - n * before) / (n + 1)


_HIGHEST_DEGREE = 100_000
"""The greatest degree: a recurrence takes a step for each degree."""


def _polynomial(
    first: Callable[[Array], Any], step: RecurrenceStep, at: Callable[[Array], Any] = np.asarray
) -> Implementation:
    """Evaluate the degree-`n` polynomial elementwise; negative degrees give 0. `first` is the
    polynomial of degree 1."""

    def call(x: Array, n: Array) -> Any:
        place: Array = at(x)
        # NaN and numbers out of range count as below 0, as C converts them.
        whole = np.trunc(n)
        x, degrees = np.broadcast_arrays(
            place, np.where(np.abs(whole) < 2.0**63, whole, n.dtype.type(-1))
        )
        result: Array = np.asarray(degrees == 0).astype(x.dtype)
        before, now = np.ones_like(x), np.asarray(first(x), x.dtype)
        highest = int(np.max(degrees, initial=0))
        if highest > _HIGHEST_DEGREE:
            raise BadValue(f"a polynomial of degree {highest}: at most {_HIGHEST_DEGREE}")
        for degree in range(1, highest + 1):
            np.copyto(result, now, where=degrees == degree)
            before, now = now, np.asarray(step(degree, x, now, before), x.dtype)
        return result

    return promote_to_real(call)


def _shifted(x: Array) -> Any:
    return 2 * x - 1


_CHEBYSHEV: dict[str, Callable[[Array], Any]] = {
    "t": lambda x: x,
    "u": lambda x: 2 * x,
    "v": lambda x: 2 * x - 1,
    "w": lambda x: 2 * x + 1,
}

_POLYNOMIALS: dict[str, Implementation] = {
    **{f"chebyshev_polynomial_{k}": _polynomial(f, _double) for k, f in _CHEBYSHEV.items()},
    **{
        f"shifted_chebyshev_polynomial_{k}": _polynomial(f, _double, _shifted)
        for k, f in _CHEBYSHEV.items()
    },
    "hermite_polynomial_h": _polynomial(_CHEBYSHEV["u"], _hermite),
    "hermite_polynomial_he": _polynomial(_CHEBYSHEV["t"], _hermite_e),
    "laguerre_polynomial_l": _polynomial(lambda x: 1 - x, _laguerre),
    "legendre_polynomial_p": _polynomial(_CHEBYSHEV["t"], _legendre),
}

_OF_ONE = {
    "special_airy_ai": "airy_ai", "special_bessel_j0": "j0", "special_bessel_j1": "j1",
    "special_bessel_y0": "y0", "special_bessel_y1": "y1", "special_erfcx": "erfcx",
    "special_i0e": "i0e", "special_i1": "i1", "special_i1e": "i1e",
    "special_log_ndtr": "log_ndtr", "special_ndtr": "ndtr", "special_ndtri": "ndtri",
    "special_modified_bessel_i0": "i0", "special_modified_bessel_i1": "i1",
    "special_modified_bessel_k0": "k0", "special_modified_bessel_k1": "k1",
    "special_scaled_modified_bessel_k0": "k0e", "special_scaled_modified_bessel_k1": "k1e",
}  # fmt: skip


def _airy(a: Array) -> Any:
    return _scipy("airy")(a)[0]


def _spherical_bessel(a: Array) -> Any:
    return _scipy("spherical_jn")(0, a)


SPECIAL_FUNCTIONS: Table = {
    **{f"aten.{name}": _one(scipy) for name, scipy in _OF_ONE.items()},
    **{
        f"aten.special_{name}{overload}": run
        for name, run in _POLYNOMIALS.items()
        for overload in ("", ".x_scalar", ".n_scalar")
    },
    **{
        f"aten.special_{name}{overload}": run
        for name, run in {"zeta": _two("zeta"), "xlog1py": promote_to_real(_xlog1py)}.items()
        for overload in ("", ".self_scalar", ".other_scalar")
    },
    "aten.special_xlogy": _two("xlogy"),
    "aten.special_xlogy.self_scalar": _two("xlogy"),
    "aten.special_xlogy.other_scalar": _two("xlogy"),
    "aten.special_airy_ai": real(on_reals("aten.special_airy_ai", _airy)),
    "aten.special_entr": real(_entropy),
    "aten.special_spherical_bessel_j0": real(_spherical_bessel),
    "aten.igamma": _two("gammainc"),
    "aten.igammac": _two("gammaincc"),
    "aten.polygamma": _polygamma,
    "aten.special_polygamma": _polygamma,
    "aten.polygamma_": _polygamma_,
    "aten.mvlgamma": _multigammaln,
    "aten.frexp.Tensor": _frexp,
}
