"""A failure reports the same places and callers, inlined or not."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_calls, inline_into_copy
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.unit import CompilationUnit

CHAIN = """
def inner(x: int) -> int:
    return 12 // x

def middle(x: int) -> int:
    y = inner(x + 1)
    return y + inner(x)

def f(x: int) -> int:
    return middle(x - 1) + middle(x)
"""

LOOP = """
def inner(n: int) -> int:
    total = 0
    for i in range(n):
        total += 6 // (2 - i)
    return total

def f(x: int) -> int:
    return inner(x + 5)
"""

RAISED = """
def check(x: int, least: int):
    if x < least:
        raise ValueError("too small")

def checked(x: int) -> int:
    if x < 3:
        check(x, 0)
        check(x, 1)
    return x

def f(x: int) -> int:
    return checked(x)
"""

FORK = """
def inner(x: int) -> int:
    return 12 // x

def in_fork(x: int) -> int:
    y = x + 1
    return inner(y - 1)

def forks(x: int) -> int:
    later = torch.jit.fork(in_fork, x)
    return torch.jit.wait(later)

def f(x: int) -> int:
    return forks(x) + 1
"""

METHOD = """
class Divider:
    def __init__(self, n: int):
        self.n = n

    def by(self, x: int) -> int:
        return self.n // x

def divided(x: int) -> int:
    d = Divider(3)
    return d.by(x)

def f(x: int) -> int:
    return divided(x)
"""

PROGRAMS = {name.lower(): text for name, text in globals().items() if name.isupper()}


def fault_of(unit: CompilationUnit, code: Code) -> str:
    with pytest.raises(RuntimeFault) as caught:
        run(code, [0])
    return str(caught.value)


@pytest.mark.parametrize("name", PROGRAMS)
def test_stacks(name: str) -> None:
    text = PROGRAMS[name]
    unit = CompilationUnit.from_module(compile_source(text, "p.py"))
    expected = fault_of(unit, unit.code("f"))
    assert "called from 'f'" in expected

    copy = inline_into_copy(unit.f.op, unit)
    assert "prim.Call" not in str(copy)
    assert fault_of(unit, Code.from_func(copy, unit, "f")) == expected

    whole = CompilationUnit.from_module(inline_calls(compile_source(text, "p.py")))
    assert fault_of(whole, whole.code("f")) == expected


def test_the_names_of_all_functions_in_a_chain() -> None:
    unit = CompilationUnit.from_module(inline_calls(compile_source(CHAIN, "p.py")))
    lines = fault_of(unit, unit.code("f")).splitlines()
    assert [line for line in lines if line.startswith("p.py")] == [
        "p.py:3:12: error: 'aten.floordiv.int' op failed: division by zero",
        "p.py:6:9: note: called from 'middle'",
        "p.py:10:12: note: called from 'f'",
    ]


RAISED = """
def checked(x: Tensor, n: int) -> Tensor:
    if n > 2:
        raise ValueError("too large")
    return x + n

def f(x: Tensor, n: int) -> Tensor:
    return torch.relu(checked(x, n)) * 2
"""


@pytest.mark.usefixtures("compiled_now")
@pytest.mark.parametrize("engine", ["interp", "specialize", "profile", "native"])
def test_the_names_of_functions_around_what_a_kernel_computes(engine: str) -> None:
    f, x = ts.CompilationUnit(RAISED).f, np.ones(4, np.float32)
    ts.set_engine(engine)
    for _ in range(3):
        f(x, 1)
    with pytest.raises(RuntimeFault) as caught:
        f(x, 3)
    notes = [line for line in str(caught.value).splitlines() if "note:" in line]
    assert [note.split(": ", 1)[1] for note in notes] == ["note: called from 'f'"]
