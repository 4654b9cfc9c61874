"""Sequences of several lengths side by side, as encoders of transformers use them.

PyTorch's encoders drop the padding before their first layer and put it back behind the last. The
operators that they use on the way are here; any other refuses a nested tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.tensor import Array, Tensor, dtype_of


class NestedTensor(Tensor):
    """Several arrays of one dtype and rank. Its `array` raises TypeError."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Array], device: str = "cpu") -> None:
        self.parts = parts
        self.device = device
        self.requires_grad = False

    def __getattr__(self, name: str) -> Any:
        if name == "array":
            raise BadType("no nested tensor can be taken here; make it one with to_padded_tensor")
        return super().__getattr__(name)

    @property
    def dtype(self) -> Dtype:
        return dtype_of(self.parts[0])

    def dim(self) -> int:
        return self.parts[0].ndim + 1

    def each(self, function: Callable[[Tensor], Tensor]) -> NestedTensor:
        """Apply a function of batches to each part, as a batch of one."""
        made = [function(Tensor(part[None], self.device)).array[0] for part in self.parts]
        return NestedTensor(made, self.device)


def _is_nested(self: Tensor) -> bool:
    return isinstance(self, NestedTensor)


def _check_mask(t: Tensor, mask: Tensor) -> None:
    if mask.array.dtype != np.bool_:
        raise BadType(f"a mask must contain bools, not {mask.array.dtype}")
    if t.array.ndim != 3 or mask.array.shape != t.array.shape[:2]:
        raise BadValue(
            f"a mask of the sizes {mask.array.shape} does not fit sequences of {t.array.shape}"
        )


def _left_aligned(t: Tensor, mask: Tensor) -> bool:
    """Return whether the counted elements of each row come first."""
    _check_mask(t, mask)
    before, after = mask.array[:, :-1], mask.array[:, 1:]
    return not (after & ~before).any()


def _from_mask(t: Tensor, mask: Tensor, mask_check: bool) -> NestedTensor:
    """Return the rows up to the last counted one. Raises BadValue for a mask with gaps, if
    checked."""
    _check_mask(t, mask)
    if mask_check and not _left_aligned(t, mask):
        raise BadValue("the mask has gaps: in each row what counts must come first")
    if not len(t.array):
        raise BadValue("a nested tensor needs at least one sequence")
    lengths = mask.array.sum(axis=1)
    return NestedTensor([row[:n] for row, n in zip(t.array, lengths, strict=True)], t.device)


def to_padded(self: Tensor, padding: float, output_size: Sequence[int] | None) -> Tensor:
    """Return one tensor, as large as the largest part or as requested. Raises BadValue if that is
    too small."""
    if not isinstance(self, NestedTensor):
        raise BadType("'to_padded_tensor' takes a nested tensor")
    least = (len(self.parts), *np.max([part.shape for part in self.parts], axis=0).tolist())
    sizes = least if output_size is None else tuple(output_size)
    if len(sizes) != len(least) or any(a < b for a, b in zip(sizes, least, strict=True)):
        raise BadValue(f"parts of up to {least} do not fit into {sizes}")
    result = np.full(sizes, padding, dtype=self.parts[0].dtype)
    for row, part in zip(result, self.parts, strict=False):
        row[tuple(slice(size) for size in part.shape)] = part
    return Tensor(result, self.device)


NESTED: Table = {
    "prim.is_nested": _is_nested,
    "aten._nested_tensor_from_mask_left_aligned": _left_aligned,
    "aten._nested_tensor_from_mask": _from_mask,
    "aten.to_padded_tensor": to_padded,
    "aten.nested_to_padded_tensor": to_padded,
}
