"""Arrays of other libraries into tensors and back: types are kept or widened."""

from __future__ import annotations

import io
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import f32, f64

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.tensor import Tensor

FOREIGN = [ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2]


class Frame:
    """A table as pandas has it: an array on request, no dtype and no DLPack."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self._array, dtype=dtype, copy=copy)


class Jax(Frame):
    """An array whose type numpy refuses by DLPack."""

    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError("Unsupported dtype in DLTensor.")

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


def test_a_table_keeps_its_doubles() -> None:
    frame = Frame(np.array([[1.0, 2.0]]))
    assert Tensor.of(frame).dtype.type == f64
    assert ts.compile("def f(x):\n    return x * 2\n").f(frame).dtype == ts.float64


def test_numbers_of_numpy_in_lists_keep_their_type() -> None:
    assert Tensor.of([np.float64(1), 2.0]).dtype.type == f64
    assert Tensor.of([[np.ones(2)]]).dtype.type == f64
    assert Tensor.of([1.0, 2.0]).dtype.type == f32
    assert Tensor.of([[1j]]).array.dtype == np.complex64


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_types_that_numpy_cannot_import_are_converted_from_arrays(dtype: Any) -> None:
    tensor = Tensor.of(Jax(np.array([1, 2], dtype)))
    assert tensor.array.dtype == dtype
    assert tensor.tolist() == [1, 2]


def test_without_an_array_the_refusal_of_dlpack_is_raised() -> None:
    class Bare:
        __dlpack__, __dlpack_device__ = Jax.__dlpack__, Jax.__dlpack_device__

    with pytest.raises(BufferError, match="Unsupported dtype"):
        Tensor.of(Bare())


@pytest.mark.parametrize("dtype", FOREIGN)
def test_types_that_numpy_lacks_are_float32_as_an_array(dtype: Any) -> None:
    tensor = Tensor(np.array([1.5, -2], dtype))
    for array in (np.asarray(tensor), np.array(tensor), np.abs(tensor) * np.sign(tensor)):
        assert array.dtype == np.float32
        assert array.tolist() == [1.5, -2]
    assert tensor.numpy().dtype == np.asarray(tensor, dtype=dtype).dtype == dtype
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        np.asarray(tensor, copy=False)


def test_files_of_numpy_hold_numbers() -> None:
    stream = io.BytesIO()
    np.savez(stream, x=Tensor(np.array([1.5], ml_dtypes.bfloat16)))
    stream.seek(0)
    assert np.load(stream)["x"].tolist() == [1.5]


def test_other_types_share_their_memory() -> None:
    array = np.ones(2, np.float16)
    assert np.shares_memory(np.asarray(Tensor(array)), array)


def test_functions_of_numpy_take_tensors() -> None:
    x = ts.tensor([[1.0, 2.0], [3.0, 6.0]])
    assert np.sum(x) == 12
    assert np.max(x, axis=0).tolist() == [3, 6]
    assert np.concatenate([x, x.numpy()]).shape == (4, 2)
    assert np.std(x.bfloat16()) == np.std(x.numpy())
    assert type(np.mean(x, axis=1, keepdims=True)) is np.ndarray


def test_unsupported_elements_are_refused_with_a_conversion() -> None:
    identity = ts.compile("def f(x): return x").f
    with pytest.raises(ts.InputMismatch, match=r"type 'object'; convert them, as by astype"):
        identity(np.array([1, None]))
    with pytest.raises(ts.InputMismatch, match=r"newbyteorder\('='\)\) converts them"):
        identity(np.zeros(2, ">f4"))
