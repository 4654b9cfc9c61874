"""Damaged and hostile archives: each gives a value or an ArchiveError, soon, and runs nothing.

`make test` tries 2,000 damaged files. TS_ARCHIVE_MUTATIONS=20000 tries as many as it says, and
TS_ARCHIVE_SEED=1 others; a failure names the number of the file, so that it can be made again.
"""

from __future__ import annotations

import ast
import os
import random
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from archive_files import (
    GOLDEN,
    archive,
    integer,
    module,
    name,
    tensor,
    tensors_in,
    text,
    zip_records,
)
from test_archive_json import model, records

import xdsl_torchscript.frontend.archive.reader as reader
from xdsl_torchscript.frontend.archive import ArchiveError, read_archive

COUNT = int(os.environ.get("TS_ARCHIVE_MUTATIONS", "2000"))
SEED = int(os.environ.get("TS_ARCHIVE_SEED", "0"))
LEAST_BYTES = 16 << 20
BYTES_PER_BYTE = 160
"""The memory that docs/security.md promises, over the size of a file of pickles."""

WHOLE = {path.stem: path.read_bytes() for path in sorted(GOLDEN.glob("*.pt"))}
WHOLE["json"] = records(model())


def unpack(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as file:
        return {entry.partition("/")[2]: file.read(entry) for entry in file.namelist()}


RECORDS = {stem: unpack(data) for stem, data in WHOLE.items()}
NUMBERS = (0, 1, 7, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
OPCODES = b"().0125FIJKLMNPQRSTUVabcdeghijlopqrstu}]GX\x80\x81\x82\x85\x86\x87\x88\x89\x8a\x8b\x93"
MAGICS = (b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\6\6", b"PK\6\7")
JSON_WORDS = (b"[", b"]", b"{", b"}", b'"', b"-1", b"null", b"true", b"1e999", b"{}", b"9" * 30)


def flip(data: bytes, rng: random.Random) -> bytes:
    """Change a few bytes."""
    edited = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        edited[rng.randrange(len(edited))] = rng.randrange(256)
    return bytes(edited)


def cut(data: bytes, rng: random.Random) -> bytes:
    """Remove bytes at the end, at the beginning, or in the middle."""
    start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return rng.choice((data[:start], data[end:], data[:start] + data[end:]))


def repeat(data: bytes, rng: random.Random) -> bytes:
    """Repeat a piece elsewhere."""
    start = rng.randrange(len(data))
    piece = data[start : start + rng.choice((1, 2, 16, 64))]
    place = rng.randrange(len(data))
    return data[:place] + piece * rng.choice((1, 1, 50)) + data[place:]


def zip_field(data: bytes, rng: random.Random) -> bytes:
    """Change a number in a header of the zip file."""
    magic = rng.choice([magic for magic in MAGICS if magic in data])
    places = [i for i in range(len(data)) if data.startswith(magic, i)]
    place = rng.choice(places) + rng.randrange(4, 46)
    layout = rng.choice(("<H", "<I", "<Q"))
    width = struct.calcsize(layout)
    number = rng.choice(NUMBERS) & ((1 << 8 * width) - 1)
    return data[:place] + struct.pack(layout, number) + data[place + width :]


def opcode(data: bytes, rng: random.Random) -> bytes:
    """Insert or overwrite an instruction."""
    place = rng.randrange(2, len(data) + 1)
    return data[:place] + bytes([rng.choice(OPCODES)]) + data[place + rng.randrange(2) :]


def json_word(data: bytes, rng: random.Random) -> bytes:
    """Replace a value of model.json."""
    place = rng.randrange(len(data))
    return data[:place] + rng.choice(JSON_WORDS) + data[place + rng.randrange(4) :]


Mutation = Callable[[bytes, random.Random], bytes]
OF_FILES: tuple[Mutation, ...] = (flip, cut, repeat, zip_field, zip_field)
OF_RECORDS: tuple[Mutation, ...] = (flip, cut, repeat, opcode, opcode, json_word)


def damage(number: int) -> bytes:
    """Return the damaged file of a number: damage to the file, or to a record of a sound file."""
    rng = random.Random(f"{SEED}:{number}")
    stem = rng.choice(sorted(WHOLE))
    if rng.random() < 0.3:
        return rng.choice(OF_FILES)(WHOLE[stem], rng)
    inside = dict(RECORDS[stem])
    pickles = [n for n in inside if n.endswith(("pkl", ".json"))]
    which = rng.choice(pickles if rng.random() < 0.8 else sorted(inside))
    for _ in range(rng.choice((1, 1, 3))):
        if len(inside[which]) > 2:
            inside[which] = rng.choice(OF_RECORDS)(inside[which], rng)
    if rng.random() < 0.05:
        del inside[rng.choice(sorted(inside))]
    return zip_records(inside)


def outcome(data: bytes) -> str:
    try:
        of = read_archive(data)
        of.verify()
        for record in tensors_in(of.root):
            assert of.array(record).shape[: len(record.shape)] == record.shape
    except ArchiveError as error:
        assert str(error)
        return "refused"
    return "read"


def test_damaged_archives() -> None:
    counts = {"read": 0, "refused": 0}
    for number in range(COUNT):
        data = damage(number)
        try:
            counts[outcome(data)] += 1
        except BaseException as error:
            error.add_note(f"damaged({number}) of seed {SEED}")
            raise
    # Damage in numbers or in text that nothing depends on is not an error.
    assert counts["refused"] > counts["read"] > COUNT // 100


@pytest.mark.parametrize("stem", ["function", "sharing", "json"])
def test_every_truncation(stem: str) -> None:
    data = WHOLE[stem]
    for length in range(0, len(data), 7):
        with pytest.raises(ArchiveError):
            read_archive(data[:length])


def test_every_byte_of_the_directory_counts() -> None:
    """Setting a byte of the directory either shows or concerns a field that no reader uses."""
    data = WHOLE["function"]
    begin = data.index(b"PK\1\2")
    for place in range(begin, len(data)):
        outcome(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])


# Hostile files.


def calls(canary: Path) -> dict[str, bytes]:
    """Return pickles that would execute code."""
    command = text(f"touch {canary}")
    python = text(f"open({str(canary)!r}, 'w')")
    system = name("os", "system")
    done = b"\x80\x02"
    return {
        "reduce": done + system + command + b"\x85R.",
        "posix": done + name("posix", "system") + command + b"\x85R.",
        "eval": done + name("builtins", "eval") + python + b"\x85R.",
        "exec": done + name("builtins", "exec") + python + b"\x85R.",
        "old builtins": done + name("__builtin__", "eval") + python + b"\x85R.",
        "getattr": done + name("builtins", "getattr") + system + text("x") + b"\x86R.",
        "instance": done + b"(" + command + b"ios\nsystem\n.",
        "object": done + b"(" + system + command + b"o.",
        "new object": done + system + command + b"\x85\x81.",
        "stack global": done + text("os") + text("system") + b"\x93" + command + b"\x85R.",
        "protocol 4": b"\x80\x04\x8c\x02os\x8c\x06system\x93" + command + b"\x85R.",
        "extension": done + b"\x82\x01" + command + b"\x85R.",
        "build": done + name("__torch__", "M") + b")\x81" + system + b"b.",
        "attribute": module(text("f"), system),
        "device": done + name("torch", "device.__class__") + command + b"\x85R.",
        "inside torch": done + name("torch.hub", "load") + command + b"\x85R.",
        "class": done + name("__torch__", "M") + command + b"\x85R" + command + b"\x85R.",
        "dotted class": done + name("__torch__.os", "system(1)") + b")\x81}b.",
        "reduce a value": done + b"K\x01" + command + b"\x85R.",
        "build a value": done + b"]" + b"}" + text("__class__") + system + b"sb.",
        "build dunder": done + name("__torch__", "M") + b")\x81}b}b.",
        "persistent": done + command + b"Q.",
        "old class": done + name("__main__", "IntList") + command + b"\x85R.",
        "main": done + name("__main__", "system") + b")\x81" + command + b"b.",
        "old persistent": done + b"Pos.system\n.",
    }


def test_nothing_is_executed(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    for kind, data in calls(canary).items():
        assert outcome(archive(data)) == "refused", kind
        debug = {"code/a.py": b"", "code/a.py.debug_pkl": data}
        assert outcome(archive(module(), debug)) == "refused", kind
        assert outcome(records(model(), data)) == "refused", kind
    assert not canary.exists()


def test_names_are_not_looked_up(tmp_path: Path) -> None:
    """A class of the archive that has the name of a function stays a name."""
    data = b"\x80\x02" + name("__torch__.os", "system") + b")\x81}b."
    root = read_archive(archive(data)).root
    assert getattr(root, "class_name", None) == "__torch__.os.system"


def nested(opening: bytes, closing: bytes, depth: int) -> bytes:
    return opening * depth + closing * depth


def double(times: int) -> bytes:
    """Return a tuple of two tuples of two tuples ...: short to write, endless to walk."""
    return b")q\x00" + b"h\x00h\x00\x86q\x00" * times


def bomb() -> bytes:
    """Return an entry that unpacks to a thousand times its size."""
    return zip_records({"version": b"3\n", "data/0": bytes(8 << 20)}, method=zipfile.ZIP_DEFLATED)


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "no zip": b"PK",
    "deep tuples": archive(b"\x80\x02)" + b"\x85" * 200_000 + b"."),
    "deep lists": archive(b"\x80\x02" + nested(b"]", b"a", 200_000) + b"."),
    "deep marks": archive(b"\x80\x02" + nested(b"(", b"t", 200_000) + b"."),
    "doubled tuples": archive(module(text("a"), double(190))),
    "list in itself": archive(module(text("a"), b"]q\x00h\x00a")),
    "dictionary in itself": archive(module(text("a"), b"}q\x00K\x01h\x00s")),
    "tuple in itself": archive(module(text("a"), b"]q\x00h\x00\x85a")),
    "object in itself": archive(
        b"\x80\x02" + name("__torch__", "M") + b")\x81q\x00}" + text("a") + b"h\x00sb."
    ),
    "huge string": archive(b"\x80\x02X\xff\xff\xff\xff."),
    "huge memo": archive(b"\x80\x02" + b"".join(b"Nr" + struct.pack("<I", i) for i in range(99))),
    "huge integer": archive(b"\x80\x02\x8b\xff\xff\xff\x7f" + bytes(1000) + b"."),
    "full stack": archive(b"\x80\x02" + b"N" * 1_000_001 + b"."),
    "many lists": archive(b"\x80\x02(" + b"]" * 200_000 + b"t."),
    "copied attributes": archive(
        b"\x80\x02(}q\x00("
        + b"".join(text(str(i)) + b"N" for i in range(1000))
        + b"u"
        + (name("__torch__", "M") + b")\x81h\x00b") * 10_000
        + b"t."
    ),
    "counted dictionary": archive(
        b"\x80\x02(}q\x00("
        + b"".join(text(str(i)) + b"N" for i in range(10_000))
        + b"u]("
        + b"h\x00" * 10_000
        + b"et."
    ),
    "many elements": archive(
        module(text("t"), tensor(shape=(2**31, 2**31), strides=(0, 0))), {"data/0": bytes(8)}
    ),
    "overflowing": archive(
        module(text("t"), tensor(offset=2**63 - 1, shape=(2,), strides=(2**63 - 1,))),
        {"data/0": bytes(8)},
    ),
    "many storages": archive(module(*[text("t") + tensor(str(i)) for i in range(1000)])),
    "empty pickle": archive(b""),
    "no stop": archive(b"\x80\x02N"),
    "after stop": archive(b"\x80\x02N.N"),
    "protocol twice": archive(b"\x80\x02\x80\x02N."),
    "empty stack": archive(b"\x80\x02."),
    "get nothing": archive(b"\x80\x02j\xff\xff\xff\xff."),
    "state and marks": archive(b"\x80\x02(" + name("__torch__", "M") + b")\x81N(b."),
    "odd pairs": archive(b"\x80\x02}(Nu."),
    "text that is not": archive(b"\x80\x02X\x01\x00\x00\x00\xff."),
    "surrogates": archive(b"\x80\x02X\x03\x00\x00\x00\xed\xa0\x80."),
    "bad source": archive(module(), {"code/a.py": b"\xff"}),
    "bad version": archive(module(), {"version": "\u0663".encode()}),
    "long version": archive(module(), {"version": b"9" * 64}),
    "bad byte order": archive(module(), {"byteorder": b"middle"}),
    "bomb": bomb(),
    "no folder": zip_records({"version": b"3\n"}, folder=".."),
    "wide integer": archive(module(text("t"), tensor(count=2**62)), {"data/0": bytes(8)}),
    "enum of a name": archive(b"\x80\x02" + name("__torch__", "E") * 2 + b"R."),
    "root of another kind": archive(b"\x80\x02" + integer(3) + b"."),
}


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files(kind: str) -> None:
    outcome(b"")  # imports, which do not count
    tracemalloc.start()
    try:
        assert outcome(HOSTILE[kind]) == "refused"
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < LEAST_BYTES + BYTES_PER_BYTE * len(HOSTILE[kind])


# Zip files with more than one meaning.


def central(data: bytes) -> int:
    return data.index(b"PK\1\2")


def with_bytes(data: bytes, place: int, *put: int) -> bytes:
    return data[:place] + bytes(put) + data[place + len(put) :]


def duplicate_entries() -> bytes:
    """Return two entries of the same name: a second version record in place of a renamed one."""
    return zip_records({"version": b"3\n", "versiom": b"9\n"}).replace(b"versiom", b"version")


def overlap_entries() -> bytes:
    """Return a directory whose second entry is the first under another header offset."""
    data = zip_records({"a": bytes(100), "b": b"x"})
    second = data.index(b"PK\1\2", central(data) + 4)
    return with_bytes(data, second + 42, 0, 0, 0, 0)


PLAIN = zip_records({"version": b"3\n", "data.pkl": b"N."})
TWISTED: dict[str, tuple[bytes, str]] = {
    "duplicate": (duplicate_entries(), "two entries named 'm/version'"),
    "overlap": (overlap_entries(), "lies over the one before"),
    "encrypted": (with_bytes(PLAIN, central(PLAIN) + 8, 1), "an encrypted entry"),
    "method": (with_bytes(PLAIN, central(PLAIN) + 10, 12), "compression method 12"),
    "before": (b"#!/bin/sh\n" + PLAIN, "expected a directory that ends at"),
    "behind": (PLAIN + b"\n", "no zip directory at the end"),
    "two parts": (with_bytes(PLAIN, len(PLAIN) - 18, 1), "a zip file in several parts"),
    "no directory": (PLAIN[: central(PLAIN)], "no zip directory at the end"),
    "up": (zip_records({"../x": b""}), "the name 'm/../x'"),
    "root": (zip_records({"x": b""}, folder=""), "the name '/x'"),
    "backslash": (zip_records({"a\\b": b""}), "the name 'm/a\\\\b'"),
    "no name": (zip_records({"": b"x"}), "a folder 'm/' with content"),
    "control": (zip_records({"a\n": b""}), "the name 'm/a\\n'"),
    "two folders": (PLAIN.replace(b"m/version", b"n/version"), "2 folders at the top"),
    "other header": (PLAIN.replace(b"m/version", b"m/versiom", 1), "another name in its header"),
    "other size": (with_bytes(PLAIN, 22, 3), "other sizes in its header"),
    "checksum": (archive(module()).replace(b"3\n", b"4\n"), "the checksum"),
    "bomb": (bomb(), "expected at most 200 times their size"),
}


@pytest.mark.parametrize("kind", TWISTED)
def test_zip_files_have_one_meaning(kind: str) -> None:
    data, message = TWISTED[kind]
    with pytest.raises(ArchiveError) as caught:
        read_archive(data)
    assert message in str(caught.value)


def test_no_means_to_execute_are_at_hand() -> None:
    """The package neither imports nor calls functions that execute code."""
    banned = {
        "pickle",
        "marshal",
        "shelve",
        "subprocess",
        "importlib",
        "runpy",
        "ctypes",
        "zipfile",
    }
    calls = {"eval", "exec", "compile", "__import__"}
    for path in Path(reader.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert not banned & {alias.name.split(".")[0] for alias in node.names}, path
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] not in banned, path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in calls, path
