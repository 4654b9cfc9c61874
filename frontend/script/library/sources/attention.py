"""Multi-head attention of torch.nn.functional."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def _shared_projection(
    query: Tensor, key: Tensor, value: Tensor, weight: Tensor | None, bias: Tensor | None
) -> tuple[Tensor, Tensor, Tensor]:
    if weight is None:
        raise AssertionError("use_separate_proj_weight is False but in_proj_weight is None")
    of_query, of_key, of_value = weight.chunk(3)
    if bias is None:
        return (
            torch.linear(query, of_query),
            torch.linear(key, of_key),
            torch.linear(value, of_value),
        )
    by_query, by_key, by_value = bias.chunk(3)
    return (
        torch.linear(query, of_query, by_query),
        torch.linear(key, of_key, by_key),
        torch.linear(value, of_value, by_value),
    )


def _separate_projection(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    of_query: Tensor | None,
    of_key: Tensor | None,
    of_value: Tensor | None,
    bias: Tensor | None,
) -> tuple[Tensor, Tensor, Tensor]:
    if of_query is None or of_key is None or of_value is None:
        raise AssertionError("use_separate_proj_weight is True but a projection weight is None")
    if bias is None:
        return (
            torch.linear(query, of_query),
            torch.linear(key, of_key),
            torch.linear(value, of_value),
        )
    by_query, by_key, by_value = bias.chunk(3)
    return (
        torch.linear(query, of_query, by_query),
        torch.linear(key, of_key, by_key),
        torch.linear(value, of_value, by_value),
    )


# A mask that is added to scores: -inf where a mask of bools is true.
def _added_mask(mask: Tensor | None, name: str, dtype: int) -> Tensor | None:
    if mask is None:
        return None
    if mask.dtype == torch.bool:
        return torch.zeros_like(mask, dtype=dtype).masked_fill_(mask, -math.inf)
    if not torch.is_floating_point(mask):
        raise AssertionError(f"only bool and floating types of {name} are supported")
    return mask


def _attention_is_batched(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    key_padding_mask: Tensor | None,
    attn_mask: Tensor | None,
) -> bool:
    dims = query.dim()
    if dims != 2 and dims != 3:
        raise AssertionError(f"the query has 2 dimensions, or 3 with a batch, not {dims}")
    if key.dim() != dims or value.dim() != dims:
        raise AssertionError(
            f"key and value have {dims} dimensions as the query, not {key.dim()} and {value.dim()}"
        )
    if key_padding_mask is not None and key_padding_mask.dim() != dims - 1:
        raise AssertionError(
            f"key_padding_mask has {dims - 1} dimensions, not {key_padding_mask.dim()}"
        )
    if attn_mask is not None and attn_mask.dim() != 2 and attn_mask.dim() != 3:
        raise AssertionError(f"attn_mask has 2 or 3 dimensions, not {attn_mask.dim()}")
    return dims == 3


def _with_zero_step(steps: Tensor) -> Tensor:
    return torch.cat(
        [
            steps,
            torch.zeros([steps.size(0), 1, steps.size(2)], dtype=steps.dtype, device=steps.device),
        ],
        dim=1,
    )


def _wider(mask: Tensor | None) -> Tensor | None:
    if mask is None:
        return None
    return pad(mask, [0, 1])


# Steps first: `[steps, batch, features]` as `[batch * heads, steps, features of a head]`.
def _by_head(
    steps: Tensor, batch: int, heads: int, width: int, static: Tensor | None, name: str
) -> Tensor:
    if static is None:
        return steps.view(steps.size(0), batch * heads, width).transpose(0, 1)
    if static.size(0) != batch * heads or static.size(2) != width:
        raise AssertionError(
            f"{name} has the sizes {batch * heads} and {width} first and last, not {static.size(0)} and {static.size(2)}"
        )
    return static


def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    need_weights: bool = True,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    batched = _attention_is_batched(query, key, value, key_padding_mask, attn_mask)
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    steps, batch, features = query.size(0), query.size(1), query.size(2)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
    padding = _added_mask(key_padding_mask, "key_padding_mask", query.dtype)
    mask: Tensor | None = None
    if not is_causal or padding is not None or need_weights:
        mask = _added_mask(attn_mask, "attn_mask", query.dtype)
        is_causal = is_causal and padding is None
    if features != embed_dim_to_check:
        raise AssertionError(
            f"was expecting embedding dimension of {embed_dim_to_check}, but got {features}"
        )
    width = features // num_heads
    if width * num_heads != features:
        raise AssertionError(f"embed_dim {features} not divisible by num_heads {num_heads}")
    if use_separate_proj_weight:
        if key.shape[:2] != value.shape[:2]:
            raise AssertionError(
                f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}"
            )
        q, k, v = _separate_projection(
            query, key, value, q_proj_weight, k_proj_weight, v_proj_weight, in_proj_bias
        )
    else:
        if key.shape != value.shape:
            raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
        q, k, v = _shared_projection(query, key, value, in_proj_weight, in_proj_bias)
    if mask is not None:
        wanted = (
            [steps, key.size(0)] if mask.dim() == 2 else [batch * num_heads, steps, key.size(0)]
        )
        if mask.shape != wanted:
            raise RuntimeError(
                f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {wanted}."
            )
        if mask.dim() == 2:
            mask = mask.unsqueeze(0)
    if bias_k is not None and bias_v is not None:
        if static_k is not None or static_v is not None:
            raise AssertionError("bias cannot be added to static key or value")
        k = torch.cat([k, bias_k.repeat(1, batch, 1)])
        v = torch.cat([v, bias_v.repeat(1, batch, 1)])
        mask, padding = _wider(mask), _wider(padding)
    elif bias_k is not None or bias_v is not None:
        raise AssertionError("bias_k and bias_v are given together")
    q = q.view(steps, batch * num_heads, width).transpose(0, 1)
    k = _by_head(k, batch, num_heads, width, static_k, "static_k")
    v = _by_head(v, batch, num_heads, width, static_v, "static_v")
    if add_zero_attn:
        k, v, mask, padding = _with_zero_step(k), _with_zero_step(v), _wider(mask), _wider(padding)
    keys = k.size(1)
    if padding is not None:
        padding = (
            padding.view(batch, 1, 1, keys)
            .expand(-1, num_heads, -1, -1)
            .reshape(batch * num_heads, 1, keys)
        )
        mask = padding if mask is None else mask + padding
    if not training:
        dropout_p = 0.0
    weights: Tensor | None = None
    if need_weights:
        if is_causal and mask is None:
            raise AssertionError("is_causal needs attn_mask where the weights are asked for")
        scaled = q * math.sqrt(1.0 / float(width))
        if mask is not None:
            scores = torch.baddbmm(mask, scaled, k.transpose(-2, -1))
        else:
            scores = torch.bmm(scaled, k.transpose(-2, -1))
        scores = softmax(scores, -1)
        if dropout_p > 0.0:
            scores = dropout(scores, dropout_p)
        result = torch.bmm(scores, v).transpose(0, 1).reshape(steps * batch, features)
        scores = scores.view(batch, num_heads, steps, keys)
        if average_attn_weights:
            scores = scores.mean(dim=1)
        weights = scores if batched else scores.squeeze(0)
    else:
        if mask is not None:
            mask = (
                mask.unsqueeze(0)
                if mask.size(0) == 1 and mask.dim() == 3
                else mask.view(batch, num_heads, -1, keys)
            )
        heads = torch._C._nn.scaled_dot_product_attention(
            q.view(batch, num_heads, steps, width),
            k.view(batch, num_heads, keys, width),
            v.view(batch, num_heads, keys, width),
            mask,
            dropout_p,
            is_causal,
        )
        result = heads.permute(2, 0, 1, 3).reshape(batch * steps, features)
    result = torch.linear(result, out_proj_weight, out_proj_bias)
    result = result.view(steps, batch, result.size(1))
    return result if batched else result.squeeze(1), weights
