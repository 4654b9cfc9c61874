"""`archive_module`: an archive as IR, including its objects."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.modules import EnumOp
from xdsl_torchscript.frontend.archive.archive import Archive
from xdsl_torchscript.frontend.archive.errors import Place, short_repr
from xdsl_torchscript.frontend.archive.model import PickledEnum
from xdsl_torchscript.frontend.archive.object_ops import object_ops, plain_literal
from xdsl_torchscript.frontend.archive.program import MapLocation, archive_program
from xdsl_torchscript.frontend.script.context import LowerExits
from xdsl_torchscript.frontend.script.program import Program

ROOT = "root"
"""The symbol of the main module's object."""


def archive_module(
    archive: Archive, lower_exits: LowerExits, map_location: MapLocation = None
) -> ModuleOp:
    """Compile every class and function that the main module needs, and add its objects.

    The other arguments are as for `archive_program`. Tensors are names of resources.

    Raises:
        SourceError: for damaged code; further errors are in its `further`.
        ArchiveError: for a value that is not a member of its enum.
    """
    program = archive_program(archive, lower_exits, map_location)
    program.find(archive.root.class_name)
    module = program.compile_all()
    objects = object_ops(archive.root, ROOT, lambda value: _member(archive, program, value))
    module.body.block.add_ops(objects.ops)
    return module


def _member(archive: Archive, program: Program, value: PickledEnum) -> Attribute:
    """Return the symbol of the enum member with this value. Raises ArchiveError."""
    program.find(value.class_name)
    found = member_symbol(program.module, value)
    if found is None:
        odd = f"{short_repr(value.value)} as a member of {short_repr(value.class_name)}"
        raise Place(archive.file, "data.pkl").error(odd, "the value of one")
    return found


def member_symbol(module: ModuleOp, value: PickledEnum) -> SymbolRefAttr | None:
    """Return the symbol of the member with this value of an enum that the module defines."""
    ops = [op for op in module.ops if isinstance(op, EnumOp)]
    found = next((op for op in ops if op.sym_name.data == value.class_name), None)
    members = {} if found is None else found.members
    if isinstance(value.value, int | float | str):
        wanted = plain_literal(value.value)
        for name in (name for name, member in members.items() if member == wanted):
            return SymbolRefAttr(value.class_name, [name])
    return None
