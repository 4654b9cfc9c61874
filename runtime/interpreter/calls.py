"""Calls of functions and methods: steps that run other code on registers of its own.

The arguments go from the registers of the caller into those of the callee before it starts, so a
value that the caller does not need again is released by the callee.

A `with` statement keeps the objects that it entered, innermost first, as a chain of pairs in one
register: what is in it when a function fails is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.instructions import Registers, Step
from xdsl_torchscript.runtime.interpreter.linker import Executable, Linker
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.values import Value, type_of

Find: TypeAlias = Callable[[Registers], Executable]
MethodOf: TypeAlias = Callable[[Value], Executable]


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


def method_of(linker: Linker, name: str, register: int) -> Find:
    """The code of a method of the object in a register."""
    find = dispatch(linker, name)
    return lambda registers: find(registers[register])


def call_code(
    find: Find,
    inputs: Sequence[int],
    output: int,
    cleared: Sequence[int],
    unused: bool,
    next: int,
) -> Step:
    """Runs the code that `find` gives; the registers `cleared` are released before it starts."""

    def step(registers: Registers) -> int:
        code = find(registers)
        callee = _frame(code, [registers[i] for i in inputs])
        for register in cleared:
            registers[register] = None
        (result,) = code.execute(callee)
        if not unused:
            registers[output] = result
        return next

    return step


def _frame(code: Executable, arguments: list[Value]) -> Registers:
    if len(arguments) != len(code.inputs):
        raise TypeError(f"'{code.name}' takes {len(code.inputs)} inputs, got {len(arguments)}")
    registers = list(code.registers)
    for register in reversed(code.inputs):
        registers[register] = arguments.pop()
    return registers


def enter(find: MethodOf, manager: int, output: int, chain: int, next: int) -> Step:
    """Calls `__enter__`, and remembers what was entered."""

    def step(registers: Registers) -> int:
        entered = registers[manager]
        (registers[output],) = _called(find, entered)
        registers[chain] = (entered, registers[chain])
        return next

    return step


def leave(find: MethodOf, outputs: Sequence[int], chain: int, next: int) -> Step:
    """Calls `__exit__` of what was entered last, as it is called where nothing failed."""

    def step(registers: Registers) -> int:
        entered, registers[chain] = registers[chain]
        results = _called(find, entered)
        for register, value in zip(outputs, results, strict=False):
            registers[register] = value
        return next

    return step


def _called(find: MethodOf, entered: Value) -> tuple[Value, ...]:
    """The method of the manager; what it takes beside that is None."""
    code = find(entered)
    return code.execute(_frame(code, [entered, *[None] * (len(code.inputs) - 1)]))


def unwind(find: MethodOf, chain: Value) -> None:
    """Leaves what a function that failed had entered. What fails then does not count: the first
    failure is the one to report."""
    while chain is not None:
        entered, chain = chain
        try:
            _called(find, entered)
        except RuntimeFault:
            continue
