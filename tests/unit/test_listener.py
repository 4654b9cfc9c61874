"""Listeners observe everything that runs, fails and waits."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.modules.unit import compile


class Recorder:
    """Records events; `quits` names an instruction at which it raises."""

    def __init__(self, quits: str = "") -> None:
        self.heard: list[str] = []
        self.quits = quits

    def enters(self, code: Code, registers: list[Any]) -> None:
        self.heard.append(f"enters {code.name} {[registers[i] for i in code.inputs]}")

    def will_run(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        self.heard.append(f"will {instruction.name}")
        if instruction.name == self.quits:
            raise KeyError(self.quits)

    def did_run(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        self.heard.append(f"did {instruction.name} {[registers[i] for i in instruction.outputs]}")

    def failed(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        self.heard.append(f"failed {code.name} {instruction.name}")

    def leaves(self, code: Code, results: tuple[Any, ...]) -> None:
        self.heard.append(f"leaves {code.name} {list(results)}")


PROGRAM = """
import torch

def half(n: int) -> int:
    return n // 2

def caller(n: int) -> int:
    return half(n) + 1

def divided(n: int) -> int:
    return 6 // n

def fails(n: int) -> int:
    return divided(n)

def loop(n: int) -> int:
    for i in range(n):
        n = half(n)
    return n

def forks(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(half, n))

def waits(n: int) -> int:
    return forks(n) + 1
"""


def heard(name: str, *inputs: Any) -> list[str]:
    recorder = Recorder()
    plain = run(compile(PROGRAM).code(name), inputs)
    assert run(compile(PROGRAM).code(name), inputs, recorder) == plain
    return recorder.heard


def test_a_listener_observes_callees() -> None:
    assert heard("caller", 6) == [
        "enters caller [6]",
        "will half",
        "enters half [6]",
        "will floordiv",
        "did floordiv [3]",
        "leaves half [3]",
        "did half [3]",
        "will add",
        "did add [4]",
        "leaves caller [4]",
    ]


def test_a_listener_observes_each_iteration() -> None:
    told = heard("loop", 2)
    assert told.count("enters half [2]") == told.count("enters half [1]") == 1
    assert [line for line in told if line.startswith("will TestLoop")] == ["will TestLoop"] * 3


def test_a_listener_hears_failures_from_inside_out() -> None:
    recorder = Recorder()
    with pytest.raises(RuntimeFault, match="division by zero") as caught:
        run(compile(PROGRAM).code("fails"), [0], recorder)
    assert recorder.heard[-2:] == ["failed divided floordiv", "failed fails divided"]
    assert [caller.name for caller in caught.value.calls] == ["fails"]


def _in_order(part: list[str], lines: list[str]) -> bool:
    rest = iter(lines)
    return all(line in rest for line in part)


def test_a_listener_observes_a_wait_once_and_forks() -> None:
    told = heard("waits", 8)
    forked = next(line for line in told if line.startswith("did fork "))
    caller = [
        "enters waits [8]",
        "will forks",
        "enters forks [8]",
        "will fork",
        forked,
        "will wait",
        "did wait [4]",
        "leaves forks [4]",
        "did forks [4]",
        "will add",
        "did add [5]",
        "leaves waits [5]",
    ]
    beside = [
        "enters forks [8]",
        "will half",
        "enters half [8]",
        "will floordiv",
        "did floordiv [4]",
        "leaves half [4]",
        "did half [4]",
        "leaves forks [4]",
    ]
    assert _in_order(caller, told)
    assert _in_order(beside, told)
    assert sorted(told) == sorted(caller + beside)


OTHERS = """
def inner(n: int) -> int:
    return 6 // n

def outer(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(inner, n))

def forks(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(outer, n))

class Managed:
    def __enter__(self):
        pass
    def __exit__(self, a: Any, b: Any, c: Any):
        inner(2)

def leaves(n: int) -> int:
    with Managed():
        n = 6 // n
    return n

class Card:
    def __init__(self, n: int):
        self.n = n
    def __lt__(self, other: Card) -> bool:
        return inner(self.n) < inner(other.n)

def sorts(n: int) -> int:
    return sorted([Card(n), Card(2)])[0].n
"""


@pytest.mark.parametrize(
    ("entry", "n", "told"),
    [
        ("forks", 3, "leaves inner [2]"),
        ("forks", 0, "failed inner floordiv"),
        ("leaves", 0, "leaves inner [3]"),
        ("sorts", 3, "leaves inner [2]"),
    ],
)
def test_a_listener_observes_concurrent_code(entry: str, n: int, told: str) -> None:
    recorder, code = Recorder(), compile(OTHERS).code(entry)
    with pytest.raises(RuntimeFault) if n == 0 else nullcontext():
        run(code, [n], recorder)
    assert recorder.heard.count(told) == 1


def test_forks_without_a_listener_are_not_heard() -> None:
    recorder, unit = Recorder(), compile(OTHERS)
    run(unit.code("forks"), [3], recorder)
    told = list(recorder.heard)
    run(unit.code("forks"), [3])
    assert recorder.heard == told


def test_an_exception_of_a_listener_in_a_callee_ends_the_run_unchanged() -> None:
    recorder = Recorder(quits="floordiv")
    with pytest.raises(KeyError, match="floordiv") as caught:
        run(compile(PROGRAM).code("caller"), [3], recorder)
    assert type(caught.value) is KeyError
    assert not any(event.startswith("failed") for event in recorder.heard)


def test_an_exception_of_a_listener_in_a_fork_is_raised_at_the_wait() -> None:
    with pytest.raises(RuntimeFault, match=r"'aten\.wait' op failed: floordiv"):
        run(compile(OTHERS).code("forks"), [3], Recorder(quits="floordiv"))
