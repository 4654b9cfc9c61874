"""Files on disk that a machine computes once.

    cache = shared_cache()
    cache.write("name.o", data)
    cache.read("name.o")                    # the data, None if there is none

The folder is `TS_CACHE_DIR`, by default `xdsl-torchscript` in the user's cache folder; an empty
variable disables the cache. A file is written under another name and renamed, so processes may
share a folder. Files of other users are never read, and folders that other users may write are not
used. Readers check the data: `sealed` puts a hash before it, which covers the key, and `opened`
returns None for damaged data, and for that of another key.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.runtime.native.target import host_target

MAX_BYTES = 256 << 20
_CHANCE = random.Random()
_SCANS = 64
"""The counts of all files, on average, while as many bytes are written as may stay. One of ten
thousand files takes 0.1 seconds."""
_SUFFIXES = (".o", ".json", ".part")
_PACKAGE = str(Path(__file__).parents[2])
_COMPILER = ("dialects", "frontend", "lowering", "runtime")
"""The folders whose code determines the machine code of a function."""


@dataclass(frozen=True)
class DiskCache:
    """The files in a folder, about `max_bytes` of them: those used last stay."""

    folder: Path
    max_bytes: int = MAX_BYTES

    def read(self, name: str) -> bytes | None:
        """Return the data of a file, None if there is none."""
        path = self.folder / name
        try:
            with path.open("rb") as file:
                if os.fstat(file.fileno()).st_uid != _user():
                    return None
                data = file.read()
        except OSError:
            return None
        with suppress(OSError):  # The file system may be read-only.
            os.utime(path)
        return data

    def write(self, name: str, data: bytes) -> None:
        """Write a file. A full disk or a read-only folder stores nothing."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            stat = self.folder.stat()
            if stat.st_uid != _user() or stat.st_mode & 0o022:  # others can write it
                return
            self._write(self.folder / name, data)
            if _CHANCE.random() * self.max_bytes < _SCANS * len(data):
                self._evict()
        except OSError:
            pass

    def _write(self, path: Path, data: bytes) -> None:
        number, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _evict(self) -> None:
        """Remove the least recently used files, and the leftovers of killed processes."""
        kept = 0
        for stat, path in sorted(self._files(), key=lambda e: e[0].st_mtime, reverse=True):
            kept += stat.st_size
            if kept > self.max_bytes:
                with suppress(FileNotFoundError):
                    os.unlink(path)

    def _files(self) -> Iterator[tuple[os.stat_result, str]]:
        with os.scandir(self.folder) as entries:
            for entry in (entry for entry in entries if entry.name.endswith(_SUFFIXES)):
                with suppress(FileNotFoundError):  # Another process may remove a file meanwhile.
                    yield entry.stat(), entry.path


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


@cache
def shared_cache() -> DiskCache | None:
    """Return the cache of this process, None if there is none."""
    named = os.environ.get("TS_CACHE_DIR")
    if named is None:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        named = os.path.join(base, "xdsl-torchscript") if os.path.isabs(base) else ""
    return DiskCache(Path(named)) if named else None


def program_key(program: str, *facts: str) -> str | None:
    """Return the cache key of a program that this compiler compiles for this processor, under
    further `facts`. Return None if there is no cache, if the files of the compiler cannot be
    read, or if the program has operators of the user, whose rules no key knows."""
    if shared_cache() is None or any(name in program for name in operator_table().own_names):
        return None
    try:
        parts = [program, *facts, _compiler(), repr(host_target())]
    except (OSError, PackageNotFoundError):
        return None
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@cache
def _compiler() -> str:
    """Return the version of xDSL, and the sizes and times of the compiler's files."""
    stats = sorted(stat for folder in _COMPILER for stat in _stats(os.path.join(_PACKAGE, folder)))
    return repr((version("xdsl"), stats))


def _stats(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yield the path in the package, the size and the time of each source file."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _stats(entry.path)
        elif not entry.name.endswith(".pyc"):
            stat = entry.stat()
            yield entry.path[len(_PACKAGE) :], stat.st_size, stat.st_mtime_ns


def sealed(key: str, header: dict[str, Any], data: bytes = b"") -> bytes:
    """Return a line of JSON, with a hash of all and of the key, and the data behind it."""
    return json.dumps({"sha256": _digest(key, header, data), **header}).encode() + b"\n" + data


def opened(key: str, file: bytes) -> tuple[dict[str, Any], bytes] | None:
    """Return the header and the data of what `sealed` returned, None if it is damaged or was made
    for another key."""
    line, _, data = file.partition(b"\n")
    try:
        header: Any = json.loads(line)
        digest = header.pop("sha256")
        return (header, data) if digest == _digest(key, header, data) else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _digest(key: str, header: dict[str, Any], data: bytes) -> str:
    return hashlib.sha256(json.dumps([key, header]).encode() + b"\n" + data).hexdigest()
