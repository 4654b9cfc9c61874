"""`insert-bailouts`: a failed guard continues in the unoptimised remainder of its graph.

    func.func @f(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor<[2],f32> {
      %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
      %r = aten.mul.Tensor(%a, %y) : (!ts.tensor<[2],f32>, !ts.tensor) -> !ts.tensor
      func.return %r : !ts.tensor
    }

becomes

    func.func @f(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor {
      %a = prim.BailOut(%x, %y) {callee = @f_bailout0} : (...) -> !ts.tensor<[2],f32>
      %r = aten.mul.Tensor(%a, %y) : (!ts.tensor<[2],f32>, !ts.tensor) -> !ts.tensor
      func.return %r : !ts.tensor
    }
    func.func private @f_bailout0(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor {
      %r = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      func.return %r : !ts.tensor
    }

A bailout's operands are the checked tensor and the values live behind the guard. The remainder has
no guards and no facts about tensors. If the guard is in a branch, the remainder continues after the
`prim.If`. If it is in a loop, the remainder finishes the iteration and runs a loop for the
remaining ones. It contains no operation before the guard, so no side effect is repeated.

Run it before passes that rely on guarded types: their simplifications are invalid in a remainder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsolatedFromAbove

from xdsl_torchscript.dialects.modules import called_name
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import (
    AwaitableOp,
    BailOutOp,
    ConstantOp,
    ForkOp,
    GradOfOp,
    GuardOp,
    IfOp,
    LoopOp,
)
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import captured_values
from xdsl_torchscript.lowering.ts.functions import torchscript_functions, values_of
from xdsl_torchscript.lowering.ts.inlining import cast_at_boundary
from xdsl_torchscript.lowering.ts.retype import retype

_STRUCTURED = (IfOp, LoopOp, GradOfOp)
_GRAPHS = (FuncOp, ForkOp, AwaitableOp)
"""Operations whose body is a separate graph: no other graph relies on its guards."""


def _graph_of(op: Operation) -> Operation | None:
    """Return the operation whose body is the graph that `op` is in."""
    parent = op.parent_op()
    while isinstance(parent, _STRUCTURED):
        parent = parent.parent_op()
    return parent


def _is_mutable_constant(op: Operation) -> bool:
    return isinstance(op, ConstantOp) and is_mutable_type(op.type)


def _obstacle(guard: GuardOp) -> str | None:
    """Return why a guard stays; None if it becomes a bailout."""
    graph = _graph_of(guard)
    if not isinstance(graph, _GRAPHS):
        name = "nothing" if graph is None else f"'{graph.name}'"
        return f"it is inside of {name}, whose results rely on it"
    subgraphs = (op for op in graph.walk() if op is not graph and op.has_trait(IsolatedFromAbove))
    if any(_is_mutable_constant(op) for subgraph in subgraphs for op in subgraph.walk()):
        return "a subgraph has a mutable constant, which a copy would duplicate"
    return None


# ---- remainders


class _Remainder:
    """The rest of a graph behind a guard: `block`, and `arguments`, the values it takes."""

    def __init__(self, guard: GuardOp) -> None:
        self._end = ReturnOp()
        self._values: dict[SSAValue, SSAValue] = {guard.result: guard.value}
        self.block = Block([self._end])
        self._end.operands = self._rest_behind(guard)
        for op in tuple(self.block.walk()):
            if isinstance(op, GuardOp):
                Rewriter.replace_op(op, [], [op.value])
            elif isinstance(op, BailOutOp) and op.callee is not None:
                Rewriter.replace_op(op, [], [op.checked])
        self.arguments = self._bind_free_values(guard)

    def _rest_behind(self, op: Operation) -> Sequence[SSAValue]:
        """Append a copy of everything that runs after `op`; return the graph's results."""
        while (op := _following_ops(op)).next_op is not None:
            self._insert(op.clone(self._values))
        outputs = [self._values.get(value, value) for value in op.operands]
        parent = op.parent_op()
        if not isinstance(parent, _STRUCTURED):
            self._end.location = op.location
            return [self._as(v, o.type) for v, o in zip(outputs, op.operands, strict=True)]
        if isinstance(parent, LoopOp):
            outputs = self._remaining_iterations(parent, outputs)
        for result, value in zip(parent.results, outputs, strict=True):
            self._values[result] = self._as(value, result.type)
        return self._rest_behind(parent)

    def _as(self, value: SSAValue, type: Attribute) -> SSAValue:
        """Return the value as one of this type, facts about tensors aside."""
        same = without_facts(value.type) == without_facts(type)
        return value if same else cast_at_boundary(value, type, self._end)

    def _remaining_iterations(
        self, loop: LoopOp, outputs: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """Append a loop for the iterations after this one, which yields `outputs`."""
        b = OpBuilder.before(self._end, loop)
        trip, limit = (self._values.get(v, v) for v in (loop.trip, loop.max_trip_count))
        done = b.aten.add(trip, 1)
        rest = self._insert(loop.clone(self._values))
        assert isinstance(rest, LoopOp)
        rest.operands = [OpBuilder.before(rest).aten.sub(limit, done), *outputs]
        first = rest.body.first_op
        assert first is not None
        number = OpBuilder.before(first).aten.add(rest.trip, done)
        rest.trip.replace_uses_with_if(number, lambda use: use.operation is not number.owner)
        return rest.results

    def _insert(self, op: Operation) -> Operation:
        Rewriter.insert_op(op, InsertPoint.before(self._end))
        return op

    def _bind_free_values(self, guard: GuardOp) -> Sequence[SSAValue]:
        """Copy the constants of the graph that are used, and make arguments of other values."""
        first = self.block.first_op
        assert first is not None
        arguments = {guard.value: self._argument(guard.value)}
        for value in captured_values(tuple(self.block.ops)):
            if isinstance(value.owner, ConstantOp) and not is_mutable_type(value.type):
                copy = value.owner.clone()
                Rewriter.insert_op(copy, InsertPoint.before(first))
                new = copy.results[0]
            else:
                new = arguments[value] = arguments.get(value) or self._argument(value)
            value.replace_uses_with_if(new, lambda use: self.block.is_ancestor(use.operation))
        return list(arguments)

    def _argument(self, value: SSAValue) -> SSAValue:
        argument = self.block.insert_arg(value.type, len(self.block.args))
        argument.name_hint = value.name_hint
        return argument

    def function(self, name: str) -> FuncOp:
        """Return the remainder as a function, without facts about tensors."""
        function = FuncOp(name, ((), ()), Region(self.block), visibility="private")
        for value in tuple(values_of(function)):
            retype(value, without_facts(value.type))
        function.update_function_type()
        return function


def _following_ops(op: Operation) -> Operation:
    following = op.next_op
    assert following is not None
    return following


# ---- bailouts


def insert_bailouts(function: FuncOp, names: Iterator[str]) -> Sequence[FuncOp]:
    """Replace the guards of a function by bailouts; return their remainders, under these names."""
    guards: list[GuardOp] = []
    for op in function.body.walk():
        if isinstance(op, GuardOp):
            reason = _obstacle(op)
            if reason is None:
                guards.append(op)
            else:
                refuse(op, reason)
    for graph in {_graph_of(guard): None for guard in guards}:
        assert graph is not None
        # Bailouts pass on the mutable constants, from the start of the graph.
        for op in [op for op in graph.walk() if _is_mutable_constant(op)]:
            op.detach()
            Rewriter.insert_op(op, InsertPoint.at_start(graph.regions[0].block))
    remainders: list[FuncOp] = []
    for guard in guards:
        type, name = guard.result.type, next(names)
        assert isinstance(type, TensorType)
        rest = _Remainder(guard)
        bailout = BailOutOp(rest.arguments, name, type)
        propagate_location(guard, [bailout])
        Rewriter.replace_op(guard, bailout)
        remainders.append(rest.function(name))
        remainders[-1].location = bailout.location
    return remainders


def _forget_returned_facts(function: FuncOp) -> None:
    """Erase the tensor facts of a function's results that hold only if no guard fails."""
    end = function.body.block.last_op
    assert end is not None
    for number, value in enumerate(end.operands):
        end.operands[number] = cast_at_boundary(value, without_facts(value.type), end)
    function.update_function_type()


@dataclass(frozen=True)
class InsertBailoutsPass(TsPass):
    """Turn guards into bailouts to the unoptimised remainder of the graph."""

    name = "insert-bailouts"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        used = {op.sym_name.data for op in module.ops if isinstance(op, FuncOp)}
        for function in torchscript_functions(module):
            base = called_name(function).replace(".", "_")
            fresh = (f"{base}_bailout{number}" for number in count())
            remainders = insert_bailouts(function, (name for name in fresh if name not in used))
            for remainder in remainders:
                used.add(remainder.sym_name.data)
                module.body.block.add_op(remainder)
            if remainders:
                _forget_returned_facts(function)
