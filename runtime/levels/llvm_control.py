"""The operations of the llvm dialect that jump, call and return, and functions of libraries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from xdsl.dialects import func, llvm
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    Successor,
    TerminatorValue,
    impl,
    impl_terminator,
    register_impls,
)

from xdsl_torchscript.dialects.extended.llvm import SwitchOp
from xdsl_torchscript.lowering.loops_to_llvm.convert_parallel_to_llvm import PARALLEL_FOR
from xdsl_torchscript.lowering.te_to_loops.draws import DRAW_FUNCTIONS
from xdsl_torchscript.runtime.levels.draws import draw_words
from xdsl_torchscript.runtime.levels.elements import dtype_of
from xdsl_torchscript.runtime.levels.llvm_memory import functions_at, memory_of
from xdsl_torchscript.runtime.levels.math import FLOAT
from xdsl_torchscript.runtime.tensor import NumpyDtype

BlockJump = tuple[TerminatorValue, PythonValues]


def _aligned_alloc(interpreter: Interpreter, args: PythonValues) -> PythonValues:
    alignment, size = map(int, args)
    if alignment <= 0 or size % alignment:
        raise ValueError(f"aligned_alloc of {size} bytes, which is not a multiple of {alignment}")
    return (np.int64(memory_of(interpreter).allocate(size, alignment)),)


def _malloc(interpreter: Interpreter, args: PythonValues) -> PythonValues:
    return (np.int64(memory_of(interpreter).allocate(int(args[0]), 16)),)


def _free(interpreter: Interpreter, args: PythonValues) -> PythonValues:
    memory_of(interpreter).free(int(args[0]))
    return ()


def _parallel_for(interpreter: Interpreter, args: PythonValues) -> PythonValues:
    """Call the body for one iteration after another, the last one first: no order is promised.
    Return null, or the status of the first call that fails."""
    body, context, count = args
    name = functions_at(interpreter)[int(body)]
    for number in reversed(range(int(count))):
        iteration = np.int64(number), np.int64(number + 1), context
        status = call_function(interpreter, name, iteration)
        if status[0]:
            return status
    return (np.int64(0),)


def _draw(interpreter: Interpreter, args: PythonValues, word: NumpyDtype) -> PythonValues:
    address, count = map(int, args)
    words = draw_words(word, count).view(np.uint8)
    memory_of(interpreter).at(address, len(words), word.itemsize)[...] = words
    return ()


_LIBRARY: dict[str, Callable[[Interpreter, PythonValues], PythonValues]] = {
    "aligned_alloc": _aligned_alloc,
    "malloc": _malloc,
    "free": _free,
    PARALLEL_FOR: _parallel_for,
    **{name: partial(_draw, word=dtype_of(word)) for word, name in DRAW_FUNCTIONS.items()},
}

_LIBM = {
    name + suffix: FLOAT[name]
    for name in ("acosh", "asinh", "atanh", "cbrt", "erf", "erfc", "expm1", "log1p")
    for suffix in ("", "f")
}


@register_impls
class LlvmControlFunctions(InterpreterFunctions):
    @impl_terminator(llvm.BrOp)
    def run_branch(self, interpreter: Interpreter, op: llvm.BrOp, args: PythonValues) -> BlockJump:
        return Successor(op.successor, args), ()

    @impl_terminator(llvm.CondBrOp)
    def run_conditional_branch(
        self, interpreter: Interpreter, op: llvm.CondBrOp, args: PythonValues
    ) -> BlockJump:
        if args[0]:
            return Successor(op.then_block, interpreter.get_values(op.then_arguments)), ()
        return Successor(op.else_block, interpreter.get_values(op.else_arguments)), ()

    @impl_terminator(SwitchOp)
    def run_switch(self, interpreter: Interpreter, op: SwitchOp, args: PythonValues) -> BlockJump:
        for value, block, operands in op.cases():
            if value == args[0]:
                return Successor(block, interpreter.get_values(operands)), ()
        return Successor(op.default_block, interpreter.get_values(op.default_operands)), ()

    @impl_terminator(llvm.ReturnOp)
    def run_return(
        self, interpreter: Interpreter, op: llvm.ReturnOp, args: PythonValues
    ) -> BlockJump:
        return ReturnedValues(args), ()

    @impl_terminator(llvm.UnreachableOp)
    def run_unreachable(
        self, interpreter: Interpreter, op: llvm.UnreachableOp, args: PythonValues
    ) -> BlockJump:
        raise RuntimeError("control reached it")

    @impl(llvm.CallOp)
    def run_call(
        self, interpreter: Interpreter, op: llvm.CallOp, args: PythonValues
    ) -> PythonValues:
        if op.callee is None:
            raise NotImplementedError("a call through a pointer")
        return call_function(interpreter, op.callee.string_value(), args)


def call_function(interpreter: Interpreter, name: str, args: PythonValues) -> PythonValues:
    """Call a function of the program, of libc or libm, or of the runtime."""
    callee = interpreter.get_op_for_symbol(name)
    if isinstance(callee, func.FuncOp | llvm.FuncOp) and callee.body.blocks:
        return interpreter.run_ssacfg_region(callee.body, args, name)
    if name in _LIBRARY:
        return _LIBRARY[name](interpreter, args)
    if name not in _LIBM:
        raise NotImplementedError(f"'{name}' is a function outside of the program")
    return (_LIBM[name](*args),)
