"""Exact answers of operators that few programs use."""

from __future__ import annotations

import numpy as np
import pytest
from operator_cases import call
from scipy import special

from xdsl_torchscript.runtime.tensor import Tensor


def _tensor(*values: object, dtype: str = "float32") -> Tensor:
    return Tensor.of(np.array(values, dtype))


def test_hash_joins_the_bits_of_doubles() -> None:
    hashed = call("aten.hash_tensor", _tensor(1.0, 2.0, 3.0), [], False, 0)
    assert isinstance(hashed, Tensor)
    assert (hashed.dtype.torch_name, hashed.array.item()) == ("uint64", 4609434218613702656)


def test_ends_of_whole_types_are_cut_off() -> None:
    made = call("aten.logspace", 0, 1.2, 2, 10.0, 4, None, None, None)
    assert isinstance(made, Tensor)
    assert made.array.tolist() == [1, 10]


def test_lists_are_taken_element_by_element() -> None:
    tensors = [_tensor(1.0, 2.0), _tensor(3.0)]
    made = call("aten._foreach_add.ScalarList", tensors, [1.0, 10.0])
    assert isinstance(made, list)
    assert [t.array.tolist() for t in made] == [[2.0, 3.0], [13.0]]
    assert call("aten._foreach_maximum_.List", tensors, [_tensor(1.5), _tensor(9.0)]) is None
    assert [t.array.tolist() for t in tensors] == [[1.5, 2.0], [9.0]]
    with pytest.raises(ValueError, match="of 2 and 1"):
        call("aten._foreach_add.ScalarList", tensors, [1.0])


def test_new_elements_have_the_type_of_out() -> None:
    out = _tensor(7, 7, dtype="int64")
    assert call("aten.ones.out", [3], out) is out
    assert (out.array.tolist(), out.array.dtype) == ([1, 1, 1], np.int64)


def test_demands() -> None:
    assert call("aten._assert_scalar", 1, "text") is None
    for name, arguments in (
        ("aten._assert_scalar", (0, "text")),
        ("aten._assert_async.msg", (_tensor(0.0), "text")),
        ("aten.sym_constrain_range", (3, 4, None)),
        ("aten._assert_tensor_metadata", (_tensor(0.0), [2], None, None, None, None)),
    ):
        with pytest.raises(RuntimeError):
            call(name, *arguments)


def test_complex_numbers() -> None:
    lengths = call("aten.abs", _tensor(3 + 4j, dtype="complex64"))
    assert isinstance(lengths, Tensor)
    assert (lengths.array.tolist(), lengths.array.dtype) == ([5.0], np.float32)
    with pytest.raises(TypeError, match="float32 or float64"):
        half = _tensor(1.0, dtype="float16")
        call("aten.complex", half, half)


CHANCES = np.array([1e-3, 0.1, 0.5, 0.8, 0.999])


@pytest.mark.parametrize("shape", [0.3, 1.0, 2.5, 30.0, 1e3])
def test_a_gamma_number_moves_with_its_shape(shape: float) -> None:
    drawn, step = special.gammaincinv(shape, CHANCES), 1e-5 * shape
    ends = (special.gammaincinv(shape + side * step, CHANCES) for side in (1, -1))
    slope = np.subtract(*ends) / (2 * step)
    made = call("aten._standard_gamma_grad", Tensor(np.full(5, shape)), Tensor(drawn))
    np.testing.assert_allclose(made.array, slope, 1e-4)


@pytest.mark.parametrize("own", [0.5, 1.0, 4.0, 60.0])
@pytest.mark.parametrize("rest", [0.5, 3.0, 80.0])
def test_a_share_moves_with_its_weight(own: float, rest: float) -> None:
    share, step = special.betaincinv(own, rest, CHANCES), 1e-5 * own
    ends = (special.betaincinv(own + side * step, rest, CHANCES) for side in (1, -1))
    slope = np.subtract(*ends) / (2 * step) / (1 - share)
    weights = Tensor(np.full(5, own)), Tensor(np.full(5, own + rest))
    made = call("aten._dirichlet_grad", Tensor(share), *weights)
    np.testing.assert_allclose(made.array, slope, 1e-3)
