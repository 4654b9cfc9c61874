"""Object files on disk, so that a machine compiles a program once.

    object = cached_object(text, lambda: compile_object(text))

The folder is `TS_CACHE_DIR`, by default `xdsl-torchscript` in the user's cache folder; an empty
variable disables the cache. An entry is `<key>.o`. A line of JSON with its exported and imported
names and a hash of the rest precedes the object file. It is written under another name and renamed,
so processes may share a folder. A damaged entry is compiled again. Files of other users are never
loaded, and folders that other users may write are not used.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from xdsl_torchscript.runtime.native.engine import ObjectFile
from xdsl_torchscript.runtime.native.target import host_target

MAX_BYTES = 256 << 20
_PACKAGE = Path(__file__).parents[2]
_COMPILER = ("dialects", "lowering", "runtime/native")
"""The folders whose code determines the machine code of a typed function."""


@dataclass(frozen=True)
class ObjectCache:
    """The entries in a folder, at most `max_bytes` of them: those used last stay."""

    folder: Path
    max_bytes: int = MAX_BYTES

    def get(self, key: str) -> ObjectFile | None:
        """Return the object file of a key, None if there is none or it is damaged."""
        path = self._path(key)
        try:
            with path.open("rb") as file:
                if os.fstat(file.fileno()).st_uid != _user():
                    return None
                data = file.read()
            os.utime(path)
        except OSError:
            return None
        return decode(data)

    def put(self, key: str, object: ObjectFile) -> ObjectFile:
        """Store an object file and return it. A full disk or a read-only folder stores nothing."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            stat = self.folder.stat()
            if stat.st_uid != _user() or stat.st_mode & 0o022:  # others can write it
                return object
            self._write(self._path(key), encode(object))
            self._evict()
        except OSError:
            pass
        return object

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.o"

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
        """Remove the least recently used entries, and the leftovers of killed processes."""
        kept = 0
        for stat, path in sorted(self._entries(), key=lambda e: e[0].st_mtime, reverse=True):
            kept += stat.st_size
            if kept > self.max_bytes:
                path.unlink(missing_ok=True)

    def _entries(self) -> Iterator[tuple[os.stat_result, Path]]:
        for entry in os.scandir(self.folder):
            if entry.name.endswith((".o", ".part")):
                yield entry.stat(), Path(entry.path)


def encode(object: ObjectFile) -> bytes:
    """Return an object file with its names and a hash of all parts, as an entry has them."""
    header = {"sha256": _digest(object), "names": object.names, "needs": object.needs}
    return json.dumps(header).encode() + b"\n" + object.image


def decode(data: bytes) -> ObjectFile | None:
    """Return the object file of an entry, None if it is damaged."""
    header, _, image = data.partition(b"\n")
    try:
        entry = json.loads(header)
        found = ObjectFile(image, tuple(entry["names"]), tuple(entry["needs"]))
        return found if entry["sha256"] == _digest(found) else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _digest(object: ObjectFile) -> str:
    names = json.dumps([object.names, object.needs]).encode()
    return hashlib.sha256(names + b"\n" + object.image).hexdigest()


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


@cache
def shared_cache() -> ObjectCache | None:
    """Return the cache of this process, None if there is none."""
    named = os.environ.get("TS_CACHE_DIR")
    if named is None:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        named = os.path.join(base, "xdsl-torchscript") if os.path.isabs(base) else ""
    return ObjectCache(Path(named)) if named else None


def compile_cached(text: str, compile: Callable[[], ObjectFile]) -> ObjectFile:
    """Return the object file of a program from the cache, else compile and store it."""
    cache = shared_cache()
    if cache is None:
        return compile()
    try:
        parts = text, _compiler(), repr(host_target())
    except (OSError, PackageNotFoundError):  # the compiler's files cannot be read
        return compile()
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return cache.get(key) or cache.put(key, compile())


@cache
def _compiler() -> str:
    """Return the version of xDSL, and the sizes and times of the compiler's files."""
    files = (path for folder in _COMPILER for path in (_PACKAGE / folder).rglob("*.*"))
    sources = sorted(path for path in files if path.suffix != ".pyc")
    stats = ((str(path.relative_to(_PACKAGE)), path.stat()) for path in sources)
    return repr((version("xdsl"), [(p, s.st_size, s.st_mtime_ns) for p, s in stats]))
