"""Attention: products of queries and keys weigh the values. After Vaswani et al. (2017)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import sqrt
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import Table, working_array, wrap_result
from xdsl_torchscript.runtime.operators.layout import arrange_like
from xdsl_torchscript.runtime.operators.networks.dropout import dropout
from xdsl_torchscript.runtime.operators.networks.nested import NestedTensor, to_padded
from xdsl_torchscript.runtime.operators.networks.normalisation import layer_norm
from xdsl_torchscript.runtime.operators.networks.softmax import (
    MASK_OF_KEYS,
    masked_softmax,
    safe_softmax_of,
    softmax_of,
)
from xdsl_torchscript.runtime.operators.pointwise.activation import gelu_of, relu_of
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _mask(scores: Array, mask: Array | None) -> Array:
    """Mask scores: bools select them, any other mask is added."""
    if mask is None:
        return scores
    if mask.dtype == np.bool_:
        return np.where(mask, scores, scores.dtype.type(-np.inf))
    return scores + mask.astype(scores.dtype, copy=False)


def _repeat_heads(heads: Array, count: int) -> Array:
    """Repeat each head of keys and values for a group of queries."""
    if heads.shape[-3] == 0 or count % heads.shape[-3]:
        raise BadValue(f"{heads.shape[-3]} heads of keys do not divide {count} of queries")
    return np.repeat(heads, count // heads.shape[-3], axis=-3)


def _scores(q: Array, k: Array, mask: Tensor | None, is_causal: bool, scale: float | None) -> Array:
    factor = 1 / sqrt(q.shape[-1]) if scale is None else scale
    scores = (q @ np.swapaxes(k, -2, -1)) * q.dtype.type(factor)
    allowed = np.tri(q.shape[-2], k.shape[-2], dtype=np.bool_) if is_causal else None
    return _mask(scores, allowed if mask is None else mask.array)


def _attention(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, dropout_p: float,
    is_causal: bool, scale: float | None, enable_gqa: bool,
) -> tuple[Array, Array]:  # fmt: skip
    if mask is not None and is_causal:
        raise BadValue("attention takes a mask or 'is_causal', not both")
    q, k, v = working_array(query), working_array(key), working_array(value)
    if enable_gqa:
        k, v = _repeat_heads(k, q.shape[-3]), _repeat_heads(v, q.shape[-3])
    scores = _scores(q, k, mask, is_causal, scale)
    weights = dropout(safe_softmax_of(scores, -1), dropout_p, True)
    return weights @ v, weights


def _scaled_dot_product_attention(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, dropout_p: float,
    is_causal: bool, scale: float | None, enable_gqa: bool,
) -> Tensor:  # fmt: skip
    """Return attention. With rows that are contiguous, as PyTorch's flash attention takes them, the
    result has the dimension order of the queries in memory."""
    result, _ = _attention(query, key, value, mask, dropout_p, is_causal, scale, enable_gqa)
    array = wrap_result(result, query.array.dtype).array
    rows = [t.array for t in (query, key, value)]
    if array.ndim == 4 and all(a.ndim == 4 and a.strides[-1] == a.itemsize for a in rows):
        return Tensor(arrange_like(array, [query.array.strides]))
    return Tensor(np.ascontiguousarray(array))


def _flash(
    query: Tensor, key: Tensor, value: Tensor, dropout_p: float, is_causal: bool,
    mask: Tensor | None, scale: float | None,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Return attention, and the log-sum-exp of the scores of each query."""
    if dropout_p > 0 or (mask is not None and mask.array.dtype == np.bool_):
        raise BadValue("this attention supports neither dropout nor a boolean mask")
    result = _scaled_dot_product_attention(query, key, value, mask, 0.0, is_causal, scale, False)
    scores = _scores(working_array(query), working_array(key), mask, is_causal, scale)
    # With the heads as the innermost dimension in memory.
    sums = np.logaddexp.reduce(scores, axis=-1)
    return result, Tensor(np.ascontiguousarray(sums.swapaxes(1, 2)).swapaxes(1, 2))


def _with_weights(
    query: Tensor, key: Tensor, value: Tensor, *, attn_mask: Tensor | None, dropout_p: float,
    is_causal: bool, dropout_mask: Tensor | None, scale: float | None, enable_gqa: bool,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    found = _attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)
    return wrap_result(found[0], query.array.dtype), wrap_result(found[1], query.array.dtype)


# ---- several heads


def _heads(values: Array, count: int) -> Array:
    """Return `[batch, steps, width]` as `[batch, heads, steps, width of a head]`."""
    batch, steps, width = values.shape
    return values.reshape(batch, steps, count, width // count).swapaxes(1, 2)


def _linear(values: Array, weight: Array, bias: Array) -> Array:
    """Apply a layer to the rows, as one product of matrices."""
    rows = values.reshape(-1, values.shape[-1])
    return (rows @ weight.T + bias).reshape(*values.shape[:-1], len(weight))


def _multi_head(
    inputs: Sequence[Array], heads: int, weight: Array, bias: Array,
    mask: Tensor | None, mask_type: int | None,
) -> tuple[Array, Array]:  # fmt: skip
    """Return the heads side by side, and the weights of each. Weight and bias are the concatenated
    ones of queries, keys and values."""
    width = len(bias) // 3
    if len(bias) % 3 or len(weight) != len(bias):
        raise BadValue(f"{len(weight)} weights and {len(bias)} biases of queries, keys and values")
    parts = [slice(n * width, (n + 1) * width) for n in range(3)]
    pairs = zip(inputs, parts, strict=True)
    q, k, v = (_heads(_linear(x, weight[part], bias[part]), heads) for x, part in pairs)
    scores = (q / q.dtype.type(sqrt(q.shape[-1]))) @ k.swapaxes(-2, -1)
    weights = (
        softmax_of(scores, -1) if mask is None else masked_softmax(scores, mask.array, mask_type)
    )
    joined = (weights @ v).swapaxes(1, 2)
    return joined.reshape(*joined.shape[:2], width), weights


def _native_multi_head_attention(
    query: Tensor, key: Tensor, value: Tensor, *, embed_dim: int, num_head: int,
    qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor,
    mask: Tensor | None, need_weights: bool, average_attn_weights: bool, mask_type: int | None,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Return the result, and the weights if they are requested, else an empty tensor."""
    _check_heads(embed_dim, num_head)
    inputs = [working_array(t) for t in (query, key, value)]
    weight, bias, out_weight, out_bias = map(
        working_array, (qkv_weight, qkv_bias, proj_weight, proj_bias)
    )
    joined, weights = _multi_head(inputs, num_head, weight, bias, mask, mask_type)
    dtype = query.array.dtype
    shown = weights.mean(axis=1) if average_attn_weights else weights
    returned = shown if need_weights else np.empty(0, dtype)
    return wrap_result(_linear(joined, out_weight, out_bias), dtype), wrap_result(returned, dtype)


def _check_heads(width: int, heads: int) -> None:
    if heads <= 0 or width % heads:
        raise BadValue(f"{heads} heads do not divide a width of {width}")


def _transformer_encoder_layer(
    src: Tensor, *, embed_dim: int, num_heads: int,
    qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor,
    use_gelu: bool, norm_first: bool, eps: float,
    norm_weight_1: Tensor, norm_bias_1: Tensor, norm_weight_2: Tensor, norm_bias_2: Tensor,
    ffn_weight_1: Tensor, ffn_bias_1: Tensor, ffn_weight_2: Tensor, ffn_bias_2: Tensor,
    mask: Tensor | None, mask_type: int | None,
) -> Tensor:  # fmt: skip
    """Apply attention and a network of two layers, each with a residual connection and a
    normalisation before or after it."""
    _check_heads(embed_dim, num_heads)
    qkv_w, qkv_b, proj_w, proj_b, up_w, up_b, down_w, down_b = (
        working_array(t)
        for t in (
            qkv_weight, qkv_bias, proj_weight, proj_bias,
            ffn_weight_1, ffn_bias_1, ffn_weight_2, ffn_bias_2,
        )
    )  # fmt: skip
    activation = gelu_of if use_gelu else relu_of

    def attend(values: Array) -> Array:
        joined, _ = _multi_head([values] * 3, num_heads, qkv_w, qkv_b, mask, mask_type)
        return _linear(joined, proj_w, proj_b)

    def feed_forward(values: Array) -> Array:
        return _linear(activation(_linear(values, up_w, up_b)), down_w, down_b)

    values = working_array(src)
    parts = (
        (attend, working_array(norm_weight_1), working_array(norm_bias_1)),
        (feed_forward, working_array(norm_weight_2), working_array(norm_bias_2)),
    )
    for part, weight, bias in parts:
        if norm_first:
            values = values + part(layer_norm(values, weight, bias, eps))
        else:
            values = layer_norm(values + part(values), weight, bias, eps)
    return wrap_result(values, src.array.dtype)


_MOST_PADDING = 2
"""The most rows of padded sequences, as a multiple of those without padding, that are computed at
once."""


def _encoder_layer(
    *, src: Tensor, mask: Tensor | None, mask_type: int | None, **options: Any
) -> Tensor:
    """Apply the layer to a tensor, or to the sequences of a nested tensor."""
    layer = partial(_transformer_encoder_layer, **options)
    if not isinstance(src, NestedTensor):
        return layer(src, mask=mask, mask_type=mask_type)
    if mask is not None:
        raise BadValue("a layer takes a nested tensor or a mask, not both")
    lengths = [len(part) for part in src.parts]
    longest = max(lengths)
    if 0 in lengths or len(lengths) * longest > _MOST_PADDING * sum(lengths):
        return src.each(partial(layer, mask=None, mask_type=None))
    padding = np.greater_equal.outer(np.arange(longest), lengths).T
    padded = layer(to_padded(src, 0.0, None), mask=Tensor(padding), mask_type=MASK_OF_KEYS)
    rows = zip(padded.array, lengths, strict=True)
    return NestedTensor([row[:length] for row, length in rows], src.device)


ATTENTION: Table = {
    "aten.scaled_dot_product_attention": _scaled_dot_product_attention,
    **by_name(_with_weights, "aten._scaled_dot_product_attention_math"),
    "aten._scaled_dot_product_flash_attention_for_cpu": _flash,
    **by_name(_native_multi_head_attention, "aten._native_multi_head_attention"),
    **by_name(_encoder_layer, "aten._transformer_encoder_layer_fwd"),
}
