"""Classes of Python to definitions: TorchScript classes, interfaces, enums, named tuples."""

from __future__ import annotations

import ast
import dataclasses
import enum
import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, Protocol, TypeGuard, cast

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import ClassType, InterfaceType, NoneType
from xdsl_torchscript.frontend.script.context import TENSOR
from xdsl_torchscript.frontend.script.default_values import DefaultValue
from xdsl_torchscript.frontend.script.definitions import (
    ClassDefinition,
    DeclaredSignature,
    EnumDefinition,
    FunctionDefinition,
    InterfaceDefinition,
    NamedTupleDefinition,
    ParameterDefinition,
    Property,
)
from xdsl_torchscript.frontend.script.live.callables import Ignored, Unused
from xdsl_torchscript.frontend.script.live.constants import constant
from xdsl_torchscript.frontend.script.live.marks import Mark, is_interface, mark_of
from xdsl_torchscript.frontend.script.live.scopes import PythonScope, scope_of_class
from xdsl_torchscript.frontend.script.live.source import source_of_class
from xdsl_torchscript.frontend.script.live.types import class_of
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.frontend.script.values import Literal

_LIBRARY_PACKAGES = ("builtins", "typing", "collections", "abc", "types", "numpy", "torch")
"""Packages whose classes a program does not define."""


class Definer(Protocol):
    """The compiler of a class's functions and annotations."""

    @property
    def program(self) -> Program: ...

    @property
    def around(self) -> Mapping[str, Any]: ...

    def definition(
        self, function: FunctionType, name: str, self_type: Attribute | None = None
    ) -> FunctionDefinition: ...

    def annotation_type(self, annotation: Any, scope: PythonScope) -> Attribute | None: ...


def is_own(kind: Any) -> TypeGuard[type]:
    """Return whether it is a class that a program may define."""
    if not isinstance(kind, type) or issubclass(kind, BaseException):
        return False
    home = kind.__module__.split(".")[0]
    return home not in _LIBRARY_PACKAGES and not kind.__module__.startswith("xdsl_torchscript.")


def _is_enum(kind: type) -> TypeGuard[type[enum.Enum]]:
    return issubclass(kind, enum.Enum)


def is_named_tuple(kind: type) -> bool:
    return hasattr(kind, "_fields") and issubclass(kind, tuple)


def define_class(definer: Definer, kind: type, name: str) -> None:
    """Define a class under a qualified name. Raises SourceError for an unsupported class."""
    program = definer.program
    if _is_enum(kind):
        program.define(_enum(kind, name))
    elif is_named_tuple(kind):
        program.define(_named_tuple(definer, kind, name))
    elif is_interface(kind):
        program.define(_interface(definer, kind, name))
    else:
        program.define(_class(definer, kind, name))


# ---- classes


def members_of(kinds: Iterable[type]) -> dict[str, Any]:
    """Return the members of classes; the first class that has a name takes precedence."""
    found: dict[str, Any] = {}
    for kind in reversed([*kinds]):
        found |= vars(kind)
    return found


def _class(definer: Definer, kind: type, name: str) -> ClassDefinition:
    script, node = source_of_class(kind)
    made = ClassDefinition(name, script, node, inferred=True)
    others: dict[str, Any] = {}
    self_type = ClassType.get(name)
    for key, member in members_of(kind.__mro__[:-1]).items():
        mark = mark_of(member)
        if mark is Mark.IGNORE:
            others[key] = Ignored(key)
        elif mark is Mark.UNUSED:
            others[key] = Unused(definer.definition(member, key, self_type))
        elif isinstance(member, FunctionType) and has_source(member):
            made.methods[key] = definer.definition(member, key, self_type)
        elif isinstance(member, staticmethod):
            function = cast("FunctionType", cast("Any", member).__func__)
            made.static_methods[key] = definer.definition(function, f"{name}.{key}")
        elif isinstance(member, property):
            made.methods |= accessors(definer, key, member, self_type)
            made.properties[key] = property_of(key, member)
    made.others = others
    if dataclasses.is_dataclass(kind) and "__init__" not in made.methods:
        made.methods["__init__"] = _initializer(definer, kind, made)
    return made


def _initializer(definer: Definer, kind: Any, made: ClassDefinition) -> FunctionDefinition:
    """Return the `__init__` that Python generates for a dataclass."""
    scope = scope_of_class(kind, definer.around)
    self_type = ClassType.get(made.name)
    names = [field.name for field in dataclasses.fields(kind) if field.init]
    lines = [f"def __init__({', '.join(['self', *names])}):"]
    lines += [f"    self.{name} = {name}" for name in names] or ["    pass"]
    lines += ["    self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    script = Script("\n".join(lines), f"<dataclass {kind.__name__}>")
    node = cast("ast.FunctionDef", script.parse().body[0])
    fields = (_field(definer, made, f, scope) for f in dataclasses.fields(kind) if f.init)
    signature = DeclaredSignature((ParameterDefinition("self", self_type), *fields), NoneType())
    return FunctionDefinition("__init__", script, node, lambda name: None, self_type, signature)


def _field(
    definer: Definer, made: ClassDefinition, field: Any, scope: PythonScope
) -> ParameterDefinition:
    type, missing = definer.annotation_type(field.type, scope), dataclasses.MISSING
    if type is None:
        message = f"the field '{field.name}' is annotated {field.type!r}"
        raise made.script.error(f"{message}, which is not a TorchScript type", made.node)
    if field.default is missing and field.default_factory is missing:
        return ParameterDefinition(field.name, type)
    default: Any = field.default
    if not isinstance(constant(default), Literal):
        message = f"the default of the field '{field.name}' must be a number, a string or None"
        raise made.script.error(message, made.node)
    return ParameterDefinition(field.name, type, DefaultValue.plain(default))


def has_source(function: FunctionType) -> bool:
    """Return whether a file contains it, unlike functions generated for dataclasses."""
    return not inspect.unwrap(function).__code__.co_filename.startswith("<")


def property_of(name: str, member: property) -> Property:
    return Property(f"__{name}_getter", f"__{name}_setter" if member.fset else None)


def accessors(
    definer: Definer, name: str, member: property, self_type: Attribute
) -> dict[str, FunctionDefinition]:
    """Return a property's methods, under the names that PyTorch gives them."""
    parts = {f"__{name}_getter": member.fget, f"__{name}_setter": member.fset}
    return {
        key: definer.definition(cast("FunctionType", part), key, self_type)
        for key, part in parts.items()
        if part is not None
    }


# ---- interfaces, enums, named tuples


def _interface(definer: Definer, kind: type, name: str) -> InterfaceDefinition:
    script, node = source_of_class(kind)
    methods = {
        key: definer.definition(member, key, InterfaceType.get(name))
        for key, member in vars(kind).items()
        if isinstance(member, FunctionType)
    }
    is_module = any(base.__name__ == "Module" for base in kind.__mro__)
    return InterfaceDefinition(name, script, node, methods, is_module)


def _enum(kind: type[enum.Enum], name: str) -> EnumDefinition:
    script, node = source_of_class(kind)
    values: dict[str, Any] = {key: member.value for key, member in kind.__members__.items()}
    kinds = {class_of(value).__name__ for value in values.values()}
    if len(kinds) != 1 or not kinds <= {"int", "float", "str"}:
        found = ", ".join(sorted(kinds)) or "there are none"
        message = f"the members of the enum '{kind.__name__}' must be ints, floats or strs alone"
        raise script.error(f"{message}; found: {found}", node)
    constants = {key: ConstantOp.of(value) for key, value in values.items()}
    members = {key: op.value for key, op in constants.items() if op.value is not None}
    return EnumDefinition(name, script, node, next(iter(constants.values())).type, members)


def _named_tuple(definer: Definer, kind: type, name: str) -> NamedTupleDefinition:
    script, node = source_of_class(kind)
    names = cast("Sequence[str]", getattr(kind, "_fields", ()))
    defaults = cast("Mapping[str, Any]", getattr(kind, "_field_defaults", {}))
    annotations = vars(kind).get("__annotations__", {})

    def fields() -> Iterator[ParameterDefinition]:
        scope = scope_of_class(kind, definer.around)
        for field in names:
            type = TENSOR
            if field in annotations:
                type = definer.annotation_type(annotations[field], scope)
            if type is None:
                shown = f"'{field}' of '{kind.__name__}' is annotated {annotations[field]!r}"
                raise script.error(f"{shown}, which is not a TorchScript type", node)
            default = DefaultValue.plain(defaults[field]) if field in defaults else None
            yield ParameterDefinition(field, type, default)

    return NamedTupleDefinition(name, script, node, lambda: list(fields()))
