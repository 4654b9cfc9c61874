"""Norms of vectors and matrices, and normalisation by them."""

from __future__ import annotations

import torch
from torch import Tensor


def _matrices(self: Tensor, dim: list[int]) -> Tensor:
    if len(dim) != 2 or not self.is_floating_point():
        raise RuntimeError(f"linalg.matrix_norm: expected floats and two dimensions, got {dim}")
    return torch.movedim(self, dim, [-2, -1])


def _with_dimensions(norm: Tensor, rank: int, dim: list[int], keepdim: bool) -> Tensor:
    if not keepdim:
        return norm
    first, second = dim[0] % rank, dim[1] % rank
    return norm.unsqueeze(min(first, second)).unsqueeze(max(first, second))


def linalg_matrix_norm__str_ord(
    self: Tensor,
    ord: str,
    dim: list[int],
    keepdim: bool,
    dtype: int | None,
) -> Tensor:
    if ord == "fro":
        if len(dim) != 2:
            raise RuntimeError(f"linalg.matrix_norm: expected two dimensions, got {dim}")
        return torch.linalg.vector_norm(self, 2, dim, keepdim, dtype=dtype)
    if ord != "nuc":
        raise RuntimeError(f"linalg.matrix_norm: expected 'fro' or 'nuc', got '{ord}'")
    if dtype is not None and dtype != self.dtype:
        raise RuntimeError("linalg.matrix_norm: expected the type of the tensor")
    values = torch.linalg.svdvals(_matrices(self, dim))
    return _with_dimensions(values.sum(-1), self.dim(), dim, keepdim)


def linalg_matrix_norm(
    self: Tensor,
    ord: number,
    dim: list[int],
    keepdim: bool,
    dtype: int | None,
) -> Tensor:
    order = float(ord)
    if dtype is not None and dtype != self.dtype:
        raise RuntimeError("linalg.matrix_norm: expected the type of the tensor")
    matrices = _matrices(self, dim)
    if abs(order) == 2.0:
        values = torch.linalg.svdvals(matrices)
    elif abs(order) == 1.0:
        values = torch.linalg.vector_norm(matrices, 1, [-2])
    elif abs(order) == float("inf"):
        values = torch.linalg.vector_norm(matrices, 1, [-1])
    else:
        raise RuntimeError(f"linalg.matrix_norm: expected an order of 1, 2 or inf, got {order}")
    norm = values.amax([-1]) if order > 0 else values.amin([-1])
    return _with_dimensions(norm, self.dim(), dim, keepdim)


def linalg_norm(
    self: Tensor,
    ord: number | None = None,
    dim: list[int] | None = None,
    keepdim: bool = False,
    dtype: int | None = None,
) -> Tensor:
    if dim is not None and len(dim) != 1 and len(dim) != 2:
        raise RuntimeError(f"linalg.norm: expected one or two dimensions, got {dim}")
    if ord is None:
        return torch.linalg.vector_norm(self, 2, dim, keepdim, dtype=dtype)
    if dim is None:
        if self.dim() != 1 and self.dim() != 2:
            raise RuntimeError(
                f"linalg.norm: expected a vector or a matrix, got {self.dim()} dimensions"
            )
        axes = list(range(self.dim()))
    else:
        axes = dim
    if len(axes) == 1:
        return torch.linalg.vector_norm(self, ord, axes, keepdim, dtype=dtype)
    return torch.linalg.matrix_norm(self, ord, axes, keepdim, dtype=dtype)


def linalg_norm__ord_str(
    self: Tensor,
    ord: str,
    dim: list[int] | None = None,
    keepdim: bool = False,
    dtype: int | None = None,
) -> Tensor:
    axes = [-2, -1] if dim is None else dim
    if dim is None and self.dim() != 2:
        raise RuntimeError(f"linalg.norm: expected a matrix, got {self.dim()} dimensions")
    return torch.linalg.matrix_norm(self, ord, axes, keepdim, dtype=dtype)


def renorm(self: Tensor, p: number, dim: int, maxnorm: number) -> Tensor:
    if self.dim() < 2 or float(p) <= 0 or float(maxnorm) < 0:
        raise RuntimeError(
            "renorm: expected at least 2 dimensions, an order above 0 and a non-negative norm, "
            f"got {self.dim()}, {p} and {maxnorm}"
        )
    others: list[int] = []
    for i in range(self.dim()):
        if i != dim % self.dim():
            others.append(i)
    norm = torch.linalg.vector_norm(self, p, others, True)
    scaled = self * torch.where(norm > maxnorm, maxnorm / (norm + 1e-7), 1.0)
    return scaled.clone(memory_format=torch.contiguous_format)
