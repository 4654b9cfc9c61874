"""The tier above the plain interpreter: the same results, the same failures at the same places, and
nothing lives longer."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from script_programs import FOLDER, files, programs, values

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.codegen.straight_line import straight_lines
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.tensor import Tensor


def tensor(*elements: float) -> Tensor:
    return Tensor(np.array(elements, np.float32))


PROGRAMS = {
    "moved": "def f(x: Tensor, y: Tensor):\n    z = x + y\n    z = z * z\n    return -z",
    "kept": "def f(x: Tensor, y: Tensor):\n    z = x + y\n    return z * x, z, (x - y).sum()",
    "unused": "def f(x: Tensor, y: Tensor):\n    z = x + y\n    x - y\n    w = x * y\n    return z",
    "unpacked": "def f(x: Tensor, y: Tensor):\n    a, b = (x + y).chunk(2)\n    return a, [b]",
    "same": "def f(x: Tensor, y: Tensor):\n    z = x + x\n    z = z * z\n    return z + z",
    "branches": """def f(x: Tensor, y: Tensor):
    if bool(x.sum() > 0):
        r, s = y, x + y
    else:
        r, s = x, x * y
    return r - s, x""",
    "constant lists": "def f(x: Tensor, y: Tensor):\n    return x.view([2, 1]), y.reshape([-1])",
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
def test_generated_code_agrees_with_the_plain_loop(name: str) -> None:
    def computed(code: Code) -> Any:
        return plain(run(code, [tensor(1, 2), tensor(3, -4)]))

    code = ts.compile(PROGRAMS[name]).f.executable
    with tier(enabled=False):
        expected = computed(code)
    assert not code.generated.sources
    with tier(hot=0):
        assert computed(code) == computed(code) == expected
    assert code.generated.sources


def test_code_is_generated_when_it_is_hot() -> None:
    code = ts.compile(PROGRAMS["moved"]).f.executable
    with tier(hot=3):
        for count in range(4):
            assert bool(code.generated.sources) == (count == 3)
            run(code, [tensor(1), tensor(2)])


def test_the_text_of_straight_line_code() -> None:
    code = ts.compile(PROGRAMS["moved"]).f.executable
    with tier(hot=0):
        run(code, [tensor(1), tensor(2)])
    (source,) = code.generated.sources.values()
    names = [f"k{number}" for number in range(1, 4)]
    assert [name for name in names if name in source.text] == names
    assert source.lines[0] == "def run(registers):"
    assert source.lines[1] == (
        " v1 = registers[0]; registers[0] = None; v2 = registers[1]; registers[1] = None; "
        "v2 = k1(v1, v2); v1 = None"
    )
    assert source.lines[-1].endswith(f"return {len(code.instructions)}")


VIEWS = """
def f(x: Tensor, n: int):
    y = x.unsqueeze(0).view([-1, 2])
    z = y[1:].flatten().unsqueeze(1)[n]
    z.add_(1)
    w = x.transpose(0, 1)
    return y.t(), z.unsqueeze(-1), w, w.squeeze(0)
"""


def contents(results: Any) -> list[Any]:
    (tensors,) = results
    return [(t.tolist(), t.strides, t.device, t.requires_grad) for t in tensors]


@pytest.mark.parametrize(
    "array",
    [np.ones((1, 6)), np.ones((6, 1)).T, np.ones((1, 12))[:, ::2], np.arange(8.0).reshape(1, 8)],
)
def test_views_of_views_make_one_tensor(array: np.ndarray) -> None:
    """Also of arrays that only the operators themselves answer for, one by one."""
    code = ts.compile(VIEWS).f.executable
    with tier(enabled=False):
        expected = contents(run(code, [Tensor(array.copy("K"), "cuda", True), 0]))
    with tier(hot=0):
        for _ in range(2):
            assert contents(run(code, [Tensor(array.copy("K"), "cuda", True), 0])) == expected
    (source,) = code.generated.sources.values()
    assert source.text.count("made = k") == 2  # no chain goes on from a view that is read again


def test_a_chain_of_views_fails_as_its_view_does() -> None:
    code = ts.compile("def f(x: Tensor):\n    y = x.unsqueeze(0)\n    return y[0][7]").f.executable
    with tier(hot=0), pytest.raises(ts.RuntimeFault, match="index 7") as caught:
        run(code, [tensor(1, 2)])
    assert caught.value.op_name == "aten.select.int"
    assert caught.value.position is not None and caught.value.position.line.data == 3
    assert plain(run(code, [Tensor(np.arange(8.0))])) == [7.0]


def test_a_chain_of_views_without_memory_fails_as_its_view_does() -> None:
    source = "def f(x: Tensor):\n    y = x.transpose(0, 1)\n    return y.reshape([-1]), x"
    code, array = ts.compile(source).f.executable, np.broadcast_to(np.ones((2, 1)), (2, 1 << 45))
    with tier(hot=0), pytest.raises(ts.RuntimeFault) as caught:
        run(code, [Tensor(array)])
    assert caught.value.op_name == "aten.reshape"


def test_a_failure_is_that_of_its_instruction() -> None:
    source = "def f(x: Tensor, n: int):\n    y = x + x\n    k = 6 // n\n    return y * k"
    code = ts.compile(source).f.executable
    with tier(hot=0), pytest.raises(ts.RuntimeFault, match="division by zero") as caught:
        run(code, [tensor(1), 0])
    assert caught.value.op_name == "aten.floordiv.int"
    assert caught.value.position is not None and caught.value.position.line.data == 3
    assert plain(run(code, [tensor(1), 3])) == [[4.0]]


CALLS = """
def late(x: int) -> int:
    return 6 // x

def waits(x: int) -> int:
    return torch.jit.wait(torch.jit.fork(late, x)) + 1

class Counter:
    def __init__(self, n: int):
        self.n = n
    def count(self, x: int) -> int:
        return waits(x) + self.n

def f(x: int) -> int:
    y = x * x
    c = Counter(y)
    return c.count(x) + waits(c.count(x)) + y
"""


@pytest.mark.parametrize("n", [1, 2, 0])
def test_calls_that_fail_or_wait(n: int) -> None:
    code = ts.compile("import torch\n" + CALLS).f.executable
    with tier(enabled=False):
        expected = outcome(code, [n])
    with tier(hot=0):
        assert [outcome(code, [n]) for _ in range(20)] == [expected] * 20


def test_nothing_jumps_into_straight_line_code() -> None:
    code = ts.compile(PROGRAMS["jumps"]).f.executable
    targets = {i.target for i in code.instructions if i.target is not None}
    regions = list(straight_lines(code.instructions))
    assert targets
    for start, end in regions:
        assert not targets & set(range(start + 1, end))
    covered = [number for start, end in regions for number in range(start, end)]
    assert covered == list(range(len(code.instructions)))


LANGUAGE = [program for path in files() for program in programs(path)]


def outcome(code: Code, inputs: list[Any]) -> str:
    try:
        return repr(run(code, inputs))
    except ts.RuntimeFault as fault:
        return str(fault)


def _array(dtype: str, shape: tuple[int, ...], elements: list[float]) -> Tensor:
    return Tensor(np.array(elements, dtype=dtype).reshape(shape))


def test_composites_that_python_calls_have_generated_code() -> None:
    code = (
        "import sys, xdsl_torchscript as ts; ts.Tensor\n"
        "from xdsl_torchscript.runtime.interpreter.code import implementation_of\n"
        "print(type(implementation_of('aten.outer').code.generated).__name__)"
    )
    shown = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert shown == "GeneratedCode\n"


@pytest.mark.parametrize("file", sorted({program.file for program in LANGUAGE}))
def test_programs_of_the_language(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    unit = ts.compile((FOLDER / f"{file}.py").read_text(), f"{file}.py")
    for program in (program for program in LANGUAGE if program.file == file):
        code = unit.function(program.name).executable
        for inputs in program.inputs:
            with tier(enabled=False):
                expected = outcome(code, values(inputs, _array))
            with tier(hot=0):
                found = [outcome(code, values(inputs, _array)) for _ in range(2)]
            assert found == [expected, expected], program.name
