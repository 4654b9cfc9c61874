"""`ts.explain`: how a function runs, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.locations import file_position
from xdsl_torchscript.dialects.prim import (
    FallbackGraphOp,
    SubgraphOp,
    TensorExprGroupOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of
from xdsl_torchscript.runtime.errors import place
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
from xdsl_torchscript.runtime.explain.model import (
    CallRecord,
    Group,
    Guard,
    Outside,
    PlanPart,
    PlanRecord,
    RunFacts,
    Times,
)
from xdsl_torchscript.runtime.explain.tables import Section, sections
from xdsl_torchscript.runtime.explain.text import text_of
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Registers, Values
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.modules.copying import deep_copy
from xdsl_torchscript.runtime.modules.engines import Function
from xdsl_torchscript.runtime.profile import callable_of
from xdsl_torchscript.runtime.values import Value

_MEASURED_CALLS = 5


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


def explain(program: object, *args: Any, **kwargs: Any) -> Explanation:
    """Call a module's `forward`, a function or a method with these arguments until it has a plan.
    Report how it runs, and why.

    Whatever `ts.set_engine` selects, the calls run under the profiling executor, which keeps the
    plan. Each call gets copies of the arguments and of a method's object. Printing and random
    numbers happen as usual.

    Raises:
        TypeError: for anything but a scripted program.
        InputMismatch, RuntimeFault, MissingOperatorsError: as a call does.
    """
    function = callable_of(program, "explain")
    return explain_function(function, [*function.first, *function.values(args, kwargs)])


def explain_function(function: Function, inputs: Sequence[Value]) -> Explanation:
    """Explain a function for values of a program, the object of a method first."""
    executor, mode = executor_of(function).variant(inputs), set_compile_mode("now")
    try:
        calls = tuple(_calls(executor, inputs))
        times = _times(executor, function.executable, inputs)
    finally:
        set_compile_mode(mode)
    name = ".".join(part.rpartition(".")[2] for part in function.key)
    plans = _plans(executor, name, str(Graph(function.op)))
    return Explanation(RunFacts(name, calls, tuple(plans), times))


def _copies(inputs: Sequence[Value]) -> list[Value]:
    memo: dict[int, Any] = {}
    return [deep_copy(value, memo) for value in inputs]


def _time(call: Any, inputs: Sequence[Value]) -> float:
    copies = _copies(inputs)
    begin = perf_counter()
    call(copies)
    return perf_counter() - begin


def _calls(executor: ProfilingExecutor, inputs: Sequence[Value]) -> Iterator[CallRecord]:
    """Call until there is a plan, and once with it, which compiles its groups."""
    for _ in range(MAX_PROFILES * OPTIONS.profiled_runs + 2):
        wait_for_compilation()  # of a step that an earlier call began
        is_final = not executor.stage.is_followed
        yield CallRecord(_time(executor.run, inputs), executor.stage.value)
        if is_final:
            return


# ---- plans


def _plans(executor: ProfilingExecutor, name: str, graph: str) -> Iterator[PlanRecord]:
    """Yield an executor's plan, then the plans of its called fallback graphs."""
    plan = executor.graph if executor.stage.is_optimized else None
    if plan is None:
        outside = tuple(_outside(executor.refusals, executor.refusals))
        yield PlanRecord(name, executor.stage.value, None, graph, (), (), (), outside)
        return
    names = _subgraph_names(plan)
    yield PlanRecord(
        name,
        executor.stage.value,
        executor.unplanned_calls,
        str(Graph(plan)),
        tuple(_group(group, names[group.op]) for group in executor.groups),
        tuple(_constants(executor.constants)),
        tuple(_guards(plan, names)),
        tuple(_outside(_own_operations(plan), executor.refusals)),
    )
    fallbacks = [op for op in names if isinstance(op, FallbackGraphOp)]
    for op, fallback in zip(fallbacks, executor.fallbacks, strict=False):
        if fallback.unplanned_calls:
            yield from _plans(fallback, names[op], "as above, without types")


def _own_operations(function: Operation) -> Iterator[Operation]:
    """Yield the operations of a plan and of its forks, without those in groups and fallbacks."""
    for op in nested_operations(function):
        if not isinstance(op.parent_op(), TensorExprGroupOp | FallbackGraphOp):
            yield op


def _subgraph_names(graph: Operation, within: str = "") -> dict[Operation, str]:
    """Return the names of subgraphs in the graph's text: `TensorExprGroup_0`, or `TensorExprGroup_0
    of fork_1`, as each graph numbers its own."""
    names: dict[Operation, str] = {}
    numbers = count()
    for op in nested_operations(graph):
        if isinstance(op, SubgraphOp) and op not in names:
            name = f"{op.name.removeprefix('prim.')}_{next(numbers)}{within}"
            names |= {op: name, **_subgraph_names(op, f" of {name}")}
    return names


def _group(group: FusedGroup, name: str) -> Group:
    operators = operations_of(group.op, SchemaOp)
    first = group.op.body.find_ancestor_op_in_block(operators[0]) if operators else None
    if group.kernel is not None:
        execution = "native"
    else:
        execution = f"interpreted: {group.failure or 'not compiled'}"
    return Group(name, tuple(map(_kind, operators)), _place(first or group.op), execution)


def _constants(constants: ModuleConstants) -> Iterator[tuple[str, str]]:
    for path, value in constants.values:
        yield ".".join(("self", *path)), repr(value)
    for path in constants.present:
        yield ".".join(("self", *path)), "not None"
    for path, length in constants.lists:
        yield f"len({'.'.join(('self', *path))})", repr(length)
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


def _outside(ops: Iterable[Operation], refusals: dict[Operation, str]) -> Iterator[Outside]:
    for op in ops:
        if isinstance(op, SchemaOp) and op in refusals:
            yield Outside(_kind(op), _place(op), refusals[op])


def _kind(op: Operation) -> str:
    return op.schema.kind if isinstance(op, SchemaOp) else op.name.replace(".", "::", 1)


def _place(op: Operation) -> str:
    return place(file_position(nearest_location(op))).removesuffix(": ")


def _value(value: SSAValue) -> str:
    if isinstance(value, OpResult):
        return f"{value.name_hint or 'result'} of {_kind(value.op)}"
    return value.name_hint or "argument"


# ---- times


class _PartTimes:
    """A listener that adds up the times of the instructions of one code."""

    def __init__(self, code: Code) -> None:
        self._seconds: dict[Operation, list[float]] = {}
        self._code = code
        self._since = 0.0

    def parts(self, names: dict[Operation, str], calls: int) -> Iterator[PlanPart]:
        """Yield the means of some calls, the longest first; operations without a name get one."""
        found: dict[str, list[float]] = {}
        for op, seconds in self._seconds.items():
            found.setdefault(names.get(op) or _part_name(op), []).extend(seconds)
        for name, seconds in sorted(found.items(), key=lambda item: -sum(item[1])):
            yield PlanPart(name, len(seconds) / calls, sum(seconds) / calls)

    def enters(self, code: Code, registers: Registers) -> None: ...

    def leaves(self, code: Code, results: Values) -> None: ...

    def failed(self, code: Code, instruction: Instruction, registers: Registers) -> None: ...

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        if code is self._code:
            self._since = perf_counter()

    def did_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        if code is self._code:
            seconds = perf_counter() - self._since
            self._seconds.setdefault(instruction.op, []).append(seconds)


def _part_name(op: Operation) -> str:
    """Return `aten::mul f.py:3:12`; jumps and moves of values are one part."""
    if op.regions or op.has_trait(IsTerminator):
        return "control flow"
    return f"{_kind(op)} {_place(op)}".rstrip()


def _times(executor: ProfilingExecutor, plain: Code, inputs: Sequence[Value]) -> Times:
    numbers = range(_MEASURED_CALLS)
    plan = sum(_time(executor.run, inputs) for _ in numbers) / _MEASURED_CALLS
    interpreter = sum(_time(partial(run, plain), inputs) for _ in numbers) / _MEASURED_CALLS
    code = executor.code
    listener = _PartTimes(code)
    for _ in numbers:
        run(code, _copies(inputs), listener)
    names = {} if executor.graph is None else _subgraph_names(executor.graph)
    parts = list(listener.parts(names, _MEASURED_CALLS))
    return Times(_MEASURED_CALLS, plan, interpreter, tuple(parts))
