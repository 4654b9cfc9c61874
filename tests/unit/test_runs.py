"""Runs of instructions that were executed often are Python functions: same results, same failures
at the same places, and nothing lives longer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from script_programs import FOLDER, files, programs, values

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter import runs
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.tensor import Tensor


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is written when it is first executed."""
    monkeypatch.setattr(runs, "HOT", 0)


def heated(source: str, *inputs: Any) -> Code:
    code = ts.compile(source).f.executable
    run(code, inputs)
    return code


def tensor(*elements: float) -> Tensor:
    return Tensor(np.array(elements, np.float32))


PROGRAMS = {
    "moved": "def f(x: Tensor, y: Tensor):\n    z = x + y\n    z = z * z\n    return -z",
    "kept": "def f(x: Tensor, y: Tensor):\n    z = x + y\n    return z * x, z, (x - y).sum()",
    "unused": "def f(x: Tensor, y: Tensor):\n    z = x + y\n    x - y\n    w = x * y\n    return z",
    "unpacked": "def f(x: Tensor, y: Tensor):\n    a, b = (x + y).chunk(2)\n    return a, [b]",
    "same": "def f(x: Tensor, y: Tensor):\n    z = x + x\n    z = z * z\n    return z + z",
    "jumps": """def f(x: Tensor, y: Tensor):
    for i in range(3):
        x = x * y + 1
        if bool((x.sum() > 9)):
            x = x - y
            y = y + x
        x = x + y
    return x, y""",
    "written": "def f(x: Tensor, y: Tensor):\n    z = x + y\n    z.add_(y).mul_(z)\n    return z",
}


def plain(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.array.tolist()
    return list(map(plain, value)) if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_run_computes_what_its_instructions_compute(name: str) -> None:
    def inputs() -> list[Any]:
        return [tensor(1, 2), tensor(3, -4)]

    code = ts.compile(PROGRAMS[name]).f.executable
    first = plain(run(code, inputs()))
    assert any(a is not b for a, b in zip(code.runs.steps, code.steps, strict=True))
    assert plain(run(code, inputs())) == first
    assert plain(run(code, inputs())) == first


def test_a_failure_is_that_of_its_instruction() -> None:
    source = "def f(x: Tensor, n: int):\n    y = x + x\n    k = 6 // n\n    return y * k"
    code = heated(source, tensor(1), 2)
    with pytest.raises(ts.RuntimeFault, match="division by zero") as caught:
        run(code, [tensor(1), 0])
    assert caught.value.op_name == "aten.floordiv.int"
    assert caught.value.position is not None and caught.value.position.line.data == 3
    assert plain(run(code, [tensor(1), 3])) == [[4.0]]


def test_nobody_is_jumped_into() -> None:
    code = heated(PROGRAMS["jumps"], tensor(1, 2), tensor(3, -4))
    targets = {i.target.position for i in code.instructions if i.target is not None}
    assert targets
    for start, end in runs.straight(code.instructions):
        assert not targets & set(range(start + 1, end))


LANGUAGE = [program for path in files() for program in programs(path)]


def outcome(code: Code, inputs: list[Any]) -> str:
    try:
        return repr(run(code, inputs))
    except ts.RuntimeFault as fault:
        return str(fault)


def _array(dtype: str, shape: tuple[int, ...], elements: list[float]) -> Tensor:
    return Tensor(np.array(elements, dtype=dtype).reshape(shape))


@pytest.mark.parametrize("file", sorted({program.file for program in LANGUAGE}))
def test_programs_of_the_language(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    unit = ts.compile((FOLDER / f"{file}.py").read_text(), f"{file}.py")
    for program in (program for program in LANGUAGE if program.file == file):
        code = unit.function(program.name).executable
        for inputs in program.inputs:
            first, *others = (outcome(code, values(inputs, _array)) for _ in range(3))
            assert others == [first, first], program.name
