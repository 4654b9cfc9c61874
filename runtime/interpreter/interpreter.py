"""The plain interpreter: the execution of each kind of instruction.

    counter = 0
    while counter != len(instructions):
        counter = step(instructions[counter], registers, counter)

A frame is a code, its registers and a counter. So it can be entered at any instruction, with given
registers (`Frame`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault
from xdsl_torchscript.runtime.interpreter.frames import Executable, Registers, Values, new_frame
from xdsl_torchscript.runtime.interpreter.instructions import (
    Apply,
    Call,
    CallMethod,
    Continue,
    Drop,
    Enter,
    EnterLoop,
    Instruction,
    Jump,
    JumpIfFalse,
    Leave,
    Move,
    NextIteration,
    Refuse,
    TestLoop,
)
from xdsl_torchscript.runtime.interpreter.linker import MethodOf
from xdsl_torchscript.runtime.interpreter.suspension import complete, frame_of
from xdsl_torchscript.runtime.values import Value


def step(instruction: Instruction, registers: Registers, counter: int) -> int:
    """Run the instruction `counter` and return the number of the next one, or raise the
    instruction's exception."""
    match instruction:
        case Apply():
            result = instruction.function(*map(registers.__getitem__, instruction.inputs))
            _store_results(instruction, registers, result)
        case Call() | CallMethod() | Enter() | Leave():
            code, callee = begin_call(instruction, registers)
            finish_call(instruction, registers, code.execute(callee))
        case TestLoop():
            condition, trip, limit = instruction.inputs
            if not (registers[condition] and registers[trip] < registers[limit]):
                return instruction.target
        case NextIteration():
            trip, *state = instruction.outputs
            _move(instruction, state, registers)
            registers[trip] += 1
            return instruction.target
        case JumpIfFalse():
            condition = registers[instruction.inputs[0]]
            _clear(instruction.cleared, registers)
            if not condition:
                return instruction.target
        case Jump():
            return instruction.target
        case Move():
            _move(instruction, instruction.outputs, registers)
        case Drop():
            _clear(instruction.cleared, registers)
        case EnterLoop():
            trip, *state = instruction.outputs
            _move(instruction, state, registers)
            registers[trip] = 0
        case Refuse():
            raise MissingOperatorsError([(instruction.op_name, instruction.position)])
        case _:
            raise TypeError(f"'{instruction.name}' is an instruction of an unknown kind")
    return counter + 1


def _clear(cleared: Sequence[int], registers: Registers) -> None:
    for register in cleared:
        registers[register] = None


def _store_results(instruction: Instruction, registers: Registers, result: Value) -> None:
    outputs = instruction.outputs
    if len(outputs) == 1:
        registers[outputs[0]] = result
    elif outputs:
        for register, value in zip(outputs, result, strict=True):
            registers[register] = value
    for register in instruction.cleared:
        registers[register] = None


def _move(instruction: Instruction, outputs: Sequence[int], registers: Registers) -> None:
    values = list(map(registers.__getitem__, instruction.inputs))
    _clear(instruction.cleared, registers)
    for register, value in zip(outputs, values, strict=True):
        registers[register] = value


# ---- calls


def begin_call(instruction: Instruction, registers: Registers) -> tuple[Executable, Registers]:
    """Return a call's code, and the registers of the new frame. The caller releases moved values
    before the callee starts, so that the callee can."""
    match instruction:
        case Call():
            code = instruction.executable()
            arguments = list(map(registers.__getitem__, instruction.inputs))
        case CallMethod():
            arguments = list(map(registers.__getitem__, instruction.inputs))
            code = instruction.method(arguments[0])
        case Enter():
            return _call_of(instruction.method, registers[instruction.inputs[0]])
        case Leave():
            entered, registers[instruction.chain] = registers[instruction.chain]
            _clear(instruction.cleared, registers)
            return _call_of(instruction.method, entered)
        case _:
            raise TypeError(f"'{instruction.name}' runs no other code")
    callee = new_frame(code, arguments)
    if isinstance(instruction, Continue) and code.entered is not None:
        chain = instruction.chain
        if chain is not None:
            callee[code.entered], registers[chain] = registers[chain], None
    for register in instruction.cleared:
        registers[register] = None
    return code, callee


def finish_call(instruction: Instruction, registers: Registers, results: Values) -> None:
    """Store a call's results. Code may return more than its caller asked for."""
    if type(instruction) is Enter:
        chain = instruction.chain
        registers[chain] = (registers[instruction.inputs[0]], registers[chain])
        _clear(instruction.cleared, registers)
    for register, value in zip(instruction.outputs, results, strict=False):
        registers[register] = value
    for register in instruction.unused:
        registers[register] = None


def _call_of(method: MethodOf, entered: Value) -> tuple[Executable, Registers]:
    """Return the code and registers of a call of a manager's method; other arguments are None."""
    code = method(entered)
    return code, new_frame(code, [entered, *[None] * (len(code.inputs) - 1)])


def unwind(exit_of: MethodOf, chain: Value) -> None:
    """Leave the context managers of a failed function, innermost first. Errors of `__exit__` are
    ignored, so that the first failure is reported."""
    while chain is not None:
        entered, chain = chain
        try:
            code, registers = _call_of(exit_of, entered)
            complete(deque([frame_of(code, registers[: len(code.inputs)])]))
        except (RuntimeFault, MissingOperatorsError):
            continue
