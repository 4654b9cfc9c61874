"""`allow_writing`: permit programs to write files with `torch.save`."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.types import AnyType
from xdsl_torchscript.frontend.archive import ArchiveContents, PickledObject
from xdsl_torchscript.frontend.archive.writer import write_values
from xdsl_torchscript.runtime.modules.definitions import ModuleDefinitions
from xdsl_torchscript.runtime.modules.saved_program import SavedProgram
from xdsl_torchscript.runtime.modules.saved_storages import tensor_layout
from xdsl_torchscript.runtime.modules.saved_values import SavedValues, Snapshot
from xdsl_torchscript.runtime.operators.language.saving import WRITE
from xdsl_torchscript.runtime.values import Value


@contextmanager
def allow_writing(folder: str | os.PathLike[str]) -> Generator[None]:
    """Permit programs that run inside the block to write files below a folder with `torch.save`.

    Paths of the program are relative to the folder. A path outside it raises RuntimeFault, as does
    a value with objects of classes.
    """
    root = Path(folder).resolve()

    def write(value: Value, filename: str) -> None:
        path = (root / filename).resolve()
        if not path.is_relative_to(root):
            raise PermissionError(f"'{filename}' is outside of '{root}', where writing is allowed")
        snapshot = Snapshot.of(None, value)
        layout = tensor_layout(snapshot.tensors)
        values = SavedValues(SavedProgram(ModuleDefinitions(ModuleOp([])), []), snapshot, layout)
        contents = ArchiveContents(
            root=PickledObject("", {}),
            storage_records=layout.storage_records,
            storages=layout.arrays,
        )
        write_values(values.value(value, AnyType()), contents, path)

    before = WRITE.set(write)
    try:
        yield
    finally:
        WRITE.reset(before)
