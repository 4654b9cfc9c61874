"""`fork` and `wait` against PyTorch: the same programs, from text and from archives."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from fork_programs import FAILURES, RESULTS, arrays
from fork_programs import PROGRAM as FORKS

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402

PROGRAM = """
def inc(n: int) -> int:
    return n + 1

def later(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(inc, n)) * 2

def fan(n: int) -> List[int]:
    futures: List[Future[int]] = []
    for i in range(n):
        futures.append(torch.jit.fork(later, i))
    out: List[int] = []
    for i in range(n):
        out.append(torch.jit.wait(futures[n - 1 - i]))
    return out

def mixed(x, n: int):
    f = torch.jit.fork(scaled, x, n)
    y = x.exp()
    g = torch.jit.fork(scaled, y, n + 1)
    total = torch.jit.wait(f) + torch.jit.wait(g)
    if n > 2:
        total = total * torch.jit.wait(torch.jit.fork(scaled, total, n - 1))
    return total

def scaled(x, n: int):
    for i in range(n):
        x = x * torch.jit.wait(torch.jit.fork(inc, i))
    return x

def in_place(x):
    y = x.clone()
    f = torch.jit.fork(adds, y)
    torch.jit.wait(f)
    return y

def adds(x) -> int:
    x.add_(1)
    return 0

def drawn(n: int):
    return torch.jit.wait(torch.jit.fork(draws, n)) + torch.rand([n])

def draws(n: int):
    return torch.rand([n])

def fails(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(divided, n))

def divided(n: int) -> int:
    return 6 // n

def raised(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(raises, n))

def raises(n: int) -> int:
    if n > 0:
        raise ValueError("too much")
    return n
"""


class Worker(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.linear(x))


class Team(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.workers = torch.nn.ModuleList([Worker() for _ in range(4)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        futures = torch.jit.annotate(list[torch.jit.Future[torch.Tensor]], [])
        for worker in self.workers:
            futures.append(torch.jit.fork(worker, x))
        total = torch.zeros_like(x)
        for future in futures:
            total = total + torch.jit.wait(future)
        return total


@pytest.fixture(params=[1, 3])
def _threads(request: pytest.FixtureRequest) -> Iterator[None]:
    before = ts.get_num_interop_threads()
    ts.set_num_interop_threads(request.param)
    yield
    ts.set_num_interop_threads(before)


CASES: list[tuple[str, tuple[Any, ...]]] = [
    ("later", (3,)),
    ("fan", (0,)),
    ("fan", (40,)),
    ("mixed", (torch.linspace(-1, 1, 5), 2)),
    ("mixed", (torch.linspace(-1, 1, 5), 4)),
    ("in_place", (torch.ones(3),)),
    ("drawn", (20,)),
    ("fails", (2,)),
    ("fails", (0,)),
    ("raised", (0,)),
    ("raised", (1,)),
]


def outcome(function: Any, arguments: tuple[Any, ...], seed: Any) -> Any:
    seed(5)
    try:
        return function(*arguments)
    except (RuntimeError, torch.jit.Error) as error:
        return type(error)


@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize(("name", "arguments"), CASES)
def test_forks_answer_as_in_pytorch(name: str, arguments: tuple[Any, ...]) -> None:
    calls = getattr(torch.jit.CompilationUnit(PROGRAM), name), getattr(ts.compile(PROGRAM), name)
    expected = outcome(calls[0], arguments, torch.manual_seed)
    found = outcome(calls[1], arguments, ts.manual_seed)
    if isinstance(expected, type):
        assert found is ts.RuntimeFault
    elif isinstance(expected, torch.Tensor):
        torch.testing.assert_close(torch.from_numpy(found.array), expected)
    else:
        assert found == expected


@pytest.fixture(params=["interp", "specialize", "profile"])
def _engine(request: pytest.FixtureRequest) -> Iterator[None]:
    engine, mode = ts.set_engine(request.param), ts.set_compile_mode("now")
    yield
    ts.set_engine(engine)
    ts.set_compile_mode(mode)


@pytest.mark.usefixtures("_engine", "_threads")
@pytest.mark.parametrize("name", RESULTS)
def test_calls_of_a_plan_answer_as_in_pytorch(name: str, capsys: Any) -> None:
    """Results, arguments that are written, random numbers, and the order of what is printed."""
    calls = getattr(torch.jit.CompilationUnit(FORKS), name), getattr(ts.compile(FORKS), name)
    for rows in (6, 6, 6, 9, 9, 6):
        seen: list[Any] = []
        for function, seed in zip(calls, (torch.manual_seed, ts.manual_seed), strict=True):
            seed(rows)
            inputs = [torch.from_numpy(array) for array in arrays(rows, 6)]
            given = inputs if function is calls[0] else [x.numpy() for x in inputs]
            results = function(*given)
            results = results if isinstance(results, tuple) else (results,)
            seen.append(([np.array(x) for x in (*results, *inputs)], capsys.readouterr().out))
        (expected, told), (found, printed) = seen
        assert printed == told
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-6, atol=2e-6)


@pytest.mark.usefixtures("_engine", "_threads")
@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_in_a_fork_is_raised_at_the_wait_as_in_pytorch(name: str) -> None:
    calls = getattr(torch.jit.CompilationUnit(FORKS), name), getattr(ts.compile(FORKS), name)
    (x, _) = arrays(6, 6)
    for n in (1, 1, 0, 1, 0):
        expected = outcome(calls[0], (torch.from_numpy(x), n), torch.manual_seed)
        found = outcome(calls[1], (x, n), ts.manual_seed)
        if n == 0:
            assert isinstance(expected, type) and found is ts.RuntimeFault
        else:
            np.testing.assert_allclose(np.array(found), expected, rtol=2e-6, atol=2e-6)


@pytest.mark.usefixtures("_engine", "_threads")
def test_a_module_whose_children_run_concurrently() -> None:
    """Its archive, called until it has a plan."""
    torch.manual_seed(0)
    scripted = torch.jit.script(Team())
    archive = io.BytesIO()
    torch.jit.save(scripted, archive)
    archive.seek(0)
    x = torch.randn(2, 3)
    loaded = ts.load(archive)
    for _ in range(3):
        torch.testing.assert_close(torch.from_numpy(loaded(x).array), scripted(x).detach())


def test_an_exception_in_a_fork_has_the_text_of_pytorch() -> None:
    with pytest.raises(RuntimeError) as expected:
        torch.jit.CompilationUnit(PROGRAM).raised(1)
    with pytest.raises(ts.RuntimeFault) as found:
        ts.compile(PROGRAM, "forks.py").raised(1)
    assert str(expected.value).strip().splitlines()[-1] == found.value.reason
    assert [f"{c.role} {c.name}" for c in found.value.calls] == [
        "forked in raised",
        "waited for in raised",
    ]
    assert found.value.class_name == "builtins.ValueError"
