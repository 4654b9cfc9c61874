"""Reductions: axes fold to one element, or to a requested number."""

from __future__ import annotations

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.size_expression import add
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import (
    Category,
    PromotionError,
    category,
    dtype_name,
    real_part,
    to_float,
)
from xdsl_torchscript.lowering.analysis.rules.call import (
    Answers,
    CallFacts,
    CallRule,
    DtypeRule,
    ElementTypes,
    always,
    as_answers,
    convert_dtype,
    dtype_of,
    each,
    explicit_dtype_or,
    for_kinds,
    like,
    of,
    promoted,
    shape_of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, require_rank


def reduced_shape(call: CallFacts) -> Shape:
    """Return the sizes of `self` without the reduced axes."""
    shape = call.shape("self")
    axes = shapes.reduced_axes(len(shape), call.ints("dim"))
    return shapes.reduce(shape, axes, call.flag("keepdim"))


def reduction(dtype: DtypeRule) -> CallRule:
    return of(reduced_shape, dtype)


# ---- element types


def sum_dtype(call: CallFacts) -> Attribute | None:
    """Return the type of `self`, int64 for integers and bools."""
    dtype = call.dtype("self")
    return i64 if dtype is not None and category(dtype) <= Category.INTEGER else dtype


def _float_dtype(call: CallFacts) -> Attribute | None:
    dtype = call.dtype("self")
    if dtype is not None and category(dtype) < Category.FLOAT:
        raise PromotionError(f"takes floats, not {dtype_name(dtype)}")
    return dtype


_REAL = convert_dtype(dtype_of("self"), real_part)
_FLOAT = convert_dtype(dtype_of("self"), to_float)


def norm_dtype(call: CallFacts) -> Attribute | None:
    """Return a norm's type: real, of the type in `dtype` if present."""
    dtype = call.named_dtype() or call.dtype("self")
    return None if dtype is None else real_part(to_float(dtype))


def _truth_dtype(call: CallFacts) -> Attribute | None:
    """Return bool, but uint8 for uint8."""
    dtype = call.dtype("self")
    unsigned = dtype is not None and dtype_name(dtype) == "uint8"
    return dtype if unsigned or dtype is None else i1


# ---- rules


def _all_or_along(call: CallFacts) -> Answers:
    """Return a number over all elements, or values and their indices along an axis."""
    values = reduction(dtype_of("self"))
    return as_answers((each(values, reduction(always(i64))) if call.has("dim") else values)(call))


def _along_last(call: CallFacts) -> Shape:
    """Return the sizes without one axis, by default the last."""
    shape = call.shape("self")
    axes = (call.axis("dim", len(shape), -1),) if shape else ()
    return shapes.reduce(shape, axes, call.flag("keepdim"))


def _one_or_all(call: CallFacts) -> Shape:
    """Return the sizes without one axis, by default without all."""
    shape = call.shape("self")
    if call.has("dim"):
        return shapes.reduce(shape, (call.axis("dim", len(shape)),), call.flag("keepdim"))
    return (1,) * len(shape) if call.flag("keepdim") else ()


def _quantile(call: CallFacts) -> TensorType:
    def shape() -> Shape:
        asked = () if call.attribute("q") == f64 else call.shape("q")
        return (*asked, *_one_or_all(call))

    return call.tensor(shape, lambda: call.dtype("self"))


def _histogram_edges(call: CallFacts) -> Shape:
    if call.has("range") or call.attribute("bins") == i64:
        return (add(call.dim("bins"), 1),)
    return call.shape("bins")


def _histogram_counts(call: CallFacts) -> Shape:
    return tuple(add(size, -1) for size in _histogram_edges(call))


def _bins(call: CallFacts) -> Shape:
    """Return the sizes of `histogramdd`: the bin counts, or the numbers of edges less one."""
    bins = call.attribute("bins")
    if bins == ListType(i64):
        return call.dims("bins")
    if isinstance(bins, ListType):
        return tuple(add(require_rank(shape, 1, 1)[0], -1) for shape in call.shapes("bins"))
    columns = call.shape("self", 2)[-1]
    if not isinstance(columns, int):
        raise NotConstantError("as many axes as columns")
    return (call.dim("bins"),) * columns


def _edges(call: CallFacts) -> ElementTypes:
    dtype = call.dtype("self")
    return ElementTypes(tuple(TensorType.get((add(size, 1),), dtype) for size in _bins(call)))


def _differences(call: CallFacts) -> ElementTypes:
    """Return a gradient for each named axis, or for all."""
    shape, dtype = call.shape("self"), _FLOAT(call)
    dims = call.ints("dim")
    count = len(shape) if dims is None else len(dims)
    return ElementTypes((TensorType.get(shape, dtype),) * count)


_DTYPE = dtype_of("self")
_WITH_INDICES = each(of(_along_last, dtype_of("self")), of(_along_last, always(i64)))

REDUCTIONS: dict[str, CallRule] = for_kinds({
    "sum nansum prod": reduction(explicit_dtype_or(sum_dtype)),
    "mean nanmean": reduction(explicit_dtype_or(_float_dtype)),
    "amax amin": reduction(dtype_of("self")),
    "max min median nanmedian": _all_or_along,
    "all any": reduction(_truth_dtype),
    "argmax argmin": of(_one_or_all, always(i64)),
    "aminmax": each(of(_one_or_all, dtype_of("self")), of(_one_or_all, dtype_of("self"))),
    "hash_tensor": reduction(always(BY_TORCH_NAME["uint64"].type)),
    "_is_all_true _is_any_true": of(lambda call: (), always(i1)),
    "gradient": _differences,
    "histogramdd": each(of(_bins, _DTYPE), _edges),
    "_histogramdd_bin_edges": _edges,
    "_histogramdd_from_bin_cts _histogramdd_from_bin_tensors": of(_bins, _DTYPE),
    "_aminmax": each(reduction(dtype_of("self")), reduction(dtype_of("self"))),
    "count_nonzero": reduction(always(i64)),
    "std var": reduction(_REAL),
    "std_mean var_mean": each(reduction(_REAL), reduction(dtype_of("self"))),
    "logsumexp": reduction(_FLOAT),
    "norm native_norm linalg_vector_norm linalg__powsum linalg_norm": reduction(norm_dtype),
    "mode kthvalue": _WITH_INDICES,
    "quantile nanquantile": _quantile,
    "trace": of(lambda call: (), sum_dtype),
    "dist": of(lambda call: (), convert_dtype(promoted("self", "other"), real_part)),
    "histc": of(lambda call: (call.dim("bins"),), dtype_of("self")),
    "histogram": each(
        of(_histogram_counts, dtype_of("self")), of(_histogram_edges, dtype_of("self"))
    ),
    "cumsum cumprod": of(shape_of("self"), explicit_dtype_or(sum_dtype)),
    "logcumsumexp": like("self"),
    "cummax cummin": each(like("self"), of(shape_of("self"), always(i64))),
})  # fmt: skip
