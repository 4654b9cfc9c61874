"""`ts.explain`: how a function runs, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, OpResult, SSAValue

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.prim import TypeCheckOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of
from xdsl_torchscript.runtime.executors.background import wait_for_compilation
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.fused_group import FusedGroup
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
from xdsl_torchscript.runtime.executors.options import OPTIONS, set_compile_mode
from xdsl_torchscript.runtime.executors.profiling_executor import (
    MAX_PROFILES,
    ProfilingExecutor,
)
from xdsl_torchscript.runtime.explain.html import html_of
from xdsl_torchscript.runtime.explain.kernels import kernel_runs
from xdsl_torchscript.runtime.explain.model import (
    CallRecord,
    Group,
    Guard,
    Outside,
    PlanRecord,
    RunFacts,
)
from xdsl_torchscript.runtime.explain.operations import (
    fallbacks_of,
    kind_of,
    own_operations,
    place_of,
    subgraph_names,
)
from xdsl_torchscript.runtime.explain.strict import check_is_native
from xdsl_torchscript.runtime.explain.tables import Section, sections
from xdsl_torchscript.runtime.explain.text import text_of
from xdsl_torchscript.runtime.explain.times import RunListener, seconds_of, times_of
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.modules.engines import Function
from xdsl_torchscript.runtime.profile import callable_of
from xdsl_torchscript.runtime.values import Value


@dataclass(frozen=True)
class Explanation:
    """Present a run of a function: `str` gives a text of tables, `html` a page, both of `facts`."""

    facts: RunFacts

    @cached_property
    def _sections(self) -> Sequence[Section]:
        return tuple(sections(self.facts))

    @property
    def _title(self) -> str:
        return f"'{self.facts.name}' runs {self.facts.plans[0].state}"

    def __str__(self) -> str:
        return text_of(self._title, self._sections)

    def html(self) -> str:
        """Return one page without external resources."""
        groups = [group for plan in self.facts.plans for group in plan.groups]
        names = {group.name.partition(" of ")[0] for group in groups}
        return html_of(self._title, self._sections, names)

    def save(self, path: str | Path) -> None:
        """Write the page to a file. Raises OSError."""
        Path(path).write_text(self.html(), encoding="utf-8")


def explain(program: object, *args: Any, strict: bool = False, **kwargs: Any) -> Explanation:
    """Call a module's `forward`, a function or a method with these arguments until it has a plan.
    Report how it runs, and why.

    Whatever `ts.set_engine` selects, the calls run under the profiling executor, which keeps the
    plan. Each call gets copies of the arguments and of a method's object. Printing and random
    numbers happen as usual. Kernels run again, alone, to be measured.

    With `strict`, operators on tensors that a call runs outside of native code are an error; a
    program's parameter of this name takes its value by position.

    Raises:
        NativeUnsupported: if `strict`, with each such operator, its place and the reason.
        TypeError: for anything but a scripted program.
        InputMismatch, RuntimeFault, MissingOperatorsError: as a call does.
    """
    function = callable_of(program, "explain")
    inputs = [*function.first, *function.values(args, kwargs)]
    return explain_function(function, inputs, strict=strict)


def explain_function(
    function: Function, inputs: Sequence[Value], *, strict: bool = False
) -> Explanation:
    """Explain a function for values of a program, the object of a method first. Raises as
    `explain`."""
    listener = RunListener()
    executor, mode = executor_of(function).variant(inputs), set_compile_mode("now")
    try:
        calls = tuple(_calls(executor, inputs))
        names = {} if executor.graph is None else subgraph_names(executor.graph)
        times = times_of(executor, function.executable, inputs, listener, names)
    finally:
        set_compile_mode(mode)
    name = ".".join(part.rpartition(".")[2] for part in function.key)
    if strict:
        check_is_native(executor, function.op, name, listener)
    plans = _plans(executor, name, str(Graph(function.op)), listener)
    return Explanation(RunFacts(name, calls, tuple(plans), times))


def _calls(executor: ProfilingExecutor, inputs: Sequence[Value]) -> Iterator[CallRecord]:
    """Call until there is a plan, and once with it, which compiles its groups."""
    for _ in range(MAX_PROFILES * OPTIONS.profiled_runs + 2):
        wait_for_compilation()  # of a step that an earlier call began
        is_final = not executor.stage.is_followed
        yield CallRecord(seconds_of(executor.run, inputs), executor.stage.value)
        if is_final:
            return


# ---- plans


def _plans(
    executor: ProfilingExecutor, name: str, graph: str, listener: RunListener
) -> Iterator[PlanRecord]:
    """Yield an executor's plan, then the plans of its called fallback graphs."""
    plan = executor.graph if executor.stage.is_optimized else None
    if plan is None:
        outside = tuple(_outside(executor.refusals, executor.refusals, listener))
        yield PlanRecord(name, executor.stage.value, None, graph, (), (), (), (), outside)
        return
    names = subgraph_names(plan)
    yield PlanRecord(
        name,
        executor.stage.value,
        executor.unplanned_calls,
        str(Graph(plan)),
        tuple(_group(group, names[group.op]) for group in executor.groups),
        tuple(kernel_runs(executor.groups, listener.inputs, names)),
        tuple(_constants(executor.constants, plan)),
        tuple(_guards(plan, names)),
        tuple(_outside(own_operations(plan), executor.refusals, listener)),
    )
    for op, fallback in fallbacks_of(executor):
        if fallback.unplanned_calls:
            yield from _plans(fallback, names[op], "as above, without types", listener)


def _group(group: FusedGroup, name: str) -> Group:
    operators = operations_of(group.op, SchemaOp)
    first = group.op.body.find_ancestor_op_in_block(operators[0]) if operators else None
    if group.kernel is not None:
        execution = "native"
    else:
        execution = f"interpreted: {group.failure or 'not compiled'}"
    return Group(name, tuple(map(kind_of, operators)), place_of(first or group.op), execution)


def _constants(constants: ModuleConstants, plan: FuncOp) -> Iterator[tuple[str, str]]:
    for path, value in constants.values:
        yield ".".join(("self", *path)), repr(value)
    for number, value in constants.arguments:
        yield plan.body.block.args[number].name_hint or f"argument {number}", repr(value)
    for path in constants.present:
        yield ".".join(("self", *path)), "not None"
    for (number, path), length in constants.lists:
        name = plan.body.block.args[number].name_hint or f"argument {number}"
        yield f"len({'.'.join((name, *path))})", repr(length)
    for number, keys in constants.dicts:
        name = plan.body.block.args[number].name_hint or f"argument {number}"
        yield f"list({name}.keys())", repr([*keys])
    for number, given in constants.given:
        name = plan.body.block.args[number].name_hint or f"argument {number}"
        yield f"{name} is not None", repr(given)
    for path, flag in constants.gradients:
        yield ".".join(("self", *path, "requires_grad")), repr(flag)
    if constants.grad_mode is not None:
        yield "torch.is_grad_enabled()", repr(constants.grad_mode)


def _guards(plan: Operation, names: dict[Operation, str]) -> Iterator[Guard]:
    for check in nested_operations(plan):
        if not isinstance(check, TypeCheckOp):
            continue
        branch = next(use.operation for use in check.passed.uses)
        checked = branch.regions[0].block.first_op
        name = names.get(checked) if checked else None
        made = f"{name} is compiled" if name else "the plan is made"
        for value, type in zip(check.inputs, check.types.data, strict=True):
            reason = f"{made} for the profiled calls"
            yield Guard(_value(value), print_type(type), reason)


def _outside(
    ops: Iterable[Operation], refusals: dict[Operation, str], listener: RunListener
) -> Iterator[Outside]:
    for op in ops:
        if isinstance(op, SchemaOp) and op in refusals:
            yield Outside(kind_of(op), place_of(op), refusals[op], listener.seconds(op))


def _value(value: SSAValue) -> str:
    if isinstance(value, OpResult):
        return f"{value.name_hint or 'result'} of {kind_of(value.op)}"
    return value.name_hint or "argument"
