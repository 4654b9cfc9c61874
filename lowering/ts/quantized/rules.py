"""Rules of `lower-quantized`: each gives a quantised operator's result in ordinary operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects.builtin import f32
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ConstantOp, ProfileOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.constant_evaluation import ConstantEvaluator
from xdsl_torchscript.lowering.ts.quantized.values import (
    CHANNELS_LAST,
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
from xdsl_torchscript.lowering.ts.quantized.weights import Folding, weights_of
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_READS = ("aten.Float.Tensor", "aten.FloatImplicit", "aten.Int.Tensor", "aten.IntImplicit")
"""Operators that read the only element of a tensor."""


@dataclass(frozen=True)
class QuantizedCall:
    """An operator to lower: the builder in front of it, and what is known of its operands."""

    op: Operation
    b: OpBuilder
    facts: TypeFacts
    aliases: AliasAnalysis
    evaluate: ConstantEvaluator
    known: Mapping[SSAValue, Quantized]

    def quantized(self, index: int = 0) -> Quantized:
        """Return a quantised operand. Raises NotLoweredError unless it is lowered."""
        return self.lowered(self.op.operands[index])

    def lowered(self, value: SSAValue) -> Quantized:
        found = self.known.get(value)
        if found is None:
            raise NotLoweredError("the quantizer of an operand is not known")
        return found

    def constant(self, index: int) -> object:
        """Return a constant operand, or a number that is read of a constant tensor.

        Raises NotConstantError.
        """
        value = self.op.operands[index]
        read = value.owner
        if not isinstance(read, SchemaOp) or read.name not in _READS:
            return self.facts.constant_of(value)
        return self._read(read.operands[0], value)

    def element(self, index: int, kind: str) -> object:
        """Return the only element of a constant tensor as a `Float` or an `Int`.

        Raises NotConstantError.
        """
        tensor = self.op.operands[index]
        if not isinstance(tensor.owner, ConstantOp):
            raise NotConstantError("a tensor that is not constant")
        return self._read(tensor, self.b.op(f"aten::{kind}", tensor).results[0])

    def _read(self, tensor: SSAValue, number: SSAValue) -> object:
        if self.aliases.has_writers(tensor):
            raise NotConstantError("a tensor that may be written")
        return Folding(self.b, self.evaluate).number(number)

    def quantizer(self, index: int, like: KnownQuantizer) -> KnownQuantizer:
        """Return the quantizer of the result by its scale and zero point, operands in sequence."""
        scale, zero_point = self.constant(index), self.constant(index + 1)
        return like.like(cast(float, scale), cast(int, zero_point))

    def rank(self, value: Quantized) -> int | None:
        return self.facts.tensor_type_of(value.distances).rank


Lowered: TypeAlias = "Quantized | SSAValue"
QuantizedRule: TypeAlias = Callable[[QuantizedCall], Lowered]
"""Raises NotLoweredError or NotConstantError if the operator stays."""


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
    return quantize(call.b, reals, to)


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
    return integers_of(call.b, call.quantized())


# ---- layers


def _sums_of_linear(call: QuantizedCall, distances: SSAValue, weight: SSAValue) -> SSAValue:
    return call.b.aten.linear(distances, weight)


def _sums_of_convolution(call: QuantizedCall, distances: SSAValue, weight: SSAValue) -> SSAValue:
    packed, fold = call.op.operands[1], Folding(call.b, call.evaluate)
    asked = (call.b.op(f"quantized::conv2d_{name}", packed).results[0] for name in _MOVES)
    stride, padding, dilation, groups = (fold.number(value) for value in asked)
    sums = call.b.aten.conv2d(distances, weight, None, stride, padding, dilation, groups)
    return call.b.aten.contiguous(sums, memory_format=CHANNELS_LAST)


_MOVES = ("stride", "padding", "dilation", "groups")


def _layer(
    kind: str, sums_of: Callable[[QuantizedCall, SSAValue, SSAValue], SSAValue], clipped: bool
) -> QuantizedRule:
    def run(call: QuantizedCall) -> Quantized:
        source, b = call.quantized(), call.b
        if kind == "conv2d" and call.rank(source) != 4:
            raise NotLoweredError("the rank of the operand is not known to be 4")
        to = call.quantizer(len(call.op.operands) - 2, source.quantizer)
        weights = weights_of(Folding(b, call.evaluate), kind, call.op.operands[1], source, to)
        exact = weights.dtype == FLOAT32
        distances = source.distances if exact else b.aten.to(source.distances, weights.dtype)
        sums = sums_of(call, distances, weights.whole)
        sums = sums if exact else b.aten.to(sums, FLOAT32)
        if weights.bias is not None:
            sums = b.aten.add(sums, weights.bias)
        return quantize_result(b, b.aten.mul(sums, weights.factors), to, clipped)

    return run


# ---- elements


def _add(clipped: bool) -> QuantizedRule:
    def run(call: QuantizedCall) -> Quantized:
        one, two, b = call.quantized(0), call.quantized(1), call.b
        _check_dtypes(one, two)
        to = call.quantizer(2, one.quantizer)
        total = b.aten.add(dequantize_operand(b, one), dequantize_operand(b, two))
        return quantize_result(b, b.aten.mul(total, reciprocal(to.scale)), to, clipped)

    return run


def _multiply(clipped: bool) -> QuantizedRule:
    def run(call: QuantizedCall) -> Quantized:
        one, two, b = call.quantized(0), call.quantized(1), call.b
        _check_dtypes(one, two)
        to = call.quantizer(2, one.quantizer)
        step = float32(float32(one.quantizer.scale) * float32(two.quantizer.scale))
        products = b.aten.mul(one.distances, two.distances)
        steps = b.aten.mul(products, float32(step * reciprocal(to.scale)))
        return quantize_result(b, steps, to, clipped)

    return run


def _check_dtypes(*values: Quantized) -> None:
    if len({value.quantizer.dtype for value in values}) > 1:
        raise NotLoweredError("the operands are of different dtypes")


def _relu(call: QuantizedCall) -> Quantized:
    source = call.quantized()
    return Quantized(call.b.aten.clamp_min(source.distances, 0), source.quantizer)


def _clip(bounds: Callable[[QuantizedCall], Sequence[object]]) -> QuantizedRule:
    def run(call: QuantizedCall) -> Quantized:
        source = call.quantized()
        limits = [
            None if bound is None else nearest(cast(float, bound), source.quantizer)
            for bound in bounds(call)
        ]
        return Quantized(call.b.aten.clamp(source.distances, *limits), source.quantizer)

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
    return Quantized(distances, quantizer)


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
    return call.quantized()


_VIEWS = """
    contiguous flatten.using_ints permute reshape select.int slice.Tensor squeeze squeeze.dim t
    transpose.int unsqueeze view
""".split()
_SELECTING = ("max_pool2d", "upsample_nearest2d", "upsample_nearest2d.vec")
_QUERIES = ("size", "size.int", "dim", "numel", "len.Tensor")

SOURCES: Mapping[str, QuantizedRule] = {
    "aten.quantize_per_tensor": _quantize,
    "aten.quantize_per_tensor.tensor_qparams": _quantize_by_tensors,
    "aten._make_per_tensor_quantized_tensor": _of_integers,
}
"""The rules of operators that make quantised tensors of others, by op name."""

RULES: Mapping[str, QuantizedRule] = {
    **SOURCES,
    "aten.dequantize.self": _dequantize,
    "aten.dequantize.tensor": _dequantize,
    "aten.int_repr": _int_repr,
    **{
        f"quantized.{name}{ending}": _layer(kind, sums_of, clipped)
        for name, kind, sums_of in (
            ("linear", "linear", _sums_of_linear),
            ("conv2d", "conv2d", _sums_of_convolution),
        )
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
    ProfileOp.name: _pass_on,
    **{f"aten.{name}": _view for name in _VIEWS},
    **{f"aten.{name}": _select for name in _SELECTING},
    **{f"aten.{name}": _size for name in _QUERIES},
}
"""All rules by op name."""
