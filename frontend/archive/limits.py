"""Bounds on the resources that reading a file may take, listed in `docs/security.md`."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

KIB = 1 << 10
MIB = 1 << 20


def _limit(default: int, help: str) -> int:
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True)
class Limits:
    """The bounds of one reading; wider ones are for trusted files."""

    entries: int = _limit(200_000, "entries of the zip file")
    name_bytes: int = _limit(1 * KIB, "bytes of an entry's name")
    ratio: int = _limit(200, "unpacked size of a compressed entry over its packed size")
    ratio_free_bytes: int = _limit(1 * MIB, "unpacked size up to which that ratio is not checked")
    unpacked_ratio: int = _limit(
        64, "unpacked size of all entries over the size of the file, beyond the first 64 MiB"
    )
    source_bytes: int = _limit(
        16 * MIB, "bytes of one file of code, of model.json, or of the text of source ranges"
    )
    pickle_bytes: int = _limit(64 * MIB, "bytes of one pickle")
    steps: int = _limit(4_000_000, "instructions and copied elements of one pickle")
    stack: int = _limit(1_000_000, "values on the stack of a pickle at one time")
    marks: int = _limit(1_000, "open marks of a pickle at one time")
    memo: int = _limit(1_000_000, "values that a pickle remembers")
    string_bytes: int = _limit(16 * MIB, "bytes of one string of a pickle")
    depth: int = _limit(200, "values nested in values")
    walk: int = _limit(
        4_000_000, "values met when a value that is used twice is walked through twice"
    )
    dimensions: int = _limit(64, "dimensions of a tensor")
    expanded_elements: int = _limit(
        1 << 28, "elements of a tensor with more elements than its storage"
    )
    state_steps: int = _limit(
        1_000_000, "instructions that all calls of `__setstate__` execute when a program is loaded"
    )


DEFAULT_LIMITS = Limits()


def limit_rows() -> list[tuple[str, int, str]]:
    """Name, default and meaning of each bound."""
    return [(f.name, getattr(DEFAULT_LIMITS, f.name), f.metadata["help"]) for f in fields(Limits)]
