"""Emission: a program's module, with its classes, interfaces, enums and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.modules import PARTIAL, AttrOp, ClassOp, InterfaceOp
from xdsl_torchscript.dialects.types import NoneType
from xdsl_torchscript.frontend.script.classes.enums import EnumValue
from xdsl_torchscript.frontend.script.classes.values import InterfaceValue, ProgramFunction
from xdsl_torchscript.frontend.script.definitions import (
    AttributeDefinition,
    ClassDefinition,
    DeclaredSignature,
)


class ModuleEmitter:
    """Adds definitions to `module`, which is marked partial until `finish`."""

    def __init__(self) -> None:
        self.module = ModuleOp([], {PARTIAL: UnitAttr()})
        self._classes: dict[str, ClassOp] = {}
        self._interfaces: dict[str, InterfaceOp] = {}

    def add_class(self, definition: ClassDefinition) -> None:
        """Add a class without attributes and methods."""
        op = self._classes[definition.name] = ClassOp(definition.name, definition.is_module)
        op.location = definition.script.location(definition.node)
        for title, hooks in definition.hooks.items():
            op.attributes[title] = ArrayAttr([StringAttr(hook) for hook in hooks])
        self._add(op)

    def add_enum(self, value: EnumValue) -> None:
        op = value.op()
        op.location = value.definition.script.location(value.definition.node)
        self._add(op)

    def add_function(self, function: ProgramFunction, op: FuncOp) -> None:
        """Add a compiled function, or method to its class."""
        if function.class_name is None:
            self._add(op)
        else:
            self._classes[function.class_name].add(op)

    def _add(self, op: Operation) -> None:
        self.module.body.block.add_op(op)

    def classes(self) -> tuple[str, ...]:
        return tuple(self._classes)

    def class_op(self, name: str, attributes: Mapping[str, AttributeDefinition]) -> ClassOp:
        """Return the op of a class, with all `attributes` in front of its methods."""
        op = self._classes[name]
        present, before = op.attrs, op.body.block.first_op
        for key, attribute in attributes.items():
            if key in present:
                continue
            made = AttrOp(key, attribute.type, attribute.kind, attribute.value)
            made.location = op.location
            if before is None:
                op.add(made)
            else:
                op.body.block.insert_op_before(made, before)
        return op

    def interface_op(
        self, interface: InterfaceValue, signature: Callable[[ProgramFunction], DeclaredSignature]
    ) -> InterfaceOp:
        """Return the op of an interface, made on first use."""
        definition = interface.definition
        if definition.name not in self._interfaces:
            op = InterfaceOp(definition.name, definition.is_module)
            op.location = definition.script.location(definition.node)
            for function in interface.methods.values():
                op.add(_declaration(function, signature(function)))
            self._add(op)
            self._interfaces[definition.name] = op
        return self._interfaces[definition.name]

    def finish(self, names: Iterable[str], methods: Mapping[str, Iterable[str]]) -> ModuleOp:
        """Return the module. Definitions follow the order of `names`, methods the order of their
        class, in whatever order they were compiled."""
        order = {name: index for index, name in enumerate(names)}
        block = self.module.body.block
        ops = sorted(block.ops, key=lambda op: _position(op, order))
        for op in ops:
            op.detach()
        block.add_ops(ops)
        for name, op in self._classes.items():
            compiled = op.methods
            for method in methods[name]:
                if method in compiled:
                    compiled[method].detach()
                    op.add(compiled[method])
        self.module.attributes.pop(PARTIAL, None)
        return self.module


def _position(op: Operation, order: Mapping[str, int]) -> int:
    name = op.get_attr_or_prop("sym_name")
    return order.get(name.data, len(order)) if isinstance(name, StringAttr) else len(order)


def _declaration(function: ProgramFunction, signature: DeclaredSignature) -> FuncOp:
    """A method of an interface."""
    types = [parameter.type for parameter in signature.parameters]
    made = FuncOp.external(function.name, types, [signature.result or NoneType()])
    rows: list[Attribute] = []
    for parameter in signature.parameters:
        row: dict[str, Attribute] = {"name": StringAttr(parameter.name)}
        default = None if parameter.default is None else parameter.default.literal
        rows.append(DictionaryAttr(row if default is None else {**row, "default": default}))
    made.attributes["ts.arguments"] = ArrayAttr(rows)
    made.location = function.definition.script.location(function.definition.node)
    return made
