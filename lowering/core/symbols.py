"""Symbol checks: the definitions that a program names must exist and fit.

Checked are calls against functions and methods, attributes against classes, members against enums,
and objects against classes. The table of a module is built once, so the checks are linear.

A named function, method, object or member must be in the module, with two exceptions. A class or
interface without definition is opaque: its attributes and methods are unknown, as for C++ classes.
A module with the attribute `ts.partial` is a part of a program. Missing definitions may be
elsewhere, existing ones must match.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.modules import (
    PARTIAL,
    AttrOp,
    ClassOp,
    EnumOp,
    InterfaceOp,
    ObjectOp,
)
from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantOp,
    EnterOp,
    ExitOp,
    GetAttrOp,
    SetAttrOp,
    is_literal_of,
)
from xdsl_torchscript.dialects.subtyping import flows_into
from xdsl_torchscript.dialects.tensor_type import is_array
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    EnumType,
    FunctionType,
    InterfaceType,
    ListType,
    NamedTupleType,
    OptionalType,
    TupleType,
)
from xdsl_torchscript.lowering.core.diagnostics import Finding, about
from xdsl_torchscript.lowering.core.walk import operations_around

_Symbol = TypeVar("_Symbol", bound=Operation)


class Symbols:
    """A module's definitions, by name."""

    def __init__(self, module: ModuleOp) -> None:
        self._partial = PARTIAL in module.attributes
        self._tables: dict[Operation, dict[str, Operation]] = {}
        self._module = module

    def find(self, name: str, kind: type[_Symbol]) -> _Symbol | None:
        """Return the definition, or None. Raises VerifyException if it is another kind of
        symbol."""
        found = self._table(self._module).get(name)
        if found is not None and not isinstance(found, kind):
            raise VerifyException(f"names '@{name}', a '{found.name}', expected a '{kind.name}'")
        return found

    def require(self, name: str, kind: type[_Symbol]) -> _Symbol | None:
        """Return the definition, or None for a module that is partial. Raises VerifyException as
        `find`, and if it is missing."""
        found = self.find(name, kind)
        if found is None:
            self._missing(f"names '@{name}', which the module does not define")
        return found

    def member(self, type: Attribute, name: str, kind: type[_Symbol]) -> _Symbol | None:
        """Return an attribute or method of a class or interface, None if that is opaque.

        Raises VerifyException as `require` does.
        """
        owner = self._owner(type)
        if owner is None:
            return None
        found = self._table(owner).get(name)
        if isinstance(found, kind):
            return found
        what = "attribute" if kind is AttrOp else "method"
        self._missing(f"needs the {what} '{name}', which {type} does not have")
        return None

    def _owner(self, type: Attribute) -> ClassOp | InterfaceOp | None:
        if isinstance(type, InterfaceType):
            return self.find(type.symbol.data, InterfaceOp)
        return self.find(type.symbol.data, ClassOp) if isinstance(type, ClassType) else None

    def _table(self, owner: Operation) -> dict[str, Operation]:
        if owner not in self._tables:
            ops = owner.regions[0].block.ops
            names = ((op.get_attr_or_prop("sym_name"), op) for op in ops)
            named = {name.data: op for name, op in names if isinstance(name, StringAttr)}
            self._tables[owner] = named
        return self._tables[owner]

    def _missing(self, message: str) -> None:
        if not self._partial:
            raise VerifyException(f"{message}; part of a program is in a module with '{PARTIAL}'")


def symbol_faults(root: Operation, skipped: Container[Operation] = ()) -> Iterator[Finding]:
    """Yield a finding for each operation in `root` that names a missing or misfitting definition.

    Operations in `skipped` are omitted.
    """
    tables: dict[ModuleOp, Symbols] = {}
    for op in root.walk():
        check = _CHECKS.get(type(op))
        if check is None or op in skipped:
            continue
        modules = (around for around in operations_around(op) if isinstance(around, ModuleOp))
        module = next(modules, None)
        if module is None:
            continue
        if module not in tables:
            tables[module] = Symbols(module)
        try:
            check(op, tables[module])
        except VerifyException as error:
            yield about(op, str(error))


# ---- calls


def _check_call(
    op: CallFunctionOp | CallMethodOp, arguments: Sequence[SSAValue], function: FuncOp | None
) -> None:
    if function is not None:
        signature = function.function_type
        op.expect_flow("passes", [value.type for value in arguments], signature.inputs.data)
        op.expect_flow("results in", signature.outputs.data, op.result_types)


def _call_function(op: CallFunctionOp, symbols: Symbols) -> None:
    name = cast(FunctionType, op.callee.type).symbol.data
    _check_call(op, op.arguments, symbols.require(name, FuncOp))


def _call_method(op: CallMethodOp, symbols: Symbols) -> None:
    method = symbols.member(op.object.type, op.method.data, FuncOp)
    _check_call(op, op.operands, method)


def _enter(op: EnterOp, symbols: Symbols) -> None:
    symbols.member(op.manager.type, "__enter__", FuncOp)


def _exit(op: ExitOp, symbols: Symbols) -> None:
    symbols.member(op.manager.type, "__exit__", FuncOp)


# ---- attributes


def _get_attr(op: GetAttrOp, symbols: Symbols) -> None:
    attribute = symbols.member(op.object.type, op.attribute.data, AttrOp)
    if attribute is not None:
        op.expect_flow("reads", [attribute.type], op.result_types)


def _set_attr(op: SetAttrOp, symbols: Symbols) -> None:
    attribute = symbols.member(op.object.type, op.attribute.data, AttrOp)
    if attribute is None:
        return
    if attribute.value is not None:
        op.fail(f"writes '{op.attribute.data}', which is a constant of its class")
    op.expect_flow("writes", [op.value.type], [attribute.type])


# ---- constants and objects


def _constant(op: ConstantOp | AttrOp, symbols: Symbols) -> None:
    if op.value is not None:
        _check_literal(op.value, op.type, symbols)


def _check_literal(value: Attribute, type: Attribute, symbols: Symbols) -> None:
    """Check the objects and enum members that a literal names."""
    match type:
        case OptionalType():
            _check_literal(value, type.element, symbols)
        case ClassType() | InterfaceType() if isinstance(value, SymbolRefAttr):
            found = symbols.require(value.root_reference.data, ObjectOp)
            if found is not None and not flows_into(found.type, type):
                raise VerifyException(
                    f"names '{value}', which is of type {found.type}, expected {type}"
                )
        case EnumType() if isinstance(value, SymbolRefAttr):
            enum = symbols.find(type.symbol.data, EnumOp)
            *_, member = value.nested_references.data or (value.root_reference,)
            if enum is not None and member not in enum.names:
                raise VerifyException(f"names '{member.data}', which {type} does not have")
        case ListType() | DictType() | TupleType() | NamedTupleType() if is_array(value):
            for part, of in zip(value.data, _element_types(type), strict=False):
                _check_literal(part, of, symbols)
        case _:
            pass


def _element_types(type: ListType | DictType | TupleType | NamedTupleType) -> Iterable[Attribute]:
    match type:
        case ListType():
            return repeat(type.element)
        case DictType():
            return repeat(TupleType.get([type.key, type.value]))
        case _:
            return type.elements


def _object(op: ObjectOp, symbols: Symbols) -> None:
    """Check that each slot of the object's class, if defined, has a value of its type."""
    found = symbols.find(op.class_name, ClassOp)
    if found is None or "ts.state" in op.attributes:
        return
    slots, values = found.slots, op.slots.data
    for name in slots:
        if name not in values:
            op.fail(f"has no value for the attribute '{name}' of its class")
    for name, value in values.items():
        if name not in slots:
            op.fail(f"has a value for '{name}', which is not an attribute of its class")
        type = slots[name].type
        if not is_literal_of(value, type):
            op.fail(f"has the value {value} in '{name}', expected a literal of {type}")
        _check_literal(value, type, symbols)


_CHECKS: Mapping[type[Operation], Callable[[Any, Symbols], None]] = {
    CallFunctionOp: _call_function,
    CallMethodOp: _call_method,
    EnterOp: _enter,
    ExitOp: _exit,
    GetAttrOp: _get_attr,
    SetAttrOp: _set_attr,
    ConstantOp: _constant,
    AttrOp: _constant,
    ObjectOp: _object,
}
