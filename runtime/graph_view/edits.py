"""Changes of IR that the views of a graph are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import ReturnOp
from xdsl_torchscript.dialects.types import TensorType

TENSOR = TensorType.get()


def detached(op: Operation) -> Operation:
    """Take an operation out of its block, if it is in one."""
    if op.parent is not None:
        op.detach()
    return op


def set_type(value: SSAValue, type: Attribute) -> None:
    """Give a value another type; it stays the same value."""
    value._type = type  # pyright: ignore[reportPrivateUsage]


def add_result(op: Operation) -> SSAValue:
    """Add a result, a tensor, behind the others."""
    made = OpResult(TENSOR, op, len(op.results))
    op.results = type(op.results)((*op.results, made))
    return made


def erase_result(op: Operation, index: int) -> None:
    """Remove a result. Raises ValueError if it is used."""
    found = op.results[index]
    if found.first_use is not None:
        raise ValueError(f"output {index} is used; replace its uses first")
    op.results = type(op.results)(r for r in op.results if r is not found)
    for number, result in enumerate(op.results):
        result.index = number


def add_block(op: Operation) -> Block:
    """Add a region with one block that returns nothing yet."""
    block = Block([ReturnOp()])
    op.add_region(Region(block))
    return block


def erase_operand(op: Operation, index: int) -> None:
    operands = list(op.operands)
    del operands[index]
    op.operands = operands


def ancestors(op: Operation) -> Iterator[tuple[Block, Operation]]:
    """The blocks around an operation, each with the operation of it that holds `op`."""
    found: Operation | None = op
    while found is not None and found.parent is not None:
        yield found.parent, found
        found = found.parent_op()


def is_before(a: Operation, b: Operation) -> bool:
    """Whether `a` comes before `b` in the text; an operation comes before those inside of it.
    ValueError for operations of two graphs."""
    own = dict(ancestors(a))
    for block, other in ancestors(b):
        if block in own:
            first = own[block]
            if first is other:
                return first is a and a is not b
            return next(op for op in block.ops if op is first or op is other) is first
    raise ValueError("the nodes are not in one graph")


def copy_into(
    source: Block, values: Sequence[SSAValue], point: InsertPoint
) -> tuple[SSAValue, ...]:
    """Copy what a block computes of its arguments to a point. Return what the block returns."""
    known: dict[SSAValue, SSAValue] = dict(zip(source.args, values, strict=True))
    last = source.last_op
    for op in source.ops:
        if op is not last:
            made = op.clone(known)
            for original, copied in zip(op.walk(), made.walk(), strict=True):
                copied.location = original.location
            Rewriter.insert_op(made, point)
    return () if last is None else tuple(known[value] for value in last.operands)


def cloned(op: Operation, convert: Callable[[SSAValue], SSAValue]) -> Operation:
    """Copy an operation, with the operands that `convert` makes of its own."""
    mapping: Mapping[SSAValue, SSAValue] = {value: convert(value) for value in op.operands}
    made = op.clone(dict(mapping))
    made.location = op.location
    return made


def agree(function: FuncOp) -> None:
    """Make the type of a function that of its arguments and of what it returns."""
    block = function.body.block
    returned = () if block.last_op is None else block.last_op.operands
    found = FunctionType.from_lists(
        [arg.type for arg in block.args], [value.type for value in returned]
    )
    if function.function_type != found:
        function.properties["function_type"] = found


def keep_rows(function: FuncOp, places: Sequence[int | None]) -> None:
    """Keep what is known of the arguments as they move: each comes from an old place, or none."""
    if function.arg_attrs is not None:
        old = function.arg_attrs.data
        none = DictionaryAttr({})
        function.arg_attrs = ArrayAttr([none if p is None else old[p] for p in places])
