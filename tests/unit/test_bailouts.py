"""Bailouts: a failed guard continues in the remainder, without a side effect twice or lost."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from itertools import count

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.prim import BailOutOp, GuardOp
from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.lowering.ts.profiling.eliminate_guards import EliminateGuardsPass
from xdsl_torchscript.lowering.ts.profiling.insert_bailouts import InsertBailoutsPass
from xdsl_torchscript.lowering.ts.profiling.insert_guards import insert_guards
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors.profiling_record import ProfilingRecord
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

X = Tensor(np.array([1.0, 2.0], np.float32))

LOOPS = """
def f(x, n: int):
    for i in range(n):
        print(i)
        x = x + i
        for j in range(i):
            if j % 2 == 0:
                x = x * 2 - j
                print(i, j)
        if i == 4:
            break
    return x, n
"""
MANAGER = """
class Manager:
    def __init__(self, name: str):
        self.name = name
    def __enter__(self):
        print("enter", self.name)
    def __exit__(self, kind: Any, value: Any, trace: Any):
        print("exit", self.name)

def f(x, n: int):
    with Manager("outer"):
        y = x * 2
        with Manager("inner"):
            y = torch.relu(y) + x
            if n == 1:
                raise ValueError("one")
            y = torch.matmul(y, x) if n == 2 else y
        y = torch.neg(y)
    return y
"""
FORK = """
def part(x, n: int):
    for i in range(n):
        x = torch.tanh(x) + i
    return x

def f(x, n: int):
    future = torch.jit.fork(part, x, n)
    y = torch.relu(x)
    return torch.jit.wait(future) + y
"""


def bailing(text: str, inputs: Sequence[Value]) -> CompilationUnit:
    """Return a program whose `f` bails out if tensors are not of the types of these inputs."""
    unit = ts.compile(text)
    function = inline_into_copy(unit.definitions.function("f"), unit)
    record = ProfilingRecord(function, 1)
    run(Code.from_func(function, unit, implementations=record.implementation), inputs)
    record.state_types(static=True)
    insert_guards(function)
    module = unit.definitions.module.clone()
    for op in tuple(module.ops):
        if isinstance(op, FuncOp):
            Rewriter.erase_op(op)
    module.body.block.add_op(function)
    for step in (EliminateGuardsPass(), InsertBailoutsPass()):
        step.apply(LazyContext(), module)
    assert not verify_all(module)
    assert not any(isinstance(op, GuardOp) for op in module.walk())
    return CompilationUnit.from_module(module, {})


class _Failure:
    """Lets the check number `failing` of a run fail, and no other."""

    def __init__(self, failing: int) -> None:
        self.failing, self.checks = failing, 0

    def implementation(self, op: Operation) -> Callable[[Value], bool] | None:
        return self._check if isinstance(op, BailOutOp) else None

    def _check(self, value: Value) -> bool:
        self.checks += 1
        return self.checks != self.failing + 1


def outcome(code: Code, inputs: Sequence[Value]) -> tuple[str, str]:
    """Return the results or the failure of a run as text, and its output."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        try:
            found = repr(run(code, inputs))
        except RuntimeFault as fault:
            found = str(fault)
    return found, printed.getvalue()


@pytest.mark.parametrize("hot", [0, 1 << 30])
@pytest.mark.parametrize(
    ("text", "n"), [(LOOPS, 6), (MANAGER, 0), (MANAGER, 1), (MANAGER, 2), (FORK, 3)]
)
def test_each_check_of_a_run_may_fail(text: str, n: int, hot: int) -> None:
    unit, numbers = bailing(text, (X, 3 if n == 1 else n)), count()
    expected = outcome(ts.compile(text).code("f"), (X, n))
    function = unit.definitions.function("f")
    with tier(hot=hot):
        for number in numbers:
            failure = _Failure(number)
            code = Code.from_func(function, unit, implementations=failure.implementation)
            assert outcome(code, (X, n)) == expected
            if failure.checks <= number:
                break
    assert next(numbers) > 2


def test_other_types_bail_out() -> None:
    unit = bailing(LOOPS, (X, 5))
    for value in (X, Tensor(np.ones((2, 3))), Tensor(np.arange(2))):
        expected = outcome(ts.compile(LOOPS).code("f"), (value, 4))
        assert outcome(unit.code("f"), (value, 4)) == expected


def test_a_check_is_an_instruction_and_the_remainder_is_behind_the_code() -> None:
    code = bailing("def f(x, n: int):\n    return torch.tanh(x) + n\n", (X, 1)).code("f")
    names = [instruction.name for instruction in code.instructions]
    assert names == [
        "Check",
        "JumpIfFalse",
        "Move",
        "tanh",
        "add",
        "unchecked_cast",
        "Jump",
        "f_bailout0",
    ]
    assert [i.target for i in code.instructions if i.name == "Jump"] == [len(names)]
