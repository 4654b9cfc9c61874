"""Indexing by tensors: reads and writes of `x[mask]` and `x[:, i]`; argmax and argmin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue
from xdsl_torchscript.runtime.operators.core import INT64, Implementation, Table, wrap_result
from xdsl_torchscript.runtime.operators.layout import arrange_like
from xdsl_torchscript.runtime.operators.preconditions import check_same_dtype, wrap_dim
from xdsl_torchscript.runtime.operators.specialiser import (
    FAST_TYPES,
    WRONG,
    Specialiser,
    are_known,
    general_on,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor


def index_keys(indices: Sequence[Tensor | None]) -> tuple[Any, ...]:
    """Return numpy's form of a list of indices; bytes count as bools, as in PyTorch."""
    arrays = [None if index is None else index.array for index in indices]
    plain = [a.astype(bool) if a is not None and a.dtype == np.uint8 else a for a in arrays]
    return tuple(slice(None) if array is None else array for array in plain)


def _index(self: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    """Index a tensor. Raises IndexError for indices of other types than integers and bools, or out
    of bounds."""
    keys = index_keys(indices)
    found = np.asarray(self.array[keys])
    if found.ndim < 2 or not found.size or _are_in_order(self.array, keys):
        return Tensor(found)
    # The order of the result's dimensions by the strides of the array and its indices. The
    # dimensions of the indices replace the first index, or come first if the indices are not
    # adjacent.
    given = [place for place, key in enumerate(keys) if not isinstance(key, slice)]
    arrays: list[Array] = [keys[place] for place in given]
    lines = [np.flatnonzero(a) if a.dtype.kind == "b" else a for a in arrays]
    rank = np.broadcast(*lines).ndim
    taken = [a.ndim if a.dtype.kind == "b" else 1 for a in arrays]
    side_by_side = given == list(range(given[0], given[0] + len(given)))
    before = given[0]
    kept = list(self.array.strides)
    for place, count in zip(reversed(given), reversed(taken), strict=True):
        start = place + sum(taken[: given.index(place)]) - given.index(place)
        del kept[start : start + count]
    front = before if side_by_side else 0
    strides = [(*kept[:front], *(0,) * rank, *kept[front:])]
    shape = np.broadcast_shapes(*(line.shape for line in lines))
    for line in lines:
        own = np.broadcast_to(line, shape).strides
        strides.append((*(0,) * front, *own, *(0,) * (len(kept) - front)))
    return Tensor(arrange_like(found, strides))


def _are_in_order(array: Array, keys: Sequence[Any]) -> bool:
    """Return whether memory follows index order, so that numpy's result has PyTorch's layout."""
    return array.flags.c_contiguous and all(
        type(key) is np.ndarray and key.flags.c_contiguous and key.shape == keys[0].shape
        for key in keys
    )


def _index_put_(
    self: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool
) -> Tensor:
    check_same_dtype("'aten.index_put'", self.array.dtype, values.array.dtype)
    keys, given = index_keys(indices), values.array
    if accumulate:
        # numpy reads beyond values that it would have to broadcast to no elements.
        np.add.at(self.array, keys, np.broadcast_to(given, self.array[keys].shape))
    else:
        self.array[keys] = given
    return self


def _place(array: Array, dim: int | None, keepdim: bool, largest: bool) -> Tensor:
    if array.dtype.kind in "bc":
        raise BadType(f"the position of an extremum is not defined for {array.dtype} tensors")
    axis = None if dim is None else wrap_dim(dim, array.ndim)
    if (array.size if axis is None or not array.ndim else array.shape[axis]) == 0:
        raise BadIndex("extremes need elements, found none along the dimension")
    find = np.argmax if largest else np.argmin
    found = find(array, axis=dim, keepdims=keepdim)
    return Tensor(np.asarray(found, dtype=np.int64))


def _argmax(self: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    return _place(self.array, dim, keepdim, True)


def _argmin(self: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    return _place(self.array, dim, keepdim, False)


def _matrices(name: str, self: Tensor) -> None:
    if self.array.ndim < 2:
        raise BadValue(f"'aten.{name}' needs two dimensions or more, not {self.array.ndim}")


def _tril(self: Tensor, diagonal: int) -> Tensor:
    _matrices("tril", self)
    return Tensor(np.tril(self.array, diagonal))


def _triu(self: Tensor, diagonal: int) -> Tensor:
    _matrices("triu", self)
    return Tensor(np.triu(self.array, diagonal))


def _repeat(self: Tensor, repeats: Sequence[int]) -> Tensor:
    if len(repeats) < self.array.ndim:
        raise BadValue(f"{len(repeats)} repeats for a tensor of rank {self.array.ndim}")
    return self.over(np.tile(self.array, tuple(repeats)))


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


# ---- with arguments that a program fixes


_EXTREMES: dict[str, Callable[..., Any]] = {
    "aten.argmax": np.ndarray.argmax,
    "aten.argmin": np.ndarray.argmin,
}


def _specialise_place(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Specialise the index of an extreme along a known dimension."""
    if not are_known(arguments):
        return None
    find, general, (_, dim, keepdim) = _EXTREMES[name], general_on(function, arguments), arguments

    def run(self: Tensor) -> Tensor:
        array = self.array
        if array.dtype not in FAST_TYPES or not array.ndim:
            return general(self)
        try:
            found = find(array, dim, keepdims=keepdim)
        except WRONG:
            return general(self)
        return wrap_result(found, INT64) if found.flags.c_contiguous else general(self)

    return run


SPECIALISED_INDEXING: dict[str, Specialiser] = dict.fromkeys(_EXTREMES, _specialise_place)
