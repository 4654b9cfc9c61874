"""Calls of functions, methods and subgraphs: instructions that run other code.

The arguments go from the registers of the caller into those of the callee before it starts, so a
value that the caller does not need again is released by the callee.

A `with` statement keeps the objects that it entered, innermost first, as a chain of pairs in one
register: what is in it when a function fails is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.frames import (
    Call,
    Executable,
    Registers,
    Values,
    new_frame,
)
from xdsl_torchscript.runtime.interpreter.instructions import gather
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.suspension import complete, frame_of
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.values import Value, type_of

Find: TypeAlias = Callable[[Registers], Executable]
MethodOf: TypeAlias = Callable[[Value], Executable]
Finish: TypeAlias = Callable[[Registers, Values], None]


def function_of(linker: Linker, name: str) -> Find:
    """The code of a function, from its first call on."""
    found = cache(lambda: linker.code(name))

    def find(registers: Registers) -> Executable:
        return found()

    return find


def dispatch(linker: Linker, method: str) -> MethodOf:
    """The code of a method, by the class of the object."""

    @cache
    def found(class_name: str) -> Executable:
        return linker.method_code(class_name, method)

    def find(value: Value) -> Executable:
        if not isinstance(value, Object):
            raise TypeError(f"'{method}' is called on a value of type {type_of(value)}")
        return found(value.class_name)

    return find


def fixed(code: Executable) -> Find:
    """The code of a composite operator."""
    return lambda registers: code


def subgraph(code: Callable[[], Executable]) -> Find:
    """The code of a subgraph, from its first run on."""
    return lambda registers: code()


def method_of(linker: Linker, name: str, register: int) -> Find:
    """The code of a method of the object in a register."""
    find = dispatch(linker, name)
    return lambda registers: find(registers[register])


def call_code(
    find: Find,
    inputs: Sequence[int],
    outputs: Sequence[int],
    cleared: Sequence[int],
    unused: Sequence[int] = (),
) -> Call:
    """Runs the code that `find` gives; the registers `cleared` are released before it starts."""
    read = gather(inputs)

    def begin(registers: Registers) -> tuple[Executable, Registers]:
        code = find(registers)
        callee = new_frame(code, read(registers))
        for register in cleared:
            registers[register] = None
        return code, callee

    return Call(begin, _storing(outputs, unused))


def _storing(outputs: Sequence[int], cleared: Sequence[int]) -> Finish:
    """Stores results, then releases registers. Code may return more than its caller asked for."""
    if len(outputs) == 1 and not cleared:
        only = outputs[0]

        def store(registers: Registers, results: Values) -> None:
            registers[only] = results[0]

        return store

    def finish(registers: Registers, results: Values) -> None:
        for register, value in zip(outputs, results, strict=False):
            registers[register] = value
        for register in cleared:
            registers[register] = None

    return finish


def enter(find: MethodOf, manager: int, output: int, chain: int, cleared: Sequence[int]) -> Call:
    """Calls `__enter__`, and remembers what was entered."""
    store = _storing([output], cleared)

    def begin(registers: Registers) -> tuple[Executable, Registers]:
        return _method(find, registers[manager])

    def finish(registers: Registers, results: Values) -> None:
        registers[chain] = (registers[manager], registers[chain])
        store(registers, results)

    return Call(begin, finish)


def leave(
    find: MethodOf,
    outputs: Sequence[int],
    chain: int,
    cleared: Sequence[int],
    unused: Sequence[int],
) -> Call:
    """Calls `__exit__` of what was entered last, as it is called where nothing failed."""

    def begin(registers: Registers) -> tuple[Executable, Registers]:
        entered, registers[chain] = registers[chain]
        for register in cleared:
            registers[register] = None
        return _method(find, entered)

    return Call(begin, _storing(outputs, unused))


def _method(find: MethodOf, entered: Value) -> tuple[Executable, Registers]:
    code, arguments = _call_of(find, entered)
    return code, new_frame(code, arguments)


def _call_of(find: MethodOf, entered: Value) -> tuple[Executable, list[Value]]:
    """The method of the manager; what it takes beside that is None."""
    code = find(entered)
    return code, [entered, *[None] * (len(code.inputs) - 1)]


def unwind(find: MethodOf, chain: Value) -> None:
    """Leaves what a function that failed had entered. What fails then does not count: the first
    failure is the one to report."""
    while chain is not None:
        entered, chain = chain
        try:
            complete(deque([frame_of(*_call_of(find, entered))]))
        except RuntimeFault:
            continue
