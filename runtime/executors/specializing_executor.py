"""The specialising executor: a plan for each argument spec.

    executor = SpecializingExecutor(source, code, linker)
    executor.run(inputs)      # by the plan for the dtypes, ranks, ... of the inputs

After PyTorch's legacy GraphExecutor. A plan relies only on its spec, so it needs no guard, except
at groups. A group treats the sizes of the plan's first call as symbols, and checks them. At most
`OPTIONS.max_plans` plans are made; the interpreter runs calls with other specs, and calls whose
plan is not ready.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.prim import GuardOp, TensorExprGroupOp, TypeCheckOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.refusals import collect_refusals
from xdsl_torchscript.lowering.ts.fusion.create_fusion_groups import create_fusion_groups
from xdsl_torchscript.lowering.ts.fusion.type_check_fusion_groups import check_fusion_groups
from xdsl_torchscript.lowering.ts.inlining import detached
from xdsl_torchscript.lowering.ts.profiling.insert_guards import without_strides
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.types.propagate_types import state_types
from xdsl_torchscript.lowering.ts.types.specialize_inputs import specialize
from xdsl_torchscript.lowering.ts_to_te.groups.create_compilable_groups import group_refusal
from xdsl_torchscript.runtime.errors import NoValueError, UnfusedError
from xdsl_torchscript.runtime.executors.argument_spec import (
    Seen,
    Spec,
    spec_of,
    specialize_type,
    types_in,
)
from xdsl_torchscript.runtime.executors.background import schedule, take_over, while_alive
from xdsl_torchscript.runtime.executors.clean_up import clean_up, run_passes
from xdsl_torchscript.runtime.executors.executor import Executor, Start
from xdsl_torchscript.runtime.executors.failures import FAILURES, Failures
from xdsl_torchscript.runtime.executors.fused_group import FusedGroup
from xdsl_torchscript.runtime.executors.last_graph import LAST
from xdsl_torchscript.runtime.executors.log import (
    LogLevel,
    log_graph,
    log_pass,
    log_reasons,
)
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.plan_operators import as_operator, run_type_check
from xdsl_torchscript.runtime.executors.profiling_record import symbolize
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.executors.strict_fusion import finish_strict_fusion
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.values import Value

_FILE = "specializing_executor"


class _SpecializedPlan(NamedTuple):
    """The code for one spec. `graph` is None if it is the function itself."""

    graph: FuncOp | None
    code: Code


class SpecializingExecutor(Executor):
    """The execution of one function. Safe to call from several threads."""

    def __init__(
        self, source: Callable[[], FuncOp], code: Callable[[], Code], linker: Linker | None
    ) -> None:
        self._source, self._linker = source, linker
        self._plain = _SpecializedPlan(None, code())
        self._plans: dict[Spec, _SpecializedPlan] = {}
        self._unfused: dict[Spec, UnfusedError] = {}
        self._requested: set[Spec] = set()
        self._lock = survive_fork(threading.RLock())
        self.failures = Failures()

    @property
    def stage(self) -> Stage:
        """The state of the function for the specs seen so far."""
        return Stage.SYMBOLIC if self._plans else Stage.INTERPRETED

    def run(self, inputs: Sequence[Value], start: Start = run) -> Values:
        """Return the results for the inputs. Raises as the interpreter, and UnfusedError."""
        try:
            plan = self._plan_for(inputs)
        except UnfusedError:
            raise
        except FAILURES as error:
            plan = self._plain
            self._fail(error)
        if start is run:
            LAST.call.graph = plan.graph
        return start(plan.code, inputs)

    def plans(self) -> Iterator[tuple[FuncOp, Code]]:
        """Yield the graph and each plan's code."""
        for plan in tuple(self._plans.values()):
            if plan.graph is not None:
                yield plan.graph, plan.code

    def _plan_for(self, inputs: Sequence[Value]) -> _SpecializedPlan:
        try:
            spec = tuple(map(spec_of, inputs))
        except NoValueError:  # the operator that uses the tensor will raise
            return self._plain
        plan = self._plans.get(spec)
        if plan is None and self._is_new(spec):
            seen = tuple(map(types_in, inputs))
            schedule(while_alive(self._make, spec, seen))
            plan = self._plans.get(spec)
        elif plan is None and OPTIONS.compile == "now":
            take_over(self)
            plan = self._plans.get(spec)
        if spec in self._unfused:
            raise UnfusedError(self._unfused[spec].findings)
        return plan or self._plain

    def _fail(self, error: Exception) -> None:
        self.failures.add(error, f"'{self._plain.code.name}' stays interpreted")

    def _is_new(self, spec: Spec) -> bool:
        """Return whether a plan for the spec has to be made: once, and not for too many specs."""
        with self._lock:
            full = len(self._requested) >= OPTIONS.max_plans
            if OPTIONS.compile == "never" or full or spec in self._requested:
                return False
            self._requested.add(spec)
            return True

    # ---- plans

    def _make(self, spec: Spec, seen: Sequence[Seen]) -> None:
        """Make a spec's plan; if that fails, calls stay interpreted."""
        try:
            with log_reasons():
                function = self._specialize(seen)
            if function is not None:
                code = Code.from_func(
                    function, self._linker, self._plain.code.name, self._implementation
                )
                self._plans[spec] = _SpecializedPlan(function, code)
        except UnfusedError as error:
            self._unfused[spec] = error
        except FAILURES as error:
            self._fail(error)

    @cached_property
    def _clean_function(self) -> FuncOp | None:
        return clean_up(detached(self._source()))

    def _specialize(self, seen: Sequence[Seen]) -> FuncOp | None:
        if self._clean_function is None:
            return None
        function = self._clean_function.clone()
        declared = [argument.type for argument in function.body.block.args]
        specialize(function, list(map(specialize_type, declared, seen)))
        state_types(function, TypeFacts(function))
        function = run_passes("specialized", function)
        with collect_refusals() as reasons:
            if OPTIONS.fuses:
                with log_pass("create_fusion_groups", function):
                    _guard_sizes(function, seen)
                    create_fusion_groups(function, group_refusal, OPTIONS.min_size)
        finish_strict_fusion(function, reasons)
        check_fusion_groups(function)
        log_graph(LogLevel.DUMP, _FILE, f"'{self._plain.code.name}' has a plan", function)
        return function

    def _implementation(self, op: Operation) -> Implementation | None:
        """Return the function that runs a check or a group of a plan."""
        if isinstance(op, TypeCheckOp):
            return run_type_check(op)
        if isinstance(op, TensorExprGroupOp):
            name = self._plain.code.name
            group = FusedGroup(op, name, schedule, lambda kernel: None, self.failures.add_group)
            return as_operator(op, group.call)
        return None


def _guard_sizes(function: FuncOp, seen: Sequence[Seen]) -> None:
    """Guard arguments for a call's sizes, as symbols: types that groups are made for."""
    symbols: dict[int, str] = {}
    start = InsertPoint.at_start(function.body.block)
    for argument, type in zip(function.body.block.args, seen, strict=True):
        if isinstance(argument.type, TensorType) and isinstance(type, TensorType):
            guarded = without_strides(symbolize(type, type, symbols, repeat(True)))
            guard = GuardOp(argument, guarded)
            argument.replace_all_uses_with(guard.result)
            guard.operands[0] = argument
            Rewriter.insert_op(guard, start)
