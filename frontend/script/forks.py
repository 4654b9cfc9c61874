"""`torch.jit.fork(f, x)`: an asynchronous call, and the values that it captures."""

from __future__ import annotations

import ast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, Region, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp, ForkOp, ReturnOp
from xdsl_torchscript.dialects.types import FutureType
from xdsl_torchscript.frontend.script.applicable import Applicable, arguments
from xdsl_torchscript.frontend.script.context import Context, SimpleValue, SugaredValue


def fork(c: Context, node: ast.Call) -> SugaredValue:
    """Compile a fork to its future; the arguments are computed before."""
    found = c.expr(node.args[0]) if node.args else None
    if found is None or isinstance(found, SimpleValue):
        raise c.error("fork takes a function and its arguments", node)
    rest = ast.copy_location(ast.Call(node.func, node.args[1:], node.keywords), node)
    args, kwargs = arguments(c, rest)
    if not isinstance(found, Applicable):
        raise c.error(f"{found.describe()} cannot be forked; write a function", node)
    body = Block()
    with c.inside(body):
        result = found.apply(c, args, kwargs, node).value(c, node)
        c.insert(ReturnOp(result))
    captured = capture(body, c.script.location(node))
    op = ForkOp(captured, [FutureType(result.type)], Region(body))
    return SimpleValue(c.insert(op).results[0])


def capture(body: Block, location: LocationAttr) -> list[SSAValue]:
    """Replace values from outside a block by new block arguments, and return these values.

    Values are in order of first use; constants are copied into the block instead.
    """
    inside = {value for op in body.walk() for value in op.results}
    inside |= {arg for op in body.walk() for r in op.regions for b in r.blocks for arg in b.args}
    replaced: dict[SSAValue, SSAValue] = {}
    captured: list[SSAValue] = []
    for op in list(body.walk()):
        for index, operand in enumerate(op.operands):
            if operand in inside:
                continue
            if operand not in replaced:
                replaced[operand] = _inside(body, operand, captured, location)
            op.operands[index] = replaced[operand]
    return captured


def _inside(
    body: Block, value: SSAValue, captured: list[SSAValue], location: LocationAttr
) -> SSAValue:
    owner, first = value.owner, body.first_op
    if isinstance(owner, ConstantOp) and first is not None:
        copied = owner.clone()
        copied.location = owner.location
        body.insert_op_before(copied, first)
        return copied.result
    arg = body.insert_arg(value.type, len(body.args))
    arg.name_hint, arg.location = value.name_hint, location
    captured.append(value)
    return arg
