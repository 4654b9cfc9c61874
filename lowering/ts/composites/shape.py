"""Tensors joined, turned, split and put in order."""

from __future__ import annotations

import torch
from torch import Tensor


def hstack(tensors: list[Tensor]) -> Tensor:
    wide = torch.atleast_1d(tensors)
    if len(wide) > 0 and wide[0].dim() == 1:
        return torch.cat(wide, 0)
    return torch.cat(wide, 1)


def vstack(tensors: list[Tensor]) -> Tensor:
    return torch.cat(torch.atleast_2d(tensors), 0)


def dstack(tensors: list[Tensor]) -> Tensor:
    return torch.cat(torch.atleast_3d(tensors), 2)


def fliplr(self: Tensor) -> Tensor:
    if self.dim() < 2:
        raise RuntimeError(f"fliplr: expected a tensor of at least 2 dimensions, got {self.dim()}")
    return self.flip([1])


def flipud(self: Tensor) -> Tensor:
    if self.dim() < 1:
        raise RuntimeError("flipud: expected a tensor of at least 1 dimension, got 0")
    return self.flip([0])


def tile(self: Tensor, dims: list[int]) -> Tensor:
    missing = self.dim() - len(dims)
    if missing > 0:
        dims = [1] * missing + dims
    return self.repeat(dims)


def msort(self: Tensor) -> Tensor:
    values, _indices = torch.sort(self, 0)
    return values


def argsort(self: Tensor, dim: int = -1, descending: bool = False) -> Tensor:
    _values, indices = torch.sort(self, dim, descending)
    return indices


def argsort__stable(self: Tensor, stable: bool, dim: int = -1, descending: bool = False) -> Tensor:
    _values, indices = torch.sort(self, stable=stable, dim=dim, descending=descending)
    return indices


def take_along_dim(self: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    if dim is None:
        self = self.reshape([-1])
        indices = indices.reshape([-1])
        dim = 0
    if self.dim() != indices.dim():
        raise RuntimeError(
            f"take_along_dim: tensor and indices have {self.dim()} and "
            f"{indices.dim()} dimensions; expected the same number"
        )
    at = dim
    if dim < 0:
        at = dim + self.dim()
    source: list[int] = []
    chosen: list[int] = []
    for i in range(self.dim()):
        if i == at:
            source.append(self.size(i))
            chosen.append(indices.size(i))
        else:
            both = max(self.size(i), indices.size(i))
            source.append(both)
            chosen.append(both)
    places = torch.where(indices < 0, indices + self.size(at), indices)
    return self.expand(source).gather(at, places.expand(chosen))


def concat(tensors: list[Tensor], dim: int = 0) -> Tensor:
    return torch.cat(tensors, dim)


def concatenate(tensors: list[Tensor], dim: int = 0) -> Tensor:
    return torch.cat(tensors, dim)


def column_stack(tensors: list[Tensor]) -> Tensor:
    columns: list[Tensor] = []
    for tensor in tensors:
        if tensor.dim() <= 1:
            tensor = tensor.reshape([tensor.numel(), 1])
        columns.append(tensor)
    return torch.hstack(columns)


def atleast_1d(self: Tensor) -> Tensor:
    if self.dim() == 0:
        return self.reshape([1])
    return self


def atleast_2d(self: Tensor) -> Tensor:
    if self.dim() == 0:
        return self.reshape([1, 1])
    if self.dim() == 1:
        return self.unsqueeze(0)
    return self


def atleast_3d(self: Tensor) -> Tensor:
    if self.dim() == 0:
        return self.reshape([1, 1, 1])
    if self.dim() == 1:
        return self.unsqueeze(0).unsqueeze(-1)
    if self.dim() == 2:
        return self.unsqueeze(-1)
    return self


def atleast_1d__Sequence(tensors: list[Tensor]) -> list[Tensor]:
    wide: list[Tensor] = []
    for tensor in tensors:
        wide.append(torch.ops.aten.atleast_1d(tensor))
    return wide


def atleast_2d__Sequence(tensors: list[Tensor]) -> list[Tensor]:
    wide: list[Tensor] = []
    for tensor in tensors:
        wide.append(torch.ops.aten.atleast_2d(tensor))
    return wide


def atleast_3d__Sequence(tensors: list[Tensor]) -> list[Tensor]:
    wide: list[Tensor] = []
    for tensor in tensors:
        wide.append(torch.ops.aten.atleast_3d(tensor))
    return wide


def diagflat(self: Tensor, offset: int = 0) -> Tensor:
    return self.reshape([-1]).diag(offset)


def diag(self: Tensor, diagonal: int = 0) -> Tensor:
    if self.dim() == 1:
        return torch.diag_embed(self, diagonal)
    if self.dim() != 2:
        raise RuntimeError(
            f"diag: expected a vector or a matrix, got a tensor of {self.dim()} dimensions"
        )
    return torch.diagonal(self, diagonal).clone()


def linalg_diagonal(A: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    return torch.diagonal(A, offset, dim1, dim2)


def ravel(self: Tensor) -> Tensor:
    return self.contiguous().view([-1])


def mT(self: Tensor) -> Tensor:
    if self.dim() == 0:
        return self
    if self.dim() < 2:
        raise RuntimeError(f"mT: expected a tensor of at least 2 dimensions, got {self.dim()}")
    return self.transpose(-2, -1)


def copy(self: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
    return src.to(self.dtype).expand(self.size()).clone()


def cpu(self: Tensor) -> Tensor:
    return self.to(torch.device("cpu"))


def len__Tensor(t: Tensor) -> int:
    if t.dim() == 0:
        raise TypeError("len: expected a tensor of at least one dimension")
    return t.size(0)


def numpy_T(self: Tensor) -> Tensor:
    axes: list[int] = []
    for i in range(self.dim()):
        axes.append(self.dim() - 1 - i)
    return self.permute(axes)


def _chunk_cat(tensors: list[Tensor], dim: int, num_chunks: int) -> Tensor:
    columns: list[Tensor] = []
    for tensor in tensors:
        if tensor.dtype != tensors[0].dtype:
            raise RuntimeError("_chunk_cat: expected tensors of one element type")
        axis = dim % tensor.dim()
        missing = -tensor.size(axis) % num_chunks
        if missing > 0:
            sizes = tensor.size()[:axis] + [missing] + tensor.size()[axis + 1 :]
            tensor = torch.cat([tensor, torch.zeros(sizes, dtype=tensor.dtype)], axis)
        columns.append(tensor.reshape(tensor.size()[:axis] + [num_chunks, -1]))
    return torch.cat(columns, dim % tensors[0].dim() + 1)


def unsafe_chunk(self: Tensor, chunks: int, dim: int = 0) -> list[Tensor]:
    return torch.chunk(self, chunks, dim)


def matrix_H(self: Tensor) -> Tensor:
    if self.dim() == 0:
        return self.conj()
    if self.dim() != 2:
        raise RuntimeError(f"H: expected a matrix, got a tensor of {self.dim()} dimensions")
    if self.is_complex():
        return self.transpose(0, 1).conj()
    return self.transpose(0, 1)


def mH(self: Tensor) -> Tensor:
    return torch.adjoint(self)


def adjoint(self: Tensor) -> Tensor:
    if self.dim() == 0:
        return self.conj()
    if self.dim() < 2:
        raise RuntimeError(f"adjoint: expected a tensor of at least 2 dimensions, got {self.dim()}")
    if self.is_complex():
        return self.transpose(-2, -1).conj()
    return self.transpose(-2, -1)


def movedim__int(self: Tensor, source: int, destination: int) -> Tensor:
    return torch.movedim(self, [source], [destination])


def narrow__Tensor(self: Tensor, dim: int, start: Tensor, length: int) -> Tensor:
    return torch.narrow(self, dim, int(start), length)


def unflatten__int(self: Tensor, dim: int, sizes: list[int]) -> Tensor:
    if self.dim() == 0:
        raise IndexError("unflatten: expected a tensor of at least one dimension")
    if len(sizes) == 0:
        raise RuntimeError("unflatten: expected at least one size")
    at = dim
    if dim < 0:
        at = dim + self.dim()
    size = self.size(dim)
    given = 1
    inferred = -1
    for i in range(len(sizes)):
        if sizes[i] == -1:
            if inferred >= 0:
                raise RuntimeError(f"unflatten: at most one size may be -1, got {sizes}")
            inferred = i
        else:
            given = given * sizes[i]
    parts = list(sizes)
    if inferred >= 0 and given != 0:
        parts[inferred] = size // given
        given = given * parts[inferred]
    if given != size:
        raise RuntimeError(f"unflatten: sizes {sizes} do not have {size} elements")
    return self.view(self.size()[:at] + parts + self.size()[at + 1 :])


def expand_as(self: Tensor, other: Tensor) -> Tensor:
    return self.expand(other.size())


def broadcast_to(self: Tensor, size: list[int]) -> Tensor:
    return self.expand(size)


def view_as(self: Tensor, other: Tensor) -> Tensor:
    return self.view(other.size())


def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    return self.reshape(other.size())


def tensor_split__tensor_indices_or_sections(
    self: Tensor, tensor_indices_or_sections: Tensor, dim: int = 0
) -> list[Tensor]:
    if tensor_indices_or_sections.dim() == 0:
        return torch.tensor_split(self, int(tensor_indices_or_sections), dim)
    if tensor_indices_or_sections.dim() != 1 or tensor_indices_or_sections.dtype != torch.int64:
        raise RuntimeError(
            "tensor_split: expected a number of sections or a vector of indices, of int64"
        )
    indices: list[int] = []
    for i in range(tensor_indices_or_sections.size(0)):
        indices.append(int(tensor_indices_or_sections[i]))
    return torch.tensor_split(self, indices, dim)


def _split(name: str, self: Tensor, sections: int, dim: int, rank: int) -> list[Tensor]:
    if self.dim() < rank:
        raise RuntimeError(
            f"{name}: expected a tensor of at least {rank} dimensions, got {self.dim()}"
        )
    if sections <= 0 or self.size(dim) % sections != 0:
        raise RuntimeError(f"{name}: {self.size(dim)} does not divide into {sections} equal parts")
    return torch.tensor_split(self, sections, dim)


def _split_at(name: str, self: Tensor, indices: list[int], dim: int, rank: int) -> list[Tensor]:
    if self.dim() < rank:
        raise RuntimeError(
            f"{name}: expected a tensor of at least {rank} dimensions, got {self.dim()}"
        )
    return torch.tensor_split(self, indices, dim)


def hsplit__int(self: Tensor, sections: int) -> list[Tensor]:
    return _split("hsplit", self, sections, min(self.dim() - 1, 1), 1)


def hsplit__array(self: Tensor, indices: list[int]) -> list[Tensor]:
    return _split_at("hsplit", self, indices, min(self.dim() - 1, 1), 1)


def vsplit__int(self: Tensor, sections: int) -> list[Tensor]:
    return _split("vsplit", self, sections, 0, 2)


def vsplit__array(self: Tensor, indices: list[int]) -> list[Tensor]:
    return _split_at("vsplit", self, indices, 0, 2)


def dsplit__int(self: Tensor, sections: int) -> list[Tensor]:
    return _split("dsplit", self, sections, 2, 3)


def dsplit__array(self: Tensor, indices: list[int]) -> list[Tensor]:
    return _split_at("dsplit", self, indices, 2, 3)


def meshgrid__indexing(tensors: list[Tensor], indexing: str) -> list[Tensor]:
    if indexing != "ij" and indexing != "xy":
        raise RuntimeError(f"meshgrid: indexing is 'ij' or 'xy', not '{indexing}'")
    swapped = indexing == "xy" and len(tensors) >= 2
    if len(tensors) == 0:
        raise RuntimeError("meshgrid: expected at least one tensor")
    lines = list(tensors)
    if swapped:
        lines[0] = tensors[1]
        lines[1] = tensors[0]
    sizes: list[int] = []
    for line in lines:
        if line.dim() > 1:
            raise RuntimeError(
                f"meshgrid: expected tensors of one dimension or none, got {line.dim()}"
            )
        if line.dtype != lines[0].dtype:
            raise RuntimeError("meshgrid: expected tensors of one element type")
        sizes.append(line.numel())
    grids: list[Tensor] = []
    for i in range(len(lines)):
        along = [1] * len(lines)
        along[i] = -1
        grids.append(lines[i].view(along).expand(sizes))
    if swapped:
        first = grids[0]
        grids[0] = grids[1]
        grids[1] = first
    return grids


def meshgrid(tensors: list[Tensor]) -> list[Tensor]:
    return torch.ops.aten.meshgrid(tensors, indexing="ij")


def cartesian_prod(tensors: list[Tensor]) -> Tensor:
    for tensor in tensors:
        if tensor.dim() != 1:
            raise RuntimeError(
                f"cartesian_prod: expected vectors, got a tensor of {tensor.dim()} dimensions"
            )
    if len(tensors) == 1:
        return tensors[0]
    columns: list[Tensor] = []
    for grid in torch.ops.aten.meshgrid(tensors):
        columns.append(grid.flatten())
    return torch.stack(columns, 1)


def combinations(self: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    if self.dim() != 1 or r < 0:
        raise RuntimeError(
            f"combinations: expected a vector and a non-negative number, got {self.size()} and {r}"
        )
    if r == 0:
        return torch.empty([0], dtype=self.dtype)
    count = self.numel()
    if r == 1:
        return self.unsqueeze(1).clone()
    if r == 2:
        pairs = torch.triu_indices(count, count, 0 if with_replacement else 1)
        return torch.stack([self.index_select(0, pairs[0]), self.index_select(0, pairs[1])], 1)
    grids = torch.ops.aten.meshgrid([torch.arange(count)] * r)
    taken = torch.ones([count] * r, dtype=torch.bool)
    for i in range(r - 1):
        if with_replacement:
            taken = taken & (grids[i] <= grids[i + 1])
        else:
            taken = taken & (grids[i] < grids[i + 1])
    columns: list[Tensor] = []
    for grid in torch.ops.aten.meshgrid([self] * r):
        columns.append(grid.masked_select(taken))
    return torch.stack(columns, 1)


def repeat_interleave__self_Tensor(
    self: Tensor, repeats: Tensor, dim: int | None = None, output_size: int | None = None
) -> Tensor:
    if dim is None:
        self = self.flatten()
        dim = 0
    if repeats.dim() == 0 or (repeats.dim() == 1 and repeats.size(0) == 1):
        repeats = repeats.reshape([1]).expand([self.size(dim)])
    elif repeats.dim() != 1 or repeats.size(0) != self.size(dim):
        raise RuntimeError(
            f"repeat_interleave: expected a number of repetitions for each of {self.size(dim)} "
            f"places, got a tensor of size {repeats.size()}"
        )
    return self.index_select(dim, torch.repeat_interleave(repeats, output_size=output_size))


def repeat_interleave__self_int(
    self: Tensor, repeats: int, dim: int | None = None, output_size: int | None = None
) -> Tensor:
    if repeats < 0:
        raise RuntimeError(f"repeat_interleave: expected a non-negative number, got {repeats}")
    if dim is None:
        self = self.flatten()
        dim = 0
    at = dim
    if dim < 0:
        at = dim + self.dim()
    sizes = self.size()
    if output_size is not None and output_size != sizes[at] * repeats:
        raise RuntimeError(
            f"repeat_interleave: {sizes[at]} places repeated {repeats} times are not {output_size}"
        )
    places = list(sizes)
    places.insert(at + 1, repeats)
    return (
        self.unsqueeze(at + 1)
        .expand(places)
        .clone(memory_format=torch.contiguous_format)
        .flatten(at, at + 1)
    )


def pad_sequence(
    sequences: list[Tensor],
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    if len(sequences) == 0:
        raise RuntimeError("pad_sequence: expected at least one sequence")
    if padding_side != "left" and padding_side != "right":
        raise RuntimeError(
            f"pad_sequence: sequences are padded on the 'left' or 'right', not '{padding_side}'"
        )
    length = 0
    for sequence in sequences:
        length = max(length, sequence.size(0))
    rest = sequences[0].size()[1:]
    if batch_first:
        padded = torch.full(
            [len(sequences), length] + rest, padding_value, dtype=sequences[0].dtype
        )
    else:
        padded = torch.full(
            [length, len(sequences)] + rest, padding_value, dtype=sequences[0].dtype
        )
    rows = padded
    if not batch_first:
        rows = padded.transpose(0, 1)
    for i in range(len(sequences)):
        start = 0
        if padding_side == "left":
            start = length - sequences[i].size(0)
        rows[i].narrow(0, start, sequences[i].size(0)).copy_(sequences[i])
    return padded


def one_hot(self: Tensor, num_classes: int = -1) -> Tensor:
    if self.dtype != torch.int64:
        raise RuntimeError("one_hot: expected indices of int64")
    if num_classes <= 0 and self.numel() == 0:
        raise RuntimeError("one_hot: without indices, give the number of classes")
    if num_classes == -1:
        num_classes = int(self.max()) + 1
    if num_classes < 1:
        raise RuntimeError(f"one_hot: expected at least one class, got {num_classes}")
    zeros = torch.zeros(self.size() + [num_classes], dtype=torch.int64, device=self.device)
    return zeros.scatter(-1, self.unsqueeze(-1), 1)


def argwhere(self: Tensor) -> Tensor:
    return torch.nonzero(self)


def nonzero_numpy(self: Tensor) -> list[Tensor]:
    if self.dim() == 0:
        self = self.unsqueeze(0)
    return torch.nonzero(self).unbind(1)


def where(condition: Tensor) -> list[Tensor]:
    return torch.ops.aten.nonzero_numpy(condition)


def _shifted(self: Tensor, dim: list[int] | None, forwards: bool) -> Tensor:
    dims: list[int] = []
    if dim is None:
        dims.extend(list(range(self.dim())))
    else:
        dims.extend(dim)
    shifts: list[int] = []
    for i in dims:
        if forwards:
            shifts.append(self.size(i) // 2)
        else:
            shifts.append((self.size(i) + 1) // 2)
    return self.roll(shifts, dims)


def fft_fftshift(self: Tensor, dim: list[int] | None = None) -> Tensor:
    return _shifted(self, dim, True)


def fft_ifftshift(self: Tensor, dim: list[int] | None = None) -> Tensor:
    return _shifted(self, dim, False)


def _dim_arange(like: Tensor, dim: int) -> Tensor:
    return torch.arange(like.size(dim), dtype=torch.int64)


def _reshape_from_tensor(self: Tensor, shape: Tensor) -> Tensor:
    sizes: list[int] = []
    for i in range(shape.size(0)):
        sizes.append(int(shape[i]))
    return self.reshape(sizes)


def mT__a(self: Tensor) -> Tensor:
    return self.transpose(-2, -1)


def mH__a(self: Tensor) -> Tensor:
    return torch.adjoint(self)


def matrix_H__a(self: Tensor) -> Tensor:
    return torch.adjoint(self)


def moveaxis__int(self: Tensor, source: int, destination: int) -> Tensor:
    return torch.movedim(self, [source], [destination])
