"""Archives are written as PyTorch writes them, and read back as they were."""

from __future__ import annotations

import io
import os
import struct
import zipfile
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from archive_files import EXPECTED, GOLDEN, archive, module, tensor, text

from xdsl_torchscript.frontend.archive import (
    Archive,
    ArchiveContents,
    ArchiveError,
    DebugRange,
    DeviceValue,
    DictValue,
    ListValue,
    PickledEnum,
    PickledObject,
    PickledValue,
    StorageRecord,
    TensorRecord,
    read_archive,
    write_archive,
)
from xdsl_torchscript.frontend.archive.errors import Place
from xdsl_torchscript.frontend.archive.limits import DEFAULT_LIMITS
from xdsl_torchscript.frontend.archive.model import children
from xdsl_torchscript.frontend.archive.zip_directory import read_directory
from xdsl_torchscript.frontend.archive.zip_writer import ZipWriter


def written(contents: ArchiveContents) -> bytes:
    stream = io.BytesIO()
    write_archive(contents, stream)
    return stream.getvalue()


def record(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        (path,) = (path for path in file.namelist() if path.partition("/")[2] == name)
        return file.read(path)


def of_module(**attributes: PickledValue) -> ArchiveContents:
    return ArchiveContents(root=PickledObject("__torch__.M", attributes))


def assert_same(one: Archive, other: Archive) -> None:
    """Assert equal values, shared in the same places; storages may have other numbers."""
    twins: dict[int, PickledValue] = {}
    pending: list[tuple[PickledValue, PickledValue]] = [
        (one.root, other.root),
        (one.constants, other.constants),
    ]
    while pending:
        left, right = pending.pop()
        assert type(left) is type(right)
        inner = list(zip(children(left), children(right), strict=True))
        if not inner and not isinstance(left, TensorRecord):
            assert repr(left) == repr(right)
            continue
        if id(left) in twins:
            assert twins[id(left)] is right
            continue
        twins[id(left)] = right
        pending.extend(inner)
        if isinstance(left, TensorRecord) and isinstance(right, TensorRecord):
            assert same_fields(left, right)
            np.testing.assert_array_equal(bits(one, left), bits(other, right))
        for name in ("type", "class_name", "has_state"):
            assert getattr(left, name, None) == getattr(right, name, None)
        if isinstance(left, PickledObject) and isinstance(right, PickledObject):
            assert list(left.attributes) == list(right.attributes)


def same_fields(left: TensorRecord, right: TensorRecord) -> bool:
    names = [f.name for f in fields(TensorRecord) if f.name != "storage"]
    return all(getattr(left, name) == getattr(right, name) for name in names)


def bits(of: Archive, tensor: TensorRecord) -> np.ndarray:
    return np.ascontiguousarray(of.array(tensor)).reshape(-1).view(np.uint8)


@pytest.mark.parametrize("name", EXPECTED)
def test_archives_round_trip(name: str) -> None:
    original = read_archive(GOLDEN / f"{name}.pt")
    data = written(original)
    again = read_archive(data)
    again.verify()
    assert_same(original, again)
    assert len(original.storages) == len(again.storages)
    assert original.sources == again.sources
    assert original.version == again.version
    assert dict(original.extra_files) == dict(again.extra_files)
    assert dict(original.debug_ranges) == dict(again.debug_ranges)
    assert again.other_records == ()
    assert written(again) == data


@pytest.mark.parametrize("name", EXPECTED)
def test_records_are_in_the_order_of_pytorch(name: str) -> None:
    data = written(read_archive(GOLDEN / f"{name}.pt"))
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        ours = [n.partition("/")[2] for n in file.namelist()]
    with zipfile.ZipFile(GOLDEN / f"{name}.pt") as file:
        assert ours == [n.partition("/")[2] for n in file.namelist()]
    for entry in read_directory(memoryview(data), Place("x"), DEFAULT_LIMITS).values():
        assert entry.start % 64 == 0


@pytest.mark.parametrize("name", ["attributes", "sharing", "dtypes", "sizes", "function"])
def test_pickles_are_those_of_pytorch(name: str) -> None:
    """Equal to the byte, except for one instruction at the end: PyTorch memoises its unused
    root."""
    path = GOLDEN / f"{name}.pt"
    theirs = record(path.read_bytes(), "data.pkl")
    ours = record(written(read_archive(path)), "data.pkl")
    remembered = theirs[len(ours) - 1 : -1]
    assert ours == theirs[: len(ours) - 1] + b"."
    assert remembered[:1] in (b"q", b"r")


def test_shared_values_stay_shared() -> None:
    inner = ListValue("List[int]", [1])
    pair = (inner, "x")
    root = PickledObject("__torch__.I", {"a": 1})
    again = read_archive(written(of_module(a=inner, b=pair, c=(pair, inner), d=root, e=root)))
    found = again.root.attributes
    assert isinstance(found["b"], tuple) and isinstance(found["c"], tuple)
    assert found["b"][0] is found["a"] is found["c"][1]
    assert found["c"][0] is found["b"]
    assert found["d"] is found["e"]


def test_views_of_one_storage() -> None:
    base = StorageRecord("weights", "float32", 6, "cpu")
    whole = TensorRecord("float32", (2, 3), (3, 1), 0, "weights", True, "cpu")
    column = TensorRecord("float32", (2,), (3,), 1, "weights", False, "cpu")
    contents = replace(
        of_module(w=whole, c=column),
        storage_records={"weights": base},
        storages={"weights": np.arange(6, dtype=np.float32)},
        constants=(column,),
    )
    again = read_archive(written(contents))
    found = again.root.attributes["c"]
    assert isinstance(found, TensorRecord)
    assert again.array(found).tolist() == [1, 4]
    assert list(again.storages) == ["data/0", "constants/0"]


def test_a_short_storage_is_refused() -> None:
    contents = replace(
        of_module(w=TensorRecord("float32", (2,), (1,), 0, "k", False, "cpu")),
        storage_records={"k": StorageRecord("k", "float32", 2, "cpu")},
        storages={"k": np.zeros(1, np.float32)},
    )
    with pytest.raises(ArchiveError, match="data/0: an array of 4 bytes; expected 8 of float32"):
        written(contents)


EXAMPLES: dict[str, PickledValue] = {
    "many words": ListValue("List[str]", [str(i % 400) for i in range(1000)]),
    "wide integers": ListValue("List[int]", [0, 255, 256, 65535, 65536, -1, 2**31, -(2**63)]),
    "floats": (0.0, -0.0, float("inf"), 1e-320),
    "no type": DictValue(None, [("a", ListValue(None, [1, None]))]),
    "optional list": ListValue("List[Optional[int]]", [1, None]),
    "nested lists": ListValue("List[List[int]]", [ListValue("List[int]", [])]),
    "complex list": ListValue("List[complex]", [1j, -2 + 0j]),
    "device": (DeviceValue("cuda:3"), DeviceValue("cuda:3"), DeviceValue("cpu")),
    "enum of text": PickledEnum("__torch__.a.E", "red"),
    "state": PickledObject("__torch__.S", {}, has_state=True, state=(1, "x")),
    "state of a dictionary": PickledObject(
        "__torch__.S", {}, has_state=True, state=DictValue("Dict[str, int]", [("a", 1)])
    ),
    "no attributes": PickledObject("__torch__.S", {}),
    "no state": PickledObject("__torch__.S", {}, has_state=True, state=None),
    "deep": (((((((((1,),),),),),),),),),
}


@pytest.mark.parametrize("kind", EXAMPLES)
def test_values(kind: str) -> None:
    of = read_archive(written(of_module(a=EXAMPLES[kind])))
    assert_same(of, read_archive(written(of)))
    first = next(iter(of.root.attributes.values()))
    assert described_text(first) == described_text(EXAMPLES[kind])


def described_text(value: PickledValue) -> str:
    inner = ", ".join(map(described_text, children(value)))
    told = getattr(value, "type", getattr(value, "class_name", None))
    leaf = "" if isinstance(value, tuple | ListValue | DictValue | PickledObject) else repr(value)
    return f"{type(value).__name__} {told} [{inner}]" if inner or not leaf else leaf


def endless() -> PickledValue:
    items: list[PickledValue] = []
    items.append((ListValue("List[Any]", items),))
    return items[0]


def deep(levels: int) -> PickledValue:
    value: PickledValue = 1
    for _ in range(levels):
        value = (value,)
    return value


REFUSED: dict[str, tuple[Callable[[], PickledValue], str]] = {
    "endless": (endless, "that contains itself; expected an acyclic value"),
    "wide": (lambda: 1 << 63, "9223372036854775808; expected an integer of 64 bits"),
    "surrogate": (lambda: "\ud800", r"the lone surrogate '\\ud800'"),
    "element": (lambda: ListValue("List[int]", [1.5]), r"1.5 in a List\[int\]"),
    "class": (lambda: PickledObject("M", {}), "the class 'M'; expected a qualified name"),
    "newline": (lambda: PickledObject("__torch__.M\nos", {}), "the class '__torch__"),
    "old object": (lambda: PickledObject("__torch__.M", {}, source="code/m.py"), "a model.json"),
    "array": (lambda: np.float64(1), r"np.float64\(1.0\); expected a value"),
    "bare state": (
        lambda: PickledObject("__torch__.M", {}, has_state=True, state=DictValue(None, ())),
        "a dictionary without its type",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused_values(kind: str) -> None:
    make, message = REFUSED[kind]
    with pytest.raises(ArchiveError, match=message) as caught:
        written(of_module(a=make()))
    assert caught.value.record == "data.pkl"


def test_a_deep_value_is_written_without_recursion() -> None:
    with pytest.raises(ArchiveError, match="nested deep"):
        read_archive(written(of_module(a=deep(100_000))))


@pytest.mark.parametrize("name", ["../up", "a//b", "/root", "a\\b", "a\n", ""])
def test_extra_files_have_sound_names(name: str) -> None:
    with pytest.raises(ArchiveError, match="a path inside of the archive"):
        written(replace(of_module(), extra_files={name: b""}))


def test_code_is_in_its_folder() -> None:
    with pytest.raises(ArchiveError, match=r"the code 'data\.pkl'"):
        written(replace(of_module(), sources={"data.pkl": ""}))


RANGES = (
    DebugRange(0, "def f(x):\n    return x", "a.py", 3, 0, 5),
    DebugRange(9, "def f(x):\n    return x", "a.py", 3, 14, 22),
    DebugRange(9, "", None, 0, 0, 4),
    DebugRange(80, "h\u00e9\r\nx\x0b\n\n", "b.py", 1, 1, 2),
)


def test_source_ranges() -> None:
    path = "code/__torch__.py"
    contents = replace(of_module(), sources={path: "# code\n"}, debug_ranges={path: RANGES})
    assert read_archive(written(contents)).debug_ranges[path] == RANGES
    assert read_archive(written(replace(contents, debug_ranges={}))).debug_ranges == {}


# The file.


def test_a_file_replaces_another_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "model.pt"
    path.write_bytes(b"old")
    with pytest.raises(ArchiveError):
        write_archive(replace(of_module(), extra_files={"b" * 2000: b""}), path)
    assert path.read_bytes() == b"old"
    write_archive(of_module(a=1), path)
    assert read_archive(path).folder == "model"
    assert os.listdir(tmp_path) == ["model.pt"]


def test_an_archive_is_written_over_the_file_that_it_was_read_from(tmp_path: Path) -> None:
    path = tmp_path / "sharing.pt"
    path.write_bytes((GOLDEN / "sharing.pt").read_bytes())
    of = read_archive(path)
    of.storages["data/0"][0] = 7
    write_archive(of, str(path))
    assert_same(of, read_archive(path))


def test_links_and_devices_stay(tmp_path: Path) -> None:
    (tmp_path / "real.pt").write_bytes(b"old")
    link = tmp_path / "link.pt"
    link.symlink_to("real.pt")
    write_archive(of_module(), link)
    assert link.is_symlink() and read_archive(tmp_path / "real.pt").folder == "link"
    write_archive(of_module(), os.devnull)
    assert not Path(os.devnull).is_file()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_archive(of_module(), tmp_path / "none" / "model.pt")


class OnlyWritten:
    """A pipe: it can be written to, and nothing else."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, data: bytes | memoryview) -> None:
        self.pieces.append(bytes(data))


def test_storages_go_out_in_pieces() -> None:
    big = replace(
        of_module(w=TensorRecord("uint8", (5 << 20,), (1,), 0, "k", False, "cpu")),
        storage_records={"k": StorageRecord("k", "uint8", 5 << 20, "cpu")},
        storages={"k": np.arange(5 << 20).astype(np.uint8)},
    )
    pipe = OnlyWritten()
    write_archive(big, pipe)
    assert max(map(len, pipe.pieces)) <= 1 << 20
    assert b"".join(pipe.pieces) == written(big)


def zip_entries(names: dict[str, bytes], widest: int) -> bytes:
    stream = io.BytesIO()
    writer = ZipWriter(stream, Place("x"), widest)
    for name, data in names.items():
        writer.add(f"m/{name}", data)
    writer.finish()
    return stream.getvalue()


@pytest.mark.parametrize("widest", [0, 10, 200, 1 << 20])
def test_zip64(widest: int) -> None:
    """As if the file were larger than 4 GiB: numbers above `widest` go into the wide fields."""
    inside = {"a": b"x" * 11, "b": bytes(300), "empty": b"", "c": b"y"}
    data = zip_entries(inside, widest)
    entries = read_directory(memoryview(data), Place("x"), DEFAULT_LIMITS)
    found = {n: data[e.start : e.start + e.packed] for n, e in entries.items()}
    assert found == {f"m/{name}": content for name, content in inside.items()}
    assert all(e.start % 64 == 0 for e in entries.values())
    assert (b"PK\6\6" in data) == (widest < 1 << 20)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None


def test_more_entries_than_the_narrow_end_can_count() -> None:
    data = zip_entries({str(i): b"" for i in range(70_000)}, 1 << 31)
    assert struct.unpack("<H", data[-12:-10]) == (0xFFFF,)
    assert len(read_directory(memoryview(data), Place("x"), DEFAULT_LIMITS)) == 70_000


def test_handmade_contents_are_preserved() -> None:
    by_hand = read_archive(archive(module(text("t"), tensor()), {"data/0": bytes(8)}))
    assert_same(by_hand, read_archive(written(by_hand)))
