"""Files other than program archives are named in errors."""

from __future__ import annotations

import gzip
import io
import tarfile

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import read_archive
from xdsl_torchscript.frontend.archive.foreign import kind_of_records

LEGACY = b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03."


def tar() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as file:
        file.addfile(tarfile.TarInfo("model.pt"))
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x80\x04K\x01.", "a Python pickle"),
        (gzip.compress(b"PK", mtime=0), "compressed by gzip; unpack it"),
        (tar(), "a tar archive; unpack it"),
        (b"\x89HDF\r\n\x1a\n" + b"\0" * 90, "an HDF5 file"),
        ((16).to_bytes(8, "little") + b'{"w":{"dtype":1}}', "a safetensors file"),
        (b"version https://git-lfs.github.com/spec/v1\n", "run 'git lfs pull'"),
        (b"<!DOCTYPE html><html>", "a web page instead"),
        (b"nothing that is known", "no zip directory at the end"),
        (b"\x80", "no zip directory at the end"),
    ],
)
def test_files_that_are_no_zip_files(data: bytes, kind: str) -> None:
    with pytest.raises(ts.ArchiveError) as caught:
        ts.load(data)
    assert kind in str(caught.value)


def test_values_without_a_program() -> None:
    with pytest.raises(ts.ArchiveError) as caught:
        read_archive(LEGACY)
    assert "a file of torch.save before 1.6: values without a program" in str(caught.value)
    assert "ts.load reads them" in str(caught.value)


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ({"data.pkl", "version"}, "a file of torch.save: values without a program"),
        ({"archive_format", "models/model.json"}, "a program of torch.export"),
        ({"a.txt"}, "a zip file without data.pkl and constants.pkl"),
    ],
)
def test_zip_files_of_others(names: set[str], kind: str) -> None:
    assert kind in kind_of_records(names)
