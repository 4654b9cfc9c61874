"""Fourier transforms of short frames as products with a constant matrix.

    %z = aten.fft_rfft(%x, %none, %last, %none) : (!ts.tensor<[9,8],f32>, ...) -> ...

becomes, with the cosines and negative sines of the angles of 8 steps around a circle,

    %waves = prim.Constant dense<...> : tensor<8x10xf32>
    %p = aten.matmul(%x, %waves) : (...) -> !ts.tensor<[9,10],f32>
    %re = aten.slice.Tensor(%p, %last, %none, %5, %1) : (...) -> !ts.tensor<[9,5],f32>
    %im = aten.slice.Tensor(%p, %last, %5, %none, %1) : (...) -> !ts.tensor<[9,5],f32>

A product takes steps as many as the square of the size of a frame, but needs no call of a library,
and joins groups. The error of a number of the result is the root of the number of terms times that
of a product, up to twice the error of a fast transform.
"""

from __future__ import annotations

import cmath
import math
from functools import lru_cache

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, f32
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.ir import BlockArgument, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.row_major import shows_order, values_in_order
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts_to_te.complex_numbers.complex_parts import ComplexParts

LONGEST_PRODUCT = 128
"""The size of a frame up to which a product was measured to be faster than a library."""


def transform_obstacle(call: CallFacts) -> str | None:
    """Return why a transform of real numbers does not become a product, None if it does. Raises
    NotConstantError and ShapeError."""
    x = call.type("self")
    if x.dtype != f32 or not x.shape:
        return "transforms no floats of 32 bits"
    if call.has("n") or call.axis("dim", len(x.shape), -1) != len(x.shape) - 1:
        return "transforms another axis than the last one, or other sizes"
    if call.has("norm") and call.constant("norm") != "backward":
        return "scales its results"
    return _size_obstacle(x.shape[-1]) or _order_obstacle(call, x.shape[:-1])


def frames_obstacle(call: CallFacts) -> str | None:
    """Return the same for the transforms of frames of a signal."""
    x, shape, size = call.type("self"), call.shape("self", 1, 2), call.int("n_fft")
    if x.dtype != f32:
        return "transforms no floats of 32 bits"
    if call.flag("normalized") or (call.has("onesided") and not call.flag("onesided")):
        return "scales its results, or gives both halves"
    length = call.int("win_length", size)
    window = call.type("window")
    if call.has("window") and (window.shape, window.dtype) != ((length,), f32):
        return "has a window of another type"
    if not 0 < length <= size or call.int("hop_length", size // 4) < 1:
        return "has frames that are invalid"
    return _size_obstacle(size) or _order_obstacle(call, (*shape[:-1], None))


def _size_obstacle(size: Dim) -> str | None:
    if isinstance(size, int) and 0 < size <= LONGEST_PRODUCT:
        return None
    return f"transforms frames of {size}, not of at most {LONGEST_PRODUCT}"


def _order_obstacle(call: CallFacts, others: Shape) -> str | None:
    """Return None if a product lies in memory as a transform, which keeps the order of the other
    axes, or if no operator shows the order."""
    x = call.operand("self")
    if sum(size != 1 for size in others) < 2 or not shows_order(call.op.results[0]):
        return None
    sources = None if x is None else values_in_order(x)
    if sources is not None and not any(isinstance(v, BlockArgument) for v in sources):
        return None
    return "gives numbers in the order in memory of those that it transforms"


def transform_of(b: OpBuilder, x: SSAValue, size: int) -> ComplexParts:
    """Return the first half of the transform of real frames of this size, the last axis."""
    count = size // 2 + 1
    waves = ConstantOp(_waves(size), TensorType.get([size, 2 * count], f32, device="cpu"))
    product = b.aten.matmul(x, b(waves, "waves").result)
    return ComplexParts(
        b.aten.slice(product, -1, None, count, 1), b.aten.slice(product, -1, count, None, 1)
    )


def frames_of(b: OpBuilder, call: CallFacts) -> ComplexParts:
    """Return the transforms of overlapping frames of a signal, frequencies by frames."""
    x, window, size = call.operand("self"), call.operand("window"), call.int("n_fft")
    assert x is not None
    length = call.int("win_length", size)
    frames = b.aten.unfold(x, -1, size, call.int("hop_length", size // 4))
    before = (size - length) // 2
    margins = [before, size - length - before]
    if window is None and length < size:
        window = b.aten.ones([length])
    if window is not None:
        padded = b.aten.constant_pad_nd(window, margins) if length < size else window
        frames = b.aten.mul(frames, padded)
    return transform_of(b, frames, size).map(lambda part: b.aten.transpose(part, -2, -1))


@lru_cache(maxsize=8)
def _waves(size: int) -> DenseIntOrFPElementsAttr:
    """Return the matrix whose columns are half of the cosines, then of the negative sines."""
    circle = [_root_of_unity(step, size) for step in range(size)]
    cosines, sines = [z.real for z in circle], [z.imag for z in circle]
    numbers = range(size // 2 + 1)
    rows = [
        table[step * number % size]
        for step in range(size)
        for table in (cosines, sines)
        for number in numbers
    ]
    return DenseIntOrFPElementsAttr.from_list(
        BuiltinTensorType(f32, [size, 2 * len(numbers)]), rows
    )


_QUARTERS = (1, complex(0, -1), -1, 1j)


def _root_of_unity(step: int, size: int) -> complex:
    """Return the number after so many of `size` steps clockwise around a circle; quarters are
    exact."""
    quarter, rest = divmod(4 * step, size)
    return _QUARTERS[quarter] if rest == 0 else cmath.exp(-2j * math.pi * step / size)
