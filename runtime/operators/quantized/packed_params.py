"""The weights of quantised layers: objects of `torch.classes.quantized`, and their arrays.

The objects are made by `prepack` operators, or loaded. The arrays that products take are computed
once per object, as programs cannot change its weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.core import FLOAT32, FLOAT64, Table
from xdsl_torchscript.runtime.operators.networks.windows import each
from xdsl_torchscript.runtime.operators.quantized.quantization import quantized
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor

_SPACE = "__torch__.torch.classes.quantized."
LINEAR = f"{_SPACE}LinearPackedParamsBase"
_EXACT = 1 << 24
"""Sums of integers below it are exact in float32, whatever their order."""


def is_half(packed: Object) -> bool:
    """Return whether the weights were rounded to sixteen bits instead of quantised."""
    return packed.slots["_weight"].array.dtype == FLOAT32


@dataclass(frozen=True)
class KernelMovement:
    """The movement of a kernel."""

    stride: Sequence[int]
    padding: Sequence[int]
    dilation: Sequence[int]
    output_padding: Sequence[int]
    groups: int
    transposed: bool

    @classmethod
    def of(cls, config: Sequence[int]) -> KernelMovement:
        rank = config[0]
        stride, padding, dilation, more = (
            config[1 + i * rank : 1 + (i + 1) * rank] for i in range(4)
        )
        return cls(stride, padding, dilation, more, config[-2], bool(config[-1]))


@dataclass(frozen=True)
class IntegerWeights:
    """The weights of a layer: whole numbers without zero points, and scales for output channels.

    `work` is the float type in which their sums of products with eight-bit integers are exact. The
    scales are one number, or one for each channel.
    """

    integers: Array
    scales: Array
    bias: Array | None
    work: NumpyDtype
    geometry: KernelMovement | None


_KNOWN: WeakKeyDictionary[Object, IntegerWeights] = WeakKeyDictionary()


def weights_of(packed: Object) -> IntegerWeights:
    """Return the arrays of a layer's weights. Raises BadType unless they are quantised."""
    found = _KNOWN.get(packed)
    if found is None:
        found = _KNOWN[packed] = _weights(packed)
    return found


def _weights(packed: Object) -> IntegerWeights:
    weight = quantized(packed.slots["_weight"])
    bias: Tensor | None = packed.slots["_bias"]
    config: list[int] | None = packed.slots.get("_config")
    quantizer = weight.quantizer
    zeros = quantizer.along(quantizer.zero_points, weight.array.ndim)
    integers = weight.integers.astype(np.int64) - zeros
    rows = np.abs(integers).reshape(len(integers), -1).sum(1, dtype=np.int64)
    largest = int(rows.max(initial=0)) * (1 if config is None or not config[-1] else len(rows))
    work = FLOAT32 if 255 * largest < _EXACT else FLOAT64
    return IntegerWeights(
        np.ascontiguousarray(integers.astype(work)),
        quantizer.float_scales,
        None if bias is None else bias.array.astype(FLOAT32),
        work,
        None if config is None else KernelMovement.of(config),
    )


# ---- packing


def _linear(weight: Tensor, bias: Tensor | None) -> Object:
    return Object(LINEAR, {"_weight": quantized(weight), "_bias": bias})


def _half_linear(weight: Tensor, bias: Tensor | None) -> Object:
    if weight.array.dtype != FLOAT32:
        raise BadType(f"the weights are float32, not {weight.dtype.torch_name}")
    rounded = weight.array.astype(np.float16).astype(FLOAT32)
    return Object(LINEAR, {"_weight": weight.over(rounded), "_bias": bias})


def _convolution(rank: int, transposed: bool) -> Any:
    """Return the packing of a convolution. One over lines is one over images of one row."""

    def run(weight: Tensor, bias: Tensor | None, stride: Any, padding: Any, *rest: Any) -> Object:
        *output_padding, dilation, groups = rest
        moves = (stride, padding, dilation, *(output_padding or [[0] * rank]))
        numbers = [each(move, rank) for move in moves]
        if rank == 1:
            weight = _with_row(quantized(weight))
            numbers = [[first, *line] for first, line in zip((1, 0, 1, 0), numbers, strict=True)]
        dims = max(rank, 2)
        config = [dims, *chain.from_iterable(numbers), groups, int(transposed)]
        slots = {"_weight": quantized(weight), "_bias": bias, "_config": config}
        return Object(f"{_SPACE}Conv{dims}dPackedParamsBase", slots)

    return run


def _with_row(weight: QuantizedTensor) -> QuantizedTensor:
    return weight.like(weight.integers[:, :, None])


def _unpack(packed: Object) -> tuple[Tensor, Tensor | None]:
    return packed.slots["_weight"], packed.slots["_bias"]


def _unpack_lines(packed: Object) -> tuple[Tensor, Tensor | None]:
    weight = quantized(packed.slots["_weight"])
    return weight.like(weight.integers[:, :, 0]), packed.slots["_bias"]


def _ask(name: str) -> Any:
    def run(packed: Object) -> Any:
        found = getattr(KernelMovement.of(packed.slots["_config"]), name)
        return int(found) if isinstance(found, bool) else found

    return run


_ASKED = {
    **{name: name for name in ("stride", "padding", "dilation", "groups", "output_padding")},
    "transpose": "transposed",
}
"""The parts of a kernel's movement by the operators that return them."""


def _convolutions() -> Table:
    table: Table = {}
    for kind, transposed in (("conv", False), ("conv_transpose", True)):
        for rank in (1, 2, 3):
            name = f"quantized.{kind}{rank}d"
            table[f"{name}_prepack"] = _convolution(rank, transposed)
            table[f"{name}_unpack"] = _unpack_lines if rank == 1 else _unpack
            asked = _ASKED if rank > 1 else {}
            table |= {f"{name}_{ending}": _ask(part) for ending, part in asked.items()}
    return table


PACKED_PARAMS: Table = {
    "quantized.linear_prepack": _linear,
    "quantized.linear_prepack_fp16": _half_linear,
    "quantized.linear_unpack": _unpack,
    "quantized.linear_unpack_fp16": _unpack,
    **_convolutions(),
    "quantized.conv_prepack": _convolution(2, False),
    "quantized.conv_unpack": _unpack,
    "_quantized.linear_prepack": _linear,
    "_quantized.linear_prepack_fp16": _half_linear,
    "_quantized.conv2d_prepack": _convolution(2, False),
    "_quantized.conv3d_prepack": _convolution(3, False),
}
