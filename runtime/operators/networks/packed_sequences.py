"""Sequences of several lengths: padded to one length, or packed without padding."""

from __future__ import annotations

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import INT64, Number, Table
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _time_first(array: Array, batch_first: bool) -> Array:
    return np.swapaxes(array, 0, 1) if batch_first else array


def _pack(input: Tensor, lengths: Tensor, batch_first: bool) -> tuple[Tensor, Tensor]:
    """Return the steps concatenated, and the number of sequences in each. The longest come
    first."""
    steps = _time_first(input.array, batch_first)
    counts = lengths.array
    if counts.ndim != 1 or counts.size == 0 or counts.size != steps.shape[1]:
        raise BadValue(f"{steps.shape[1]} sequences need as many lengths")
    if np.any(counts[:-1] < counts[1:]) or counts[-1] <= 0:
        raise BadValue("lengths of packed sequences must be positive and in descending order")
    if counts[0] > len(steps):
        raise BadValue(f"a sequence of {counts[0]} steps in a batch of {len(steps)}")
    inside = np.arange(int(counts[0]))[:, None] < counts
    return Tensor(steps[: len(inside)][inside]), Tensor(inside.sum(axis=1, dtype=INT64))


def _pad(
    data: Tensor, batch_sizes: Tensor, batch_first: bool, padding: Number, total_length: int
) -> tuple[Tensor, Tensor]:
    sizes = batch_sizes.array
    length = max(total_length, len(sizes))
    if 0 < total_length < len(sizes):
        raise BadValue(f"sequences of {len(sizes)} steps do not fit into {total_length}")
    padded = np.full((length, int(sizes[0]), *data.shape[1:]), padding, data.array.dtype)
    inside = np.arange(int(sizes[0])) < sizes[:, None]
    padded[: len(sizes)][inside] = data.array
    return Tensor(_time_first(padded, batch_first)), Tensor(inside.sum(axis=0, dtype=INT64))


PACKED_SEQUENCES: Table = {
    "aten._pack_padded_sequence": _pack,
    "aten._pad_packed_sequence": _pad,
}
