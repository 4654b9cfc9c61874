"""`read_archive` and `read_file`: detect a file's layout, and read it."""

from __future__ import annotations

from xdsl_torchscript.frontend.archive.archive import Archive
from xdsl_torchscript.frontend.archive.checkpoint import Checkpoint, read_zip_checkpoint
from xdsl_torchscript.frontend.archive.container import (
    ArchiveSource,
    Container,
    open_source,
    read_container,
)
from xdsl_torchscript.frontend.archive.foreign import WANTED, kind_of_records
from xdsl_torchscript.frontend.archive.json_layout import read_json_layout
from xdsl_torchscript.frontend.archive.legacy_checkpoint import MAGIC, read_legacy_checkpoint
from xdsl_torchscript.frontend.archive.limits import DEFAULT_LIMITS, Limits
from xdsl_torchscript.frontend.archive.pickled_layout import read_pickled
from xdsl_torchscript.frontend.archive.zip_directory import LOCAL_MAGIC


def read_archive(source: ArchiveSource, limits: Limits = DEFAULT_LIMITS) -> Archive:
    """Read an archive of torch.jit.save: a path, bytes, or a file open for reading in binary.

    Nothing of the file is executed, and the file is not changed. Storages of a file on disk are
    mapped into memory, private to the process. Raises ArchiveError for anything but a whole archive
    within `limits`, and OSError if the file cannot be read.
    """
    container = read_container(open_source(source), limits)
    archive = _archive(container, lenient=False)
    if archive is None:
        raise container.place.error(kind_of_records(container), WANTED)
    return archive


def read_file(
    source: ArchiveSource, limits: Limits = DEFAULT_LIMITS, *, lenient: bool = False
) -> Archive | Checkpoint:
    """Read a file of torch.jit.save or torch.save; otherwise as `read_archive`.

    With `lenient`, unknown values such as quantised and sparse tensors become opaque records.
    Checkpoints are always read leniently.
    """
    opened = open_source(source)
    if bytes(opened.data[: len(MAGIC)]) == MAGIC:
        return read_legacy_checkpoint(opened, limits)
    container = read_container(opened, limits)
    archive = _archive(container, lenient)
    if archive is not None:
        return archive
    if "data.pkl" in container:
        return read_zip_checkpoint(container)
    raise container.place.error(kind_of_records(container), WANTED)


def is_of_torch(data: bytes) -> bool:
    """Return whether the bytes begin like a file of torch.jit.save or torch.save."""
    return data.startswith((LOCAL_MAGIC, MAGIC))


def _archive(container: Container, lenient: bool) -> Archive | None:
    if "model.json" in container:
        return read_json_layout(container, lenient)
    return read_pickled(container, lenient) if "constants.pkl" in container else None
