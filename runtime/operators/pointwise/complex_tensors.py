"""Complex tensors: their parts, made of parts, conjugates and angles."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    FLOAT64,
    Operand,
    Table,
    as_array,
    floating_dtype,
    pointwise,
    real_dtype,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import PRESERVE, copy_array, in_order
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor

_COMPLEX = {2: np.dtype(np.complex64), 4: np.dtype(np.complex64), 8: np.dtype(np.complex128)}


def complex_dtype(dtype: NumpyDtype) -> NumpyDtype:
    """Return the complex type with parts of this type."""
    return dtype if dtype.kind == "c" else _COMPLEX[floating_dtype(dtype).itemsize]


def _parts_of(self: Tensor) -> Tensor:
    """Return the same memory with a last dimension of real and imaginary part."""
    return self.over(self.array[..., None].view(real_dtype(self.array.dtype)))


def _real(self: Tensor) -> Tensor:
    if self.array.dtype.kind != "c":
        return self
    parts = _parts_of(self).array
    return self.over(parts[..., 0])


def _imag(self: Tensor) -> Tensor:
    if self.array.dtype.kind != "c":
        raise BadType(f"'aten.imag' is defined on complex tensors, not on {self.array.dtype}")
    return self.over(_parts_of(self).array[..., 1])


def _conj(self: Tensor) -> Tensor:
    """Return a read-only copy: PyTorch's is a lazily conjugated view, so a write must not be
    lost."""
    if self.array.dtype.kind != "c":
        return self
    made = _conj_physical(self)
    made.array.flags.writeable = False
    return made


def _conj_physical(self: Tensor) -> Tensor:
    made = copy_array(self.array, self.array.dtype, PRESERVE)
    if made.dtype.kind == "c":
        np.conjugate(made, out=made)
    return self.over(made)


def _conj_physical_if_complex(self: Tensor) -> Tensor:
    return _conj_physical(self) if self.array.dtype.kind == "c" else self


def _resolve(self: Tensor) -> Tensor:
    """Materialise lazily conjugated tensors."""
    array = self.array
    may_be_one = array.dtype.kind == "c" and not array.flags.writeable
    return self.over(copy_array(array, array.dtype, PRESERVE)) if may_be_one else self


def _same(self: Tensor) -> Tensor:
    return self


def _never(self: Tensor) -> bool:
    """Return False: conjugates and negatives are computed eagerly."""
    return False


def _angle(self: Tensor) -> Tensor:
    """Return the angle; for real numbers 0, or pi below 0. The angles of complex numbers are
    contiguous."""
    dtype = floating_dtype(self.array.dtype)
    values = self.array.astype(work_dtype(dtype), copy=False)
    if dtype.kind == "c":
        return wrap_result(in_order(np.angle(values)), real_dtype(dtype))
    signs = np.where(values < 0, np.pi, 0)
    return wrap_result(np.where(np.isnan(values), values, signs), dtype)


def _parts(real: Operand, imag: Operand) -> tuple[NumpyDtype, Any, Any]:
    dtype = common_dtype(real, imag)
    if dtype not in (FLOAT32, FLOAT64):
        raise BadType(f"the parts of complex numbers are float32 or float64 here, not {dtype}")
    work = work_dtype(dtype)
    return complex_dtype(dtype), as_array(real, work), as_array(imag, work)


def _complex(real: Tensor, imag: Tensor) -> Tensor:
    dtype, a, b = _parts(real, imag)
    made = np.empty(np.broadcast_shapes(a.shape, b.shape), dtype)
    made.real, made.imag = a, b
    return pointwise(Tensor(made), real, imag)


def _polar(length: Tensor, angle: Tensor) -> Tensor:
    dtype, r, phi = _parts(length, angle)
    made = np.empty(np.broadcast_shapes(r.shape, phi.shape), dtype)
    made.real, made.imag = r * np.cos(phi), r * np.sin(phi)
    return pointwise(Tensor(made), length, angle)


COMPLEX_TENSORS: Table = {
    "aten.real": _real,
    "aten.imag": _imag,
    "aten.conj": _conj,
    "aten._conj": _conj,
    "aten.conj_physical": _conj_physical_if_complex,
    "aten._conj_physical": _conj_physical,
    "aten.resolve_conj": _resolve,
    "aten.resolve_neg": _same,
    "aten.is_conj": _never,
    "aten.is_neg": _never,
    "aten.angle": _angle,
    "aten.complex": _complex,
    "aten.polar": _polar,
}
