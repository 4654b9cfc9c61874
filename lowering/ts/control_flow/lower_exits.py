"""`lower-exits`: early exits become values and `prim.If`.

    prim.If %c {                          %r = prim.If %c -> (!ts.tensor) {
      script.return %x                      prim.If.yield %x
      prim.If.yield                       } else {
    } else {                      ->        %y = aten.neg(%x)
      prim.If.yield                         prim.If.yield %y
    }                                     }
    %y = aten.neg(%x)                     func.return %r
    func.return %y

If one branch of an `if` always exits, the ops after the `if` move into the other branch. If a
branch exits on some paths, the `if` also yields a flag, and a second `if` on it exits. A `return`
from a loop becomes a break with a flag, and an `if` after the loop that returns. After
TorchScript's exit transforms.

The script frontend is handed `lower_exits` and applies it to each body that it compiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import TypeVar

from xdsl.context import Context
from xdsl.dialects.builtin import BoolAttr, LocationAttr, ModuleOp, i1
from xdsl.dialects.func import FuncOp
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IfOp,
    IfYieldOp,
    LoopConditionOp,
    LoopOp,
    RaiseExceptionOp,
    UncheckedCastOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.script import IterationOp, NextOp, ReturnOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass

_Exit = ReturnOp | NextOp
_Op = TypeVar("_Op", bound=Operation)


def _leaves(block: Block, exits: type[_Exit] | UnionType = _Exit) -> bool:
    """Return whether every path through the block ends in an exit or raises."""
    return any(
        isinstance(op, exits | RaiseExceptionOp)
        or (
            isinstance(op, IfOp) and _leaves(op.then_block, exits) and _leaves(op.else_block, exits)
        )
        for op in block.ops
    )


def lower_exits(body: Block, types: Sequence[Attribute], location: LocationAttr) -> None:
    """Rewrite a function's body with results of `types` to end in one `func.return`.

    Every path through the body must end in `script.return` or raise. A path through an iteration
    may also end in `script.next`.
    """
    for iteration in reversed([op for op in body.walk() if isinstance(op, IterationOp)]):
        _lower_loop(iteration, types)
    values = _ExitLowering(ReturnOp, types, ReturnOp).final_values(body)
    results = [
        value if value.type == type else _append(body, UncheckedCastOp(value, type), location)
        for value, type in zip(values, types, strict=True)
    ]
    body.add_op(_locate(FuncReturnOp(*results), location))


def _locate(op: _Op, location: LocationAttr) -> _Op:
    op.location = location
    return op


def _terminator(block: Block) -> Operation | None:
    last = block.last_op
    return last if last is not None and last.has_trait(IsTerminator) else None


def _append(block: Block, op: Operation, location: LocationAttr) -> SSAValue:
    """Insert an op of one result before the terminator, and return the result."""
    op.location = location
    end = _terminator(block)
    if end is None:
        block.add_op(op)
    else:
        block.insert_op_before(op, end)
    return op.results[0]


def _ops_after(op: Operation) -> list[Operation]:
    """Return the ops after `op` in its block, without the terminator."""
    found: list[Operation] = []
    following = op.next_op
    while following is not None and not following.has_trait(IsTerminator):
        found.append(following)
        following = following.next_op
    return found


def _set_yield(block: Block, values: Sequence[SSAValue], location: LocationAttr) -> None:
    end = _terminator(block)
    if end is not None:
        end.detach()
        end.erase()
    block.add_op(_locate(IfYieldOp(*values), location))


def _erase_unreachable(op: Operation) -> None:
    """Erase the unreachable ops after `op`; the block's yields become uninitialized values."""
    block = op.parent_block()
    end = None if block is None else _terminator(block)
    if block is not None and isinstance(end, IfYieldOp):
        filled = [_append(block, UninitializedOp(v.type), op.location) for v in end.operands]
        kept = {value.owner for value in filled}
        _set_yield(block, filled, end.location)
    else:
        kept = set[Operation | Block]()
    for dead in reversed(_ops_after(op)):
        if dead not in kept:
            dead.detach()
            dead.erase()


def _with_results(op: IfOp, types: Sequence[Attribute]) -> IfOp:
    """Move the branches into a new op with other results, inserted before the old one."""
    otherwise, then = op.detach_region(op.else_region), op.detach_region(op.then_region)
    made = IfOp(op.condition, types, then, otherwise)
    made.location = op.location
    block = op.parent_block()
    assert block is not None
    block.insert_op_before(made, op)
    return made


@dataclass(frozen=True)
class _ExitStatus:
    """The exit of a block: `flag` is whether control left, None if it always leaves."""

    values: Sequence[SSAValue]
    flag: SSAValue | None


class _Throws:
    """Control reaches neither the end nor an exit of the block: every path raises."""


_Status = _ExitStatus | _Throws | None
"""None: no path leaves the block."""


class _ExitLowering:
    """Lowering of exits of one kind, whose values have the types `types`."""

    def __init__(
        self,
        mark: type[_Exit],
        types: Sequence[Attribute],
        make: Callable[[Sequence[SSAValue]], Operation],
    ) -> None:
        self._mark = mark
        self._types = types
        self._make = make

    def final_values(self, block: Block) -> Sequence[SSAValue]:
        """Return the values with which control leaves a block that it always leaves."""
        status = self._block(block)
        if isinstance(status, _ExitStatus) and status.flag is None:
            return status.values
        last = block.last_op
        assert isinstance(status, _Throws) and last is not None
        return self._uninitialized(block, last.location)

    def _uninitialized(self, block: Block, location: LocationAttr) -> list[SSAValue]:
        return [_append(block, UninitializedOp(type), location) for type in self._types]

    def _block(self, block: Block) -> _Status:
        for op in list(block.ops):
            status: _Status = None
            if isinstance(op, self._mark):
                values = tuple(op.operands)
                _erase_unreachable(op)
                op.detach()
                op.erase()
                return _ExitStatus(values, None)
            if isinstance(op, RaiseExceptionOp):
                _erase_unreachable(op)
                return _Throws()
            if isinstance(op, IfOp):
                status = self._if(op)
            if status is not None:
                return status
        return None

    def _if(self, op: IfOp) -> _Status:
        leaving = _leaves(op.then_block, self._mark), _leaves(op.else_block, self._mark)
        if not any(isinstance(nested, self._mark) for nested in op.walk()):
            if not all(leaving):
                return None
            _erase_unreachable(op)
            return _Throws()
        if all(leaving):
            _erase_unreachable(op)
        elif any(leaving):
            op = self._move_rest_into(op, op.then_block if leaving[1] else op.else_block)
        then, otherwise = self._block(op.then_block), self._block(op.else_block)
        if all(
            isinstance(s, _Throws) or (isinstance(s, _ExitStatus) and s.flag is None)
            for s in (then, otherwise)
        ):
            return self._rewrite_exiting_if(op, then, otherwise)
        return self._rewrite_maybe_exiting_if(op, then, otherwise)

    def _move_rest_into(self, op: IfOp, staying: Block) -> IfOp:
        """Move the ops after `op` into its branch that stays; the op yields the block's results."""
        block = op.parent_block()
        assert block is not None
        yielded = staying.last_op
        assert isinstance(yielded, IfYieldOp)
        for result, value in zip(op.results, tuple(yielded.operands), strict=True):
            result.replace_all_uses_with(value)
        for moved in _ops_after(op):
            moved.detach()
            staying.insert_op_before(moved, yielded)
        end = _terminator(block)
        wanted = () if end is None else tuple(end.operands)
        made = _with_results(op, [value.type for value in wanted])
        leaving = made.else_block if staying is made.then_block else made.then_block
        unset = [_append(leaving, UninitializedOp(v.type), op.location) for v in wanted]
        _set_yield(leaving, unset, op.location)
        _set_yield(staying, wanted, op.location)
        if end is not None:
            end.operands = made.results
        op.detach()
        op.erase()
        return made

    def _rewrite_exiting_if(self, op: IfOp, *statuses: _Status) -> _ExitStatus:
        """Rewrite an `if` both of whose branches exit; it yields only the exit values."""
        _erase_unreachable(op)
        made = _with_results(op, self._types)
        for block, status in zip((made.then_block, made.else_block), statuses, strict=True):
            _set_yield(block, self._values(block, status, op.location), op.location)
        op.detach()
        op.erase()
        return _ExitStatus(made.results, None)

    def _values(self, block: Block, status: _Status, location: LocationAttr) -> list[SSAValue]:
        if isinstance(status, _ExitStatus):
            return list(status.values)
        return self._uninitialized(block, location)

    def _rewrite_maybe_exiting_if(self, op: IfOp, *statuses: _Status) -> _Status:
        """Rewrite an `if` that may exit; it also yields a flag and the exit values."""
        own = len(op.results)
        made = _with_results(op, [*op.result_types, i1, *self._types])
        for block, status in zip((made.then_block, made.else_block), statuses, strict=True):
            flag = status.flag if isinstance(status, _ExitStatus) else None
            if flag is None:
                known = BoolAttr.from_bool(isinstance(status, _ExitStatus))
                flag = _append(block, ConstantOp(known, i1), op.location)
            values = self._values(block, status, op.location)
            end = _terminator(block)
            before = () if end is None else tuple(end.operands)
            _set_yield(block, [*before, flag, *values], op.location)
        for old, new in zip(op.results, made.results[:own], strict=True):
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        op.detach()
        op.erase()
        found = _ExitStatus(made.results[own + 1 :], made.results[own])
        return self._guard_rest(made, found) if _ops_after(made) else found

    def _guard_rest(self, op: IfOp, found: _ExitStatus) -> _Status:
        """Guard the ops after `op` by the exit flag."""
        block = op.parent_block()
        assert block is not None and found.flag is not None
        mark = _locate(self._make(found.values), op.location)
        stop = _locate(IfYieldOp(), op.location)
        guard = IfOp(found.flag, [], Region(Block([mark, stop])), Region(Block([IfYieldOp()])))
        guard.location = guard.else_yield.location = op.location
        block.insert_op_after(guard, op)
        return self._if(guard)


# ---- loops


def _lower_loop(iteration: IterationOp, types: Sequence[Attribute]) -> None:
    loop = iteration.parent_op()
    assert isinstance(loop, LoopOp)
    returns = [op for op in iteration.walk() if isinstance(op, ReturnOp)]
    if returns:
        loop, iteration = _carry_return(loop, iteration, returns, types)
    marks = [op for op in iteration.walk() if isinstance(op, NextOp)]
    breaks = any(mark.breaks is not None for mark in marks)
    if breaks:
        for mark in marks:
            _mark_break(mark)
    carried = [*([i1] if breaks else []), *iteration.result_types]
    lowering = _ExitLowering(NextOp, carried, lambda values: NextOp(values, False))
    values = lowering.final_values(iteration.body.block)
    for op in list(iteration.body.block.ops):
        op.detach()
        loop.body.insert_op_before(op, iteration)
    for old, new in zip(iteration.results, values[int(breaks) :], strict=True):
        old.replace_all_uses_with(new)
    if breaks:
        _guard_condition(loop.body_condition, iteration, values[0])
    iteration.detach()
    iteration.erase()


def _mark_break(mark: NextOp) -> None:
    """Prepend to the exit's values whether it breaks."""
    block = mark.parent_block()
    assert block is not None
    known = ConstantOp.from_bool(mark.breaks is not None)
    known.location = mark.location
    block.insert_op_before(known, mark)
    mark.operands = [known.result, *mark.operands]


def _guard_condition(end: LoopConditionOp, iteration: IterationOp, broken: SSAValue) -> None:
    """Guard the computation of the loop condition by the break flag."""
    location = end.location
    stop = ConstantOp.from_bool(False)
    then = Block([stop, IfYieldOp(stop.result)])
    otherwise = Block()
    for op in _ops_after(iteration):
        op.detach()
        otherwise.add_op(op)
    otherwise.add_op(IfYieldOp(end.condition))
    guard = IfOp(broken, [i1], Region(then), Region(otherwise))
    for op in (guard, stop, guard.then_yield, guard.else_yield):
        op.location = location
    block = end.parent_block()
    assert block is not None
    block.insert_op_before(guard, end)
    end.operands = [guard.results[0], *end.carried]


def _carry_return(
    loop: LoopOp, iteration: IterationOp, returns: Sequence[ReturnOp], types: Sequence[Attribute]
) -> tuple[LoopOp, IterationOp]:
    """Turn returns into breaks: the loop also carries whether it returned, and the values."""
    for end in [op for op in iteration.walk() if isinstance(op, NextOp)]:
        end.operands = [*end.operands, *_not_returned(end, types)]
    for found in returns:
        unset = _before(found, *(UninitializedOp(r.type) for r in iteration.results))
        (flag,) = _before(found, ConstantOp.from_bool(True))
        _before(found, NextOp([*unset, flag, *found.values], True))
        Rewriter.erase_op(found)
    loop, iteration = _carry_more(loop, iteration, _not_returned(loop, types))
    flag, *values = loop.results[-1 - len(types) :]
    _return_after(loop, flag, values)
    return loop, iteration


def _not_returned(op: Operation, types: Sequence[Attribute]) -> list[SSAValue]:
    """Insert before `op` the flag of a loop that has not returned, and values for it."""
    return _before(op, ConstantOp.from_bool(False), *map(UninitializedOp, types))


def _carry_more(
    loop: LoopOp, iteration: IterationOp, initial: Sequence[SSAValue]
) -> tuple[LoopOp, IterationOp]:
    """Let a loop and its iteration carry further values, which the iteration yields last."""
    own, extra = len(loop.results), [value.type for value in initial]
    for type in extra:
        loop.body.insert_arg(type, len(loop.body.args)).location = loop.location
    body = iteration.body.detach_block(0)
    inner = _locate(IterationOp(body, [*iteration.result_types, *extra]), iteration.location)
    Rewriter.replace_op(iteration, inner, inner.results[:own])
    end = loop.body_condition
    end.operands = [*end.operands, *inner.results[own:]]
    outer = LoopOp(
        loop.max_trip_count,
        loop.initial_condition,
        [*loop.carried, *initial],
        [*loop.result_types, *extra],
        loop.detach_region(loop.body_region),
    )
    Rewriter.replace_op(loop, _locate(outer, loop.location), outer.results[:own])
    return outer, inner


def _return_after(loop: LoopOp, flag: SSAValue, values: Sequence[SSAValue]) -> None:
    then = Block([ReturnOp(values), IfYieldOp()])
    leave = IfOp(flag, [], Region(then), Region(Block([IfYieldOp()])))
    for op in leave.walk():
        op.location = loop.location
    Rewriter.insert_op(leave, InsertPoint.after(loop))


def _before(op: Operation, *made: Operation) -> list[SSAValue]:
    """Insert ops before `op`; return their results."""
    block = op.parent_block()
    assert block is not None
    for new in made:
        block.insert_op_before(_locate(new, op.location), op)
    return [result for new in made for result in new.results]


# ---- the pass


@dataclass(frozen=True)
class LowerExitsPass(TsPass):
    """Lower early returns, breaks and continues to flags and branches."""

    name = "lower-exits"
    level = "script"
    requires = ()
    ensures = ("no-script",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in [op for op in module.walk() if isinstance(op, FuncOp)]:
            if any(isinstance(op, IterationOp | NextOp | ReturnOp) for op in function.walk()):
                _lower(function)


def _lower(function: FuncOp) -> None:
    body = function.body.block
    end = body.last_op
    if isinstance(end, FuncReturnOp):
        exit = ReturnOp(end.arguments)
        exit.location = end.location
        Rewriter.replace_op(end, exit)
    if not _leaves(body):
        fail(function, "has a path that ends in neither a return nor an exception")
    for op in function.walk():
        if isinstance(op, IterationOp) and not _leaves(op.body.block):
            fail(op, "has a path that does not end in 'script.next', a return or an exception")
    assert body.last_op is not None
    lower_exits(body, function.function_type.outputs.data, body.last_op.location)
