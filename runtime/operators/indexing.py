"""Elements of tensors by tensors: `x[mask]`, `x[:, i]`, and writing there; places of extremes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _keys(indices: Sequence[Tensor | None]) -> tuple[Any, ...]:
    """numpy's form of a list of indices; bytes count as bools, as in PyTorch."""
    arrays = [None if index is None else index.array for index in indices]
    plain = [a.astype(bool) if a is not None and a.dtype == np.uint8 else a for a in arrays]
    return tuple(slice(None) if array is None else array for array in plain)


def _index(self: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    return Tensor(np.asarray(self.array[_keys(indices)]))


def _index_put_(
    self: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool
) -> Tensor:
    keys, given = _keys(indices), values.array.astype(self.array.dtype)
    if accumulate:
        np.add.at(self.array, keys, given)
    else:
        self.array[keys] = given
    return self


def _place(array: Array, dim: int | None, keepdim: bool, largest: bool) -> Tensor:
    find = np.argmax if largest else np.argmin
    found = find(array, axis=dim, keepdims=keepdim and dim is not None)
    return Tensor(np.asarray(found, dtype=np.int64))


def _argmax(self: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    return _place(self.array, dim, keepdim, True)


def _argmin(self: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    return _place(self.array, dim, keepdim, False)


def _tril(self: Tensor, diagonal: int) -> Tensor:
    return Tensor(np.tril(self.array, diagonal))


def _triu(self: Tensor, diagonal: int) -> Tensor:
    return Tensor(np.triu(self.array, diagonal))


def _repeat(self: Tensor, repeats: Sequence[int]) -> Tensor:
    if len(repeats) < self.array.ndim:
        raise ValueError(f"{len(repeats)} repeats for a tensor of rank {self.array.ndim}")
    return Tensor(np.tile(self.array, tuple(repeats)))


def _numpy_t(self: Tensor) -> Tensor:
    return self.over(self.array.T)


INDEXING: Table = {
    "aten.index.Tensor": _index,
    "aten.index_put_": _index_put_,
    "aten.argmax": _argmax,
    "aten.argmin": _argmin,
    "aten.tril": _tril,
    "aten.triu": _triu,
    "aten.repeat": _repeat,
    "aten.numpy_T": _numpy_t,
}
