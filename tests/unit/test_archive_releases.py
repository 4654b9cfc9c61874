"""Archives of PyTorch 1.0 to 2.2 are read: model.json and its successors."""

from __future__ import annotations

import pytest
from archive_files import describe_tensor, follow, line_of
from release_archives import ALL, VERSIONS, release

from xdsl_torchscript.frontend.archive import (
    Archive,
    DictValue,
    PickledObject,
    TensorRecord,
    read_archive,
)
from xdsl_torchscript.frontend.archive.model import children
from xdsl_torchscript.tools.inspection.report import report

OF_MODEL_JSON = ("1.0.1", "1.1.0", "1.2.0")


def read(version: str, name: str) -> Archive:
    return read_archive(release(version)[0][name])


@pytest.mark.parametrize(("version", "name"), ALL)
def test_archives_are_read_whole(version: str, name: str) -> None:
    of = read(version, name)
    of.verify()
    assert isinstance(of.root, PickledObject)
    assert any("def forward(" in source for source in of.sources.values())
    assert all(record.startswith("traced_inputs") for record in of.other_records)
    assert not any(found.rule == "unknown-record" for found in report(of).findings)
    for path, expected in release(version)[1][name]["tensors"].items():
        record = of.root.state if of.root.has_state else follow(of.root, path)
        if isinstance(record, tuple):  # the argument of the method __setstate__
            continue
        assert isinstance(record, TensorRecord)
        assert describe_tensor(of, record) == expected, path


def test_there_are_nine_releases() -> None:
    assert len(VERSIONS) == 9
    assert {read(v, "linear").version for v in VERSIONS} == {1, 3}
    assert all(bool(read(v, "linear").root.source) == (v in OF_MODEL_JSON) for v in VERSIONS)


@pytest.mark.parametrize("version", VERSIONS)
def test_views_of_one_storage_stay_together(version: str) -> None:
    if "modules" not in release(version)[0]:
        pytest.skip("1.1 cannot save it")
    of = read(version, "modules")
    flat, table, turned = (follow(of.root, name) for name in ("flat", "table", "turned"))
    assert isinstance(flat, TensorRecord) and isinstance(table, TensorRecord)
    assert isinstance(turned, TensorRecord)
    assert flat.storage == table.storage != turned.storage
    assert (turned.shape, turned.strides) == ((2, 3), (1, 2))


@pytest.mark.parametrize("version", ["1.2.0", "1.3.1", "1.8.1", "2.2.2"])
def test_ranges_lead_to_the_original_line(version: str) -> None:
    of = read(version, "control")
    (ranges,) = of.debug_ranges.values()
    line = "y = y * 2.0"
    (found,) = {line_of(r) for r in ranges if r.text[r.start : r.end] in (line, "y * 2.0")}
    assert {r.filename for r in ranges if r.filename} == {"/opt/pytorch/gen_release_archives.py"}
    assert found > 100


def test_classes_of_a_model_json_are_next_to_its_modules() -> None:
    of = read("1.2.0", "classes")
    assert set(of.sources) == {"code/classes.py", "libs/__torch__.py"}
    assert "class Counter" in of.sources["libs/__torch__.py"]


def test_a_model_json_gives_attributes() -> None:
    root = read("1.2.0", "containers").root
    assert [getattr(part, "type", None) for part in children(root)][:2] == [
        "Dict[str, int]",
        "List[int]",
    ]
    assert root.attributes["pair"] == (1, "x")
    words = root.attributes["words"]
    assert isinstance(words, DictValue)
    assert list(words.items) == [("a", 1), ("b", -2)]  # in one byte, with a sign
