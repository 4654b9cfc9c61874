"""Make the profiled graph of a function, and a plan from its profile: the slow parts.

    profiled = profile_function(function, name, linker, outlines, fixed)
    plan = make_plan(profiled.record, executor, static=True)

It needs the compiler, so the profiling executor imports it for the first function that is hot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.prim import FallbackGraphOp, TensorExprGroupOp, TypeCheckOp
from xdsl_torchscript.lowering.ts.profiling.remove_profiling import remove_profiling
from xdsl_torchscript.lowering.ts.quantized.sources import SOURCES
from xdsl_torchscript.runtime.executors.failures import Failures
from xdsl_torchscript.runtime.executors.fused_group import FusedGroup, function_of
from xdsl_torchscript.runtime.executors.log import is_logging
from xdsl_torchscript.runtime.executors.module_constants import (
    NO_CONSTANTS,
    ModuleConstants,
    take_constants,
)
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.plan_constants import PlanConstants
from xdsl_torchscript.runtime.executors.plan_goal import Goal, Optimized
from xdsl_torchscript.runtime.executors.plan_operators import as_operator, run_type_check
from xdsl_torchscript.runtime.executors.profiling_record import ProfilingRecord
from xdsl_torchscript.runtime.executors.varying_sizes import ArgumentTypes, checked_types
from xdsl_torchscript.runtime.executors.whole_plan import (
    WholePlan,
    replaces_function,
    whole_plan,
)
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.native.compile_worker import WORKER
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.native.target import host_target, multiplies_bytes
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.values import Value

_CLEAN_UP = "xdsl_torchscript.runtime.executors.clean_up:clean_up"
_OPTIMIZE = "xdsl_torchscript.runtime.executors.plan_passes:optimize"


class Profiled(NamedTuple):
    """A profiled graph, the code that runs it, the attributes of modules that it takes as
    constants, and its linker."""

    record: ProfilingRecord
    code: Code
    constants: ModuleConstants
    linker: PlanConstants | None


class PlanOwner(Protocol):
    """The executor that a plan is made for."""

    @property
    def name(self) -> str: ...

    @property
    def linker(self) -> Linker | None: ...

    @property
    def depth(self) -> int: ...

    @property
    def earlier(self) -> ArgumentTypes: ...

    @property
    def constants(self) -> ModuleConstants: ...

    @property
    def failures(self) -> Failures: ...

    def run_fallback(
        self,
        source: Callable[[], FuncOp],
        code: Code,
        checked: ArgumentTypes,
        *,
        is_whole: bool,
    ) -> Callable[..., Values]:
        """Return the function that runs a fallback graph, of the whole function or of a group,
        under a separate executor. Its inputs have other types than those that were `checked`."""
        ...

    def schedule_kernel(self, task: Callable[[], None]) -> None:
        """Run a task that compiles a kernel, now or later in another thread."""
        ...

    def use_kernel(self, whole: WholePlan, kernel: Kernel) -> None:
        """Take the kernel of the group that is the whole plan."""
        ...


@dataclass
class Plan:
    """The optimised graph of a function, its code and groups. `operators` are the functions that
    run its checks, groups and fallback graphs. `refusals` give the reasons why operations are in no
    group; without groups and called functions there is no code. `is_storable` is not set if it
    depends on values that the key of a plan on disk does not have."""

    graph: FuncOp
    groups: list[FusedGroup] = field(default_factory=list[FusedGroup])
    operators: dict[Operation, Implementation] = field(
        default_factory=dict[Operation, Implementation]
    )
    refusals: dict[Operation, str] = field(default_factory=dict[Operation, str])
    code: Code | None = None
    is_storable: bool = True


def profile_function(
    function: FuncOp,
    name: str,
    linker: Linker | None,
    inputs: Sequence[Value] | None,
    fixed: Set[int] = frozenset(),
) -> Profiled | None:
    """Return the profiled graph of an inlined function: optimisations that hold for all types, then
    profiling. Return None if it must stay as it is.

    Attributes of the first of the inputs, the lengths of lists among them, and of those numbered
    `fixed` the ones that decide sizes, become constants; None keeps all. Raises one of `FAILURES`.
    """
    own = None if linker is None else PlanConstants.over(linker)
    name_object = None if own is None else own.add_object
    constants = (
        NO_CONSTANTS if inputs is None else take_constants(function, inputs, name_object, fixed)
    )
    cleaned = _run(_CLEAN_UP, function)
    if cleaned is None:
        return None
    record = ProfilingRecord(cleaned, OPTIONS.profiled_runs)
    code = Code.from_func(record.function, own, name, record.implementation)
    return Profiled(record, code, constants, own)


def make_plan(record: ProfilingRecord, owner: PlanOwner, *, static: bool) -> Plan:
    """Return the plan for the types in a profile, for their sizes if `static` is set. Raises
    UnfusedError and one of `FAILURES`."""
    record.state_types(static=static, earlier=owner.earlier)
    graph = record.function.clone()
    own = owner.linker if isinstance(owner.linker, PlanConstants) else None
    given = {number for number, is_given in owner.constants.given if is_given}
    bytes = static and OPTIONS.fuses and multiplies_bytes(host_target())
    goal = Goal(owner.constants.unpacked, given, bytes, OPTIONS.fuses, OPTIONS.min_size)
    optimized = _optimize(graph, goal, own)
    ops = list(optimized.graph.walk())
    refusals = {ops[number]: reason for number, reason in optimized.refusals.items()}
    plan = Plan(optimized.graph, refusals=refusals)
    plan.is_storable = own is None or not own.has_values
    if not optimized.is_worthwhile:
        return plan
    operators = ((op, _implementation(plan, owner, op)) for op in ops)
    plan.operators = {op: function for op, function in operators if function is not None}
    plan.code = Code.from_func(plan.graph, owner.linker, owner.name, plan.operators.get)
    return plan


def _optimize(graph: FuncOp, goal: Goal, constants: PlanConstants | None) -> Optimized:
    """Optimise a profiled graph. Only quantised layers need the values of constants."""
    if constants is not None and any(op.name in SOURCES for op in graph.walk()):
        return lazy_import(_OPTIMIZE)(graph, goal, constants)
    return _run(_OPTIMIZE, graph, goal)


def _run(passes: str, *arguments: object) -> Any:
    """Run passes, which may consume their arguments: in another process, which logs nothing, if
    calls go on meanwhile."""
    if OPTIONS.uses_worker and not is_logging():
        return WORKER.run(passes, *arguments)
    return lazy_import(passes)(*arguments)


def simplified(record: ProfilingRecord, owner: PlanOwner) -> tuple[FuncOp, Code]:
    """Return the profiled graph without profiling, and the code that runs it."""
    graph = record.function.clone()
    remove_profiling(graph)
    return graph, Code.from_func(graph, owner.linker, owner.name)


def _implementation(plan: Plan, owner: PlanOwner, op: Operation) -> Implementation | None:
    """Return the function that runs a check, a group or a fallback graph of a plan."""
    if isinstance(op, TypeCheckOp):
        return run_type_check(op)
    if isinstance(op, TensorExprGroupOp):
        group = FusedGroup(
            op,
            owner.name,
            owner.schedule_kernel,
            partial(_offer_kernel, owner, op),
            owner.failures.add_group,
        )
        plan.groups.append(group)
        return as_operator(op, group.call)
    if isinstance(op, FallbackGraphOp) and OPTIONS.kind_at(owner.depth + 1) is not None:
        code, is_whole = Code.from_block(op.body, owner.name, owner.linker), replaces_function(op)
        checked = checked_types(op, owner.earlier if is_whole else {})
        run = owner.run_fallback(lambda: function_of(op), code, checked, is_whole=is_whole)
        return as_operator(op, run)
    return None


def _offer_kernel(owner: PlanOwner, op: TensorExprGroupOp, kernel: Kernel) -> None:
    """Hand over the kernel of a group that is the whole plan."""
    table = kernel.table
    if table is None or OPTIONS.check_failures:
        return
    whole = whole_plan(op, owner.constants, table, owner.linker)
    if whole is not None:
        owner.use_kernel(whole, kernel)
