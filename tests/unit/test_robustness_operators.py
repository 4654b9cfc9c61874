"""Hostile operands: one clear error each, in our words, and nothing is written halfway."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.diagnosis import diagnose
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import Implementation, quiet
from xdsl_torchscript.runtime.tensor import Tensor

_HUGE = 1 << 62


def _operator(name: str) -> Implementation:
    found = implementation_of(name)
    assert found is not None
    return found


def _ones(*shape: int, dtype: str = "float32") -> Tensor:
    return Tensor(np.ones(shape, dtype))


def _read_only() -> Tensor:
    return Tensor(np.frombuffer(b"\0" * 12, "float32"))


_SIZES = [
    ("aten.repeat_interleave.self_int", lambda: (_ones(1, 4), _HUGE, 1, None)),
    ("aten.repeat_interleave.Tensor", lambda: (Tensor(np.array([_HUGE, _HUGE])), None)),
    ("aten.zeros", lambda: ([_HUGE, _HUGE], None, None, None, None)),
    ("aten.mul.left_t", lambda: ([0], _HUGE)),
    ("aten.eye", lambda: (_HUGE, None, None, None, None)),
]


@pytest.mark.parametrize(("name", "arguments"), _SIZES, ids=[name for name, _ in _SIZES])
def test_sizes_that_no_memory_holds(name: str, arguments: Callable[[], Any]) -> None:
    with pytest.raises((MemoryError, ValueError, RuntimeError)) as caught:
        _operator(name)(*arguments())
    text = str(diagnose(caught.value, name, arguments()))
    assert text
    assert "array" not in text


@pytest.mark.parametrize("name", ["add_.Tensor", "copy_", "zero_", "relu_", "fill_.Scalar"])
def test_memory_that_is_read_only(name: str) -> None:
    target = _read_only()
    more = {"add_.Tensor": (_ones(3), 1), "copy_": (_ones(3), False), "fill_.Scalar": (1,)}
    operands = (target, *more.get(name, ()))
    with pytest.raises(ValueError) as caught:
        _operator(f"aten.{name}")(*operands)
    assert str(diagnose(caught.value, f"aten.{name}", operands)) == (
        "cannot write into a tensor over read-only memory; clone() it first"
    )
    assert target.tolist() == [0, 0, 0]


def test_several_results_are_written_all_or_none() -> None:
    first, second = _ones(3), _ones(3, dtype="bool")
    with pytest.raises(TypeError, match="bool"):
        _operator("aten._foreach_acos.out")([_ones(3), _ones(3)], [first, second])
    assert first.tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match="2 results cannot be written into 1 tensors"):
        _operator("aten._foreach_acos.out")([_ones(3), _ones(3)], [first])
    assert first.tolist() == [1, 1, 1]


def test_several_are_changed_only_where_all_can_be() -> None:
    first = _ones(3)
    with pytest.raises(ValueError, match="read-only"):
        _operator("aten._foreach_add_.Scalar")([first, _read_only()], 1)
    assert first.tolist() == [1, 1, 1]


def test_bytes_of_another_machine() -> None:
    with pytest.raises(TypeError, match="a foreign byte order"):
        Tensor(np.zeros(3, np.dtype(np.float32).newbyteorder()))


@pytest.mark.parametrize("fields", [[("a", "f4"), ("b", "f8")], [("a", "u1"), ("b", "f8", (2,))]])
@pytest.mark.parametrize("make", [Tensor, Tensor.of])
def test_a_field_between_others(fields: Any, make: Callable[[Any], Tensor]) -> None:
    """Its strides count no elements: views and saved tensors would have other numbers."""
    array = np.zeros((3, 2), fields)["b"]
    with pytest.raises(TypeError, match="a field of a structured array"):
        make(array)
    with pytest.raises(TypeError, match="a field of a structured array"):
        make(array[::-2])
    assert make(array.copy()).tolist() == array.tolist()
    aligned = np.zeros(3, [("a", "f8"), ("b", "f8")])["b"]
    assert make(aligned).strides == (2,)


def test_memory_that_is_not_aligned() -> None:
    array = np.ndarray((3,), np.float32, bytearray(13), 1)
    assert _operator("aten.add.Scalar")(Tensor(array), 2, 1).tolist() == [2, 2, 2]


def test_a_polynomial_of_endless_degree() -> None:
    with quiet(), pytest.raises(ValueError, match="degree"):
        _operator("aten.special_chebyshev_polynomial_t.n_scalar")(_ones(2), 1 << 40)


def test_lists_are_sorted_by_themselves() -> None:
    values = [3, 1, 2]
    _operator("aten.sort.int")(values, True)
    assert values == [3, 2, 1]
    assert _operator("aten.any.int")([0, 1])


_ENDLESS = """
def endless(n: int) -> int:
    i = 0
    while True:
        i += n
    return i

def waiting(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(turns, n))

def turns(n: int) -> int:
    s = 0
    for i in range(n):
        s = s * 3 + i
    return s
"""


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Handle interrupts, which tests started in the background ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no signals")
@pytest.mark.parametrize("name", ["endless", "waiting"])
def test_an_interruption_leaves(name: str, interruptible: None) -> None:
    unit = ts.CompilationUnit(_ENDLESS)
    function = getattr(unit, name)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        function(30_000_000)
    timer.join()
    assert unit.turns(3) == 5


@pytest.mark.parametrize("given", [None, [1], (1, 2), "s"], ids=["none", "list", "tuple", "str"])
def test_registered_operators_return_the_declared_types(given: Any) -> None:
    name = f"bad{type(given).__name__.lower()}"
    ts.register_operator(f"robust::{name}(Tensor x) -> Tensor", lambda x: given)
    unit = ts.CompilationUnit(f"def f(x: Tensor):\n    return torch.ops.robust.{name}(x)\n")
    with pytest.raises(ts.RuntimeFault, match=r"<compile>:2:12: .*where its schema declares"):
        unit.f(_ones(2))
