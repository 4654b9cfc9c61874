"""Gradients of linear operators on images: means of windows, resampling, padding, convolution.

A linear operator that is separable by dimension is a matrix per dimension; its gradient multiplies
by the transposed matrices. The matrix comes from the operator itself, applied to the unit vectors
of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from xdsl_torchscript.lowering.analysis.resampling import (
    KEPT,
    KEPT_OR_DOUBLED,
    NEVER,
    Ratios,
    factor_in_use,
)
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    FLOAT64,
    Implementation,
    Table,
    as_array,
    work_dtype,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import in_format
from xdsl_torchscript.runtime.operators.networks.convolution import convolution
from xdsl_torchscript.runtime.operators.networks.padding import PADDING
from xdsl_torchscript.runtime.operators.networks.pooling import POOLING
from xdsl_torchscript.runtime.operators.networks.resampling import BY_FACTORS
from xdsl_torchscript.runtime.operators.networks.windows import each, pad_array, windows
from xdsl_torchscript.runtime.operators.outputs import CONVERTED
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, Tensor

_Gradients: TypeAlias = tuple[Tensor | None, Tensor | None, Tensor | None]
_OnLine = Callable[[Tensor, int], Tensor]
"""The operator on an image of size 1 in all dimensions but the given one."""


def _transpose(gradient: Tensor, sizes: Sequence[int], rank: int, operator: _OnLine) -> Array:
    """Return an input's gradient with these last sizes."""
    check_floating("the gradient of an image", gradient.array.dtype)
    values = as_array(gradient, work_dtype(gradient.array.dtype))
    lead = values.ndim - rank
    for axis in range(rank):
        # Rows are the elements of a line, columns the results.
        size = sizes[axis]
        shape = [size if d == axis else 1 for d in range(rank)]
        units = np.eye(size, dtype=FLOAT64).reshape(1, size, *shape)
        matrix = operator(Tensor(units), axis).array.reshape(size, -1).astype(values.dtype)
        if matrix.shape[1] != values.shape[lead + axis]:
            raise BadValue(
                f"a gradient of size {values.shape[lead + axis]} where the result has "
                f"{matrix.shape[1]}"
            )
        turned = np.tensordot(values, matrix, ([lead + axis], [1]))
        values = np.moveaxis(turned, -1, lead + axis)
    return np.ascontiguousarray(values)


def _avg_pool(rank: int) -> Implementation:
    pool = POOLING[f"aten.avg_pool{rank}d"]

    def run(
        gradient: Tensor, self: Tensor, kernel_size: Sequence[int], stride: Sequence[int],
        padding: Sequence[int], ceil_mode: bool, count_include_pad: bool, divisor: int | None,
    ) -> Tensor:  # fmt: skip
        kernel = each(kernel_size, rank)
        steps = each(stride, rank) if stride else kernel
        margins = each(padding, rank)

        def on_line(line: Tensor, axis: int) -> Tensor:
            def there(values: list[int], other: int) -> list[int]:
                return [values[d] if d == axis else other for d in range(rank)]

            windows_of = there(kernel, 1), there(steps, 1), there(margins, 0)
            own = None if divisor is None else 1
            return pool(line, *windows_of, ceil_mode, count_include_pad, own)

        made = _transpose(gradient, self.array.shape[-rank:], rank, on_line)
        return wrap_result(in_format(made / (divisor or 1), self.array), self.array.dtype)

    return run


def _adaptive_avg_pool(rank: int) -> Implementation:
    pool = POOLING[f"aten._adaptive_avg_pool{rank}d"]

    def run(gradient: Tensor, self: Tensor) -> Tensor:
        targets = gradient.array.shape[-rank:]

        def on_line(line: Tensor, axis: int) -> Tensor:
            return pool(line, [targets[axis] if d == axis else 1 for d in range(rank)])

        made = _transpose(gradient, self.array.shape[-rank:], rank, on_line)
        return wrap_result(in_format(made, self.array), self.array.dtype)

    return run


def _pad(kind: str, rank: int) -> Implementation:
    pad = PADDING[f"aten.{kind}_pad{rank}d"]

    def run(gradient: Tensor, self: Tensor, padding: Sequence[int]) -> Tensor:
        def on_line(line: Tensor, axis: int) -> Tensor:
            start = 2 * (rank - 1 - axis)
            own = [n if start <= i < start + 2 else 0 for i, n in enumerate(padding)]
            return pad(line, own)

        made = _transpose(gradient, self.array.shape[-rank:], rank, on_line)
        return wrap_result(in_format(made, self.array), self.array.dtype)

    return run


_Scales: TypeAlias = Sequence[float | None]
_FactorsRule = Callable[[Sequence[int], Sequence[int], _Scales], _Scales]
"""The factors that count in a gradient: of old sizes, new sizes and the given factors."""


def _unless(ratios: Ratios) -> _FactorsRule:
    def rule(sizes: Sequence[int], targets: Sequence[int], factors: _Scales) -> _Scales:
        parts = zip(sizes, targets, factors, strict=True)
        return [factor_in_use(*part, ratios) for part in parts]

    return rule


def _unless_all_kept(sizes: Sequence[int], targets: Sequence[int], factors: _Scales) -> _Scales:
    return [None] * len(factors) if list(sizes) == list(targets) else factors


def _upsample(name: str, rank: int, aligns: bool, factors_of: _FactorsRule) -> Implementation:
    resample = BY_FACTORS[f"aten.{name}"]

    def run(
        gradient: Tensor, output_size: Sequence[int], input_size: Sequence[int], *options: Any
    ) -> Tensor:
        aligned, given = options[: int(aligns)], options[int(aligns) :]
        inner = list(input_size)[-rank:]
        scales = factors_of(inner, output_size, given)

        def on_line(line: Tensor, axis: int) -> Tensor:
            sizes = [output_size[d] if d == axis else 1 for d in range(rank)]
            factors = [scales[d] if d == axis else None for d in range(rank)]
            return resample(line, sizes, *aligned, *factors)

        made = _transpose(gradient, inner, rank, on_line)
        return wrap_result(in_format(made, gradient.array), gradient.array.dtype)

    return run


_RESAMPLED: tuple[tuple[str, int, bool, _FactorsRule], ...] = (
    ("upsample_nearest1d", 1, False, _unless(KEPT_OR_DOUBLED)),
    ("upsample_nearest2d", 2, False, _unless(KEPT_OR_DOUBLED)),
    ("upsample_nearest3d", 3, False, _unless(KEPT_OR_DOUBLED)),
    ("_upsample_nearest_exact1d", 1, False, _unless(NEVER)),
    ("_upsample_nearest_exact2d", 2, False, _unless(NEVER)),
    ("_upsample_nearest_exact3d", 3, False, _unless(NEVER)),
    ("upsample_linear1d", 1, True, _unless(KEPT)),
    ("upsample_bilinear2d", 2, True, _unless(KEPT)),
    ("upsample_trilinear3d", 3, True, _unless(KEPT)),
    ("upsample_bicubic2d", 2, True, _unless_all_kept),
    ("_upsample_bilinear2d_aa", 2, True, _unless(NEVER)),
    ("_upsample_bicubic2d_aa", 2, True, _unless(NEVER)),
    ("_upsample_lanczos2d_aa", 2, True, _unless(NEVER)),
)
"""Operators, the dimensions that they resample, whether corners may be aligned, and the factors
that count. PyTorch's gradients do not always use the factors of its results."""


# ---- convolution


def _of_weight(
    small: Array, large: Array, weight: Array, stride: list[int], padding: list[int],
    dilation: list[int], groups: int,
) -> Array:  # fmt: skip
    """Return the weight's gradient. Each weight element sums the products of connected elements of
    the large and the small image. Small channels come first."""
    kernel = weight.shape[2:]
    wide = pad_array(large, padding, padding)
    found = windows(wide, kernel, stride, dilation)
    batch, rank = len(small), len(kernel)
    places = small.shape[2:]
    shown = found[(slice(None), slice(None), *(slice(n) for n in places))]
    parts = shown.reshape(batch, groups, -1, *shown.shape[2:])
    outputs = small.reshape(batch, groups, -1, *places)
    spatial = tuple(range(3, 3 + rank))
    sums = [
        np.tensordot(
            outputs[:, g], parts[:, g],
            ([0, *(s - 1 for s in spatial)], [0, *(s - 1 for s in spatial)]),
        )
        for g in range(groups)
    ]  # fmt: skip
    return np.concatenate(sums).reshape(weight.shape)


class _ConvolutionOptions(NamedTuple):
    """The options of a convolution, by their names in the schemas."""

    stride: Sequence[int]
    padding: Sequence[int]
    dilation: Sequence[int]
    transposed: bool
    output_padding: Sequence[int]
    groups: int

    def of(self, image: Tensor, kernel: Tensor) -> Tensor:
        """Return the convolution of an image."""
        return convolution(image, kernel, None, **self._asdict())


def _of_image(g: Array, a: Array, w: Array, geometry: _ConvolutionOptions) -> Array:
    """Return the image's gradient: the adjoint convolution of `g`."""
    spans = zip(a.shape[2:], g.shape[2:], w.shape[2:], *geometry[:3], strict=True)
    rest = [n - ((m - 1) * s - 2 * p + d * (k - 1) + 1) for n, m, k, s, p, d in spans]
    extra = [0] * len(rest) if geometry.transposed else rest
    adjoint = geometry._replace(transposed=not geometry.transposed, output_padding=extra)
    return adjoint.of(Tensor(g), Tensor(w)).array


def _gradients(
    gradient: Tensor,
    input: Tensor,
    weight: Tensor,
    geometry: _ConvolutionOptions,
    mask: Sequence[bool],
) -> _Gradients:
    """Return the gradients of the input, the weight and the bias that `mask` requests."""
    dtype, rank = input.array.dtype, weight.array.ndim - 2
    check_floating("aten.convolution_backward", dtype)
    steps, margins, gaps = (each(values, rank) for values in geometry[:3])
    g, a, w = (as_array(t, work_dtype(dtype)) for t in (gradient, input, weight))
    of_input = of_weight = of_bias = None
    if mask[0]:
        spread = geometry._replace(stride=steps, padding=margins, dilation=gaps)
        of_input = wrap_result(_of_image(g, a, w, spread), dtype)
    if mask[1]:
        small, large = (a, g) if geometry.transposed else (g, a)
        sums = _of_weight(small, large, w, steps, margins, gaps, geometry.groups)
        of_weight = wrap_result(sums, dtype)
    if mask[2]:
        of_bias = wrap_result(g.sum(axis=(0, *range(2, g.ndim))), dtype)
    return of_input, of_weight, of_bias


def _convolution(
    *, grad_output: Tensor, input: Tensor, weight: Tensor, bias_sizes: Sequence[int] | None,
    output_mask: Sequence[bool], **geometry: Any,
) -> _Gradients:  # fmt: skip
    return _gradients(grad_output, input, weight, _ConvolutionOptions(**geometry), output_mask)


def _twice(
    *, ggI: Tensor | None, ggW: Tensor | None, ggb: Tensor | None, gO: Tensor, weight: Tensor,
    self: Tensor, output_mask: Sequence[bool], **options: Any,
) -> _Gradients:  # fmt: skip
    """Return the gradients of `convolution_backward` by its results: of the gradient, the input and
    the weight. A convolution is linear in both of its operands."""
    geometry = _ConvolutionOptions(**options)

    def backward(image: Tensor, kernel: Tensor, place: int) -> Tensor | None:
        asked = [at == place for at in range(3)]
        return _gradients(gO, image, kernel, geometry, asked)[place]

    parts: list[Any] = []
    if ggI is not None:
        parts.append(geometry.of(ggI, weight).array)
    if ggW is not None:
        parts.append(geometry.of(self, ggW).array)
    if ggb is not None:
        parts.append(ggb.array.reshape(-1, *[1] * (gO.array.ndim - 2)))
    total = sum(parts, np.zeros(gO.shape, gO.array.dtype)) if parts else None
    return (
        wrap_result(total, gO.array.dtype) if output_mask[0] and total is not None else None,
        backward(self, ggW, 0) if output_mask[1] and ggW is not None else None,
        backward(ggI, weight, 1) if output_mask[2] and ggI is not None else None,
    )


def _slow_convolution(
    gradient: Tensor, input: Tensor, weight: Tensor, _kernel: Sequence[int],
    stride: Sequence[int], padding: Sequence[int], *outs: Tensor,
) -> tuple[Tensor, ...]:  # fmt: skip
    """Write the gradients of the input, the weight and the bias into `outs`."""
    geometry = _ConvolutionOptions(stride, padding, [1], False, [0], 1)
    return CONVERTED.write_all(outs, _gradients(gradient, input, weight, geometry, [True] * 3))


IMAGE_BACKWARD: Table = {
    **{f"aten.avg_pool{rank}d_backward": _avg_pool(rank) for rank in (2, 3)},
    **{f"aten._adaptive_avg_pool{rank}d_backward": _adaptive_avg_pool(rank) for rank in (2, 3)},
    **{
        f"aten.{kind}_pad{rank}d_backward": _pad(kind, rank)
        for kind in ("reflection", "replication")
        for rank in (1, 2, 3)
    },
    **{f"aten.{entry[0]}_backward": _upsample(*entry) for entry in _RESAMPLED},
    **by_name(_convolution, "aten.convolution_backward"),
    **by_name(_twice, "aten._convolution_double_backward"),
    "aten._slow_conv2d_backward.grad_input": _slow_convolution,
    "aten.adaptive_avg_pool3d_backward.grad_input": partial(CONVERTED.into, _adaptive_avg_pool(3)),
}
