"""Make the profiled graph of a function, and a plan from its profile: the slow parts.

    profiled = profile_function(function, name, linker, inputs[:1])
    plan = make_plan(profiled.record, executor, static=True)

It needs the compiler, so the profiling executor imports it for the first function that is hot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import lt
from typing import NamedTuple, Protocol

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import (
    FallbackGraphOp,
    IfOp,
    LoopOp,
    TensorExprGroupOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.core.refusals import collect_refusals
from xdsl_torchscript.lowering.ts.check_inputs import (
    Inputs,
    check_inputs,
    profiled_inputs,
    specialize_copy,
)
from xdsl_torchscript.lowering.ts.checked_views import remove_implied_profiles
from xdsl_torchscript.lowering.ts.create_fusion_groups import create_fusion_groups
from xdsl_torchscript.lowering.ts.functions import calls_others
from xdsl_torchscript.lowering.ts.insert_guards import insert_guards, remove_known_profiles
from xdsl_torchscript.lowering.ts.lower_quantized import lower_quantized
from xdsl_torchscript.lowering.ts.propagate_types import state_types
from xdsl_torchscript.lowering.ts.remove_profiling import remove_profiling
from xdsl_torchscript.lowering.ts.type_check_fusion_groups import check_fusion_groups
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts_to_te.create_compilable_groups import group_refusal
from xdsl_torchscript.lowering.ts_to_te.create_function_group import create_function_group
from xdsl_torchscript.runtime.constant_evaluator import evaluate
from xdsl_torchscript.runtime.executors.clean_up import clean_up, run_passes
from xdsl_torchscript.runtime.executors.failures import GroupFailures
from xdsl_torchscript.runtime.executors.fused_group import FusedGroup, function_of
from xdsl_torchscript.runtime.executors.log import log_pass
from xdsl_torchscript.runtime.executors.module_constants import (
    NO_CONSTANTS,
    ModuleConstants,
    take_constants,
)
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.plan_constants import PlanConstants
from xdsl_torchscript.runtime.executors.plan_operators import as_operator, run_type_check
from xdsl_torchscript.runtime.executors.profiling_record import ProfilingRecord
from xdsl_torchscript.runtime.executors.strict_fusion import finish_strict_fusion
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

_MOST_ROUNDS = 8
"""The rounds of passes for known types, each of which may show further types."""


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
    def failures(self) -> GroupFailures: ...

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
    function: FuncOp, name: str, linker: Linker | None, inputs: Sequence[Value] | None
) -> Profiled | None:
    """Return the profiled graph of an inlined function: optimisations that hold for all types, then
    profiling. Return None if it must stay as it is.

    Attributes of the first of the inputs, and the lengths of lists among them, become constants;
    None keeps all. Raises one of `FAILURES`.
    """
    own = None if linker is None else PlanConstants.over(linker)
    name_object = None if own is None else own.add_object
    constants = NO_CONSTANTS if inputs is None else take_constants(function, inputs, name_object)
    cleaned = clean_up(function)
    if cleaned is None:
        return None
    record = ProfilingRecord(cleaned, OPTIONS.profiled_runs)
    code = Code.from_func(record.function, own, name, record.implementation)
    return Profiled(record, code, constants, own)


def make_plan(
    record: ProfilingRecord, owner: PlanOwner, *, static: bool, compiles: bool = True
) -> Plan:
    """Return the plan for the types in a profile, for their sizes if `static` is set; its groups
    are compiled unless there is a kernel. Raises UnfusedError and one of `FAILURES`."""
    if compiles and OPTIONS.native and OPTIONS.compile == "background":
        WORKER.start()
    record.state_types(static=static, earlier=owner.earlier)
    plan = Plan(record.function.clone())
    given = {number for number, is_given in owner.constants.given if is_given}
    inputs = profiled_inputs(plan.graph, owner.constants.unpacked, given)
    own = owner.linker if isinstance(owner.linker, PlanConstants) else None
    bytes = static and OPTIONS.fuses and multiplies_bytes(host_target())
    fused = _specialize(plan.graph, inputs, own, bytes) if inputs else plan.graph
    plan.is_storable = own is None or not own.has_values
    with log_pass("insert_guards", fused):
        insert_guards(fused)
    has_groups = _create_groups(plan, fused)
    finish_strict_fusion(fused, plan.refusals)
    if not has_groups and not calls_others(fused):
        return plan
    with log_pass("type_check_fusion_groups", fused):
        check_fusion_groups(fused)
    if inputs:
        with log_pass("check_inputs", plan.graph):
            check_inputs(plan.graph, fused, inputs)
    operators = ((op, _implementation(plan, owner, op)) for op in list(plan.graph.walk()))
    plan.operators = {op: function for op, function in operators if function is not None}
    plan.code = Code.from_func(plan.graph, owner.linker, owner.name, plan.operators.get)
    return plan


def simplified(record: ProfilingRecord, owner: PlanOwner) -> tuple[FuncOp, Code]:
    """Return the profiled graph without profiling, and the code that runs it."""
    graph = record.function.clone()
    remove_profiling(graph)
    return graph, Code.from_func(graph, owner.linker, owner.name)


def _specialize(
    function: FuncOp, inputs: Inputs, constants: PlanConstants | None, bytes: bool
) -> FuncOp:
    """Return a profiled function, optimised for inputs of these types alone, without the guards of
    groups. With `bytes`, quantised layers multiply bytes, of which kernels need to know the sizes.

    Sizes that one branch or loop decides may be those that the next one asks for. A write behind a
    branch becomes an operator once the branch is decided, and the length of a list that a loop
    fills is known once the loop is unrolled."""
    special = specialize_copy(function, inputs)
    left = _count_undecided(special)
    for _ in range(_MOST_ROUNDS):
        state_types(special, TypeFacts(special))
        remove_known_profiles(special)
        _lower_quantized(special, constants, bytes)
        special = run_passes("specialized", special)
        special.detach()
        before, left = left, _count_undecided(special)
        if not any(map(lt, left, before)) or not any(left):
            break
    state_types(special, TypeFacts(special))
    remove_implied_profiles(special)
    return special


def _lower_quantized(function: FuncOp, constants: PlanConstants | None, bytes: bool) -> None:
    with log_pass("lower_quantized", function):
        if constants is None:
            lower_quantized(function, evaluate, bytes=bytes)
            return
        with constants.kept_by(function):
            lower_quantized(function, constants.evaluate, bytes=bytes)


def _count_undecided(function: FuncOp) -> tuple[int, int]:
    """Return the numbers of branches and loops, and of writes."""
    ops = list(function.walk())
    writes = sum(isinstance(op, SchemaOp) and op.schema.is_mutable for op in ops)
    return sum(isinstance(op, IfOp | LoopOp) for op in ops), writes


def _create_groups(plan: Plan, function: FuncOp) -> bool:
    """Make the whole function a group, or else parts of it; return whether there is one."""
    if not OPTIONS.fuses:
        return False
    with collect_refusals() as plan.refusals:
        with log_pass("create_function_group", function):
            group = create_function_group(function)
        if group is not None:
            return True
        with log_pass("create_fusion_groups", function):
            return bool(create_fusion_groups(function, group_refusal, OPTIONS.min_size))


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
            owner.failures.add,
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
