"""An executor against the interpreter, on one program called several times.

Strides of sizes of 1 may differ: kernels choose their own, and so do operators in place of writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import prod
from typing import Any

from declared import Declared
from observation import Observation, observe_call
from random_programs import Program
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.specializing_executor import SpecializingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.unit import CompilationUnit

CALLS = 5
_LARGE = 1000
ENTRY = "main"


@contextmanager
def options(**changed: Any) -> Iterator[None]:
    """Compile any group at once, with other options changed as well."""
    saved = dict(vars(OPTIONS))
    vars(OPTIONS).update({"compile": "now", "min_size": 1, **changed})
    try:
        yield
    finally:
        vars(OPTIONS).update(saved)


Kind = type[ProfilingExecutor] | type[SpecializingExecutor]
KINDS: tuple[Kind, ...] = (ProfilingExecutor, SpecializingExecutor)
MODES: dict[str, dict[str, Any]] = {
    "no check fails": {"native": False},
    "checks fail at random": {"native": False, "check_failures": 0.3},
    "every check fails": {"native": False, "check_failures": 1.0},
}
"""Options with which the executors and the interpreter agree to the last bit."""


def executor_of(
    unit: CompilationUnit, kind: Kind = ProfilingExecutor
) -> ProfilingExecutor | SpecializingExecutor:
    def source() -> FuncOp:
        return inline_into_copy(unit.definitions.function(ENTRY), unit)

    return kind(source, lambda: unit.code(ENTRY), unit)


def _exhausts_memory(observation: Observation) -> bool:
    """Return whether the call ended for lack of memory, at a place that no two calls share."""
    error = dict(observation.facts)["error"]
    return isinstance(error, str) and error.startswith(MemoryError.__name__)


def _grows(observation: Observation) -> bool:
    """Return whether a program writes a constant that makes its tensors larger with each call."""
    shapes = (fact for place, fact in observation.facts if place.endswith(".sizes"))
    return any(prod(shape) > _LARGE for shape in shapes if isinstance(shape, tuple))


def difference(
    program: Program, *, exact: bool, kind: Kind = ProfilingExecutor
) -> tuple[str | None, Stage]:
    """Return how a call by the executor differs from one by the interpreter, None if none does,
    and the stage at the end. Without `exact`, elements may differ by roundings."""
    interpreted = CompilationUnit.from_module(program.module.clone(), {})
    executed = CompilationUnit.from_module(program.module.clone(), {})
    executor, code = executor_of(executed, kind), interpreted.code(ENTRY)
    OPTIONS.check_seed = program.seed
    definitions = interpreted.definitions
    declared = Declared.of(definitions.function(ENTRY), definitions)
    for number in range(CALLS):
        expected = observe_call(partial(run, code), program.inputs, declared)
        if _exhausts_memory(expected):
            break
        found = observe_call(executor.run, program.inputs, declared)
        reason = expected.difference(found, exact, every_stride=False)
        if reason is None and expected.raised_at != found.raised_at:
            reason = f"raised at {expected.raised_at} became {found.raised_at}"
        if reason is not None:
            return f"seed {program.seed}, call {number}: {reason}", executor.stage
        if _grows(expected):
            break
    return None, executor.stage
