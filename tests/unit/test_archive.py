"""Archives that PyTorch wrote are read completely, without PyTorch."""

from __future__ import annotations

import io
import shutil
import struct
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest
from archive_files import (
    EXPECTED,
    GOLDEN,
    archive,
    describe,
    describe_tensor,
    follow,
    line_of,
    module,
    name,
    tensor,
    text,
    zip_records,
)
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr

from xdsl_torchscript.frontend.archive import (
    Archive,
    ArchiveError,
    ListValue,
    PickledEnum,
    PickledObject,
    TensorRecord,
    read_archive,
)
from xdsl_torchscript.frontend.archive.limits import limit_rows
from xdsl_torchscript.frontend.archive.locations import Origins
from xdsl_torchscript.frontend.archive.model import DebugRange


def golden(name: str) -> Archive:
    return read_archive(GOLDEN / f"{name}.pt")


def tensor_at(of: Archive, path: str) -> TensorRecord:
    found = follow(of.root, path)
    assert isinstance(found, TensorRecord)
    return found


@pytest.mark.parametrize("name", EXPECTED)
def test_everything_reads(name: str) -> None:
    of = golden(name)
    of.verify()
    assert (of.folder, of.byte_order, of.other_records) == (name, "little", ())
    assert of.version == 3
    assert of.serialization_id is not None and of.serialization_id.isdigit()
    assert isinstance(of.root, PickledObject)
    assert of.root.class_name.startswith("__torch__.")
    assert any("def forward(" in source for source in of.sources.values())


@pytest.mark.parametrize("name", EXPECTED)
def test_tensors_equal_those_that_pytorch_saved(name: str) -> None:
    of = golden(name)
    for path, expected in EXPECTED[name]["tensors"].items():
        assert describe_tensor(of, tensor_at(of, path)) == expected, path


@pytest.mark.parametrize("name", EXPECTED)
def test_attributes_equal_those_that_pytorch_saved(name: str) -> None:
    of = golden(name)
    for path, expected in EXPECTED[name]["attributes"].items():
        assert describe(of, follow(of.root, path)) == expected, path


def test_types_of_containers_and_classes() -> None:
    of = golden("attributes")
    types = {n: getattr(v, "type", None) for n, v in of.root.attributes.items()}
    assert types["pairs"] == "List[Tuple[int, float]]"
    assert types["numbers"] == "List[int]"
    assert types["tensors"] == "List[Tensor]"
    assert types["by_number"] == "Dict[int, Tensor]"
    color = follow(of.root, "color")
    assert isinstance(color, PickledEnum) and color.class_name == "__torch__.Color"
    counter = follow(of.root, "counter")
    assert isinstance(counter, PickledObject) and counter.class_name == "__torch__.Counter"
    assert follow(of.root, "counter.count") == 4


def test_storages_are_shared_where_the_file_shares_them() -> None:
    of = golden("sharing")
    base, same, matrix, column = (
        tensor_at(of, path) for path in ("base", "same", "matrix", "column")
    )
    assert base.storage == same.storage == matrix.storage == column.storage
    of.array(base)[5] = -1
    assert of.array(matrix)[1, 1] == of.array(column)[1] == -1
    assert tensor_at(of, "expanded").strides == (0,)
    assert tensor_at(of, "transposed").strides == (1, 3)
    assert len(of.storages) == 3


def test_a_file_is_mapped_and_never_changed(tmp_path: Path) -> None:
    path = tmp_path / "sharing.pt"
    shutil.copy(GOLDEN / "sharing.pt", path)
    before = path.read_bytes()
    of = read_archive(path)
    array = of.storages["data/0"]
    array[:] = 0
    assert not array.flags.owndata
    assert path.read_bytes() == before
    assert read_archive(path).storages["data/0"][1] == 1


def test_bytes_and_files_read_as_paths_do() -> None:
    data = (GOLDEN / "layers.pt").read_bytes()
    with (GOLDEN / "layers.pt").open("rb") as file:
        sources = [data, bytearray(data), memoryview(data), io.BytesIO(data), file]
        for source in sources:
            of = read_archive(source)
            of.storages["data/0"][:] = 0
            assert of.sources == golden("layers").sources
    assert data == (GOLDEN / "layers.pt").read_bytes()


def test_a_state_is_kept_for_setstate() -> None:
    root = golden("stateful").root
    assert isinstance(root, PickledObject)
    assert root.has_state and not root.attributes
    assert isinstance(root.state, tuple) and root.state[1] is True


def test_constants_of_a_trace() -> None:
    of = golden("constants")
    (first,) = of.constants
    assert isinstance(first, TensorRecord)
    assert of.array(first).tolist() == [1.0, 2.0]


def test_extra_files() -> None:
    extra = golden("function").extra_files
    assert dict(extra) == {"notes.txt": b"two words", "more/data.bin": b"\x00\x01"}


def test_debug_ranges_lead_to_the_original_line() -> None:
    ranges = golden("function").debug_ranges["code/__torch__.py"]
    (found,) = [r for r in ranges if r.text[r.start : r.end] == "x + y"]
    assert found.filename == "/opt/pytorch/gen_archives.py"
    line = line_of(found) - found.first_line
    assert found.text.splitlines()[line].strip() == "return x + y"


@pytest.mark.parametrize(
    "source", ["one\ntwo\n", "\u00e9" * 2000, "a\u20ac\n" * 999, "\n\U0001f600"]
)
def test_places_are_found_by_bytes(source: str) -> None:
    data = source.encode()
    ranges = [DebugRange(at, source, "f.py", 5, at, at) for at in range(len(data) + 9)]
    origins = Origins(ranges)
    for at in range(len(ranges)):
        before = data[:at].decode(errors="replace").split("\n")
        place = origins.at(at)
        assert place is not None
        assert (place.line.data, place.column.data) == (4 + len(before), 1 + len(before[-1]))


def test_places_in_a_long_text_are_found_fast() -> None:
    source = "\u00e9" + "a" * (1 << 24)
    origins = Origins([DebugRange(at, source, "f.py", 1, at, at) for at in range(300)])
    begin = time.process_time()
    assert origins.at(299) == FileLineColLoc(StringAttr("f.py"), IntAttr(1), IntAttr(299))
    first = time.process_time() - begin
    for at in range(299):
        origins.at(at)
    assert time.process_time() - begin < 20 * first


def test_conjugate_is_applied() -> None:
    of = golden("sizes")
    record = tensor_at(of, "conjugate")
    assert record.conj
    assert of.array(record).tolist() == [1 - 2j]


@pytest.mark.parametrize(
    ("storage", "flag", "expected"),
    [
        ("ComplexFloatStorage", "conj", [1 - 2j]),
        ("ComplexFloatStorage", "neg", [-1 - 2j]),
        ("DoubleStorage", "neg", [-2.0]),
        ("ComplexHalfStorage", "conj", [1 - 2j]),
    ],
)
def test_flags_of_tensors(storage: str, flag: str, expected: list[object]) -> None:
    elements = {"DoubleStorage": [2.0], "ComplexHalfStorage": np.float16([1, 2])}
    data = np.asarray(elements.get(storage, np.complex64([1 + 2j]))).tobytes()
    made = tensor(storage=storage, count=1, shape=(1,), flag=flag)
    of = read_archive(archive(module(text("t"), made), {"data/0": data}))
    assert of.array(tensor_at(of, "t")).tolist() == expected


@pytest.mark.parametrize(
    ("storage", "flag"),
    [("FloatStorage", "neg"), ("ComplexFloatStorage", "conj"), ("ComplexHalfStorage", "")],
)
def test_tensors_that_are_decoded_share_memory(storage: str, flag: str) -> None:
    """Each would otherwise keep a copy of the whole storage, or have a copy of each repetition."""
    first = tensor(storage=storage, count=2, flag=flag)
    second = tensor(storage=storage, count=2, shape=(1 << 20,), strides=(0,), flag=flag)
    of = read_archive(archive(module(text("a"), first, text("b"), second), {"data/0": bytes(16)}))
    a, b = (of.array(tensor_at(of, name)) for name in "ab")
    assert b.strides == (0,) and np.shares_memory(a, b[:1])


@pytest.mark.parametrize("dtype", ["float32", "int64", "complex64", "bfloat16", "complex32"])
def test_big_endian_archives(dtype: str) -> None:
    of = golden("dtypes")
    record = tensor_at(of, f"of_{dtype}")
    records = {n.partition("/")[2]: d for n, d in _records(GOLDEN / "dtypes.pt").items()}
    width = {"complex64": 4, "bfloat16": 2, "complex32": 2}.get(dtype) or of.array(record).itemsize
    stored = np.frombuffer(records[record.storage], f"u{width}")
    turned = {record.storage: stored.byteswap().tobytes(), "byteorder": b"big"}
    big = read_archive(zip_records(records | turned))
    assert big.byte_order == "big"
    assert describe_tensor(big, record) == describe_tensor(of, record)


def _records(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        return {entry: file.read(entry) for entry in file.namelist()}


def test_a_compressed_storage_is_read() -> None:
    records = {n.partition("/")[2]: d for n, d in _records(GOLDEN / "sharing.pt").items()}
    of = read_archive(zip_records(records, method=zipfile.ZIP_DEFLATED))
    for path, expected in EXPECTED["sharing"]["tensors"].items():
        assert describe_tensor(of, tensor_at(of, path)) == expected


def test_sparse_tensors_are_refused_by_name() -> None:
    with pytest.raises(ArchiveError, match=r"data.pkl at byte \d+: a sparse tensor"):
        golden("sparse")


def test_a_quantised_tensor_has_its_quantizer() -> None:
    found = tensor_at(golden("quantized"), "weight")
    assert (found.dtype, found.shape) == ("qint8", (2,))
    quantizer = found.quantizer
    assert quantizer is not None and quantizer.scheme == "per_tensor_affine"
    assert (quantizer.scales, quantizer.zero_points, quantizer.axis) == (0.1, 0, None)


def test_an_archive_of_values_only_is_recognised() -> None:
    with pytest.raises(ArchiveError, match=r"a file of torch\.save"):
        read_archive(zip_records({"data.pkl": b"", "version": b"3\n"}))


def test_a_newer_format_is_refused() -> None:
    with pytest.raises(ArchiveError, match="format version 11; expected 1 to 10"):
        read_archive(archive(module(), {"version": b"11\n"}))


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_archive(tmp_path / "none.pt")


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (tensor(offset=1), "reaches to element 2 of storage 'data/0'; expected at most 2"),
        (tensor(strides=(2,)), "reaches to element 2"),
        (tensor(shape=(3,)), "reaches to element 2"),
        (tensor(count=3), "storage 'data/0' of 3 float32; expected at most the 8 bytes"),
        (tensor(shape=(0,), offset=3), "reaches to element 3"),
        (tensor(strides=(-1,)), "-1; expected a size, stride or offset"),
        (tensor(strides=(1, 1)), "2 strides"),
        (tensor(flag="conj"), "a conjugate of float32"),
        (tensor(storage="BoolStorage", flag="neg"), "negated bool"),
        (tensor(flag="zero"), "the metadata 'zero'"),
        (tensor("1"), "the storage 'data/1'"),
        (tensor(storage="QInt8Storage"), "a tensor of qint8 without scales"),
        (tensor(storage="NoStorage"), "the name 'torch.NoStorage'"),
        (tensor(device="cpu;"), "the device 'cpu;'"),
        (tensor(shape=(2**62, 2), strides=(0, 1)), "a tensor of 9223372036854775808 elements"),
        (tensor(shape=(1,) * 65, strides=(1,) * 65), "65 dimensions; expected at most 64"),
    ],
)
def test_a_tensor_stays_inside_of_its_storage(made: bytes, message: str) -> None:
    data = archive(module(text("t"), made), {"data/0": bytes(8)})
    with pytest.raises(ArchiveError) as caught:
        read_archive(data)
    assert message in str(caught.value)
    assert caught.value.record == "data.pkl"


HOOKS = name("collections", "OrderedDict") + b")R"


def quantised(*quantizer: bytes, storage: str = "QInt8Storage") -> bytes:
    """Return the pickle of two elements with this quantizer."""
    told = b"(" + text("storage") + name("torch", storage) + text("1") + text("cpu") + b"K\x02tQ"
    head = name("torch._utils", "_rebuild_qtensor") + b"(" + told + b"K\x00(K\x02t(K\x01t"
    return head + b"(" + b"".join(quantizer) + b"t\x89" + HOOKS + b"tR"


HALF = b"G" + struct.pack(">d", 0.5)
WHOLE, SIDES = name("torch", "per_tensor_affine"), name("torch", "per_channel_affine")


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (quantised(WHOLE, HALF), "a tuple of 2 for a tensor of sizes [2]"),
        (quantised(WHOLE, HALF, HALF), "expected a scale and a zero point"),
        (quantised(WHOLE, HALF, b"\x88"), "expected a scale and a zero point"),
        (quantised(SIDES, HALF, b"K\x00"), "expected a scale and a zero point"),
        (quantised(SIDES, tensor(), tensor(), b"K\x01"), "tensors of them and their dimension"),
        (quantised(SIDES, tensor(shape=(1,)), tensor(), b"K\x00"), "and their dimension"),
        (quantised(SIDES, tensor(strides=(0,)), tensor(), b"K\x00"), "and their dimension"),
        (quantised(HALF, b"K\x00"), "as quantizer; expected a scheme with its numbers"),
        (quantised(WHOLE, HALF, b"K\x00", storage="FloatStorage"), "a quantised tensor of float32"),
        (name("torch", "per_tensor_affine"), "a quantisation scheme"),
        (name("torch", "per_tensor_symmetric"), "the name 'torch.per_tensor_symmetric'"),
    ],
)
def test_a_quantizer_fits_its_tensor(made: bytes, message: str) -> None:
    data = archive(module(text("t"), made), {"data/0": bytes(8), "data/1": bytes(8)})
    with pytest.raises(ArchiveError) as caught:
        read_archive(data)
    assert message in str(caught.value)


def parameter(*parts: bytes) -> bytes:
    return name("torch._utils", "_rebuild_parameter") + b"(" + b"".join(parts) + b"tR"


def test_a_parameter_is_its_tensor() -> None:
    made = parameter(tensor(), b"\x88", HOOKS)
    of = read_archive(archive(module(text("t"), made), {"data/0": bytes(8)}))
    record = tensor_at(of, "t")
    assert record.requires_grad and record.shape == (2,)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (parameter(b"K\x01", b"\x88", HOOKS), "with 1; expected a tensor"),
        (parameter(tensor(), b"K\x01", HOOKS), "1 as requires_grad; expected a bool"),
        (parameter(tensor(), b"\x88", b"N"), "None as hooks; expected no hooks"),
        (parameter(tensor(), b"\x88"), "2 arguments; expected 3"),
    ],
)
def test_a_parameter_of_something_else(made: bytes, message: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        read_archive(archive(module(text("t"), made), {"data/0": bytes(8)}))
    assert message in str(caught.value)


def test_shared_values_are_one_object() -> None:
    shared = text("a") + b"](K\x01eq\x07" + text("b") + b"h\x07"
    root = read_archive(archive(module(shared))).root
    assert isinstance(root, PickledObject)
    assert isinstance(root.attributes["a"], ListValue)
    assert root.attributes["a"] is root.attributes["b"]


def test_the_document_shows_the_bounds() -> None:
    document = (GOLDEN.parents[3] / "docs" / "security.md").read_text()
    table = document.split("## Limits")[1].split("\n## ")[0]
    rows = [f"| `{bound}` | {default:,} | {help} |" for bound, default, help in limit_rows()]
    assert [line for line in table.splitlines() if line.startswith("| `")] == rows
