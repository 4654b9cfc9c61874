"""The tensor: sharing, dtypes, conversions and types."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import bf16, f32, f64, i1, i64

from xdsl_torchscript.dialects.types import (
    DeviceType,
    DictType,
    ListType,
    NoneType,
    StrType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.tensor import Tensor, numpy_dtype
from xdsl_torchscript.runtime.values import Device, type_of


def test_array_is_shared_both_ways() -> None:
    array = np.zeros((2, 3), np.float32)
    tensor = Tensor.of(array)
    tensor.array[0, 1] = 5
    assert array[0, 1] == 5
    assert np.asarray(tensor) is not None
    assert np.shares_memory(np.asarray(tensor), array)


def test_write_through_a_view_reaches_the_base() -> None:
    base = Tensor(np.zeros((2, 3), np.float32))
    row = VIEWS["aten.select.int"](base, 0, 1)
    row.copy_(Tensor(np.array([1, 2, 3], np.int64)))
    assert base.array.tolist() == [[0, 0, 0], [1, 2, 3]]
    assert row.shares_memory(base)


def test_expanded_tensor_has_stride_zero_and_shares_memory() -> None:
    base = Tensor(np.ones((1, 3), np.float32))
    expanded = VIEWS["aten.expand"](base, [4, 3], False)
    assert expanded.strides == (0, 1)
    base.array[0, 0] = 7
    assert expanded.array[3, 0] == 7


def test_python_floats_become_float32_and_arrays_keep_their_type() -> None:
    assert Tensor.of([1.5, 2.5]).dtype.type == f32
    assert Tensor.of(np.array([1.5])).dtype.type == f64
    assert Tensor.of([1, 2]).dtype.type == i64
    assert Tensor.of(True).dtype.type == i1


def test_bfloat16() -> None:
    tensor = Tensor(np.array([1.0], ml_dtypes.bfloat16))
    assert tensor.dtype.type == bf16
    assert tensor.item() == 1.0 and type(tensor.item()) is float
    assert numpy_dtype(bf16) == ml_dtypes.bfloat16


def test_array_of_no_tensor_type_is_refused() -> None:
    with pytest.raises(TypeError, match="numpy type"):
        Tensor.of(np.array(["a"]))


def test_dlpack_converts_both_ways_without_a_copy() -> None:
    tensor = Tensor(np.arange(6, dtype=np.int32).reshape(2, 3))
    back = np.from_dlpack(tensor)
    assert np.shares_memory(back, tensor.array)
    assert Tensor.of(tensor) is tensor


def test_item_of_several_elements_is_refused() -> None:
    with pytest.raises(ValueError, match="2 elements"):
        Tensor(np.zeros(2)).item()


def test_the_type_of_a_tensor_has_all_facts() -> None:
    tensor = Tensor(np.zeros((2, 3), np.float32).T)
    expected = TensorType.get((3, 2), f32, strides=(1, 3), device="cpu", requires_grad=False)
    assert tensor.type == expected


@pytest.mark.parametrize(
    ("value", "type"),
    [
        (1, i64),
        (True, i1),
        (1.0, f64),
        (None, NoneType()),
        ("s", StrType()),
        (Device("cpu"), DeviceType()),
        ([1, 2], ListType(i64)),
        ([], ListType(TensorType.get())),
        ((1, "s"), TupleType.get([i64, StrType()])),
        ({"a": 1}, DictType(StrType(), i64)),
    ],
)
def test_type_of_a_value(value: object, type: object) -> None:
    assert type_of(value) == type


def test_type_of_tensors_of_different_shapes_is_a_list_of_tensors() -> None:
    tensors = [Tensor(np.zeros(1)), Tensor(np.zeros(2))]
    assert type_of(tensors) == ListType(TensorType.get())


def test_object_of_no_type_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        type_of(object())


def test_a_tensor_is_over_an_array() -> None:
    assert Tensor(np.float32(3)).shape == ()
    with pytest.raises(TypeError, match=r"not a list; ts\.Tensor\.of takes any data"):
        Tensor([1, 2])  # pyright: ignore[reportArgumentType]


def test_tensors_are_formatted_as_their_numbers() -> None:
    assert f"{Tensor.of(2.5):.2f}" == "2.50"
    assert f"{Tensor.of([1, 2])}" == "tensor([1, 2], dtype=int64)"
    assert repr(Tensor(np.ones((2, 0), np.float32))) == "tensor([], size=(2, 0), dtype=float32)"
