"""Edits of IR, shared by the views of a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import ReturnOp
from xdsl_torchscript.dialects.types import TensorType

TENSOR = TensorType.get()


def detach(op: Operation) -> Operation:
    """Detach an operation from its block, if it is in one."""
    if op.parent is not None:
        op.detach()
    return op


def set_type(value: SSAValue, type: Attribute) -> None:
    """Set a value's type, keeping its identity."""
    value._type = type  # pyright: ignore[reportPrivateUsage]


def add_result(op: Operation) -> SSAValue:
    """Append a tensor result."""
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
    """Add a region with a block that returns nothing yet."""
    block = Block([ReturnOp()])
    op.add_region(Region(block))
    return block


def erase_operand(op: Operation, index: int) -> None:
    operands = list(op.operands)
    del operands[index]
    op.operands = operands


def ancestors(op: Operation) -> Iterator[tuple[Block, Operation]]:
    """Yield the enclosing blocks of an operation, each with its op that contains `op`."""
    found: Operation | None = op
    while found is not None and found.parent is not None:
        yield found.parent, found
        found = found.parent_op()


def is_before(a: Operation, b: Operation) -> bool:
    """Return whether `a` precedes `b` in the text; an operation precedes its nested ones.

    Raises ValueError for operations of different graphs.
    """
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
    """Copy the operations of a block to a point, and return the values that it returns.

    The block's arguments are replaced by `values`.
    """
    known: dict[SSAValue, SSAValue] = dict(zip(source.args, values, strict=True))
    last = source.last_op
    for op in source.ops:
        if op is not last:
            made = op.clone(known)
            for original, copied in zip(op.walk(), made.walk(), strict=True):
                copied.location = original.location
            Rewriter.insert_op(made, point)
    return () if last is None else tuple(known[value] for value in last.operands)


def clone(op: Operation, convert: Callable[[SSAValue], SSAValue]) -> Operation:
    """Copy an operation, with `convert` applied to its operands."""
    mapping: Mapping[SSAValue, SSAValue] = {value: convert(value) for value in op.operands}
    made = op.clone(dict(mapping))
    made.location = op.location
    return made


def update_type(function: FuncOp) -> None:
    """Set a function's type from its arguments and returned values."""
    block = function.body.block
    returned = () if block.last_op is None else block.last_op.operands
    found = FunctionType.from_lists(
        [arg.type for arg in block.args], [value.type for value in returned]
    )
    if function.function_type != found:
        function.properties["function_type"] = found


def reorder_attributes(function: FuncOp, places: Sequence[int | None]) -> None:
    """Reorder the attributes of arguments: each comes from an old place, or is new (None)."""
    if function.arg_attrs is not None:
        old = function.arg_attrs.data
        none = DictionaryAttr({})
        function.arg_attrs = ArrayAttr([none if p is None else old[p] for p in places])
