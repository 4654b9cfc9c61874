"""An executable program: its definitions, the code built from them, and its weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias, cast
from weakref import WeakValueDictionary, finalize

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.byte_strings import to_python_string
from xdsl_torchscript.dialects.modules import (
    POST_HOOKS,
    PRE_HOOKS,
    AttrOp,
    ClassOp,
    EnumOp,
    ObjectOp,
    called_name,
)
from xdsl_torchscript.runtime.eager.install import Tensor
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.graph_view.drafts import resolve_drafts
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.modules.definitions import ProgramDefinitions, symbol_in
from xdsl_torchscript.runtime.modules.futures import Deferred
from xdsl_torchscript.runtime.modules.objects import EnumMember, NamedTupleValue, Object
from xdsl_torchscript.runtime.quantized_tensor import tensor_over
from xdsl_torchscript.runtime.tensor import Array
from xdsl_torchscript.runtime.values import Value

MakeHandle: TypeAlias = Callable[["LinkedProgram", Object], Any]

_UNCHANGED = frozenset({Tensor, bool, int, float, complex, type(None)})
"""The types of values that Python represents directly."""
_STRINGS: frozenset[type] = frozenset({str})


class Hooks(NamedTuple):
    """The methods that run before and after `forward`."""

    before: list[str]
    after: list[str]


class AbsentTensor(Tensor):
    """A tensor without elements: IR text names weights without including them.

    Raises NoValueError when the elements are needed.
    """

    __slots__ = ("key",)

    def __init__(self, key: str) -> None:
        self.key = key
        self.device = "cpu"
        self.requires_grad = False

    @property
    def array(self) -> Array:  # pyright: ignore[reportIncompatibleVariableOverride]
        raise NoValueError(
            f"the program does not contain the elements of '{self.key}'; IR text only names "
            "weights: load the archive instead, or pass them as resources"
        )


class LinkedProgram:
    """A program as its code sees it, during building and execution: a `Linker` and `Callables`.

    Functions and methods are compiled on first call. `resources` are the arrays that the IR names,
    `warnings` messages about the program's origin. `make_handle` creates the Python handle of an
    object.
    """

    def __init__(
        self,
        definitions: ProgramDefinitions,
        make_handle: MakeHandle,
        resources: Mapping[str, Array] | None = None,
        warnings: Iterable[str] = (),
    ) -> None:
        self.definitions = definitions
        self.resources = dict(resources or {})
        self.warnings = list(warnings)
        self._make_handle = make_handle
        self.bindings: dict[tuple[str, ...], Any] = {}
        """The signatures of the functions called from Python, by the keys of their code."""
        self.executors: dict[type, dict[tuple[str, ...], Any]] = {}
        """The executors of the functions called from Python, by kind and the same keys."""
        self._codes: dict[tuple[str, ...], Code] = {}
        self._hooks: dict[str, Hooks] = {}
        self._attributes: dict[str, dict[str, AttrOp]] = {}
        self._enums: dict[str, dict[str, EnumMember]] = {}
        self._tensors: dict[str, Tensor] = {}
        self._objects: dict[str, Object] = {}
        self.constant_objects: dict[str, Object] = {}
        """The objects that constants of the code name."""
        self._handles: WeakValueDictionary[int, Any] = WeakValueDictionary()
        self._living: Counter[str] = Counter()
        """The objects that `free_plans_with` has seen and that are still there, by class."""

    # ---- code

    def code(self, name: str) -> Code:
        """Return a function's code. Raises LookupError, SourceError, MissingOperatorsError."""
        return self._codes.get((name,)) or self._build((name,), self.find_function(name))

    def method_code(self, class_name: str, name: str) -> Code:
        """Return a method's code. Raises LookupError, SourceError, MissingOperatorsError."""
        key = class_name, name
        return self._codes.get(key) or self._build(key, self.find_method(class_name, name))

    def _build(self, key: tuple[str, ...], function: FuncOp | None) -> Code:
        if function is None:
            kind = "function" if len(key) == 1 else "method"
            raise LookupError(f"the program has no {kind} '{'.'.join(key)}'")
        code = Code.from_func(self.prepare(function), self, called_name(function))
        return self._codes.setdefault(key, code)

    def forget_code(self, key: tuple[str, ...]) -> None:
        """Build the code and the plans of a function anew at its next call: it has changed."""
        for made in (self._codes, *self.executors.values()):
            made.pop(key, None)

    def free_plans_with(self, value: Object) -> None:
        """Free the plans of a class when the last of the objects that were given is gone."""
        self._living[value.class_name] += 1
        finalize(value, self._free_plan_of, value.class_name).atexit = False

    def _free_plan_of(self, class_name: str) -> None:
        self._living[class_name] -= 1
        if self._living[class_name]:
            return
        for made in self.executors.values():
            for key in [key for key in list(made) if key[0] == class_name]:
                del made[key]

    def prepare(self, function: FuncOp) -> FuncOp:
        """Return the function to execute: the function itself, or a resolved copy if it was
        edited."""
        return resolve_drafts(function)

    def find_function(self, name: str) -> FuncOp | None:
        """Return the function, None if undefined. Raises SourceError."""
        try:
            return self.definitions.function(name)
        except KeyError:
            return None

    def find_method(self, class_name: str, name: str) -> FuncOp | None:
        """Return the method, None if undefined. Raises SourceError."""
        try:
            return self.definitions.method(class_name, name)
        except KeyError:
            return None

    # ---- classes

    def define_methods(self, class_name: str, source: str) -> None:
        """Add the methods of a text to a class.

        Raises SourceError, and TypeError for a program that was not compiled from text.
        """
        raise TypeError("the program was made from IR and cannot be extended by text")

    def class_op(self, name: str) -> ClassOp:
        """Return the op of a class. Raises KeyError."""
        return self.definitions.class_op(name)

    def attributes(self, class_name: str) -> dict[str, AttrOp]:
        """Return the attributes and constants of a class, in order."""
        found = self._attributes.get(class_name)
        if found is None:
            found = self._attributes[class_name] = self.class_op(class_name).attrs
        return found

    def hooks(self, class_name: str) -> Hooks:
        """Return the names of the hooks of a class of modules, in execution order."""
        found = self._hooks.get(class_name)
        if found is None:
            op = self.class_op(class_name)
            found = self._hooks[class_name] = Hooks(op.hooks(PRE_HOOKS), op.hooks(POST_HOOKS))
        return found

    def is_module(self, value: Value) -> bool:
        """Return whether it is an object of a class of modules."""
        return isinstance(value, Object) and self.class_op(value.class_name).is_module

    # ---- the symbols that constants refer to

    def enum_member(self, enum: str, name: str) -> EnumMember:
        """Return a member of an enum. Raises NoValueError if it is undefined."""
        members = self.enum_members(enum)
        if name not in members:
            raise NoValueError(f"the program defines no '{enum}.{name}'")
        return members[name]

    def enum_members(self, enum: str) -> dict[str, EnumMember]:
        """Return the members by name, in order; empty for an undefined enum."""
        known = self._enums.get(enum)
        found = None if known else symbol_in(self.definitions.module, enum)
        if isinstance(found, EnumOp):
            known = self._enums[enum] = {
                name: EnumMember(enum, name, literal(value, found.value_type))
                for name, value in found.members.items()
            }
        return known or {}

    def resource(self, key: str) -> Tensor:
        """Return the tensor over a resource, the same on each call; without elements if it is
        absent."""
        if key not in self._tensors:
            array = self.resources.get(key)
            self._tensors[key] = AbsentTensor(key) if array is None else tensor_over(array)
        return self._tensors[key]

    def object(self, name: str) -> Object:
        """Return the object of a `ts.object`, the same on each call. Raises NoValueError."""
        if name in self.constant_objects:
            return self.constant_objects[name]
        if name in self._objects:
            return self._objects[name]
        found = symbol_in(self.definitions.module, name)
        if not isinstance(found, ObjectOp):
            raise NoValueError(f"the program has no object '{name}'")
        made = self._objects[name] = Object(found.class_name, {})
        for slot, attribute in self.attributes(found.class_name).items():
            value = found.slots.data.get(slot)
            if value is not None:
                made.slots[slot] = literal(value, attribute.type, self)
        return made

    # ---- objects in Python

    def handle(self, value: Object) -> Any:
        """Return the handle of an object, the same on each call."""
        known = self._handles.get(id(value))
        if known is None:
            known = self._handles[id(value)] = self._make_handle(self, value)
        return known

    def export(self, value: Value) -> Any:
        """Convert a value to Python: lists, tuples and dicts are copied, tensors are shared."""
        if type(value) in _UNCHANGED:
            return value
        match value:
            case str():
                return to_python_string(value)
            case list():
                elements = cast("list[Value]", value)
                return [*elements] if _are_unchanged(elements) else [*map(self.export, elements)]
            case NamedTupleValue():
                return NamedTupleValue(map(self.export, value), value.type)
            case tuple():
                return tuple(map(self.export, cast("tuple[Value, ...]", value)))
            case dict():
                entries = cast("dict[Value, Value]", value)
                if _are_unchanged(entries) and _are_unchanged(entries.values()):
                    return dict(entries)
                return {self.export(key): self.export(entries[key]) for key in entries}
            case Object():
                return self.handle(value)
            case Deferred():
                return value.with_conversion(self.export)
            case _:
                return value


def _are_unchanged(values: Collection[Value]) -> bool:
    """Return whether Python represents all values directly; they are often of one type."""
    types = set(map(type, values))
    return types <= _UNCHANGED or (types <= _STRINGS and "".join(values).isascii())
