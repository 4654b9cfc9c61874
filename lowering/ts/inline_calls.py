"""`inline-calls`: a call of a function of the module becomes the body of that function.

    %f = prim.Constant @g : !ts.function<@g>
    %r = prim.CallFunction(%f, %x) : (!ts.function<@g>, !ts.tensor) -> !ts.tensor

becomes, for a `@g` that computes `x + x`,

    %one = prim.Constant 1 : i64
    %r = aten.add.Tensor(%x, %x, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

What comes from the body keeps its location there. The functions stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import CallFunctionOp, ConstantOp, UncheckedCastOp
from xdsl_torchscript.dialects.types import FunctionType
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass


def _calls(function: FuncOp) -> list[CallFunctionOp]:
    return [op for op in function.walk() if isinstance(op, CallFunctionOp)]


def _callee(call: CallFunctionOp, functions: Mapping[str, FuncOp]) -> FuncOp | None:
    """The function that is called, if it is one of the module with a body of one block."""
    type = call.callee.type
    if not (isinstance(call.callee.owner, ConstantOp) and isinstance(type, FunctionType)):
        return None
    found = functions.get(type.symbol.data)
    return found if found is not None and len(found.body.blocks) == 1 else None


def _as_type(value: SSAValue, type: Attribute, call: CallFunctionOp) -> SSAValue:
    """What the function sees: an argument may be of a type below the declared one."""
    if value.type == type:
        return value
    seen = UncheckedCastOp(value, type)
    seen.location = call.location
    Rewriter.insert_op(seen, InsertPoint.before(call))
    return seen.result


def _inline(call: CallFunctionOp, callee: FuncOp) -> None:
    copy = callee.clone()
    for original, copied in zip(callee.walk(), copy.walk(), strict=True):
        copied.location = original.location
    block = copy.body.block
    returned = block.last_op
    assert returned is not None
    for arg, value in zip(block.args, call.arguments, strict=True):
        arg.replace_all_uses_with(_as_type(value, arg.type, call))
    returned.detach()
    for op in list(block.ops):
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(call))
    (result,) = returned.operands
    result.name_hint = result.name_hint or call.result.name_hint
    function = call.callee.owner
    call.result.replace_all_uses_with(result)
    returned.erase()
    call.detach()
    call.erase()
    if isinstance(function, ConstantOp) and function.result.first_use is None:
        function.detach()
        function.erase()


class _Inliner:
    """Goes from the functions that call nothing to those that call them."""

    def __init__(self, functions: Mapping[str, FuncOp]) -> None:
        self._functions = functions
        self._done: set[str] = set()
        self._running: list[str] = []

    def run(self, function: FuncOp) -> None:
        """Raises PassFailedException where a function calls itself."""
        name = function.sym_name.data
        if name in self._done:
            return
        self._running.append(name)
        for call in _calls(function):
            callee = _callee(call, self._functions)
            if callee is None:
                continue
            called = callee.sym_name.data
            if called in self._running:
                around = " -> ".join([*self._running[self._running.index(called) :], called])
                fail(call, f"cannot be inlined, the functions call each other: {around}")
            self.run(callee)
            _inline(call, callee)
        self._running.pop()
        self._done.add(name)


def inline_calls(module: ModuleOp) -> ModuleOp:
    """The module itself, its calls of its own functions inlined."""
    functions = {op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)}
    inliner = _Inliner(functions)
    for function in functions.values():
        inliner.run(function)
    return module


@dataclass(frozen=True)
class InlineCallsPass(TsPass):
    """Puts the bodies of functions where they are called."""

    name = "inline-calls"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        inline_calls(op)
