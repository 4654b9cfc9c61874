"""Tensors to PyTorch and back, through DLPack and without copies."""

from __future__ import annotations

import numpy as np
import pytest

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.tensor import Tensor, numpy_dtype

torch = pytest.importorskip("torch")

DTYPES = ["float32", "float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool",
          "bfloat16", "complex64", "complex128", "uint16"]  # fmt: skip


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
    ours = Tensor(np.zeros((2, 3), numpy_dtype(BY_TORCH_NAME[dtype])).T)
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


def test_a_tensor_that_requires_a_gradient_is_detached() -> None:
    theirs = torch.ones(2, requires_grad=True)
    ours = Tensor.of(theirs)
    assert ours.requires_grad
    assert ours.array.ctypes.data == theirs.data_ptr()


@pytest.mark.parametrize("lazy", [torch.Tensor.conj, lambda t: torch.imag(t.conj())])
def test_a_lazy_view_is_written_out(lazy) -> None:
    theirs = lazy(torch.tensor([1 + 2j, 3 - 4j]))
    np.testing.assert_array_equal(Tensor.of(theirs).array, theirs.resolve_neg().resolve_conj())


def test_read_only_arrays_are_shared() -> None:
    array = np.arange(3.0)
    array.flags.writeable = False
    assert torch.from_dlpack(Tensor(array)).data_ptr() == array.ctypes.data


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_negative_strides_are_copied(dtype: str) -> None:
    array = np.arange(4).astype(numpy_dtype(BY_TORCH_NAME[dtype]))[::-1]
    assert torch.from_dlpack(Tensor(array)).tolist() == [3, 2, 1, 0]


def test_a_scalar_and_an_empty_tensor() -> None:
    assert torch.from_dlpack(Tensor(np.array(2.0))).item() == 2.0
    assert tuple(torch.from_dlpack(Tensor(np.zeros((0, 3)))).shape) == (0, 3)
    assert Tensor.of(torch.zeros(0, 3)).shape == (0, 3)


def test_capsules_of_both_versions() -> None:
    array = np.ones(2, numpy_dtype(BY_TORCH_NAME["bfloat16"]))
    for options in ({}, {"max_version": (1, 0)}):
        theirs = torch.from_dlpack(Tensor(array).__dlpack__(**options))
        assert theirs.dtype == torch.bfloat16
        assert theirs.tolist() == [1.0, 1.0]


def test_a_tensor_elsewhere_is_refused() -> None:
    with pytest.raises(TypeError, match="on 'meta' with the layout"):
        Tensor.of(torch.empty(2, device="meta"))
    with pytest.raises(TypeError, match=r"use .cpu\(\) and .to_dense\(\)"):
        Tensor.of(torch.eye(2).to_sparse())
