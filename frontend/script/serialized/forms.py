"""Special forms of serialized code: explicit casts, and forks.

The rules follow PyTorch's `import_source` and `python_print`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import ComplexType, f64, i64
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.prim import (
    AwaitableOp,
    ConstantOp,
    ForkOp,
    ReturnOp,
    ToListOp,
    UncheckedCastOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.prim.data import NUMBERS_OF_ELEMENTS
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    AwaitType,
    FutureType,
    ListType,
    NoneType,
    NumberType,
    OptionalType,
    TensorType,
)
from xdsl_torchscript.frontend.script.annotations import type_of
from xdsl_torchscript.frontend.script.calls import call
from xdsl_torchscript.frontend.script.context import Context, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.control.function_body import compile_body
from xdsl_torchscript.frontend.script.forks import capture
from xdsl_torchscript.frontend.script.values import Special

_IMPLICIT: Mapping[Attribute, str] = {
    i64: "aten::IntImplicit",
    f64: "aten::FloatImplicit",
    ComplexType(f64): "aten::ComplexImplicit",
    NumberType(): "aten::ScalarImplicit",
}
"""The operator of `annotate(int, x)` on a tensor."""


def _two(c: Context, node: ast.Call, what: str) -> tuple[ast.expr, ast.expr]:
    if len(node.args) != 2 or node.keywords:
        raise c.error(f"{what} takes a type and a value", node)
    return node.args[0], node.args[1]


def annotate(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `annotate(T, x)`: x, declared as a T."""
    type_node, value_node = _two(c, node, "annotate")
    wanted = type_of(c.scope, type_node)
    match value_node:
        case ast.Call(func=ast.Attribute(value=of, attr="tolist"), args=[], keywords=[]):
            return SimpleValue(tolist(c, c.value(of), wanted, node))
        case _:
            value = c.value(value_node, wanted)
    if isinstance(value.owner, OperatorOp):
        value = c.insert(UncheckedCastOp(value, wanted)).result
    if isinstance(value.type, TensorType) and wanted in _IMPLICIT:
        return SimpleValue(call(c, _IMPLICIT[wanted], [value], None, node))
    if isinstance(value.type, NoneType) and isinstance(wanted, OptionalType):
        return SimpleValue(c.insert(ConstantOp(None, wanted)).result)
    if not is_subtype_of(value.type, wanted):
        raise c.error(f"the value is {spell(value.type)}, not {spell(wanted)}", value_node)
    return SimpleValue(value)


def tolist(c: Context, tensor: SSAValue, wanted: Attribute | None, node: ast.Call) -> SSAValue:
    """Emit `tolist`; the declared type gives the number of dimensions. Raises SourceError."""
    if wanted is None:
        raise c.error("annotate the result of tolist: 'y: List[int] = x.tolist()'", node)
    rank, element = 0, wanted
    while isinstance(element, ListType):
        rank, element = rank + 1, element.element
    if not isinstance(tensor.type, TensorType) or element not in NUMBERS_OF_ELEMENTS:
        raise c.error(f"tolist returns nested lists of numbers, not {spell(wanted)}", node)
    dimensions, code = c.constant(rank), c.constant(NUMBERS_OF_ELEMENTS[element])
    return c.insert(ToListOp(tensor, dimensions, code, wanted)).result


def unchecked_cast(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `unchecked_cast(T, x)`: x, assumed to be a T."""
    type_node, value_node = _two(c, node, "unchecked_cast")
    wanted, value = type_of(c.scope, type_node), c.value(value_node)
    if isinstance(value.owner, UncheckedCastOp) and value.type == wanted:
        return SimpleValue(value)
    return SimpleValue(c.insert(UncheckedCastOp(value, wanted)).result)


def uninitialized(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `uninitialized(T)`: the value of a variable whose uses are unreachable."""
    if len(node.args) != 1 or node.keywords:
        raise c.error("uninitialized takes a type", node)
    return SimpleValue(c.insert(UninitializedOp(type_of(c.scope, node.args[0]))).result)


def to_tensor(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `_to_tensor(x)`, which older archives have for a number."""
    if len(node.args) != 1 or node.keywords:
        raise c.error("_to_tensor takes a number", node)
    return SimpleValue(call(c, "prim::NumToTensor", [c.value(node.args[0])], None, node))


# ---- functions inside of functions


@dataclass(frozen=True)
class Nested(SugaredValue):
    """A nested function, run by a fork."""

    node: ast.FunctionDef

    def describe(self) -> str:
        return f"the function '{self.node.name}'"


_DeferredOp: TypeAlias = "type[ForkOp] | type[AwaitableOp]"
_RESULTS: Mapping[_DeferredOp, type[FutureType] | type[AwaitType]] = {
    ForkOp: FutureType,
    AwaitableOp: AwaitType,
}


def deferred_call_form(name: str, kind: _DeferredOp) -> Special:
    """Return the special form `fork(f)` or `awaitable(f)`."""

    def run(c: Context, node: ast.Call) -> SugaredValue:
        found = c.expr(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        if not isinstance(found, Nested):
            raise c.error(f"{name} takes a function that is defined before it", node)
        body = Block()
        around, c.result_type = c.result_type, None
        with c.inside(body):
            c.environment.carried, c.environment.unrolled = None, False
            returned = compile_body(c, found.node)
        c.result_type = around
        last = body.last_op
        assert isinstance(last, FuncReturnOp)
        Rewriter.replace_op(last, ReturnOp(*last.operands))
        captured = capture(body, c.script.location(node))
        op = kind(captured, [_RESULTS[kind](returned)], Region(body))
        return SimpleValue(c.insert(op).results[0])

    return Special(name, run)
