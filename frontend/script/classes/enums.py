"""Uses of a program's enums and named tuples."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ArrayAttr, SymbolRefAttr
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.modules import EnumOp
from xdsl_torchscript.dialects.prim import ConstantOp, TupleConstructOp
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import EnumType, ListType, NamedTupleType
from xdsl_torchscript.frontend.graph_text.literals import write_literal
from xdsl_torchscript.frontend.graph_text.values import to_literal
from xdsl_torchscript.frontend.script.annotations import parts_of_types
from xdsl_torchscript.frontend.script.applicable import Applicable, ClassLikeValue, IterableValue
from xdsl_torchscript.frontend.script.calls import call
from xdsl_torchscript.frontend.script.context import Context, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.definitions import (
    DeclaredSignature,
    EnumDefinition,
    NamedTupleDefinition,
    ParameterDefinition,
)
from xdsl_torchscript.frontend.script.functions import bind_arguments
from xdsl_torchscript.frontend.script.syntax import TOO_DEEP
from xdsl_torchscript.frontend.source import SourceError


@dataclass(frozen=True)
class EnumValue(ClassLikeValue, IterableValue):
    """An enum: its members by name, and an iterable of them."""

    definition: EnumDefinition

    @property
    def type(self) -> EnumType:
        return EnumType.get(self.definition.name)

    def describe(self) -> str:
        return f"the enum '{self.definition.name}'"

    def annotation(self) -> Attribute | None:
        return self.type

    def member(self, name: str) -> SugaredValue | None:
        return _EnumMemberValue(self, name) if name in self.definition.members else None

    def symbol(self, name: str) -> SymbolRefAttr:
        """Return the symbol in constants of the member."""
        return SymbolRefAttr(self.definition.name, [name])

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        if name not in self.definition.members:
            names = ", ".join(self.definition.members) or "none"
            raise c.error(f"{self.describe()} has no member '{name}'; there are {names}", node)
        return SimpleValue(c.insert(ConstantOp(self.symbol(name), self.type)).result)

    def to_list(self, c: Context) -> SSAValue:
        members = ArrayAttr([self.symbol(name) for name in self.definition.members])
        return c.insert(ConstantOp(members, ListType(self.type))).result

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        message = f"{self.describe()} cannot be called"
        member = next(iter(self.definition.members), "MEMBER")
        example = f"{self.definition.name.rpartition('.')[2]}.{member}"
        raise c.error(f"{message}; write a member, such as {example}", node)

    def attribute_of(self, c: Context, value: SSAValue, name: str, node: ast.AST) -> SugaredValue:
        if name == "name":
            return SimpleValue(call(c, "prim::EnumName", [value]))
        if name != "value":
            raise c.error(f"a member of an enum has 'name' and 'value', not '{name}'", node)
        type = self.definition.value_type
        found = schema_op(f"prim.EnumValue.{spell(type)}")
        return SimpleValue(c.insert(found.create(operands=[value], result_types=[type])).results[0])

    def set_attribute(
        self,
        c: Context,
        value: SSAValue,
        name: str,
        new: SSAValue,
        node: ast.AST,
        declared: Attribute | None = None,
    ) -> None:
        raise c.error("members of an enum are read-only", node)

    def op(self) -> EnumOp:
        own = self.definition
        return EnumOp(own.name, own.value_type, own.members)


@dataclass(frozen=True)
class _EnumMemberValue(SugaredValue):
    """A member of an enum by its qualified name."""

    enum: EnumValue
    name: str

    def describe(self) -> str:
        return f"'{self.name}' of {self.enum.describe()}"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        return c.insert(ConstantOp(self.enum.symbol(self.name), self.enum.type)).result

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        return self.enum.attribute_of(c, self.value(c, node), name, node)


_MOST_PARTS = 2_000
"""The limit on parts of nested tuples: a short text may define a type too large to walk."""


@dataclass(eq=False)
class NamedTupleConstructor(Applicable):
    """A named tuple; calling it constructs one."""

    definition: NamedTupleDefinition
    _fields: tuple[ParameterDefinition, ...] | None = None
    _failed: SourceError | None = None
    _running: bool = False

    def describe(self) -> str:
        return f"the named tuple '{self.definition.name}'"

    def fields(self) -> tuple[ParameterDefinition, ...]:
        """Return the fields. Raises SourceError if the tuple contains itself."""
        if self._failed is not None:
            raise self._failed
        if self._fields is None:
            try:
                self._fields = self._collect_fields()
            except SourceError as error:
                self._failed = error
                raise
        return self._fields

    def _collect_fields(self) -> tuple[ParameterDefinition, ...]:
        own = self.definition
        if self._running:
            raise own.script.error(f"{self.describe()} contains itself", own.node)
        self._running = True
        try:
            fields = tuple(own.fields())
        except RecursionError as error:
            raise own.script.error(TOO_DEEP, own.node) from error
        finally:
            self._running = False
        if parts_of_types((field.type for field in fields), _MOST_PARTS) > _MOST_PARTS:
            message = f"{self.describe()} has more than {_MOST_PARTS} fields when written out"
            raise own.script.error(message, own.node)
        return fields

    def annotation(self) -> Attribute | None:
        fields = self.fields()
        known = [(f.default.literal, f.type) for f in fields if f.default is not None]
        defaults = [
            "None" if literal is None else write_literal(to_literal(literal, type))
            for literal, type in known
        ]
        rows = [(field.name, field.type) for field in fields]
        return NamedTupleType.get(self.definition.name, rows, defaults)

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        type = self.annotation()
        signature = DeclaredSignature(self.fields(), type)
        values = bind_arguments(c, self.definition.name, signature, args, kwargs, node)
        made = TupleConstructOp(values, type if isinstance(type, NamedTupleType) else None)
        return SimpleValue(c.insert(made).result)
