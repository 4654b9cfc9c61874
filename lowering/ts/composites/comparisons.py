"""Equality of tensors, and distances of their rows."""

from __future__ import annotations

import torch
from torch import Tensor


def equal(self: Tensor, other: Tensor) -> bool:
    if self.dtype != other.dtype:
        raise RuntimeError("equal: expected two tensors of one element type")
    if self.size() != other.size():
        return False
    return bool((self == other).all())


def allclose(
    self: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    return bool(torch.isclose(self, other, rtol, atol, equal_nan).all())


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: int | None = None) -> Tensor:
    if compute_mode is not None and (compute_mode < 0 or compute_mode > 2):
        raise RuntimeError(f"cdist: expected a mode of 0, 1 or 2, got {compute_mode}")
    if x1.dim() < 2 or x2.dim() < 2 or x1.size(-1) != x2.size(-1) or p < 0:
        raise RuntimeError(
            f"cdist: expected rows of one size and a non-negative order, got {x1.size()}, "
            f"{x2.size()} and {p}"
        )
    if not x1.is_floating_point() or x1.dtype != x2.dtype:
        raise RuntimeError("cdist: expected two tensors of one floating type")
    apart = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    if x1.size(-1) == 0:
        return apart.sum(-1)
    return torch.linalg.vector_norm(apart, p, [-1])


def _pdist_forward(self: Tensor, p: float = 2.0) -> Tensor:
    if self.size(1) == 0:
        return torch.zeros([self.size(0) * (self.size(0) - 1) // 2], dtype=self.dtype)
    pairs = torch.triu_indices(self.size(0), self.size(0), 1)
    apart = self.index_select(0, pairs[0]) - self.index_select(0, pairs[1])
    return torch.linalg.vector_norm(apart, p, [-1])
