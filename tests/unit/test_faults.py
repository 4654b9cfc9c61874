"""A failure at any point of native compilation: the interpreter answers, after one warning.

Excluded is what interprets a call without any plan, so nothing could answer in its place:
`executor.execute` runs a code inside another one, and `engine.executor_of` makes the object that
runs a function, in its first call, out of the interpreter's code.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import numpy as np
import pytest
from xdsl.passes import ModulePass
from xdsl.transforms import get_all_passes

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.core import pass_runner
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.pipelines import PIPELINES
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors import (
    argument_spec,
    direct_call,
    fused_group,
    outlines,
    plan_passes,
    profiling_executor,
    profiling_record,
    specializing_executor,
)
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.front_plan import FrontPlan
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
from xdsl_torchscript.runtime.executors.options import OPTIONS, Options
from xdsl_torchscript.runtime.executors.profiling_executor import ANSWERS, ProfilingExecutor
from xdsl_torchscript.runtime.executors.seen_sizes import SeenSizes
from xdsl_torchscript.runtime.native import compile_kernel, kernel, machine_code, weight_panels
from xdsl_torchscript.runtime.passes import pass_factories

F32 = np.float32

Break = Callable[[pytest.MonkeyPatch], None]
"""Make one point fail."""


class Layer(ts.Module):
    """A convolution with packed filters, and operators that are fused with it."""

    def __init__(self) -> None:
        super().__init__()
        filters = np.random.default_rng(0).standard_normal((32, 32, 3, 3), F32)
        self.filters = ts.Parameter(filters, requires_grad=False)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y = ts.relu(ts.conv2d(x, self.filters, None, [1, 1], [1, 1])) + x
        return ts.max_pool2d(y, [2, 2]) * 2


class Counting(ts.Module):
    """Side effects, one of which no group takes, and an attribute that is a constant."""

    def __init__(self) -> None:
        super().__init__()
        self.factor = 2

    def forward(self, x: ts.Tensor, calls: ts.Tensor) -> ts.Tensor:
        calls.add_(1)
        y = ts.tanh(x * self.factor) + x
        print(x.size(0))
        return y * 2 + calls


class Viewing(ts.Module):
    """Fails for some sizes."""

    def __init__(self) -> None:
        super().__init__()
        self.columns = 5

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return (ts.tanh(x * 2) + x).view([-1, self.columns])


@ts.interface
class Called(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor: ...


def shift(x: ts.Tensor) -> ts.Tensor:
    for _ in range(2000):
        x = x * 1.0
    return x + 1


class Waiting(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        future = ts.fork(shift, x)
        return ts.wait(future) + x


class Calling(ts.Module):
    """A call of an executor, which waits for a fork longer than that has run."""

    called: Called

    def __init__(self) -> None:
        super().__init__()
        self.called = Waiting()

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.called.forward(x) + 1


class Injected(RuntimeError):
    """No error of the compiler is one."""


def _fail(*arguments: object, **named: object) -> None:
    raise Injected("injected")


def _function(owner: object, name: str) -> Break:
    return lambda patch: patch.setattr(owner, name, _fail)


def _pass(step: ModulePass) -> Break:
    return _function(type(step), "run" if isinstance(step, TsPass) else "apply")


def _broken_ir(patch: pytest.MonkeyPatch) -> None:
    """Let LLVM parse a module that its verifier rejects."""
    wrong = (
        "define i1 @f() {\n  %injected = xor i1 %y, 1\n  %y = xor i1 %injected, 1\n  ret i1 %y\n}\n"
    )
    emit = machine_code.llvm_ir
    patch.setattr(machine_code, "llvm_ir", lambda module: emit(module) + wrong)
    _no_cache(patch)


def _unknown_symbol(patch: pytest.MonkeyPatch) -> None:
    """Let a kernel call a function that is not there."""
    wrong = "declare void @injected()\ndefine void @f() {\n  call void @injected()\n  ret void\n}\n"
    emit = machine_code.llvm_ir
    patch.setattr(machine_code, "llvm_ir", lambda module: emit(module) + wrong)
    _no_cache(patch)


def _no_cache(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(machine_code, "compile_cached", lambda text, compile: compile())


def _failing_kernel(patch: pytest.MonkeyPatch) -> None:
    """Let kernels compile, and fail when they are called."""
    patch.setattr(kernel.Kernel, "use_builtin", lambda self: setattr(self, "call", _fail))
    patch.setattr(kernel.Kernel, "table", None)


def _held_step(patch: pytest.MonkeyPatch) -> None:
    """Let calls await a step that does not come, and fail to hand over time to it."""
    patch.setattr(profiling_executor, "schedule", lambda task: None)
    patch.setattr(profiling_executor, "hand_over", _fail)


def _held_kernel(patch: pytest.MonkeyPatch) -> None:
    """The same with a kernel."""
    patch.setattr(ProfilingExecutor, "schedule_kernel", lambda self, task: None)
    patch.setattr(fused_group, "hand_over", _fail)


_PIPELINES = ("before-profiling", "specialized", "ts-to-llvm")
_FACTORIES = {**get_all_passes(), **pass_factories()}
_STEPS = [s for name in _PIPELINES for s in build_pipeline(",".join(PIPELINES[name]), _FACTORIES)]

POINTS: dict[str, Break] = {s.name: _pass(s) for s in _STEPS if isinstance(s, ModulePass)}
"""The ways to make a point fail; the passes by their names."""

POINTS |= {
    name: _function(plan_passes, name)
    for name in (
        "insert_guards",
        "create_function_group",
        "create_fusion_groups",
        "check_fusion_groups",
        "check_inputs",
    )
}

POINTS |= {
    "taking a group apart": _function(fused_group, "function_of"),
    "specialization": _function(compile_kernel, "specialize"),
    "packing": _function(weight_panels, "in_panels"),
    "running a pipeline": _function(machine_code, "run_pipeline"),
    "emitting LLVM IR": _function(machine_code, "llvm_ir"),
    "LLVM": _function(machine_code, "compile_object"),
    "the cache": _function(machine_code, "compile_cached"),
    "loading": _function(kernel, "load_object"),
    "a builtin": _function(kernel, "builtin_kernel"),
    "the check of levels": _function(pass_runner, "check_level"),
    "LLVM's verifier": _broken_ir,
    "the linker": _unknown_symbol,
    "a call of a kernel": _failing_kernel,
}

STEPS: dict[str, Break] = {
    "the strategy": _function(Options, "kind_at"),
    "the constants of a module": _function(ModuleConstants, "are_valid_for"),
    "the facts of a call": _function(profiling_executor, "facts_if_known"),
    "the facts of inputs": _function(argument_spec, "facts_of_call"),
    "the facts of an input": _function(argument_spec, "facts_of"),
    "the specs of inputs": _function(profiling_executor, "specs_of"),
    "the spec of an input": _function(argument_spec, "spec_of"),
    "the outline of an input": _function(outlines, "_outline"),
    "the sizes of inputs": _function(SeenSizes, "note"),
    "the type of a value": _function(profiling_record, "_observed_type"),
    "counting a call": _function(ProfilingExecutor, "_count_call"),
    "counting a profile": _function(profiling_record.ProfilingRecord, "finish_run"),
    "a task": _function(profiling_executor, "while_alive"),
    "scheduling a step": _function(profiling_executor, "schedule"),
    "scheduling a kernel": _function(ProfilingExecutor, "schedule_kernel"),
    "the order of plans": _function(ProfilingExecutor, "_order_plans"),
    "handing over time to a step": _held_step,
    "handing over time to a kernel": _held_kernel,
    "a plan for the front": _function(FrontPlan, "__init__"),
    "the plan at the front": _function(FrontPlan, "takes"),
}
"""The steps of the executor before and after calls."""

DIRECT: dict[str, Break] = {
    "the plans": _function(ProfilingExecutor, "whole_plans"),
    "a direct call": _function(direct_call, "_direct_call"),
    "its results": _function(direct_call, "_result_words"),
    "its constants": _function(direct_call, "_constants"),
    "its table": _function(direct_call, "pack_words"),
}
"""The steps that let machine code answer calls of a function."""

SPECIALIZING: dict[str, Break] = {
    name: _function(specializing_executor, name)
    for name in ("spec_of", "types_in", "schedule", "while_alive", "specialize")
}


REASONS = {"the linker": "a function that the module only declares is not in this process"}
"""Words of the warning that differ from those of the error."""


pytestmark = pytest.mark.usefixtures("compiled_now")


SIZES = [5] * 4 + [6] * (4 + 2 * ANSWERS)


def heard(call: Callable[[], Any]) -> tuple[Any, Sequence[str]]:
    """Return the results of calls, and their warnings, each with the option that turns it off."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = call()
    told = [str(warning.message) for warning in caught if warning.category is RuntimeWarning]
    assert all("ts.set_engine('interp') turns optimisation off" in text for text in told)
    return found, told


def array(*sizes: int) -> np.ndarray:
    return np.random.default_rng(sizes).standard_normal(sizes, F32)


def fresh(module: ts.Module) -> Any:
    """Return a module of a program that no other test has called."""
    return ts.load(ts.script(module).save_to_buffer())


def of_two_sizes(module: Any) -> tuple[list[np.ndarray], str]:
    """Return the results of calls that get two plans, the later of which answers more of them, and
    what they print."""
    calls = ts.Tensor.of(np.zeros((), F32))
    with redirect_stdout(StringIO()) as printed:
        found = [module(array(size), calls).array for size in SIZES]
    return found, printed.getvalue()


def assert_close(found: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> None:
    """Compare with the interpreter's results, of which kernels round some differently."""
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def outcome(module: Any, x: np.ndarray) -> str:
    """Return the result of a call as text, or its error."""
    try:
        return str(module(x).array.round(3))
    except RuntimeFault as fault:
        return str(fault)


@pytest.mark.parametrize("point", POINTS)
def test_the_interpreter_answers(point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ts.freeze(ts.script(Layer()).eval())
    images = [np.random.default_rng(n).standard_normal((1, 32, 8, 8), F32) for n in range(5)]
    with ts.optimized_execution(False):
        expected = [module(image).array for image in images]
    ts.wait_for_compilation()  # of modules of other tests, which would fail, too
    POINTS[point](monkeypatch)
    found, (told,) = heard(lambda: [module(image).array for image in images])
    np.testing.assert_array_equal(found, expected)
    assert REASONS.get(point, "injected") in told


@pytest.mark.parametrize("point", STEPS)
def test_no_step_fails_a_call_or_repeats_it(point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    OPTIONS.hot_seconds = 0.0
    module = fresh(Counting())
    with ts.optimized_execution(False):
        expected, _ = of_two_sizes(module)
    STEPS[point](monkeypatch)
    (found, printed), (told,) = heard(lambda: of_two_sizes(module))
    assert printed.split() == [*map(str, SIZES)]
    assert_close(found, expected)
    assert "injected" in told


def test_a_step_fails_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    module, calls = fresh(Counting()), ts.Tensor.of(np.zeros((), F32))
    for size in (5, 5, 6, 6):
        module(array(size), calls)
    OPTIONS.compile = "background"
    STEPS["a plan for the front"](monkeypatch)

    def call() -> None:
        for _ in range(2 * ANSWERS):
            module(array(6), calls)
        ts.wait_for_compilation()

    _, (told,) = heard(call)
    assert "'Counting.forward' stays interpreted: Injected: injected" in told


@pytest.mark.parametrize("point", STEPS)
def test_errors_are_the_program_s(point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, inputs = fresh(Viewing()), [array(size) for size in (5, 5, 6, 5, 6, 10, 6)]
    with ts.optimized_execution(False):
        expected = [outcome(module, x) for x in inputs]
    STEPS[point](monkeypatch)
    found, _ = heard(lambda: [outcome(module, x) for x in inputs])
    assert found == expected
    assert "aten.view" in found[2]


@pytest.mark.parametrize(
    "point, functions", [("the outline of an input", 1), ("counting a call", 2)]
)
def test_a_suspended_call_goes_on(
    point: str, functions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the second of three profiled calls, so no other step takes outlines."""
    OPTIONS.profiled_runs = 3
    module, x = fresh(Calling()), array(5)
    expected = module(x).array
    STEPS[point](monkeypatch)
    found, told = heard(lambda: module(x).array)
    np.testing.assert_array_equal(found, expected)
    assert len(told) == functions


@pytest.mark.parametrize("point", DIRECT)
def test_python_answers_if_machine_code_cannot(
    point: str, python_calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    function, x = ts.compile("def f(x):\n    return torch.tanh(x * 2) + x\n").f, array(5)
    DIRECT[point](monkeypatch)
    found, (told,) = heard(lambda: [function(x).array for _ in range(5)])
    assert_close(found, 5 * [np.tanh(x * 2) + x])
    assert "calls of 'f' pass through Python: Injected: injected" in told
    assert python_calls == 5 * ["f"]
    assert not executor_of(function).has_kernels, "it is not tried again"


@pytest.mark.parametrize("point", SPECIALIZING)
def test_the_specialising_executor_goes_on(point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ts.set_engine("specialize")
    module = fresh(Counting())
    SPECIALIZING[point](monkeypatch)
    (found, printed), (told,) = heard(lambda: of_two_sizes(module))
    with ts.optimized_execution(False):
        expected, _ = of_two_sizes(module)
    assert printed.split() == [*map(str, SIZES)]
    assert_close(found, expected)
    assert "'Counting.forward' stays interpreted: Injected: injected" in told
