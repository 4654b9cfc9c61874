"""Object files on disk: hits compile nothing, and nothing on disk breaks a call."""

from __future__ import annotations

import errno
import gc
import os
import random
import warnings
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from xdsl_torchscript.dialects.schema.table import register_schema
from xdsl_torchscript.runtime.native import disk_cache
from xdsl_torchscript.runtime.native.disk_cache import DiskCache, sealed, shared_cache
from xdsl_torchscript.runtime.native.engine import ObjectFile
from xdsl_torchscript.runtime.native.object_cache import compile_cached

OBJECT = ObjectFile(b"image\n\0image", ("f", "g"))
OTHER = ObjectFile(b"other", ())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the shared cache, which does not exist yet."""
    monkeypatch.setenv("TS_CACHE_DIR", str(tmp_path / "deep" / "cache"))
    shared_cache.cache_clear()
    return tmp_path / "deep" / "cache"


@pytest.fixture(autouse=True)
def _shared_cache_of_other_tests() -> object:
    yield
    shared_cache.cache_clear()


def never() -> ObjectFile:
    raise AssertionError("compiled again")


def test_a_second_request_compiles_nothing(folder: Path) -> None:
    assert compile_cached("text", lambda: OBJECT) == OBJECT
    assert compile_cached("text", never) == OBJECT
    assert compile_cached("another text", lambda: OTHER) == OTHER
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("part", ["_compiler", "host_target"])
def test_another_compiler_or_processor_compiles_again(
    folder: Path, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_cached("text", lambda: OBJECT)
    monkeypatch.setattr(disk_cache, part, lambda: "another one")
    assert compile_cached("text", lambda: OTHER) == OTHER


@pytest.mark.parametrize(
    "damage",
    [
        lambda key, data: b"",
        lambda key, data: data[:-1],
        lambda key, data: data + b"x",
        lambda key, data: data.replace(b"image", b"imagE"),
        lambda key, data: b"{}" + data,
        lambda key, data: b"[1]\n" + data,
        lambda key, data: b"\xff\n" + data,
        lambda key, data: data.replace(b'"f"', b'"h"'),
        lambda key, data: data.replace(b'["f", "g"]', b'"gf"'),
        lambda key, data: data.replace(b'"needs": []', b'"needs": ["x"]'),
        lambda key, data: b"[" * 100_000 + data,
        lambda key, data: sealed(key, {"needs": []}, b"image"),
    ],
)
def test_a_damaged_entry_is_compiled_again(folder: Path, damage: object) -> None:
    compile_cached("text", lambda: OBJECT)
    (entry,) = folder.iterdir()
    entry.write_bytes(damage(entry.stem, entry.read_bytes()))  # pyright: ignore
    assert compile_cached("text", lambda: OTHER) == OTHER
    assert compile_cached("text", never) == OTHER


def test_an_entry_of_another_program_is_compiled_again(folder: Path) -> None:
    compile_cached("text", lambda: OBJECT)
    (entry,) = folder.iterdir()
    compile_cached("another text", lambda: OTHER)
    (other,) = (path for path in folder.iterdir() if path != entry)
    entry.write_bytes(other.read_bytes())
    assert compile_cached("text", lambda: OBJECT) == OBJECT
    assert compile_cached("text", never) == OBJECT


def test_a_program_with_operators_of_the_user_is_compiled_each_time(folder: Path) -> None:
    register_schema("cached::own(Tensor x) -> Tensor")
    assert compile_cached("%1 = cached.own(%0)", lambda: OBJECT) == OBJECT
    assert compile_cached("%1 = cached.own(%0)", lambda: OTHER) == OTHER
    assert not folder.exists()


@pytest.mark.parametrize("error", [PermissionError("sources"), PackageNotFoundError("xdsl")])
def test_a_compiler_that_cannot_be_named_has_no_cache(
    folder: Path, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> str:
        raise error

    monkeypatch.setattr(disk_cache, "_compiler", fail)
    assert compile_cached("text", lambda: OBJECT) == OBJECT
    assert not folder.exists()


def test_a_full_disk_stores_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*paths: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(os, "replace", fail)
    assert compile_cached("text", lambda: OBJECT) == OBJECT
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_made_stores_nothing(folder: Path) -> None:
    folder.parent.write_text("a file")
    assert compile_cached("text", lambda: OBJECT) == OBJECT
    assert compile_cached("text", lambda: OTHER) == OTHER


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_a_folder_that_others_may_write_is_not_used(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    compile_cached("text", lambda: OBJECT)
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="owners of POSIX")
def test_an_entry_of_another_user_is_not_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_cached("text", lambda: OBJECT)
    monkeypatch.setattr(os, "getuid", lambda: os.stat(folder).st_uid + 1)
    assert compile_cached("text", lambda: OTHER) == OTHER


def test_the_entries_used_last_stay(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "cache", max_bytes=3000)
    for number in range(4):
        cache.write(f"{number}.o", bytes(1000))
        os.utime(cache.folder / f"{number}.o", (number, number))
        cache.read("0.o")
    assert cache.read("0.o") is not None
    assert cache.read("1.o") is None
    (cache.folder / "killed.part").write_bytes(bytes(2500))
    os.utime(cache.folder / "killed.part", (0, 0))
    cache.write("5.json", bytes(1000))
    assert not (cache.folder / "killed.part").exists()


def test_files_are_counted_once_for_many_small_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    monkeypatch.setattr(disk_cache, "_CHANCE", random.Random(0))
    monkeypatch.setattr(DiskCache, "_evict", lambda self: counted.append(1))
    cache = DiskCache(tmp_path, max_bytes=64000)
    for number in range(1000):
        cache.write(f"{number}.o", bytes(10))
    assert 5 <= len(counted) <= 20  # the mean is 10
    counted.clear()
    cache.write("large.o", bytes(1000))
    assert counted == [1]


def test_a_file_that_another_process_removes_leaves_no_open_folder(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, max_bytes=100)
    for name in ("a.o", "b.o", "c.o"):  # As if each were removed between the name and its size.
        (tmp_path / name).symlink_to(tmp_path / "removed")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cache.write("d.o", b"data")
        gc.collect()
    assert [str(warning.message) for warning in caught] == []
    assert cache.read("d.o") == b"data"


def test_a_file_that_another_process_removes_does_not_keep_the_others(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, max_bytes=100)
    (tmp_path / "removed.o").symlink_to(tmp_path / "nowhere")
    for number in range(3):
        cache.write(f"{number}.o", bytes(100))
    assert len([path for path in tmp_path.iterdir() if path.exists()]) == 1


def test_a_read_only_file_system_has_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise OSError(errno.EROFS, "read-only file system")

    cache = DiskCache(tmp_path)
    cache.write("a.o", b"data")
    monkeypatch.setattr(os, "utime", refuse)
    assert cache.read("a.o") == b"data"


def test_an_empty_name_of_the_folder_disables_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TS_CACHE_DIR", "")
    shared_cache.cache_clear()
    assert shared_cache() is None
    assert compile_cached("text", lambda: OBJECT) == OBJECT


def test_the_default_folder_is_in_that_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TS_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    shared_cache.cache_clear()
    compile_cached("text", lambda: OBJECT)
    assert len(list((tmp_path / "xdsl-torchscript").iterdir())) == 1
