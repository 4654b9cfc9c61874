"""Normalisation, softmax, losses, and results with an operand's sizes."""

from __future__ import annotations

from xdsl.dialects.builtin import bf16, f16, f32, i1, i32, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.size_expression import add, floordiv, mul
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import accumulate_type, promote_types, to_float
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    SizesRule,
    always,
    dtype_of,
    each,
    for_kinds,
    like,
    of,
    promoted,
    shape_of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, broadcast

_SELF = like("self")
_INPUT = like("input")


def _channels(call: CallFacts) -> Shape:
    return call.shape("input")[1:2]


def _statistics_dtype(call: CallFacts) -> Attribute | None:
    """Return the type of the parameters, or that in which the input is summed."""
    for name in ("weight", "running_mean"):
        if call.has(name):
            return call.dtype(name)
    return call.dtype("input")


def _batch_statistics(call: CallFacts) -> Shape:
    """Return a size per channel in training, otherwise empty."""
    training = "no_training" not in call.op.name and (
        not call.has("training") or call.flag("training")
    )
    return _channels(call) if training else (0,)


_BATCH_STATISTICS = of(_batch_statistics, _statistics_dtype)
_BATCH_NORM = each(_INPUT, _BATCH_STATISTICS, _BATCH_STATISTICS)
_UPDATED = each(like("running_mean"), like("running_var"))


def _rows(call: CallFacts) -> Shape:
    """Return the input's sizes with size 1 along the normalised axes."""
    shape = call.shape("input")
    kept = len(shape) - len(call.dims("normalized_shape"))
    return (*shape[:kept], *(1,) * (len(shape) - kept))


def _moments_dtype(call: CallFacts) -> Attribute | None:
    """Return the element type, unknown if parameters have another type."""
    dtype = call.dtype("input")
    given = {call.dtype(name) for name in ("weight", "bias") if call.has(name)}
    return dtype if given <= {dtype} else None


_ROWS = of(_rows, _moments_dtype)


def _groups(call: CallFacts) -> Shape:
    return (call.dim("N"), call.int("group"))


_GROUPS = of(_groups, _moments_dtype)


def _softmax_dtype(call: CallFacts) -> Attribute | None:
    if (named := call.named_dtype()) is not None:
        return named
    dtype = call.dtype("self")
    if dtype is None or not call.has("half_to_float") or not call.flag("half_to_float"):
        return dtype
    return accumulate_type(dtype)


# ---- losses


def _scalar_or(shape: SizesRule) -> SizesRule:
    """Return no axes, or the given sizes if there is no reduction."""
    return lambda call: () if call.int("reduction", 1) else shape(call)


def _elements(call: CallFacts) -> Shape:
    return broadcast(call.shape(name) for name in ("self", "target"))


def _batch(call: CallFacts) -> Shape:
    return call.shape("self")[:-1]


def _classes_dropped(call: CallFacts) -> Shape:
    shape = call.shape("self")
    return shape[:-1] if len(shape) < 2 else (shape[0], *shape[2:])


def _pairs(call: CallFacts) -> Shape:
    first, second = call.shape("x1", 2), call.shape("x2", 2)
    return (*broadcast([first[:-2], second[:-2]]), first[-2], second[-2])


def _pairs_below(call: CallFacts) -> Shape:
    """Return the sizes of `pdist`: each pair of rows once."""
    rows = call.matrix("self")[0]
    return (floordiv(mul(rows, add(rows, -1)), 2),)


def _bag_rows(call: CallFacts) -> Shape:
    return (_bag_count(call), call.matrix("weight")[1])


def _bag_count(call: CallFacts) -> Dim:
    return add(call.vector("offsets")[0], -int(call.flag("include_last_offset")))


def _bag_sizes(call: CallFacts) -> Shape:
    """Return the sizes, unknown with an offset after the last bag, which PyTorch counts only
    sometimes."""
    return (None if call.flag("include_last_offset") else _bag_count(call),)


def _bag_maxima(call: CallFacts) -> Shape:
    return _bag_rows(call) if call.int("mode", 0) == _BAG_MAX else _bag_sizes(call)


_BAG_SUM, _BAG_MAX = 0, 2


def _bags(call: CallFacts) -> Shape:
    """Return the bag of each index, or an empty size for a sum over contiguous rows."""
    counts_back = call.op.name.startswith("aten.embedding_bag")
    padded = call.has("padding_idx") and (counts_back or call.int("padding_idx") >= 0)
    if padded or call.int("mode", 0) != _BAG_SUM:
        return call.vector("indices")
    # These types are summed at once.
    if call.dtype("weight") not in (f16, bf16, f32, None):
        return call.vector("indices")
    strides = [call.type(n).strides for n in ("weight", "per_sample_weights") if call.has(n)]
    if call.dtype("weight") is None or any(steps is None or steps[-1] is None for steps in strides):
        return (None,)
    in_order = all(steps is not None and steps[-1] == 1 for steps in strides)
    return (0,) if in_order else call.vector("indices")


def _bag_dtype(call: CallFacts) -> Attribute | None:
    indices, offsets = call.dtype("indices"), call.dtype("offsets")
    return promote_types(indices, offsets) if indices and offsets else None


def _similarity(call: CallFacts) -> Shape:
    shape = broadcast([call.shape("x1"), call.shape("x2")])
    return shapes.drop(shape, (call.axis("dim", len(shape), 1),))


def _similarity_dtype(call: CallFacts) -> Attribute | None:
    first, second = call.dtype("x1"), call.dtype("x2")
    return promote_types(first, second) if first and second else None


def _classes(call: CallFacts) -> Dim:
    count = call.int("num_classes", -1)
    return None if count == -1 else count


def _segments(call: CallFacts) -> Shape:
    """Return a slice for each length, or between two offsets."""
    name = call.first("lengths", "offsets")
    *batch, count = call.shape(name, 1)
    data, axis = call.shape("data"), call.int("axis", 0)
    return (*batch, add(count, -(name == "offsets")), *data[axis + 1 :])


# ---- memory


def _set(call: CallFacts) -> Shape:
    """Return the sizes of `set_`: empty, those of another tensor, or a part of a storage."""
    if call.has("size"):
        return call.dims("size")
    if isinstance(call.attribute("source"), TensorType):
        return call.shape("source")
    if call.has("source"):
        raise NotConstantError("as many elements as a storage holds")
    return (0,)


def _full_precision(call: CallFacts) -> Attribute | None:
    dtype = call.dtype("self")
    return accumulate_type(dtype) if dtype and call.flag("cpu_enabled") else dtype


def _reduced_precision(call: CallFacts) -> Attribute | None:
    dtype = call.dtype("self")
    reduced = dtype == f32 and call.flag("cpu_enabled")
    return call.named_dtype("cpu_dtype") if reduced else dtype


# ---- drawn


def _normal(call: CallFacts) -> Shape:
    names = [n for n in ("mean", "std") if isinstance(call.attribute(n), TensorType)]
    return broadcast(call.shape(n) for n in names) if names else call.dims("size")


def _normal_dtype(call: CallFacts) -> Attribute | None:
    names = [n for n in ("mean", "std") if isinstance(call.attribute(n), TensorType)]
    return call.dtype(names[0]) if names else call.named_dtype() or to_float(i64)


def _samples(call: CallFacts) -> Shape:
    return (*call.shape("self")[:-1], call.dim("num_samples"))


NETWORKS: dict[str, CallRule] = for_kinds({
    "batch_norm layer_norm group_norm rms_norm instance_norm": _INPUT,
    "native_batch_norm _native_batch_norm_legit _native_batch_norm_legit_no_training": _BATCH_NORM,
    "_native_batch_norm_legit_functional": each(_BATCH_NORM, _UPDATED),
    "_batch_norm_no_update _batch_norm_with_update": each(
        _INPUT, _BATCH_STATISTICS, _BATCH_STATISTICS,
        of(lambda call: (0,), always(BY_TORCH_NAME["uint8"].type)),
    ),
    "batch_norm_update_stats": each(
        of(_channels, _statistics_dtype), of(_channels, _statistics_dtype)
    ),
    "native_layer_norm": each(_INPUT, _ROWS, _ROWS),
    "_fused_rms_norm": each(_INPUT, _ROWS),
    "native_group_norm": each(_INPUT, _GROUPS, _GROUPS),
    "softmax log_softmax _softmax _log_softmax _safe_softmax _masked_softmax": of(
        shape_of("self"), _softmax_dtype
    ),
    "dropout alpha_dropout feature_dropout feature_alpha_dropout": _INPUT,
    "native_dropout": each(_INPUT, of(shape_of("input"), always(i1))),
    "_weight_norm_interface": each(like("v"), like("g")),
    "mse_loss smooth_l1_loss kl_div": of(_scalar_or(_elements), promoted("self", "target")),
    "huber_loss soft_margin_loss binary_cross_entropy": of(_scalar_or(_elements), dtype_of("self")),
    "binary_cross_entropy_with_logits": of(_scalar_or(_elements), dtype_of("target")),
    "multi_margin_loss": of(_scalar_or(_batch), dtype_of("self")),
    "multilabel_margin_loss_forward": each(
        of(_scalar_or(_batch), dtype_of("self")), of(shape_of("target"), dtype_of("self"))
    ),
    "nll_loss_forward nll_loss2d_forward": each(
        of(_scalar_or(_classes_dropped), dtype_of("self")), of(lambda call: (), dtype_of("self"))
    ),
    "log_sigmoid_forward": each(_SELF, of(shape_of("self"), dtype_of("self"))),
    "cdist _cdist_forward _euclidean_dist": of(_pairs, dtype_of("x1")),
    "pdist _pdist_forward": of(_pairs_below, dtype_of("self")),
    "ctc_loss": of(
        lambda call: () if call.int("reduction", 1) else call.shape("log_probs")[1:2],
        dtype_of("log_probs"),
    ),
    "_sample_dirichlet _standard_gamma _standard_gamma_grad bernoulli poisson cauchy exponential"
    " geometric log_normal uniform random rrelu rrelu_with_noise normal_functional": _SELF,
    "binomial": like("count"),
    "_functional_assert_async _functional_assert_scalar _functional_sym_constrain_range"
    " _functional_sym_constrain_range_for_size": like("dep_token"),
    "_dirichlet_grad": like("x"),
    "multinomial": of(_samples, always(i64)),
    "normal": of(_normal, _normal_dtype),
    "tril triu flip fliplr flipud roll fill zero renorm embedding_renorm copy"
    " fill_diagonal pin_memory": like("self", "weight"),
    "set": of(_set, dtype_of("self")),
    "cosine_similarity": of(_similarity, _similarity_dtype),
    "one_hot": of(lambda call: (*call.shape("self"), _classes(call)), always(i64)),
    "segment_reduce": of(_segments, dtype_of("data")),
    "_autocast_to_full_precision": of(shape_of("self"), _full_precision),
    "_autocast_to_reduced_precision": of(shape_of("self"), _reduced_precision),
    "embedding_bag _embedding_bag _embedding_bag_forward_only": each(
        of(_bag_rows, dtype_of("weight")), of(_bags, _bag_dtype), of(_bag_sizes, _bag_dtype),
        of(_bag_maxima, _bag_dtype),
    ),
    "resize resize_": of(lambda call: call.dims("size"), dtype_of("self")),
    "resize_as": of(shape_of("the_template"), dtype_of("self")),
    "frexp": each(_SELF, of(shape_of("self"), always(i32))),
    "detach_ contiguous": _SELF,
})  # fmt: skip
