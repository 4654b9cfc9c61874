"""Failing calls of operators name the violated precondition, from Python and in programs alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.diagnosis import diagnose
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.operand_errors import OperandError
from xdsl_torchscript.runtime.tensor import Tensor


def x(*shape: int, dtype: str = "float32") -> Tensor:
    return Tensor(np.ones(shape, dtype))


def read_only(*shape: int) -> Tensor:
    tensor = x(*shape)
    tensor.array.flags.writeable = False
    return tensor


EMBEDDING = ts.nn.functional.embedding
_READ_ONLY = "cannot write into a tensor over read-only memory; clone() it first"
_BROADCAST = "sizes {} and {} do not broadcast at dimension {}"

VIOLATED: dict[str, tuple[Callable[[], Any], str]] = {
    "pointwise": (lambda: x(2, 3) * x(4), _BROADCAST.format([2, 3], [4], 1)),
    "a gradient of pointwise": (
        lambda: ts.ops.aten.hardswish_backward(x(3), x(2)), _BROADCAST.format([3], [2], 0)),
    "a loss": (lambda: ts.ops.aten.mse_loss(x(3), x(2)), _BROADCAST.format([3], [2], 0)),
    "a mask to fill": (
        lambda: x(2, 3).masked_fill(x(4, dtype="bool"), 1.0), _BROADCAST.format([2, 3], [4], 1)),
    "an addend of a product": (
        lambda: ts.addmm(x(5), x(2, 3), x(3, 4)), "sizes [5] do not broadcast to [2, 4]"),
    "a copy": (lambda: x(2, 3).copy_(x(2, 4)), "sizes [2, 4] do not broadcast to [2, 3]"),
    "memory": (lambda: read_only(3).sqrt_(), _READ_ONLY),
    "memory of a copy": (lambda: read_only(3).copy_(x(3)), _READ_ONLY),
    "an index": (
        lambda: x(3)[ts.tensor([-4])], "index -4 is out of range for dimension 0 of size 3"
    ),
    "a mask": (
        lambda: x(3)[x(4, dtype="bool")], "a mask of size 4 along dimension 0, which has size 3"),
    "indices": (
        lambda: x(2, 3)[ts.tensor([0, 1]), ts.tensor([0, 1, 2])],
        _BROADCAST.format([2], [3], 0)),
    "a place": (
        lambda: x(2, 3).take(ts.tensor([9])), "index 9 is out of range for dimension 0 of size 6"),
    "an index type": (
        lambda: ts.take(x(3), x(2)), "indices must be integers, found float32 in 'index'"),
    "no elements": (
        lambda: x(0).max(), "a tensor of shape [0] has no elements, so its maximum is not defined"),
    "a rank": (lambda: x(3).trace(), "'self' needs 2 dimensions, found sizes [3]"),
    "halves": (
        lambda: ts.ops.aten.glu(x(3)), "dimension 0 of size 3 does not divide into 2 equal parts"),
    "counts": (
        lambda: ts.bincount(ts.tensor([2, -1])), "'self' has the element -1, expected 0 or more"),
    "counts of integers": (lambda: ts.bincount(x(2)), "'self' needs integers, found float32"),
    "sizes": (lambda: ts.eye(-1), "sizes must not be negative, found [-1] as 'n'"),
    "a list of parameters": (
        lambda: ts.ops.aten._fused_sgd_(
            [x(2)], [x(3)], [], weight_decay=0.0, momentum=0.0, lr=0.1, dampening=0.0,
            nesterov=False, maximize=False, is_first_step=False),
        "expected tensors of one shape, found 'self' has [2], 'grads' has [3]"),
    "a type rule": (
        lambda: ts.normal(x(3), x(2)), "sizes [3] and [2] do not broadcast: 3 is not 2"),
}  # fmt: skip


@pytest.mark.parametrize("name", VIOLATED)
def test_the_violated_precondition(name: str) -> None:
    call, words = VIOLATED[name]
    with pytest.raises(OperandError) as caught:
        call()
    assert str(caught.value) == words


OWN: dict[str, tuple[Callable[[], Any], str]] = {
    "a dimension": (lambda: x(2, 3).select(2, 0), "dimension 2 is not within [-2, 1]"),
    "a place": (lambda: x(3).index_select(0, ts.tensor([5])), "index 5 is not within [0, 3)"),
    "a mask as places": (
        lambda: x(3).index_select(0, ts.tensor([True, False, True])),
        "indices must be int32 or int64, found bool",
    ),
    "a row": (
        lambda: EMBEDDING(ts.tensor([7]), x(3, 2)), "index 7 is not within [0, 3)"),
    "a row by a float": (
        lambda: EMBEDDING(x(1), x(3, 2)), "'indices' needs integers, found float32"),
    "a type": (
        lambda: x(2).index_add(0, ts.tensor([0]), x(1, dtype="float64")),
        "'aten.index_add' of float32 and float64 tensors; convert one of them, as by "
        "x.to(ts.float64) or x.astype('float64')"),
    "a product of bools": (
        lambda: ts.mm(x(1, 1, dtype="bool"), x(1, 1, dtype="bool")),
        "'aten.mm' is not defined on bool tensors"),
    "ranks": (
        lambda: x(2, 2).scatter(0, ts.tensor([0]), x(1, 1)),
        "expected tensors of one rank, found 'index' has [1], 'src' has [1, 1]"),
}  # fmt: skip


@pytest.mark.parametrize("name", OWN)
def test_checks_that_numpy_does_not_make(name: str) -> None:
    call, words = OWN[name]
    with pytest.raises(OperandError) as caught:
        call()
    assert str(caught.value) == words
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return [n // 0]", "division"),
        ("return [n][::0]", "step"),
        ("return [[n]][9]", "range"),
    ],
)
def test_numbers_are_no_sizes(body: str, words: str) -> None:
    function = ts.compile(f"def f(n: int) -> List[int]:\n    {body}\n").f
    with pytest.raises(ts.RuntimeFault, match=words):
        function(1 << 60)


def test_no_loop_for_a_type() -> None:
    with pytest.raises(TypeError, match=r"^'aten.floor' is not defined on complex64 tensors$"):
        x(2, dtype="complex64").floor()


_PROGRAM = """
def add(x: Tensor, y: Tensor):
    z = x * 2
    return z + y

def gather(x: Tensor, y: Tensor):
    rows = [0, 1]
    return x.index([y]).permute(rows)

def divide(n: int):
    s = 0
    for i in range(n):
        s += 12 // (3 - i)
    return s
"""

FAULTS = {
    "add": ((x(2, 3), x(4)), "'aten.add.Tensor' op failed: sizes [2, 3] and [4] do not broadcast"),
    "gather": (
        (x(3, 3), ts.tensor([3])),
        "'aten.index.Tensor_hacked_twin' op failed: index 3 is out of range for dimension 0 of "
        "size 3",
    ),
    "divide": ((4,), "'aten.floordiv.int' op failed: division by zero\n"),
}


@pytest.mark.parametrize("hot", [0, 1 << 30], ids=["generated", "plain"])
@pytest.mark.parametrize("name", FAULTS)
def test_generated_code_knows_the_operands(name: str, hot: int) -> None:
    arguments, words = FAULTS[name]
    with tier(enabled=hot == 0, hot=hot), pytest.raises(ts.RuntimeFault) as caught:
        getattr(ts.CompilationUnit(_PROGRAM), name)(*arguments)
    assert words in str(caught.value)
    assert isinstance(caught.value.__cause__, OperandError)


def test_a_composite_operator_reports_its_part() -> None:
    with pytest.raises(ValueError, match=r"sizes \[2, 5\] and \[2, 6\] do not broadcast"):
        ts.nn.functional.pairwise_distance(x(2, 5), x(2, 6))


def test_exceptions_that_are_not_diagnosed() -> None:
    own = OSError("the disk")
    assert diagnose(own, "aten.add.Tensor", [x(2), x(3), 1]) is own
    words = diagnose(ValueError("my own"), "my.operator", [x(2), 1, [x(3), None]])
    assert isinstance(words, OperandError)
    assert str(words) == "my own; the operands are float32[2], 1, [float32[3], None]"
    assert str(diagnose(MemoryError(), "aten.add.Tensor", [x(2), 1, 1])) == (
        "not enough memory; the operands are float32[2], 1, 1"
    )
