"""The operations of cf and scf that xDSL's interpreter lacks."""

from __future__ import annotations

from itertools import product

from xdsl.dialects import cf, scf
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

from xdsl_torchscript.runtime.errors import failure


@register_impls
class ControlFunctions(InterpreterFunctions):
    @impl(cf.AssertOp)
    def run_assert(
        self, interpreter: Interpreter, op: cf.AssertOp, args: PythonValues
    ) -> PythonValues:
        if not args[0]:
            raise failure(op.msg.data)
        return ()

    @impl_terminator(cf.SwitchOp)
    def run_switch(
        self, interpreter: Interpreter, op: cf.SwitchOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        cases = op.case_values.get_values() if op.case_values is not None else ()
        if args[0] not in cases:
            return Successor(op.default_block, interpreter.get_values(op.default_operands)), ()
        case = list(cases).index(args[0])
        values = interpreter.get_values(op.case_operand[case])
        return Successor(op.case_blocks[case], values), ()

    @impl(scf.ExecuteRegionOp)
    def run_execute_region(
        self, interpreter: Interpreter, op: scf.ExecuteRegionOp, args: PythonValues
    ) -> PythonValues:
        return interpreter.run_ssacfg_region(op.region, (), op.name)

    @impl(scf.ParallelOp)
    def run_parallel(
        self, interpreter: Interpreter, op: scf.ParallelOp, args: PythonValues
    ) -> PythonValues:
        """Visit the points one after another, the last one first: no order is promised.

        A parallel loop that reduces is not interpreted.
        """
        if op.initVals:
            raise NotImplementedError("a parallel loop with a reduction")
        bounds = (op.lowerBound, op.upperBound, op.step)
        lower, upper, step = (interpreter.get_values(values) for values in bounds)
        for point in reversed([*product(*map(range, lower, upper, step))]):
            interpreter.run_ssacfg_region(op.body, point, op.name)
        return ()

    @impl_terminator(scf.ReduceOp)
    def run_reduce(
        self, interpreter: Interpreter, op: scf.ReduceOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(()), ()
