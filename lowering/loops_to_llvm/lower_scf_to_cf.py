"""Structured control flow becomes blocks and branches, in time linear in the program.

    scf.for %i = %lb to %ub step %s iter_args(%acc = %zero) -> (f32) {
      ...
      scf.yield %next : f32
    }

becomes

      cf.br ^head(%lb, %zero : index, f32)
    ^head(%i : index, %acc : f32):
      %more = arith.cmpi slt, %i, %ub : index
      cf.cond_br %more, ^body, ^done
    ^body:
      ...
      %i_next = arith.addi %i, %s : index
      cf.br ^head(%i_next, %next : index, f32)
    ^done:

It takes scf.for, while, if, index_switch, execute_region and parallel, whose iterations run one
after another here. `llvm.loop_annotation` on a loop moves to the branch that closes it. Every new
operation and block argument has the location of the operation that it comes from.

The blocks of a region are collected in a list and inserted at the end. An operation moves at most
once per nesting level. Inserting blocks one by one makes xDSL's convert-scf-to-cf quadratic.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Any

from xdsl.context import Context
from xdsl.dialects import arith, cf, func, llvm, scf
from xdsl.dialects.builtin import DenseIntElementsAttr, ModuleOp, VectorType, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_in

LOOP_ANNOTATION = "llvm.loop_annotation"


@dataclass
class _Flattener:
    """Collects the blocks that a region consists of once its structured operations are gone."""

    blocks: list[Block] = field(default_factory=list[Block])

    def flatten(self, block: Block) -> Block:
        """Add `block`, and return the block in which control is at its end."""
        self.blocks.append(block)
        return self.extend(block, block)

    def extend(self, current: Block, block: Block) -> Block:
        """Append the operations of `block` to `current`, and return the block in which control
        ends."""
        moved = operations_in(block)
        if current is block:
            moved = list(dropwhile(lambda op: type(op) not in LOWERINGS, moved))
        for op in moved:
            op.detach()
        for op in moved:
            lower = LOWERINGS.get(type(op))
            if lower is None:
                current.add_op(op)
            else:
                current = lower(self, current, op)
                op.erase()
        return current

    def open(self, types: Sequence[Attribute], source: Operation) -> Block:
        """Add an empty block with arguments of these types."""
        return self.add(_new_block(types, source))

    def add(self, block: Block) -> Block:
        self.blocks.append(block)
        return block


def _new_block(types: Sequence[Attribute], source: Operation) -> Block:
    block = Block(arg_types=types)
    for argument in block.args:
        argument.location = source.location
    return block


def _take(region: Region) -> Block:
    """Detach the only block of a region."""
    return region.detach_block(region.block)


def _leave(block: Block) -> Operation:
    """Remove the terminator of a finished block."""
    terminator = block.last_op
    assert terminator is not None  # regions of scf have terminators, or do not verify
    terminator.detach()
    return terminator


def _detach_terminator(block: Block) -> tuple[SSAValue, ...]:
    """Remove the terminator of a finished block, and return its operands."""
    terminator = _leave(block)
    operands = tuple(terminator.operands)
    terminator.erase()
    return operands


def _jump(block: Block, target: Block, source: Operation) -> cf.BranchOp:
    """Replace the terminator of `block` by a branch to `target` with the same operands."""
    return Emitter.at_end(block, source)(cf.BranchOp(target, *_detach_terminator(block)))


def _adopt(block: Block, values: Sequence[SSAValue]) -> None:
    """Replace a block's arguments by values from outside."""
    for argument, value in zip(tuple(block.args), values, strict=True):
        argument.replace_all_uses_with(value)
        block.erase_arg(argument)


def _replace_results(op: Operation, values: Sequence[SSAValue]) -> None:
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)


def _annotate(branch: Operation, loop: Operation) -> None:
    if LOOP_ANNOTATION in loop.attributes:
        branch.attributes[LOOP_ANNOTATION] = loop.attributes[LOOP_ANNOTATION]


@dataclass
class _Counter:
    """A counted loop whose body is not finished: its head, its exit, and how to close it."""

    head: Block
    done: Block
    step: SSAValue
    loop: Operation

    def close(self, last: Block, carried: Sequence[SSAValue]) -> None:
        """End the body at `last` with the next iteration."""
        emit = Emitter.at_end(last, self.loop)
        following = emit(arith.AddiOp(self.head.args[0], self.step)).result
        _annotate(emit(cf.BranchOp(self.head, following, *carried)), self.loop)


def _open_counter(
    flat: _Flattener,
    current: Block,
    loop: Operation,
    bounds: tuple[SSAValue, SSAValue, SSAValue],
    carried: Sequence[SSAValue],
    body: Block,
) -> _Counter:
    """Branch from `current` into a loop; the caller adds `body`, and after it `done`."""
    lower, upper, step = bounds
    head = flat.open([lower.type, *(value.type for value in carried)], loop)
    done = _new_block([], loop)
    Emitter.at_end(current, loop)(cf.BranchOp(head, lower, *carried))
    emit = Emitter.at_end(head, loop)
    more = emit(arith.CmpiOp(head.args[0], upper, "slt")).result
    emit(cf.ConditionalBranchOp(more, body, [], done, []))
    return _Counter(head, done, step, loop)


def _lower_for(flat: _Flattener, current: Block, op: scf.ForOp) -> Block:
    body = _take(op.body)
    counter = _open_counter(flat, current, op, (op.lb, op.ub, op.step), op.iter_args, body)
    _adopt(body, counter.head.args)
    last = flat.flatten(body)
    counter.close(last, _detach_terminator(last))
    _replace_results(op, counter.head.args[1:])
    return flat.add(counter.done)


def _lower_parallel(flat: _Flattener, current: Block, op: scf.ParallelOp) -> Block:
    """Lower to a nest of counted loops, one per dimension, that carry the reductions."""
    carried: Sequence[SSAValue] = op.initVals
    counters: list[_Counter] = []
    for bounds in zip(op.lowerBound, op.upperBound, op.step, strict=True):
        inside = _new_block([], op)
        counters.append(_open_counter(flat, current, op, bounds, carried, inside))
        carried = counters[-1].head.args[1:]
        current = flat.add(inside)
    body = _take(op.body)
    _adopt(body, [counter.head.args[0] for counter in counters])
    last = flat.extend(current, body)
    # The regions of scf.reduce combine an iteration's values with the carried ones.
    reduce = _leave(last)
    combined: list[SSAValue] = []
    for region, accumulated, value in zip(reduce.regions, carried, reduce.operands, strict=True):
        block = _take(region)
        _adopt(block, (accumulated, value))
        last = flat.extend(last, block)
        combined += _detach_terminator(last)
    reduce.erase()
    carried = combined
    for counter in reversed(counters):
        counter.close(last, carried)
        last, carried = flat.add(counter.done), counter.head.args[1:]
    _replace_results(op, carried)
    return last


def _lower_while(flat: _Flattener, current: Block, op: scf.WhileOp) -> Block:
    before, after = _take(op.before_region), _take(op.after_region)
    done = _new_block(op.result_types, op)
    Emitter.at_end(current, op)(cf.BranchOp(before, *op.arguments))
    last = flat.flatten(before)
    condition = _leave(last)
    if not isinstance(condition, scf.ConditionOp):
        fail(op, f"has '{condition.name}' at the end of its first region, not 'scf.condition'")
    branch = cf.ConditionalBranchOp(
        condition.condition, after, condition.args, done, condition.args
    )
    Emitter.at_end(last, op)(branch)
    condition.erase()
    _annotate(_jump(flat.flatten(after), before, op), op)
    _replace_results(op, done.args)
    return flat.add(done)


def _lower_if(flat: _Flattener, current: Block, op: scf.IfOp) -> Block:
    done = _new_block(op.result_types, op)
    then_block = _take(op.true_region)
    else_block = _take(op.false_region) if op.false_region.blocks else done
    branch = cf.ConditionalBranchOp(op.cond, then_block, [], else_block, [])
    Emitter.at_end(current, op)(branch)
    _jump(flat.flatten(then_block), done, op)
    if else_block is not done:
        _jump(flat.flatten(else_block), done, op)
    _replace_results(op, done.args)
    return flat.add(done)


def _lower_index_switch(flat: _Flattener, current: Block, op: scf.IndexSwitchOp) -> Block:
    done = _new_block(op.result_types, op)
    default, cases = _take(op.default_region), [_take(region) for region in op.case_regions]
    values = op.cases.get_values()
    emit = Emitter.at_end(current, op)
    number = emit(arith.IndexCastOp(op.arg, i64)).result
    keys = DenseIntElementsAttr.from_list(VectorType(i64, [len(values)]), values)
    emit(cf.SwitchOp(number, default, [], keys if values else None, cases, [()] * len(cases)))
    for block in (default, *cases):
        _jump(flat.flatten(block), done, op)
    _replace_results(op, done.args)
    return flat.add(done)


def _lower_execute_region(flat: _Flattener, current: Block, op: scf.ExecuteRegionOp) -> Block:
    done = _new_block(op.result_types, op)
    blocks = [op.region.detach_block(block) for block in tuple(op.region.blocks)]
    Emitter.at_end(current, op)(cf.BranchOp(blocks[0]))
    for block in blocks:
        last = flat.flatten(block)
        if isinstance(last.last_op, scf.YieldOp):
            _jump(last, done, op)
    _replace_results(op, done.args)
    return flat.add(done)


LOWERINGS: dict[type[Operation], Callable[[_Flattener, Block, Any], Block]] = {
    scf.ExecuteRegionOp: _lower_execute_region,
    scf.ForOp: _lower_for,
    scf.IfOp: _lower_if,
    scf.IndexSwitchOp: _lower_index_switch,
    scf.ParallelOp: _lower_parallel,
    scf.WhileOp: _lower_while,
}
"""Each ends the block it is given, adds the blocks of its operation, and returns the open one."""


def flatten_region(region: Region) -> None:
    """Replace all structured control flow in a region of a function, nested or not."""
    flat = _Flattener()
    for block in tuple(region.blocks):
        flat.flatten(region.detach_block(block))
    region.add_block(flat.blocks)


@dataclass(frozen=True)
class LowerScfToCfPass(TsPass):
    """Lower structured control flow to blocks and branches."""

    name = "lower-scf-to-cf"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-scf",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in nested_operations(module):
            if isinstance(function, func.FuncOp | llvm.FuncOp):
                flatten_region(function.body)
        for left in nested_operations(module):
            if type(left) in LOWERINGS:
                fail(left, "is not in a function; only functions can have several blocks")
