"""Determinants, inverses, and solutions with them."""

from __future__ import annotations

import torch
from torch import Tensor


def linalg_det(A: Tensor) -> Tensor:
    determinant, _factors, _pivots = torch.ops.aten._linalg_det(A)
    return determinant


def det(self: Tensor) -> Tensor:
    return torch.linalg.det(self)


def linalg_slogdet(A: Tensor) -> tuple[Tensor, Tensor]:
    sign, logarithm, _factors, _pivots = torch.ops.aten._linalg_slogdet(A)
    return sign, logarithm


def slogdet(self: Tensor) -> tuple[Tensor, Tensor]:
    return torch.linalg.slogdet(self)


def logdet(self: Tensor) -> Tensor:
    sign, logarithm = torch.linalg.slogdet(self)
    if self.is_complex():
        return sign.log() + logarithm
    return torch.where(sign == -1.0, float("nan"), logarithm)


def linalg_inv(A: Tensor) -> Tensor:
    inverse, _info = torch.linalg.inv_ex(A, check_errors=True)
    return inverse


def inverse(self: Tensor) -> Tensor:
    return torch.linalg.inv(self)


def linalg_tensorinv(self: Tensor, ind: int = 2) -> Tensor:
    if ind <= 0:
        raise RuntimeError(f"linalg.tensorinv: expected a positive number of dimensions, got {ind}")
    ends = self.size()[:ind]
    starts = self.size()[ind:]
    rows = 1
    for size in starts:
        rows = rows * size
    columns = 1
    for size in ends:
        columns = columns * size
    if rows != columns:
        raise RuntimeError(
            f"linalg.tensorinv: the products of the sizes {ends} and {starts} differ"
        )
    return torch.linalg.inv(self.reshape([columns, rows])).reshape(starts + ends)


def linalg_tensorsolve(self: Tensor, other: Tensor, dims: list[int] | None = None) -> Tensor:
    turned = self
    if dims is not None:
        last: list[int] = []
        for i in range(len(dims)):
            last.append(self.dim() - len(dims) + i)
        turned = torch.movedim(self, dims, last)
    sizes = turned.size()[other.dim() :]
    count = 1
    for size in sizes:
        count = count * size
    if count != other.numel():
        raise RuntimeError(
            f"linalg.tensorsolve: the products of the sizes {sizes} and {other.size()} differ"
        )
    return torch.linalg.solve(turned.reshape([count, count]), other.flatten()).reshape(sizes)


def _epsilon(x: Tensor) -> float:
    if x.dtype == torch.float64 or x.dtype == torch.complex128:
        return 2.220446049250313e-16
    return 1.1920928955078125e-07


def _values_of(x: Tensor, hermitian: bool) -> Tensor:
    if hermitian:
        return torch.linalg.eigvalsh(x).abs()
    return torch.linalg.svdvals(x)


def linalg_matrix_rank__atol_rtol_tensor(
    input: Tensor, atol: Tensor | None = None, rtol: Tensor | None = None, hermitian: bool = False
) -> Tensor:
    if input.numel() == 0:
        return torch.zeros(input.size()[:-2], dtype=torch.int64)
    absolute = torch.zeros([], dtype=torch.float64)
    if atol is not None:
        absolute = atol
    usual = _epsilon(input) * max(input.size(-1), input.size(-2))
    if rtol is not None:
        relative = rtol
    elif atol is not None:
        relative = torch.where(absolute > 0, 0.0, torch.full([], usual, dtype=torch.float64))
    else:
        relative = torch.full([], usual, dtype=torch.float64)
    values = _values_of(input, hermitian)
    largest = values.amax([-1], True)
    least = torch.maximum(absolute.unsqueeze(-1), relative.unsqueeze(-1) * largest)
    return (values > least).sum(-1)


def linalg_matrix_rank__atol_rtol_float(
    self: Tensor, atol: float | None = None, rtol: float | None = None, hermitian: bool = False
) -> Tensor:
    absolute = torch.full([], 0.0, dtype=torch.float64)
    relative = torch.full(
        [], _epsilon(self) * max(self.size(-1), self.size(-2)), dtype=torch.float64
    )
    if atol is not None:
        absolute = torch.full([], atol, dtype=torch.float64)
        if atol > 0:
            relative = torch.full([], 0.0, dtype=torch.float64)
    if rtol is not None:
        relative = torch.full([], rtol, dtype=torch.float64)
    return torch.linalg.matrix_rank(self, atol=absolute, rtol=relative, hermitian=hermitian)


def linalg_matrix_rank(self: Tensor, tol: float, hermitian: bool = False) -> Tensor:
    return torch.linalg.matrix_rank(self, atol=tol, rtol=0.0, hermitian=hermitian)


def linalg_matrix_rank__tol_tensor(input: Tensor, tol: Tensor, hermitian: bool = False) -> Tensor:
    return torch.linalg.matrix_rank(
        input, atol=tol, rtol=torch.zeros([], dtype=torch.float64), hermitian=hermitian
    )


def pinverse(self: Tensor, rcond: float = 1e-15) -> Tensor:
    return torch.linalg.pinv(self, rcond, False)
