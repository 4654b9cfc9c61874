"""Products of vectors and matrices."""

from __future__ import annotations

import torch
from torch import Tensor


def outer(self: Tensor, vec2: Tensor) -> Tensor:
    if self.dim() != 1 or vec2.dim() != 1:
        raise RuntimeError(
            f"outer: expected two vectors, got tensors of {self.dim()} and {vec2.dim()} dimensions"
        )
    return self.unsqueeze(1) * vec2


def inner(self: Tensor, other: Tensor) -> Tensor:
    if self.dim() == 0 or other.dim() == 0:
        return self * other
    if self.size(-1) != other.size(-1):
        raise RuntimeError(
            f"inner: expected equal last sizes, got {self.size(-1)} and {other.size(-1)}"
        )
    return torch.ops.aten.tensordot(self, other, [-1], [-1])


def linalg_vecdot(x: Tensor, y: Tensor, dim: int = -1) -> Tensor:
    return (x.conj() * y).sum(dim)


def linalg_matmul(self: Tensor, other: Tensor) -> Tensor:
    return torch.matmul(self, other)


def kron(self: Tensor, other: Tensor) -> Tensor:
    rank = max(self.dim(), other.dim())
    left: list[int] = []
    right: list[int] = []
    sizes: list[int] = []
    for i in range(rank):
        a = 1
        b = 1
        if i >= rank - self.dim():
            a = self.size(i - rank)
        if i >= rank - other.dim():
            b = other.size(i - rank)
        left.extend([a, 1])
        right.extend([1, b])
        sizes.append(a * b)
    return (self.reshape(left) * other.reshape(right)).reshape(sizes)


def chain_matmul(matrices: list[Tensor]) -> Tensor:
    if len(matrices) == 1:
        return matrices[0]
    return torch.linalg.multi_dot(matrices)


def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    first = input1.reshape([-1, input1.size(-1)])
    second = input2.reshape([-1, input2.size(-1)])
    sizes = input1.size()[:-1]
    sizes.append(weight.size(0))
    result = torch.einsum("bi,oij,bj->bo", [first, weight, second]).reshape(sizes)
    if bias is not None:
        result = result + bias
    return result


def ger(self: Tensor, vec2: Tensor) -> Tensor:
    return torch.outer(self, vec2)


def cross(self: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
    if dim is not None:
        return torch.linalg.cross(self, other, dim=dim)
    for i in range(self.dim()):
        if self.size(i) == 3:
            return torch.linalg.cross(self, other, dim=i)
    raise RuntimeError(f"cross: expected a dimension of size 3, got {self.size()}")


def _bracket(sizes: list[int]) -> list[int]:
    # At i * n + j: where the cheapest product of the matrices i to j is divided. Matrix i has
    # sizes[i] rows and sizes[i + 1] columns.
    n = len(sizes) - 1
    costs = [0.0] * (n * n)
    splits = [0] * (n * n)
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            costs[i * n + j] = float("inf")
            for k in range(i, j):
                cost = (
                    costs[i * n + k]
                    + costs[(k + 1) * n + j]
                    + float(sizes[i]) * sizes[k + 1] * sizes[j + 1]
                )
                if cost < costs[i * n + j]:
                    costs[i * n + j] = cost
                    splits[i * n + j] = k
    return splits


def _chain(matrices: list[Tensor]) -> Tensor:
    n = len(matrices)
    sizes = [matrices[0].size(0)]
    for matrix in matrices:
        sizes.append(matrix.size(1))
    splits = _bracket(sizes)
    first = [0]
    last = [n - 1]
    ready = [0]
    done: list[Tensor] = []
    while len(first) > 0:
        i = first.pop()
        j = last.pop()
        if i == j:
            ready.pop()
            done.append(matrices[i])
        elif ready.pop() == 1:
            right = done.pop()
            left = done.pop()
            done.append(torch.mm(left, right))
        else:
            k = splits[i * n + j]
            first.extend([i, k + 1, i])
            last.extend([j, j, k])
            ready.extend([1, 0, 0])
    return done[0]


def linalg_multi_dot(tensors: list[Tensor]) -> Tensor:
    if len(tensors) < 2:
        raise RuntimeError(f"linalg.multi_dot: expected at least 2 tensors, got {len(tensors)}")
    matrices: list[Tensor] = []
    for i in range(len(tensors)):
        matrix = tensors[i]
        if matrix.dim() == 1 and i == 0:
            matrix = matrix.unsqueeze(0)
        elif matrix.dim() == 1 and i == len(tensors) - 1:
            matrix = matrix.unsqueeze(-1)
        if matrix.dim() != 2:
            raise RuntimeError(
                "linalg.multi_dot: expected matrices, or vectors first and last, but tensor {i} "
                "has size {tensors[i].size()}"
            )
        matrices.append(matrix)
    product = _chain(matrices)
    if tensors[-1].dim() == 1:
        product = product.squeeze(-1)
    if tensors[0].dim() == 1:
        product = product.squeeze(0)
    return product


def _size_of(sizes: list[int], dims: list[int]) -> int:
    count = 1
    for dim in dims:
        count = count * sizes[dim]
    return count


def _others(rank: int, dims: list[int]) -> list[int]:
    rest: list[int] = []
    for dim in range(rank):
        if dim not in dims and dim - rank not in dims:
            rest.append(dim)
    return rest


def tensordot(self: Tensor, other: Tensor, dims_self: list[int], dims_other: list[int]) -> Tensor:
    if len(dims_self) != len(dims_other):
        raise RuntimeError(
            f"tensordot: expected as many dimensions of both tensors, got {dims_self} and "
            f"{dims_other}"
        )
    for i in range(len(dims_self)):
        left = self.size(dims_self[i])
        right = other.size(dims_other[i])
        if left == 1 and right != 1:
            other = other.sum([dims_other[i]], True)
        elif right == 1 and left != 1:
            self = self.sum([dims_self[i]], True)
        elif left != right:
            raise RuntimeError(
                f"tensordot: the sizes {left} and {right} of "
                f"dimensions {dims_self[i]} and {dims_other[i]} differ"
            )
    rest_self = _others(self.dim(), dims_self)
    rest_other = _others(other.dim(), dims_other)
    inside = _size_of(self.size(), dims_self)
    rows = self.permute(rest_self + dims_self).reshape([_size_of(self.size(), rest_self), inside])
    columns = other.permute(dims_other + rest_other).reshape(
        [inside, _size_of(other.size(), rest_other)]
    )
    sizes: list[int] = []
    for dim in rest_self:
        sizes.append(self.size(dim))
    for dim in rest_other:
        sizes.append(other.size(dim))
    return torch.mm(rows, columns).reshape(sizes)


def linalg_matrix_power(self: Tensor, n: int) -> Tensor:
    if self.dim() < 2 or self.size(-1) != self.size(-2):
        raise RuntimeError(
            f"linalg.matrix_power: expected square matrices, got a tensor of size {self.size()}"
        )
    if n == 0:
        return torch.eye(self.size(-1), dtype=self.dtype).expand(self.size()).clone()
    power = self
    if n < 0:
        power = torch.linalg.inv(self)
        n = -n
    if n == 1:
        return power.clone()
    if n == 3:
        return torch.matmul(torch.matmul(power, power), power)
    result = power
    found = False
    while n > 0:
        if n % 2 == 1:
            if found:
                result = torch.matmul(result, power)
            else:
                result = power
                found = True
        n = n // 2
        if n > 0:
            power = torch.matmul(power, power)
    return result


def matrix_power(self: Tensor, n: int) -> Tensor:
    return torch.linalg.matrix_power(self, n)
