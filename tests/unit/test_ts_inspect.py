"""ts-inspect: what it counts, and that no archive makes it fail or disturb a terminal."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from archive_files import GOLDEN, archive, module, tensor, text
from test_archive_json import model, records
from test_archive_mutations import damaged

from xdsl_torchscript.frontend.archive import ArchiveError, read_archive
from xdsl_torchscript.tools.inspection.code import read_program
from xdsl_torchscript.tools.inspection.report import Report, report
from xdsl_torchscript.tools.inspection.text import report_text


def report_of(data: bytes) -> Report:
    return report(read_archive(data))


def program(body: str, path: str = "code/__torch__.py"):
    return read_program({path: body})


def test_operators_are_counted_where_they_are_written() -> None:
    found = program(
        "def f(x: Tensor) -> Tensor:\n"
        "  y = torch.add(torch.add(x, 1), int(x))\n"
        "  ops.prim.RaiseException('no')\n"
        "  z = ops.quantized.add(y, annotate(List[int], [1]))\n"
        "  for i in range(torch.len(z)):\n"
        "    z = g(z)\n"
        "  return (self.inner).forward(getattr(z, '0')[0], torch.device('cuda:1'))\n"
    )
    assert found.operators == {
        "aten::add": 2,
        "aten::Int": 1,
        "aten::len": 1,
        "prim::RaiseException": 1,
        "quantized::add": 1,
    }
    assert found.devices == {"cuda:1": 1}
    assert found.calls == 2
    assert found.functions == {"__torch__.f": "f(x: Tensor) -> Tensor"}


@pytest.mark.parametrize(
    "body",
    [
        "(",
        "\0",
        "-" * 100_000 + "1",
        "a" + ".b" * 100_000,
        "if 1:\n pass\n" + "elif 1:\n pass\n" * 50_000,
    ],
)
def test_code_that_cannot_be_read_is_told(body: str) -> None:
    assert "code/__torch__.py" in program(body).unreadable


def test_too_much_code_is_not_looked_at() -> None:
    assert program("#" * (9 << 20)).unreadable == {"code/__torch__.py": "too long"}


def test_a_shared_module_is_shown_and_counted_once() -> None:
    part = b"c__torch__\nPart\n)\x81}(" + text("w") + tensor() + b"ubq\x20"
    code = b"class Part(Module):\n  __parameters__ = ['w']\nclass M(Module):\n  pass\n"
    pickled = module(text("a"), part, text("b"), b"h\x20")
    found = report_of(archive(pickled, {"data/0": bytes(8), "code/__torch__.py": code}))
    first, second = found.modules.modules
    assert (first.parameters, first.same_as) == (2, None)
    assert (second.parameters, second.same_as) == (0, "a")
    assert found.modules.parameters == 2


def test_the_older_layout() -> None:
    """All tensors stand in one table there, weights too: told are those that code names."""
    found = report_of(records(model()))
    assert found.modules.class_name == "Net"
    assert [inner.name for inner in found.modules.modules] == ["inner"]
    assert found.modules.parameters == 6
    assert [constant.name for constant in found.constants] == ["c1"]


def test_names_cannot_disturb_a_terminal() -> None:
    inner = b"c__torch__\nM\n)\x81}b"
    data = archive(
        module(text("\x1b[2J\u202e"), inner), {"code/__torch__.py": b"class M(Module):\n  pass"}
    )
    printed = report_text(report_of(data))
    assert "\\x1b[2J\\u202e" in printed and "\x1b" not in printed


def test_long_lists_are_cut() -> None:
    found = report(read_archive(GOLDEN / "layers.pt"))
    assert "more (--all)" not in report_text(found, everything=True)
    assert len(report_text(found).splitlines()) < 60


def test_any_archive_that_reads_is_told() -> None:
    for number in range(300):
        try:
            found = report_of(damaged(number))
        except ArchiveError:
            continue
        report_text(found)
        json.dumps(asdict(found))
