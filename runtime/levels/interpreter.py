"""xDSL's interpreter with all dialects below ts, and errors that name the program's line.

The implementations of func, scf and cf are xDSL's; the others are in this folder. A function's
values are in one flat environment. An operation that runs again overwrites its results, so loops of
blocks need no scope per jump.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    OpImplResult,
    PythonValues,
    ReturnedValues,
    Successor,
)
from xdsl.interpreters.cf import CfFunctions
from xdsl.interpreters.func import FuncFunctions
from xdsl.interpreters.scf import ScfFunctions
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import SymbolTable

from xdsl_torchscript.dialects.locations import file_position
from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault
from xdsl_torchscript.runtime.levels.arith import arith_functions
from xdsl_torchscript.runtime.levels.control import ControlFunctions
from xdsl_torchscript.runtime.levels.conversion_casts import CastFunctions
from xdsl_torchscript.runtime.levels.draws import DrawFunctions
from xdsl_torchscript.runtime.levels.elements import dtype_of
from xdsl_torchscript.runtime.levels.llvm_control import LlvmControlFunctions
from xdsl_torchscript.runtime.levels.llvm_memory import LlvmMemoryFunctions
from xdsl_torchscript.runtime.levels.llvm_values import llvm_value_functions
from xdsl_torchscript.runtime.levels.math import math_functions
from xdsl_torchscript.runtime.levels.memref import GlobalFunctions, memref_functions
from xdsl_torchscript.runtime.levels.te import TeFunctions
from xdsl_torchscript.runtime.levels.vector import vector_functions

_IMPLEMENTATIONS: tuple[Callable[[], InterpreterFunctions], ...] = (
    FuncFunctions,
    DrawFunctions,
    ScfFunctions,
    CfFunctions,
    ControlFunctions,
    CastFunctions,
    TeFunctions,
    arith_functions,
    math_functions,
    memref_functions,
    GlobalFunctions,
    vector_functions,
    llvm_value_functions,
    LlvmMemoryFunctions,
    LlvmControlFunctions,
)

_FAULTS = (ArithmeticError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
"""Exceptions of implementations for values that an operation is not defined for."""

_FUNCTIONS = func.FuncOp | llvm.FuncOp


@dataclass
class LevelInterpreter(Interpreter):
    """An interpreter of programs of te, of loops, and of the llvm dialect."""

    values: dict[SSAValue, Any] = field(default_factory=dict[SSAValue, Any])
    _table: dict[type[Operation], tuple[InterpreterFunctions, Any]] = field(
        default_factory=dict[type[Operation], tuple[InterpreterFunctions, Any]]
    )

    def register_implementations(
        self, impls: InterpreterFunctions, /, override: bool = False
    ) -> None:
        super().register_implementations(impls, override=override)
        for op_type, run in impls._impls():  # pyright: ignore[reportPrivateUsage]
            self._table[op_type] = (impls, run)

    def get_values(self, values: Iterable[SSAValue]) -> tuple[Any, ...]:
        return tuple([self.values[value] for value in values])

    def set_values(self, pairs: Iterable[tuple[SSAValue, Any]]) -> None:
        """Set values; a number of Python, as loops of xDSL count, becomes one of its type."""
        for value, number in pairs:
            is_python = type(number) is int
            self.values[value] = dtype_of(value.type).type(number) if is_python else number

    def run_ssacfg_region(
        self, region: Region, args: PythonValues, name: str = "unknown"
    ) -> PythonValues:
        """Run the blocks of a region until one returns; a function gets its own environment.

        A region without blocks, such as the second one of an `scf.if` without `else`, does nothing.
        """
        if not region.blocks:
            return ()
        outer = self.values
        if isinstance(region.parent, _FUNCTIONS):
            self.values = {}
        try:
            target: Successor | ReturnedValues = Successor(region.blocks[0], args)
            while isinstance(target, Successor):
                self.set_values(zip(target.block.args, target.args, strict=True))
                target = self._run_block(target.block)
            return target.values
        finally:
            self.values = outer

    def _run_block(self, block: Block) -> Successor | ReturnedValues:
        for op in block.ops:
            result = self._run_op(op, self.get_values(op.operands))
            self.set_values(zip(op.results, result.values, strict=True))
            if result.terminator_value is not None:
                return result.terminator_value
        return ReturnedValues(())

    def _run_op(self, op: Operation, inputs: PythonValues) -> OpImplResult:
        for listener in self.listeners:
            listener.will_interpret_op(op, inputs)
        functions, run = self._table[type(op)]
        try:
            return run(functions, self, op, inputs)
        except RuntimeFault:
            raise
        except _FAULTS as error:
            raise RuntimeFault(op.name, file_position(op.location), str(error)) from error

    def check(self, function: Operation) -> None:
        """Raises MissingOperatorsError for operations, callees' included, that are unknown."""
        missing: dict[str, Any] = {}
        for op in _reachable(self.module, function):
            if type(op) not in self._table and not isinstance(op, _FUNCTIONS):
                missing.setdefault(op.name, file_position(op.location))
        if missing:
            raise MissingOperatorsError(list(missing.items()))


def _reachable(module: ModuleOp, function: Operation) -> Iterator[Operation]:
    """Yield the operations of a function and of its callees."""
    seen, pending = {function}, [function]
    while pending:
        for op in pending.pop().walk():
            yield op
            called = _referenced_symbol(op)
            callee = None if called is None else SymbolTable.lookup_symbol(module, called)
            if isinstance(callee, _FUNCTIONS) and callee not in seen:
                seen.add(callee)
                pending.append(callee)


def _referenced_symbol(op: Operation) -> SymbolRefAttr | None:
    """Return the symbol that an operation calls, or whose address it takes."""
    if isinstance(op, llvm.AddressOfOp):
        return op.global_name
    return op.callee if isinstance(op, func.CallOp | llvm.CallOp) else None


@cache
def _implementations() -> tuple[InterpreterFunctions, ...]:
    return tuple(make() for make in _IMPLEMENTATIONS)


def level_interpreter(module: ModuleOp) -> LevelInterpreter:
    """Return an interpreter of a module, in which `index` has 64 bits."""
    interpreter = LevelInterpreter(module, index_bitwidth=64)
    for functions in _implementations():
        interpreter.register_implementations(functions)
    return interpreter


def quiet() -> Any:
    """Return a context in which numpy gives NaN and inf without a warning, as machines do."""
    return np.errstate(all="ignore")
