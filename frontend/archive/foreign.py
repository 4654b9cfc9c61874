"""Recognition of files that are not program archives, by their first bytes or record names."""

from __future__ import annotations

from collections.abc import Container, Mapping

_VALUES = (
    "values without a program (ts.load reads them; to run the model, script or trace it in "
    "PyTorch, then torch.jit.save it)"
)
_BEGINNINGS: Mapping[bytes, str] = {
    b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.": f"a file of torch.save before 1.6: {_VALUES}",
    b"\x80\x02": "a Python pickle",
    b"\x80\x03": "a Python pickle",
    b"\x80\x04": "a Python pickle",
    b"\x80\x05": "a Python pickle",
    b"\x1f\x8b": "a file compressed by gzip; unpack it first",
    b"\xfd7zXZ\x00": "a file compressed by xz; unpack it first",
    b"BZh": "a file compressed by bzip2; unpack it first",
    b"\x28\xb5\x2f\xfd": "a file compressed by zstd; unpack it first",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive; unpack it first",
    b"\x89HDF\r\n\x1a\n": "an HDF5 file, as Keras writes",
    b"\x93NUMPY": "a numpy array",
    b"GGUF": "a GGUF file, weights without a program",
    b"version https://git-lfs": "a git-lfs pointer, not the file; run 'git lfs pull'",
    b"<!DOCTYPE": "a web page instead of the file",
    b"<!doctype": "a web page instead of the file",
    b"<html": "a web page instead of the file",
}
_MARKS: Mapping[tuple[int, bytes], str] = {
    **{(0, beginning): kind for beginning, kind in _BEGINNINGS.items()},
    (257, b"ustar"): "a tar archive; unpack it first",
    (8, b'{"'): "a safetensors file, weights without a program",
}
_RECORDS: Mapping[str, str] = {
    "data.pkl": f"a file of torch.save: {_VALUES}",
    ".data/extern_modules": "a package of torch.package",
    "archive_format": "a program of torch.export",
    "models/model.json": "a program of torch.export",
    "serialized_exported_program.json": "a program of torch.export",
}
WANTED = "an archive that torch.jit.save wrote"


def kind_of_bytes(data: memoryview) -> str | None:
    """Return the kind of a file that is not a zip file, None if unrecognised."""
    for (offset, mark), kind in _MARKS.items():
        if bytes(data[offset : offset + len(mark)]) == mark:
            return kind
    return None


def kind_of_records(names: Container[str]) -> str:
    """Return the kind of a zip file without a program."""
    for name, kind in _RECORDS.items():
        if name in names:
            return kind
    return "a zip file without data.pkl and constants.pkl, and without model.json"
