"""Fourier transforms, and short-time transforms of signals."""

from __future__ import annotations

from xdsl.dialects.builtin import ComplexType
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.size_expression import add, floordiv, mul
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import as_complex, real_part, to_float
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    convert_dtype,
    dtype_of,
    for_kinds,
    like,
    of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError


def transformed_axes(call: CallFacts, rank: int) -> tuple[int, ...]:
    """Return the transformed axes, in order."""
    dims = call.ints("dim")
    if dims is None:
        count = len(call.dims("s")) if call.has("s") else rank
        if count > rank:
            raise ShapeError(f"{count} sizes for {rank} axes")
        return tuple(range(rank - count, rank))
    return tuple(shapes.axis_of(dim, rank) for dim in dims)


def _requested_sizes(call: CallFacts, axes: tuple[int, ...]) -> tuple[Dim, ...] | None:
    if call.has("n"):
        return (call.dim("n"),)
    return call.dims("s")[-len(axes) :] if call.has("s") else None


def _spectrum(call: CallFacts) -> Shape:
    """Return the requested sizes; half of the last axis for real input, twice for real output."""
    shape = call.shape("self")
    axes = transformed_axes(call, len(shape))
    if not call.has("dim") and "2" not in call.op.name and call.op.name[-1] != "n":
        axes = (len(shape) - 1,)
    sizes, requested = (
        list(shapes.require_rank(shape, 1 if axes else 0)),
        _requested_sizes(call, axes),
    )
    if requested is not None and len(requested) != len(axes):
        raise ShapeError(f"takes a size for each of {len(axes)} axes, not {len(requested)}")
    for axis, size in zip(axes, requested or (), strict=True) if requested else ():
        sizes[axis] = shape[axis] if size == -1 else size
    kind = call.op.name.removeprefix("aten.fft_")
    if not axes and not kind.startswith(("fft", "ifft")):
        raise ShapeError("takes at least one axis")
    if kind.startswith(("rfft", "ihfft")):
        sizes[axes[-1]] = add(floordiv(sizes[axes[-1]], 2), 1)
    if kind.startswith(("irfft", "hfft")) and (requested is None or requested[-1] == -1):
        sizes[axes[-1]] = mul(add(shape[axes[-1]], -1), 2)
    return tuple(sizes)


def _spectrum_dtype(call: CallFacts) -> Attribute | None:
    dtype = call.dtype("self")
    if dtype is None:
        return None
    kind = call.op.name.removeprefix("aten.fft_")
    floating = to_float(dtype)
    if kind.startswith(("irfft", "hfft")):
        return real_part(floating)
    return as_complex(floating)


def _half(call: CallFacts) -> Shape:
    shape = call.shape("self", 1)
    last = shapes.axis_of((call.ints("dim") or (-1,))[-1], len(shape))
    if not call.flag("onesided"):
        return shape
    return (*shape[:last], add(floordiv(shape[last], 2), 1), *shape[last + 1 :])


def _whole(call: CallFacts) -> Shape:
    shape = call.shape("self", 1)
    last = shapes.axis_of((call.ints("dim") or (-1,))[-1], len(shape))
    return (*shape[:last], call.dim("last_dim_size"), *shape[last + 1 :])


def _frames(call: CallFacts) -> Shape:
    """Return the sizes of `stft`: frequencies by frames."""
    *batch, length = call.shape("self", 1, 2)
    n_fft = call.int("n_fft")
    hop = call.int("hop_length", n_fft // 4)
    padded = add(length, 2 * (n_fft // 2)) if call.flag("center") else length
    frames = add(floordiv(add(padded, -n_fft), hop), 1)
    parts = () if _wants_complex(call) else (2,)
    if call.has("onesided"):
        onesided = call.flag("onesided")
    else:
        types = [call.type("self"), call.type("window")]
        onesided = not any(isinstance(type.dtype, ComplexType) for type in types)
    return (*batch, n_fft // 2 + 1 if onesided else n_fft, frames, *parts)


def _wants_complex(call: CallFacts) -> bool:
    return call.flag("return_complex") or isinstance(call.dtype("self"), ComplexType)


def _frames_dtype(call: CallFacts) -> Attribute | None:
    dtype = call.dtype("self")
    if dtype is None:
        return None
    return as_complex(dtype) if _wants_complex(call) else real_part(dtype)


def _signal(call: CallFacts) -> Shape:
    batch = call.shape("self", 2)[:-2]
    if call.has("length"):
        return (*batch, call.dim("length"))
    n_fft = call.int("n_fft")
    hops = mul(add(call.shape("self")[-1], -1), call.int("hop_length", n_fft // 4))
    return (*batch, add(n_fft % 2 if call.flag("center") else n_fft, hops))


def _signal_dtype(call: CallFacts) -> Attribute | None:
    dtype = call.dtype("self")
    return dtype if dtype is None or call.flag("return_complex") else real_part(dtype)


_TRANSFORMS = " ".join(
    f"fft_{name}{suffix}"
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
    for suffix in ("", "2", "n")
)


FOURIER: dict[str, CallRule] = for_kinds({
    _TRANSFORMS: of(_spectrum, _spectrum_dtype),
    "_fft_c2c": like("self"),
    "_fft_r2c": of(_half, convert_dtype(dtype_of("self"), as_complex)),
    "_fft_c2r": of(_whole, convert_dtype(dtype_of("self"), real_part)),
    "stft": of(_frames, _frames_dtype),
    "istft": of(_signal, _signal_dtype),
})  # fmt: skip
