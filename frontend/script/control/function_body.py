"""The statements of a function, nested functions included."""

from __future__ import annotations

import ast

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.script import ReturnOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify_all
from xdsl_torchscript.dialects.types import NoneType
from xdsl_torchscript.frontend.script.context import Context


def compile_body(c: Context, node: ast.FunctionDef) -> Attribute:
    """Compile the statements into the block of `c`, ending it in one `func.return`; return the
    result's type. Raises SourceError."""
    with c.at(node):
        c.body(node.body)
        types = [op.values[0].type for op in c.block.walk() if isinstance(op, ReturnOp)]
        if not c.environment.exited:
            wanted = c.result_type or unify_all(types)
            if wanted is not None and not is_subtype_of(NoneType(), wanted):
                message = f"'{node.name}' results in {spell(wanted)}"
                raise c.error(f"{message}, but some paths do not reach a 'return'", node)
            c.insert(ReturnOp([c.constant(None)]))
            types.append(NoneType())
    result = c.result_type or unify_all(types or [NoneType()])
    if result is None:
        shown = " and ".join(dict.fromkeys(spell(type) for type in types))
        raise c.error(f"'{node.name}' returns {shown}; say which with '-> Union[...]'", node)
    c.program.lower_exits(c.block, [result], c.script.location(node.body[-1]))
    return result
