"""Sums and differences along a line."""

from __future__ import annotations

import torch
from torch import Tensor


def trapezoid__x(y: Tensor, x: Tensor, dim: int = -1) -> Tensor:
    if y.size(dim) == 0:
        return torch.zeros_like(y.sum(dim))
    if x.dim() == 1 and y.dim() > 1:
        sizes = [1] * y.dim()
        sizes[dim] = x.size(0)
        x = x.view(sizes)
    elif x.dim() < y.dim():
        x = x.view([1] * (y.dim() - x.dim()) + x.size())
    widths = x.narrow(dim, 1, x.size(dim) - 1) - x.narrow(dim, 0, x.size(dim) - 1)
    heights = y.narrow(dim, 1, y.size(dim) - 1) + y.narrow(dim, 0, y.size(dim) - 1)
    return (widths * heights).sum(dim) / 2.0


def trapezoid__dx(y: Tensor, dx: number = 1, dim: int = -1) -> Tensor:
    if y.size(dim) == 0:
        return torch.zeros_like(y.sum(dim))
    inside = y.sum(dim) * 2 - y.select(dim, 0) - y.select(dim, -1)
    return inside * dx / 2.0


def trapz__x(y: Tensor, x: Tensor, dim: int = -1) -> Tensor:
    return torch.trapezoid(y, x, dim=dim)


def trapz__dx(y: Tensor, dx: float = 1.0, dim: int = -1) -> Tensor:
    return torch.trapezoid(y, dx=dx, dim=dim)


def diff(
    self: Tensor,
    n: int = 1,
    dim: int = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
) -> Tensor:
    if self.dim() == 0:
        raise RuntimeError("diff: expected a tensor of at least one dimension")
    if n < 0:
        raise RuntimeError(f"diff: the order is {n}, and must not be negative")
    if n == 0:
        return torch.clone(self)
    found = self
    if prepend is not None:
        found = torch.cat([prepend, found], dim)
    if append is not None:
        found = torch.cat([found, append], dim)
    if n >= found.size(dim):
        return found.narrow(dim, 0, 0)
    for _i in range(n):
        before = found.narrow(dim, 0, found.size(dim) - 1)
        behind = found.narrow(dim, 1, found.size(dim) - 1)
        found = torch.logical_xor(behind, before) if found.dtype == torch.bool else behind - before
    return found


def _before(x: Tensor, dim: int) -> Tensor:
    return x.narrow(dim, 0, x.size(dim) - 1)


def _behind(x: Tensor, dim: int) -> Tensor:
    return x.narrow(dim, 1, x.size(dim) - 1)


def cumulative_trapezoid__x(y: Tensor, x: Tensor, dim: int = -1) -> Tensor:
    if x.dim() == 1 and y.dim() > 1:
        if x.size(0) != y.size(dim):
            raise RuntimeError(
                f"cumulative_trapezoid: expected {y.size(dim)} places, got {x.size(0)}"
            )
        sizes = [1] * y.dim()
        sizes[dim] = x.size(0)
        x = x.view(sizes)
    elif x.dim() < y.dim():
        x = x.view([1] * (y.dim() - x.dim()) + x.size())
    widths = _behind(x, dim) - _before(x, dim)
    return ((_behind(y, dim) + _before(y, dim)) * widths).cumsum(dim) / 2.0


def cumulative_trapezoid__dx(y: Tensor, dx: number = 1, dim: int = -1) -> Tensor:
    return (dx / 2.0) * (_behind(y, dim) + _before(y, dim)).cumsum(dim)


def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:
    if x.dim() != 1:
        raise RuntimeError(f"vander: expected a vector, got a tensor of {x.dim()} dimensions")
    powers = torch.linalg.vander(x, N=N)
    if not increasing:
        powers = powers.flip([-1])
    return powers


def sum_to_size(self: Tensor, size: list[int]) -> Tensor:
    lead = self.dim() - len(size)
    if lead < 0:
        raise RuntimeError(
            f"sum_to_size: a tensor of size {self.size()} has fewer dimensions than {size}"
        )
    dims: list[int] = []
    for i in range(self.dim()):
        if i < lead:
            dims.append(i)
        elif size[i - lead] == 1:
            if self.size(i) != 1:
                dims.append(i)
        elif size[i - lead] != self.size(i):
            raise RuntimeError(
                f"sum_to_size: a tensor of size {size} is not broadcast to {self.size()}"
            )
    if len(size) == 0:
        return self.sum()
    if len(dims) > 0:
        self = self.sum(dims, True)
    if lead > 0:
        self = self.view(size)
    return self


def std_mean(self: Tensor, unbiased: bool = True) -> tuple[Tensor, Tensor]:
    return torch.std_mean(self, None, correction=int(unbiased), keepdim=False)


def std_mean__dim(
    self: Tensor, dim: list[int] | None, unbiased: bool = True, keepdim: bool = False
) -> tuple[Tensor, Tensor]:
    return torch.std_mean(self, dim, correction=int(unbiased), keepdim=keepdim)


def var_mean(self: Tensor, unbiased: bool = True) -> tuple[Tensor, Tensor]:
    return torch.var_mean(self, None, correction=int(unbiased), keepdim=False)


def var_mean__dim(
    self: Tensor, dim: list[int] | None, unbiased: bool = True, keepdim: bool = False
) -> tuple[Tensor, Tensor]:
    return torch.var_mean(self, dim, correction=int(unbiased), keepdim=keepdim)


def std(self: Tensor, unbiased: bool = True) -> Tensor:
    return torch.std(self, None, correction=int(unbiased), keepdim=False)


def std__dim(
    self: Tensor, dim: list[int] | None, unbiased: bool = True, keepdim: bool = False
) -> Tensor:
    return torch.std(self, dim, correction=int(unbiased), keepdim=keepdim)


def var(self: Tensor, unbiased: bool = True) -> Tensor:
    return torch.var(self, None, correction=int(unbiased), keepdim=False)


def var__dim(
    self: Tensor, dim: list[int] | None, unbiased: bool = True, keepdim: bool = False
) -> Tensor:
    return torch.var(self, dim, correction=int(unbiased), keepdim=keepdim)


def linalg_vander(x: Tensor, N: int | None = None) -> Tensor:
    if x.dim() == 0:
        x = x.unsqueeze(0)
    count = x.size(-1) if N is None else N
    if count <= 1:
        raise RuntimeError(f"linalg.vander: expected more than 1 power, got {count}")
    if not x.is_floating_point() and not x.is_complex():
        x = x.to(torch.int64)
    return torch.pow(x.unsqueeze(-1), torch.arange(count))


def gradient__scalarint(
    self: Tensor, spacing: number | None = None, dim: int | None = None, edge_order: int = 1
) -> list[Tensor]:
    dims: list[int] = []
    if dim is None:
        for i in range(self.dim()):
            dims.append(i)
    else:
        dims.append(dim)
    if edge_order != 1 and edge_order != 2:
        raise RuntimeError(f"gradient: expected an edge order of 1 or 2, got {edge_order}")
    slopes: list[Tensor] = []
    for axis in dims:
        size = self.size(axis)
        if size <= edge_order:
            raise RuntimeError(f"gradient: expected more than {edge_order} elements")
        step = 1.0 if spacing is None else float(spacing)
        inner = (self.narrow(axis, 2, size - 2) - self.narrow(axis, 0, size - 2)) / (2 * step)
        x, y = self.narrow(axis, 0, 1), self.narrow(axis, 1, 1)
        v, w = self.narrow(axis, size - 2, 1), self.narrow(axis, size - 1, 1)
        first = (y - x) / step
        last = (w - v) / step
        if edge_order == 2:
            z, u = self.narrow(axis, 2, 1), self.narrow(axis, size - 3, 1)
            first = (x * -1.5 + y * 2 - z * 0.5) / step
            last = (u * 0.5 - v * 2 + w * 1.5) / step
        slopes.append(torch.cat([first, inner, last], axis))
    return slopes
