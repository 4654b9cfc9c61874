"""Images read at places of a grid: `grid_sampler`, for two and three dimensions.

    %r = aten.grid_sampler_2d(%x, %grid, %mode, %padding, %corners)

becomes a sum over the corners around each place, weighted by how near they are. A corner beyond the
borders counts as 0; in two dimensions its weight may still be NaN, as in PyTorch's vector code.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.arrays.creation import index_number
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import shift_index
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_Corner = tuple[SSAValue, SSAValue, SSAValue]

_LINEAR, _NEAREST = 0, 1
_ZEROS, _BORDER = 0, 1


def _grid_sampler(to: FieldConversion) -> Field:
    image, grid, (shape, dtype) = to.operand("input"), to.operand("grid"), to.result()
    mode, padding = to.call.int("interpolation_mode"), to.call.int("padding_mode")
    corners = to.call.flag("align_corners")
    sizes = image.shape[2:]
    rank = len(sizes)
    if mode not in (_LINEAR, _NEAREST) or padding not in (_ZEROS, _BORDER):
        raise Refusal(f"has the mode {mode} and the padding {padding}")
    if rank not in (2, 3) or len(grid.shape) != rank + 2 or grid.shape[-1] != rank:
        raise Refusal("has a grid whose dimensions differ from the image")
    if not is_float(dtype) or grid.dtype != dtype or image.shape[0] != grid.shape[0]:
        raise Refusal("has a grid of another type, or for another number of images")
    if 0 in image.shape[1:]:
        raise Refusal("has an image without elements")

    def number(code: ScalarCode, size: Dim, distance: int = 0) -> SSAValue:
        """Return a size plus a distance, as a number of the result's type."""
        if isinstance(size, int):
            return code.constant(float(size + distance), dtype)
        return index_number(code, shift_index(code, to.to.index(code, size), distance), dtype)

    def place(code: ScalarCode, batch: SSAValue, spot: Axes, axis: int) -> SSAValue:
        """Return where a spot of the grid is along an axis, in elements."""
        last = code.constant(rank - 1 - axis, INDEX)
        x, size = grid.at(code, [batch, *spot, last]), sizes[axis]
        if corners:
            found = code.mul(code.mul(code.add(x, 1.0), 0.5), number(code, size, -1))
        else:
            found = code.mul(code.sub(code.mul(code.add(x, 1.0), number(code, size)), 1.0), 0.5)
        if padding == _BORDER:
            found = code.fmin(code.fmax(found, 0.0), number(code, size, -1))
        return found

    def corner(code: ScalarCode, at: SSAValue, step: int, size: Dim) -> _Corner:
        """Return the index of a neighbour, its weight, and whether it exists."""
        if mode == _NEAREST:
            found = code.call("roundeven", at)
            weight = code.like(1.0, at)
        else:
            found = code.add(code.floor(at), float(step))
            distance = code.absolute(code.sub(at, found))
            weight = code.sub(1.0, distance)
        exists = code.bit_and(
            code.ge(found, code.like(0.0, at)), code.le(found, number(code, size, -1))
        )
        index = code.cast(code.cast(code.select(exists, found, 0.0), i64), INDEX)
        return index, weight, exists

    def inside(code: ScalarCode, value: SSAValue, found: Sequence[_Corner]) -> SSAValue:
        """Return the value, or 0 if a coordinate of the corner does not exist."""
        for _, _, exists in found:
            value = code.select(exists, value, 0.0)
        return value

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        batch, channel, *spot = axes
        places = [place(code, batch, spot, axis) for axis in range(rank)]
        total = code.constant(0, dtype)
        for steps in product((0, 1) if mode == _LINEAR else (0,), repeat=rank):
            found = [corner(code, *part) for part in zip(places, steps, sizes, strict=True)]
            value = image.at(code, [batch, channel, *(index for index, _, _ in found)])
            if rank == 2:
                value = inside(code, value, found)
            for _, weight, _ in found:
                value = code.mul(value, weight)
            if rank == 3:
                value = inside(code, value, found)
            total = code.add(total, value)
        return total

    return Field(shape, dtype, element)


GRIDS: dict[str, TeRule] = field_rules({
    "grid_sampler grid_sampler_2d grid_sampler_3d": _grid_sampler,
})  # fmt: skip
"""By op name."""
