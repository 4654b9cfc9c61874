"""Subscripts `x[...]` in Python: reads and writes of parts of a tensor, by a script's operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from xdsl_torchscript.runtime.dispatch import call, plain
from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.tensor import Tensor

_TO_THE_END = 2**63 - 1


@dataclass
class _SubscriptedView:
    """A part of a tensor: a view, and tensor indices into it (None: a whole dimension)."""

    view: Tensor
    indices: list[Tensor | None] = field(default_factory=list[Tensor | None])
    dim: int = 0
    covered: int = 0
    """The number of dimensions that the tensor indices consume."""

    def take(self, index: Any) -> None:
        """Apply the next index. Raises TypeError for an invalid one."""
        if index is None:
            self.view = call("aten::unsqueeze", self.view, self.dim)
            self.dim += 1
        elif isinstance(index, slice):
            index = cast("slice[Any, Any, Any]", index)
            start = 0 if index.start is None else index.start
            end = _TO_THE_END if index.stop is None else index.stop
            step = 1 if index.step is None else index.step
            self.view = call("aten::slice", self.view, self.dim, start, end, step)
            self.dim += 1
        elif isinstance(index, bool):
            self.view = call("aten::unsqueeze", self.view, self.dim)
            self._tensor(Tensor(np.array([index])))
        elif isinstance(index, int):
            self.view = call("aten::select", self.view, self.dim, index)
        else:
            index = _index_tensor(index)
            if index.array.ndim == 0 and index.array.dtype.kind in "iu":
                self.view = call("aten::select", self.view, self.dim, index)
            else:
                self._tensor(index)

    def _tensor(self, index: Tensor) -> None:
        self.indices += [None] * (self.dim - self.covered)
        self.indices.append(index)
        self.dim += index.array.ndim if index.array.dtype.kind == "b" else 1
        self.covered = self.dim


def _index_tensor(index: Any) -> Tensor:
    found = plain(index)
    if isinstance(found, int):
        found = Tensor.of(found)
    if isinstance(found, list | tuple):
        found = Tensor(np.asarray(cast("Sequence[Any]", found)))
    if isinstance(found, Tensor) and found.array.dtype.kind in "iub":
        return found
    raise (IndexError if isinstance(found, Tensor) else TypeError)(
        "an index must be an int, a slice, None, '...', a tensor of whole numbers or of bools, or "
        "a "
        f"list of them, not {index!r}"
    )


def _uses(index: Any) -> int:
    """Return the number of dimensions that an index consumes."""
    if index is None or index is Ellipsis or isinstance(index, bool):
        return 0
    array = index.array if isinstance(index, Tensor) else index
    is_mask = hasattr(array, "dtype") and np.asarray(array).dtype.kind == "b"
    return np.asarray(array).ndim if is_mask else 1


def _place(tensor: Tensor, index: Any) -> _SubscriptedView:
    parts = cast("tuple[Any, ...]", index) if isinstance(index, tuple) else (index,)
    passed = [number for number, part in enumerate(parts) if part is Ellipsis]
    if len(passed) > 1:
        raise IndexError("an index may contain one '...' at most")
    free = tensor.array.ndim - sum(map(_uses, parts))
    if free < 0:
        raise IndexError(f"too many indices for a tensor of rank {tensor.array.ndim}")
    place = _SubscriptedView(tensor)
    for part in parts:
        if part is Ellipsis:
            place.dim += free
        else:
            place.take(part)
    return place


def read(tensor: Tensor, index: Any) -> Tensor:
    """Return `tensor[index]`, a view unless a tensor is among the indices."""
    place = _place(tensor, index)
    if place.indices:
        return call("aten::index", place.view, place.indices)
    return call("aten::alias", place.view) if place.view is tensor else place.view


def write(tensor: Tensor, index: Any, value: Any) -> None:
    """Perform `tensor[index] = value`."""
    place = _place(tensor, index)
    given = plain(value)
    if not isinstance(given, Tensor):
        given = Tensor(convert(np.asarray(given), tensor.array.dtype))
    if place.indices:
        call("aten::index_put_", place.view, place.indices, given, False)
    elif given.array.ndim == 0:
        call("aten::fill_", place.view, given)
    else:
        call("aten::copy_", place.view, given, False)
