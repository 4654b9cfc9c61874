"""Values of a running program as the plain data of archives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from xdsl.dialects.builtin import f64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.annotation_text import annotation_text
from xdsl_torchscript.dialects.types import (
    AnyType,
    DictType,
    InterfaceType,
    ListType,
    NamedTupleType,
    OptionalType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.archive import model
from xdsl_torchscript.runtime.errors import SaveError
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import EnumMember, Object
from xdsl_torchscript.runtime.modules.saved_program import SavedProgram, full_name
from xdsl_torchscript.runtime.modules.saved_storages import TensorLayout
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device, Value, type_of

_GET, _SET = "__getstate__", "__setstate__"
_PLAIN = (type(None), bool, int, float, complex, str)


@dataclass
class Snapshot:
    """The objects reachable from a program's roots.

    These are the classes and enums found, the tensors, each once, and the states of objects with
    `__getstate__`, by `id`.
    """

    classes: dict[str, None] = field(default_factory=dict[str, None])
    tensors: list[Tensor] = field(default_factory=list[Tensor])
    states: dict[int, Value] = field(default_factory=dict[int, Value])
    runs_code: bool = True

    @classmethod
    def of(cls, program: LinkedProgram | None, *roots: Value, runs_code: bool = True) -> Snapshot:
        """Visit the objects; if an object has `__getstate__`, run it once instead of visiting its
        slots, unless no code may run.

        Raises SaveError for an object without a program that defines its class.
        """
        found = cls(runs_code=runs_code)
        pending: list[Value] = [*reversed(roots)]
        seen: set[int] = set()
        while pending:
            value = pending.pop()
            if isinstance(value, (*_PLAIN, Device)) or id(value) in seen:
                continue
            seen.add(id(value))
            pending.extend(reversed([*found._inside(program, value)]))
        return found

    def _inside(self, program: LinkedProgram | None, value: Value) -> Iterable[Value]:
        match value:
            case Tensor():
                self.tensors.append(value)
            case Object():
                self.classes[value.class_name] = None
                if program is None:
                    name = value.class_name
                    raise SaveError(f"an object of {name} cannot be saved without its class")
                methods = program.definitions.method_names(value.class_name)
                if not self.runs_code or _GET not in methods or _SET not in methods:
                    return value.slots.values()
                (state,) = run(program.method_code(value.class_name, _GET), [value])
                self.states[id(value)] = state
                return (state,)
            case EnumMember():
                self.classes[value.class_name] = None
            case list() | tuple():
                return cast("Sequence[Value]", value)
            case dict():
                items = cast("dict[Value, Value]", value).items()
                return [part for pair in items for part in pair]
            case _:
                pass
        return ()


class SavedValues:
    """Converts values to plain data; shared objects remain shared."""

    def __init__(self, saved: SavedProgram, snapshot: Snapshot, layout: TensorLayout) -> None:
        self._saved = saved
        self._states = snapshot.states
        self._layout = layout
        self._path: list[str] = []
        self._made: dict[int, model.PickledValue] = {}
        self._open: set[int] = set()

    def object(self, value: Object) -> model.PickledObject:
        """Convert an object. Raises SaveError for values that an archive cannot represent."""
        known = self._made.get(id(value))
        if isinstance(known, model.PickledObject):
            return known
        if id(value) in self._open:
            raise self._error("an object that contains itself")
        self._open.add(id(value))
        made = self._made[id(value)] = self._object(value)
        return made

    def value(self, value: Value, type: Attribute) -> model.PickledValue:
        """Convert a value of that type, which has full names."""
        if isinstance(type, OptionalType):
            return None if value is None else self.value(value, type.element)
        match value:
            case Tensor():
                return self._layout.records[id(value)]
            case Object():
                return self.object(value)
            case EnumMember():
                return model.PickledEnum(full_name(value.class_name), value.value)
            case Device():
                return model.DeviceValue(value.name)
            case list() | tuple() | dict():
                undeclared = isinstance(type, AnyType | UnionType | InterfaceType)
                exact = self._saved.type(type_of(value)) if undeclared else type
                return self._container(value, exact)
            case int() if type == f64:
                return float(value)
            case _ if isinstance(value, _PLAIN):
                return value
            case _:
                raise self._error(f"a {value.__class__.__name__}")

    def _error(self, found: str) -> SaveError:
        path = ".".join(self._path) or "the module"
        return SaveError(
            f"{path} is {found}, which archives cannot store; expected tensors, numbers, strings, "
            "devices, enum members, objects and containers of them"
        )

    def _inner(self, name: str, value: Value, type: Attribute) -> model.PickledValue:
        self._path.append(name)
        made = self.value(value, type)
        self._path.pop()
        return made

    def _object(self, value: Object) -> model.PickledObject:
        name = full_name(value.class_name)
        op = self._saved.classes[name]
        if id(value) in self._states:
            type = op.methods[_GET].function_type.outputs.data[0]
            state = self._inner(_GET, self._states[id(value)], type)
            return model.PickledObject(name, {}, has_state=True, state=state)
        attributes: dict[str, model.PickledValue] = {}
        for slot, attribute in op.slots.items():
            attributes[slot] = self._inner(slot, value.slots.get(slot), attribute.type)
        return model.PickledObject(name, attributes)

    def _container(self, value: Any, type: Attribute) -> model.PickledValue:
        if id(value) in self._made:
            return self._made[id(value)]
        if id(value) in self._open:
            raise self._error("a container that contains itself")
        self._open.add(id(value))
        made = self._made[id(value)] = self._convert(value, type)
        return made

    def _convert(self, value: Any, type: Attribute) -> model.PickledValue:
        match type:
            case ListType():
                items = [self._inner(str(i), v, type.element) for i, v in enumerate(value)]
                return model.ListValue(annotation_text(type), items)
            case DictType():
                rows = [
                    (self._inner("key", k, type.key), self._inner(str(k), v, type.value))
                    for k, v in value.items()
                ]
                return model.DictValue(annotation_text(type), rows)
            case TupleType() | NamedTupleType():
                parts = zip(value, type.elements, strict=True)
                return tuple(self._inner(str(i), v, t) for i, (v, t) in enumerate(parts))
            case _:
                raise self._error(f"a {value.__class__.__name__} of the type {type}")
