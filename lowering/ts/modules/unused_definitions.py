"""The definitions of a program that an object and its methods do not use."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from xdsl.dialects.builtin import DictionaryAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.modules import ClassOp, EnumOp, InterfaceOp, ObjectOp
from xdsl_torchscript.dialects.prim import GetAttrOp, HasAttrOp, SetAttrOp
from xdsl_torchscript.dialects.symbol_names import SymbolNames
from xdsl_torchscript.dialects.types import ClassType
from xdsl_torchscript.lowering.core.walk import is_class_of, nested_operations
from xdsl_torchscript.lowering.ts.modules.program_objects import objects_of

_Access = GetAttrOp | SetAttrOp | HasAttrOp
_ACCESSES = (GetAttrOp, SetAttrOp, HasAttrOp)
_DEFINITIONS = (ClassOp, InterfaceOp, EnumOp, ObjectOp, FuncOp)


def drop_unused(module: ModuleOp, root: ObjectOp, keep: Collection[str]) -> None:
    """Erase the attributes, objects, classes and functions that `root` does not need. Its own
    attributes of the names `keep` stay."""
    _drop_attributes(module, root, keep)
    # The symbols that `root` refers to, directly or not.
    definitions = {op.sym_name.data: op for op in module.ops if isinstance(op, _DEFINITIONS)}
    names, used, pending = SymbolNames(), set[str](), [root.sym_name.data]
    while pending:
        name = pending.pop()
        if name not in used and name in definitions:
            used.add(name)
            pending += names.collect(definitions[name])
    for op in list(module.ops):
        if isinstance(op, _DEFINITIONS) and op.sym_name.data not in used:
            Rewriter.erase_op(op)


def _drop_attributes(module: ModuleOp, root: ObjectOp, keep: Collection[str]) -> None:
    accesses = (op for op in nested_operations(module) if is_class_of(_ACCESSES, type(op)))
    used = {_accessed(cast(_Access, op)) for op in accesses}
    attributes: dict[str, Collection[str]] = {}
    for owner in (op for op in module.ops if isinstance(op, ClassOp) and op.is_module):
        class_name = owner.sym_name.data
        kept = {name for holder, name in used if holder in (class_name, None)}
        kept |= {*keep} if class_name == root.class_name else set()
        attributes[class_name] = kept & owner.attrs.keys()
        for name, attr in owner.attrs.items():
            if name not in kept:
                Rewriter.erase_op(attr)
    for made in objects_of(module).values():
        if made.class_name in attributes:
            left = attributes[made.class_name]
            slots = {name: value for name, value in made.slots.data.items() if name in left}
            made.slots = DictionaryAttr(slots)


def _accessed(op: _Access) -> tuple[str | None, str]:
    """Return the class and the attribute that `op` accesses; no class if its object's type leaves
    that open."""
    type = op.object.type
    return type.symbol.data if isinstance(type, ClassType) else None, op.attribute.data
