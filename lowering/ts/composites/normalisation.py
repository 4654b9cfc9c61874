"""Norms, means, layers that normalise."""

from __future__ import annotations

import torch
from torch import Tensor


def norm_except_dim(v: Tensor, pow: int = 2, dim: int = 0) -> Tensor:
    if dim == -1:
        return v.norm(pow)
    if dim == v.dim() - 1:
        return (
            v.contiguous()
            .view([-1, v.size(-1)])
            .norm(pow, [0])
            .view([1] * (v.dim() - 1) + [v.size(-1)])
        )
    turned = v.transpose(0, dim)
    return (
        turned.contiguous()
        .view([turned.size(0), -1])
        .norm(pow, [1])
        .view([turned.size(0)] + [1] * (v.dim() - 1))
        .transpose(0, dim)
    )


def _weight_norm(v: Tensor, g: Tensor, dim: int = 0) -> Tensor:
    return v * (g / torch.norm_except_dim(v, 2, dim))


def nuclear_norm(self: Tensor, keepdim: bool = False) -> Tensor:
    return torch.linalg.matrix_norm(self, "nuc", [-2, -1], keepdim)


def nanmean(
    self: Tensor, dim: list[int] | None = None, keepdim: bool = False, dtype: int | None = None
) -> Tensor:
    if not (self.is_floating_point() or self.is_complex()):
        raise RuntimeError("nanmean: expected a tensor of floats or complex numbers")
    count = torch.sum(~torch.isnan(self), dim, keepdim)
    return torch.nansum(self, dim, keepdim, dtype=dtype) / count


def nuclear_norm__dim(self: Tensor, dim: list[int], keepdim: bool = False) -> Tensor:
    return torch.linalg.matrix_norm(self, "nuc", dim, keepdim)


def frobenius_norm__dim(self: Tensor, dim: list[int], keepdim: bool = False) -> Tensor:
    if len(dim) > 2:
        raise RuntimeError(f"frobenius_norm: expected 2 dimensions at most, got {dim}")
    return torch.linalg.vector_norm(self, 2.0, dim, keepdim)


def instance_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Tensor:
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError(
            "instance_norm: expected a running mean and variance where the input's are not used"
        )
    batch = input.size(0)
    channels = input.size(1)
    if weight is not None:
        weight = weight.repeat([batch])
    if bias is not None:
        bias = bias.repeat([batch])
    means = running_mean
    if running_mean is not None:
        means = running_mean.repeat([batch])
    variances = running_var
    if running_var is not None:
        variances = running_var.repeat([batch])
    row = input.contiguous().view([1, batch * channels] + input.size()[2:])
    result = torch.batch_norm(
        row, weight, bias, means, variances, use_input_stats, momentum, eps, cudnn_enabled
    )
    if use_input_stats and running_mean is not None and means is not None:
        running_mean.copy_(means.view([batch, channels]).mean([0]))
    if use_input_stats and running_var is not None and variances is not None:
        running_var.copy_(variances.view([batch, channels]).mean([0]))
    return result.view(input.size())


def _batch_norm_impl_index(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> tuple[Tensor, Tensor, Tensor, Tensor, int]:
    result, mean, scale = torch.native_batch_norm(
        input, weight, bias, running_mean, running_var, training, momentum, eps
    )
    return result, mean, scale, torch.zeros([0], dtype=torch.uint8), 0


def cov(
    self: Tensor,
    correction: int = 1,
    fweights: Tensor | None = None,
    aweights: Tensor | None = None,
) -> Tensor:
    if self.dim() > 2 or self.dtype == torch.bool:
        raise RuntimeError(f"cov: expected numbers in at most 2 dimensions, got {self.size()}")
    if self.dim() < 2:
        self = self.view([1, -1])
    count = self.size(1)
    weights: Tensor | None = None
    if fweights is not None:
        if (
            fweights.size() != [count]
            or fweights.is_floating_point()
            or fweights.is_complex()
            or fweights.dtype == torch.bool
        ):
            raise RuntimeError(f"cov: expected {count} whole numbers as fweights")
        if count > 0 and int(fweights.min()) < 0:
            raise RuntimeError("cov: fweights must not be negative")
        weights = fweights
    if aweights is not None:
        if aweights.size() != [count] or not aweights.is_floating_point():
            raise RuntimeError(f"cov: expected {count} numbers of a floating type as aweights")
        if count > 0 and float(aweights.min()) < 0:
            raise RuntimeError("cov: aweights must not be negative")
        weights = aweights if weights is None else weights * aweights
    if weights is None:
        mean = self.sum([1], True) / count
        freedom = torch.full([], count - correction, dtype=torch.int64)
        apart = self - mean
        again = apart
    else:
        total = weights.sum()
        mean = (self * weights).sum([1], True) / total
        if aweights is None or correction == 0:
            freedom = total - correction
        else:
            freedom = total - correction * (weights * aweights).sum() / total
        apart = self - mean
        again = apart * weights
    return (torch.mm(apart, again.t().conj()) / torch.clamp_min(freedom, 0)).squeeze()


def corrcoef(self: Tensor) -> Tensor:
    if self.dim() > 2:
        raise RuntimeError(f"corrcoef: expected at most 2 dimensions, got {self.dim()}")
    found = torch.cov(self)
    if found.dim() == 0:
        return found / found
    lengths = found.diag()
    if found.is_complex():
        lengths = torch.real(lengths)
    lengths = lengths.sqrt()
    found = found / lengths.view([-1, 1]) / lengths.view([1, -1])
    if found.is_complex():
        return torch.complex(torch.real(found).clamp(-1, 1), torch.imag(found).clamp(-1, 1))
    return found.clamp(-1, 1)
