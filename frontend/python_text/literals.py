"""Constants as a program's text: `[1, 2]`, `torch.device("cpu")`, `CONSTANTS.c0`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    f64,
    i1,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.annotation_text import is_anonymous
from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantOp,
    DictConstructOp,
    IfYieldOp,
    ListConstructOp,
    LoopOp,
    SetAttrOp,
    TupleConstructOp,
    is_literal_of,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import (
    AnyType,
    ClassType,
    DeviceType,
    DictType,
    EnumType,
    FunctionType,
    InterfaceType,
    ListType,
    NamedTupleType,
    NumberType,
    OptionalType,
    TensorType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.graph_text.literals import write_float, write_string
from xdsl_torchscript.frontend.python_text.scope import PythonPrintError, Session

_COMPLEX = ComplexType(f64)
_DECLARES = (
    ListConstructOp, DictConstructOp, LoopOp, SetAttrOp, CallFunctionOp, CallMethodOp, SchemaOp,
    IfYieldOp, ReturnOp,
)  # fmt: skip


def implies_type(element: Attribute) -> bool:
    """Return whether the members of a list or dictionary imply the type of its elements."""
    if isinstance(element, OptionalType | UnionType | AnyType | InterfaceType | NumberType):
        return False
    if isinstance(element, TupleType | NamedTupleType):
        return all(map(implies_type, element.elements))
    return not isinstance(element, ListType) or implies_type(element.element)


def float_text(value: float) -> str:
    """Return the shortest digits that parse to the number, never an int's text."""
    text = write_float(value)
    return f"{text}." if text.removeprefix("-").isdigit() else text


def complex_text(real: float, imag: float) -> str:
    """Return a complex number as `1.+2.j`."""
    sign = "-" if math.copysign(1, imag) < 0 else "+"
    return f"{float_text(real)}{sign}{float_text(abs(imag))}j"


class Literals:
    """The writer of constants; `session` collects the constants without a literal."""

    def __init__(self, session: Session, op: Operation) -> None:
        self._session = session
        self._op = op

    def text(self, value: Attribute | None, type: Attribute) -> str:
        """Return a constant's text. Raises PythonPrintError if no program can write it."""
        if value is None or isinstance(value, UnitAttr):
            return "None"
        match type:
            case OptionalType():
                return self.text(value, type.element)
            case UnionType():
                choices = [t for t in type.elements if is_literal_of(value, t)]
                return self.text(value, [*choices, *type.elements][0])
            case TensorType():
                return self._session.constant(value)
            case ListType():
                return self._list(value, type)
            case TupleType() | NamedTupleType():
                return self._tuple(value, type)
            case DictType():
                return self._dict(value, type)
            case DeviceType() if isinstance(value, StringAttr):
                return f"torch.device({write_string(value.data)})"
            case EnumType() | FunctionType() if isinstance(value, SymbolRefAttr):
                return self._symbol(value, type)
            case ClassType():
                return self._session.constant(value)
            case _:
                return self._free(value, type)

    def _items(self, value: Attribute) -> Sequence[Attribute] | None:
        return value.data if isa(value, ArrayAttr[Attribute]) else None

    def _list(self, value: Attribute, type: ListType) -> str:
        items = self._items(value)
        if items is None:
            return self._session.constant(value)
        text = f"[{', '.join(self.text(item, type.element) for item in items)}]"
        return text if items and implies_type(type.element) else self._annotated(text, type)

    def _annotated(self, text: str, type: Attribute) -> str:
        return f"annotate({self._session.type_text(type, self._op.location)}, {text})"

    def _tuple(self, value: Attribute, type: TupleType | NamedTupleType) -> str:
        items = self._items(value)
        if items is None:
            return self._session.constant(value)
        texts = [self.text(v, t) for v, t in zip(items, type.elements, strict=True)]
        inner = f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
        if isinstance(type, NamedTupleType) and not is_anonymous(type):
            return f"{self._session.type_text(type, self._op.location)}{inner}"
        return inner

    def _dict(self, value: Attribute, type: DictType) -> str:
        pairs = self._items(value)
        if pairs is None:
            return self._session.constant(value)
        entries = [self._entry(pair, type) for pair in pairs]
        text = "{" + ", ".join(entries) + "}"
        return text if pairs and implies_type(type.value) else self._annotated(text, type)

    def _entry(self, pair: Attribute, type: DictType) -> str:
        items = self._items(pair)
        if items is None or len(items) != 2:
            raise PythonPrintError(f"{pair} is not an entry of a dictionary", self._op.location)
        return f"{self.text(items[0], type.key)}: {self.text(items[1], type.value)}"

    def _symbol(self, value: SymbolRefAttr, type: EnumType | FunctionType) -> str:
        self._session.mention(type.symbol.data)
        return value.string_value()

    def _free(self, value: Attribute, type: Attribute) -> str:
        """Return the text of a literal that implies its type."""
        match value:
            case IntegerAttr():
                number = value.value.data
                return str(bool(number)) if value.type == i1 else str(number)
            case FloatAttr():
                return float_text(value.value.data)
            case StringAttr():
                plain = value.data.isascii()
                return write_string(value.data) if plain else self._session.constant(value)
            case ArrayAttr() if type in (_COMPLEX, NumberType()):
                real, imag = (part.value.data for part in value if isa(part, FloatAttr))
                return complex_text(real, imag)
            case _:
                return self._session.constant(value)


def constant_text(op: ConstantOp, session: Session) -> str:
    """Return a constant's text. Raises PythonPrintError."""
    text = Literals(session, op).text(op.value, op.type)
    is_declared = not isinstance(op.type, OptionalType) or all(map(_declares_none, op.result.uses))
    if op.value is not None or is_declared:
        return text
    return f"annotate({session.type_text(op.type, op.location)}, {text})"


def _declares_none(use: Use) -> bool:
    """Return whether the use declares the optional type of a None.

    Uses that do: annotated lists and variables, declared arguments, results.
    """
    user = use.operation
    return isinstance(user, _DECLARES) or (
        isinstance(user, TupleConstructOp) and is_returned(user.result)
    )


def is_returned(value: SSAValue) -> bool:
    """Return whether the only use of a value is as its function's result, whose type is
    declared."""
    uses = list(value.uses)
    returns = len(uses) == 1 and isinstance(uses[0].operation, ReturnOp)
    function = uses[0].operation.parent_op() if returns else None
    return isinstance(function, FuncOp) and value.type == function.function_type.outputs.data[0]
