"""Write tests/unit/data/zoo.tar.xz: a small version of every model of the zoo, as a script, with
PyTorch's results. The records of the archives are stored, so that they are compressed together.

Paths get into archives, so run it through links with neutral names, and with PYTHONHASHSEED=0 for
the same bytes each time: `/opt/pytorch/bin/python /opt/pytorch/gen_zoo.py FOLDER`.
"""

import io
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent / "zoo"))

from families import ZOO
from saving import write


def store_uncompressed(data: bytes) -> bytes:
    """Return an archive with the same records, uncompressed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            target.writestr(zipfile.ZipInfo(name), source.read(name))
    return stream.getvalue()


def add(file: tarfile.TarFile, name: str, data: bytes) -> None:
    """Add an entry without owner and time."""
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    file.addfile(entry, io.BytesIO(data))


def main() -> None:
    torch.set_num_threads(1)
    target = Path(sys.argv[1]) / "zoo.tar.xz"
    with tarfile.open(target, "w:xz", preset=9) as file, tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        for model in ZOO.values():
            path = folder / write(folder, model, "script", "eval", "float32", small=True)
            add(file, f"{model.name}.pt", store_uncompressed(path.with_suffix(".pt").read_bytes()))
            add(file, f"{model.name}.json", path.with_suffix(".json").read_bytes())


if __name__ == "__main__":
    main()
