"""The operations of te, point by point over their axes: the dialect's executable definition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl,
    impl_terminator,
    register_impls,
)
from xdsl.ir import BlockArgument

from xdsl_torchscript.dialects.te import (
    AssignOp,
    ComputeOp,
    DrawOp,
    Extent,
    LoadOp,
    PutOp,
    ReduceOp,
    ScanOp,
    ScatterOp,
    YieldOp,
)
from xdsl_torchscript.runtime.levels.draws import draw_words
from xdsl_torchscript.runtime.levels.elements import dtype_of
from xdsl_torchscript.runtime.levels.memref import check_indices

_COMBINED: dict[str, Callable[[Any, Any], Any]] = {
    "set": lambda old, new: new,
    "add": np.add,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}


def _sizes(interpreter: Interpreter, extents: tuple[Extent, ...]) -> tuple[int, ...]:
    return tuple(e if isinstance(e, int) else int(interpreter.get_values([e])[0]) for e in extents)


def _empty_results(interpreter: Interpreter, op: ComputeOp | ReduceOp | ScanOp) -> PythonValues:
    sizes = _sizes(interpreter, op.extents)
    return tuple(np.empty(sizes, dtype_of(type)) for type in op.result_types)


def _set(results: PythonValues, point: tuple[int, ...], values: PythonValues) -> None:
    for result, value in zip(results, values, strict=True):
        result[point] = value


def _keep_elements(interpreter: Interpreter, op: AssignOp, array: Any) -> None:
    """Give what the function returns and assigns next, where it is the array that is written, a
    copy of its elements: a tensor is a value, also if a branch yields that of an argument."""
    following = op.next_op
    while following is not None:
        for operand in following.operands:
            is_target = isinstance(operand, BlockArgument)
            if not is_target and interpreter.get_values([operand])[0] is array:
                interpreter.set_values([(operand, array.copy())])
        following = following.next_op


@register_impls
class TeFunctions(InterpreterFunctions):
    @impl(ComputeOp)
    def run_compute(
        self, interpreter: Interpreter, op: ComputeOp, args: PythonValues
    ) -> PythonValues:
        results = _empty_results(interpreter, op)
        for point in np.ndindex(results[0].shape):
            _set(results, point, interpreter.run_ssacfg_region(op.body, point, op.name))
        return results

    @impl(ReduceOp)
    def run_reduce(
        self, interpreter: Interpreter, op: ReduceOp, args: PythonValues
    ) -> PythonValues:
        """Visit the reduced axes in order, the last one fastest."""
        results = _empty_results(interpreter, op)
        reduced = _sizes(interpreter, op.reduced_extents)
        inits = interpreter.get_values(op.inits)
        for point in np.ndindex(results[0].shape):
            totals = inits
            for inner in np.ndindex(reduced):
                values = (*point, *inner, *totals)
                totals = interpreter.run_ssacfg_region(op.body, values, op.name)
            _set(results, point, totals)
        return results

    @impl(ScanOp)
    def run_scan(self, interpreter: Interpreter, op: ScanOp, args: PythonValues) -> PythonValues:
        """Visit each line along the axis in order."""
        results = _empty_results(interpreter, op)
        inits, dim = interpreter.get_values(op.inits), op.dim.value.data
        for point in np.ndindex(results[0].shape):
            before = (*point[:dim], point[dim] - 1, *point[dim + 1 :])
            values = [result[before] for result in results] if point[dim] else inits
            _set(results, point, interpreter.run_ssacfg_region(op.body, (*point, *values), op.name))
        return results

    @impl(ScatterOp)
    def run_scatter(
        self, interpreter: Interpreter, op: ScatterOp, args: PythonValues
    ) -> PythonValues:
        (init,) = interpreter.get_values([op.init])
        result, combine = init.copy(), _COMBINED[op.put.combination.data]
        for point in np.ndindex(_sizes(interpreter, op.loop_extents)):
            value, *place = interpreter.run_ssacfg_region(op.body, point, op.name)
            check_indices(result, place)
            result[tuple(place)] = combine(result[tuple(place)], value)
        return (result,)

    @impl(DrawOp)
    def run_draw(self, interpreter: Interpreter, op: DrawOp, args: PythonValues) -> PythonValues:
        (size,) = _sizes(interpreter, op.extents)
        return (draw_words(dtype_of(op.words.type), size),)

    @impl(LoadOp)
    def run_load(self, interpreter: Interpreter, op: LoadOp, args: PythonValues) -> PythonValues:
        tensor, *indices = args
        check_indices(tensor, indices)
        return (tensor[tuple(indices)],)

    @impl(AssignOp)
    def run_assign(
        self, interpreter: Interpreter, op: AssignOp, args: PythonValues
    ) -> PythonValues:
        value, target = args
        _keep_elements(interpreter, op, target)
        np.copyto(target, value)
        return ()

    @impl_terminator(PutOp)
    def run_put(
        self, interpreter: Interpreter, op: PutOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl_terminator(YieldOp)
    def run_yield(
        self, interpreter: Interpreter, op: YieldOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()
