"""A function as a `def` with its signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.modules import ClassOp, InterfaceOp
from xdsl_torchscript.frontend.python_text.literals import Literals
from xdsl_torchscript.frontend.python_text.names import is_word, meant_name
from xdsl_torchscript.frontend.python_text.readable import readable
from xdsl_torchscript.frontend.python_text.scope import PythonPrintError, Scope, Session
from xdsl_torchscript.frontend.python_text.statements import print_body
from xdsl_torchscript.frontend.python_text.text import Writer


def qualified(symbol: str) -> tuple[str, str]:
    """What stands before the last dot of a name, and what behind it."""
    namespace, _, name = symbol.rpartition(".")
    return namespace, name


def _facts(function: FuncOp) -> list[Mapping[str, Attribute]]:
    """What is known of each argument beside its type."""
    rows = function.arg_attrs
    if not isa(rows, ArrayAttr[DictionaryAttr]):
        return [{}] * len(function.function_type.inputs)
    return [row.data for row in rows]


def print_definition(
    function: FuncOp, writer: Writer, session: Session, *, names_self: bool = True
) -> None:
    """Writes one function or method, indented as the writer is.

    Without `names_self` the first argument has no annotation, as in a class of Python.

    Raises:
        PythonPrintError: for a declaration, and for what serialized code cannot express.
    """
    name = qualified(function.sym_name.data)[1]
    if function.is_declaration:
        message = f"function '{name}' has no body to print"
        raise PythonPrintError(message, function.location)
    if not is_word(name):
        raise PythonPrintError(f"'{name}' is no name of a function in Python", function.location)
    shown = readable(function)
    scope = Scope(session)
    parts = _parameters(shown, scope, names_self)
    result = session.type_text(_result_type(shown), function.location)
    head = ",\n    ".join(parts)
    writer.line([f"def {name}({head}) -> {result}:"], function.location)
    print_body(scope, writer, shown.body.block)


def _result_type(function: FuncOp) -> Attribute:
    results = function.function_type.outputs.data
    if len(results) != 1:
        message = (
            f"function '{function.sym_name.data}' has {len(results)} results; one of Python "
            "returns one value, which may be a tuple"
        )
        raise PythonPrintError(message, function.location)
    return results[0]


def _parameters(function: FuncOp, scope: Scope, names_self: bool) -> list[str]:
    args: Sequence[BlockArgument] = function.body.block.args
    rows = _facts(function)
    plain = max((n for n, row in enumerate(rows) if "ts.default" not in row), default=-1)
    texts: list[str] = []
    for number, (arg, facts) in enumerate(zip(args, rows, strict=True)):
        told, default = facts.get("ts.name"), facts.get("ts.default")
        text = scope.name(arg, told.data if isinstance(told, StringAttr) else meant_name(arg))
        if number or names_self:
            text += f": {scope.type_text(arg.type, function)}"
        if default is not None and number > plain:  # none may stand before one without
            text += f"={Literals(scope.session, function).text(default, arg.type)}"
        texts.append(text)
    return texts


def is_method(function: FuncOp) -> bool:
    return isinstance(function.parent_op(), ClassOp | InterfaceOp)
