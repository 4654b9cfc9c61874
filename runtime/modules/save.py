"""`save`: write modules and functions as archives that PyTorch loads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TypeAlias

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FileLineColLoc,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import ClassType, StrType, TensorType
from xdsl_torchscript.frontend.archive import ArchiveContents, write_archive
from xdsl_torchscript.frontend.archive.model import DebugRange
from xdsl_torchscript.frontend.archive.writer import ArchiveDestination
from xdsl_torchscript.frontend.python_text import print_program
from xdsl_torchscript.frontend.source import line_at
from xdsl_torchscript.runtime.errors import SaveError
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.saved_program import (
    PLACEHOLDER,
    SavedProgram,
    full_name,
    placeholder,
)
from xdsl_torchscript.runtime.modules.saved_storages import tensor_layout
from xdsl_torchscript.runtime.modules.saved_values import SavedValues, Snapshot
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

ExtraFiles: TypeAlias = Mapping[str, str | bytes]


class Savable:
    """Base of ScriptModule and ScriptFunction."""

    __slots__ = ()

    def save(self, target: ArchiveDestination, extra_files: ExtraFiles | None = None) -> None:
        """Write an archive that PyTorch loads. Raises as `ts.save`."""
        raise NotImplementedError

    def save_to_buffer(self, extra_files: ExtraFiles | None = None) -> bytes:
        """Return the bytes of the archive that `save` writes."""
        buffer = BytesIO()
        self.save(buffer, extra_files)
        return buffer.getvalue()


def save(
    program: Savable,
    target: ArchiveDestination,
    extra_files: ExtraFiles | None = None,
    *,
    _extra_files: ExtraFiles | None = None,
) -> None:
    """Write a ScriptModule or a ScriptFunction to a path or a binary file, like `torch.jit.save`.
    `extra_files` (PyTorch: `_extra_files`) are added.

    All methods are compiled. Tensors that share memory share it in the archive. Equal programs give
    equal bytes. A path is replaced once the file is complete.

    Raises:
        SaveError: for attributes that an archive cannot represent.
        SourceError: if a method does not compile.
        PythonPrintError: for IR that serialized code cannot express.
        OSError: if the file cannot be written.
    """
    write = getattr(program, "save", None)
    if write is None:
        raise TypeError(
            f"cannot save '{type(program).__name__}': expected a ScriptModule or ScriptFunction "
            "(use ts.script or ts.trace first)"
        )
    write(target, extra_files or _extra_files)


def save_object(
    program: LinkedProgram, root: Object, target: ArchiveDestination, extra_files: ExtraFiles | None
) -> None:
    """Write a module of a program. Raises as `save`."""
    snapshot = Snapshot.of(program, root, *program.constant_objects.values())
    saved = SavedProgram(program.definitions, snapshot.classes)
    roots = [full_name(name) for name in snapshot.classes]
    _write(_Contents(program, saved, snapshot, roots).build(root), target, extra_files)


def save_function(
    program: LinkedProgram, name: str, target: ArchiveDestination, extra_files: ExtraFiles | None
) -> None:
    """Write a function of a program, as a module that PyTorch calls. Raises as `save`."""
    saved = SavedProgram(program.definitions, [name])
    saved.module.body.block.add_op(placeholder(saved.function(full_name(name))))
    root = Object(PLACEHOLDER, {"training": True})
    _write(_Contents(program, saved, Snapshot(), [PLACEHOLDER]).build(root), target, extra_files)


def _write(
    contents: ArchiveContents, target: ArchiveDestination, extra_files: ExtraFiles | None
) -> None:
    extra = {
        name: data.encode() if isinstance(data, str) else data
        for name, data in (extra_files or {}).items()
    }
    write_archive(replace(contents, extra_files=extra), target)


@dataclass
class _Contents:
    program: LinkedProgram
    saved: SavedProgram
    snapshot: Snapshot
    roots: Sequence[str]

    def build(self, root: Object) -> ArchiveContents:
        printed = print_program(self.saved.module, self.roots)
        constants = [self._constant(attribute) for attribute in printed.constants]
        tensors = [value for value, _ in constants if isinstance(value, Tensor)]
        layout = tensor_layout([*self.snapshot.tensors, *tensors])
        values = SavedValues(self.saved, self.snapshot, layout)
        return ArchiveContents(
            root=values.object(root),
            sources={f"code/{path}": text for path, text in printed.sources.items()},
            constants=tuple(values.value(*constant) for constant in constants),
            storage_records=layout.storage_records,
            storages=layout.arrays,
            debug_ranges={
                f"code/{path}": tuple(_ranges(rows)) for path, rows in printed.ranges.items()
            },
        )

    def _constant(self, attribute: Attribute) -> tuple[Value, Attribute]:
        """Return the value and type of a constant `CONSTANTS.c0` of the code."""
        if isinstance(attribute, StringAttr):
            return attribute.data, StrType()
        if attribute.__class__ in (DenseResourceAttr, DenseIntOrFPElementsAttr):
            return literal(attribute, TensorType.get(), self.program), TensorType.get()
        if isinstance(attribute, SymbolRefAttr):
            value = self.program.object(attribute.root_reference.data)
            return value, ClassType.get(full_name(value.class_name))
        raise SaveError(f"a constant of the code is {attribute}, which archives cannot store")


_OF_AN_ARCHIVE = re.compile(r".*:(code|libs)/[^:]*\.py|.*:model\.json")


def _ranges(rows: Iterable[tuple[int, FileLineColLoc]]) -> Iterator[DebugRange]:
    """Yield the ranges that differ from the previous one."""
    last: DebugRange | None = None
    for offset, at in rows:
        # Spaces replace a line whose text is unknown. Code of another archive without recorded
        # origin has no range.
        file = at.filename.data
        if _OF_AN_ARCHIVE.fullmatch(file):
            found = DebugRange(offset, "", None, 0, 0, 0)
        else:
            column = max(at.column.data - 1, 0)
            text = (line_at(at) or "").ljust(column)
            start = len(text[:column].encode())
            found = DebugRange(offset, text, file, at.line.data, start, start)
        if last is None or replace(last, offset=offset) != found:
            yield found
        last = found
