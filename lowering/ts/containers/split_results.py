"""Split a function's results: the values that a kernel computes, and the code that assembles them.

    return (y, x), n        ->      return y, n, number of y among the inputs

A kernel computes tensors and numbers. Its caller makes tuples, and returns an input itself where a
result is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import ConstantOp, IfOp, IfYieldOp, TupleConstructOp
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.types import NoneType, TensorType
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.containers.returned_inputs import ReturnedInputs
from xdsl_torchscript.lowering.ts.containers.tuples import maker_of


class SplitResults:
    """The split results of a function, which then returns the computed part.

    Raises FindingsError if results are views of inputs, or share memory.
    """

    def __init__(self, function: FuncOp) -> None:
        self._inputs = ReturnedInputs(function)
        self._inputs.check([leaf for leaf in _leaves(function) if _is_tensor(leaf)])
        self._inputs.track()
        self._results = tuple(_end(function).operands)
        leaves = dict.fromkeys(_leaves(function))
        # The caller has None, and the inputs of every run.
        given = {leaf for leaf in leaves if _is_tensor(leaf) and self._inputs.is_input(leaf)}
        given |= {leaf for leaf in leaves if isinstance(leaf.type, NoneType)}
        self._computed = [leaf for leaf in leaves if leaf not in given]
        self._uncertain = [leaf for leaf in self._computed if self._candidates(leaf)]
        numbers = map(self._inputs.number_of, self._uncertain)
        Rewriter.replace_op(_end(function), ReturnOp(*self._computed, *numbers), [])
        function.update_function_type()

    def _candidates(self, value: SSAValue) -> list[int]:
        return self._inputs.inputs_of(value) if _is_tensor(value) else []

    def join(
        self, emit: OpBuilder, inputs: Sequence[SSAValue], computed: Sequence[SSAValue]
    ) -> list[SSAValue]:
        """Emit the function's results for its inputs and the computed part."""
        found = dict(zip(self._computed, computed, strict=False))
        numbers = dict(zip(self._uncertain, computed[len(self._computed) :], strict=True))

        def join(value: SSAValue) -> SSAValue:
            maker = maker_of(value)
            if isinstance(maker, TupleConstructOp):
                parts = list(map(join, maker.elements))
                return emit(TupleConstructOp(parts, without_facts(value.type))).result
            if isinstance(value.type, NoneType):
                return emit(ConstantOp(None, value.type)).result
            if value not in found:
                return inputs[self._candidates(value)[0]]
            result = found[value]
            for number in self._candidates(value):
                is_input = emit.op("aten::eq", numbers[value], number).results[0]
                regions = [Region(Block([IfYieldOp(value)])) for value in (inputs[number], result)]
                result = emit(IfOp(is_input, [without_facts(result.type)], *regions)).results[0]
            return result

        return list(map(join, self._results))


def _is_tensor(value: SSAValue) -> bool:
    return isinstance(value.type, TensorType)


def _end(function: FuncOp) -> Operation:
    end = function.body.block.last_op
    assert end is not None
    return end


def _leaves(function: FuncOp) -> Iterator[SSAValue]:
    """Yield the results, and the tuple elements among them."""
    pending = list(reversed(_end(function).operands))
    while pending:
        value = pending.pop()
        maker = maker_of(value)
        if isinstance(maker, TupleConstructOp):
            pending += reversed(maker.elements)
        else:
            yield value
