"""Backward operators: a gradient has the sizes and element type of its operand."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.size_expression import mul
from xdsl_torchscript.lowering.analysis.rules.call import (
    Answer,
    Answers,
    CallFacts,
    CallRule,
    as_answers,
    dtype_of,
    each,
    explicit_dtype_or,
    for_kinds,
    like,
    of,
    shape_of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError

_GRADIENT = dtype_of("grad_output", "grad", "grad_in", "grad_out")

_OF_OPERAND: dict[str, str] = {
    "self": """
        _adaptive_avg_pool2d _adaptive_avg_pool3d adaptive_max_pool2d adaptive_max_pool3d avg_pool2d
        avg_pool3d binary_cross_entropy fractional_max_pool2d fractional_max_pool3d gelu glu
        hardsigmoid hardswish hardtanh huber_loss infinitely_differentiable_gelu
        log_sigmoid logit max_pool2d max_pool2d_with_indices max_pool3d_with_indices mish
        mse_loss multi_margin_loss multilabel_margin_loss nll_loss nll_loss2d reflection_pad1d
        reflection_pad2d reflection_pad3d replication_pad1d replication_pad2d replication_pad3d
        rrelu_with_noise smooth_l1_loss soft_margin_loss softplus _pdist hardshrink softshrink
        leaky_relu
        """,
    "x1": "_cdist",
    "log_probs": "_ctc_loss",
    "data": "_segment_reduce",
    "self_or_result": "elu",
}
"""The operand whose gradient a backward operator computes, by operator."""

_OF_SIZES: dict[str, str] = {
    "input_size": """
        upsample_nearest1d upsample_nearest2d upsample_nearest3d upsample_linear1d
        upsample_bilinear2d upsample_bicubic2d upsample_trilinear3d _upsample_nearest_exact1d
        _upsample_nearest_exact2d _upsample_nearest_exact3d _upsample_bicubic2d_aa
        _upsample_bilinear2d_aa _upsample_lanczos2d_aa
        """,
    "input_sizes": "diagonal select slice unfold",
    "sizes": "masked_scatter trace value_selecting_reduction",
}
"""The argument with the sizes of the gradient."""


def _size(argument: str) -> CallRule:
    return of(lambda call: call.dims(argument), _GRADIENT)


def _mask(*operands: str) -> CallRule:
    """Return a rule with a gradient for each operand, undefined where the mask is false."""

    def rule(call: CallFacts) -> Answers:
        mask = call.attempt(lambda: call.constant(call.first("output_mask", "mask")))
        asked: Sequence[object] = mask if isinstance(mask, tuple) else (None,) * len(operands)
        if len(asked) != len(operands):
            raise ShapeError(f"takes a mask of {len(operands)}, not of {len(asked)}")
        return [_one(call, name, wanted) for name, wanted in zip(operands, asked, strict=True)]

    return rule


def _one(call: CallFacts, operand: str, wanted: object) -> Answer:
    """Return a gradient's type; None if it is not requested, or if the bias is absent."""
    if wanted is not True:
        return None
    if call.has(operand):
        return as_answers(like(operand)(call))[0]
    return call.tensor(lambda: _parameters(call), lambda: call.dtype(call.first("input", "self")))


def _parameters(call: CallFacts) -> Shape:
    """Return the sizes of an absent weight or bias: a number for each channel."""
    if call.has("transposed"):
        return (call.shape("grad_output", 2)[1],)
    if call.has("normalized_shape") or "linear" in call.op.name:
        raise NotConstantError("the sizes of a bias")
    return (call.shape("input", 2)[1],)


def _gates(call: CallFacts) -> Shape:
    return call.shape("input_gates")[-1:]


def _embedding(call: CallFacts) -> Shape:
    return (call.dim("num_weights"), call.shape(call.first("grad_output", "grad"), 1)[-1])


_GATES = of(_gates, dtype_of("input_gates"))

BACKWARD: dict[str, CallRule] = {
    f"aten::{name}_backward": like(operand)
    for operand, names in _OF_OPERAND.items()
    for name in names.split()
} | {
    f"aten::{name}_backward": _size(argument)
    for argument, names in _OF_SIZES.items()
    for name in names.split()
} | for_kinds({
    "_softmax_backward_data _log_softmax_backward_data": of(
        shape_of("grad_output"), explicit_dtype_or(dtype_of("grad_output"), "input_dtype")
    ),
    "embedding_dense_backward embedding_backward _embedding_bag_backward"
    " _embedding_bag_dense_backward": of(_embedding, _GRADIENT),
    "_embedding_bag_per_sample_weights_backward": of(
        lambda call: (mul(*call.shape("indices")),), _GRADIENT
    ),
    "_pack_padded_sequence_backward": _size("input_size"),
    "_prelu_kernel_backward": each(like("self"), of(shape_of("self"), dtype_of("weight"))),
    "_thnn_differentiable_gru_cell_backward": each(
        like("input_gates"), like("hidden_gates"), like("hx"), _GATES, _GATES
    ),
    "_thnn_differentiable_lstm_cell_backward": each(
        like("input_gates"), like("hidden_gates"), like("cx"), _GATES, _GATES
    ),
    "_grid_sampler_2d_cpu_fallback_backward": each(like("input"), like("grid")),
    "_slow_conv2d_backward": _mask("self", "weight", "bias"),
    "linear_backward": _mask("self", "weight", "bias"),
    "matmul_backward": _mask("self", "other"),
    "convolution_backward": _mask("input", "weight", "bias"),
    "native_layer_norm_backward": _mask("input", "weight", "bias"),
    "native_group_norm_backward": _mask("input", "weight", "bias"),
    "native_batch_norm_backward batch_norm_backward": _mask("input", "weight", "bias"),
    "_fused_rms_norm_backward": _mask("input", "weight"),
    "grid_sampler_2d_backward grid_sampler_3d_backward": _mask("input", "grid"),
})  # fmt: skip
