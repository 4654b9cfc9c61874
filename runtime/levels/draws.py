"""Draws from the default stream of random numbers below the ts level."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl_external,
    register_impls,
)
from xdsl.ir import Operation

from xdsl_torchscript.runtime.operators.random.generator import default_generator
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype


def draw_words(dtype: NumpyDtype, count: int) -> Array:
    """Draw words of 32 bits, or pairs of words of 64, as integers with a sign."""
    stream = default_generator()
    if dtype.itemsize == 8:
        return stream.long_words(count).view(dtype)
    return stream.words(count).astype(np.uint32).view(dtype)


@register_impls
class DrawFunctions(InterpreterFunctions):
    @impl_external("ts_random_words")
    def draw(self, interpreter: Interpreter, op: Operation, args: PythonValues) -> PythonValues:
        return _fill(args)

    @impl_external("ts_random_long_words")
    def draw_long(
        self, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        return _fill(args)


def _fill(args: PythonValues) -> PythonValues:
    memory, count = args
    memory[: int(count)] = draw_words(memory.dtype, int(count))
    return ()
