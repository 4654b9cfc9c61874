"""Arguments that decide sizes and branches: plans take them as constants."""

from __future__ import annotations

import gc
import re
import threading
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import product
from typing import Any
from weakref import ref

import numpy as np
import pytest
from test_direct_call import warm, x_of
from test_early_plan import plan
from test_module_constants import executors

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.prim import TensorExprGroupOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.runtime.executors import profiled_plan, profiling_executor
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.profiling_record import ProfilingRecord
from xdsl_torchscript.runtime.executors.seen_arguments import SeenArguments
from xdsl_torchscript.runtime.executors.variants import MAX_VARIANTS

pytestmark = pytest.mark.usefixtures("compiled_now")

X = x_of(2, 6)

PROGRAMS: dict[str, tuple[str, Sequence[Any], Sequence[Any]]] = {
    "a number of results": (
        "def f(x, k: int):\n    best, _ = torch.topk(x.relu(), k, 1)\n    return best + 1\n",
        [2],
        [3],
    ),
    "a part of a size": (
        "def f(x, h: int):\n    return (x + 1).view(x.size(0), h, x.size(1) // h).sum(1)\n",
        [2],
        [3],
    ),
    "an axis and a flag": (
        "def f(x, dim: int, keep: bool):\n    return x - x.mean(dim, keepdim=keep).sum() * 2\n",
        [1, True],
        [0, False],
    ),
    "a string": (
        """def f(x, mode: str):
    d = x * x
    if mode == "mean":
        return d.mean()
    elif mode == "sum":
        return d.sum()
    return d
""",
        ["mean"],
        ["none"],
    ),
    "a length of a list": (
        """def f(x, n: int):
    out: List[Tensor] = []
    for i in range(n):
        x = torch.tanh(x + i)
        out.append(x)
    return torch.stack(out)
""",
        [3],
        [2],
    ),
    "a number or none": (
        """def f(x, dim: Optional[int] = None):
    if dim is not None:
        return x.sum(dim) * 2
    return x.sum() * 2
""",
        [1],
        [],
    ),
    "a factor or none": (
        """def f(x, scale: Optional[float] = None):
    if scale is None:
        scale = 0.5
    return torch.tanh(x * scale)
""",
        [],
        [2.0],
    ),
    "a list": (
        "def f(x, sizes: List[int]):\n    return (x * 2).view(sizes) + torch.ones(sizes)\n",
        [[3, 4]],
        [[4, 3]],
    ),
    "a tuple": (
        "def f(x, size: Tuple[int, int]):\n    return (x * 2).view(size[0], size[1]) + 1\n",
        [(3, 4)],
        [(4, 3)],
    ),
    "an end of a range": (
        "def f(x, n: int):\n    return torch.arange(n) * 2 + x[0, 0]\n",
        [5],
        [6],
    ),
}
"""Programs with arguments, and others."""

TOPK = PROGRAMS["a number of results"][0]
PART = PROGRAMS["a part of a size"][0]


def compiled(text: str) -> Any:
    return ts.compile(text).f


def expected(function: Any, *inputs: Any) -> np.ndarray[Any, Any]:
    with ts.optimized_execution(False):
        return np.asarray(function(*inputs))


def taken(function: Any) -> list[dict[int, Any]]:
    """The constant arguments of each executor of a function, the first one first."""
    return [dict(executor.constants.arguments) for executor in executors(function)]


def operators_outside(function: Any) -> list[str]:
    """The operators of the first plan that are in no group and in no fallback graph."""
    graph = executors(function)[0].graph
    branch = next(op for op in graph.walk() if op.name == "prim.If").then_block
    assert any(isinstance(op, TensorExprGroupOp) for op in branch.ops)
    return [op.name for op in branch.ops if isinstance(op, SchemaOp)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_plan_takes_what_decides_sizes(name: str) -> None:
    text, arguments, others = PROGRAMS[name]
    f = compiled(text)
    for given in (arguments, others, arguments):
        found = [np.asarray(f(X, *given)) for _ in range(4)]
        for each in found:
            np.testing.assert_allclose(each, expected(f, X, *given), rtol=1e-6)
    constant = taken(f)[0]
    assert [*constant.values()] == [*arguments] or [*constant.values()] == [None]
    assert operators_outside(f) == []


@pytest.mark.parametrize("name", ["a number of results", "a string", "a number or none"])
def test_calls_are_direct(name: str, python_calls: list[str]) -> None:
    text, arguments, others = PROGRAMS[name]
    f = compiled(text)
    warm(f, X, *arguments)
    warm(f, X, *others)
    python_calls.clear()
    f(X, *arguments)
    assert python_calls == []
    np.testing.assert_allclose(np.asarray(f(X, *others)), expected(f, X, *others), rtol=1e-6)


def test_a_parameter_of_an_operator_is_a_constant_of_several_plans() -> None:
    f = compiled(TOPK)
    for k in (2, 3, 4, 5, 1, 6):
        for _ in range(3):
            np.testing.assert_array_equal(np.asarray(f(X, k)), expected(f, X, k))
    assert taken(f) == [{1: 2}, {1: 3}, {1: 4}, {}]


def test_a_parameter_that_varied_before_is_a_constant() -> None:
    OPTIONS.compile, OPTIONS.hot_seconds = "background", 0.0
    f = compiled(TOPK)
    f(X, 2)
    plan(f, X, 3)
    assert taken(f) == [{1: 3}]


def test_a_size_that_varied_before_is_no_constant() -> None:
    OPTIONS.compile, OPTIONS.hot_seconds = "background", 0.0
    f = compiled(PART)
    f(X, 2)
    plan(f, X, 3)
    assert taken(f) == [{}]


MANY = """def f(x, y: Optional[Tensor] = None):
    return torch.tanh(x * 2) if y is None else torch.tanh(x * 2) + y
def g(x, y: Optional[List[Tensor]] = None):
    return torch.tanh(x * 2) if y is None else torch.tanh(x * 2) + y[0]
def h(x, y: Optional[Tuple[Tensor, int]] = None):
    return torch.tanh(x * 2) if y is None else torch.tanh(x * 2) + y[0]
"""


@pytest.mark.parametrize(("name", "wrap"), [("f", lambda y: y), ("g", list), ("h", tuple)])
def test_a_tensor_that_was_none_is_neither_compared_nor_kept(name: str, wrap: Any) -> None:
    f = getattr(ts.compile(MANY), name)
    y = ts.Tensor(X + 1)
    inputs: list[Any] = [y, 1][: 1 + (name == "h")]
    given = y if name == "f" else wrap(inputs)
    for each in (None, given, given, None, given):
        arguments = [] if each is None else [each]
        found = np.asarray(f(X, *arguments))
        np.testing.assert_allclose(found, expected(f, X, *arguments), rtol=1e-6)
    kept = ref(y.array)
    inputs.clear()
    del y, given, each, arguments
    f(X)
    gc.collect()
    assert kept() is None


class Flags(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.kind, self.scale = "a", 2

    def forward(self, x: ts.Tensor, a: bool, b: bool, c: bool) -> ts.Tensor:
        y = x * self.scale if self.kind == "a" else x
        if a:
            y = y.tanh()
        if b:
            y = y + 1
        return y * 2 if c else y


def test_many_flags_leave_the_constants_of_the_module() -> None:
    m = ts.script(Flags())
    flags = [*product((True, False), repeat=3)]
    for each in flags:
        for _ in range(4):
            np.testing.assert_allclose(m(X, *each).array, expected(m, X, *each), rtol=1e-6)
    of_module = {("kind",): "a", ("scale",): 2}
    found = executors(m.forward)
    assert [dict(executor.constants.values) for executor in found] == [of_module] * MAX_VARIANTS
    of_arguments = [dict(zip((1, 2, 3), each, strict=True)) for each in flags]
    of_call = [{n + 1: v for n, v in each.items()} for each in of_arguments]
    assert taken(m.forward) == [*of_call[: MAX_VARIANTS - 1], {}]


def test_each_flag_has_a_plan() -> None:
    f = compiled(PROGRAMS["an axis and a flag"][0])
    for keep in (True, False, True):
        warm(f, X, 1, keep)
    assert taken(f) == [{1: 1, 2: True}, {1: 1, 2: False}]


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, at: int):\n    return torch.tanh(x[:, at] * 2)\n",
        "def f(x, n: int):\n    return torch.tanh(x * n)\n",
        "def f(x, n: int):\n    for i in range(n):\n        x = torch.tanh(x * 2)\n    return x\n",
        "def f(x, n: int):\n    if n > 2:\n        x = x * 2\n    return torch.tanh(x * 2)\n",
    ],
    ids=["position", "factor", "number of rounds", "branch"],
)
def test_data_are_no_constants(text: str) -> None:
    f = compiled(text)
    for n in (1, 3):
        np.testing.assert_allclose(np.asarray(warm(f, X, n)), expected(f, X, n), rtol=1e-6)
    assert taken(f) == [{}]


def test_an_equal_list_has_the_plan_and_a_changed_one_another() -> None:
    f, sizes = compiled(PROGRAMS["a list"][0]), [3, 4]
    warm(f, X, sizes)
    np.testing.assert_array_equal(np.asarray(f(X, [3, 4])), expected(f, X, [3, 4]))
    assert taken(f) == [{1: [3, 4]}]
    sizes.reverse()
    np.testing.assert_array_equal(np.asarray(f(X, sizes)), expected(f, X, [4, 3]))


def test_a_list_that_is_written_is_no_constant() -> None:
    text = """def f(x, sizes: List[int]):
    sizes.append(2)
    return (x * 2 + 1).view(sizes), len(sizes)
"""
    f = compiled(text)
    for first in (6, 6, 6, 3):
        with pytest.raises(ts.Error) if first == 3 else nullcontext():
            y, length = f(X, [first])
            assert (tuple(y.shape), length) == ((6, 2), 2)
    assert taken(f) == [{}]


def test_a_list_that_is_returned_is_the_argument() -> None:
    f = compiled("def f(x, sizes: List[int]):\n    return (x * 2 + 1).view(sizes), sizes\n")
    y, returned = warm(f, X, [3, 4])
    assert (tuple(y.shape), returned) == ((3, 4), [3, 4])
    assert taken(f) == [{1: [3, 4]}]
    graph = executors(f)[0].graph
    users = [use.operation.name for use in graph.body.block.args[1].uses]
    assert "prim.TupleConstruct" in users


def test_errors_are_those_of_the_interpreter() -> None:
    f = compiled(TOPK)
    warm(f, X, 2)
    with pytest.raises(ts.Error, match="k") as found:
        f(X, 7)
    with ts.optimized_execution(False), pytest.raises(ts.Error) as wanted:
        f(X, 7)
    assert str(found.value) == str(wanted.value)


def test_explain_names_constant_arguments() -> None:
    f = compiled(TOPK)
    warm(f, X, 2)
    assert re.search(r"\bk\b\W+2\b", str(ts.explain(f, X, 2)))


def test_simplified_code_is_not_for_other_constants() -> None:
    f, y = compiled("def f(x, k: int):\n    return x.unsqueeze(k)\n"), X.astype(np.float64)
    warm(f, X, 0)
    warm(f, X, 0)
    for inputs in ((X, 1), (y, 0), (y, 0), (X, 1), (y, 1), (X, 0)):
        assert f(*inputs).shape == expected(f, *inputs).shape


class Publishing:
    """The attribute of executors for the code that runs now: before it is read, another thread may
    publish the code of a profile."""

    def __init__(self, tasks: list[Any], profiled: threading.Event) -> None:
        self.tasks, self.profiled = tasks, profiled

    def __get__(self, executor: Any, owner: type) -> Any:
        while self.tasks:
            thread = threading.Thread(target=self.tasks.pop())
            thread.start()
            assert self.profiled.wait(60)
            thread.join(0.5)  # the lock of the executor may hold it back
        return vars(executor)["_current"]

    def __set__(self, executor: Any, value: Any) -> None:
        vars(executor)["_current"] = value


def test_a_call_runs_the_code_of_the_constants_that_it_checks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    profiled = threading.Event()

    def make_record(*arguments: Any) -> ProfilingRecord:
        profiled.set()
        return ProfilingRecord(*arguments)

    monkeypatch.setattr(profiled_plan, "ProfilingRecord", make_record)
    OPTIONS.compile, OPTIONS.hot_seconds = "background", 0.0
    tasks: list[Any] = []
    monkeypatch.setattr(profiling_executor, "schedule", tasks.append)
    f = compiled("def f(x, k: bool):\n    return (x * 2).sum(1, keepdim=k) + 1\n")
    f(X, True)
    f(X, True)
    assert len(tasks) == 1
    monkeypatch.setattr(ProfilingExecutor, "_current", Publishing(tasks, profiled), raising=False)
    assert f(X, False).shape == (2,)
    assert profiled.is_set()  # while the call ran; it may have asked for a profile of its own


def test_flags_may_change_and_numbers_not() -> None:
    seen = SeenArguments()
    seen.note([X, 3, True, "a", [1, 2], None])
    seen.note([X, 3, False, "a", [1, 2], None])
    assert seen.fixed == {1, 2, 3, 4, 5}
    seen.note([X, 4, True, "b", [1, 3], 2])
    assert seen.fixed == {2, 5}


def test_parameters_have_few_values() -> None:
    seen, function = SeenArguments(), compiled(TOPK).op
    for k in range(1, 1 + MAX_VARIANTS):
        seen.note([X, k])
        assert seen.fixed_in(function) == {1}
    seen.note([X, 0])
    assert seen.fixed_in(function) == set()
