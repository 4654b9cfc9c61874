"""Results are written into tensors that a program gives, and into conjugates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.tensor import Tensor


def _run(name: str, *arguments: Any) -> Any:
    function = implementation_of(name)
    assert function is not None
    return function(*arguments)


def _transpose() -> Tensor:
    return Tensor(np.arange(6, dtype=np.float32).reshape(3, 2).T)


def _out(dtype: Any = np.float32, shape: tuple[int, ...] = (0,)) -> Tensor:
    return Tensor(np.zeros(shape, dtype))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        pytest.param("aten.add.Scalar_out", (_transpose(), 2, 1), id="generated"),
        pytest.param("aten.triu.out", (_transpose(), 0), id="structured"),
        pytest.param("aten.unbind_copy.int_out", (_transpose(), 0), id="list of views"),
    ],
)
def test_another_type_is_refused(name: str, arguments: tuple[Any, ...]) -> None:
    out = _out(np.float64)
    with pytest.raises(TypeError, match="out of that type"):
        _run(name, *arguments, [out, out] if "unbind" in name else out)
    assert out.shape == (0,)


@pytest.mark.parametrize(
    ("name", "arguments", "strides"),
    [
        pytest.param("aten.add.Scalar_out", (_transpose(), 2, 1), (3, 1), id="generated: in order"),
        pytest.param(
            "aten.add.out", (_transpose(), _transpose(), 1), (1, 2), id="as the operands lie"
        ),
    ],
)
def test_outputs_that_are_resized(
    name: str, arguments: tuple[Any, ...], strides: tuple[int, ...]
) -> None:
    out = _out()
    assert _run(name, *arguments, out) is out
    assert (out.shape, out.strides) == ((2, 3), strides)


def test_a_line_fits_into_any_shape_of_as_many_elements() -> None:
    out = _run("aten.arange.out", 6, _out(shape=(2, 3)))
    assert out.tolist() == [[0, 1, 2], [3, 4, 5]]


def test_a_conjugate_is_not_written() -> None:
    x = Tensor(np.array([1 + 2j], np.complex64))
    y = _run("aten.conj", x)
    with pytest.raises(ValueError, match="clone"):
        _run("aten.mul_.Scalar", y, 2)
    _run("aten.mul_.Scalar", _run("aten.resolve_conj", y), 2)
    assert (x.tolist(), y.tolist()) == ([1 + 2j], [1 - 2j])
