"""Ops as expressions: a table from the op to its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.annotation_text import is_anonymous
from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantOp,
    CreateObjectOp,
    DictConstructOp,
    GetAttrOp,
    HasAttrOp,
    IsInstanceOp,
    ListConstructOp,
    PrintOp,
    RaiseExceptionOp,
    ToListOp,
    TupleConstructOp,
    TupleIndexOp,
    TupleSliceOp,
    UncheckedCastOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.ts import OperatorOp
from xdsl_torchscript.dialects.types import NamedTupleType, NoneType, OptionalType, TupleType
from xdsl_torchscript.frontend.graph_text.literals import write_string
from xdsl_torchscript.frontend.python_text.inlining import packed_call
from xdsl_torchscript.frontend.python_text.literals import constant_text, implies_type, is_returned
from xdsl_torchscript.frontend.python_text.names import is_word
from xdsl_torchscript.frontend.python_text.schema_calls import explicit_arguments, operator_name
from xdsl_torchscript.frontend.python_text.scope import PythonPrintError, Scope
from xdsl_torchscript.frontend.python_text.text import Piece, intersperse

Expression: TypeAlias = Iterator[Piece]
_Writer: TypeAlias = Callable[[Scope, Operation], Expression]

_WRITERS: dict[type[Operation], _Writer] = {}

# Operators that Python has a name for.
_BY_NAME: Mapping[str, str] = {
    "aten::Int": "int", "aten::Float": "float", "aten::Bool": "bool", "aten::str": "str",
    "aten::sorted": "sorted",
}  # fmt: skip
_IMPLICIT = frozenset({"aten::ScalarImplicit", "aten::FloatImplicit", "aten::IntImplicit"})
_INDEXED = frozenset({"aten::__getitem__", "prim::ModuleContainerIndex"})
_MEMBERS: Mapping[str, str] = {"prim::EnumName": "name", "prim::EnumValue": "value"}


def expression(scope: Scope, op: Operation) -> Expression:
    """Return the pieces of an op's text. Raises PythonPrintError for an op without text."""
    call = packed_call(op)
    if call is not None:
        return _schema_op(scope, call)
    writer = _WRITERS.get(op.__class__)
    if writer is not None:
        return writer(scope, op)
    if isinstance(op, SchemaOp):
        return _schema_op(scope, op)
    raise PythonPrintError(
        f"'{op.name}' op has no Python form; print the graph or MLIR, or print before the pass "
        "that introduced it",
        op.location,
    )


def _sequence(values: Sequence[Piece], opening: str, closing: str) -> Expression:
    yield opening
    yield from intersperse(values)
    yield closing


# ---- operators


def _schema_op(scope: Scope, op: SchemaOp) -> Expression:
    if op.attributes:
        message = f"'{op.name}' op has attributes, which a call in Python text cannot express"
        raise PythonPrintError(message, op.location)
    kind = op.schema.kind
    if kind in _IMPLICIT:
        return _annotate(scope, op, op.results[0].type, scope.use(op.operands[0]))
    if kind in _MEMBERS:
        return iter((*_in_parentheses(scope.use(op.operands[0])), f".{_MEMBERS[kind]}"))
    if kind in _INDEXED and len(op.operands) == 2:
        container, index = scope.use(op.operands[0]), scope.use(op.operands[1])
        named = is_word(container.text)
        return iter((*([container] if named else _in_parentheses(container)), "[", index, "]"))
    if kind == "aten::_unwrap_optional" and isinstance(op.operands[0].type, NoneType):
        return _unwrap_none(scope, op)
    if kind in _BY_NAME:
        return _sequence(scope.uses(op.operands), f"{_BY_NAME[kind]}(", ")")
    return _call_operator(scope, op)


def _call_operator(scope: Scope, op: SchemaOp) -> Expression:
    yield f"{_checked_name(op, op.schema.kind)}("
    for number, (keyword, value) in enumerate(explicit_arguments(op.schema, op.operands)):
        if number:
            yield ", "
        if keyword:
            yield f"{keyword}="
        yield scope.use(value)
    yield ")"


def _checked_name(op: Operation, kind: str) -> str:
    if not all(map(is_word, kind.replace("::", ".").split("."))):
        raise PythonPrintError(f"'{kind}' is not a valid name in a program", op.location)
    return operator_name(kind)


def _unwrap_none(scope: Scope, op: SchemaOp) -> Expression:
    """Write `torch._unwrap_optional`; the operand must imply the result's type."""
    wanted = OptionalType(op.results[0].type)
    yield "torch._unwrap_optional("
    yield from _annotate(scope, op, wanted, scope.use(op.operands[0]))
    yield ")"


def _operator(scope: Scope, op: OperatorOp) -> Expression:
    if op.attributes or op.regions:
        what = "regions" if op.regions else "attributes"
        message = f"'{op.kind.data}' has {what}, which a call in Python text cannot express"
        raise PythonPrintError(message, op.location)
    name = _checked_name(op, op.kind.data)
    return _sequence(scope.uses(op.operands), f"{name}(", ")")


def _in_parentheses(piece: Piece) -> Expression:
    yield "("
    yield piece
    yield ")"


# ---- literals and types


def _constant(scope: Scope, op: ConstantOp) -> Expression:
    yield constant_text(op, scope.session)


def _annotate(scope: Scope, op: Operation, type: Attribute, *value: Piece) -> Expression:
    yield f"annotate({scope.type_text(type, op)}, "
    yield from value
    yield ")"


def _uninitialized(scope: Scope, op: UninitializedOp) -> Expression:
    yield f"uninitialized({scope.type_text(op.result.type, op)})"


def _unchecked_cast(scope: Scope, op: UncheckedCastOp) -> Expression:
    """Write a cast; None becomes an optional by its annotation."""
    type, value = op.result.type, scope.use(op.value)
    if isinstance(op.value.type, NoneType) and isinstance(type, OptionalType):
        return _annotate(scope, op, type, value)
    return iter((f"unchecked_cast({scope.type_text(type, op)}, ", value, ")"))


def _isinstance(scope: Scope, op: IsInstanceOp) -> Expression:
    types = [scope.type_text(type, op) for type in op.types]
    inner = types[0] if len(types) == 1 else f"({', '.join(types)})"
    return iter(("isinstance(", scope.use(op.value), f", {inner})"))


def _tolist(scope: Scope, op: ToListOp) -> Expression:
    return _annotate(scope, op, op.result.type, scope.use(op.input), ".tolist()")


# ---- containers


def _tuple(scope: Scope, op: TupleConstructOp) -> Expression:
    type = op.result.type
    closing = ",)" if len(op.operands) == 1 else ")"
    text = _sequence(scope.uses(op.operands), "(", closing)
    if isinstance(type, NamedTupleType) and not is_anonymous(type):
        return iter((scope.type_text(type, op), *text))
    if [v.type for v in op.operands] == list(type.elements) or is_returned(op.result):
        return text
    return _annotate(scope, op, TupleType.get(type.elements.data), *text)


def _list(scope: Scope, op: ListConstructOp) -> Expression:
    text = _sequence(scope.uses(op.elements), "[", "]")
    if op.elements and implies_type(op.element_type):
        return text
    return _annotate(scope, op, op.result.type, *text)


def _dict(scope: Scope, op: DictConstructOp) -> Expression:
    entries: list[Piece] = []
    for number, (key, value) in enumerate(zip(op.keys, op.values, strict=True)):
        entries += [", "] * bool(number)
        entries += [scope.use(key), ": ", scope.use(value)]
    text: list[Piece] = ["{", *entries, "}"]
    if entries and implies_type(op.result.type.value):
        return iter(text)
    return _annotate(scope, op, op.result.type, *text)


def _tuple_index(scope: Scope, op: TupleIndexOp) -> Expression:
    return iter((*_in_parentheses(scope.use(op.tuple_)), "[", scope.use(op.index), "]"))


def _tuple_slice(scope: Scope, op: TupleSliceOp) -> Expression:
    bounds = f"[{op.beg.value.data}:{op.end.value.data}]"
    return iter((*_in_parentheses(scope.use(op.tuple_)), bounds))


# ---- objects and calls


def _getattr(scope: Scope, op: GetAttrOp) -> Expression:
    name, value = op.attribute.data, scope.use(op.object)
    if is_word(name):
        return iter((value, f".{name}"))
    return iter(("getattr(", value, f", {_quote(op, name)})"))


def _hasattr(scope: Scope, op: HasAttrOp) -> Expression:
    return iter(("hasattr(", scope.use(op.object), f", {_quote(op, op.attribute.data)})"))


def _quote(op: Operation, name: str) -> str:
    if not name.isascii():
        message = f"the attribute '{name}' is not ASCII, which serialized code does not allow"
        raise PythonPrintError(message, op.location)
    return write_string(name)


def _create_object(scope: Scope, op: CreateObjectOp) -> Expression:
    name = scope.type_text(op.result.type, op)
    yield f"{name}.__new__({name})"


def _arguments(scope: Scope, values: Sequence[SSAValue]) -> Expression:
    """Write arguments as in `f(x, y, )`."""
    for value in values:
        yield scope.use(value)
        yield ", "


def _call_method(scope: Scope, op: CallMethodOp) -> Expression:
    yield from _in_parentheses(scope.use(op.object))
    name = op.method.data
    if not is_word(name):
        raise PythonPrintError(f"'{name}' is not a valid name in a program", op.location)
    yield f".{name}("
    yield from _arguments(scope, op.arguments)
    yield ")"


def _call_function(scope: Scope, op: CallFunctionOp) -> Expression:
    yield scope.use(op.callee)
    yield "("
    yield from _arguments(scope, op.arguments)
    yield ")"


def _print(scope: Scope, op: PrintOp) -> Expression:
    return _sequence(scope.uses(op.values), "print(", ")")


def _raise(scope: Scope, op: RaiseExceptionOp) -> Expression:
    given = [v for v in op.operands if not isinstance(v.type, NoneType)]
    return _sequence(scope.uses(given), "ops.prim.RaiseException(", ")")


def _register(op_class: type[Operation], writer: Callable[..., Expression]) -> None:
    _WRITERS[op_class] = writer


for _class, _made in {
    ConstantOp: _constant, UninitializedOp: _uninitialized, UncheckedCastOp: _unchecked_cast,
    IsInstanceOp: _isinstance, ToListOp: _tolist, TupleConstructOp: _tuple, ListConstructOp: _list,
    DictConstructOp: _dict, TupleIndexOp: _tuple_index, TupleSliceOp: _tuple_slice,
    GetAttrOp: _getattr, HasAttrOp: _hasattr, CreateObjectOp: _create_object,
    CallMethodOp: _call_method, CallFunctionOp: _call_function, PrintOp: _print,
    RaiseExceptionOp: _raise, OperatorOp: _operator,
}.items():  # fmt: skip
    _register(_class, _made)
