"""The times of a function's calls, in its parts and by operator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from xdsl.ir import Operation
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import FallbackGraphOp, TensorExprGroupOp
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.explain.model import PlanPart, Times
from xdsl_torchscript.runtime.explain.operations import fallbacks_of, kind_of, place_of
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Registers, Values
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.modules.copying import deep_copy
from xdsl_torchscript.runtime.values import Value

_MEASURED_CALLS, _SECONDS = 5, 0.02
"""The least number of measured calls, and the time in which more are measured."""
_MOST_PARTS = 16


class RunListener:
    """A listener that adds up the times of instructions, and keeps the first inputs of each group
    and fallback graph. Instructions that run others take the time of these, too."""

    def __init__(self) -> None:
        self.inputs: dict[Operation, Sequence[Value]] = {}
        self._seconds: dict[int, dict[Operation, list[float]]] = {}
        """The times of operations, by the identity of the code that has them."""
        self._since: dict[int, float] = {}
        """When the running instruction of each frame began, by its registers."""

    def has_seen(self, code: Code) -> bool:
        """Return whether a code ran, of the function or of a fallback graph."""
        return id(code) in self._seconds

    def seconds(self, op: Operation) -> float | None:
        """Return the time of an operation in a call, None if it did not run."""
        found = [seconds[op] for seconds in self._seconds.values() if op in seconds]
        return sum(map(sum, found)) / _MEASURED_CALLS if found else None

    def parts(self, code: Code, names: Mapping[Operation, str]) -> Iterator[PlanPart]:
        """Yield the parts of a code, the longest first, and those that take little as one."""
        found: dict[str, list[float]] = {}
        for op, seconds in self._seconds.get(id(code), {}).items():
            found.setdefault(names.get(op) or _part_name(op), []).extend(seconds)
        longest = sorted(found.items(), key=lambda item: -sum(item[1]))
        others = [time for _, seconds in longest[_MOST_PARTS:] for time in seconds]
        shown = [*longest[:_MOST_PARTS], *([("other operations", others)] if others else [])]
        for name, seconds in shown:
            yield PlanPart(name, len(seconds) / _MEASURED_CALLS, sum(seconds) / _MEASURED_CALLS)

    def enters(self, code: Code, registers: Registers) -> None:
        self._seconds.setdefault(id(code), {})

    def leaves(self, code: Code, results: Values) -> None: ...

    def failed(self, code: Code, instruction: Instruction, registers: Registers) -> None: ...

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        op = instruction.op
        if isinstance(op, TensorExprGroupOp | FallbackGraphOp) and op not in self.inputs:
            inputs = [registers[number] for number in instruction.inputs]
            self.inputs[op] = copies_of(inputs) if isinstance(op, FallbackGraphOp) else inputs
        self._since[id(registers)] = perf_counter()

    def did_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        seconds = perf_counter() - self._since[id(registers)]
        self._seconds[id(code)].setdefault(instruction.op, []).append(seconds)


def _part_name(op: Operation) -> str:
    """Return `aten::mul f.py:3:12`; jumps and moves of values are one part."""
    if op.regions or op.has_trait(IsTerminator):
        return "control flow"
    return f"{kind_of(op)} {place_of(op)}".rstrip()


def copies_of(inputs: Sequence[Value]) -> list[Value]:
    """Copy the inputs of a call, which may write them."""
    memo: dict[int, Any] = {}
    return [deep_copy(value, memo) for value in inputs]


def seconds_of(call: Callable[[Sequence[Value]], object], inputs: Sequence[Value]) -> float:
    """Return the time of a call with copies of the inputs."""
    copies = copies_of(inputs)
    begin = perf_counter()
    call(copies)
    return perf_counter() - begin


def times_of(
    executor: ProfilingExecutor,
    plain: Code,
    inputs: Sequence[Value],
    listener: RunListener,
    names: Mapping[Operation, str],
) -> Times:
    """Measure calls of a function under its executor, with a listener, and of its plain code. The
    parts that are groups have names."""
    plan, interpreter = _median_seconds([executor.run, partial(run, plain)], inputs)
    _listen(executor, inputs, listener)
    parts = tuple(listener.parts(executor.code, names))
    return Times(_MEASURED_CALLS, plan, interpreter, parts)


def _median_seconds(
    calls: Sequence[Callable[[Sequence[Value]], object]], inputs: Sequence[Value]
) -> list[float]:
    """Return the median time of each of several ways to call a function, which take turns, so that
    all of them find caches as the others leave them."""
    rounds: list[list[float]] = []
    end = perf_counter() + _SECONDS
    while len(rounds) < _MEASURED_CALLS or perf_counter() < end:
        rounds.append([seconds_of(call, inputs) for call in calls])
    return [median(times) for times in zip(*rounds, strict=True)]


def _listen(executor: ProfilingExecutor, inputs: Sequence[Value], listener: RunListener) -> None:
    """Run the code of an executor with a listener, then that of the fallback graphs that it ran,
    which notify no listener of the code around them."""
    for _ in range(_MEASURED_CALLS):
        run(executor.code, copies_of(inputs), listener)
    for op, fallback in fallbacks_of(executor):
        taken = listener.inputs.get(op)
        if taken is not None and fallback.constants.are_valid_for(taken):
            _listen(fallback, taken, listener)
