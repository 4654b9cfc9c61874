"""The part of a program that an archive needs: the definitions of its objects, with full names.

Definitions of an archive are below `__torch__`. A program compiled from a text uses the text's
names; `f` becomes `__torch__.f`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    i1,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue

from xdsl_torchscript.dialects.annotation_text import is_anonymous
from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.modules import AttrOp, ClassOp, EnumOp, InterfaceOp
from xdsl_torchscript.dialects.symbol_names import SymbolNames
from xdsl_torchscript.dialects.tensor_type import is_array
from xdsl_torchscript.dialects.types import ClassType, NamedTupleType, SymbolType
from xdsl_torchscript.lowering.ts.modules.program_objects import classes_in
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.runtime.graph_view.drafts import has_drafts, resolve_in_place
from xdsl_torchscript.runtime.modules.definitions import ProgramDefinitions, symbol_in

ROOT = "__torch__"
PLACEHOLDER = f"{ROOT}.PlaceholderModule"
"""The class under which PyTorch saves a function, as its `forward`."""

_DefinitionOp = ClassOp | EnumOp | InterfaceOp | FuncOp


def full_name(name: str) -> str:
    """Return the name below `__torch__`, whose parts are identifiers.

    A module of an archive with a model.json may be called `0`.
    """
    below = name.removeprefix(f"{ROOT}.")
    words = (p if p.isidentifier() else "_" + re.sub(r"\W", "_", p) for p in below.split("."))
    return ".".join([ROOT, *words])


class SavedProgram:
    """Compiled copies of the definitions that `roots` need.

    `module` contains them, with full names. Raises SourceError if one of them does not compile.
    """

    def __init__(self, definitions: ProgramDefinitions, roots: Iterable[str]) -> None:
        self._definitions = definitions
        self._names = SymbolNames()
        self._renaming = _Renaming(self._names)
        found: dict[_DefinitionOp, Iterable[str]] = {}
        pending = [*reversed([*roots])]
        seen = set(pending)
        while pending:
            op = self._definition(pending.pop())
            if op is None:
                continue
            found[op] = names = self._names.collect(op)
            new = [name for name in names if name not in seen]
            seen.update(new)
            pending.extend(reversed(new))
        self.module = ModuleOp([self._copy(op, names) for op, names in found.items()])

    @cached_property
    def classes(self) -> dict[str, ClassOp]:
        """The copied classes by full name."""
        return classes_in(self.module)

    def function(self, name: str) -> FuncOp:
        """Return the copied function of that full name."""
        ops = (op for op in self.module.ops if isinstance(op, FuncOp))
        return next(op for op in ops if op.sym_name.data == name)

    def type(self, given: Attribute) -> Attribute:
        """Return a type of the program, with full names."""
        return self._renaming.attribute(given)

    def _definition(self, name: str) -> _DefinitionOp | None:
        """Return the definition, of a class with all its methods.

        Return None for names without a definition, such as a NamedTuple's.
        """
        for find in (self._function, self._class, self._definitions.interface_op, self._enum):
            try:
                return find(name)
            except KeyError:
                continue
        return None

    def _function(self, name: str) -> FuncOp:
        return self._definitions.function(name)

    def _class(self, name: str) -> ClassOp:
        op = self._definitions.class_op(name)
        for method in self._definitions.method_names(name):
            self._definitions.method(name, method)
        return op

    def _enum(self, name: str) -> EnumOp:
        op = symbol_in(self._definitions.module, name)
        if not isinstance(op, EnumOp):
            raise KeyError(name)
        return op

    def _copy(self, op: _DefinitionOp, names: Iterable[str]) -> _DefinitionOp:
        copy = op.clone()
        if not all(map(_is_full, names)):
            for copied in copy.walk():
                self._renaming.operation(copied)
        for original, function in zip(_functions_in(op), _functions_in(copy), strict=True):
            if has_drafts(original):
                resolve_in_place(function)
        copy.sym_name = StringAttr(full_name(op.sym_name.data))
        return copy


def _is_full(name: str) -> bool:
    return name == full_name(name)


def _functions_in(definition: _DefinitionOp) -> list[FuncOp]:
    """Return the methods of a class, or the function that a definition is."""
    ops = definition.body.ops if isinstance(definition, ClassOp) else [definition]
    return [op for op in ops if isinstance(op, FuncOp)]


class _Renaming:
    """Replaces names in ops and attributes by full names."""

    def __init__(self, names: SymbolNames) -> None:
        self._names = names
        self._known: dict[Attribute, Attribute] = {}

    def operation(self, op: Operation) -> None:
        op.properties = {k: self.attribute(v) for k, v in op.properties.items()}
        op.attributes = {k: self.attribute(v) for k, v in op.attributes.items()}
        values: list[SSAValue] = [*op.results]
        values += [arg for region in op.regions for block in region.blocks for arg in block.args]
        for value in values:
            type = self.attribute(value.type)
            if type != value.type:
                retype(value, type)

    def attribute(self, given: Attribute) -> Attribute:
        if all(map(_is_full, self._names.inside(given))):
            return given
        known = self._known.get(given)
        if known is None:
            known = self._known[given] = self._rename(given)
        return known

    def _rename(self, given: Attribute) -> Attribute:
        if isinstance(given, SymbolRefAttr):
            nested = [part.data for part in given.nested_references]
            return SymbolRefAttr(full_name(given.root_reference.data), nested)
        if isinstance(given, SymbolType):
            return type(given).get(full_name(given.symbol.data))
        if is_array(given):
            return ArrayAttr([self.attribute(part) for part in given.data])
        if isinstance(given, DictionaryAttr):
            return DictionaryAttr({k: self.attribute(v) for k, v in given.data.items()})
        if not isinstance(given, ParametrizedAttribute):
            return given
        made = given.new([self.attribute(part) for part in given.parameters])
        if not isinstance(made, NamedTupleType) or is_anonymous(made):
            return made
        _, *others = made.parameters
        return made.new([StringAttr(full_name(made.symbol.data)), *others])


def placeholder(function: FuncOp) -> ClassOp:
    """Return a class of modules whose `forward` is the function."""
    forward = function.clone()
    type, inputs = ClassType.get(PLACEHOLDER), function.function_type.inputs.data
    this = forward.body.block.insert_arg(type, 0)
    this.name_hint = "self"
    forward.sym_name = StringAttr("forward")
    forward.function_type = FunctionType.from_lists(
        [type, *inputs], function.function_type.outputs.data
    )
    if function.arg_attrs is not None:
        forward.arg_attrs = ArrayAttr([DictionaryAttr({}), *function.arg_attrs])
    op = ClassOp(PLACEHOLDER, True, [AttrOp("training", i1), forward])
    op.location = function.location
    return op
