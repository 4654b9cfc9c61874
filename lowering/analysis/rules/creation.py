"""New tensors: filled, ranges, random, and casts to other element types."""

from __future__ import annotations

from math import ceil, isfinite

from xdsl.dialects.builtin import ComplexType, f32, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.constants import KnownConstant, NotConstantError
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.size_expression import add, ceildiv, floordiv, sub
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.analysis.promotion import (
    DEFAULT_FLOAT,
    SCALAR_TYPES,
    PromotionError,
    Rank,
    complex_of,
    result_type,
)
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    DtypeRule,
    SizesRule,
    always,
    convert_dtype,
    dtype_of,
    element_type,
    explicit_dtype_or,
    for_kinds,
    of,
    shape_of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, broadcast

_DEFAULT_DTYPE: dict[Attribute, Attribute] = {
    i1: i1, i64: i64, f64: DEFAULT_FLOAT, ComplexType(f64): ComplexType(f32),
}  # fmt: skip
"""The element type of a tensor created from a number."""

_FLOAT = always(DEFAULT_FLOAT)


def _size(call: CallFacts) -> Shape:
    return call.dims("size")


def _number_dtype(*names: str) -> DtypeRule:
    """Return the element type of a tensor created from the first of these numbers."""

    def dtype(call: CallFacts) -> Attribute | None:
        found = call.attribute(call.first(*names))
        return None if found is None else _DEFAULT_DTYPE.get(found)

    return dtype


def _factory(shape: SizesRule, dtype: DtypeRule) -> CallRule:
    """Return the rule of a new tensor, whose element type an argument may override."""
    return of(shape, explicit_dtype_or(dtype))


def _nested_shape(call: CallFacts) -> Shape:
    """Return the sizes of a list of lists of numbers, or of a number."""
    data = call.operand(call.first("data", "t"))
    type = None if data is None else call.type_of(data)
    if isinstance(type, TensorType):
        return call.shape("data")
    if not isinstance(type, ListType):
        return ()
    if type.element in _DEFAULT_DTYPE:
        elements = call.attempt(lambda: _elements(call))
        return (None if elements is None else len(elements),)
    if not isinstance(type.element, ListType):
        return (len(_elements(call)),)
    return _lengths(call.constant(call.first("data")))


def _elements(call: CallFacts) -> list[None]:
    data = call.operand("data")
    if data is None:
        raise NotConstantError("expected a known list")
    try:
        return [None for _ in call.facts.elements_of(data)]
    except NotConstantError:
        value = call.facts.constant_of(data)
        return [None for _ in value] if isinstance(value, tuple) else []


def _lengths(value: KnownConstant) -> Shape:
    if not isinstance(value, tuple):
        return ()
    return (len(value), *(_lengths(value[0]) if value else ()))


# ---- counted


def _arange(call: CallFacts) -> Shape:
    bounds = [call.dim(name) for name in ("start", "end") if call.has(name)]
    if all(call.attribute(name) in (i64, None) for name in ("start", "end", "step")):
        step = call.int("step", 1)
        extent = sub(bounds[-1], bounds[0]) if len(bounds) == 2 else bounds[0]
        if step < 1:
            extent, step = sub(0, extent), -step
        if step == 0:
            raise ShapeError("step must not be 0")
        steps = ceildiv(extent, step)
        return (max(steps, 0) if isinstance(steps, int) else steps,)
    start, end, step = _range_bounds(call)
    return (max(ceil((end - start) / step), 0),)


def _range_bounds(call: CallFacts) -> tuple[float, float, float]:
    """Return bounds and step, truncated first for int64 results."""
    dtype = call.dtype("out") if call.has("out") else call.named_dtype()
    if call.has("out") and dtype is None:
        raise NotConstantError("the type in which elements are counted")
    found = [call.constant(name) for name in ("start", "end", "step") if call.has(name)]
    numbers = [float(n) for n in found if isinstance(n, int | float)]
    if len(numbers) != len(found) or not all(map(isfinite, numbers)):
        raise NotConstantError("a bound that is not known")
    start, end = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
    step = numbers[2] if len(numbers) == 3 else 1
    if dtype == i64:
        start, end, step = int(start), int(end), int(step)
    if step == 0:
        raise ShapeError("step must not be 0")
    return start, end, step


def _range(call: CallFacts) -> Shape:
    """Return the sizes of `range`, which includes its end."""
    start, end, step = _range_bounds(call)
    return (int((end - start) / step + 1),)


def _arange_dtype(call: CallFacts) -> Attribute | None:
    types = [call.attribute(name) for name in ("start", "end", "step") if call.has(name)]
    if any(type not in SCALAR_TYPES for type in types):
        return None
    return i64 if all(type in (i64, i1) for type in types) else DEFAULT_FLOAT


def _triangle(call: CallFacts) -> Shape:
    """Return the sizes of two rows of indices, one per element of the triangle."""
    rows, columns, offset = call.int("row"), call.int("col"), call.int("offset", 0)
    if rows < 0 or columns < 0:
        raise ShapeError(f"a triangle of {rows} rows and {columns} columns")

    def below(offset: int) -> int:
        return _triangle_of(offset + rows, columns) - _triangle_of(offset, columns)

    return (2, below(offset) if "tril" in call.op.name else rows * columns - below(offset - 1))


def _triangle_of(rows: int, columns: int) -> int:
    """Return the number of elements on and below the diagonal."""
    slope = max(0, min(rows, columns))
    return slope * (slope + 1) // 2 + columns * max(0, rows - columns)


def _line_dtype(call: CallFacts) -> Attribute | None:
    """Return the element type of a line, complex if one of its ends is."""
    ends = [call.attribute("start"), call.attribute("end")]
    dtypes = [end.dtype if isinstance(end, TensorType) else end for end in ends]
    if any(isinstance(dtype, ComplexType) for dtype in dtypes):
        return result_type((d, Rank.SCALAR) for d in dtypes if d is not None)
    return DEFAULT_FLOAT


def _half_spectrum(call: CallFacts) -> Shape:
    return (add(floordiv(call.dim("n"), 2), 1),)


# ---- other element types

_CAST = {"Byte": "uint8", "Char": "int8", "Short": "int16", "Int": "int32", "Long": "int64",
         "Half": "float16", "Float": "float32", "Double": "float64"}  # fmt: skip


def _to_dtype(call: CallFacts) -> Attribute | None:
    """Return the dtype that `to` or a related operator requests, by code or by a tensor."""
    if call.has("other"):
        return call.dtype("other")
    return call.named_dtype() or call.dtype("self")


def _complex_dtype(call: CallFacts) -> Attribute | None:
    parts = [call.dtype("real"), call.dtype("imag")]
    if None in parts:
        return None
    if parts[0] != parts[1] or parts[0] is None:
        raise PromotionError("takes parts of one element type")
    return complex_of(parts[0])


def _broadcast_of(*names: str) -> SizesRule:
    return lambda call: broadcast(call.shape(name) for name in names if call.has(name))


def _tensor_dtype(call: CallFacts) -> Attribute | None:
    if not call.has("data"):
        return _number_dtype("t")(call)
    type = call.attribute("data")
    while isinstance(type, ListType):
        type = element_type(type)
    if isinstance(type, TensorType):
        return type.dtype
    return None if type is None else _DEFAULT_DTYPE.get(type)


CREATION: dict[str, CallRule] = for_kinds({
    "zeros ones empty empty_strided empty_permuted rand randn": _factory(_size, _FLOAT),
    "normal": of(_size, explicit_dtype_or(_FLOAT)),
    "full": _factory(_size, _number_dtype("fill_value")),
    "new_zeros new_ones new_empty new_full new_empty_strided": _factory(_size, dtype_of("self")),
    "zeros_like ones_like empty_like full_like rand_like randn_like randint_like": _factory(
        shape_of("self"), dtype_of("self")
    ),
    "randint": _factory(_size, _FLOAT),
    "randperm": _factory(lambda call: (call.dim("n"),), always(i64)),
    "eye": _factory(
        lambda call: (call.dim("n"), call.dim(call.first("m", "n"))), _FLOAT
    ),
    "arange": _factory(_arange, _arange_dtype),
    "range": _factory(_range, _FLOAT),
    "linspace logspace": _factory(lambda call: (call.dim("steps"),), _line_dtype),
    "tril_indices triu_indices": _factory(_triangle, always(i64)),
    "scalar_tensor": _factory(lambda call: (), _FLOAT),
    "tensor as_tensor": _factory(_nested_shape, _tensor_dtype),
    "bartlett_window blackman_window hamming_window hann_window kaiser_window": _factory(
        lambda call: (call.dim("window_length"),), _FLOAT
    ),
    "fft_fftfreq": _factory(lambda call: (call.dim("n"),), _FLOAT),
    "fft_rfftfreq": _factory(_half_spectrum, _FLOAT),
    "to type_as _to_copy": of(shape_of("self"), _to_dtype),
    "complex": of(_broadcast_of("real", "imag"), _complex_dtype),
    "polar": of(_broadcast_of("abs", "angle"), convert_dtype(dtype_of("abs"), complex_of)),
}) | {
    f"aten::_cast_{name}": of(shape_of("self"), always(BY_TORCH_NAME[dtype].type))
    for name, dtype in _CAST.items()
} | {
    "prim::NumToTensor": of(lambda call: (), _number_dtype("a")),
}  # fmt: skip
