"""Elements at indices that count only where a mask is set."""

from __future__ import annotations

import torch
from torch import Tensor


def _clamp(self: Tensor, indices: list[Tensor | None]) -> list[Tensor | None]:
    places: list[Tensor | None] = []
    for i in range(len(indices)):
        index = indices[i]
        if index is None:
            places.append(None)
        else:
            places.append(torch.clamp(index, -self.size(i), self.size(i) - 1))
    return places


def _unsafe_masked_index(
    self: Tensor, mask: Tensor, indices: list[Tensor | None], fill: number
) -> Tensor:
    return torch.ops.aten.index(self, _clamp(self, indices)).masked_fill(~mask, fill)


def _unsafe_masked_index_put_accumulate(
    self: Tensor, mask: Tensor, indices: list[Tensor | None], values: Tensor
) -> Tensor:
    counted = values.masked_fill(~mask, 0)
    return torch.index_put(self, _clamp(self, indices), counted, accumulate=True)
