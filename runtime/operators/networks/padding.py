"""Put elements around a tensor: a constant, mirrored elements, the border elements, or elements of
the opposite end.

Amounts come as PyTorch has them: before and after the last dimension, then the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Number, Table
from xdsl_torchscript.runtime.operators.layout import PRESERVE, copy_array, in_format
from xdsl_torchscript.runtime.operators.networks.windows import take_along
from xdsl_torchscript.runtime.operators.pointwise.casts import element
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _amounts(self: Tensor, pad: Sequence[int]) -> list[tuple[int, int]]:
    """Return the padding before and after each dimension. Raises BadValue for too many numbers."""
    if len(pad) % 2 or len(pad) > 2 * self.array.ndim:
        raise BadValue(f"padding {list(pad)} does not fit a tensor of shape {list(self.shape)}")
    pairs = list(zip(pad[::2], pad[1::2], strict=True))[::-1]
    found = [(0, 0)] * (self.array.ndim - len(pairs)) + pairs
    sizes = [n + before + after for n, (before, after) in zip(self.shape, found, strict=True)]
    if any(n < 0 for n in sizes):
        raise BadValue(f"padding {list(pad)} takes more than {list(self.shape)} has")
    return found


def _constant(self: Tensor, pad: Sequence[int], value: Number | None = None) -> Tensor:
    """Pad with a number; negative amounts crop."""
    amounts = _amounts(self, pad)
    if any(n + min(b, 0) + min(a, 0) < 0 for n, (b, a) in zip(self.shape, amounts, strict=True)):
        raise BadValue(f"padding {list(pad)} takes more than {list(self.shape)} has")
    if not any(n > 0 for n in pad):
        inside = tuple(slice(-b, n + a) for n, (b, a) in zip(self.shape, amounts, strict=True))
        return self.over(copy_array(self.array[inside], self.array.dtype, PRESERVE))
    shape = [n + before + after for n, (before, after) in zip(self.shape, amounts, strict=True)]
    dtype = self.array.dtype
    made = np.full(shape, element(0 if value is None else value, dtype), dtype)
    source = tuple(
        slice(max(0, -b), n - max(0, -a)) for n, (b, a) in zip(self.shape, amounts, strict=True)
    )
    target = tuple(
        slice(max(0, b), n - max(0, a)) for n, (b, a) in zip(shape, amounts, strict=True)
    )
    made[target] = self.array[source]
    return self.over(in_format(made, self.array))


def _mirror(places: Array, size: int) -> Array:
    """Return mirrored indices, without repeating the outermost element."""
    if places.size and (places[0] <= -size or places[-1] >= 2 * size - 1):
        raise BadValue(f"a reflection of {size} elements gives at most {size - 1} on each side")
    return size - 1 - np.abs(size - 1 - np.abs(places))


def _nearest(places: Array, size: int) -> Array:
    return np.clip(places, 0, size - 1)


def _around(places: Array, size: int) -> Array:
    """Return circular indices; elements cropped at one end do not reappear at the other."""
    if places.size and (places[0] < -size or places[-1] >= 2 * size):
        raise BadValue(f"{size} elements wrap around once at most")
    first, last = max(0, places[0]), min(size - 1, places[-1])
    return first + (places - first) % (last - first + 1)


_SourceIndex = Callable[[Array, int], Array]


def _from_within(
    source: _SourceIndex, keeps_format: bool = True
) -> Callable[[Tensor, Sequence[int]], Tensor]:
    """Pad with elements of the tensor at the indices that `source` returns."""

    def run(self: Tensor, pad: Sequence[int]) -> Tensor:
        array = self.array
        for axis, (before, after) in enumerate(_amounts(self, pad)):
            if before == after == 0:
                continue
            size: int = array.shape[axis]
            if size == 0:
                raise BadValue(f"nothing to pad with in a tensor of shape {list(array.shape)}")
            array = take_along(array, axis, source(np.arange(-before, size + after), size))
        made = np.array(array, order="C", copy=None if array is not self.array else True)
        return self.over(in_format(made, self.array) if keeps_format else made)

    return run


_reflection, _replication = _from_within(_mirror), _from_within(_nearest)
_circular = _from_within(_around, keeps_format=False)

_BY_MODE: Mapping[str, Callable[[Tensor, Sequence[int]], Tensor]] = {
    "reflect": _reflection,
    "replicate": _replication,
    "circular": _circular,
}
_ENUMERATED = ("reflect", "replicate", "circular", "constant")


def _pad(self: Tensor, pad: Sequence[int], mode: str, value: float | None) -> Tensor:
    if mode == "constant":
        return _constant(self, pad, value)
    if mode not in _BY_MODE:
        raise BadValue(f"padding is 'constant', {', '.join(map(repr, _BY_MODE))}, not '{mode}'")
    if value not in (None, 0):
        raise BadValue(f"padding of mode '{mode}' takes no value")
    return _BY_MODE[mode](self, pad)


def _pad_enum(self: Tensor, pad: Sequence[int], mode: int, value: float | None) -> Tensor:
    return _pad(self, pad, _ENUMERATED[mode], value)


PADDING: Table = {
    "aten.pad": _pad,
    "aten._pad_enum": _pad_enum,
    "aten.constant_pad_nd": _constant,
    "aten._pad_circular": _circular,
    **{f"aten.reflection_pad{rank}d": _reflection for rank in (1, 2, 3)},
    **{f"aten.replication_pad{rank}d": _replication for rank in (1, 2, 3)},
}
