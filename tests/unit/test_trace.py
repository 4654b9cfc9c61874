"""`ts.trace`. That the graphs are PyTorch's is tested in tests/conformance/test_traces.py."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from console_blocks import ROOT, pairs, run

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.modules.module_base import Module, Parameter
from xdsl_torchscript.runtime.modules.unit import compile
from xdsl_torchscript.runtime.tracing.active import current

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def graph(text: str) -> str:
    """Return the lines of a graph without locations."""
    return "\n".join(line.partition(" # ")[0] for line in text.strip().splitlines())


def lines(traced: Any) -> list[str]:
    return [line.strip() for line in graph(str(traced.graph)).splitlines()]


def test_a_function() -> None:
    traced = ts.trace(lambda x: (x * 2).sum(dim=0), X)
    assert graph(str(traced.graph)) == graph(
        """\
graph(%x : Tensor):
  %1 : int = prim::Constant[value=2]()
  %2 : Tensor = aten::mul(%x, %1)
  %3 : int = prim::Constant[value=0]()
  %4 : int[] = prim::ListConstruct(%3)
  %5 : bool = prim::Constant[value=0]()
  %6 : NoneType = prim::Constant()
  %7 : Tensor = aten::sum(%2, %4, %5, %6)
  return (%7)"""
    )
    assert traced(np.ones((4, 2), np.float32)).tolist() == [8.0, 8.0]


def test_every_op_has_the_place_that_it_is_from() -> None:
    def f(x: Any) -> Any:
        y = x + 1
        return y.sin() * y.cos()

    first = f.__code__.co_firstlineno
    places = [line.partition(" # ")[2] for line in str(ts.trace(f, X).graph).splitlines()]
    found = [place.split(":")[1:] for place in places if place]
    assert [__file__] * len(found) == [place.partition(":")[0] for place in places if place]
    assert found[0] == [str(first + 1), "13"]
    assert [str(first + 2), "16"] in found
    assert [str(first + 2), "26"] in found


def test_sizes_stay_sizes() -> None:
    def f(x: Any) -> Any:
        rows, columns = x.shape
        return x.reshape(columns, rows).view(-1, x.size(0)), x * x.numel(), ts.zeros(x.size(1))

    traced = ts.trace(f, X)
    assert not [line for line in lines(traced) if "value=2" in line or "value=3" in line]
    reshaped, scaled, zeros = traced(np.ones((5, 4), np.float32))
    assert (reshaped.shape, zeros.shape) == ((4, 5), (4,))
    assert scaled[0, 0].item() == 20.0


def test_inputs_and_results_in_containers() -> None:
    def f(pair: Any, many: Any, table: Any) -> Any:
        a, (b,) = pair
        return {"sum": a + many[1]}, [b, table["k"]], (a, (b,))

    inputs = ((X, (X,)), [X, X], {"k": X})
    sums, several, nested = ts.trace(f, inputs)(*inputs)
    assert sums["sum"].tolist() == (2 * X).tolist()
    assert [t.tolist() for t in several] == [X.tolist()] * 2
    assert nested[1][0].tolist() == X.tolist()


@pytest.mark.parametrize(
    ("function", "inputs", "text"),
    [
        (lambda x, n: x, (X, 2), "the input 'n' is or contains a value of type 'int'"),
        (lambda x: 3, X, "the result is or contains a value of type 'int'"),
        (lambda x: None, X, "the result is or contains a value of type 'NoneType'"),
        (
            lambda x: ts.Tensor(x.numpy() * 2),
            X,
            "the result contains a tensor that",
        ),
        (lambda x: [x, (x,)], X, "the elements of the result differ in type; use a tuple"),
        (lambda d: d, ({1: X},), "the input 'd' is a dict with keys that are not strings"),
    ],
)
@pytest.mark.filterwarnings("ignore::xdsl_torchscript.runtime.tracing.recorder.TracerWarning")
def test_functions_that_cannot_be_traced(function: Any, inputs: Any, text: str) -> None:
    with pytest.raises(ts.TraceError) as raised:
        ts.trace(function, inputs)
    assert str(raised.value).startswith(text)


def test_only_functions_are_traced() -> None:
    with pytest.raises(TypeError, match="a function or a module is traced, not 3"):
        ts.trace(3, X)


def warnings_of_trace(function: Callable[[Any], Any]) -> list[str]:
    """Return the warnings of a trace, with line numbers relative to the function."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ts.trace(function, X, check_trace=False)
    first = function.__code__.co_firstlineno
    assert all(w.category is ts.TracerWarning and w.filename == __file__ for w in caught)
    return [f"{w.lineno - first}: {str(w.message).partition(':')[0]}" for w in caught]


def test_warnings_where_values_leave_the_trace() -> None:
    def f(x: Any) -> Any:
        if x.sum() > 0:
            x = x + 1
        for row in x:
            x = x + row
        n, r = int(x.sum()), float(x.sum())
        m = x.sum().item() + len(x) + len(x.tolist()) + x.numpy().size
        if x.size(0) == 2:
            x = x + m
        for _ in range(x.size(0)):
            x = x + 1
        x = x + np.sin(x)
        return x * n * r

    assert warnings_of_trace(f) == [
        "1: a condition",
        "3: a loop over a tensor",
        "5: int()",
        "5: float()",
        "6: item()",
        "6: len()",
        "6: tolist()",
        "6: numpy()",
        "7: a condition",
        "9: the use of a tensor as a whole number",
        "11: the use of a tensor as an array",
    ]


def test_no_warning_for_values_outside_the_trace() -> None:
    constant = ts.ones(1)

    def f(x: Any) -> Any:
        x = x + 1 if constant and x.dim() == 2 and x.dtype is ts.float32 else x
        return x[x > 0] + np.ones(1)

    assert warnings_of_trace(f) == []


def test_writes_are_recorded() -> None:
    def f(x: Any) -> Any:
        y = x.clone()
        y[0] = 1
        y[y > 4] = 0
        y += x
        y[:, 0].copy_(x[:, 1])
        return y

    inputs = np.full((3, 3), 5, np.float32)
    assert ts.trace(f, X)(inputs).tolist() == f(ts.Tensor(inputs)).tolist()


def test_example_inputs_are_left_alone() -> None:
    x = ts.ones(2)
    traced = ts.trace(lambda x: x.add_(1), x)
    assert x.tolist() == [1.0, 1.0]
    traced(x)
    assert x.tolist() == [2.0, 2.0]


def test_tensors_from_outside_are_constants() -> None:
    many, one = ts.tensor([1.0, 2.0, 3.0]), ts.tensor(2.5)
    traced = ts.trace(lambda x: x * many + one, X)
    text = "\n".join(lines(traced))
    assert "value=<Tensor>" in text
    assert "value={2.5}" in text
    assert [a.tolist() for a in traced.program.resources.values()] == [[1.0, 2.0, 3.0]]
    assert traced(X).tolist() == (X * [1, 2, 3] + 2.5).tolist()


def test_scripted_functions_keep_their_control_flow() -> None:
    unit = compile(
        "def g(x, n: int):\n    if bool(x.sum() > 0):\n        x = x + n\n    return x\n"
        "def f(x, n: int = 2):\n    return g(x, n) * 2\n"
    )
    traced = ts.trace(lambda x: unit.f(x, x.size(0)) - unit.f(x), ts.ones(3))
    calls = [line for line in lines(traced) if "CallFunction" in line]
    assert len(calls) == 2
    assert traced(ts.ones(5)).tolist() == [6.0] * 5
    assert traced(-ts.ones(5)).tolist() == [0.0] * 5
    assert "prim::If" in str(traced.inlined_graph)


class Scale(Module):
    def __init__(self, by: float) -> None:
        super().__init__()
        self.weight = Parameter(np.full(3, by, np.float32))

    def forward(self, x: Any) -> Any:
        self.seen = x * self.weight
        return self.seen.relu()


class Net(Module):
    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = Scale(2), Scale(3)
        self.register_buffer("shift", np.ones(3, np.float32))
        self.register_buffer("nothing", None)

    def forward(self, x: Any) -> Any:
        return self.a(self.b(x)) + self.a(x) + self.b.weight + self.shift, self.b.seen


def test_modules() -> None:
    net = Net()
    traced = ts.trace(net, X)
    home = f"__torch__.{__name__}"
    gets = [line for line in lines(traced) if "GetAttr" in line]
    assert gets == [
        '%shift : Tensor = prim::GetAttr[name="shift"](%self)',
        f'%a : {home}.Scale = prim::GetAttr[name="a"](%self)',
        f'%b : {home}.___torch_mangle_0.Scale = prim::GetAttr[name="b"](%self)',
        '%weight : Tensor = prim::GetAttr[name="weight"](%b)',
    ]
    names = ["a.weight", "b.weight"]
    assert [name for name, _ in traced.named_parameters()] == names
    assert list(traced.state_dict()) == ["shift", *names]
    y = np.array([[1, -1, 2]], np.float32)
    for wanted, found in zip(net(ts.Tensor(y)), traced(y), strict=True):
        assert found.tolist() == wanted.tolist()
    # The tensors are those of the module.
    net.a.weight.copy_(ts.zeros(3))
    assert traced(y)[0].tolist() == net(ts.Tensor(y))[0].tolist()


def test_modules_by_number() -> None:
    chain = ts.Sequential(Scale(2.0), Scale(0.5))
    traced = ts.trace(chain, ts.ones(3))
    assert traced(ts.ones(3)).tolist() == chain(ts.ones(3)).tolist() == [1, 1, 1]
    assert '= prim::GetAttr[name="0"](%self)' in str(traced.graph)


def test_values_that_escape_a_module_are_results_of_its_method() -> None:
    traced = ts.trace(Net(), X)
    calls = [line for line in lines(traced) if "CallMethod" in line]
    assert [line.partition("CallMethod")[2].partition("(")[0] for line in calls] == [
        '[name="forward"]',
        '[name="forward"]',
        '[name="forward1"]',
    ]
    assert sum("(Tensor, Tensor) = prim::CallMethod" in line for line in calls) == 1


def test_a_module_at_two_places_is_one_object() -> None:
    class Twice(Module):
        def __init__(self) -> None:
            super().__init__()
            self.a = self.b = Scale(2)

        def forward(self, x: Any) -> Any:
            return self.a(x) + self.b(x)

    traced = ts.trace(Twice(), X)
    assert traced.a == traced.b
    assert traced(X).tolist() == (4 * X).tolist()


def test_a_scripted_module_in_a_module_keeps_its_control_flow() -> None:
    class Step(Module):
        def __init__(self, by: float) -> None:
            super().__init__()
            self.weight = Parameter(np.full(3, by, np.float32))

        def forward(self, x):
            if bool(x.sum() > 0):
                x = x * self.weight
            return x

    class Outer(Module):
        def __init__(self) -> None:
            super().__init__()
            self.one, self.two = ts.script(Step(2)), ts.script(Step(3))

        def forward(self, x: Any) -> Any:
            return self.two(self.one(x)) + self.one.weight

    traced = ts.trace(Outer(), X)
    assert traced(X).tolist() == (6 * X + 2).tolist()
    assert traced(-X).tolist() == (2 - X).tolist()
    assert [name for name, _ in traced.named_parameters()] == ["one.weight", "two.weight"]


def test_a_scripted_module_outside_of_the_traced_one() -> None:
    class Step(Module):
        def forward(self, x):
            return x + 1

    scripted = ts.script(Step())
    with pytest.raises(ts.TraceError, match="belongs to a scripted module that the traced module"):
        ts.trace(lambda x: scripted(x), X)


def test_a_bound_method_is_traced_as_its_module() -> None:
    assert ts.trace(Net().forward, X).original_name == "Net"


def test_functions_that_change_between_runs_are_reported() -> None:
    state = [0]

    def f(x: Any) -> Any:
        state[0] += 1
        return x + state[0]

    with pytest.raises(ts.TracingCheckError, match=r"-    %0 = prim.Constant 1 : i64\n"):
        ts.trace(f, X)
    ts.trace(f, X, check_trace=False)


def test_check_of_constants_that_change() -> None:
    tables = iter([np.ones(3, np.float32), np.zeros(3, np.float32)])
    with pytest.raises(ts.TracingCheckError, match="the constant 'c0' of the trace differed"):
        ts.trace(lambda x: x + ts.Tensor(next(tables)), X)


def test_check_on_other_inputs() -> None:
    def f(x: Any) -> Any:
        return x + 1 if x.array.sum() > 0 else x

    with pytest.warns(ts.TracerWarning, match="result 1 of the traced program differs"):
        ts.trace(f, X, check_inputs=[(-X,)])


def test_a_trace_inside_of_a_trace() -> None:
    def f(x: Any) -> Any:
        inner = ts.trace(lambda y: y.relu() + 1, ts.ones(3))
        return inner(x) * 2

    traced = ts.trace(f, X)
    assert any("CallFunction" in line for line in lines(traced))
    assert traced(-X).tolist() == np.full((2, 3), 2.0).tolist()


def test_threads_and_failures_leave_no_trace_behind() -> None:
    seen: list[Any] = []

    def look() -> None:
        seen.append(current())

    def f(x: Any) -> Any:
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        raise KeyError("as planned")

    with pytest.raises(KeyError, match="as planned"):
        ts.trace(f, X)
    assert seen == [None]
    assert current() is None


def test_the_example_prints_the_documented_output() -> None:
    document = (ROOT / "docs/tracing.md").read_text()
    ((command, printed),) = pairs(document)
    assert run(command) == printed
