"""Uses of a program's classes, interfaces and functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantOp,
    CreateObjectOp,
    GetAttrOp,
    SetAttrOp,
    constant_value,
)
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    ClassType,
    FunctionType,
    InterfaceType,
)
from xdsl_torchscript.frontend.script.applicable import Applicable, ClassLikeValue
from xdsl_torchscript.frontend.script.classes.coercion import coerce, interface_fault
from xdsl_torchscript.frontend.script.classes.containers import (
    Children,
    child_at,
    children_of,
    method_of_children,
    module_at,
    parts_of_container,
)
from xdsl_torchscript.frontend.script.context import Context, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.definitions import (
    AttributeDefinition,
    ClassDefinition,
    DeclaredSignature,
    FunctionDefinition,
    InterfaceDefinition,
)
from xdsl_torchscript.frontend.script.functions import bind_arguments
from xdsl_torchscript.frontend.source import SourceError


@dataclass(eq=False)
class ProgramFunction:
    """A function or method of a program; signature, op and error are set once known."""

    definition: FunctionDefinition
    name: str
    class_name: str | None = None
    signature: DeclaredSignature | None = None
    op: FuncOp | None = None
    failed: SourceError | None = None

    @property
    def qualified_name(self) -> str:
        """The qualified name, for messages."""
        return self.name if self.class_name is None else f"{self.class_name}.{self.name}"

    @property
    def short(self) -> str:
        """The name in the program: `f`, or `C.m` for a method."""
        return ".".join(self.qualified_name.split(".")[-1 if self.class_name is None else -2 :])


class Compiler(Protocol):
    """Compiles definitions on behalf of the code that uses them (`scheduler.py`)."""

    def signature(self, function: ProgramFunction) -> DeclaredSignature: ...

    def compile_call(self, function: ProgramFunction, c: Context, node: ast.AST) -> Attribute: ...

    def attributes(self, owner: ClassValue) -> Mapping[str, AttributeDefinition]: ...

    def add_attribute(
        self, owner: ClassValue, name: str, type: Attribute, c: Context, node: ast.AST
    ) -> bool: ...


@dataclass(frozen=True)
class FunctionValue(Applicable):
    """A function of the program."""

    compiler: Compiler
    function: ProgramFunction

    def describe(self) -> str:
        return f"the function '{self.function.name}'"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        name = self.function.name
        return c.insert(ConstantOp(SymbolRefAttr(name), FunctionType.get(name))).result

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        result = self.compiler.compile_call(self.function, c, node)
        name, signature = self.function.name, self.compiler.signature(self.function)
        values = bind_arguments(c, name, signature, args, kwargs, node)
        return SimpleValue(c.insert(CallFunctionOp(self.value(c, node), values, result)).result)


@dataclass(frozen=True)
class Method(Applicable):
    """A method of an object."""

    compiler: Compiler
    function: ProgramFunction
    object: SSAValue

    def describe(self) -> str:
        return f"the method '{self.function.name}'"

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        function = self.function
        result = self.compiler.compile_call(function, c, node)
        signature = self.compiler.signature(function)
        values = bind_arguments(
            c, function.qualified_name, signature, [self.object, *args], kwargs, node
        )
        made = CallMethodOp(self.object, function.name, values[1:], result)
        return SimpleValue(c.insert(made).result)


@dataclass(frozen=True)
class New(Applicable):
    """`C.__new__`, with which serialized code creates objects."""

    type: ClassType

    def describe(self) -> str:
        return "'__new__'"

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        return SimpleValue(c.insert(CreateObjectOp(self.type)).result)

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        with c.at(node):
            return self.apply(c, (), {}, node)


@dataclass(frozen=True)
class _WithMethods(ClassLikeValue):
    """A type with methods."""

    compiler: Compiler
    definition: ClassDefinition | InterfaceDefinition
    methods: Mapping[str, ProgramFunction]

    def method(self, value: SSAValue, name: str) -> Applicable | None:
        found = self.methods.get(name)
        return None if found is None else Method(self.compiler, found, value)

    def method_result(self, c: Context, name: str, count: int, node: ast.AST) -> Attribute | None:
        function = self.methods.get(name)
        if function is None or len(self.compiler.signature(function).parameters) != count:
            return None
        return self.compiler.compile_call(function, c, node)


@dataclass(frozen=True)
class ClassValue(_WithMethods):
    """A class; calling it creates an object."""

    compiler: Compiler
    definition: ClassDefinition
    methods: dict[str, ProgramFunction]
    static_methods: Mapping[str, FunctionValue]

    @property
    def type(self) -> ClassType:
        return ClassType.get(self.definition.name)

    def describe(self) -> str:
        return f"the class '{self.definition.name}'"

    def annotation(self) -> Attribute | None:
        return self.type

    def member(self, name: str) -> SugaredValue | None:
        return New(self.type) if name == "__new__" else self.static_methods.get(name)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        found = self.member(name)
        if found is None:
            message = f"{self.describe()} has no static method '{name}'"
            raise c.error(f"{message}; attributes and methods belong to its objects", node)
        return found

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        if self.definition.is_module:
            raise c.error(f"{self.describe()} is a module; scripts cannot construct modules", node)
        made = c.insert(CreateObjectOp(self.type)).result
        initialize = self.method(made, "__init__")
        if initialize is not None:
            initialize.apply(c, args, kwargs, node)
        elif args or kwargs:
            raise c.error(f"{self.describe()} takes no arguments", node)
        return SimpleValue(made)

    # ---- objects

    def attribute_type(self, name: str) -> Attribute | None:
        found = self.compiler.attributes(self).get(name)
        return None if found is None else found.type

    def has_attribute(self, name: str) -> bool:
        own = self.definition
        tables = (self.methods, self.static_methods, own.properties, own.others)
        return any(name in table for table in tables) or self.attribute_type(name) is not None

    def _children(self) -> Children:
        own = self.definition
        return children_of(self.compiler.attributes(self), own.container)

    def parts(self, c: Context, value: SSAValue) -> Sequence[SugaredValue] | None:
        container = self.definition.container
        if container is None:
            return None
        return parts_of_container(c, value, self._children(), container)

    def count(self) -> int | None:
        return None if self.definition.container is None else len(self._children())

    def item(
        self, c: Context, value: SSAValue, node: ast.expr, hint: Attribute | None = None
    ) -> SugaredValue | None:
        container = self.definition.container
        if container is None:
            if not self.definition.is_module or not isinstance(hint, InterfaceType):
                return None
            return module_at(c, value, c.value(node), hint, node)
        found = child_at(c, value, self._children(), container, node)
        if isinstance(found, SugaredValue):
            return found
        method = self.method(value, "__getitem__")
        if method is None and isinstance(hint, InterfaceType):
            for name, type in self._children().items():
                fault = interface_fault(c, type, hint)
                if fault is not None:
                    raise c.error(f"the module '{name}' does not fit: {fault}", node)
            return module_at(c, value, found, hint, node)
        if method is None:
            message = "an index of modules must be a literal: their classes may differ"
            raise c.error(f"{message}; loop over them, with 'enumerate' for the index", node)
        return method.apply(c, [found], {}, node)

    def contains(self, key: SSAValue) -> bool | None:
        known = constant_value(key)
        if self.definition.container is None or "__contains__" in self.methods:
            return None
        return known.data in self._children() if isinstance(known, StringAttr) else None

    def attribute_of(self, c: Context, value: SSAValue, name: str, node: ast.AST) -> SugaredValue:
        found = self.compiler.attributes(self).get(name)
        if found is not None and found.value is not None:
            return SimpleValue(constant_of(c, found.type, found.value))
        if found is not None:
            return SimpleValue(c.insert(GetAttrOp(value, name, found.type)).result)
        accessor = self.definition.properties.get(name)
        if accessor is not None:
            return Method(self.compiler, self.methods[accessor.getter], value).apply(
                c, [], {}, node
            )
        other = self.definition.others.get(name) or self.static_methods.get(name)
        own = self.definition
        if other is None and own.is_module and name not in self.methods:
            other = method_of_children(value, self._children(), own.container, name)
        plain = other or self.method(value, name)
        if plain is None:
            raise c.error(f"{self.describe()} has no attribute or method '{name}'", node)
        return plain

    def set_attribute(
        self,
        c: Context,
        value: SSAValue,
        name: str,
        new: SSAValue,
        node: ast.AST,
        declared: Attribute | None = None,
    ) -> None:
        found = self.compiler.attributes(self).get(name)
        accessor = self.definition.properties.get(name)
        if accessor is not None:
            if accessor.setter is None:
                raise c.error(f"the property '{name}' has no setter", node)
            Method(self.compiler, self.methods[accessor.setter], value).apply(c, [new], {}, node)
            return
        type = declared or new.type
        if found is None and self.compiler.add_attribute(self, name, type, c, node):
            c.insert(SetAttrOp(value, name, new))
            return
        if found is None:
            message = f"{self.describe()} has no attribute '{name}'"
            raise c.error(f"{message}; give it a value in '__init__'", node)
        if found.value is not None:
            raise c.error(f"'{name}' is a constant of {self.describe()}", node)
        c.insert(SetAttrOp(value, name, coerce(c, new, found.type, node, f"'{name}'")))


def constant_of(c: Context, type: Attribute, value: Attribute) -> SSAValue:
    """Return the value of a constant attribute."""
    known = None if isinstance(value, UnitAttr) else value
    return c.insert(ConstantOp(known, type)).result


@dataclass(frozen=True)
class InterfaceValue(_WithMethods):
    """An interface, whose values have only its methods."""

    definition: InterfaceDefinition

    def describe(self) -> str:
        return f"the interface '{self.definition.name}'"

    def annotation(self) -> Attribute | None:
        return InterfaceType.get(self.definition.name)

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        raise c.error(f"{self.describe()} cannot be instantiated", node)

    def has_attribute(self, name: str) -> bool:
        return name in self.methods

    def attribute_of(self, c: Context, value: SSAValue, name: str, node: ast.AST) -> SugaredValue:
        found = self.method(value, name)
        if found is None:
            raise c.error(f"{self.describe()} has no method '{name}'", node)
        return found

    def set_attribute(
        self,
        c: Context,
        value: SSAValue,
        name: str,
        new: SSAValue,
        node: ast.AST,
        declared: Attribute | None = None,
    ) -> None:
        raise c.error(f"{self.describe()} has no attributes", node)

    def mismatch_reason(self, c: Context, actual: Attribute) -> str | None:
        if not isinstance(actual, ClassType | InterfaceType):
            return None
        other = c.program.find(actual.symbol.data)
        if not isinstance(other, ClassValue | InterfaceValue):
            return None
        if self.definition.is_module and not other.definition.is_module:
            return f"{other.describe()} is not a module"
        faults = (self._lacking(c, other, name) for name in self.methods)
        return next(filter(None, faults), None)

    def _lacking(self, c: Context, other: ClassValue | InterfaceValue, name: str) -> str | None:
        function = other.methods.get(name)
        if function is None:
            return f"{other.describe()} has no method '{name}'"
        wanted = self.compiler.signature(self.methods[name])
        found = self.compiler.signature(function)
        result = found.result or self.compiler.compile_call(function, c, c.place)
        fault = _signature_fault(c, DeclaredSignature(found.parameters, result), wanted)
        return None if fault is None else f"the method '{name}' of {other.describe()} {fault}"


def _signature_fault(c: Context, found: DeclaredSignature, wanted: DeclaredSignature) -> str | None:
    """Return the reason why a method does not match the interface's signature, or None.

    The first argument is the object.
    """
    own, theirs = wanted.parameters[1:], found.parameters[1:]
    if [p.name for p in own] != [p.name for p in theirs[: len(own)]]:
        names = ", ".join(p.name for p in own) or "no arguments"
        return f"takes ({', '.join(p.name for p in theirs)}), but the interface has ({names})"
    if any(p.default is None for p in theirs[len(own) :]):
        return f"needs a value for '{theirs[len(own)].name}', which the interface does not have"
    for mine, other in zip(own, theirs, strict=False):
        if not _flows(c, mine.type, other.type):
            needs = f"needs {spell(other.type)} for '{mine.name}'"
            return f"{needs}, but the interface declares {spell(mine.type)}"
    if wanted.result and found.result and not _flows(c, found.result, wanted.result):
        results = f"results in {spell(found.result)}"
        return f"{results}, but the interface declares {spell(wanted.result)}"
    return None


def _flows(c: Context, a: Attribute, b: Attribute) -> bool:
    return is_subtype_of(a, b) and interface_fault(c, a, b) is None
