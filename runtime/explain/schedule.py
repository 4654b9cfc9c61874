"""The schedule of a kernel: the passes that changed it, and the loops that they made.

    observer = ScheduleObserver([30, 40])
    lower_to_loops(module, [observer])
    observer.schedule(module, refusals)  # a KernelSchedule; `observer.cost` is the cost

The passes are those of the pipeline, with its reasons, conversions and clean-up aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import (
    FixedBitwidthType,
    MemRefType,
    ModuleOp,
    StringAttr,
    VectorType,
    i1,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from xdsl_torchscript.lowering.analysis.memory_views import mixed_values
from xdsl_torchscript.lowering.core.pass_runner import Instrument
from xdsl_torchscript.lowering.core.walk import child_operations, nested_operations
from xdsl_torchscript.lowering.loops.parallelize_loops import SCHEDULE
from xdsl_torchscript.lowering.pipelines import TE_TO_LOOPS
from xdsl_torchscript.runtime.explain.cost import KernelCost, cost_of
from xdsl_torchscript.runtime.explain.model import KernelSchedule, PassEffect
from xdsl_torchscript.runtime.explain.numbers import KnownNumbers
from xdsl_torchscript.runtime.explain.snapshot import ModuleSnapshot
from xdsl_torchscript.runtime.native.target import host_target, vector_registers
from xdsl_torchscript.runtime.native.thread_pool import get_num_threads

_OF_EVERY_KERNEL = ("convert-te-to-loops", "check-bounds", "flatten-indices", "cse", "dce")
"""Passes that decide nothing: conversions, checks and clean-up."""
_REASONS = {step.spec.partition("{")[0]: step.reason for step in TE_TO_LOOPS}
_LOOPS = (scf.ForOp, scf.WhileOp, scf.ParallelOp)
_MOST_LOOPS = 60

Refusals: TypeAlias = Mapping[Operation, str]


class ScheduleObserver(Instrument):
    """Observes the lowering of a kernel from te to loops. `arguments` are its first arguments: its
    sizes, and numbers; None for others."""

    def __init__(self, arguments: Sequence[int | None]) -> None:
        self.cost: KernelCost | None = None
        self._arguments = arguments
        self._effects: list[PassEffect] = []
        self._before: ModuleSnapshot | None = None

    def before_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        if self._before is None and step.name == TE_TO_LOOPS[0].spec:
            function = _function(scope)
            self.cost = cost_of(function, KnownNumbers(function, self._arguments))
            self._before = ModuleSnapshot.of(scope)

    def after_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        before, self._before = self._before, self._before and ModuleSnapshot.of(scope)
        if before is None or self._before is None or step.name in _OF_EVERY_KERNEL:
            return
        if before.structure != self._before.structure:
            effect = ", ".join(before.differences(self._before)) or "rearranged"
            self._effects.append(PassEffect(step.name, effect, _REASONS[step.name]))

    def schedule(self, module: ModuleOp, refusals: Refusals) -> KernelSchedule:
        """Return the schedule of the module, which was lowered to loops; `refusals` are the reasons
        why passes left operations unchanged."""
        function = _function(module)
        numbers = KnownNumbers(function, self._arguments)
        lines = list(_loop_lines(function, numbers, refusals, ""))
        ops = list(nested_operations(function))
        left = len(lines) - _MOST_LOOPS
        if left > 0:
            lines[_MOST_LOOPS:] = [f"and {left} more loops"]
        loops = "\n".join(lines)
        threads = _threads(ops, numbers)
        memory = _memory(ops, numbers)
        return KernelSchedule(_vectors(ops), threads, memory, tuple(self._effects), loops)


def _function(module: ModuleOp) -> FuncOp:
    return next(op for op in module.ops if isinstance(op, FuncOp))


# ---- facts about loops


def _vector_types(ops: Iterable[Operation]) -> list[VectorType[Attribute]]:
    """Return the types of vectors that are loaded or stored, each once."""
    moved = [op for op in ops if any(isinstance(o.type, MemRefType) for o in op.operands)]
    types = dict.fromkeys(v.type for op in moved for v in (*op.operands, *op.results))
    vectors = [cast(VectorType[Attribute], t) for t in types if isinstance(t, VectorType)]
    return [vector for vector in vectors if vector.element_type != i1]


def _vectors(ops: Sequence[Operation]) -> str:
    """Return `vectors of 16 and 32 x f32, in registers of 512 bits`."""
    lanes: dict[str, set[int]] = {}
    for type in _vector_types(ops):
        lanes.setdefault(str(type.element_type), set()).add(type.element_count())
    if not lanes:
        return "no vectors"
    texts = [f"{_listed(sorted(counts))} x {element}" for element, counts in lanes.items()]
    bits = 8 * vector_registers(host_target())[1]
    return f"vectors of {', '.join(texts)}, in registers of {bits} bits"


def _listed(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last


def _threads(ops: Sequence[Operation], numbers: KnownNumbers) -> str:
    """Return how many threads may share the loops, for the most chunks that there are."""
    chunks = [numbers(op.upperBound[0]) for op in ops if isinstance(op, scf.ParallelOp)]
    if not chunks:
        return "1 thread, as no loop is shared"
    usable = get_num_threads()
    known = [count for count in chunks if count is not None]
    most = max(known) if len(known) == len(chunks) else usable
    return f"up to {min(usable, most)} of {usable} threads"


def _memory(ops: Sequence[Operation], numbers: KnownNumbers) -> str:
    """Return the sizes of allocations together; those in a parallel loop exist once per chunk."""
    allocations = [op for op in ops if isinstance(op, memref.AllocOp | memref.AllocaOp)]
    if not allocations:
        return "no temporary memory"
    sizes = [_bytes(op, numbers) for op in allocations]
    known = sum(size for size in sizes if size is not None)
    unknown = " and more at run time" if None in sizes else ""
    return f"{known:,} B of temporary memory{unknown}"


def _bytes(op: memref.AllocOp | memref.AllocaOp, numbers: KnownNumbers) -> int | None:
    element = op.memref.type.element_type
    bits = element.bitwidth if isinstance(element, FixedBitwidthType) else 64
    sizes = mixed_values(op.memref.type.get_shape(), op.dynamic_sizes)
    known = [size if isinstance(size, int) else numbers(size) for size in sizes]
    found = [size for size in known if size is not None]
    return prod(found) * max(1, bits // 8) if len(found) == len(known) else None


def _loop_lines(
    op: Operation, numbers: KnownNumbers, refusals: Refusals, indent: str
) -> Iterator[str]:
    """Yield a line for each loop in an operation, indented below the loops around it."""
    for inner in child_operations(op):
        if isinstance(inner, _LOOPS):
            below = list(_loop_lines(inner, numbers, refusals, indent + "  "))
            facts = _scheduled(inner) or ("" if below else _vectorized(inner, refusals))
            yield f"{indent}{_head(inner, numbers)}{': ' if facts else ''}{facts}"
            yield from below
        elif inner.regions:
            yield from _loop_lines(inner, numbers, refusals, indent)


def _head(loop: Operation, numbers: KnownNumbers) -> str:
    """Return `for i = 0 to 64 step 8`; `?` is a number that only a run knows."""
    kind = loop.name.removeprefix("scf.")
    if isinstance(loop, scf.ForOp):
        bounds = loop.lb, loop.ub, loop.step
    elif isinstance(loop, scf.ParallelOp):
        bounds = loop.lowerBound[0], loop.upperBound[0], loop.step[0]
    else:
        return kind
    low, high, step = ("?" if (n := numbers(bound)) is None else str(n) for bound in bounds)
    name = loop.regions[0].block.args[0].name_hint
    variable, by = f"{name} = " if name else "", "" if step == "1" else f" step {step}"
    return f"{kind} {variable}{low} to {high}{by}"


def _scheduled(loop: Operation) -> str:
    """Return the schedule that a pass states on a loop."""
    schedule = loop.attributes.get(SCHEDULE)
    return schedule.data if isinstance(schedule, StringAttr) else ""


def _vectorized(loop: Operation, refusals: Refusals) -> str:
    """Return the vectors of an innermost loop, or why it has none."""
    types = _vector_types(nested_operations(loop))
    if types:
        return ", ".join(f"{type.element_count()} x {type.element_type}" for type in types)
    reason = refusals.get(loop)
    return f"no vectors: {reason}" if reason else "no vectors"
