"""Variants that PyTorch's own code calls, in terms of the operators that programs call."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def _add_relu__Tensor(self: Tensor, other: Tensor, alpha: number = 1) -> Tensor:
    return torch.relu(torch.add(self, other, alpha=alpha))


def _add_relu__Scalar(self: Tensor, other: number, alpha: number = 1) -> Tensor:
    return torch.relu(torch.add(self, other, alpha))


def _addmm_activation(
    self: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    beta: number = 1,
    alpha: number = 1,
    use_gelu: bool = False,
) -> Tensor:
    result = torch.addmm(self, mat1, mat2, beta=beta, alpha=alpha)
    return torch.gelu(result) if use_gelu else torch.relu(result)


def _compute_linear_combination(input: Tensor, coefficients: Tensor) -> Tensor:
    if input.size(0) != coefficients.size(1):
        raise RuntimeError(
            f"compute_linear_combination: expected coefficients for {input.size(0)} tensors, got "
            f"{coefficients.size(1)}"
        )
    return torch.ops.aten.tensordot(coefficients, input, [1], [0])


# The groups are the first dimension, or end along a dimension of an operand without it.
def _grouped_mm(
    self: Tensor,
    mat2: Tensor,
    offs: Tensor | None = None,
    bias: Tensor | None = None,
    out_dtype: int | None = None,
) -> Tensor:
    if bias is not None:
        raise RuntimeError("grouped_mm: a bias is not supported")
    dtype = self.dtype if out_dtype is None else out_dtype
    if self.dim() == 3 and mat2.dim() == 3:
        return torch.bmm(self, mat2).to(dtype)
    if offs is None:
        raise RuntimeError(
            "grouped_mm: expected the ends of the groups where an operand is a matrix"
        )
    ends: list[int] = offs.tolist()
    of_rows = mat2.dim() == 3
    of_columns = self.dim() == 3
    if of_rows or of_columns:
        result = torch.zeros([self.size(-2), mat2.size(-1)], dtype=dtype)
    else:
        result = torch.zeros([len(ends), self.size(-2), mat2.size(-1)], dtype=dtype)
    start = 0
    for group in range(len(ends)):
        end = ends[group]
        if of_rows:
            result[start:end] = torch.mm(self[start:end], mat2[group]).to(dtype)
        elif of_columns:
            result[:, start:end] = torch.mm(self[group], mat2[:, start:end]).to(dtype)
        else:
            result[group] = torch.mm(self[:, start:end], mat2[start:end]).to(dtype)
        start = end
    return result


def _logcumsumexp(self: Tensor, dim: int) -> Tensor:
    return torch.logcumsumexp(self, dim)


def _unsafe_index_put(
    self: Tensor, indices: list[Tensor | None], values: Tensor, accumulate: bool = False
) -> Tensor:
    return torch.index_put(self, indices, values, accumulate)


def _unsafe_index_put__hacked_twin(
    self: Tensor, indices: list[Tensor], values: Tensor, accumulate: bool = False
) -> Tensor:
    return torch.index_put(self, indices, values, accumulate)


def _index_put_impl(
    self: Tensor,
    indices: list[Tensor | None],
    values: Tensor,
    accumulate: bool = False,
    unsafe: bool = False,
) -> Tensor:
    return torch.index_put(self, indices, values, accumulate)


def _reshape_copy(self: Tensor, size: list[int]) -> Tensor:
    return self.clone(memory_format=torch.contiguous_format).view(size)


def _ncf_view(self: Tensor, input_shape: list[int], normalized_ndim: int) -> Tensor:
    return self.reshape(input_shape[: len(input_shape) - normalized_ndim] + [1] * normalized_ndim)


def _ncf_unsqueeze(self: Tensor, ndim: int) -> Tensor:
    if self.dim() != 1:
        raise RuntimeError(
            f"ncf_unsqueeze: expected a tensor of one dimension, got size {self.size()}"
        )
    return self.reshape([1, self.size(0)] + [1] * (ndim - 2))


def to_dense(self: Tensor, dtype: int | None = None, masked_grad: bool | None = None) -> Tensor:
    return self if dtype is None else self.to(dtype)


def to_dense_backward(grad: Tensor, input: Tensor, masked_grad: bool | None = None) -> Tensor:
    return grad.to(input.dtype)


# Tensors behind each other, and back.


def flatten_dense_tensors(tensors: list[Tensor]) -> Tensor:
    if len(tensors) == 1:
        return tensors[0].contiguous().view([-1])
    return torch.cat([tensor.contiguous().view([-1]) for tensor in tensors])


def unflatten_dense_tensors(flat: Tensor, tensors: list[Tensor]) -> list[Tensor]:
    parts: list[Tensor] = []
    start = 0
    for tensor in tensors:
        if tensor.numel() == 0:
            parts.append(torch.zeros(tensor.size(), dtype=flat.dtype))
        else:
            parts.append(flat.narrow(0, start, tensor.numel()).view(tensor.size()))
            start += tensor.numel()
    return parts


def _pack_sequence(
    output: Tensor,
    batch_sizes: Tensor,
    sorted_indices: Tensor | None,
    unsorted_indices: Tensor | None,
) -> tuple[Tensor, Tensor, Tensor | None, Tensor | None]:
    return output, batch_sizes, sorted_indices, unsorted_indices


# Rows of sequences behind each other, and padded.


def _jagged_to_padded_dense_forward(
    values: Tensor, offsets: list[Tensor], max_lengths: list[int], padding_value: float = 0.0
) -> Tensor:
    if len(offsets) != 1 or len(max_lengths) != 1:
        raise RuntimeError(
            f"jagged_to_padded_dense: expected one jagged dimension, got {len(offsets)}"
        )
    starts = offsets[0][:-1].unsqueeze(1)
    steps = torch.arange(max_lengths[0])
    inside = steps < offsets[0].diff().unsqueeze(1)
    result = torch.full(inside.size() + values.size()[1:], padding_value, dtype=values.dtype)
    result[inside] = values[(starts + steps)[inside]]
    return result


def _padded_dense_to_jagged_forward(
    dense: Tensor, offsets: list[Tensor], total_L: int | None = None
) -> Tensor:
    if len(offsets) != 1:
        raise RuntimeError(
            f"padded_dense_to_jagged: expected one jagged dimension, got {len(offsets)}"
        )
    total = int(offsets[0][-1])
    if total_L is not None and total_L != total:
        raise RuntimeError(
            f"padded_dense_to_jagged: expected {total_L} rows, but the last offset is {total}"
        )
    steps = torch.arange(dense.size(1))
    inside = steps < offsets[0].diff().unsqueeze(1)
    result = torch.zeros([total] + dense.size()[2:], dtype=dense.dtype)
    result[(offsets[0][:-1].unsqueeze(1) + steps)[inside]] = dense[inside]
    return result


def _rowwise_prune(
    weight: Tensor, mask: Tensor, compressed_indices_dtype: int
) -> tuple[Tensor, Tensor]:
    if mask.dim() != 1 or mask.size(0) != weight.size(0):
        raise RuntimeError(
            f"rowwise_prune: expected a mask of the rows of {weight.size()}, got size {mask.size()}"
        )
    places = (mask.cumsum(0) - 1).masked_fill(~mask, -1)
    return weight[mask], places.to(compressed_indices_dtype)


# Attention with one tensor of queries, keys and values.


def _transform_bias_rescale_qkv(
    qkv: Tensor, qkv_bias: Tensor, num_heads: int
) -> tuple[Tensor, Tensor, Tensor]:
    width = qkv.size(-1) // 3
    parts = (qkv + qkv_bias).view([qkv.size(0), qkv.size(1), 3, num_heads, width // num_heads])
    q, k, v = parts.permute([2, 0, 3, 1, 4]).contiguous().unbind(0)
    return q / math.sqrt(width // num_heads), k, v
