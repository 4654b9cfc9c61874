"""Elements gathered, scattered, sorted, counted and searched."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64, i1, i32, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.promotion import Category, category, dtype_name
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    always,
    dtype_of,
    each,
    for_kinds,
    like,
    of,
    shape_of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, broadcast, show


def _select(call: CallFacts) -> Shape:
    """Return the sizes of `index_select`: as many along an axis as there are indices."""
    shape, index = call.shape("self"), call.shape("index")
    if len(index) > 1:
        raise ShapeError(f"takes a vector of positions, not sizes {show(index)}")
    if not shape:
        return ()
    axis = call.axis("dim", len(shape))
    return (*shape[:axis], index[0] if index else 1, *shape[axis + 1 :])


def _embed(call: CallFacts) -> Shape:
    return (*call.shape("indices"), call.matrix("weight")[1])


# ---- advanced indexing


def _index(call: CallFacts) -> Shape:
    """Return the sizes of `t[i, :, j]`.

    Indices broadcast; a mask counts as one index for each of its axes.
    """
    source = call.shape("self")
    indices = call.operand("indices")
    if indices is None:
        return source
    types: list[TensorType | None] = []
    for element in call.facts.elements_of(indices):
        types += _expand_mask(None if call.facts.is_none(element) else call.type_of(element))
    if len(types) > len(source):
        raise ShapeError(f"{len(types)} indices for {show(source)}")
    types += [None] * (len(source) - len(types))
    given = [axis for axis, type in enumerate(types) if type is not None]
    if not given:
        return source
    common = broadcast(_require_rank(type.shape) for type in types if type is not None)
    together = given == list(range(given[0], given[-1] + 1))
    front = source[: given[0]] if together else ()
    rest = [size for axis, size in enumerate(source) if axis not in given]
    return (*front, *common, *rest[len(front) :])


def _expand_mask(type: Attribute | None) -> list[TensorType | None]:
    """Return an index tensor, or for a mask as many index tensors as it has axes."""
    if not isinstance(type, TensorType):
        return [None]
    if type.dtype is None:
        raise NotConstantError("an index whose element type is not known")
    if category(type.dtype) is not Category.BOOL and dtype_name(type.dtype) != "uint8":
        return [type]
    return [TensorType.get((None,), i64)] * len(_require_rank(type.shape))


def _require_rank(shape: Shape | None) -> Shape:
    if shape is None:
        raise NotConstantError("an index whose rank is not known")
    return shape


# ---- sorting and searching


def _top(call: CallFacts) -> Shape:
    shape = call.shape("self")
    axis = call.axis("dim", len(shape), -1)
    return (*shape[:axis], call.dim("k"), *shape[axis + 1 :]) if shape else ()


def _values(*names: str) -> CallRule:
    """Return a rule with an index for each value; a number is a tensor without axes."""

    def shape(call: CallFacts) -> Shape:
        name = call.first(*names)
        return call.shape(name) if isinstance(call.attribute(name), TensorType) else ()

    return of(shape, lambda call: i32 if call.flag("out_int32") else i64)


def _is_in(call: CallFacts) -> Shape:
    return call.shape("elements") if call.has("elements") else ()


def _rows(call: CallFacts) -> Shape:
    """Return the sizes of `nonzero`, whose number of rows depends on values."""
    return (None, len(call.shape("self")))


def _mask(call: CallFacts) -> Shape:
    return broadcast([call.shape("self"), call.shape("mask")])


def _unknown(call: CallFacts) -> Shape:
    return (None,)


def _as_many_places(call: CallFacts) -> Shape:
    """Return the sizes of the inverse of `unique`: the sizes of `self` if requested, else empty."""
    return call.shape("self") if call.flag("return_inverse") else (0,)


def _counts(call: CallFacts) -> Shape:
    return (None,) if call.flag("return_counts") else (0,)


def _along(call: CallFacts) -> Shape:
    shape = call.shape("self", 1)
    axis = call.axis("dim", len(shape))
    return (*shape[:axis], None, *shape[axis + 1 :])


def _places_along(call: CallFacts) -> Shape:
    shape = call.shape("self", 1)
    return (shape[call.axis("dim", len(shape))],)


def _is_along(call: CallFacts) -> bool:
    """Return whether `unique_consecutive` uses slices; axis 0 of a vector does not."""
    return call.has("dim") and (len(call.shape("self")) != 1 or call.int("dim") != 0)


def _unique_consecutive(call: CallFacts) -> Shape:
    return _along(call) if _is_along(call) else (None,)


def _inverse_of_consecutive(call: CallFacts) -> Shape:
    """Return the sizes as `_unique2`; along an axis, inverse and counts are always computed."""
    return _places_along(call) if _is_along(call) else _as_many_places(call)


def _counts_of_consecutive(call: CallFacts) -> Shape:
    return (None,) if _is_along(call) else _counts(call)


def _count_dtype(call: CallFacts) -> Attribute | None:
    """Return int64, or a float for weights."""
    if not call.has("weights"):
        return i64
    return f32 if call.dtype("weights") == f32 else f64


_I64 = always(i64)
_DTYPE = dtype_of("self")


INDEXING: dict[str, CallRule] = for_kinds({
    "index _unsafe_index _unsafe_masked_index": of(_index, _DTYPE),
    "index_select": of(_select, _DTYPE),
    "embedding": of(_embed, dtype_of("weight")),
    "gather take": of(shape_of("index"), _DTYPE),
    "masked_scatter masked_fill": of(_mask, _DTYPE),
    "index_add index_copy index_fill index_put index_reduce put scatter scatter_add scatter_reduce"
    " select_scatter slice_scatter diagonal_scatter as_strided_scatter _unsafe_index_put"
    " _unsafe_masked_index_put_accumulate _index_put_impl": like("self"),
    "sort": each(like("self"), of(shape_of("self"), _I64)),
    "argsort": of(shape_of("self"), _I64),
    "msort": like("self"),
    "topk": each(of(_top, _DTYPE), of(_top, _I64)),
    "searchsorted": _values("self"),
    "bucketize": _values("self"),
    "isin": of(_is_in, always(i1)),
    "nonzero argwhere": of(_rows, _I64),
    "nonzero_static": of(lambda call: (call.dim("size"), len(call.shape("self"))), _I64),
    "masked_select": of(_unknown, _DTYPE),
    "_unique": each(of(_unknown, _DTYPE), of(_as_many_places, _I64)),
    "_unique2": each(of(_unknown, _DTYPE), of(_as_many_places, _I64), of(_counts, _I64)),
    "unique_dim unique_dim_consecutive": each(
        of(_along, _DTYPE), of(_places_along, _I64), of(_unknown, _I64)
    ),
    "unique_consecutive": each(
        of(_unique_consecutive, _DTYPE),
        of(_inverse_of_consecutive, _I64),
        of(_counts_of_consecutive, _I64),
    ),
    "bincount": of(_unknown, _count_dtype),
    "_rowwise_prune": each(
        of(lambda call: (None, *call.matrix("weight")[1:]), dtype_of("weight")),
        of(shape_of("mask"), lambda call: call.named_dtype("compressed_indices_dtype")),
    ),
}) | {"torchvision::nms": of(_unknown, _I64)}  # fmt: skip

VALUE_DEPENDENT: dict[str, str] = {
    "aten::nonzero": "as many rows as elements that are not 0",
    "aten::argwhere": "as many rows as elements that are not 0",
    "aten::masked_select": "as many elements as the mask selects",
    "aten::_unique": "as many elements as there are different ones",
    "aten::_unique2": "as many elements as there are different ones",
    "aten::unique_dim": "as many slices as there are different ones",
    "aten::unique_consecutive": "as many elements as there are runs of equal ones",
    "aten::unique_dim_consecutive": "as many slices as there are runs of equal ones",
    "aten::tensor_split": "as many parts as a tensor says",
    "aten::one_hot": "as many classes as the largest index says",
    "aten::bincount": "as many counts as the largest element says",
    "aten::repeat_interleave": "as many elements as the repeats add up to",
    "aten::_rowwise_prune": "as many rows as the mask keeps",
    "aten::_padded_dense_to_jagged_forward": "as many rows as the last offset says",
    "aten::index": "as many elements as a mask selects",
    "aten::linalg_lstsq": "whether residuals are computed depends on the rank",
    "aten::_ctc_loss": "as many columns as the longest target needs",
    "aten::_pack_padded_sequence": "as many rows as the lengths add up to",
    "aten::_pad_packed_sequence": "as many rows as the longest sequence has",
    "aten::_embedding_bag": "as many bags as the offsets tell",
    "torchvision::nms": "as many boxes as are kept",
}
"""Operators whose result sizes depend on values, with the reason."""
