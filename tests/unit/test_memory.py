"""Memory: no value outlives its last use, so the peak is the sum of the tensors that live."""

from __future__ import annotations

import contextlib
import io
import re
import tracemalloc
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest
from lives import Lives
from script_programs import FOLDER, files, programs, values

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.codegen.tier import TIER
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.tensor import Tensor

ELEMENTS = 1 << 16
BYTES = 4 * ELEMENTS
SLACK = BYTES // 8
"""The memory of frames, tuples and numbers; less than any tensor."""


def _add_all(*tensors: Tensor) -> Tensor:
    """Run an operator that needs no memory besides its result."""
    result = np.empty(ELEMENTS, np.float32)
    result[...] = tensors[0].array
    for other in tensors[1:]:
        np.add(result, other.array, out=result)
    return Tensor(result)


ts.register_operator("memory_test::one(Tensor x) -> Tensor", _add_all)
ts.register_operator("memory_test::two(Tensor x, Tensor y) -> Tensor", _add_all)

PROGRAM = """
import torch
from typing import Dict, List, Optional, Tuple

def straight(x):
    a = one(x)
    b = one(a)
    c = two(a, b)
    d = one(c)
    return one(d)

def unused(x):
    one(x)
    a = one(x)
    b = one(x)
    return one(a)

def branches(x):
    a, b, c = one(x), one(x), one(x)
    if bool(x[0] > 0):
        r = one(one(a))
    else:
        r = two(b, c)
    return one(r)

def early(x):
    a, b = one(x), one(x)
    if bool(x[0] > 0):
        return one(a)
    c = two(a, b)
    return one(one(c))

def carried(x):
    a, b = one(x), one(x)
    for i in range(4):
        a, b = one(b), two(a, b)
    return one(a)

def through(x):
    k = one(x)
    a = one(x)
    for i in range(3):
        t = two(a, k)
        a = one(t)
    return one(one(a))

def leaves(x):
    a = one(x)
    i = 0
    while i < 5:
        i += 1
        b = one(a)
        if i == 3:
            break
        a = one(b)
    return one(one(a))

def inner(x):
    a = one(x)
    b = one(a)
    return two(b, a)

def calls(x):
    return inner(inner(one(x)))

def kept(x):
    a = one(x)
    return two(inner(a), a)

def lists(x):
    l: List[torch.Tensor] = []
    for i in range(4):
        l.append(one(x))
    y = one(l[0])
    l.clear()
    z = one(y)
    return one(one(z))

def popped(x):
    l = [one(x), one(x), one(x)]
    a = l.pop()
    while len(l) > 0:
        a = two(a, l.pop())
    return one(one(a))

def tuples(x):
    p = (one(x), one(x))
    a, b = p
    c = two(a, b)
    return one(one(c))

def chunks(x):
    a, b = torch.chunk(one(x), 2)
    return one(a.sum() + b.sum())

def dicts(x):
    d: Dict[str, torch.Tensor] = {"a": one(x), "b": one(x)}
    a = d["a"]
    d["a"] = x
    b = one(a)
    d.clear()
    return one(one(b))

class State:
    def __init__(self, x: torch.Tensor):
        self.x = one(x)
        self.y: Optional[torch.Tensor] = None

    def step(self) -> torch.Tensor:
        y = two(self.x, self.x)
        self.x = one(y)
        self.y = None
        return y

    def __enter__(self) -> torch.Tensor:
        return one(self.x)

    def __exit__(self, a: Optional[str], b: Optional[str], c: Optional[str]) -> None:
        self.x = self.x[:0].clone()

def objects(x):
    s = State(x)
    a = x
    for i in range(3):
        a = s.step()
    return one(two(a, s.x))

def managed(x):
    with State(x) as a:
        b = one(a)
    c = one(b)
    return one(one(c))

def forked(x):
    f = torch.jit.fork(inner, one(x))
    a = torch.jit.wait(f)
    return one(one(a))

def comprehended(x):
    return one(torch.stack([one(x) for i in range(3)])[0])
"""
NAMES = [line.split()[1].partition("(")[0] for line in PROGRAM.splitlines() if line[:4] == "def "]


def _with_operators(text: str) -> str:
    return re.sub(r"\b(one|two)\(", r"torch.ops.memory_test.\1(", text)


def peak_memory(action: Callable[[], Any]) -> int:
    """Return the maximum of bytes beyond those at the start."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        action()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


@pytest.fixture(scope="module")
def unit() -> Any:
    return ts.compile(_with_operators(PROGRAM), "memory.py")


@pytest.fixture(params=[1.0, -1.0], ids=["then", "else"])
def x(request: pytest.FixtureRequest) -> Tensor:
    return Tensor(np.full(ELEMENTS, request.param, np.float32))


@pytest.fixture(autouse=True)
def _no_forked_frames(interpreted: None) -> Generator[None]:
    """Interpret on a single thread, which frees the values of forks in order."""
    before = ts.get_num_interop_threads()
    ts.set_num_interop_threads(1)
    yield
    ts.set_num_interop_threads(before)


@pytest.mark.parametrize("name", NAMES)
def test_no_register_keeps_a_dead_value(unit: Any, x: Tensor, name: str) -> None:
    lives = Lives(x)
    run(unit.code(name), [x], lives)
    assert lives.faults == []


@pytest.mark.parametrize("name", [name for name in NAMES if name != "forked"])
def test_the_peak_is_the_sum_of_live_tensors(unit: Any, x: Tensor, name: str) -> None:
    lives, function = Lives(x), getattr(unit, name)
    run(unit.code(name), [x], lives)
    assert lives.most % BYTES < SLACK and lives.most > 0
    function(x)  # tables that the first call fills, and may enlarge, do not count
    found = peak_memory(lambda: function(x))
    assert lives.most - SLACK <= found <= lives.most + SLACK, (found / BYTES, lives.most / BYTES)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "forked"])
def test_runs_of_instructions_hold_no_more(
    unit: Any, x: Tensor, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIER, "hot", 0)
    lives, function = Lives(x), getattr(unit, name)
    run(unit.code(name), [x], lives)
    for _ in range(2):
        function(x)
    assert peak_memory(lambda: function(x)) <= lives.most + SLACK


LANGUAGE = [program for path in files() for program in programs(path)]


@pytest.mark.parametrize("file", sorted({program.file for program in LANGUAGE}))
def test_no_program_of_the_language_keeps_a_dead_value(file: str) -> None:
    unit = ts.compile((FOLDER / f"{file}.py").read_text(), f"{file}.py")
    faults: list[str] = []
    for program in LANGUAGE:
        for inputs in program.inputs if program.file == file else ():
            faults += _faults_of(unit, program.name, values(inputs, _tensor))
    assert faults == []


def _tensor(dtype: str, shape: tuple[int, ...], elements: list[float]) -> Tensor:
    return Tensor(np.array(elements, dtype=dtype).reshape(shape))


def _faults_of(unit: Any, name: str, inputs: list[Any]) -> list[str]:
    lives = Lives(*inputs)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(ts.RuntimeFault):
        run(unit.function(name).executable, inputs, lives)
    return lives.faults


MODULE = """
class Layer:
    weight: torch.Tensor

    def __init__(self, weight: torch.Tensor):
        self.weight = weight

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return two(one(x), self.weight)

class Net:
    def __init__(self, weight: torch.Tensor):
        self.first = Layer(weight)
        self.second = Layer(weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.second.forward(self.first.forward(x))
        for i in range(2):
            y = self.first.forward(y)
        return y

def net(weight: torch.Tensor) -> Net:
    return Net(weight)
"""


def test_methods_of_objects_with_weights(x: Tensor) -> None:
    unit = ts.compile(_with_operators(MODULE), "memory.py")
    net = unit.net(x)
    net.forward(x)
    assert 2 * BYTES <= peak_memory(lambda: net.forward(x)) <= 2 * BYTES + SLACK


@pytest.mark.parametrize("often", [False, True])
def test_a_failure_leaves_nothing_in_its_traceback(
    x: Tensor, often: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keeping the exception does not keep the tensors of the frames that it passed."""
    monkeypatch.setattr(TIER, "hot", 0 if often else 9)
    unit = ts.compile(_with_operators(FAILS), "memory.py")
    kept: list[BaseException] = []

    def fails() -> None:
        try:
            unit.outer(x)
        except ts.RuntimeFault as fault:
            kept.append(fault)

    fails()
    kept.clear()
    tracemalloc.start()
    fails()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept and held < SLACK


FAILS = """
def fails(x: torch.Tensor) -> int:
    y = one(x)
    n = y.dim() // 0
    return n + two(y, y).dim()

def outer(x: torch.Tensor) -> int:
    z = one(x)
    n = fails(one(z))
    return n + z.dim()
"""
