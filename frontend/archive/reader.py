"""`read_archive` and `read_file`: find out which layout a file has, and read it."""

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
    """Read what torch.jit.save wrote: a path, bytes, or a file open for reading in binary.

    Nothing of the file is executed, and the file is not changed. Storages of a file on disk are
    mapped into memory, and private to the process. ArchiveError for anything that is not a whole
    archive within `limits`; OSError where the file cannot be opened or read.
    """
    container = read_container(open_source(source), limits)
    archive = _archive(container, lenient=False)
    if archive is None:
        raise container.place.error(kind_of_records(container), WANTED)
    return archive


def read_file(
    source: ArchiveSource, limits: Limits = DEFAULT_LIMITS, *, lenient: bool = False
) -> Archive | Checkpoint:
    """Read what torch.jit.save or torch.save wrote; everything else as `read_archive`.

    A `lenient` reading of an archive keeps what it does not know, as quantised and sparse tensors,
    as records that can be looked at. A checkpoint is always read so.
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
    """Whether the bytes begin as a file of torch.jit.save or torch.save does."""
    return data.startswith((LOCAL_MAGIC, MAGIC))


def _archive(container: Container, lenient: bool) -> Archive | None:
    if "model.json" in container:
        return read_json_layout(container, lenient)
    return read_pickled(container, lenient) if "constants.pkl" in container else None
