"""`ts-opt model.pt -t pt`: passes over the program of an archive, which keeps its weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from archive_files import GOLDEN, archive, name
from console_blocks import ROOT
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import read_archive
from xdsl_torchscript.frontend.archive.module import archive_module
from xdsl_torchscript.lowering.core.diagnostics import FindingsError
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.tools import ts_opt
from xdsl_torchscript.tools.opt.on_demand import archive_bytes

CLASSIFIER = ROOT / "examples" / "classifier.pt"
PASSES = "--pass-pipeline=inline-calls,constant-propagation,cse,dce"


def transform(path: Path, folder: Path, *options: str) -> Path:
    out = folder / path.name
    assert ts_opt.main([str(path), *options, "-t", "pt", "-o", str(out)]) == 0
    return out


def test_the_program_changes_and_the_results_do_not(tmp_path: Path) -> None:
    before, after = ts.load(CLASSIFIER), ts.load(transform(CLASSIFIER, tmp_path, PASSES))
    x = 3 * np.random.default_rng(0).normal(size=(4, 4)).astype(np.float32)
    assert after(x, sure=0.6) == before(x, sure=0.6)
    assert ".forward(" in before.code and ".forward(" not in after.code


@pytest.mark.parametrize(
    "name", ["layers", "attributes", "sharing", "sizes", "evaluated", "dtypes"]
)
def test_weights_are_kept(name: str, tmp_path: Path) -> None:
    path = GOLDEN / f"{name}.pt"
    before, after = ts.load(path), ts.load(transform(path, tmp_path, PASSES))
    assert list(after.state_dict()) == list(before.state_dict())
    for key, value in before.state_dict().items():
        np.testing.assert_array_equal(after.state_dict()[key].array, value.array)


def test_no_passes_keep_the_code(tmp_path: Path) -> None:
    out = transform(GOLDEN / "layers.pt", tmp_path)
    assert ts.load(out).code == ts.load(GOLDEN / "layers.pt").code


def test_state_is_made_by_the_program(tmp_path: Path) -> None:
    path = GOLDEN / "stateful.pt"
    x = np.ones(2, np.float32)
    before, after = ts.load(path), ts.load(transform(path, tmp_path, PASSES))
    np.testing.assert_array_equal(after(x).array, before(x).array)


def test_extra_files_are_kept(tmp_path: Path) -> None:
    module = ts.load(CLASSIFIER)
    path, out = tmp_path / "named.pt", tmp_path / "out"
    out.mkdir()
    ts.save(module, path, {"note": b"kept"})
    found = {"note": b""}
    ts.load(transform(path, out, PASSES), extra_files=found)
    assert found == {"note": b"kept"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["examples/f.graph", "-t", "pt", "-o", "OUT"], "is read as graph; ts.save writes"),
        (["examples/classifier.pt", "-t", "pt"], "give its name with -o"),
        (["examples/classifier.pt", "-t", "pt", "-o", "OUT.mlir"], "named *.pt"),
    ],
)
def test_refusals(
    arguments: list[str], message: str, tmp_path: Path, capfd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    given = [argument.replace("OUT", str(tmp_path / "out")) for argument in arguments]
    assert ts_opt.main(given) == 1
    assert message in capfd.readouterr().err
    assert not list(tmp_path.iterdir())


def test_values_that_archives_cannot_represent_are_an_error() -> None:
    read = read_archive(CLASSIFIER)
    module = archive_module(read, lower_exits)
    module.body.block.add_op(
        FuncOp.from_region(
            "f", [], [], Region(Block([ConstantOp.from_int_and_width(1, 64), ReturnOp()]))
        )
    )
    with pytest.raises(FindingsError, match=r"target 'pt': 'arith\.constant'"):
        archive_bytes(read, module)


def test_a_state_that_cannot_be_made_is_an_error(tmp_path: Path, capfd) -> None:
    code = (
        "class S(Module):\n  a : int\n"
        "  def __setstate__(self: __torch__.S, state: int) -> NoneType:\n"
        "    self.a = state // 0\n    return None\n"
    )
    pickle = b"\x80\x02" + name("__torch__", "S") + b")\x81K\x01b."
    path, out = tmp_path / "s.pt", tmp_path / "out.pt"
    path.write_bytes(archive(pickle, {"code/__torch__.py": code.encode()}))
    assert ts_opt.main([str(path), "-t", "pt", "-o", str(out)]) == 1
    assert "target 'pt': " in capfd.readouterr().err
    assert not out.exists()
