"""Turn a profiled graph into that of a plan: specialise, group, guard, check. A function of the
graph alone, so that another process may run it.

optimized = optimize(graph, Goal(lengths, given))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import lt

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import IfOp, ListTensorOp, LoopOp, ProfileOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import SizeType
from xdsl_torchscript.lowering.core.refusals import collect_refusals
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import calls_others
from xdsl_torchscript.lowering.ts.fusion.checked_views import remove_implied_profiles
from xdsl_torchscript.lowering.ts.fusion.create_fusion_groups import create_fusion_groups
from xdsl_torchscript.lowering.ts.fusion.type_check_fusion_groups import check_fusion_groups
from xdsl_torchscript.lowering.ts.profiling.check_inputs import (
    Inputs,
    check_inputs,
    profiled_inputs,
    specialize_copy,
)
from xdsl_torchscript.lowering.ts.profiling.insert_guards import (
    insert_guards,
    remove_known_profiles,
)
from xdsl_torchscript.lowering.ts.profiling.read_lists import list_refusals
from xdsl_torchscript.lowering.ts.quantized.lower_quantized import lower_quantized
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.types.propagate_types import state_types
from xdsl_torchscript.lowering.ts_to_te.groups.create_compilable_groups import group_refusal
from xdsl_torchscript.lowering.ts_to_te.groups.create_function_group import (
    create_function_group,
    must_be_whole,
)
from xdsl_torchscript.lowering.ts_to_te.groups.early_refusal import early_refusal
from xdsl_torchscript.runtime.constant_evaluator import evaluate
from xdsl_torchscript.runtime.executors.clean_up import run_passes
from xdsl_torchscript.runtime.executors.log import log_pass
from xdsl_torchscript.runtime.executors.plan_constants import PlanConstants
from xdsl_torchscript.runtime.executors.plan_goal import Goal, Optimized
from xdsl_torchscript.runtime.executors.strict_fusion import finish_strict_fusion

_MOST_ROUNDS = 8
"""The rounds of passes for known types, each of which may show further types."""


def optimize(function: FuncOp, goal: Goal, constants: PlanConstants | None = None) -> Optimized:
    """Optimise a profiled graph, which is consumed, for the types in its profiles. The constants of
    the plan give the values of quantised layers. Raises UnfusedError and one of `FAILURES`.

    Ints that decide sizes are symbols, and lists of numbers are tensors, if the function is one
    group then. Otherwise lists are lists, or ints are numbers, or both. Passes run for each choice
    where only they show that it is none."""
    profiles = operations_of(function, ProfileOp)
    sizes, lists = [*filter(_is_size, profiles)], [*filter(_is_list, profiles)]
    types = {op: op.profiled_type for op in (*sizes, *lists)}
    is_tried = goal.fuses and bool(types) and early_refusal(function) is None
    for kept in _choices(sizes, lists) if is_tried else ():
        for op, type in types.items():
            op.profiled_type = type if op in kept else None
        grouped = _group(function.clone(), goal, constants)
        if grouped.has_groups:
            return _finish(grouped)
    for op in types:
        op.profiled_type = None
    return _finish(_group(function, goal, constants))


def _choices(sizes: Sequence[ProfileOp], lists: Sequence[ProfileOp]) -> list[Sequence[ProfileOp]]:
    """Return which of these to rely on, in the order of preference: on some."""
    if sizes and lists:
        return [[*sizes, *lists], sizes, lists]
    return [each for each in (sizes, lists) if each]


def _is_size(op: ProfileOp) -> bool:
    return isinstance(op.profiled_type, SizeType)


def _is_list(op: ProfileOp) -> bool:
    return op.profiled_type is not None and isinstance(op.values[0].owner, ListTensorOp)


@dataclass(frozen=True)
class _Grouped:
    """A profiled graph, and what is made of it for the types of its inputs."""

    function: FuncOp
    inputs: Inputs
    fused: FuncOp
    refusals: Mapping[Operation, str]
    """The reasons why operations are in no group."""
    has_groups: bool


def _group(function: FuncOp, goal: Goal, constants: PlanConstants | None) -> _Grouped:
    """Specialise a profiled graph, which is consumed, and make groups."""
    inputs = profiled_inputs(function, goal.lengths, goal.given)
    fused = _specialize(function, inputs, constants, goal.bytes) if inputs else function
    with log_pass("insert_guards", fused):
        insert_guards(fused)
    return _Grouped(function, inputs, fused, *_create_groups(fused, goal))


def _finish(grouped: _Grouped) -> Optimized:
    """Check the inputs of the groups, if there are any."""
    function, inputs, fused = grouped.function, grouped.inputs, grouped.fused
    refusals = grouped.refusals
    finish_strict_fusion(fused, refusals)
    if not grouped.has_groups and not calls_others(fused):
        return Optimized(fused, _by_number(refusals, fused), is_worthwhile=False)
    with log_pass("type_check_fusion_groups", fused):
        check_fusion_groups(fused)
    if inputs:
        with log_pass("check_inputs", function):
            check_inputs(function, fused, inputs)
    return Optimized(function, _by_number(refusals, function), is_worthwhile=True)


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


def _create_groups(function: FuncOp, goal: Goal) -> tuple[Mapping[Operation, str], bool]:
    """Make the whole function a group, or else parts of it. Return the reasons why operations are
    in none, and whether there is one."""
    if not goal.fuses:
        return {}, False
    with collect_refusals() as refusals:
        with log_pass("create_function_group", function):
            group = create_function_group(function)
        if group is not None or must_be_whole(function):
            return refusals, group is not None
        with log_pass("create_fusion_groups", function):
            groups = create_fusion_groups(function, group_refusal, goal.min_size)
    refusals |= {op: why for op, why in list_refusals(function).items() if op in refusals}
    return refusals, bool(groups)


def _by_number(refusals: Mapping[Operation, str], function: FuncOp) -> Mapping[int, str]:
    walk = enumerate(function.walk())
    return {number: refusals[op] for number, op in walk if op in refusals}
