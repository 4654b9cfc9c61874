"""The kernels that `ts.explain` describes: their cost, their share of the roofline and schedule."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from native_programs import parse

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.explain import kernels
from xdsl_torchscript.runtime.explain.cost import FUNCTION_FLOPS
from xdsl_torchscript.runtime.explain.model import KernelRun, KernelSchedule
from xdsl_torchscript.runtime.explain.schedule import ScheduleObserver
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.roofline import Roofs

TEXT = """
def chain(x):
    return torch.tanh(x * x + 1.0)

def product(x, w, b):
    return torch.relu(torch.mm(x, w) + b)

def gather(w, i):
    return torch.embedding(w, i)

def twice(x, y):
    return x + y

def steps(x):
    for i in range(10):
        x = torch.sin(x) * 0.5
    return x

def count(n: int):
    s = 0
    for i in range(n):
        s = (s * 3 + i) % 1000003
    return s

def until(x):
    while bool(x.sum() < 100.0):
        x = x * 2.0
    return x

def temporaries(x, w):
    for i in range(3):
        x = torch.softmax(x @ w, 1)
    return x

def parts(x):
    return torch.sort(torch.exp(x))[0] * 2.0
"""

pytestmark = pytest.mark.usefixtures("kept_options")


def _ones(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


def _runs(name: str, *inputs: object) -> tuple[KernelRun, ...]:
    """Return the kernels of a function that had no other call."""
    return ts.explain(getattr(ts.compile(TEXT), name), *inputs).facts.plans[0].kernels


def _run(name: str, *inputs: object) -> KernelRun:
    (found,) = _runs(name, *inputs)
    return found


def _schedule(name: str, *inputs: object) -> KernelSchedule:
    schedule = _run(name, *inputs).schedule
    assert schedule is not None
    return schedule


# ---- cost


@pytest.mark.parametrize(
    ("name", "inputs", "flops"),
    [
        ("chain", [_ones(30, 40)], 1200 * (2 + FUNCTION_FLOPS)),
        ("product", [_ones(8, 16), _ones(16, 32), _ones(32)], 8 * 32 * (2 * 16 + 1)),
        ("gather", [_ones(100, 8), np.arange(5)], 0),
        ("steps", [_ones(50)], 10 * 50 * (1 + FUNCTION_FLOPS)),
        ("count", [1000], 0),
    ],
)
def test_floating_point_operations(name: str, inputs: list[object], flops: int) -> None:
    assert _run(name, *inputs).flops == flops


def test_a_loop_without_a_known_number_of_steps_has_no_known_cost() -> None:
    run = _run("until", _ones(10))
    assert (run.flops, run.roof) == (None, None)
    assert run.seconds > 0


def test_bytes_are_those_of_arguments_and_results() -> None:
    run = _run("product", _ones(8, 16), _ones(16, 32), _ones(32))
    assert run.read == 4 * (8 * 16 + 16 * 32 + 32)
    assert run.written == 4 * 8 * 32


def test_a_tensor_that_is_loaded_in_part_counts_in_part() -> None:
    run = _run("gather", _ones(100, 8), np.arange(5))
    assert run.read == 4 * 5 * 8 + 8 * 5


def test_tensors_in_the_same_memory_count_once() -> None:
    x = ts.Tensor(_ones(50, 50))
    assert _run("twice", x, x).read == 4 * 2500
    assert _run("twice", x, ts.Tensor(_ones(50, 50))).read == 2 * 4 * 2500


def test_sizes_of_a_kernel_for_any_sizes_are_those_of_the_call() -> None:
    ts.set_fusion_strategy([("DYNAMIC", 1)])
    f = ts.compile("def f(x):\n    return torch.tanh(x * 2.0)\n").f
    ts.explain(f, _ones(20, 7))
    (plan,) = ts.explain(f, _ones(50, 7)).facts.plans
    (run,) = plan.kernels
    assert plan.state == Stage.SYMBOLIC.value
    assert run.flops == 50 * 7 * (1 + FUNCTION_FLOPS)
    assert run.schedule is not None
    assert run.schedule.threads == f"up to 1 of {ts.get_num_threads()} threads"
    assert run.schedule.loops.startswith("parallel chunk = 0 to 1: a number of chunks computed at")


# ---- the roofline


def _on_machine(monkeypatch: pytest.MonkeyPatch, peak: float, bandwidth: float) -> None:
    roofs = Roofs(lambda: peak, lambda size: bandwidth)
    monkeypatch.setattr(kernels, "measured_roofs", lambda: roofs)


@pytest.mark.parametrize(
    ("peak", "bandwidth", "roof"), [(1e6, 1e15, "0 GFLOP/s"), (1e15, 2e6, "0 GB/s")]
)
def test_the_roof_is_the_one_that_takes_longer(
    monkeypatch: pytest.MonkeyPatch, peak: float, bandwidth: float, roof: str
) -> None:
    _on_machine(monkeypatch, peak, bandwidth)
    run = _run("chain", _ones(30, 40))
    assert run.roof is not None and run.flops is not None and run.roof.share is not None
    least = max(run.flops / peak, (run.read + run.written) / bandwidth)
    assert run.roof.by == roof
    assert run.roof.share == pytest.approx(least / run.seconds)


def test_double_precision_has_half_the_peak(monkeypatch: pytest.MonkeyPatch) -> None:
    _on_machine(monkeypatch, 1e6, 1e15)
    run = _run("chain", np.ones((30, 40)))
    assert run.roof is not None and run.flops is not None and run.roof.share is not None
    assert run.roof.share == pytest.approx(2 * run.flops / 1e6 / run.seconds)


def test_a_short_run_is_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_least_seconds", lambda kernel, values: 1e-6)
    _on_machine(monkeypatch, 1e15, 1e15)
    run = _run("chain", _ones(3, 4))
    assert run.roof is not None
    assert (run.roof.by, run.roof.share) == ("call overhead", None)


def test_integers_alone_have_no_roof() -> None:
    assert _run("count", 100_000).roof is None


def test_a_machine_that_cannot_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Roofs:
        raise NativeError("no")

    monkeypatch.setattr(kernels, "measured_roofs", fail)
    run = _run("chain", _ones(30, 40))
    assert run.roof is None and run.schedule is not None


# ---- schedules


def test_passes_that_changed_the_kernel_have_their_reason() -> None:
    found = {step.name: step for step in _schedule("chain", _ones(30, 40)).passes}
    assert found["inline-producers"].effect == "expressions -2"
    assert found["collapse-loops"].effect == "loops -1"
    assert found["collapse-loops"].reason == "long loops over neighbours, whatever the rank was"
    assert "vector ops +" in found["vectorize-loops"].effect
    assert not {"tile-contractions", "parallelize-loops", "cse", "flatten-indices"} & set(found)


def test_a_product_is_tiled_and_shared() -> None:
    schedule = _schedule("product", _ones(256, 256), _ones(256, 256), _ones(256))
    names = [step.name for step in schedule.passes]
    assert "tile-contractions" in names and "parallelize-loops" in names
    assert re.search(r"for k = 0 to 256: (columns|dots) of \d+x\d+ vectors of \d+", schedule.loops)
    assert re.search(
        r"^parallel chunk = 0 to \d+: \d+ chunks of \d+ iterations", schedule.loops, re.MULTILINE
    )
    threads = ts.get_num_threads()
    assert re.fullmatch(rf"up to \d+ of {threads} threads", schedule.threads)
    assert re.match(r"vectors of [\d, and]+ x f32, in registers of \d+ bits", schedule.vectors)


def test_a_scalar_loop_says_why_it_has_no_vectors() -> None:
    schedule = _schedule("count", 1000)
    assert (schedule.vectors, schedule.threads) == ("no vectors", "1 thread, as no loop is shared")
    assert schedule.memory == "no temporary memory"
    expected = "for 0 to 1000: no vectors: it carries values from iteration to iteration"
    assert schedule.loops == expected


def test_temporaries_share_an_arena() -> None:
    schedule = _schedule("temporaries", _ones(16, 16), _ones(16, 16))
    # Two products of 17 lines, and a row.
    assert schedule.memory == "2,240 B of temporary memory"
    (planned,) = (step for step in schedule.passes if step.name == "plan-memory")
    assert planned.effect == "allocations -7"


@pytest.mark.parametrize(
    ("arguments", "memory"),
    [
        ([10], "1,600 B of temporary memory"),
        ([None], "0 B of temporary memory and more at run time"),
    ],
)
def test_memory_of_symbolic_size_is_that_of_these_sizes(
    arguments: list[int | None], memory: str
) -> None:
    module = parse("""
        func.func @f(%n: index) {
          %c8 = arith.constant 8 : index
          %size = arith.muli %n, %c8 : index
          %arena = memref.alloc(%size) : memref<?x5xf32>
          memref.dealloc %arena : memref<?x5xf32>
          func.return
        }""")
    assert ScheduleObserver(arguments).schedule(module, {}).memory == memory


def test_a_kernel_from_the_disk_has_a_schedule() -> None:
    text = "def f(x):\n    return torch.tanh(x * 3.25)\n"
    fresh, stored = (
        ts.explain(ts.compile(text).f, _ones(30, 40)).facts.plans[0].kernels[0] for _ in range(2)
    )
    assert fresh.schedule == stored.schedule is not None


def test_only_the_longest_kernels_have_schedules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_SCHEDULED", 1)
    long, short = _runs("parts", _ones(100, 100))
    assert long.seconds >= short.seconds
    assert long.schedule is not None
    assert (short.flops, short.roof, short.schedule) == (None, None, None)


def test_lowering_that_fails_leaves_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ValueError("a defect of a pass")

    monkeypatch.setattr(kernels, "lower_to_loops", fail)
    run = _run("chain", _ones(30, 40))
    assert run.seconds > 0
    assert (run.flops, run.roof, run.schedule) == (None, None, None)
    assert run.read == run.written == 4 * 1200


def test_a_kernel_that_fails_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    measure = kernels._least_seconds

    def fail(*values: object) -> None:
        raise ts.RuntimeFault("aten.tanh", None, "no")

    def measure_failing(kernel: Any, values: Any) -> float | None:
        monkeypatch.setattr(kernel, "call", fail)
        return measure(kernel, values)

    monkeypatch.setattr(kernels, "_least_seconds", measure_failing)
    assert _runs("chain", _ones(30, 40)) == ()


def test_groups_that_are_interpreted_have_no_kernels() -> None:
    OPTIONS.native = False
    f = ts.compile("def f(x):\n    return torch.tanh(x * 2.5)\n").f
    assert ts.explain(f, _ones(3, 4)).facts.plans[0].kernels == ()


def test_lists_of_tensors_are_inputs() -> None:
    f = ts.compile("def f(xs: List[Tensor]):\n    return torch.cat(xs, 0) * 2.0\n").f
    facts = ts.explain(f, [_ones(3, 4), _ones(5, 4)]).facts
    for kernel in facts.plans[0].kernels:
        assert kernel.written == 4 * 8 * 4


# ---- the tables


def test_unknown_facts_are_dashes() -> None:
    found = ts.explain(ts.compile(TEXT).chain, _ones(30, 40))
    (plan, *others) = found.facts.plans
    unknown = replace(plan.kernels[0], flops=None, roof=None, schedule=None)
    plans = (replace(plan, kernels=(unknown,)), *others)
    text = str(ts.Explanation(replace(found.facts, plans=plans)))
    row = next(
        line for line in text.splitlines() if re.match(r"  TensorExprGroup_0 .* 4.8 kB", line)
    )
    assert row.count(" - ") + row.endswith("-") >= 3
    assert "Schedule of" not in text


def test_explaining_changes_no_result() -> None:
    x = np.linspace(-3, 3, 1200, dtype=np.float32).reshape(30, 40)
    chain = ts.compile(TEXT).chain
    ts.explain(chain, x)
    before = np.asarray(chain(x))
    ts.explain(chain, x)
    np.testing.assert_array_equal(np.asarray(chain(x)), before)
