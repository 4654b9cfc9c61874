"""`hasattr` and `getattr`, evaluated at compile time."""

from __future__ import annotations

import ast

from xdsl_torchscript.dialects.schema.matching import spelled
from xdsl_torchscript.dialects.types import NamedTupleType
from xdsl_torchscript.frontend.script.applicable import nominal
from xdsl_torchscript.frontend.script.context import Context, Simple, Sugared
from xdsl_torchscript.frontend.script.values import Literal


def has_attribute(c: Context, node: ast.Call) -> Sugared:
    """Evaluate `hasattr(x, "name")` to a constant, so that an `if` on it compiles one branch."""
    found, name = _asked(c, node, 2)
    return Literal(_has(c, found, name, node))


def get_attribute(c: Context, node: ast.Call) -> Sugared:
    """Compile `getattr(x, "name", default)`."""
    found, name = _asked(c, node, 3)
    if len(node.args) == 3 and not _has(c, found, name, node):
        return c.expr(node.args[2])
    return found.attribute(c, name, node)


def _asked(c: Context, node: ast.Call, most: int) -> tuple[Sugared, str]:
    if not 2 <= len(node.args) <= most or node.keywords:
        raise c.error("an object and the name of an attribute stand here", node)
    named = node.args[1]
    if not isinstance(named, ast.Constant) or not isinstance(named.value, str):
        raise c.error("the name of the attribute is a literal", named)
    return c.expr(node.args[0]), named.value


def _has(c: Context, found: Sugared, name: str, node: ast.AST) -> bool:
    if not isinstance(found, Simple):
        return found.has(name)
    type = found.ssa.type
    if isinstance(type, NamedTupleType):
        return any(field == name for field, _, _ in type.rows)
    owner = nominal(c, type)
    if owner is None:
        raise c.error(f"an object or a named tuple stands here, not {spelled(type)}", node)
    return owner.has_attribute(name)
