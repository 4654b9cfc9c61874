"""Complex tensors: their parts, made of parts, conjugates and angles."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    FLOAT64,
    Operand,
    Table,
    as_array,
    floating,
    real_dtype,
    rounded,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor

_COMPLEX = {2: np.dtype(np.complex64), 4: np.dtype(np.complex64), 8: np.dtype(np.complex128)}


def complex_dtype(dtype: NumpyDtype) -> NumpyDtype:
    """The complex type whose parts have this type."""
    return dtype if dtype.kind == "c" else _COMPLEX[floating(dtype).itemsize]


def _only_complex(name: str, self: Tensor) -> None:
    if self.array.dtype.kind != "c":
        raise TypeError(f"'{name}' is defined on complex tensors, not on {self.array.dtype}")


def _parts_of(self: Tensor) -> Tensor:
    """The same memory with a last dimension of real and imaginary part."""
    return self.over(self.array[..., None].view(real_dtype(self.array.dtype)))


def _real(self: Tensor) -> Tensor:
    if self.array.dtype.kind != "c":
        return self
    parts = _parts_of(self).array
    return self.over(parts[..., 0])


def _imag(self: Tensor) -> Tensor:
    _only_complex("aten.imag", self)
    return self.over(_parts_of(self).array[..., 1])


def _conj(self: Tensor) -> Tensor:
    return self.over(self.array.conj()) if self.array.dtype.kind == "c" else self


def _conj_physical(self: Tensor) -> Tensor:
    return self.over(np.asarray(self.array.conj()).copy())


def _same(self: Tensor) -> Tensor:
    return self


def _never(self: Tensor) -> bool:
    """Conjugates and negatives are computed here at once."""
    return False


def _angle(self: Tensor) -> Tensor:
    """Of real numbers 0, or pi for those below 0."""
    dtype = floating(self.array.dtype)
    values = self.array.astype(work_dtype(dtype), copy=False)
    if dtype.kind == "c":
        return rounded(np.angle(values), real_dtype(dtype))
    signs = np.where(values < 0, np.pi, 0)
    return rounded(np.where(np.isnan(values), values, signs), dtype)


def _parts(real: Operand, imag: Operand) -> tuple[NumpyDtype, Any, Any]:
    dtype = common_dtype(real, imag)
    if dtype not in (FLOAT32, FLOAT64):
        raise TypeError(f"the parts of complex numbers are float32 or float64 here, not {dtype}")
    work = work_dtype(dtype)
    return complex_dtype(dtype), as_array(real, work), as_array(imag, work)


def _complex(real: Tensor, imag: Tensor) -> Tensor:
    dtype, a, b = _parts(real, imag)
    made = np.empty(np.broadcast_shapes(a.shape, b.shape), dtype)
    made.real, made.imag = a, b
    return Tensor(made)


def _polar(length: Tensor, angle: Tensor) -> Tensor:
    dtype, r, phi = _parts(length, angle)
    made = np.empty(np.broadcast_shapes(r.shape, phi.shape), dtype)
    made.real, made.imag = r * np.cos(phi), r * np.sin(phi)
    return Tensor(made)


COMPLEX_TENSORS: Table = {
    "aten.real": _real,
    "aten.imag": _imag,
    "aten.conj": _conj,
    "aten._conj": _conj,
    "aten.conj_physical": _conj_physical,
    "aten._conj_physical": _conj_physical,
    "aten.resolve_conj": _same,
    "aten.resolve_neg": _same,
    "aten.is_conj": _never,
    "aten.is_neg": _never,
    "aten.angle": _angle,
    "aten.complex": _complex,
    "aten.polar": _polar,
}
