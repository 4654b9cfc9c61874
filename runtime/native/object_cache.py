"""Object files on disk, so that a machine compiles a program once.

    object = compile_cached(text, lambda: compile_object(text))

An entry is `<key>.o`: a line of JSON with the exported and imported names, and the object file. A
damaged entry, or one of another key, is compiled again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from xdsl_torchscript.runtime.native.disk_cache import opened, program_key, sealed, shared_cache
from xdsl_torchscript.runtime.native.engine import (
    NO_SYMBOLS,
    Library,
    ObjectFile,
    SymbolAddresses,
    compile_object,
    load_object,
)


def encode(object: ObjectFile, key: str = "") -> bytes:
    """Return an object file with its names and a hash of all parts, as the entry of a key."""
    return sealed(key, {"names": object.names, "needs": object.needs}, object.image)


def decode(data: bytes, key: str = "") -> ObjectFile | None:
    """Return the object file of the entry of a key, None if it is damaged."""
    found = opened(key, data)
    if found is None:
        return None
    header, image = found
    try:
        return ObjectFile(image, tuple(map(str, header["names"])), tuple(map(str, header["needs"])))
    except (KeyError, TypeError):
        return None


def stored_object(key: str) -> ObjectFile | None:
    """Return the object file of a key, None if there is none or it is damaged."""
    cache = shared_cache()
    data = None if cache is None else cache.read(f"{key}.o")
    found = None if data is None else decode(data, key)
    return found and replace(found, key=key)


def compile_cached(text: str, compile: Callable[[], ObjectFile]) -> ObjectFile:
    """Return the object file of a program from the cache, else compile and store it."""
    key, cache = program_key(text), shared_cache()
    if key is None or cache is None:
        return compile()
    found = stored_object(key)
    if found is None:
        found = replace(compile(), key=key)
        cache.write(f"{key}.o", encode(found, key))
    return found


def load_cached(text: str, symbols: SymbolAddresses = NO_SYMBOLS) -> Library:
    """Load a program of the runtime, in LLVM IR, linked to the `symbols` that it needs. Raises
    NativeError."""
    return load_object(compile_cached(text, partial(compile_object, text, opt_level=1)), symbols)
