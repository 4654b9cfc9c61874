"""The program of a trace: its definitions, its constants, and definitions of scripted callees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    Float32Type,
    Float64Type,
    IntegerType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.rewriter import Rewriter
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.modules import ClassOp
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import SymbolType, TensorType
from xdsl_torchscript.frontend.script.live.naming import Namer, plain_name
from xdsl_torchscript.runtime.modules.definitions import symbol_in
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.tensor import Array, Tensor

NameMap = dict[str, str]
"""A map from names of definitions or resources to their names in the trace."""


def tensor_constant(tensor: Tensor, resources: dict[str, Array]) -> ConstantOp:
    """Return a tensor as a constant: a single number inline, other elements as a resource."""
    element, shape = tensor.dtype.type, tensor.array.shape
    number = tensor.array.item() if tensor.array.size == 1 else None
    if isa(element, IntegerType) and isinstance(number, int):
        return _constant(
            DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(element, shape), [int(number)])
        )
    if isinstance(element, Float32Type | Float64Type) and isinstance(number, float):
        return _constant(
            DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(element, shape), [number])
        )
    key = f"c{len(resources)}"
    resources[key] = tensor.array
    return _constant(DenseResourceAttr.from_params(key, BuiltinTensorType(element, shape)))


def _constant(value: Attribute) -> ConstantOp:
    return ConstantOp.refined(value, TensorType.get())


def rename_attribute(attr: Attribute, names: Mapping[str, str]) -> Attribute:
    """Return an attribute with its symbols and resources renamed."""
    match attr:
        case SymbolType():
            return attr.new([StringAttr(names.get(attr.symbol.data, attr.symbol.data))])
        case SymbolRefAttr():
            root = attr.root_reference.data
            return SymbolRefAttr(names.get(root, root), attr.nested_references)
        case DenseResourceAttr():
            key = attr.resource_handle.data
            return DenseResourceAttr.from_params(names.get(key, key), attr.type)
        case ArrayAttr():
            return ArrayAttr([rename_attribute(part, names) for part in attr])
        case DictionaryAttr():
            return DictionaryAttr({k: rename_attribute(v, names) for k, v in attr.data.items()})
        case ParametrizedAttribute():
            return attr.new([rename_attribute(part, names) for part in attr.parameters])
        case _:
            return attr


def rename(op: Operation, names: Mapping[str, str]) -> None:
    """Rename symbols and resources in an op and all its contents."""
    for inner in op.walk():
        inner.properties = {k: rename_attribute(v, names) for k, v in inner.properties.items()}
        inner.attributes = {k: rename_attribute(v, names) for k, v in inner.attributes.items()}
        blocks = (block for region in inner.regions for block in region.blocks)
        for value in (*inner.results, *(arg for block in blocks for arg in block.args)):
            if (type := rename_attribute(value.type, names)) != value.type:
                Rewriter.replace_value_with_new_type(value, type)


@dataclass
class TracedProgram:
    """The program that a trace has built so far."""

    module: ModuleOp = field(default_factory=lambda: ModuleOp([]))
    resources: dict[str, Array] = field(default_factory=dict[str, Array])
    namer: Namer = field(default_factory=Namer)
    _taken: dict[int, tuple[LinkedProgram, NameMap]] = field(
        default_factory=dict[int, tuple[LinkedProgram, NameMap]]
    )

    def add(self, op: Operation) -> None:
        self.module.body.block.add_op(op)

    def take_function(self, program: LinkedProgram, name: str) -> str:
        """Import a function of another program with its dependencies; return its name here."""
        return self._take(program, name)

    def take_object(self, program: LinkedProgram, object: Object) -> Object:
        """Import the classes of an object, and return it.

        If its class needs another name here, return an object that shares its tensors.
        """
        names = self._names(program)
        self._take(program, object.class_name)
        slots = {
            name: self.take_object(program, value) if isinstance(value, Object) else value
            for name, value in object.slots.items()
        }
        if names[object.class_name] == object.class_name and slots == object.slots:
            return object
        return Object(names[object.class_name], slots)

    def _names(self, program: LinkedProgram) -> NameMap:
        return self._taken.setdefault(id(program), (program, {}))[1]

    def take_copy(self, program: LinkedProgram, function: FuncOp, name: str) -> None:
        """Import a copy of a function of another program, under a separate name."""
        names = self._names(program)
        for used in list(_referenced_names(function)):
            self._take(program, used)
        self._place(program, function, names, self.namer.unique(name))

    def _take(self, program: LinkedProgram, root: str) -> str:
        names = self._names(program)
        copies: list[tuple[str, Operation]] = []
        waiting = [root]
        while waiting:
            name = waiting.pop()
            original = None if name in names else _definition(program, name)
            if original is None:
                continue
            names[name] = self.namer.unique(plain_name(name))
            copies.append((names[name], original.clone()))
            waiting += _referenced_names(original)
        for name, copy in copies:
            self._place(program, copy, names, name)
        return names.get(root, root)

    def _place(self, program: LinkedProgram, copy: Operation, names: NameMap, name: str) -> None:
        for inner in copy.walk():
            value = inner.value if isinstance(inner, ConstantOp) else None
            if isinstance(value, DenseResourceAttr):
                key = value.resource_handle.data
                names.setdefault(key, f"c{len(self.resources)}")
                self.resources[names[key]] = program.resource(key).array
        rename(copy, names)
        copy.properties["sym_name"] = StringAttr(name)
        self.add(copy)


def _definition(program: LinkedProgram, name: str) -> Operation | None:
    """Return a name's definition: a function, class with all methods, interface or enum."""
    function = program.find_function(name)
    if function is not None:
        return function
    found = symbol_in(program.definitions.module, name)
    if isinstance(found, ClassOp):
        for method in program.definitions.method_names(name):
            program.find_method(name, method)
    return found


def _referenced_names(op: Operation) -> Iterator[str]:
    """Yield the names that an op and all its contents refer to."""
    for inner in op.walk():
        blocks = (block for region in inner.regions for block in region.blocks)
        args = (arg.type for block in blocks for arg in block.args)
        for attr in (*inner.result_types, *args, *inner.properties.values()):
            yield from _symbols(attr)


def _symbols(attr: Attribute) -> Iterator[str]:
    match attr:
        case SymbolType():
            yield attr.symbol.data
        case SymbolRefAttr():
            yield attr.root_reference.data
        case ArrayAttr():
            for part in attr:
                yield from _symbols(part)
        case ParametrizedAttribute():
            for part in attr.parameters:
                yield from _symbols(part)
        case _:
            return
