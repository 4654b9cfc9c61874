"""The definitions of a program that an object and its methods do not use."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects.builtin import DictionaryAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.modules import ClassOp, EnumOp, InterfaceOp, ObjectOp
from xdsl_torchscript.dialects.prim import GetAttrOp, HasAttrOp, SetAttrOp
from xdsl_torchscript.dialects.symbol_names import SymbolNames
from xdsl_torchscript.lowering.ts.program_objects import objects_of

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
    accesses = (op for op in module.walk() if isinstance(op, GetAttrOp | SetAttrOp | HasAttrOp))
    used = {op.attribute.data for op in accesses}
    classes = [op for op in module.ops if isinstance(op, ClassOp) and op.is_module]
    for owner in classes:
        kept = {*used, *(keep if owner.sym_name.data == root.class_name else ())}
        for name, attr in owner.attrs.items():
            if name not in kept:
                Rewriter.erase_op(attr)
        for made in objects_of(module).values():
            if made.class_name == owner.sym_name.data:
                slots = {n: value for n, value in made.slots.data.items() if n in owner.attrs}
                made.slots = DictionaryAttr(slots)
