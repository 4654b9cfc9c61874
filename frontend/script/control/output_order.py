"""Order the results of `prim.If` and `prim.Loop` by their first uses.

    %a, %b = prim.If %c ...              %b, %a = prim.If %c ...
    aten.neg(%b)                  ->     aten.neg(%b)
    aten.neg(%a)                         aten.neg(%a)

Variables are unordered, and their names are not part of the program. Unused results come last. The
order follows PyTorch's `canonicalize`, so that both compile the same code to equal graphs.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, Operation

from xdsl_torchscript.dialects.prim import IfOp, LoopOp

_NEVER = (1 << 62, 0)


def order_outputs(body: Block) -> None:
    """Order the results within a function's body, in place.

    Later ops come first, as the order of their results determines uses of earlier ones.
    """
    ops = [op for op in body.walk() if isinstance(op, IfOp | LoopOp) and len(op.results) > 1]
    if ops:
        _Order(body).apply(body)


class _Order:
    def __init__(self, body: Block) -> None:
        self._numbers = {op: number for number, op in enumerate(body.walk())}

    def apply(self, block: Block) -> None:
        for op in reversed(list(block.ops)):
            made = self._sort_results(op)
            for region in made.regions:
                for inner in region.blocks:
                    self.apply(inner)

    def _sort_results(self, op: Operation) -> Operation:
        if not isinstance(op, IfOp | LoopOp) or len(op.results) < 2:
            return op
        uses = [[(self._numbers[u.operation], u.index) for u in r.uses] for r in op.results]
        firsts = [min(of_result, default=_NEVER) for of_result in uses]
        order = sorted(range(len(firsts)), key=firsts.__getitem__)
        if order == list(range(len(firsts))):
            return op
        made = _if(op, order) if isinstance(op, IfOp) else _loop(op, order)
        made.location = op.location
        self._numbers[made] = self._numbers[op]
        for number, new in zip(order, made.results, strict=True):
            old = op.results[number]
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        op.detach()
        op.erase()
        return made


def _insert_before(made: Operation, op: Operation) -> Operation:
    block = op.parent_block()
    assert block is not None
    block.insert_op_before(made, op)
    return made


def _if(op: IfOp, order: Sequence[int]) -> Operation:
    for end in (op.then_yield, op.else_yield):
        end.operands = [end.operands[number] for number in order]
    types = [op.results[number].type for number in order]
    otherwise, then = op.detach_region(op.else_region), op.detach_region(op.then_region)
    return _insert_before(IfOp(op.condition, types, then, otherwise), op)


def _loop(op: LoopOp, order: Sequence[int]) -> Operation:
    end, block = op.body_condition, op.body
    end.operands = [end.condition, *(end.carried[number] for number in order)]
    old_args = list(op.carried_args)
    for number in order:
        old = old_args[number]
        new = block.insert_arg(old.type, len(block.args))
        new.name_hint, new.location = old.name_hint, old.location
        old.replace_all_uses_with(new)
    for old in old_args:
        block.erase_arg(old)
    carried = [op.carried[number] for number in order]
    types = [op.results[number].type for number in order]
    trips, condition = op.max_trip_count, op.initial_condition
    return _insert_before(
        LoopOp(trips, condition, carried, types, op.detach_region(op.body_region)), op
    )
