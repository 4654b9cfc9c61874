"""`ts.load`: load an archive as a callable module, a checkpoint as its value.

Tensors are views of the file's storages and share memory as saved. Storages of a file on disk are
mapped copy-on-write. Code is compiled on first call.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import ComplexType, ModuleOp, f64, i1, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.dialects.modules import ObjectOp
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.types import (
    AnyType,
    ClassType,
    DeviceType,
    DictType,
    EnumType,
    InterfaceType,
    ListType,
    NamedTupleType,
    NoneType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.archive import (
    Archive,
    Checkpoint,
    DeviceValue,
    DictValue,
    Limits,
    ListValue,
    PickledEnum,
    PickledObject,
    TensorRecord,
    read_archive,
    read_file,
)
from xdsl_torchscript.frontend.archive import PickledValue as Stored
from xdsl_torchscript.frontend.archive.constants import (
    constant_objects,
    constant_resources,
    quantized_constants,
)
from xdsl_torchscript.frontend.archive.container import ArchiveSource
from xdsl_torchscript.frontend.archive.cpp_classes import is_of_cpp
from xdsl_torchscript.frontend.archive.errors import Place, short_repr
from xdsl_torchscript.frontend.archive.limits import DEFAULT_LIMITS
from xdsl_torchscript.frontend.archive.program import (
    MapLocation,
    archive_program,
    class_names,
    device_changes,
)
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.runtime.errors import BudgetError
from xdsl_torchscript.runtime.interpreter.budget import Budget
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.constant_numbers import with_numbers
from xdsl_torchscript.runtime.modules.lost_writes import without_lost_writes
from xdsl_torchscript.runtime.modules.objects import EnumMember, NamedTupleValue, Object
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.modules.stored_values import StoredLeaves, checkpoint_value
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.values import Value


class LoadedProgram(CompilationUnit):
    """The program of an archive."""

    def prepare(self, function: FuncOp) -> FuncOp:
        return with_numbers(without_lost_writes(super().prepare(function)), self)


_STATE_STEPS = "the instructions that Limits(state_steps=...) allows"


class LoadWarning(UserWarning):
    """A loaded program differs from the archive, for example in its devices."""


def load(
    source: ArchiveSource,
    map_location: MapLocation = None,
    extra_files: dict[str, bytes] | None = None,
    limits: Limits = DEFAULT_LIMITS,
    *,
    _extra_files: dict[str, bytes] | None = None,
) -> Any:
    """Load a file of torch.jit.save or torch.save: a path, bytes or a file open for reading.

    Return a program as a ScriptModule. For a torch.save file, such as a `state_dict`, return its
    value: tensors, numbers, strings, dicts, lists and tuples.

    All devices become the CPU, unless `map_location` maps them: a device for all, a table or a
    function. Devices in the code are mapped, too. A LoadWarning shows the first, and
    `load_warnings` of the module lists all with their lines. The values of `extra_files` (PyTorch:
    `_extra_files`) are replaced by the contents of the extra files of these names. `limits` bounds
    the resources that the file may take; widen it for trusted files only. Only `__setstate__` of
    classes runs, for at most `limits.state_steps` instructions.

    Raises:
        ArchiveError: for a file that is damaged, beyond `limits`, inconsistent with its classes, or
            that names classes of Python.
        SourceError: for damaged code that creating the objects needs; other code is compiled on
            first call.
        OSError: if the file cannot be read.
    """
    with paused_collection():
        read = read_file(source, limits)
        if isinstance(read, Checkpoint):
            return checkpoint_value(read, map_location)
        return _module(read, map_location, extra_files or _extra_files or {}, limits)


def load_module(source: ArchiveSource) -> ScriptModule:
    """Load a program as `load` does. Raises ArchiveError for files of torch.save."""
    return _module(read_archive(source), None, {}, DEFAULT_LIMITS)


def load_transformed(archive: Archive, module: ModuleOp) -> ScriptModule:
    """Return the main module of an archive with a transformed program.

    `module` is the result of `archive_module` after passes. Objects are reconstructed, so
    `__setstate__` runs. Raises as `load`.
    """
    program = archive_program(archive, lower_exits)
    functions = [op.clone() for op in module.ops if not isinstance(op, ObjectOp)]
    unit = LoadedProgram.from_module(ModuleOp(functions), constant_resources(archive))
    return _with_objects(archive, program, unit, None, DEFAULT_LIMITS)


def _module(
    archive: Archive, map_location: MapLocation, extra_files: dict[str, bytes], limits: Limits
) -> ScriptModule:
    mapped = list(device_changes(archive, map_location))
    if mapped:
        more = f" (and {len(mapped) - 1} more)" if len(mapped) > 1 else ""
        warnings.warn(mapped[0] + more, LoadWarning, stacklevel=3)
    program = archive_program(archive, lower_exits, map_location)
    unit = LoadedProgram.from_program(program, constant_resources(archive), mapped)
    module = _with_objects(archive, program, unit, map_location, limits)
    for name in extra_files:
        if name not in archive.extra_files:
            known = ", ".join(archive.extra_files) or "none"
            raise Place(archive.file).error(f"no extra file {short_repr(name)}", f"one of: {known}")
        extra_files[name] = archive.extra_files[name]
    return module


def _with_objects(
    archive: Archive,
    program: Program,
    unit: CompilationUnit,
    map_location: MapLocation,
    limits: Limits,
) -> ScriptModule:
    """Return the main module, with all objects of the archive."""
    builder = _ObjectBuilder(archive, program, unit, map_location, Budget(steps=limits.state_steps))
    root = builder.object(archive.root)
    for key, record in quantized_constants(archive).items():
        unit.resources[key] = builder.tensor(record).array
    for key, stored in constant_objects(archive).items():
        unit.constant_objects[key] = builder.object(stored)
    unit.warnings += builder.warnings
    module = unit.handle(root)
    if not isinstance(module, ScriptModule):
        raise builder.error_in_data(f"an object of {root.class_name}", "a module")
    return module


class _MisplacedValue(Exception):
    """A value that does not fit the declared type of its slot."""

    def __init__(self, value: Stored, type: Attribute) -> None:
        super().__init__()
        self.value = value
        self.type = type


class _ObjectBuilder(StoredLeaves):
    """Converts the archive's values; a shared value is converted once."""

    def __init__(
        self,
        archive: Archive,
        program: Program,
        unit: CompilationUnit,
        map_location: MapLocation,
        budget: Budget,
    ) -> None:
        super().__init__(archive, map_location)
        self._budget = budget
        self.program = program
        self.unit = unit
        self._names = class_names(archive)
        self._types: dict[int, Attribute] = {}
        """Those that shared lists and dictionaries were converted to."""

    # ---- objects

    def object(self, stored: PickledObject) -> Object:
        """Create an object with its contents. Raises ArchiveError, SourceError.

        Recursion is bounded by the reader's limit on nesting.
        """
        made = self._made.get(id(stored))
        if isinstance(made, Object):
            return made
        name = self._names.get(id(stored), stored.class_name)
        made = self._made[id(stored)] = Object(name, {})
        if is_of_cpp(name):
            return made
        if stored.has_state:
            self._set_state(made, stored)
            return made
        types = self._slot_types(name)
        for attribute in stored.attributes:
            if attribute not in types:
                found = f"the attribute {short_repr(attribute)}"
                raise self.error_in_data(found, f"an attribute of {name}")
        for attribute, type in types.items():
            if attribute not in stored.attributes:
                found = f"an object of {name} without the attribute {short_repr(attribute)}"
                raise self.error_in_data(found, "a value for each attribute of its class")
            value = stored.attributes[attribute]
            made.slots[attribute] = self._fitting(value, type, f"{name}.{attribute}")
        return made

    def _slot_types(self, name: str) -> dict[str, Attribute]:
        try:
            return {key: op.type for key, op in self.unit.class_op(name).slots.items()}
        except KeyError:
            found = f"an object of the class {short_repr(name)}"
            raise self.error_in_data(found, "a class that code/ defines") from None

    def _set_state(self, made: Object, stored: PickledObject) -> None:
        """Call `__setstate__` of the object's class with the stored state."""
        name = made.class_name
        self._slot_types(name)
        if "__setstate__" not in self.program.method_names(name):
            found = f"the state of an object of {name}"
            raise self.error_in_data(found, "a class with the method '__setstate__'")
        function = self.program.method(name, "__setstate__")
        types: Sequence[Attribute] = function.function_type.inputs.data
        if len(types) != 2:
            found = f"'__setstate__' of {name} with {len(types)} arguments"
            raise self.error_in_data(found, "the object and its state")
        state = self._fitting(stored.state, types[1], f"the state of {name}")
        try:
            run(self.unit.method_code(name, "__setstate__"), [made, state], self._budget)
        except BudgetError as error:
            if self._budget.steps_left >= 0:
                raise
            found = f"'__setstate__' of {name} that runs too long"
            place = Place(self.file.file, "code")
            raise place.error(found, f"an end within {_STATE_STEPS}") from error

    def _fitting(self, stored: Stored, type: Attribute, what: str) -> Value:
        try:
            return self.value(stored, type)
        except _MisplacedValue as unfit:
            found = f"{short_repr(unfit.value)} in {what}"
            raise self.error_in_data(found, f"a value of type {spell(unfit.type)}") from None

    # ---- values

    def value(self, stored: Stored, type: Attribute) -> Value:
        """Convert to a value of a declared type.

        Raises _MisplacedValue, ArchiveError, SourceError.
        """
        match type:
            case OptionalType():
                return None if stored is None else self.value(stored, type.element)
            case UnionType():
                return self._one_of(stored, type)
            case AnyType():
                return self._any(stored)
            case _:
                return self._of_type(stored, type)

    def _of_type(self, stored: Stored, type: Attribute) -> Value:
        match stored, type:
            case TensorRecord(), TensorType():
                return self.tensor(stored)
            case (ListValue(), ListType()) | (DictValue(), DictType()):
                return self._container(stored, type)
            case tuple(), TupleType() | NamedTupleType() if len(stored) == len(type.elements):
                parts = [self.value(v, t) for v, t in zip(stored, type.elements, strict=True)]
                return (
                    NamedTupleValue(parts, type)
                    if isinstance(type, NamedTupleType)
                    else tuple(parts)
                )
            case DeviceValue(), DeviceType():
                return self.device(stored)
            case PickledEnum(), EnumType() if stored.class_name == type.symbol.data:
                return self._enum(stored)
            case PickledObject(), InterfaceType():
                return self.object(stored)
            case PickledObject(), ClassType() if self._class_of(stored) == type.symbol.data:
                return self.object(stored)
            case _:
                if stored.__class__ not in _SCALARS.get(type, ()):
                    raise _MisplacedValue(stored, type)
                return stored

    def _any(self, stored: Stored) -> Value:
        """Convert a value of undeclared type by its own type."""
        match stored:
            case ListValue() | DictValue():
                return self._container(stored, AnyType())
            case tuple():
                return tuple(self._any(part) for part in stored)
            case PickledEnum():
                return self._enum(stored)
            case PickledObject():
                return self.object(stored)
            case _:
                return self.leaf(stored)

    def _class_of(self, stored: PickledObject) -> str:
        return self._names.get(id(stored), stored.class_name)

    def _one_of(self, stored: Stored, type: UnionType) -> Value:
        """Convert to the first choice that fits, and forget what the others converted."""
        for choice in type.elements:
            known = len(self._types)
            try:
                return self.value(stored, choice)
            except _MisplacedValue:
                while len(self._types) > known:
                    del self._made[self._types.popitem()[0]]
        raise _MisplacedValue(stored, type)

    def _container(self, stored: ListValue | DictValue, type: Attribute) -> Value:
        """Convert a list or dictionary. All that share it must declare the same type, or none."""
        known = self._types.get(id(stored))
        if known is None:
            made = self._made[id(stored)] = self._copy(stored, type)
            self._types[id(stored)] = type
            return made
        made = self._made[id(stored)]
        if type in (known, AnyType()):
            return made
        if known != AnyType():
            raise _MisplacedValue(stored, type)
        _replace(made, self._copy(stored, type))
        self._types[id(stored)] = type
        return made

    def _copy(self, stored: ListValue | DictValue, type: Attribute) -> Value:
        if isinstance(stored, ListValue):
            element = type.element if isinstance(type, ListType) else AnyType()
            return [self.value(item, element) for item in stored.items]
        key, value = (type.key, type.value) if isinstance(type, DictType) else 2 * (AnyType(),)
        items = [(self.value(k, key), self.value(v, value)) for k, v in stored.items]
        return self.dictionary(items)

    def _enum(self, stored: PickledEnum) -> EnumMember:
        self.program.find(stored.class_name)
        members = self.unit.enum_members(stored.class_name).values()
        for member in members:
            same = type(member.value) is type(stored.value)
            if same and member.value == stored.value:
                return member
        found = f"{short_repr(stored.value)} as a member of {short_repr(stored.class_name)}"
        values = ", ".join(str(member.value) for member in members)
        expected = f"one of {values}" if values else "an enum that code/ defines"
        raise self.error_in_data(found, expected)


def _replace(made: Any, by: Any) -> None:
    """Replace the contents of a list or dictionary, which others share."""
    made.clear()
    (made.update if isinstance(by, dict) else made.extend)(by)


_SCALARS: dict[Attribute, tuple[type, ...]] = {
    i64: (int,),
    f64: (float,),
    i1: (bool,),
    ComplexType(f64): (complex,),
    NumberType(): (int, float, complex),
    StrType(): (str,),
    NoneType(): (type(None),),
}
