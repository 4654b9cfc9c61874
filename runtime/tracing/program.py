"""The program that a trace makes: its definitions under names of their own, its constants, and
what it takes over from scripted programs that are called in it."""

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

Names = dict[str, str]
"""From the name of a definition or a resource to the one that it has in the trace."""


def tensor_constant(tensor: Tensor, resources: dict[str, Array]) -> ConstantOp:
    """A tensor as a constant: one number is written out, the elements of others go to the
    resources."""
    element, shape = tensor.dtype.type, tensor.array.shape
    number = tensor.array.item() if tensor.array.size == 1 else None
    if isa(element, IntegerType) and isinstance(number, int):
        return _written(
            DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(element, shape), [int(number)])
        )
    if isinstance(element, Float32Type | Float64Type) and isinstance(number, float):
        return _written(
            DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(element, shape), [number])
        )
    key = f"c{len(resources)}"
    resources[key] = tensor.array
    return _written(DenseResourceAttr.from_params(key, BuiltinTensorType(element, shape)))


def _written(value: Attribute) -> ConstantOp:
    return ConstantOp(value, TensorType.get())


def renamed(attr: Attribute, names: Mapping[str, str]) -> Attribute:
    """An attribute with the symbols and resources in it under their new names."""
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
            return ArrayAttr([renamed(part, names) for part in attr])
        case DictionaryAttr():
            return DictionaryAttr({k: renamed(v, names) for k, v in attr.data.items()})
        case ParametrizedAttribute():
            return attr.new([renamed(part, names) for part in attr.parameters])
        case _:
            return attr


def rename(op: Operation, names: Mapping[str, str]) -> None:
    """Writes the new names into an op and all that it holds."""
    for inner in op.walk():
        inner.properties = {k: renamed(v, names) for k, v in inner.properties.items()}
        inner.attributes = {k: renamed(v, names) for k, v in inner.attributes.items()}
        blocks = (block for region in inner.regions for block in region.blocks)
        for value in (*inner.results, *(arg for block in blocks for arg in block.args)):
            if (type := renamed(value.type, names)) != value.type:
                Rewriter.replace_value_with_new_type(value, type)


@dataclass
class TracedProgram:
    """What a trace has made so far."""

    module: ModuleOp = field(default_factory=lambda: ModuleOp([]))
    resources: dict[str, Array] = field(default_factory=dict[str, Array])
    namer: Namer = field(default_factory=Namer)
    _taken: dict[int, tuple[LinkedProgram, Names]] = field(
        default_factory=dict[int, tuple[LinkedProgram, Names]]
    )

    def add(self, op: Operation) -> None:
        self.module.body.block.add_op(op)

    def take_function(self, program: LinkedProgram, name: str) -> str:
        """Takes a function of another program over, with all that it uses; its name here."""
        return self._take(program, name)

    def take_object(self, program: LinkedProgram, object: Object) -> Object:
        """Takes the classes of an object over. It is the same object unless its class has to have
        another name here: then another object holds the same tensors."""
        names = self._names(program)
        self._take(program, object.class_name)
        slots = {
            name: self.take_object(program, value) if isinstance(value, Object) else value
            for name, value in object.slots.items()
        }
        if names[object.class_name] == object.class_name and slots == object.slots:
            return object
        return Object(names[object.class_name], slots)

    def _names(self, program: LinkedProgram) -> Names:
        return self._taken.setdefault(id(program), (program, {}))[1]

    def take_copy(self, program: LinkedProgram, function: FuncOp, name: str) -> None:
        """Takes a copy of a function of another program over, under a name of its own."""
        names = self._names(program)
        for used in list(_mentioned(function)):
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
            waiting += _mentioned(original)
        for name, copy in copies:
            self._place(program, copy, names, name)
        return names.get(root, root)

    def _place(self, program: LinkedProgram, copy: Operation, names: Names, name: str) -> None:
        self._take_resources(program, copy, names)
        rename(copy, names)
        copy.properties["sym_name"] = StringAttr(name)
        self.add(copy)

    def _take_resources(self, program: LinkedProgram, op: Operation, names: Names) -> None:
        for inner in op.walk():
            value = inner.value if isinstance(inner, ConstantOp) else None
            if isinstance(value, DenseResourceAttr):
                key = value.resource_handle.data
                names.setdefault(key, f"c{len(self.resources)}")
                self.resources[names[key]] = program.resource(key).array


def _definition(program: LinkedProgram, name: str) -> Operation | None:
    """The function, the class with all its methods, or the interface or enum of a name."""
    function = program.find_function(name)
    if function is not None:
        return function
    found = symbol_in(program.definitions.module, name)
    if isinstance(found, ClassOp):
        for method in program.definitions.method_names(name):
            program.find_method(name, method)
    return found


def _mentioned(op: Operation) -> Iterator[str]:
    """The names of what an op and all that it holds use."""
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
