"""Attention: products of queries and keys weigh the values. After Vaswani et al. (2017)."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    if dropout_p != 0.0 or (is_causal and attn_mask is not None):
        raise RuntimeError(
            "scaled_dot_product_attention: expected no dropout, and either a mask or is_causal"
        )
    if not query.is_floating_point() or query.dtype != key.dtype or query.dtype != value.dtype:
        raise RuntimeError("scaled_dot_product_attention: expected tensors of one floating type")
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    factor = 1.0 / math.sqrt(query.size(-1)) if scale is None else scale
    scores = torch.matmul(query * factor, key.transpose(-2, -1))
    if is_causal:
        before = torch.ones([query.size(-2), key.size(-2)], dtype=torch.bool).tril()
        scores = scores.masked_fill(~before, -float("inf"))
    if attn_mask is not None:
        if attn_mask.dtype == torch.bool:
            scores = scores.masked_fill(~attn_mask, -float("inf"))
        else:
            scores = scores + attn_mask
    return torch.matmul(torch.ops.aten._safe_softmax(scores, -1), value)


def _masked_softmax(
    self: Tensor, mask: Tensor, dim: int | None = None, mask_type: int | None = None
) -> Tensor:
    if dim is not None and dim != -1 and dim != self.dim() - 1:
        raise RuntimeError("_masked_softmax: expected the last dimension")
    hidden = mask.to(torch.bool)
    if mask_type is not None and mask_type == 1:  # of the keys of each sequence
        hidden = hidden.reshape([mask.size(0), 1, 1, mask.size(-1)])
    return torch.softmax(self.masked_fill(hidden, -float("inf")), -1)


def _projected_heads(values: Tensor, weight: Tensor, bias: Tensor, part: int, heads: int) -> Tensor:
    width = weight.size(0) // 3
    rows = weight.narrow(0, part * width, width)
    made = torch.linear(values, rows, bias.narrow(0, part * width, width))
    return made.reshape([made.size(0), made.size(1), heads, width // heads]).transpose(1, 2)


def _multi_head(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    num_head: int,
    qkv_weight: Tensor,
    qkv_bias: Tensor,
    mask: Tensor | None,
    mask_type: int | None,
) -> tuple[Tensor, Tensor]:
    q = _projected_heads(query, qkv_weight, qkv_bias, 0, num_head)
    k = _projected_heads(key, qkv_weight, qkv_bias, 1, num_head)
    v = _projected_heads(value, qkv_weight, qkv_bias, 2, num_head)
    scores = torch.matmul(q * (1.0 / math.sqrt(q.size(-1))), k.transpose(-2, -1))
    if mask is None:
        found = torch.softmax(scores, -1)
    else:
        found = torch.ops.aten._masked_softmax(scores, mask, None, mask_type)
    joined = torch.matmul(found, v).transpose(1, 2)
    return joined.reshape([query.size(0), query.size(1), qkv_weight.size(0) // 3]), found


def _native_multi_head_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim: int,
    num_head: int,
    qkv_weight: Tensor,
    qkv_bias: Tensor,
    proj_weight: Tensor,
    proj_bias: Tensor,
    mask: Tensor | None = None,
    need_weights: bool = True,
    average_attn_weights: bool = True,
    mask_type: int | None = None,
) -> tuple[Tensor, Tensor]:
    joined, weights = _multi_head(
        query, key, value, num_head, qkv_weight, qkv_bias, mask, mask_type
    )
    if not need_weights:
        weights = torch.empty([0], dtype=query.dtype)
    elif average_attn_weights:
        weights = weights.mean([1])
    return torch.linear(joined, proj_weight, proj_bias), weights


def _transformer_encoder_layer_fwd(
    src: Tensor,
    embed_dim: int,
    num_heads: int,
    qkv_weight: Tensor,
    qkv_bias: Tensor,
    proj_weight: Tensor,
    proj_bias: Tensor,
    use_gelu: bool,
    norm_first: bool,
    eps: float,
    norm_weight_1: Tensor,
    norm_bias_1: Tensor,
    norm_weight_2: Tensor,
    norm_bias_2: Tensor,
    ffn_weight_1: Tensor,
    ffn_bias_1: Tensor,
    ffn_weight_2: Tensor,
    ffn_bias_2: Tensor,
    mask: Tensor | None = None,
    mask_type: int | None = None,
) -> Tensor:
    x = src
    if norm_first:
        x = torch.layer_norm(x, [embed_dim], norm_weight_1, norm_bias_1, eps)
    joined, _ = _multi_head(x, x, x, num_heads, qkv_weight, qkv_bias, mask, mask_type)
    x = src + torch.linear(joined, proj_weight, proj_bias)
    if not norm_first:
        x = torch.layer_norm(x, [embed_dim], norm_weight_1, norm_bias_1, eps)
    inner = x
    if norm_first:
        inner = torch.layer_norm(x, [embed_dim], norm_weight_2, norm_bias_2, eps)
    inner = torch.linear(inner, ffn_weight_1, ffn_bias_1)
    inner = torch.gelu(inner) if use_gelu else torch.relu(inner)
    x = x + torch.linear(inner, ffn_weight_2, ffn_bias_2)
    if not norm_first:
        x = torch.layer_norm(x, [embed_dim], norm_weight_2, norm_bias_2, eps)
    return x
