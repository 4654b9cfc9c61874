"""Track at run time which input of a function each of its results is.

    def f(x, n: int):
        y = x
        for _ in range(n):
            y = y * 2
        return y                # x itself if n is 0

A kernel computes results in new memory. So loops and branches carry the number of the input that a
tensor aliases, -1 for a new tensor. The kernel's caller returns that input.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.families import Family, family_of
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IfOp,
    IfYieldOp,
    LoopConditionOp,
    LoopOp,
    UncheckedCastOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import OptionalType, TensorType
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of_call
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.ts.control_flow.region_results import replace_end

ValueOrigins: TypeAlias = "frozenset[int | OpResult]"
"""The inputs that a tensor may be, by number, and the results that it may be, or be a view of."""

NEW = -1


class ReturnedInputs:
    """The inputs that tensors of a function without writes may be."""

    def __init__(self, function: FuncOp) -> None:
        self._block = function.body.block
        self._inputs: dict[SSAValue, int] = {a: n for n, a in enumerate(self._block.args)}
        self._carried: dict[SSAValue, ValueOrigins] = {}
        self._known: dict[SSAValue, ValueOrigins] = {}
        """The origins that follow from those of carried values."""
        self._numbers: dict[SSAValue, SSAValue] = {}

    def inputs_of(self, value: SSAValue) -> list[int]:
        """Return the numbers of the inputs that a tensor may be."""
        return sorted(origin for origin in self._origins(value) if isinstance(origin, int))

    def is_input(self, value: SSAValue) -> bool:
        """Return whether a tensor is one input in every run."""
        return len(self._origins(value)) == 1 == len(self.inputs_of(value))

    def check(self, results: Sequence[SSAValue]) -> None:
        """Raise FindingsError if results are views of inputs, or two may share new memory."""
        taken: set[OpResult] = set()
        for value in dict.fromkeys(results):
            found = {origin for origin in self._origins(value) if isinstance(origin, OpResult)}
            for made in found:
                if made in taken:
                    fail(made.op, "may make two results, which would share memory")
                if not _makes_new(made.op):
                    fail(made.op, "returns memory that the function does not allocate")
            taken |= found

    def _origins(self, value: SSAValue) -> ValueOrigins:
        if value in self._inputs:
            return frozenset((self._inputs[value],))
        if value in self._carried:
            return self._carried[value]
        assert isinstance(value, OpResult), "arguments of a loop are known inside it"
        if value not in self._known:
            self._known[value] = self._origins_of_result(value)
        return self._known[value]

    def _origins_of_result(self, value: OpResult) -> ValueOrigins:
        match value.op:
            case IfOp() as op:
                number = value.index
                then, other = op.then_yield.arguments[number], op.else_yield.arguments[number]
                return self._origins(then) | self._origins(other)
            case LoopOp() as op:
                self._known |= zip(op.results, self._loop(op), strict=True)
                return self._known[value]
            case UncheckedCastOp() as op:
                return self._origins(op.value)
            case UninitializedOp():
                return frozenset()  # No path reads the value.
            case _:
                if _makes_new(value.op):
                    return frozenset((value,))
                # A view has the origins of the memory that it shows, itself for an input's.
                tensors = [v for v in value.op.operands if isinstance(v.type, TensorType)]
                origins = frozenset[int | OpResult]().union(*map(self._origins, tensors))
                known = origins and all(isinstance(origin, OpResult) for origin in origins)
                return origins if known else frozenset((value,))

    def _loop(self, op: LoopOp) -> list[ValueOrigins]:
        """Return the origins of a loop's results."""
        tensors = [n for n, value in enumerate(op.carried) if _is_tensor(value)]
        start = {n: self._origins(op.carried[n]) for n in tensors}
        before = dict(start)
        after: dict[int, ValueOrigins] = {}
        while any(not after.get(n, {-2}) <= before[n] for n in tensors):
            before = {n: before[n] | after.get(n, frozenset()) for n in tensors}
            self._carried |= {op.carried_args[n]: before[n] for n in tensors}
            self._known.clear()
            after = {n: self._origins(op.body_condition.carried[n]) for n in tensors}
        enters = STATED.known_constant(op.initial_condition) is True
        runs = enters and STATED.range_of(op.max_trip_count).low > 0
        found = after if runs else {n: start[n] | after[n] for n in tensors}
        return [found.get(n, frozenset()) for n in range(len(op.results))]

    # ---- numbers at run time

    def track(self) -> None:
        """Let loops and branches carry the number of the input that each of their tensors is. They
        are replaced, so values are read from the terminator afterwards."""
        self._track_block(self._block)

    def number_of(self, value: SSAValue) -> SSAValue:
        """Return the number of the input that a tensor is, at the end of the function."""
        end = self._block.last_op
        assert end is not None
        return self._number(value, end)

    def _track_block(self, block: Block) -> None:
        for op in tuple(block.ops):
            if isinstance(op, IfOp):
                self._track_if(op)
            elif isinstance(op, LoopOp):
                self._track_loop(op)

    def _track(self, values: Sequence[SSAValue]) -> list[int]:
        """Return the positions of tensors that may be inputs."""
        return [n for n, value in enumerate(values) if _is_tensor(value) and self.inputs_of(value)]

    def _track_if(self, op: IfOp) -> None:
        tracked = self._track(op.results)
        for block, end in ((op.then_block, op.then_yield), (op.else_block, op.else_yield)):
            self._track_block(block)
            numbers = [self._number(end.arguments[n], end) for n in tracked]
            replace_end(end, IfYieldOp(*end.arguments, *numbers))
        types = [*op.result_types, *[i64] * len(tracked)]
        regions = [op.detach_region(region) for region in tuple(op.regions)]
        self._replace(op, IfOp(op.condition, types, *regions), tracked)

    def _track_loop(self, op: LoopOp) -> None:
        self._loop(op)
        tracked = self._track(op.carried_args)
        first = [self._number(op.carried[n], op) for n in tracked]
        for n in tracked:
            number = op.body.insert_arg(i64, len(op.body.args))
            self._numbers[op.carried_args[n]] = number
        self._track_block(op.body)
        end = op.body_condition
        numbers = [self._number(end.carried[n], end) for n in tracked]
        replace_end(end, LoopConditionOp(end.condition, [*end.carried, *numbers]))
        types = [*op.result_types, *[i64] * len(tracked)]
        body, carried = op.detach_region(op.body_region), [*op.carried, *first]
        new = LoopOp(op.max_trip_count, op.initial_condition, carried, types, body)
        self._replace(op, new, tracked)

    def _replace(self, old: Operation, new: Operation, tracked: Sequence[int]) -> None:
        new.location, new.attributes = old.location, old.attributes
        count = len(old.results)
        for before, after in zip(old.results, new.results, strict=False):
            after.name_hint = before.name_hint
        Rewriter.replace_op(old, new, new.results[:count])
        for n, number in zip(tracked, new.results[count:], strict=True):
            self._numbers[new.results[n]] = number

    def _number(self, value: SSAValue, before: Operation) -> SSAValue:
        """Return the number of the input that a tensor is, computed before an operation."""
        while isinstance(value.owner, UncheckedCastOp):
            value = value.owner.value
        if value in self._numbers:
            return self._numbers[value]
        inputs = self.inputs_of(value)
        assert not inputs or self.is_input(value), "loops and branches carry the number"
        constant = ConstantOp.of(inputs[0] if inputs else NEW)
        propagate_location(before, [constant])
        Rewriter.insert_op(constant, InsertPoint.before(before))
        return constant.result


def _is_tensor(value: SSAValue) -> bool:
    """Return whether a value is a tensor or None."""
    type = value.type
    return isinstance(type.element if isinstance(type, OptionalType) else type, TensorType)


def _makes_new(op: Operation) -> bool:
    """Return whether an operation's results are new tensors."""
    if not isinstance(op, SchemaOp):
        return False
    return aliasing_of_call(op).makes_new_objects or _changes_dtype(op)


def _changes_dtype(op: SchemaOp) -> bool:
    """Return whether an operation converts a tensor to another dtype than it is known to have."""
    if family_of(op.name) is not Family.CAST:
        return False
    types = op.operands[0].type, op.results[0].type
    dtypes = [type.dtype for type in types if isinstance(type, TensorType)]
    return len(dtypes) == 2 and None not in dtypes and dtypes[0] != dtypes[1]
