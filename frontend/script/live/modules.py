"""TorchScript classes of live module objects.

The class follows from the object's parameters, buffers, submodules and attributes, and their types.
As in PyTorch, objects of one Python class share a TorchScript class if their attributes agree. Its
methods are those reachable from `forward`, exported methods and properties.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import BuiltinFunctionType, FunctionType
from typing import Any, TypeAlias, cast

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import ClassType, InterfaceType
from xdsl_torchscript.frontend.script.classes.values import InterfaceValue
from xdsl_torchscript.frontend.script.context import SugaredValue
from xdsl_torchscript.frontend.script.definitions import AttributeDefinition, ClassDefinition
from xdsl_torchscript.frontend.script.live.callables import Failed, Ignored, Unused
from xdsl_torchscript.frontend.script.live.classes import accessors, members_of, property_of
from xdsl_torchscript.frontend.script.live.constants import constant_attribute
from xdsl_torchscript.frontend.script.live.marks import Attribute as MarkedAttribute
from xdsl_torchscript.frontend.script.live.marks import Mark, mark_of
from xdsl_torchscript.frontend.script.live.naming import qualified_name
from xdsl_torchscript.frontend.script.live.objects import Objects
from xdsl_torchscript.frontend.script.live.scopes import MISSING, PythonScope, scope_of_class
from xdsl_torchscript.frontend.script.live.source import source_of_class
from xdsl_torchscript.frontend.script.live.types import (
    NoTypeError,
    class_of,
    is_final,
    type_of_value,
)

LiveModule: TypeAlias = Any
"""An object with `_parameters`, `_buffers` and `_modules`: tables by name, and attributes."""

_OWN = frozenset({"_parameters", "_buffers", "_modules", "_transient"})
"""Private attributes of the base class of modules."""


def is_live_module(value: Any) -> bool:
    """Return whether its class derives from a class marked as the base of modules."""
    return any("__torchscript_base__" in vars(base) for base in class_of(value).__mro__)


def _own_classes(kind: type) -> Iterator[type]:
    """Yield the class and its bases, without the bases of all modules."""
    return (b for b in kind.__mro__ if b is not object and "__torchscript_base__" not in vars(b))


@dataclass
class _Shape:
    """The attributes of a module and the meaning of other names of `self`.

    Modules of equal shape share a class. A submodule declared as an interface keeps its class.
    """

    attributes: dict[str, AttributeDefinition] = field(
        default_factory=dict[str, AttributeDefinition]
    )
    others: dict[str, Any] = field(default_factory=dict[str, Any])
    failed: dict[str, str] = field(default_factory=dict[str, str])

    def key(self, kind: type) -> object:
        functions = tuple((name, id(value)) for name, value in self.others.items())
        return kind, tuple(self.attributes.items()), functions, tuple(self.failed)


class Modules:
    """The classes of the modules of one program."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._classes: dict[object, str] = {}
        self._members: dict[str, _Members] = {}

    def class_name(self, module: LiveModule) -> str:
        """Return a module's class, defining it in the program. Raises SourceError."""
        kind = class_of(module)
        shape = self._shape(module)
        key = shape.key(kind)
        if key not in self._classes:
            name = self._objects.namer.unique(qualified_name(kind))
            self._classes[key] = name
            self._define(kind, name, shape)
        return self._classes[key]

    # ---- attributes

    def _shape(self, module: LiveModule) -> _Shape:
        shape = _Shape()
        annotations = dict(_annotations(class_of(module), self._objects.around))
        state = cast("dict[str, Any]", vars(module))
        for name, value in state["_parameters"].items():
            self._attribute(shape, annotations, name, value, "parameter")
        for name, value in state["_buffers"].items():
            self._attribute(shape, annotations, name, value, "buffer")
        listed = cast("tuple[str, ...]", tuple(getattr(class_of(module), "__constants__", ())))
        final = (name for name, (annotation, _) in annotations.items() if is_final(annotation))
        constants = tuple(dict.fromkeys([*listed, *final]))
        for name, value in state.items():
            if name in constants or name in _OWN or name.startswith("__"):
                continue
            self._attribute(shape, annotations, name, value, None)
        for name, value in state["_modules"].items():
            self._submodule(shape, annotations, name, value)
        for name in constants:
            self._constant(shape, name, getattr(module, name, MISSING))
        return shape

    def _attribute(
        self,
        shape: _Shape,
        annotations: Mapping[str, tuple[Any, PythonScope]],
        name: str,
        value: Any,
        kind: str | None,
    ) -> None:
        plain = isinstance(value, FunctionType | BuiltinFunctionType)
        if kind is None and (plain or self._objects.host.function_name(value) is not None):
            shape.others[name] = value
            return
        try:
            type = self._type(annotations, name, value)
        except NoTypeError as error:
            shape.failed[name] = str(error)
            return
        shape.attributes[name] = AttributeDefinition(type, kind)

    def _type(
        self, annotations: Mapping[str, tuple[Any, PythonScope]], name: str, value: Any
    ) -> Attribute:
        objects = self._objects
        if isinstance(value, MarkedAttribute):
            found = objects.type_of(value.type)
        elif name in annotations:
            found = objects.annotation_type(*annotations[name])
        else:
            return type_of_value(value, objects.value_type)
        if found is None:
            shown = value.type if isinstance(value, MarkedAttribute) else annotations[name][0]
            raise NoTypeError(f"its annotation {shown!r} is not a TorchScript type")
        return found

    def _submodule(
        self,
        shape: _Shape,
        annotations: Mapping[str, tuple[Any, PythonScope]],
        name: str,
        module: LiveModule,
    ) -> None:
        if module is None:
            self._attribute(shape, annotations, name, None, None)
            return
        own = ClassType.get(self.class_name(module))
        declared = (
            self._objects.annotation_type(*annotations[name]) if name in annotations else None
        )
        if not isinstance(declared, InterfaceType):
            shape.attributes[name] = AttributeDefinition(own)
            return
        shape.attributes[name] = AttributeDefinition(declared)
        interface = self._objects.program.find(declared.symbol.data)
        if isinstance(interface, InterfaceValue):
            for method in interface.methods:
                self._members[own.symbol.data].get(method)

    def _constant(self, shape: _Shape, name: str, value: Any) -> None:
        if name in shape.attributes or value is MISSING:
            return
        known = constant_attribute(value)
        if known is None:
            shape.failed[name] = (
                "a constant must be a number, a string, None, a dtype, a device, or a tuple or "
                f"list of these, not a '{class_of(value).__name__}'"
            )
            return
        shape.attributes[name] = AttributeDefinition(known[0], None, known[1])

    # ---- methods

    def _define(self, kind: type, name: str, shape: _Shape) -> None:
        objects, self_type = self._objects, ClassType.get(name)
        script, node = source_of_class(kind)
        members = _Members(objects, kind, name, shape)
        made = ClassDefinition(name, script, node, shape.attributes, others=members, is_module=True)
        made.container = getattr(kind, "__torchscript_container__", None)
        for key, member in members.python.items():
            mark = mark_of(member)
            if isinstance(member, property) and mark is None:
                made.methods |= accessors(objects, key, member, self_type)
                made.properties[key] = property_of(key, member)
            elif isinstance(member, FunctionType) and (mark is Mark.EXPORT or key == "forward"):
                made.methods[key] = objects.definition(member, key, self_type)
        self._members[name] = members
        objects.program.define(made)


class _Members(Mapping[str, SugaredValue]):
    """The names of `self` that are not attributes. Methods are defined on first access."""

    def __init__(self, objects: Objects, kind: type, name: str, shape: _Shape) -> None:
        self.python = members_of(_own_classes(kind))
        self._objects = objects
        self._name = name
        self._shape = shape

    def __getitem__(self, name: str) -> SugaredValue:
        if name in self._shape.others:
            return self._meaning(name, self._shape.others[name])
        if name in self._shape.failed:
            why = self._shape.failed[name]
            return Failed(
                f"'{name}' of '{self._class_title}' did not become an attribute of the program: "
                f"{why}"
            )
        member = self.python[name]
        mark = mark_of(member)
        if mark is Mark.IGNORE:
            return Ignored(name)
        self_type = ClassType.get(self._name)
        if isinstance(member, staticmethod):
            return self._meaning(name, cast("Any", member).__func__)
        if not isinstance(member, FunctionType):
            return Failed(
                f"'{name}' belongs only to the Python class '{self._class_title}'; assign it in "
                "'__init__', or name it in '__constants__'"
            )
        definition = self._objects.definition(member, name, self_type)
        if mark is Mark.UNUSED:
            return Unused(definition)
        self._objects.program.define_method(self._name, definition)
        raise KeyError(name)

    def _meaning(self, name: str, value: Any) -> SugaredValue:
        found = self._objects.meaning(value)
        if found is None:
            raise KeyError(name)
        return found

    @property
    def _class_title(self) -> str:
        return self._name.rpartition(".")[2]

    def __contains__(self, name: object) -> bool:
        return any(name in table for table in self._tables())

    def __iter__(self) -> Iterator[str]:
        return iter({name: None for table in self._tables() for name in table})

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _tables(self) -> tuple[Mapping[str, Any], ...]:
        return self._shape.others, self._shape.failed, self.python


def _annotations(
    kind: type, around: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[Any, PythonScope]]]:
    """Yield the attribute annotations of classes with their scopes, the nearest class last."""
    for base in reversed(list(_own_classes(kind))):
        scope = scope_of_class(base, around)
        for name, annotation in vars(base).get("__annotations__", {}).items():
            yield name, (annotation, scope)
