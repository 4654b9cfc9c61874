"""Functions as `def` statements with signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.modules import ClassOp, InterfaceOp
from xdsl_torchscript.frontend.python_text.literals import Literals
from xdsl_torchscript.frontend.python_text.names import is_word, source_name
from xdsl_torchscript.frontend.python_text.readable import readable
from xdsl_torchscript.frontend.python_text.scope import PythonPrintError, Scope, Session
from xdsl_torchscript.frontend.python_text.statements import print_body
from xdsl_torchscript.frontend.python_text.text import Writer


def split_name(symbol: str) -> tuple[str, str]:
    """Split a name at its last dot."""
    namespace, _, name = symbol.rpartition(".")
    return namespace, name


def print_definition(
    function: FuncOp, writer: Writer, session: Session, *, names_self: bool = True
) -> None:
    """Write one function or method at the writer's indentation.

    Without `names_self` the first argument has no annotation, as in a class of Python.

    Raises:
        PythonPrintError: for a declaration, and for IR that serialized code cannot express.
    """
    name = split_name(function.sym_name.data)[1]
    if function.is_declaration:
        message = f"function '{name}' has no body to print"
        raise PythonPrintError(message, function.location)
    if not is_word(name):
        raise PythonPrintError(f"'{name}' cannot name a function in Python", function.location)
    shown = readable(function)
    scope = Scope(session)
    parts = _parameters(shown, scope, names_self)
    results = shown.function_type.outputs.data
    if len(results) != 1:
        message = (
            f"function '{shown.sym_name.data}' has {len(results)} results; a Python function "
            "returns one value, which may be a tuple"
        )
        raise PythonPrintError(message, shown.location)
    result = session.type_text(results[0], function.location)
    head = ",\n    ".join(parts)
    writer.line([f"def {name}({head}) -> {result}:"], function.location)
    print_body(scope, writer, shown.body.block)


def _parameters(function: FuncOp, scope: Scope, names_self: bool) -> list[str]:
    args: Sequence[BlockArgument] = function.body.block.args
    attributes = function.arg_attrs
    none: Mapping[str, Attribute] = {}
    stated = isa(attributes, ArrayAttr[DictionaryAttr])
    rows = [row.data for row in attributes] if stated else [none] * len(args)
    plain = max((n for n, row in enumerate(rows) if "ts.default" not in row), default=-1)
    texts: list[str] = []
    for number, (arg, facts) in enumerate(zip(args, rows, strict=True)):
        name, default = facts.get("ts.name"), facts.get("ts.default")
        text = scope.name(arg, name.data if isinstance(name, StringAttr) else source_name(arg))
        if number or names_self:
            text += f": {scope.type_text(arg.type, function)}"
        # No parameter without a default may follow one with a default.
        if default is not None and number > plain:
            text += f"={Literals(scope.session, function).text(default, arg.type)}"
        texts.append(text)
    return texts


def is_method(function: FuncOp) -> bool:
    return isinstance(function.parent_op(), ClassOp | InterfaceOp)
