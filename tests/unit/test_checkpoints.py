"""Files of torch.save: their values, and the errors of hostile ones."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from archive_files import GOLDEN, integer, name, tensor, text, zip_records
from checkpoint_files import CHECKPOINTS, EXPECTED, describe

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import Checkpoint, read_file
from xdsl_torchscript.frontend.archive.legacy_checkpoint import MAGIC


def load_value(file: str) -> object:
    return ts.load(CHECKPOINTS / f"{file}.pt")


def checkpoint(pickle: bytes, records: dict[str, bytes] | None = None) -> bytes:
    """Return a zip file of torch.save with this pickle, given without its protocol and end."""
    return zip_records(
        {"version": b"3\n", "data.pkl": b"\x80\x02" + pickle + b"."} | (records or {})
    )


def legacy(
    pickle: bytes, keys: tuple[str, ...] = (), storages: bytes = b"", little: bytes = b"\x88"
) -> bytes:
    machine = b"\x80\x02}" + text("little_endian") + little + b"s."
    listed = b"\x80\x02](" + b"".join(map(text, keys)) + b"e."
    return MAGIC + b"\x80\x02M\xe9\x03." + machine + b"\x80\x02" + pickle + b"." + listed + storages


def error_of(data: bytes) -> str:
    with pytest.raises(ts.ArchiveError) as caught:
        ts.load(data)
    return str(caught.value)


@pytest.mark.parametrize("file", EXPECTED)
def test_values_equal_those_that_pytorch_saved(file: str) -> None:
    assert describe(load_value(file)) == EXPECTED[file]


@pytest.mark.parametrize("file", ["dtypes", "values"])
def test_the_layout_before_1_6(file: str) -> None:
    assert describe(load_value(f"{file}-legacy")) == EXPECTED[file]


@pytest.mark.parametrize("file", ["values", "values-legacy"])
def test_tensors_of_one_storage_share_memory(file: str) -> None:
    found = ts.load((CHECKPOINTS / f"{file}.pt").read_bytes())
    found["every second"][0] = 99.0
    assert float(found["base"][2]) == float(found["transposed"][2, 0]) == 99.0


def test_a_loaded_state_is_one_for_load_state_dict() -> None:
    module = ts.load(GOLDEN / "layers.pt")
    state = ts.load(CHECKPOINTS / "layers.pt")
    before = module.state_dict()["blocks.0.linear.weight"].array.copy()
    assert module.load_state_dict(state) == ([], [])
    for key, value in module.state_dict().items():
        np.testing.assert_array_equal(value.array, state[key].array)
    assert (module.state_dict()["blocks.0.linear.weight"].array != before).any()


def test_a_plain_tensor_and_a_storage() -> None:
    found = ts.load(checkpoint(tensor(), {"data/0": np.array([1, 2], "f4").tobytes()}))
    assert found.tolist() == [1.0, 2.0]
    storage = b"(" + text("storage") + name("torch", "FloatStorage") + text("0") + text("cpu")
    whole = checkpoint(storage + integer(2) + b"tQ", {"data/0": bytes(8)})
    assert ts.load(whole).tolist() == [0.0, 0.0]


def test_a_string_of_python_2() -> None:
    assert ts.load(checkpoint(b"}U\x01wK\x02s")) == {"w": 2}


def test_map_location() -> None:
    data = checkpoint(tensor(device="cuda:1"), {"data/0": bytes(8)})
    assert ts.load(data).device == "cpu"
    assert ts.load(data, map_location={"cuda:1": "cuda:0"}).device == "cuda:0"


@pytest.mark.parametrize("layout", ["module", "module-legacy"])
def test_a_pickled_model_names_its_classes(layout: str) -> None:
    message = error_of((CHECKPOINTS / f"{layout}.pt").read_bytes())
    assert "classes or functions of Python: '__main__.Scale', '__builtin__.set'" in message
    assert "save model.state_dict()" in message


def test_tensors_that_are_not_dense_are_named() -> None:
    assert "a sparse tensor" in error_of((CHECKPOINTS / "sparse.pt").read_bytes())


CALL = name("posix", "system") + b"(" + text("touch {}") + b"tR"


@pytest.mark.parametrize("make", [checkpoint, legacy])
@pytest.mark.parametrize(
    "pickle",
    [
        CALL,
        CALL + b"0N",
        b"}" + text("w") + CALL + b"s",
        name("builtins", "eval") + b"(" + text("open('{}', 'w')") + b"tR",
        name("__main__", "Net") + b")\x81}" + text("__reduce__") + CALL + b"sb",
    ],
)
def test_functions_of_python_are_named_and_not_called(make, pickle: bytes, tmp_path: Path) -> None:  # pyright: ignore
    trap = tmp_path / "x"
    placed = pickle.replace(text("touch {}"), text(f"touch {trap}"))
    placed = placed.replace(text("open('{}', 'w')"), text(f"open('{trap}', 'w')"))
    message = error_of(make(placed))
    assert "classes or functions of Python: '" in message
    assert not trap.exists()


def test_the_names_of_programs_are_unknown_here() -> None:
    message = error_of(checkpoint(name("__torch__", "M") + b")\x81}b"))
    assert "classes or functions of Python: '__torch__.M'" in message


@pytest.mark.parametrize(
    ("pickle", "message"),
    [
        (tensor(count=3), "at most the 8 bytes of its record"),
        (tensor(offset=1), "reaches to element 2 of storage 'data/0'"),
        (tensor(count=1 << 60), "at most the 8 bytes of its record"),
        (tensor(shape=(1 << 40,), strides=(0,)), "at most 268435456"),
        (tensor(key="7"), "the storage 'data/7'; expected a record of that name"),
        (b"]NNs", "expected a dictionary"),
        (b"}(Nu", "a key without a value"),
        (b"}]Ns", "a list or dictionary as a key"),
        (b"\x94", "the instruction 0x94"),
        (b"]q\x01h\x01a", "a list that contains itself"),
        (name("torch", "Size") + b"(]tR", "a tuple of sizes"),
        (name("_codecs", "encode") + b"(" + text("\u0416") + text("latin1") + b"tR", "bytes"),
        (name("collections", "Counter") + b"(]tR", "a dictionary"),
    ],
)
def test_damage_is_an_error(pickle: bytes, message: str) -> None:
    assert message in error_of(checkpoint(pickle, {"data/0": bytes(8)}))


STORED = (2).to_bytes(8, "little") + bytes(8)
LEGACY_TENSOR = legacy(tensor(), ("0",), STORED)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (legacy(tensor(), (), STORED), "0 storages; expected the 1 of the value"),
        (legacy(tensor(), ("0", "0"), STORED), "2 storages"),
        (legacy(tensor(), ("1",), STORED), "1 storages"),
        (legacy(tensor(), ("0",), bytes(16)), "0 elements of storage '0'; expected 2"),
        (legacy(tensor(), ("0",), STORED[:-1]), "storage '0' to byte"),
        (legacy(tensor(), ("0",), STORED + b"x"), "1 bytes after the last storage"),
        (legacy(tensor(count=1 << 50), ("0",), STORED), "bytes of its record"),
        (legacy(tensor(shape=(3,)), ("0",), STORED), "reaches to element 2"),
        (legacy(b"N", little=b"K\x01"), "1 as 'little_endian'"),
        (MAGIC + b"\x80\x02M\xe8\x03.", "format version 1000"),
    ],
)
def test_damage_of_the_old_layout_is_an_error(data: bytes, message: str) -> None:
    assert message in error_of(data)


def test_every_truncation_is_an_error() -> None:
    assert ts.load(LEGACY_TENSOR).tolist() == [0.0, 0.0]
    for file in (LEGACY_TENSOR, (CHECKPOINTS / "values.pt").read_bytes()):
        for size in range(1, len(file), 1 + len(file) // 300):
            with pytest.raises(ts.ArchiveError):
                ts.load(file[:size])


def test_damaged_bytes_are_a_value_or_an_error() -> None:
    for file in ("values-legacy", "module-legacy"):
        data = bytearray((CHECKPOINTS / f"{file}.pt").read_bytes())
        random = np.random.default_rng(5)
        for at in random.integers(0, len(data), 400):
            kept, data[at] = data[at], int(random.integers(256))
            with suppress(ts.ArchiveError):
                ts.load(bytes(data))
            data[at] = kept


def test_big_endian_of_the_old_layout() -> None:
    stored = (2).to_bytes(8, "big") + np.array([1, 2], ">f4").tobytes()
    found = ts.load(legacy(tensor(), ("0",), stored, little=b"\x89"))
    assert found.tolist() == [1.0, 2.0]


def test_a_file_on_disk_stays_as_it_is(tmp_path: Path) -> None:
    for file in ("values", "values-legacy"):
        path = tmp_path / f"{file}.pt"
        path.write_bytes((CHECKPOINTS / path.name).read_bytes())
        ts.load(path)["base"].fill_(7)
        assert path.read_bytes() == (CHECKPOINTS / path.name).read_bytes()


def test_limits() -> None:
    data = (CHECKPOINTS / "values.pt").read_bytes()
    for limits in (ts.Limits(steps=10), ts.Limits(pickle_bytes=10), ts.Limits(entries=2)):
        with pytest.raises(ts.ArchiveError, match="at most"):
            ts.load(data, limits=limits)
    with pytest.raises(ts.ArchiveError, match="at most 5"):
        ts.load(GOLDEN / "layers.pt", limits=ts.Limits(memo=5))
    wide = tensor(shape=(1 << 30,), strides=(0,))
    data = checkpoint(wide, {"data/0": bytes(8)})
    assert "at most 268435456" in error_of(data)
    assert ts.load(data, limits=ts.Limits(expanded_elements=1 << 30)).shape == (1 << 30,)


def test_a_checkpoint_can_be_verified(tmp_path: Path) -> None:
    data = bytearray((CHECKPOINTS / "values.pt").read_bytes())
    data[data.rindex(b"\x00\x00\x80?\x00\x00\x80?")] ^= 1
    path = tmp_path / "x.pt"
    path.write_bytes(data)
    found = read_file(os.fspath(path))
    assert isinstance(found, Checkpoint)
    with pytest.raises(ts.ArchiveError, match="checksum"):
        found.verify()
