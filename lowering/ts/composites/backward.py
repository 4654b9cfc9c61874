"""Gradients that other operators compute."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def trace_backward(grad: Tensor, sizes: list[int]) -> Tensor:
    if len(sizes) != 2:
        raise RuntimeError(f"trace_backward: expected a matrix, got a tensor of size {sizes}")
    result = torch.zeros([sizes[0] * sizes[1]], dtype=grad.dtype)
    places = torch.arange(0, result.numel(), sizes[1] + 1)
    return result.index_fill(0, places, grad).view(sizes)


def index_select_backward(grad: Tensor, self_sizes: list[int], dim: int, index: Tensor) -> Tensor:
    return torch.zeros(self_sizes, dtype=grad.dtype).index_add(dim, index, grad)


def masked_select_backward(grad: Tensor, input: Tensor, mask: Tensor) -> Tensor:
    target, places = torch.ops.aten.broadcast_tensors([input, mask])
    return torch.zeros_like(target, memory_format=torch.contiguous_format).masked_scatter(
        places, grad
    )


def value_selecting_reduction_backward(
    grad: Tensor, dim: int, indices: Tensor, sizes: list[int], keepdim: bool
) -> Tensor:
    if not keepdim and len(sizes) > 0:
        grad = grad.unsqueeze(dim)
        indices = indices.unsqueeze(dim)
    return torch.zeros(sizes, dtype=grad.dtype).scatter(dim, indices, grad)


# Views and scans.


def gather_backward(
    grad: Tensor, self: Tensor, dim: int, index: Tensor, sparse_grad: bool
) -> Tensor:
    if sparse_grad:
        raise RuntimeError("gather_backward: sparse gradients are not supported")
    return torch.zeros(self.size(), dtype=grad.dtype).scatter_add(dim, index, grad)


def cummaxmin_backward(grad: Tensor, input: Tensor, indices: Tensor, dim: int) -> Tensor:
    if input.numel() == 0:
        return input
    return torch.zeros(input.size(), dtype=input.dtype).scatter_add(dim, indices, grad)


# Up to the first zero of a line the products of what follows are divided by the factor. At that
# zero they are made without it, and behind it all are zero.
def cumprod_backward(grad: Tensor, input: Tensor, dim: int, output: Tensor) -> Tensor:
    if input.numel() <= 1 or input.size(dim) == 1:
        return grad
    factors = input.conj_physical()
    zero = factors == 0
    below = (output.conj_physical() * grad).flip([dim]).cumsum(dim).flip([dim])
    seen = zero.cumsum(dim)
    first = zero & (seen == 1)
    without = (
        (grad * factors.masked_fill(first, 1).cumprod(dim)).flip([dim]).cumsum(dim).flip([dim])
    )
    result = torch.where(first, without, below / factors.masked_fill(zero, 1))
    return result.masked_fill((seen > 0) & ~first, 0)


def _grad_sum_to_size(self: Tensor, size: list[int] | None) -> Tensor:
    return self if size is None else self.sum_to_size(size)


def _pack_padded_sequence_backward(
    grad: Tensor, input_size: list[int], batch_sizes: Tensor, batch_first: bool
) -> Tensor:
    steps = input_size[1] if batch_first else input_size[0]
    result, _lengths = torch.ops.aten._pad_packed_sequence(
        grad, batch_sizes, batch_first, 0.0, steps
    )
    return result


# Softmax, normalisation, gates.


def _masked_softmax_backward(
    grad_output: Tensor, output: Tensor, mask: Tensor, dim: int | None = None
) -> Tensor:
    if grad_output.size() != mask.size():
        raise RuntimeError(
            f"masked_softmax: expected a mask of the size of the gradient, {grad_output.size()}, "
            f"got {mask.size()}"
        )
    along = -1 if dim is None else dim
    weighted = (grad_output * output).masked_fill(mask, 0)
    return (weighted - output * weighted.sum([along], True)).masked_fill(mask, 0)


def _weight_norm_differentiable_backward(
    grad_w: Tensor, saved_v: Tensor, saved_g: Tensor, saved_norms: Tensor, dim: int
) -> tuple[Tensor, Tensor]:
    if dim != 0 and dim != saved_v.dim() - 1:
        raise RuntimeError(f"weight_norm: expected the first or the last dimension, got {dim}")
    norms = saved_norms.to(saved_g.dtype)
    others: list[int] = []
    for other in range(saved_v.dim()):
        if other != dim:
            others.append(other)
    along = (grad_w * saved_v).sum(others, True)
    return (saved_g / norms) * (grad_w - saved_v * (along / (norms * norms))), along / norms


def _weight_norm_interface_backward(
    grad_w: Tensor, saved_v: Tensor, saved_g: Tensor, saved_norms: Tensor, dim: int
) -> tuple[Tensor, Tensor]:
    return torch.ops.aten._weight_norm_differentiable_backward(
        grad_w, saved_v, saved_g, saved_norms, dim
    )


def batch_norm_backward(
    grad_out: Tensor,
    input: Tensor,
    weight: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    save_mean: Tensor | None,
    save_var: Tensor | None,
    update: bool,
    eps: float,
    output_mask: list[bool],
    reserve: Tensor,
) -> tuple[Tensor, Tensor, Tensor]:
    return torch.ops.aten.native_batch_norm_backward(
        grad_out,
        input,
        weight,
        running_mean,
        running_var,
        save_mean,
        save_var,
        update,
        eps,
        output_mask,
    )


def _batch_norm_impl_index_backward(
    impl_index: int,
    input: Tensor,
    grad_output: Tensor,
    weight: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    save_mean: Tensor | None,
    save_var_transform: Tensor | None,
    train: bool,
    eps: float,
    output_mask: list[bool],
    reservedSpace: Tensor,
) -> tuple[Tensor, Tensor, Tensor]:
    if impl_index != 0:
        raise RuntimeError(f"batch_norm: expected implementation 0, that of CPUs, got {impl_index}")
    return torch.ops.aten.native_batch_norm_backward(
        grad_output,
        input,
        weight,
        running_mean,
        running_var,
        save_mean,
        save_var_transform,
        train,
        eps,
        output_mask,
    )


def glu_jvp(glu: Tensor, x: Tensor, dx: Tensor, dim: int) -> Tensor:
    half = glu.size(dim)
    share = torch.sigmoid(x.narrow(dim, half, half))
    return share * dx.narrow(dim, 0, half) + dx.narrow(dim, half, half) * (glu - share * glu)


def glu_backward_jvp(
    grad_x: Tensor, grad_glu: Tensor, x: Tensor, dgrad_glu: Tensor, dx: Tensor, dim: int
) -> Tensor:
    half = grad_glu.size(dim)
    value = x.narrow(dim, 0, half)
    share = torch.sigmoid(x.narrow(dim, half, half))
    steep = (1 - share) * share
    dvalue = dx.narrow(dim, 0, half)
    dgate = dx.narrow(dim, half, half)
    of_value = dgrad_glu * share + grad_glu * steep * dgate
    of_gate = steep * (dgrad_glu * value + grad_glu * (dvalue + value * (1 - 2 * share) * dgate))
    return torch.cat([of_value, of_gate], dim)


# Matrices and images.


def matrix_exp_backward(self: Tensor, grad: Tensor) -> Tensor:
    size = self.size(-1)
    turned = self.mH
    blocks = torch.cat(
        [torch.cat([turned, grad], -1), torch.cat([torch.zeros_like(grad), turned], -1)], -2
    )
    return torch.linalg.matrix_exp(blocks).narrow(-2, 0, size).narrow(-1, size, size).contiguous()


def conv_tbc_backward(
    self: Tensor, input: Tensor, weight: Tensor, bias: Tensor, pad: int
) -> tuple[Tensor, Tensor, Tensor]:
    of_input, of_weight, of_bias = torch.ops.aten.convolution_backward(
        self.permute([1, 2, 0]),
        input.permute([1, 2, 0]),
        weight.permute([2, 1, 0]),
        bias.size(),
        [1],
        [pad],
        [1],
        False,
        [0],
        1,
        [True, True, True],
    )
    return (
        of_input.permute([2, 0, 1]).contiguous(),
        of_weight.permute([2, 1, 0]).contiguous(),
        of_bias,
    )


def _slow_conv2d_backward__output_mask(
    grad_output: Tensor,
    self: Tensor,
    weight: Tensor,
    kernel_size: list[int],
    stride: list[int],
    padding: list[int],
    output_mask: list[bool],
) -> tuple[Tensor, Tensor, Tensor]:
    return torch.ops.aten.convolution_backward(
        grad_output,
        self,
        weight,
        [weight.size(0)],
        stride,
        padding,
        [1, 1],
        False,
        [0, 0],
        1,
        output_mask,
    )


def max_pool2d_backward(
    grad_output: Tensor,
    self: Tensor,
    kernel_size: list[int],
    stride: list[int] = [],
    padding: list[int] = [0],
    dilation: list[int] = [1],
    ceil_mode: bool = False,
) -> Tensor:
    _largest, places = torch.max_pool2d_with_indices(
        self, kernel_size, stride, padding, dilation, ceil_mode
    )
    return torch.ops.aten.max_pool2d_with_indices_backward(
        grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, places
    )


def affine_grid_generator_backward(grad: Tensor, size: list[int], align_corners: bool) -> Tensor:
    rank = len(size) - 2
    same = torch.eye(rank, rank + 1, dtype=grad.dtype).unsqueeze(0)
    points = torch.affine_grid_generator(same, [1] + size[1:], align_corners)
    points = torch.cat([points, torch.ones(points.size()[:-1] + [1], dtype=grad.dtype)], -1)
    return torch.matmul(
        points.reshape([1, -1, rank + 1]).transpose(1, 2), grad.reshape([size[0], -1, rank])
    ).transpose(1, 2)


# Attention, from the logarithm of what the scores of each query add up to.


def _scaled_dot_product_flash_attention_for_cpu_backward(
    grad_out: Tensor,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    out: Tensor,
    logsumexp: Tensor,
    dropout_p: float,
    is_causal: bool,
    attn_mask: Tensor | None = None,
    scale: float | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    if dropout_p > 0:
        raise RuntimeError("scaled_dot_product_attention: dropout is not supported here")
    factor = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    scores = torch.matmul(query, key.transpose(-2, -1)) * factor
    if attn_mask is not None:
        scores = scores + attn_mask
    if is_causal:
        scores = scores.masked_fill(torch.ones_like(scores, dtype=torch.bool).triu(1), -math.inf)
    weights = torch.exp(scores - logsumexp.unsqueeze(-1)).to(query.dtype)
    slope = weights * (
        torch.matmul(grad_out, value.transpose(-2, -1)) - (grad_out * out).sum([-1], True)
    )
    return (
        torch.matmul(slope, key) * factor,
        torch.matmul(slope.transpose(-2, -1), query) * factor,
        torch.matmul(weights.transpose(-2, -1), grad_out),
    )


def _softmax_backward_data(
    grad_output: Tensor, output: Tensor, dim: int, input_dtype: int
) -> Tensor:
    if grad_output.size() != output.size() or grad_output.dtype != output.dtype:
        raise RuntimeError(
            "_softmax_backward_data: expected two tensors of one size and type, got "
            f"{grad_output.size()} and {output.size()}"
        )
    if input_dtype != output.dtype:
        raise RuntimeError("_softmax_backward_data: expected the type of the results")
    grown = grad_output * output
    return grown - output * grown.sum([dim], True)
