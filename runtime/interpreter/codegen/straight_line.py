"""Straight-line code as one function: instructions in a row, up to a jump or a call.

The plain loop keeps values in registers and dispatches each instruction, which takes longer than
many operators. A generated function keeps the values in variables:

    def run(registers):
     v1 = registers[1]; registers[1] = None; v2 = registers[2]; v1 = f0(v1, v2)
     v1 = f1(v1)
     registers[5] = v1; return 9

A value is released as soon as the instruction is done that reads it last, as in the interpreter.
Operators are specialised on the constants among their arguments.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.prim.data import ListConstructOp
from xdsl_torchscript.runtime.interpreter.codegen.source import GeneratedSource, SourceWriter
from xdsl_torchscript.runtime.interpreter.frames import new_frame
from xdsl_torchscript.runtime.interpreter.instructions import (
    Apply,
    Call,
    CallMethod,
    Drop,
    EnterLoop,
    Instruction,
    Jump,
    JumpIfFalse,
    Move,
    NextIteration,
    TestLoop,
)
from xdsl_torchscript.runtime.operators.arrays.specialised_views import (
    ArrayView,
    array_view,
    view_chain,
)
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.specialisation import READS_LISTS, specialise
from xdsl_torchscript.runtime.operators.specialiser import UNKNOWN
from xdsl_torchscript.runtime.values import Value

_INNER = (Apply, Move, Drop, EnterLoop)
_LAST = (Jump, JumpIfFalse, TestLoop, NextIteration, Call, CallMethod)
"""Kinds of instructions in straight-line code, and those that end it."""


def straight_lines(
    instructions: Sequence[Instruction], others: Container[int] = ()
) -> Iterator[tuple[int, int]]:
    """Return the first and last instructions of straight-line code, into which no jump leads.
    `others` are the instructions of other generated code."""
    targets = {instruction.target for instruction in instructions}
    start = 0
    for at, instruction in enumerate(instructions):
        if at in targets and at > start:
            yield start, at
            start = at
        if type(instruction) in _INNER and at not in others:
            continue
        end = at + 1 if type(instruction) in _LAST and at not in others else at
        if end > start:
            yield start, end
        start = at + 1
    if start < len(instructions):
        yield start, len(instructions)


def straight_line(
    instructions: Sequence[Instruction], start: int, end: int, constants: Mapping[int, Value]
) -> GeneratedSource:
    """Return the source of the instructions from `start` to `end`; `constants` are in registers."""
    return _StraightLine(instructions, start, end, constants).source()


def _is_only_read(value: SSAValue | None) -> bool:
    """Return whether operators only read the list, so that one list serves all calls."""
    return value is not None and all(use.operation.name in READS_LISTS for use in value.uses)


def _constant_list(instruction: Instruction, known: Mapping[int, Value]) -> list[Value] | None:
    """Return a list of constants that operators only read."""
    if not isinstance(instruction.op, ListConstructOp) or not _is_only_read(instruction.op.result):
        return None
    constant = all(register in known for register in instruction.inputs)
    return [known[register] for register in instruction.inputs] if constant else None


def _reads_last(instruction: Instruction, registers: Sequence[int]) -> bool:
    """Return whether an instruction is the last to read the registers, and reads them first."""
    return instruction.inputs[:1] == registers and registers[0] in instruction.cleared


class _StraightLine(SourceWriter):
    """Writes a line for each instruction. `known` are the constants by registers."""

    def __init__(
        self,
        instructions: Sequence[Instruction],
        start: int,
        end: int,
        constants: Mapping[int, Value],
    ) -> None:
        super().__init__(new_frame=new_frame)
        self._end = end
        self._known = dict(constants)
        self._lists: dict[int, list[Value]] = {}
        self._names: dict[int, str] = {}
        self._made: dict[int, None] = {}
        self._free: list[str] = []
        self._count = 0
        self._read_by: Mapping[int, str] = {}
        own = instructions[start:end]
        self._ops = {instruction.op for instruction in own}
        self._dying = {register for i in own for register in i.cleared}
        self._omitted = set(self._take_lists(own))
        at = 0
        while at < len(own):
            views, after = self._chain_from(own, at)
            if len(views) > 1:
                self._chain(views, own[at:after], start + at)
            else:
                self._each(own[at:after], start + at)
            at = after
        if type(own[-1]) in _INNER:
            self._line("; ".join([*self._stores(), f"return {end}"]))

    def _take_lists(self, own: Sequence[Instruction]) -> Iterator[Operation]:
        """Take lists of constants as constants; yield their operations if nothing else reads
        them."""
        for instruction in own:
            constant = _constant_list(instruction, self._known)
            if constant is None:
                continue
            self._known[instruction.outputs[0]] = self._lists[instruction.outputs[0]] = constant
            if all(use.operation in self._ops for use in instruction.op.results[0].uses):
                yield instruction.op

    def _each(self, instructions: Sequence[Instruction], start: int) -> None:
        for number, instruction in enumerate(instructions, start):
            self._read_by = {}
            text = "; ".join(self._statements(instruction)) or "pass"
            self._line(text, number, self._read_by)

    # ---- views of views

    def _chain_from(self, own: Sequence[Instruction], start: int) -> tuple[list[ArrayView], int]:
        """Return the views of a chain, and the place after it, which is at least the next.

        In a chain, only the next view reads a result."""
        views: list[ArrayView] = []
        end = start + 1
        for at in range(start, len(own)):
            instruction = own[at]
            if views and instruction.op in self._omitted:
                continue
            goes_on = not views or _reads_last(instruction, own[end - 1].outputs)
            view = self._view_of(instruction) if goes_on else None
            if view is None:
                break
            views.append(view)
            end = at + 1
        return views, end

    def _view_of(self, instruction: Instruction) -> ArrayView | None:
        if not isinstance(instruction, Apply) or instruction.unused:
            return None
        return array_view(instruction.op_name, self._arguments(instruction))

    def _chain(
        self, views: Sequence[ArrayView], instructions: Sequence[Instruction], start: int
    ) -> None:
        """Write one call that makes the last tensor, and the operators one by one if it fails."""
        source, result = instructions[0].inputs[0], instructions[-1].outputs[0]
        loads = list(self._loads([source]))
        read = self._read(source)
        call = f"made = {self._bind(view_chain(views))}({read})"
        self._line("; ".join([*loads, call]), start, {source: read})
        self._line("if made is None:")
        with self._block():
            self._each(instructions, start)
        self._line(f"else: {self._names[result]} = made; made = None")

    def _statements(self, instruction: Instruction) -> Iterator[str]:
        match instruction:
            case Apply():
                yield from self._apply(instruction)
            case Move():
                yield from self._move(instruction, ())
            case EnterLoop():
                yield from self._move(instruction, ("0",))
            case Drop():
                for register in instruction.cleared:
                    if register not in self._names:
                        yield f"registers[{register}] = None"
                yield from self._forget(self._release(instruction.cleared))
            case Call() | CallMethod():
                yield from self._call(instruction)
            case _:
                yield from self._jump(instruction)

    def _apply(self, instruction: Apply) -> Iterator[str]:
        if instruction.op in self._omitted:
            return
        function, inputs = self._specialise(instruction)
        yield from self._loads(inputs)
        names = {register: self._read(register) for register in inputs}
        lists = {r: self._bind(self._lists[r]) for r in instruction.inputs if r in self._lists}
        self._read_by = names | lists
        operands = ", ".join(map(names.__getitem__, inputs))
        dead = self._release(instruction.cleared)
        results = self._results(instruction)
        left = ", ".join(results) + " = " if results else ""
        yield f"{left}{self._bind(function)}({operands})"
        dead += self._release(instruction.cleared)
        yield from self._forget(dead)

    def _move(self, instruction: Instruction, first: Sequence[str]) -> Iterator[str]:
        yield from self._loads(instruction.inputs)
        values = [*first, *map(self._read, instruction.inputs)]
        dead = self._release(instruction.cleared)
        yield f"{', '.join(self._results(instruction))} = {', '.join(values)}"
        yield from self._forget(dead)

    def _jump(self, instruction: Instruction) -> Iterator[str]:
        target, following = instruction.target, self._end
        if isinstance(instruction, NextIteration):
            trip = instruction.outputs[0]
            yield from self._loads([trip])
            yield from self._move(instruction, (f"{self._read(trip)} + 1",))
        conditions = () if isinstance(instruction, NextIteration) else instruction.inputs
        yield from self._loads(conditions)
        read = [self._read(register) for register in conditions]
        self._release(instruction.cleared if conditions else ())
        yield from self._stores()
        match instruction:
            case JumpIfFalse():
                yield f"return {following} if {read[0]} else {target}"
            case TestLoop():
                yield f"return {following} if {read[0]} and {read[1]} < {read[2]} else {target}"
            case _:
                yield f"return {target}"

    def _call(self, instruction: Call | CallMethod) -> Iterator[str]:
        """Write a call; the new frame alone holds the values that the call releases."""
        yield from self._loads(instruction.inputs)
        arguments = [self._read(register) for register in instruction.inputs]
        if isinstance(instruction, Call):
            yield f"code = {self._bind(instruction.executable)}()"
        else:
            yield f"code = {self._bind(instruction.method)}({arguments[0]})"
        yield f"frame = new_frame(code, [{', '.join(arguments)}])"
        yield from self._forget(self._release(instruction.cleared))
        yield from self._stores()
        yield "results = code.execute(frame)"
        for place, register in enumerate(instruction.outputs):
            if register not in instruction.unused:
                yield f"registers[{register}] = results[{place}]"
        yield f"return {self._end}"

    def _specialise(self, instruction: Apply) -> tuple[Implementation, Sequence[int]]:
        """Return the function with its constant arguments bound, and its other inputs."""
        inputs, arguments = instruction.inputs, self._arguments(instruction)
        faster = specialise(instruction.op_name, instruction.function, arguments)
        if faster is None:
            return instruction.function, inputs
        pairs = zip(inputs, arguments, strict=True)
        return faster, [register for register, argument in pairs if argument is UNKNOWN]

    def _arguments(self, instruction: Apply) -> list[Any]:
        """Return the constants among the arguments, and UNKNOWN for the others."""
        return [
            self._known[register]
            if register in self._known
            and (not isinstance(self._known[register], list) or _is_only_read(value))
            else UNKNOWN
            for register, value in zip(instruction.inputs, instruction.operands, strict=True)
        ]

    def _loads(self, inputs: Sequence[int]) -> Iterator[str]:
        """Write the loads from registers to variables, at the first use."""
        for register in dict.fromkeys(inputs):
            if register in self._names or register in self._known:
                continue
            yield f"{self._variable(register)} = registers[{register}]"
            if register in self._dying:
                yield f"registers[{register}] = None"

    def _read(self, register: int) -> str:
        if register not in self._known:
            return self._names[register]
        return self._bind(self._known[register])

    def _results(self, instruction: Instruction) -> list[str]:
        self._made.update(dict.fromkeys(instruction.outputs))
        return list(map(self._variable, instruction.outputs))

    def _stores(self) -> list[str]:
        return [f"registers[{r}] = {self._names[r]}" for r in self._made if r in self._names]

    def _variable(self, register: int) -> str:
        """Return a free variable, or the variable of a value that dies with the instruction."""
        if not self._free:
            self._count += 1
            self._free.append(f"v{self._count}")
        name = self._names[register] = self._free.pop()
        return name

    def _release(self, cleared: Sequence[int]) -> list[str]:
        names = [self._names.pop(r) for r in cleared if r in self._names]
        self._free += names
        return names

    def _forget(self, names: Sequence[str]) -> Iterator[str]:
        """Write the release of variables that were not used again."""
        rest = [name for name in dict.fromkeys(names) if name in self._free]
        if rest:
            yield f"{' = '.join(rest)} = None"
