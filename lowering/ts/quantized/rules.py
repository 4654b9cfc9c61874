"""Rules of `lower-quantized`: each gives a quantised operator's result in ordinary operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import cast

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ProfileOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.quantized.call import (
    QuantizedCall,
    QuantizedRule,
)
from xdsl_torchscript.lowering.ts.quantized.layers import layer
from xdsl_torchscript.lowering.ts.quantized.pooling import pool_bytes
from xdsl_torchscript.lowering.ts.quantized.sources import (
    OF_INTEGERS,
    QUANTIZE,
    QUANTIZE_BY_TENSORS,
)
from xdsl_torchscript.lowering.ts.quantized.values import (
    EXACT,
    FLOAT32,
    KnownQuantizer,
    NotLoweredError,
    Quantized,
    dequantize,
    dequantize_operand,
    float32,
    integers_of,
    nearest,
    quantize,
    quantize_result,
    reciprocal,
)

# ---- to and from reals and integers


def _quantize(call: QuantizedCall) -> Quantized:
    return _quantize_to(call, call.constant(1), call.constant(2))


def _quantize_by_tensors(call: QuantizedCall) -> Quantized:
    return _quantize_to(call, call.element(1, "Float"), call.element(2, "Int"))


def _quantize_to(call: QuantizedCall, scale: object, zero_point: object) -> Quantized:
    reals = call.op.operands[0]
    type = call.facts.tensor_type_of(reals)
    if type.dtype != f32:
        raise NotLoweredError("the operand is not known to be of float32")
    if type.requires_grad is not False:
        raise NotLoweredError("the operand may require a gradient")
    to = KnownQuantizer(cast(float, scale), cast(int, zero_point), cast(int, call.constant(3)))
    return call.result(quantize(call.b, reals, to))


def _of_integers(call: QuantizedCall) -> Quantized:
    integers = call.op.operands[0]
    dtype = call.facts.tensor_type_of(integers).dtype
    scale, zero_point = map(call.constant, (1, 2))
    to = KnownQuantizer.over(dtype, cast(float, scale), cast(int, zero_point))
    whole = call.b.aten.to(integers, FLOAT32)
    return Quantized(call.b.aten.sub(whole, to.zero_point), to)


def _dequantize(call: QuantizedCall) -> SSAValue:
    return dequantize(call.b, call.quantized())


def _int_repr(call: QuantizedCall) -> SSAValue:
    # The program gets a tensor of its own.
    return integers_of(call.b, replace(call.quantized(), integers=None))


# ---- elements


def _add(clipped: bool) -> QuantizedRule:
    def run(call: QuantizedCall) -> Quantized:
        (one, two), b = call.pair(), call.b
        _check_dtypes(one, two)
        to = call.quantizer(2, one.quantizer)
        total = b.aten.add(dequantize_operand(b, one), dequantize_operand(b, two))
        found = quantize_result(b, b.aten.mul(total, reciprocal(to.scale)), to, clipped)
        return call.result(replace(found, channels_last=one.channels_last))

    return run


def _multiply(clipped: bool) -> QuantizedRule:
    def run(call: QuantizedCall) -> Quantized:
        (one, two), b = call.pair(), call.b
        _check_dtypes(one, two)
        to = call.quantizer(2, one.quantizer)
        step = float32(float32(one.quantizer.scale) * float32(two.quantizer.scale))
        products = b.aten.mul(one.distances, two.distances)
        steps = b.aten.mul(products, float32(step * reciprocal(to.scale)))
        found = quantize_result(b, steps, to, clipped)
        return call.result(replace(found, channels_last=one.channels_last))

    return run


def _check_dtypes(*values: Quantized) -> None:
    if len({value.quantizer.dtype for value in values}) > 1:
        raise NotLoweredError("the operands are of different dtypes")


def _relu(call: QuantizedCall) -> Quantized:
    source = call.stored(call.op.operands[0])
    clipped = call.b.aten.clamp_min(source.distances, 0)
    return replace(source, distances=clipped, integers=None)


def _clip(bounds: Callable[[QuantizedCall], Sequence[object]]) -> QuantizedRule:
    def run(call: QuantizedCall) -> Quantized:
        source = call.stored(call.op.operands[0])
        limits = [
            None if bound is None else nearest(cast(float, bound), source.quantizer)
            for bound in bounds(call)
        ]
        clipped = call.b.aten.clamp(source.distances, *limits)
        return replace(source, distances=clipped, integers=None)

    return run


def _given_bounds(call: QuantizedCall) -> Sequence[object]:
    return call.constant(1), call.constant(2)


# ---- joining, moving and pooling of elements


def _join(call: QuantizedCall, to: KnownQuantizer | None, clipped: bool = False) -> Quantized:
    parts = [call.lowered(value) for value in call.facts.elements_of(call.op.operands[0])]
    if not parts:
        raise NotLoweredError("there are no tensors to join")
    _check_dtypes(*parts)
    to = to or parts[0].quantizer
    distances = [_distances(call.b, part, to) for part in parts]
    joined = call.b.aten.cat(distances, call.op.operands[1])
    return Quantized(call.b.aten.clamp_min(joined, 0) if clipped else joined, to)


def _distances(b: OpBuilder, value: Quantized, to: KnownQuantizer) -> SSAValue:
    if value.quantizer == to:
        return value.distances
    return quantize(b, dequantize(b, value), to).distances


def _cat(call: QuantizedCall) -> Quantized:
    return _join(call, None)


def _cat_to_output(clipped: bool) -> QuantizedRule:
    def run(call: QuantizedCall) -> Quantized:
        first = call.lowered(call.facts.elements_of(call.op.operands[0])[0]).quantizer
        scale, zero_point = call.constant(2), call.constant(3)
        own = first.scale if scale is None else cast(float, scale)
        zero = first.zero_point if zero_point is None else cast(int, zero_point)
        return _join(call, first.like(own, zero), clipped)

    return run


def _select(call: QuantizedCall) -> Quantized:
    """Apply an operator that selects elements by their order or place."""
    source = call.quantized()
    operands = [source.distances, *call.op.operands[1:]]
    made = schema_op(call.op.name).create(operands=operands, result_types=[TensorType.get()])
    return Quantized(call.b.insert(made).results[0], source.quantizer)


def _nearest(call: QuantizedCall) -> Quantized:
    """Select nearest elements by sizes or whole factors, in which quantised images do not differ
    from others."""
    found = [call.constant(index) for index in range(2, len(call.op.operands))]
    factors: list[object] = []
    for part in found:
        factors += cast(tuple[object, ...], part) if isinstance(part, tuple) else (part,)
    if any(isinstance(factor, float) and not factor.is_integer() for factor in factors):
        raise NotLoweredError("a quantised image counts a factor where others may not")
    return _select(call)


def _max_pool(call: QuantizedCall) -> Quantized:
    return pool_bytes(call) or _select(call)


def _view(call: QuantizedCall) -> Quantized:
    if call.aliases.escapes(call.op.results[0]):
        raise NotLoweredError("the view is returned, which may be of a tensor that is, too")
    return _select(call)


def _size(call: QuantizedCall) -> SSAValue:
    copy = call.op.clone()
    copy.operands[0] = call.quantized().distances
    return call.b(copy).results[0]


def _means(call: QuantizedCall, source: Quantized, sums: SSAValue, count: int) -> Quantized:
    """Emit means, which are rounded after the zero point is added."""
    if source.largest * count >= EXACT:
        raise NotLoweredError("sums may be inexact in float32")
    b, quantizer = call.b, source.quantizer
    moved = b.aten.add(b.aten.mul(sums, reciprocal(count)), quantizer.zero_point)
    distances = b.aten.sub(b.aten.round(moved), quantizer.zero_point)
    return call.result(Quantized(distances, quantizer))


def _global_mean(call: QuantizedCall) -> Quantized:
    source = call.quantized()
    sizes = call.facts.tensor_type_of(source.distances).shape
    if call.facts.ints_of(call.op.operands[1]) not in ((1,), (1, 1)):
        raise NotLoweredError("the mean is not over whole images")
    image = [size for size in sizes[-2:] if isinstance(size, int)] if sizes else []
    if len(image) != 2 or not all(image):
        raise NotLoweredError("the sizes of the image are not known")
    sums = call.b.aten.sum(source.distances, (-2, -1), True)
    return _means(call, source, sums, prod(image))


def _average(call: QuantizedCall) -> Quantized:
    """Emit the means of windows without padding, which have the same number of elements."""
    source, (kernel, _, padding) = call.quantized(), map(call.facts.ints_of, call.op.operands[1:4])
    ceil_mode, divisor = call.constant(4), call.constant(6)
    if any(padding) or ceil_mode or divisor is not None:
        raise NotLoweredError("windows may have different numbers of elements")
    count = prod(kernel) if len(kernel) == 2 else kernel[0] ** 2
    window = call.op.operands[1:6]
    return _means(call, source, call.b.aten.avg_pool2d(source.distances, *window, 1), count)


def _pass_on(call: QuantizedCall) -> Quantized:
    if len(call.op.operands) != 1:
        raise NotLoweredError("it profiles several values")
    return call.stored(call.op.operands[0])


_VIEWS = """
    contiguous flatten.using_ints permute reshape select.int slice.Tensor squeeze squeeze.dim t
    transpose.int unsqueeze view
""".split()
_NEAREST = ("upsample_nearest2d", "upsample_nearest2d.vec")
_QUERIES = ("size", "size.int", "dim", "numel", "len.Tensor")

RULES: Mapping[str, QuantizedRule] = {
    QUANTIZE: _quantize,
    QUANTIZE_BY_TENSORS: _quantize_by_tensors,
    OF_INTEGERS: _of_integers,
    "aten.dequantize.self": _dequantize,
    "aten.dequantize.tensor": _dequantize,
    "aten.int_repr": _int_repr,
    **{
        f"quantized.{kind}{ending}": layer(kind, clipped)
        for kind in ("linear", "conv2d")
        for clipped in (False, True)
        for ending in (["_relu", "_relu.new"] if clipped else ["", ".new"])
    },
    "quantized.add": _add(False),
    "quantized.add_relu": _add(True),
    "quantized.mul": _multiply(False),
    "quantized.mul_relu": _multiply(True),
    "quantized.cat": _cat_to_output(False),
    "quantized.cat_relu": _cat_to_output(True),
    "aten.cat": _cat,
    "aten.relu": _relu,
    "aten.relu6": _clip(lambda call: (0, 6)),
    "aten.hardtanh": _clip(_given_bounds),
    "aten.clamp": _clip(_given_bounds),
    "quantized.clamp": _clip(_given_bounds),
    "aten.adaptive_avg_pool2d": _global_mean,
    "aten.avg_pool2d": _average,
    "aten.max_pool2d": _max_pool,
    ProfileOp.name: _pass_on,
    **{f"aten.{name}": _view for name in _VIEWS},
    **{f"aten.{name}": _nearest for name in _NEAREST},
    **{f"aten.{name}": _size for name in _QUERIES},
}
"""All rules by op name."""
