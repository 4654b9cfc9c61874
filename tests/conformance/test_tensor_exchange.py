"""Tensors to PyTorch and back, through DLPack and without copies."""

from __future__ import annotations

import numpy as np
import pytest

from xdsl_torchscript.runtime.tensor import Tensor

torch = pytest.importorskip("torch")

DTYPES = ["float32", "float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_tensor_of_torch_is_shared(dtype: str) -> None:
    theirs = torch.zeros(2, 3, dtype=getattr(torch, dtype)).t()
    ours = Tensor.of(theirs)
    assert ours.dtype.torch_name == dtype
    assert (ours.shape, ours.strides) == (tuple(theirs.shape), theirs.stride())
    theirs[1, 0] = 1
    assert ours.array[1, 0] == 1


@pytest.mark.parametrize("dtype", DTYPES)
def test_our_tensor_is_shared(dtype: str) -> None:
    ours = Tensor(np.zeros((2, 3), dtype).T)
    theirs = torch.from_dlpack(ours)
    assert theirs.dtype == getattr(torch, dtype)
    assert (tuple(theirs.shape), theirs.stride()) == (ours.shape, ours.strides)
    theirs[1, 0] = 1
    assert ours.array[1, 0] == 1


def test_writes_of_ours_reach_torch() -> None:
    theirs = torch.zeros(3)
    ours = Tensor.of(theirs)
    ours.copy_(Tensor(np.ones(3, np.float32)))
    assert theirs.tolist() == [1.0, 1.0, 1.0]


def test_arrays_of_torch_read_ours() -> None:
    ours = Tensor(np.arange(3, dtype=np.int64))
    assert torch.as_tensor(np.asarray(ours)).tolist() == [0, 1, 2]
