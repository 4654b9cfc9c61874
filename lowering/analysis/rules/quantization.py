"""Rules for quantised tensors: to and from reals and integers."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    always,
    like,
    of,
    shape_of,
)

_INTEGERS: Mapping[Attribute, Attribute] = {
    BY_TORCH_NAME[f"q{name}"].type: BY_TORCH_NAME[name].type for name in ("int8", "uint8", "int32")
}
"""The types of the stored integers."""


def is_quantized(type: Attribute) -> bool:
    """Return whether it is the type of quantised tensors."""
    return isinstance(type, TensorType) and type.dtype in _INTEGERS


def _stored(call: CallFacts) -> Attribute | None:
    dtype = call.dtype("self")
    return None if dtype is None else _INTEGERS.get(dtype)


_TO_NAMED_DTYPE = of(shape_of("self"), CallFacts.named_dtype)

QUANTIZATION: dict[str, CallRule] = {
    "aten.quantize_per_tensor": _TO_NAMED_DTYPE,
    "aten.quantize_per_tensor.tensor_qparams": _TO_NAMED_DTYPE,
    "aten.quantize_per_tensor_dynamic": _TO_NAMED_DTYPE,
    "aten.quantize_per_channel": _TO_NAMED_DTYPE,
    "aten.dequantize.self": of(shape_of("self"), always(f32)),
    "aten.dequantize.tensor": of(shape_of("qtensor"), always(f32)),
    "aten.int_repr": of(shape_of("self"), _stored),
    "aten.fake_quantize_per_tensor_affine": like("self"),
    "aten.fake_quantize_per_channel_affine": like("self"),
}
"""Rules by op name: other overloads are on lists."""
