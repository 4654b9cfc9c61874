"""Definitions of a TorchScript program: classes, interfaces, enums, and objects.

ts.class @__torch__.M module {
  ts.attr @weight parameter : !ts.tensor
  ts.attr @"0" : !ts.class<@__torch__.Sub>
  ts.attr @k = 3 : i64
  func.func @forward(%self: !ts.class<@__torch__.M>, %x: !ts.tensor) -> !ts.tensor { ... }
}
ts.interface @__torch__.I module {
  func.func private @forward(!ts.interface<@__torch__.I>, !ts.tensor) -> !ts.tensor
}
ts.enum @__torch__.Color : i64 {RED = 1, GREEN = 2}
ts.object @m : !ts.class<@__torch__.M> {weight = dense_resource<w0> : tensor<2xf32>, "0" = @m.0}

A class without `module` is a TorchScript class. Attributes and methods share one symbol table, as
they share a name space in a program. A slot is written as `prim.Constant` writes a literal. Another
object is the symbol of its `ts.object`, and is shared by all objects that name it.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    f64,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import (
    irdl_op_definition,
    lazy_traits_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import HasParent, NoTerminator, SymbolOpInterface, SymbolTable
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.call_syntax import TsOp
from xdsl_torchscript.dialects.number_text import print_number
from xdsl_torchscript.dialects.prim.constant import (
    is_literal_of,
    parse_literal,
    parse_type_of_literal,
    print_type_of_literal,
)
from xdsl_torchscript.dialects.types import ClassType, InterfaceType, StrType

PARTIAL = "ts.partial"
"""Attribute of a program that names definitions which it lacks: the dump of one graph, or a program
whose functions are compiled on first call."""

KINDS = ("parameter", "buffer")
"""The kinds of an attribute of a module, besides plain."""


@irdl_op_definition
class AttrOp(TsOp):
    """`ts.attr @weight parameter : !ts.tensor`: a slot of the objects of a class.

    With a value it is a constant of the class (`Final` in the program), not a slot.
    """

    name = "ts.attr"

    sym_name = prop_def(StringAttr)
    type = prop_def(Attribute)
    kind = opt_prop_def(StringAttr)
    value = opt_prop_def(Attribute)

    traits = lazy_traits_def(lambda: (SymbolOpInterface(), HasParent(ClassOp)))

    def __init__(
        self, name: str, type: Attribute, kind: str | None = None, value: Attribute | None = None
    ) -> None:
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "type": type,
                "kind": None if kind is None else StringAttr(kind),
                "value": value,
            }
        )

    def verify_(self) -> None:
        if self.kind is not None and self.kind.data not in KINDS:
            self.fail(f"has the kind '{self.kind.data}', expected 'parameter' or 'buffer'")
        if self.kind is not None and self.value is not None:
            self.fail(f"is a {self.kind.data}, which has no constant value")
        if self.value is not None and not is_literal_of(self.value, self.type):
            self.fail(f"has the value {self.value}, expected a literal of {self.type}")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        if self.kind is not None:
            printer.print_string(f" {self.kind.data}")
        value = self.value
        if value is not None:
            printer.print_string(" = ")
            print_number(printer, value)
        print_type_of_literal(printer, self, value, self.type)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name().data
        kind = next((kind for kind in KINDS if parser.parse_optional_keyword(kind)), None)
        value = parse_literal(parser) if parser.parse_optional_punctuation("=") else None
        attributes, type = parse_type_of_literal(parser, value, "attribute")
        op = cls(name, type, kind, value)
        op.attributes |= attributes
        return op


class _Definition(TsOp, ABC):
    """A symbol with its own symbol table; `module` marks a definition of modules."""

    sym_name = prop_def(StringAttr)
    module = opt_prop_def(UnitAttr)
    body = region_def("single_block")

    traits = traits_def(SymbolOpInterface(), SymbolTable(), NoTerminator(), HasParent(ModuleOp))

    def __init__(
        self, name: str, is_module: bool = False, body: Region | Sequence[Operation] = ()
    ) -> None:
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "module": UnitAttr() if is_module else None,
            },
            regions=[body if isinstance(body, Region) else Region(Block(body))],
        )

    @property
    def is_module(self) -> bool:
        """Return whether the objects are modules."""
        return self.module is not None

    @property
    def methods(self) -> dict[str, FuncOp]:
        """The methods by name, in order."""
        ops = self.body.block.ops
        return {op.sym_name.data: op for op in ops if isinstance(op, FuncOp)}

    def add(self, op: Operation) -> None:
        """Append an attribute or a method."""
        self.body.block.add_op(op)

    def expect_methods(self, first: Attribute, others: type[Operation] | tuple[()]) -> None:
        """Fail unless all ops are methods of objects of the type `first`, or of the types
        `others`."""
        for op in self.body.block.ops:
            if isinstance(op, FuncOp):
                types = op.function_type.inputs.data
                if not types or types[0] != first:
                    found = str(types[0]) if types else "nothing"
                    where = f"has a method '{op.sym_name.data}'"
                    self.fail(f"{where} whose first argument is {found}, expected {first}")
            elif not isinstance(op, others):
                self.fail(f"holds '{op.name}', which does not belong there")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        if self.is_module:
            printer.print_string(" module")
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name().data
        is_module = parser.parse_optional_keyword("module") is not None
        attributes = parser.parse_optional_attr_dict_with_keyword()
        body = parser.parse_region()
        if not body.blocks:
            body.add_block(Block())
        op = cls(name, is_module, body)
        op.attributes |= attributes.data if attributes else {}
        return op


def called_name(function: FuncOp) -> str:
    """Return the name of a function in messages: `helper`, or `Net.forward` for a method."""
    owner, name = function.parent_op(), function.sym_name.data
    names = (owner.sym_name.data, name) if isinstance(owner, ClassOp) else (name,)
    return ".".join(name.rpartition(".")[2] for name in names)


PRE_HOOKS, POST_HOOKS = HOOKS = ("__forward_pre_hooks__", "__forward_hooks__")
"""Attributes of a class of modules: the methods that run before and after `forward`, when an object
is called from outside. Calls within the program spell them out."""


@irdl_op_definition
class ClassOp(_Definition):
    """`ts.class @__torch__.M module {...}`: attributes and methods."""

    name = "ts.class"

    def hooks(self, title: str) -> list[str]:
        """Return the methods that one of `HOOKS` lists, in execution order."""
        found = self.attributes.get(title)
        return [name.data for name in found] if isa(found, ArrayAttr[StringAttr]) else []

    @property
    def type(self) -> ClassType:
        """The type of its objects."""
        return ClassType.get(self.sym_name.data)

    @property
    def attrs(self) -> dict[str, AttrOp]:
        """The attributes and constants by name, in order."""
        ops = self.body.block.ops
        return {op.sym_name.data: op for op in ops if isinstance(op, AttrOp)}

    @property
    def slots(self) -> dict[str, AttrOp]:
        """The attributes that each object stores, in order."""
        return {name: op for name, op in self.attrs.items() if op.value is None}

    def verify_(self) -> None:
        self.expect_methods(self.type, AttrOp)


@irdl_op_definition
class InterfaceOp(_Definition):
    """`ts.interface @__torch__.I module {...}`: the methods that an implementation needs.

    They are declarations. The attribute `ts.arguments` of a method has a dictionary per argument,
    with its `name` and an optional `default`.
    """

    name = "ts.interface"

    @property
    def type(self) -> InterfaceType:
        """The interface type."""
        return InterfaceType.get(self.sym_name.data)

    def verify_(self) -> None:
        self.expect_methods(self.type, ())
        for name, method in self.methods.items():
            if method.body.blocks:
                self.fail(f"has a method '{name}' with a body, expected only declarations")


@irdl_op_definition
class EnumOp(TsOp):
    """`ts.enum @__torch__.Color : i64 {RED = 1, GREEN = 2}`."""

    name = "ts.enum"

    sym_name = prop_def(StringAttr)
    value_type = prop_def(Attribute)
    names = prop_def(ArrayAttr[StringAttr])
    values = prop_def(ArrayAttr)

    traits = traits_def(SymbolOpInterface(), HasParent(ModuleOp))

    def __init__(self, name: str, value_type: Attribute, members: Mapping[str, Attribute]) -> None:
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "value_type": value_type,
                "names": ArrayAttr([StringAttr(name) for name in members]),
                "values": ArrayAttr(list(members.values())),
            }
        )

    @property
    def members(self) -> dict[str, Attribute]:
        """The values by name, in order."""
        names = (name.data for name in self.names)
        return dict(zip(names, self.values, strict=True))

    def verify_(self) -> None:
        if self.value_type not in (i64, f64, StrType()):
            self.fail(f"has values of type {self.value_type}, expected i64, f64 or !ts.str")
        self.expect_count("values", len(self.values), len(self.names))
        if len(set(self.names)) != len(self.names):
            self.fail("has two members with the same name")
        for name, value in self.members.items():
            if not is_literal_of(value, self.value_type):
                self.fail(
                    f"has the member '{name}' = {value}, expected a literal of {self.value_type}"
                )

    def print(self, printer: Printer) -> None:
        def member(row: tuple[str, Attribute]) -> None:
            printer.print_identifier_or_string_literal(row[0])
            printer.print_string(" = ")
            value = row[1]
            if isa(value, IntegerAttr) and value.type == i64:
                printer.print_int(value.value.data)
            else:
                printer.print_attribute(value)

        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(self.value_type)
        printer.print_string(" ")
        with printer.in_braces():
            printer.print_list(self.members.items(), member)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name().data
        attributes = parser.parse_optional_attr_dict_with_keyword()
        parser.parse_punctuation(":")
        type = parser.parse_type()

        def member() -> tuple[str, Attribute]:
            key = parser.parse_optional_str_literal() or parser.parse_identifier()
            parser.parse_punctuation("=")
            return key, parser.parse_attribute()

        rows = parser.parse_comma_separated_list(parser.Delimiter.BRACES, member)
        op = cls(name, type, dict(rows))
        op.names = ArrayAttr([StringAttr(key) for key, _ in rows])
        op.values = ArrayAttr([value for _, value in rows])
        op.attributes |= attributes.data if attributes else {}
        return op


@irdl_op_definition
class ObjectOp(TsOp):
    """`ts.object @m : !ts.class<@__torch__.M> {training = true}`: an object and its slots.

    If the class has `__setstate__`, the attribute `ts.state` may hold its argument in place of the
    slots.
    """

    name = "ts.object"

    sym_name = prop_def(StringAttr)
    type = prop_def(ClassType)
    slots = prop_def(DictionaryAttr)

    traits = traits_def(SymbolOpInterface(), HasParent(ModuleOp))

    def __init__(self, name: str, class_name: str, slots: Mapping[str, Attribute]) -> None:
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "type": ClassType.get(class_name),
                "slots": DictionaryAttr(slots),
            }
        )

    @property
    def class_name(self) -> str:
        """The qualified name of its class."""
        return self.type.symbol.data

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" : ")
        printer.print_attribute(self.type)
        printer.print_string(" ")
        printer.print_attr_dict(self.slots.data)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name().data
        attributes = parser.parse_optional_attr_dict_with_keyword()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_type()
        if not isinstance(type, ClassType):
            parser.raise_error("expected a class type", position, parser.pos)
        op = cls(name, type.symbol.data, parser.parse_optional_dictionary_attr_dict())
        op.attributes |= attributes.data if attributes else {}
        return op


MODULE_OPS: tuple[type[Operation], ...] = (AttrOp, ClassOp, InterfaceOp, EnumOp, ObjectOp)
