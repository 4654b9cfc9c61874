"""The profiling executor: its stages, and that results are the same in all stages."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from mlir_programs import unit_of

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.prim import TypeCheckOp
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors import fused_group, profiling_executor
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.plan_operators import run_type_check
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.stages import NEXT, Stage
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.tensor import Tensor

ROOT = Path(__file__).resolve().parents[2]
NO_ENGINE = "no engine 'jit'; expected 'interp', 'simple', 'specialize', 'native', 'profile'"
CHAIN = """
def scale(x, s: float):
    return x * s

def f(x, y):
    return torch.tanh(scale(x, 2.0) + y) * x
"""


pytestmark = pytest.mark.usefixtures("compiled_now")


def arrays(*sizes: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(len(sizes))
    return [rng.standard_normal(size, dtype=np.float32) for size in sizes]


def interpret(text: str, *inputs: object) -> object:
    with ts.optimized_execution(False):
        return ts.compile(text).f(*inputs)


def flat(result: object) -> list[np.ndarray]:
    return [np.asarray(part) for part in (result if isinstance(result, tuple) else (result,))]


def chain_of(executor: ProfilingExecutor) -> list[ProfilingExecutor]:
    """The executor, that of its fallback graph, and so on."""
    found = [executor]
    while found[-1].fallbacks:
        found.append(found[-1].fallbacks[0])
    return found


class _Recorded(ProfilingExecutor):
    """Records the changes of its stage."""

    def __setattr__(self, name: str, value: object) -> None:
        if name == "stage" and hasattr(self, "stage"):
            self.__dict__.setdefault("changes", []).append((self.stage, value))
        super().__setattr__(name, value)


def changes(text: str, *inputs: object, calls: int = 4) -> set[tuple[Stage, Stage]]:
    """Return how the stage of a function changes in some calls."""
    unit = ts.compile(text)
    source = partial(inline_into_copy, unit.definitions.function("f"), unit)
    executor = _Recorded(source, lambda: unit.code("f"), unit)
    for _ in range(calls):
        executor.run(inputs)
    return set(vars(executor).get("changes", ()))


def test_the_stages_change_as_documented() -> None:
    x, y = (Tensor(array) for array in arrays((3,), (3,)))
    found = changes(CHAIN, x, y) | changes("def f(n: int):\n    return n + 1\n", 1)
    OPTIONS.strategy = (("DYNAMIC", 1),)
    found |= changes(CHAIN, x, y)
    OPTIONS.compile = "never"
    assert not changes(CHAIN, x, y)
    possible = {(stage, after) for stage in Stage for after in NEXT[stage]}
    assert found <= possible and possible - found <= {
        (Stage.INTERPRETED, Stage.UNOPTIMIZED),
        (Stage.OPTIMIZING, Stage.UNOPTIMIZED),
        (Stage.OPTIMIZING, Stage.UNFUSED),
        (Stage.SIMPLIFIED, Stage.INTERPRETED),
    }


def test_the_page_lists_the_stages() -> None:
    page = (ROOT / "docs/executors.md").read_text()
    for stage in Stage:
        following = ", ".join(f"`{after.name}`" for after in NEXT[stage])
        assert f"| `{stage.name}` | {stage.value} | {following} |".replace("|  |", "| |") in page


def test_a_function_passes_through_the_stages() -> None:
    f = ts.compile(CHAIN).f
    executor = executor_of(f)
    stages = [executor.stage]
    for mode in ("never", "now", "now"):
        ts.set_compile_mode(mode)
        f(*arrays((3,), (3,)))
        stages.append(executor.stage)
    assert stages == [
        Stage.INTERPRETED, Stage.INTERPRETED, Stage.STATIC, Stage.STATIC
    ]  # fmt: skip
    assert executor.groups[0].kernel is not None


def test_the_number_of_profiled_runs_can_be_raised() -> None:
    assert ts.set_num_profiled_runs(3) == 1
    f = ts.compile(CHAIN).f
    seen = []
    for size in (4, 5, 6):
        f(*arrays((size,), (size,)))
        seen.append(executor_of(f).stage)
    assert seen == [Stage.PROFILING, Stage.PROFILING, Stage.STATIC]
    (group,) = executor_of(f).groups
    assert group.op.body.args[0].type.shape == ("s0",)


def test_other_sizes_get_two_static_plans_then_a_symbolic_one() -> None:
    ts.set_fusion_strategy([("STATIC", 2), ("DYNAMIC", 10)])
    f = ts.compile(CHAIN).f
    for size in (5, 5, 7, 7, 9, 9, 11, 13):
        x, y = arrays((size,), (size,))
        expected = np.tanh(x * 2 + y) * x
        np.testing.assert_allclose(np.asarray(f(x, y)), expected, rtol=1e-5)
    first, second, third, rest = chain_of(executor_of(f))
    shapes = [e.groups[0].op.body.args[0].type.shape for e in (first, second, third)]
    assert shapes == [(5,), (7,), ("s0",)]
    assert rest.stage is Stage.INTERPRETED


def test_the_number_of_specialisations_is_bounded() -> None:
    assert ts.set_fusion_strategy([("STATIC", 1)]) == [("STATIC", 4), ("DYNAMIC", 10)]
    f = ts.compile(CHAIN).f
    for size in range(2, 12):
        f(*arrays((size,), (size,)))
    assert len(chain_of(executor_of(f))) == 1


def test_a_plan_of_one_group_is_its_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    f = ts.compile(CHAIN).f
    x, y = arrays((3,), (3,))
    expected = [f(x, y).array for _ in range(3)]
    codes: list[str] = []
    execute = Code.execute
    monkeypatch.setattr(Code, "execute", lambda c, *a: codes.append(c.name) or execute(c, *a))
    np.testing.assert_array_equal(f(x, y).array, expected[-1])
    assert codes == [], "no interpreter"
    assert ts.last_executed_optimized_graph().findNode("prim::TensorExprGroup", True) is not None
    for other in (np.tile(x, 2)[::2], x.astype(np.float64), ts.tensor(x, requires_grad=True)):
        wanted = interpret(CHAIN, other, y)
        codes.clear()
        np.testing.assert_allclose(f(other, y).array, wanted, rtol=1e-5)
        assert codes[0] == "f", "the plan, with its check and its fallback graph"


@pytest.mark.parametrize(
    "body",
    [
        "return torch.tanh(x * 2 + y), x",
        "return torch.tanh(y * 2 + x) * y",
        "z = torch.tanh(x * 2 + y)\n    print(1)\n    return z * x",
        "return torch.mm(torch.tanh(x * 2 + y), y) + 1",
    ],
)
def test_other_plans_keep_the_interpreter(body: str, capfd: pytest.CaptureFixture[str]) -> None:
    text = f"def f(x, y):\n    {body}\n"
    f = ts.compile(text).f
    x, y = arrays((3, 3), (3, 3))
    for _ in range(4):
        result, expected = f(x, y), interpret(text, x, y)
        for a, b in zip(flat(result), flat(expected), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5)


def test_a_failed_check_repeats_no_side_effect() -> None:
    f = ts.compile("""
def f(x, seen: List[int]):
    seen.append(1)
    x.add_(1.0)
    y = torch.tanh(x * 2.0) + x
    x.mul_(2.0)
    return y
""").f
    for size in (4, 4, 4, 6, 6, 8):
        (x,) = arrays((size,))
        seen, before = [], x.copy()
        result = np.asarray(f(x, seen))
        written = before + np.float32(1)
        np.testing.assert_allclose(result, np.tanh(written * 2) + written, rtol=1e-5)
        np.testing.assert_array_equal(x, written * 2)
    assert executor_of(f).stage is Stage.STATIC


def test_checks_fail_independently_by_the_seed() -> None:
    f = ts.compile("""
def f(x, y):
    a = x[x == x]  # whose size only a run knows
    r = torch.tanh(a * 2.0) + a
    x.mul_(2.0)
    b = y[y == y]
    return r, torch.tanh(b * 2.0) + b
""").f
    for _ in range(3):
        f(*arrays((4,), (4,)))
    graph = executor_of(f).graph
    assert graph is not None
    checks = [op for op in graph.walk() if isinstance(op, TypeCheckOp) and len(op.operands) == 1]
    value = Tensor(arrays((4,))[0])

    def passed(seed: int) -> list[list[bool]]:
        """Return which of 30 runs each check passes."""
        OPTIONS.check_failures, OPTIONS.check_seed = 0.5, seed
        return [[run(value)[-1] for _ in range(30)] for run in map(run_type_check, checks)]

    first, second = passed(1)
    assert first != second and {True, False} == {*first} == {*second}
    assert passed(1) == [first, second] != passed(2)


def test_an_exception_is_that_of_the_interpreter() -> None:
    f = ts.compile(CHAIN).f
    f(*arrays((3,), (3,)))
    wrong = arrays((3,), (4,))
    with pytest.raises(RuntimeFault) as optimised:
        f(*wrong)
    with ts.optimized_execution(False), pytest.raises(RuntimeFault) as interpreted:
        f(*wrong)
    assert str(optimised.value) == str(interpreted.value)


def test_a_written_constant_stays_one_object() -> None:
    f = ts.compile("""
def f(x):
    y = torch.tanh(x * 2.0) + x
    return y, [1, 2]
""").f
    for _ in range(3):
        _, numbers = f(*arrays((3,)))
        assert numbers == [1, 2]


def test_sizes_that_one_branch_decides_decide_the_next() -> None:
    text = """
def f(x):
    for _ in range(3):
        x = torch.nn.functional.interpolate(x, scale_factor=2.0, mode="bilinear") * 0.5
    return x
"""
    (x,) = arrays((1, 2, 3, 4))
    f = ts.compile(text).f
    for _ in range(3):
        np.testing.assert_allclose(f(x).array, interpret(text, x).array, rtol=1e-5, atol=1e-6)
    (group,) = executor_of(f).groups
    assert str(group.op).count("upsample_bilinear2d") == 3


@pytest.mark.parametrize("failures", [0.0, 0.5])
def test_sizes_of_results_of_a_group_follow_from_its_inputs(failures: float) -> None:
    ts.set_fusion_strategy([("DYNAMIC", 10)])
    OPTIONS.check_failures = failures
    text = """
def f(x, y):
    m = x * y + 1.0
    return torch.tanh(m) * 2.0, m.shape, (m - y).size()
"""
    f = ts.compile(text).f
    for shapes in [((3, 4), (4,))] * 3 + [((5, 4), (4,)), ((2, 3, 1), (4,)), ((4,), (6, 4))]:
        x, y = arrays(*shapes)
        result, sizes, others = f(x, y)
        expected = interpret(text, x, y)
        np.testing.assert_allclose(result.array, expected[0].array, rtol=1e-5)
        assert [sizes, others] == [list(np.broadcast_shapes(*shapes))] * 2
        assert sizes is not others
    (group,) = executor_of(f).groups
    assert len(group.op.results) == 1


def test_a_function_is_profiled_again_for_other_types() -> None:
    f, (x,) = ts.compile("def f(x):\n    return (x * 2.0 + 1.0).tanh()\n").f, arrays((3,))
    np.testing.assert_allclose(f(x + 1j).array, np.tanh((x + 1j) * 2 + 1), rtol=1e-5)
    assert executor_of(f).stage is Stage.INTERPRETED
    f(x)
    assert executor_of(f).stage is Stage.STATIC
    np.testing.assert_allclose(f(x).array, np.tanh(x * 2 + 1), rtol=1e-5)
    np.testing.assert_allclose(f(x + 1j).array, np.tanh((x + 1j) * 2 + 1), rtol=1e-5)


@pytest.mark.parametrize(("seconds", "calls"), [(0.004, 3), (1.0, 2)])
def test_a_function_is_profiled_once_it_is_hot(
    seconds: float, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After 10 milliseconds in the interpreter, but never after one call."""
    ts.set_compile_mode("background")
    clock = count(0.0, seconds)  # read before and after a call
    monkeypatch.setattr(profiling_executor, "perf_counter", lambda: next(clock))
    f, inputs = ts.compile("def f(x):\n    return (x * 2.0 + 1.0).tanh()\n").f, arrays((10,))
    stages = []
    while executor_of(f).stage is not Stage.STATIC:
        f(*inputs)
        ts.wait_for_compilation()
        stages.append(executor_of(f).stage)
    cold = [Stage.INTERPRETED] * (calls - 1)
    assert stages == [*cold, Stage.PROFILING, Stage.STATIC]


@pytest.mark.parametrize("engine", ["profile", "specialize"])
def test_groups_that_do_not_compile_are_interpreted_with_one_warning(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count()

    def fail(*args: object, **kwargs: object) -> None:
        raise NativeError(f"out of registers {next(numbers)}")

    monkeypatch.setattr(fused_group, "compile_func", fail)
    ts.set_engine(engine)
    text = """
def f(x):
    a = torch.tanh(x * 2.0) + x
    print(0)
    return a + torch.tanh(x * 2.0)
"""
    f = ts.compile(text).f
    with pytest.warns(RuntimeWarning, match="out of registers 0") as warned:
        for size in (3, 3, 3, 4, 4, 4):
            (x,) = arrays((size,))
            expected = interpret(text, x.copy())
            np.testing.assert_allclose(f(x).array, expected.array, rtol=1e-5)
    assert len(warned) == 1 < next(numbers)


@pytest.mark.parametrize("mode", ["now", "background"])
def test_a_group_is_compiled_for_a_call_that_does_not_fail(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[np.ndarray] = []
    compile_func = fused_group.compile_func

    def noted(module: object, name: str, inputs: list[Tensor], **options: object) -> object:
        attempts.append(inputs[1].array)
        return compile_func(module, name, inputs, **options)

    monkeypatch.setattr(fused_group, "compile_func", noted)
    text = "def f(x, i):\n    return torch.tanh(torch.embedding(x, i) * 2.0)\n"
    f, (x,) = ts.compile(text).f, arrays((4, 3))
    good, bad = np.array([3, 0]), np.array([3, 4])
    expected = interpret(text, x, good).array
    f(x, good)
    OPTIONS.compile = mode
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for index in (bad, bad, good, bad, good):
            if index is bad:
                with pytest.raises(RuntimeFault, match="index 4 is not within"):
                    f(x, index)
            else:
                np.testing.assert_allclose(f(x, index).array, expected, rtol=1e-5)
            ts.wait_for_compilation()
    np.testing.assert_array_equal(attempts, [bad, good])
    (group,) = executor_of(f).groups
    assert group.kernel is not None and group.failure is None


def test_graphs_of_calls() -> None:
    f = ts.compile(CHAIN).f
    ts.set_num_profiled_runs(2)
    profiled = str(f.graph_for(*arrays((3,), (3,))))
    assert "prim::profile[profiled_type" in profiled or "prim::profile(" in profiled
    f(*arrays((3,), (3,)))
    optimised = str(f.graph_for(*arrays((3,), (3,))))
    assert "prim::TypeCheck" in optimised and "prim::FallbackGraph" in optimised
    assert str(ts.last_executed_optimized_graph()) == optimised
    with ts.optimized_execution(False), pytest.raises(ts.Error, match="set_engine"):
        ts.last_executed_optimized_graph()


def test_the_state_of_a_function() -> None:
    f = ts.compile(CHAIN).f
    f(*arrays((5,), (5,)))
    state = f.get_debug_state()
    ((spec, plan),) = state.execution_plans.items()
    assert spec.types == ("Float(5, requires_grad=0, device=cpu)",) * 2
    assert "prim::TypeCheck" in str(plan.graph) and "TensorExprGroup" in str(plan.code)
    assert "prim::CallFunction" in str(state.graph) and state.fallback.code is f.executable
    f(*arrays((7,), (7,)))
    specs = [spec.types[0] for spec in f.get_debug_state().execution_plans]
    assert specs == [f"Float({n}, requires_grad=0, device=cpu)" for n in (5, 7)]


def test_a_state_without_plans() -> None:
    f = ts.compile(CHAIN).f
    for engine in ("profile", "simple", "interp"):
        ts.set_engine(engine)
        state = f.get_debug_state()
        assert len(state.execution_plans) == (engine == "simple")
    assert str(state.fallback.graph) == str(f.graph)


def test_the_state_of_a_module_is_that_of_forward() -> None:
    module = ts.load(ROOT / "examples/classifier.pt")
    assert str(module.get_debug_state().graph) == str(module.graph)


def test_the_simple_executor_cleans_up_and_interprets() -> None:
    ts.set_engine("simple")
    f = ts.compile(CHAIN).f
    x, y = arrays((3,), (3,))
    np.testing.assert_allclose(np.asarray(f(x, y)), np.tanh(x * 2 + y) * x, rtol=1e-6)
    graph = str(ts.last_executed_optimized_graph())
    assert "CallFunction" not in graph and "profile" not in graph and "aten::tanh" in graph
    assert str(f.graph_for(x, y)) == graph


@pytest.mark.parametrize("engine", ["interp", "simple", "profile"])
def test_a_constant_that_calls_write_is_shared_by_all_calls(engine: str) -> None:
    ts.set_engine(engine)
    graph = """graph():
  %c : Tensor = prim::Constant[value={1}]()
  %k : int = prim::Constant[value=1]()
  %r : Tensor = aten::add_(%c, %k, %k)
  return (%r)"""
    f = ts.CompilationUnit.from_module(ts.parse_graph(graph)).graph
    assert [int(np.asarray(f())) for _ in range(3)] == [2, 3, 4]


def test_a_plan_shares_the_resources_that_calls_write() -> None:
    """So a function of such constants, as traced and frozen ones are, is optimised."""
    w = np.array([1.0, 2.0], np.float32)
    f = unit_of(
        """
        func.func @f(%x: !ts.tensor) -> !ts.tensor {
          %w = prim.Constant dense_resource<w> : tensor<2xf32> : !ts.tensor
          %k = prim.Constant 1 : i64
          %v = aten.add_.Scalar(%w, %k, %k) : (!ts.tensor, i64, i64) -> !ts.tensor
          %y = aten.mul.Tensor(%x, %v) : (!ts.tensor, !ts.tensor) -> !ts.tensor
          %z = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
          func.return %z : !ts.tensor
        }
        """,
        {"w": w},
    ).f
    (x,) = arrays((3, 2))
    for number in range(4):
        expected = np.tanh(x * (np.array([1, 2], np.float32) + number + 1))
        np.testing.assert_allclose(np.asarray(f(x)), expected, rtol=1e-5)
    np.testing.assert_array_equal(w, [5, 6])
    assert executor_of(f).stage is Stage.STATIC


def test_an_absent_tensor_is_reported_by_the_operator_that_takes_it() -> None:
    f = unit_of("""
        func.func @f(%x: !ts.tensor) -> !ts.tensor {
          %w = prim.Constant dense_resource<w> : tensor<2xf32> : !ts.tensor
          %y = aten.mul.Tensor(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
          func.return %y : !ts.tensor
        }
    """).f
    (x,) = arrays((3, 2))
    for _ in range(3):
        with pytest.raises(RuntimeFault, match=r"'aten.mul.Tensor' op failed: .* elements of 'w'"):
            f(x)


class Scaled(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = ts.Parameter(ts.Tensor(np.array([1.0, 2.0], np.float32)))
        self.calls = 0

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.calls += 1
        if self.training:
            x = x + 1
        return ts.tanh(x * self.scale) * self.calls

    @ts.export
    def count(self) -> int:
        return self.calls


def test_a_module_for_inference_is_frozen_and_has_a_plan() -> None:
    OPTIONS.compile = "background"
    (x,) = arrays((3, 2))
    given = x.copy()
    module = ts.optimize_for_inference(ts.script(Scaled()), ["count"], [x])
    assert OPTIONS.compile == "background"
    (plan,) = module.get_debug_state().execution_plans.values()
    assert "TensorExprGroup" in str(plan.graph) and "scale" not in dict(module.named_parameters())
    assert module.count() == 0  # the calls were made on copies
    np.testing.assert_array_equal(x, given)
    np.testing.assert_allclose(np.asarray(module(x)), np.tanh(x * [1, 2]), rtol=1e-5)
    assert module.count() == 1


def test_a_frozen_module_for_inference_keeps_its_methods() -> None:
    frozen = ts.freeze(ts.script(Scaled().eval()), ["count"])
    assert not hasattr(frozen, "training")  # as with PyTorch's, by which it recognises a frozen one
    module = ts.optimize_for_inference(frozen)
    module(np.ones((3, 2), np.float32))
    assert module.count() == 1


def test_a_module_for_inference_may_be_frozen_and_interpreted() -> None:
    ts.set_engine("interp")
    (x,) = arrays((3, 2))
    module = ts.optimize_for_inference(ts.freeze(ts.script(Scaled().eval())), example_inputs=[x])
    np.testing.assert_allclose(np.asarray(module(x)), np.tanh(x * [1, 2]), rtol=1e-5)


@pytest.mark.parametrize("engine", ["profile", "specialize"])
def test_groups_are_made_by_the_fuser_of_pytorch_that_is_here(engine: str) -> None:
    x, y = arrays((3,), (3,))
    expected = interpret(CHAIN, x, y)
    ts.set_engine(engine)
    for name, has_groups in (("fuser1", True), ("fuser0", False), ("none", False)):
        f = ts.compile(CHAIN).f
        with ts.fuser(name):
            for _ in range(4):
                np.testing.assert_allclose(f(x, y).array, expected, rtol=1e-5)
        assert ("TensorExprGroup" in str(f.graph_for(x, y))) is has_groups
    assert not ts.onednn_fusion_enabled()
    ts.enable_onednn_fusion(False)
    with pytest.raises(ts.Error, match="there is no oneDNN"):
        ts.enable_onednn_fusion(True)


def test_a_budget_counts_the_steps_of_the_interpreter() -> None:
    f = ts.compile("""
def f(x):
    for i in range(1000):
        x = torch.tanh(x * 2.0)
    return x
""").f
    for _ in range(3):
        f(*arrays((3,)))
    assert executor_of(f).stage is Stage.STATIC
    with ts.budget(steps=100), pytest.raises(ts.BudgetError):
        f(*arrays((3,)))


def run_python(code: str, engine: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"TS_ENGINE": engine},
        capture_output=True,
        text=True,
    )


def test_the_environment_names_the_first_engine() -> None:
    """Whichever module is imported first."""
    code = """
import xdsl_torchscript.runtime.executors.engine
from xdsl_torchscript.runtime.modules.engines import ACTIVE
print(ACTIVE.engine.name)
"""
    assert run_python(code, "profile").stdout == "profile\n"
    wrong = run_python(code, "jit").stderr.splitlines()[-1]
    assert wrong == f"ValueError: TS_ENGINE: {NO_ENGINE}"
