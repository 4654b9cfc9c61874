"""Direct calls: machine code answers the calls for which the kernel of a plan holds."""

from __future__ import annotations

import asyncio
import contextvars
import copy
import gc
import inspect
import sys
import threading
import weakref
from typing import Any

import numpy as np
import pytest
from test_hooks import answers, load

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import BudgetError, InputMismatch
from xdsl_torchscript.runtime.modules.direct_callable import set_direct
from xdsl_torchscript.runtime.modules.handle import object_of
from xdsl_torchscript.runtime.tracing.recorder import TraceError

POINTWISE = "def f(x, y):\n    return torch.tanh(x * 2 + y)\n"


pytestmark = pytest.mark.usefixtures("compiled_now")


def x_of(*shape: int) -> np.ndarray:
    return np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape) / 8


def warm(function: Any, *inputs: Any) -> Any:
    for _ in range(4):
        result = function(*inputs)
    return result


def function(text: str = POINTWISE) -> Any:
    return ts.compile(text).f


class Scale(ts.Module):
    def __init__(self, factor: float = 2.0) -> None:
        super().__init__()
        self.weight = ts.Parameter(np.full(5, factor, np.float32), requires_grad=False)
        self.register_buffer("bias", np.ones(5, np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return x * self.weight + self.bias


class Two(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Scale(3.0)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.inner(x) * 2


class Trained(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Scale(3.0)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.inner(x) / 2


def module(factor: float = 2.0) -> Any:
    made = ts.script(Scale(factor))
    warm(made, x_of(5))
    return made


# ---- direct


def test_a_function_is_called_directly(python_calls: list[str]) -> None:
    f, x, y = function(), x_of(5), x_of(5) + 1
    warm(f, x, y)
    python_calls.clear()
    for arguments in ((x, y), (ts.tensor(x), y), (ts.tensor(x), ts.tensor(y))):
        result = f(*arguments)
        assert type(result) is ts.Tensor and result.requires_grad is False
        np.testing.assert_allclose(result.array, np.tanh(x * 2 + y), rtol=1e-6)
    assert python_calls == []


def test_a_tuple_is_returned_as_a_tuple(python_calls: list[str]) -> None:
    f, x = function("def f(x):\n    return x * 2 + 1, x * 3 - 1\n"), x_of(5)
    warm(f, x)
    python_calls.clear()
    result = f(x)
    assert python_calls == [] and type(result) is tuple
    np.testing.assert_array_equal(result[0].array, x * 2 + 1)
    np.testing.assert_array_equal(result[1].array, x * 3 - 1)


def test_a_tuple_may_have_another_order_than_the_kernel(python_calls: list[str]) -> None:
    text = "def f(x):\n    a = x * 2 + 1\n    b = x * 3\n    c = a * b\n    return c, a, b\n"
    f, x = function(text), x_of(5)
    warm(f, x)
    python_calls.clear()
    c, a, b = f(x)
    assert python_calls == []
    np.testing.assert_array_equal(a.array, x * 2 + 1)
    np.testing.assert_array_equal(b.array, x * 3)
    np.testing.assert_array_equal(c.array, a.array * b.array)


def test_a_tuple_of_one_is_returned_as_a_tuple() -> None:
    f, x = function("def f(x) -> Tuple[Tensor]:\n    return (x * 2 + 1,)\n"), x_of(5)
    warm(f, x)
    (result,) = f(x)
    np.testing.assert_array_equal(result.array, x * 2 + 1)


def test_a_named_tuple_keeps_its_names() -> None:
    text = """
class Pair(NamedTuple):
    low: Tensor
    high: Tensor

def f(x):
    return Pair(x * 2 + 1, x * 3 - 1)
"""
    f, x = function(text), x_of(5)
    np.testing.assert_array_equal(warm(f, x).high.array, x * 3 - 1)


@pytest.mark.parametrize("make", [Scale, Two])
def test_a_module_is_called_directly(make: Any, python_calls: list[str]) -> None:
    m, x = ts.script(make()), x_of(5)
    expected = warm(m, x)
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, expected.array)
    np.testing.assert_array_equal(m.forward(x).array, expected.array)
    assert python_calls == []


def test_a_frozen_module_is_called_directly(python_calls: list[str]) -> None:
    m, x = ts.freeze(ts.script(Scale()).eval()), x_of(5)
    warm(m, x)
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, x * 2 + 1)
    assert python_calls == []


def test_objects_of_a_class_have_their_own_parameters(python_calls: list[str]) -> None:
    first, x = module(), x_of(5)
    second = copy.deepcopy(first)
    second.weight.array[:] = 5
    second(x)
    python_calls.clear()
    np.testing.assert_array_equal(first(x).array, x * 2 + 1)
    np.testing.assert_array_equal(second(x).array, x * 5 + 1)
    assert python_calls == []


def test_another_view_of_a_unit_is_the_same_function(python_calls: list[str]) -> None:
    unit, x = ts.compile(POINTWISE), x_of(5)
    for _ in range(4):
        expected = unit.f(x, x)
    python_calls.clear()
    np.testing.assert_array_equal(unit.f(x, x).array, expected.array)
    assert python_calls == [] and unit.f is unit.functions()[0]


# ---- parameters change


def test_a_replaced_parameter_is_read(python_calls: list[str]) -> None:
    m, x = module(), x_of(5)
    m.weight = ts.full((5,), 7.0)
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, x * 7 + 1)
    assert python_calls == []


def test_a_written_parameter_is_read() -> None:
    m, x = module(), x_of(5)
    m.weight.array[:] = 4
    np.testing.assert_array_equal(m(x).array, x * 4 + 1)
    m.load_state_dict({"weight": x_of(5), "bias": x_of(5)})
    np.testing.assert_array_equal(m(x).array, x * x + x)


def test_a_parameter_of_another_type_is_for_the_interpreter(python_calls: list[str]) -> None:
    m, x = module(), x_of(5)
    for other in (ts.full((1,), 3.0), ts.full((5,), 3.0).double(), ts.full((2, 5), 3.0)):
        m.weight = other
        python_calls.clear()
        np.testing.assert_allclose(m(x).array, x * 3 + np.ones(other.shape), rtol=1e-6)
        assert python_calls == ["forward"]


def test_a_parameter_that_requires_gradients_is_for_a_plan_that_saw_one(
    python_calls: list[str],
) -> None:
    m, x = module(), x_of(5)
    m.requires_grad_()
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, x * 2 + 1)
    assert python_calls == ["forward"], "the plan was made for one that requires none"
    m = ts.script(Trained()).requires_grad_()
    warm(m, x)
    python_calls.clear()
    result = m(x)
    np.testing.assert_array_equal(result.array, (x * 3 + 1) / 2)
    assert python_calls == [] and result.requires_grad is False


def test_a_replaced_submodule_is_read() -> None:
    m, x = ts.script(Two()), x_of(5)
    warm(m, x)
    other = copy.deepcopy(m.inner)
    other.weight.array[:] = 10
    m.inner = other
    np.testing.assert_array_equal(m(x).array, (x * 10 + 1) * 2)


def test_an_unset_attribute_raises() -> None:
    m = module()
    del object_of(m).slots["weight"]
    with pytest.raises(ts.RuntimeFault, match="was never set"):
        m(x_of(5))


# ---- arguments


def test_keywords_and_wrong_arguments_are_for_python() -> None:
    f, x = function(), x_of(5)
    expected = warm(f, x, x).array
    np.testing.assert_array_equal(f(x, y=x).array, expected)
    np.testing.assert_array_equal(f(y=x, x=x).array, expected)
    np.testing.assert_array_equal(f.__call__(x, y=x).array, expected)
    for wrong in ((), (x,), (x, x, x), (x, "text"), (None, x)):
        with pytest.raises(InputMismatch):
            f(*wrong)
    with pytest.raises(InputMismatch, match="twice"):
        f(x, x, x=x)


def test_defaults() -> None:
    f, x = function("def f(x, n: int = 2):\n    return x * n + 1\n"), x_of(5)
    warm(f, x, 2)
    np.testing.assert_array_equal(f(x).array, x * 2 + 1)
    np.testing.assert_array_equal(f(x, 3).array, x * 3 + 1)
    np.testing.assert_array_equal(f(x, True).array, x + 1)


def test_an_unused_argument_is_checked() -> None:
    f, x = function("def f(x, n: int):\n    return x * 2 + 1\n"), x_of(5)
    warm(f, x, 2)
    with pytest.raises(InputMismatch, match="takes for 'n' a value of type int"):
        f(x, "text")


def test_inputs_of_other_types(python_calls: list[str]) -> None:
    f, x = function(), x_of(6)
    warm(f, x, x)
    for other in (
        x.astype(np.float64),
        np.tile(x, 2)[::2],
        x.reshape(2, 3),
        ts.tensor(x, requires_grad=True),
        ts.Parameter(x),
        [0.5, 1.0],
    ):
        python_calls.clear()
        if isinstance(other, list):
            with pytest.raises(InputMismatch):
                f(other, other)
            continue
        result = f(other, other)
        array = other.array if isinstance(other, ts.Tensor) else other
        np.testing.assert_allclose(result.array, np.tanh(array * 3), rtol=1e-6)
        assert python_calls == ["f"]


def test_inputs_may_alias() -> None:
    f, x = function(), x_of(6)
    warm(f, x, x)
    expected = np.tanh(x * 3)
    result = f(x, x)
    np.testing.assert_allclose(result.array, expected, rtol=1e-6)
    assert not np.shares_memory(result.array, x)
    x[:] = 0
    np.testing.assert_allclose(result.array, expected, rtol=1e-6)
    np.testing.assert_array_equal(f(result, result).shape, (6,))


# ---- what else observes calls


def test_a_trace_records_the_call() -> None:
    f, x = function(), ts.tensor(x_of(5))
    warm(f, x, x)
    traced = ts.trace(lambda a, b: f(a, b) * 2, (x, x))
    assert "aten::tanh" in str(traced.inlined_graph)


def test_a_trace_records_the_module() -> None:
    m, x = module(), ts.tensor(x_of(5))
    with pytest.raises(TraceError, match="belongs to a scripted module"):
        ts.trace(lambda a: m(a) * 2, (x,))


def test_a_tensor_gives_its_array() -> None:
    f, x = function(), ts.tensor(x_of(5))
    result = warm(f, x, x)
    array = result.array
    before = sys.getrefcount(array)
    found = [result.numpy() for _ in range(100)]
    assert sys.getrefcount(array) == before + 100
    assert all(one is array for one in found)
    with pytest.raises(TypeError, match="no arguments"):
        result.numpy(1)
    with pytest.warns(ts.TracerWarning, match="numpy"):
        ts.trace(lambda a: a * float(a.numpy()[0]), (x,))
    assert "(self, /)" in str(inspect.signature(ts.Tensor.numpy))


def test_a_subclass_may_define_its_own_call() -> None:
    warm(module(), x_of(5))

    class Doubling(ts.ScriptModule):
        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return super().__call__(*args, **kwargs) * 2

    class Plain(ts.ScriptModule): ...

    own, plain, x = object.__new__(Doubling), object.__new__(Plain), x_of(5)
    for made in (own, plain):
        vars(made).update(vars(module()))
        set_direct(made, None)
        warm(made, x)
    np.testing.assert_array_equal(own(x).array, (x * 2 + 1) * 2)
    np.testing.assert_array_equal(plain(x).array, x * 2 + 1)


def test_a_budget_counts_the_call() -> None:
    f, m, x = function(), module(), x_of(5)
    warm(f, x, x)
    with ts.budget(steps=1):
        for call in (lambda: f(x, x), lambda: m(x)):
            with pytest.raises(BudgetError):
                call()
    f(x, x)


def test_a_budget_holds_in_a_context_that_outlives_its_block() -> None:
    f, x = function(), x_of(5)
    warm(f, x, x)
    with ts.budget(steps=1):
        context = contextvars.copy_context()
    with pytest.raises(BudgetError):
        context.run(f, x, x)

    async def bounded() -> None:
        with ts.budget(steps=1):
            await asyncio.sleep(0)
            with pytest.raises(BudgetError):
                f(x, x)

    async def both() -> None:
        await asyncio.gather(bounded(), asyncio.to_thread(f, x, x))

    asyncio.run(both())


def test_a_profile_shows_the_operators() -> None:
    f, x = function(), x_of(5)
    warm(f, x, x)
    assert "aten::tanh" in ts.profile(f, x, x).operators


def test_another_engine_answers_the_calls(python_calls: list[str]) -> None:
    f, m, x = function(), module(), x_of(5)
    warm(f, x, x)
    with ts.optimized_execution(False):
        np.testing.assert_allclose(f(x, x).array, np.tanh(x * 3), rtol=1e-6)
        with pytest.raises(ts.Error, match="interpreted"):
            ts.last_executed_optimized_graph()
        np.testing.assert_array_equal(m(x).array, x * 2 + 1)


def test_the_last_graph_is_that_of_the_thread() -> None:
    f, g, x = function(), function("def f(x):\n    return x.exp() * x\n"), x_of(5)
    warm(g, x)
    warm(f, x, x)
    found: list[str] = []

    def call() -> None:
        g(x)
        found.append(str(ts.last_executed_optimized_graph()))

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert "aten::exp" in found[0] and "prim::TensorExprGroup" in found[0]
    assert "aten::tanh" in str(ts.last_executed_optimized_graph())


def test_the_last_graph_is_that_of_the_last_engine() -> None:
    f, g, x = function(), function("def f(x):\n    return x.exp() * x\n"), x_of(5)
    warm(f, x, x)
    for _ in range(3):
        g(x[::2])
        assert "aten::exp" in str(ts.last_executed_optimized_graph())
        f(x, x)
        assert "aten::tanh" in str(ts.last_executed_optimized_graph())


def test_no_keywords_are_none(python_calls: list[str]) -> None:
    f, x = function(), x_of(5)
    warm(f, x, x)
    python_calls.clear()
    np.testing.assert_allclose(f(*(x, x), **{}).array, np.tanh(x * 3), rtol=1e-6)
    assert python_calls == []


def test_hooks_run() -> None:
    m = load()
    for _ in range(5):
        assert answers(m) == [[10.0], [11.0]]


# ---- threads and memory


def test_threads_share_a_module_whose_parameter_changes() -> None:
    m, x = module(), x_of(5)
    big = ts.script(Scale())
    big.weight, big.bias = ts.full((40000,), 2.0), ts.ones(40000)
    wide = np.ones(40000, np.float32)
    warm(big, wide)
    stop, wrong = threading.Event(), []

    def call(called: Any, value: np.ndarray) -> None:
        while not stop.is_set():
            result = called(value).array
            if not any(np.array_equal(result, value * k + 1) for k in (2, 3)):
                wrong.append(result)

    threads = [threading.Thread(target=call, args=pair) for pair in ((m, x), (big, wide)) * 2]
    for thread in threads:
        thread.start()
    for number in range(300):
        m.weight = ts.full((5,), 2.0 + number % 2)
        big.weight = ts.full((40000,), 2.0 + number % 2)
    stop.set()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_call_keeps_no_reference() -> None:
    f, m, x = function(), module(), ts.tensor(x_of(5))
    warm(f, x, x)
    kept = (x, x.array, None, False, m.weight, m.weight.array, m.weight.array.dtype)
    m(x)
    before = [sys.getrefcount(value) for value in kept]
    for _ in range(1000):
        f(x, x)
        m(x)
        with pytest.raises(InputMismatch):
            f(x)
    after = [sys.getrefcount(value) for value in kept]
    assert all(abs(b - a) < 100 for a, b in zip(after, before, strict=True))


def test_a_program_is_freed_with_its_plans() -> None:
    unit, x = ts.compile(POINTWISE), x_of(5)
    f = unit.f
    warm(f, x, x)
    freed = weakref.ref(unit)
    del f, unit
    gc.collect()
    assert freed() is None


class Shifted(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = ts.Tensor(np.ones(5, np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return (x * self.weight + 1).relu()


def test_plans_of_a_scripted_module_are_freed_with_the_last_one() -> None:
    first, second = ts.script(Shifted()), ts.script(Shifted())
    program, x = first.forward.program, x_of(5)
    key = first.forward.key
    warm(first, x)
    warm(second, x)
    freed = weakref.ref(object_of(first))
    del first
    gc.collect()
    kept = [key in plans for plans in program.executors.values()]
    assert freed() is None and any(kept)
    del second
    gc.collect()
    assert not any(key in plans for plans in program.executors.values())


def test_a_deleted_function_may_be_running() -> None:
    f, x = function(), np.ones(1 << 20, np.float32)
    warm(f, x, x)
    results: list[Any] = []
    thread = threading.Thread(target=lambda call=f: results.append(call(x, x)))
    thread.start()
    del f
    gc.collect()
    thread.join()
    np.testing.assert_allclose(results[0].array, np.tanh(x * 3), rtol=1e-6)


def test_python_sees_the_same_signature() -> None:
    f, x = function(), x_of(5)
    warm(f, x, x)
    assert str(inspect.signature(f)).startswith("(x")
    assert "(self, /, *args, **kwargs)" in str(inspect.signature(ts.ScriptModule.__call__))
    assert "Run `forward`" in (ts.ScriptModule.__call__.__doc__ or "")
    with pytest.raises(TypeError):
        ts.ScriptModule.__call__(object())
