"""`with`: context managers exit at the end of the block, and on every other exit."""

from __future__ import annotations

import ast

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import EnterOp, ExitOp
from xdsl_torchscript.dialects.schema.matching import spelled
from xdsl_torchscript.frontend.script.applicable import nominal
from xdsl_torchscript.frontend.script.assignment import assign
from xdsl_torchscript.frontend.script.context import Context, Simple


def compile_with(c: Context, node: ast.With) -> None:
    """Compile a `with` statement; a `return` inside also exits the managers."""
    before = c.frame.managers
    for item in node.items:
        manager = c.value(item.context_expr)
        with c.at(item.context_expr):
            entered = c.insert(EnterOp(manager, _entered_type(c, manager, item.context_expr)))
        c.frame.managers = (*c.frame.managers, manager)
        if item.optional_vars is not None:
            assign(c, item.optional_vars, Simple(entered.result))
    c.body(node.body)
    if not c.frame.exited:
        leave_managers(c, len(before))
    c.frame.managers = before


def leave_managers(c: Context, remaining: int) -> None:
    """Exit entered managers, innermost first, except for the outermost `remaining`."""
    for manager in reversed(c.frame.managers[remaining:]):
        c.insert(ExitOp(manager))


def _entered_type(c: Context, manager: SSAValue, node: ast.AST) -> Attribute:
    found = nominal(c, manager.type)
    shown = spelled(manager.type)
    if found is None:
        raise c.error(f"an object that can be entered stands here, not {shown}", node)
    results = [found.method_result(c, name, count, node) for name, count in _COUNTS.items()]
    if None in results:
        message = "'__enter__(self)' and '__exit__(self, type, value, traceback)'"
        raise c.error(f"{shown} cannot be entered; its class needs {message}", node)
    entered = results[0]
    assert entered is not None
    return entered


_COUNTS = {"__enter__": 1, "__exit__": 4}
"""The number of arguments of the methods, object included."""
