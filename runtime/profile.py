"""`ts.profile`: the time, calls and bytes of a run, by operator and by line of the program.

    print(ts.profile(module, x))

    operator            calls       time  share      bytes
    aten::matmul            2    21.0 us    61%      176 B
    ...

The interpreter's listener measures single instructions, which disables code generation and adds a
few microseconds to each. A composite operator counts as a single call.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import Any, cast

from numpy.lib.array_utils import byte_bounds

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Registers, Values
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.modules.script_function import Callable
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

_CALLS = ("prim.CallFunction", "prim.CallMethod", "aten.wait")
"""Instructions that run others; the nested ones are measured separately."""
_CONTROL = "control flow"
_UNKNOWN = "unknown line"


@dataclass
class Cost:
    """The cost of an operator or a line. `bytes` is the memory of new tensors."""

    calls: int = 0
    seconds: float = 0.0
    bytes: int = 0

    def add(self, seconds: float, bytes: int) -> None:
        self.calls += 1
        self.seconds += seconds
        self.bytes += bytes


@dataclass
class Profile:
    """The costs of a run by operator and by `file:line`.

    `seconds` is the total including measurement; `result` is the program's result.
    """

    seconds: float = 0.0
    operators: dict[str, Cost] = field(default_factory=dict[str, Cost])
    lines: dict[str, Cost] = field(default_factory=dict[str, Cost])
    result: Any = None

    def as_dict(self) -> dict[str, Any]:
        """Return the profile as JSON data, the most expensive operators and lines first."""
        return {
            "seconds": self.seconds,
            "operators": [{"operator": name, **asdict(c)} for name, c in _by_cost(self.operators)],
            "lines": [{"line": name, **asdict(cost)} for name, cost in _by_cost(self.lines)],
        }

    def __str__(self) -> str:
        measured = sum(cost.seconds for cost in self.operators.values())
        tables = (("operator", self.operators), ("line", self.lines))
        rows = [row for title, costs in tables for row in ("", *_table(title, costs, measured))]
        head = (
            f"{time_text(measured)} in instructions, {time_text(self.seconds)} with the measuring"
        )
        return "\n".join([head, *rows])


def _by_cost(costs: Mapping[str, Cost]) -> list[tuple[str, Cost]]:
    return sorted(costs.items(), key=lambda item: -item[1].seconds)


def _table(title: str, costs: Mapping[str, Cost], measured: float) -> Iterator[str]:
    width = max(24, *(len(name) for name in costs)) if costs else 24
    yield f"{title:<{width}}  {'calls':>7}  {'time':>10}  {'share':>5}  {'bytes':>12}"
    for name, cost in _by_cost(costs):
        share = f"{cost.seconds / measured:.0%}" if measured else "-"
        time = time_text(cost.seconds)
        yield f"{name:<{width}}  {cost.calls:>7}  {time:>10}  {share:>5}  {cost.bytes:>12,}"


def time_text(seconds: float) -> str:
    """Return a duration in milliseconds, or in microseconds if it is shorter than one."""
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"


@dataclass
class _Open:
    """A running instruction; `taken` is the memory of its inputs."""

    registers: Registers
    measured: bool
    taken: list[tuple[int, int]]
    since: float = 0.0


class _OpenInstructions(threading.local):
    """The running instructions of a thread, innermost last."""

    def __init__(self) -> None:
        self.open: list[_Open] = []


class Profiler:
    """A listener that adds up costs, also from the threads of forks."""

    def __init__(self) -> None:
        self.profile = Profile()
        self._running = _OpenInstructions()
        self._lock = survive_fork(threading.RLock())

    def enters(self, code: Code, registers: Registers) -> None: ...

    def leaves(self, code: Code, results: Values) -> None: ...

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        inside = any(outer.measured for outer in self._running.open)
        measured = not inside and instruction.op_name not in _CALLS
        inputs = (registers[i] for i in instruction.inputs)
        opened = _Open(registers, measured, memory_of(inputs) if measured else [])
        self._running.open.append(opened)
        opened.since = perf_counter()

    def did_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        now = perf_counter()
        opened = self._close(registers)
        if opened is None or not opened.measured:
            return
        seconds, new = now - opened.since, _new_bytes(instruction, registers, opened.taken)
        operator = instruction.op_name.replace(".", "::", 1) or _CONTROL
        position = instruction.position
        line = f"{position.filename.data}:{position.line.data}" if position else _UNKNOWN
        with self._lock:
            self.profile.operators.setdefault(operator, Cost()).add(seconds, new)
            self.profile.lines.setdefault(line, Cost()).add(seconds, new)

    def failed(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        self._close(registers)

    def _close(self, registers: Registers) -> _Open | None:
        """Remove and return the instruction of this frame, None if another thread began it."""
        running = self._running.open
        for number in reversed(range(len(running))):
            if running[number].registers is registers:
                return running.pop(number)
        return None


def _new_bytes(
    instruction: Instruction, registers: Registers, taken: Sequence[tuple[int, int]]
) -> int:
    """Return the bytes of results outside the inputs' memory; `prim` operators add none."""
    if instruction.op_name.startswith("prim."):
        return 0
    return memory_outside(memory_of(registers[i] for i in instruction.outputs), taken)


def memory_outside(made: Sequence[tuple[int, int]], taken: Sequence[tuple[int, int]]) -> int:
    """Return the bytes of memory that does not begin in memory that was taken before."""
    new = ((a, b) for a, b in made if not any(low <= a < high for low, high in taken))
    return sum(end - start for start, end in new)


def memory_of(values: Iterable[Value]) -> list[tuple[int, int]]:
    """Return the bounds of the memory of tensors, also of those in containers."""
    parts = (part for value in values for part in _parts(value))
    return [byte_bounds(part.array) for part in parts if isinstance(part, Tensor)]


def _parts(value: Value) -> Iterable[Value]:
    if isinstance(value, dict):
        return cast("dict[Value, Value]", value).values()
    return cast("Sequence[Value]", value) if isinstance(value, list | tuple) else (value,)


def profile_code(code: Code, inputs: Sequence[Value]) -> tuple[tuple[Value, ...], Profile]:
    """Return the results and the profile of a run. Raises as `run`."""
    profiler = Profiler()
    begin = perf_counter()
    results = run(code, inputs, profiler)
    profiler.profile.seconds = perf_counter() - begin
    return results, profiler.profile


def callable_of(program: object, purpose: str) -> Callable:
    """Return a module's `forward`, a function or a method. Raises TypeError for other objects,
    which names the purpose."""
    function = program.get_method("forward") if isinstance(program, ScriptModule) else program
    if not isinstance(function, Callable):
        kind = type(program).__name__
        raise TypeError(f"cannot {purpose} '{kind}': expected a module or function of ts.script")
    return function


def profile(program: object, *args: Any, **kwargs: Any) -> Profile:
    """Run a module's `forward`, a function or a method, and return its profile.

    The first run of a program also compiles its code: profile the second one.

    Raises:
        TypeError: for anything but a scripted program.
        InputMismatch, RuntimeFault, MissingOperatorsError: as a call does.
    """
    function = callable_of(program, "profile")
    inputs = [*function.first, *function.values(args, kwargs)]
    results, found = profile_code(function.executable, inputs)
    exported = tuple(map(function.program.export, results))
    found.result = exported[0] if len(exported) == 1 else exported or None
    return found
