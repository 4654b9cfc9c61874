"""`read_archive`: finds out which layout a file has, and reads it."""

from __future__ import annotations

from xdsl_torchscript.frontend.archive.archive import Archive
from xdsl_torchscript.frontend.archive.container import ArchiveSource, open_container
from xdsl_torchscript.frontend.archive.foreign import WANTED, kind_of_records
from xdsl_torchscript.frontend.archive.json_layout import read_json_layout
from xdsl_torchscript.frontend.archive.limits import DEFAULT_LIMITS, Limits
from xdsl_torchscript.frontend.archive.pickled_layout import read_pickled


def read_archive(source: ArchiveSource, limits: Limits = DEFAULT_LIMITS) -> Archive:
    """Reads what torch.jit.save wrote: a path, bytes, or a file open for reading in binary.

    Nothing of the file is executed, and the file is not changed. Storages of a file on disk are
    mapped into memory, and private to the process. ArchiveError for anything that is not a whole
    archive within `limits`; OSError where the file cannot be opened or read.
    """
    container = open_container(source, limits)
    if "model.json" in container:
        return read_json_layout(container)
    if "constants.pkl" in container:
        return read_pickled(container)
    raise container.place.error(kind_of_records(container), WANTED)
