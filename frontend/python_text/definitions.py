"""Classes, interfaces, enums and named tuples as classes of Python."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.modules import HOOKS, ClassOp, EnumOp, InterfaceOp
from xdsl_torchscript.dialects.types import NamedTupleType
from xdsl_torchscript.frontend.graph_text.literals import write_string
from xdsl_torchscript.frontend.python_text.functions import print_definition, split_name
from xdsl_torchscript.frontend.python_text.literals import Literals
from xdsl_torchscript.frontend.python_text.names import is_word
from xdsl_torchscript.frontend.python_text.scope import PythonPrintError, Session
from xdsl_torchscript.frontend.python_text.text import Writer

_LISTS: Mapping[str, str] = {"__parameters__": "parameter", "__buffers__": "buffer"}


class _ClassPrinter:
    """The writer of one class."""

    def __init__(self, op: Operation, writer: Writer, session: Session) -> None:
        self._op = op
        self._writer = writer
        self._session = session

    def line(self, text: str, op: Operation | None = None) -> None:
        self._writer.line([text], (op or self._op).location)

    def head(self, symbol: str, base: str) -> None:
        name = split_name(symbol)[1]
        if not is_word(name):
            message = f"'{name}' cannot name a class in Python"
            raise PythonPrintError(message, self._op.location)
        self.line(f"class {name}{f'({base})' if base else ''}:")
        self._writer.level += 1
        self._before = self._writer.lines

    def end(self) -> None:
        if self._writer.lines == self._before:
            self.line("pass")
        self._writer.level -= 1

    def names(self, attribute: str, names: list[str]) -> None:
        """Write a list of names: `__buffers__ = ["b", ]`."""
        listed = "".join(f"{write_string(name)}, " for name in names)
        self.line(f"{attribute} = [{listed}]")

    def field(self, name: str, annotation: str, op: Operation, value: str = "") -> None:
        """Write a field; one whose name is not an identifier gets its type by a string."""
        if is_word(name):
            self.line(f"{name} : {annotation}{value}", op)
        elif name.isascii() and not value:
            self.line(f"__annotations__[{write_string(name)}] = {annotation}", op)
        else:
            message = f"the attribute '{name}' has a name that is not valid in a program"
            raise PythonPrintError(message, op.location)

    def type(self, type: Attribute) -> str:
        return self._session.type_text(type, self._op.location)

    def literal(self, value: Attribute, type: Attribute) -> str:
        return Literals(self._session, self._op).text(value, type)


def print_class(op: ClassOp, writer: Writer, session: Session) -> None:
    """Write a class. Raises PythonPrintError."""
    made = _ClassPrinter(op, writer, session)
    made.head(op.sym_name.data, "Module" if op.is_module else "")
    if op.is_module:
        for title, kind in _LISTS.items():
            made.names(title, [n for n, a in op.slots.items() if a.kind and a.kind.data == kind])
        for title in HOOKS:
            if op.hooks(title):
                made.names(title, op.hooks(title))
    # Constants follow the slots, as in PyTorch's output.
    for name, attr in op.slots.items():
        made.field(name, made.type(attr.type), attr)
    for name, attr in op.attrs.items():
        if attr.value is not None:
            text = made.literal(attr.value, attr.type)
            made.field(name, f"Final[{made.type(attr.type)}]", attr, f" = {text}")
    for method in op.methods.values():
        print_definition(method, writer, session)
    made.end()


def print_interface(op: InterfaceOp, writer: Writer, session: Session) -> None:
    """Write an interface. Raises PythonPrintError."""
    made = _ClassPrinter(op, writer, session)
    made.head(op.sym_name.data, "ModuleInterface" if op.is_module else "Interface")
    for name, method in op.methods.items():
        rows = method.attributes.get("ts.arguments")
        known = list(rows) if isa(rows, ArrayAttr[DictionaryAttr]) else []
        types = method.function_type.inputs.data
        parts = ["self"]
        for number, type in enumerate(types[1:], 1):
            row = known[number] if number < len(known) else DictionaryAttr({})
            label, default = row.data.get("name"), row.data.get("default")
            text = label.data if isinstance(label, StringAttr) else f"arg{number}"
            text += f": {made.type(type)}"
            parts.append(text if default is None else f"{text}={made.literal(default, type)}")
        result = made.type(method.function_type.outputs.data[0])
        made.line(f"def {name}({', '.join(parts)}) -> {result}:", method)
        writer.level += 1
        made.line("pass", method)
        writer.level -= 1
    made.end()


def print_enum(op: EnumOp, writer: Writer, session: Session) -> None:
    """Write an enum. Raises PythonPrintError."""
    made = _ClassPrinter(op, writer, session)
    made.head(op.sym_name.data, "Enum")
    for name, value in op.members.items():
        made.line(f"{name} = {made.literal(value, op.value_type)}")
    made.end()


def print_named_tuple(
    type: NamedTupleType, op: Operation, writer: Writer, session: Session
) -> None:
    """Write a named tuple. `op` uses the tuple and provides the location, which the type lacks."""
    made = _ClassPrinter(op, writer, session)
    made.head(type.symbol.data, "NamedTuple")
    for name, element, default in type.rows:
        value = "" if default is None else f" = {default}"
        made.line(f"{name} : {made.type(element)}{value}")
    made.end()
