"""ts-opt from Python: verification between passes, timing, and imports at start-up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import REFUSALS, refuse
from xdsl_torchscript.tools.ts_opt import TsOptMain, main

TEXT = "func.func @f() {\n  func.return\n}\n"


@dataclass(frozen=True)
class BreakPass(TsPass):
    """Erases the terminators of functions, which no pass may do."""

    name = "break"

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for func in module.body.block.ops:
            for inner in func.regions[0].block.ops:
                inner.detach()


@dataclass(frozen=True)
class DeclinePass(TsPass):
    """Declines everything."""

    name = "decline"

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        refuse(module, "not today")


class Tool(TsOptMain):
    def register_all_passes(self) -> None:
        super().register_all_passes()
        self.available_passes |= {"break": lambda: BreakPass, "decline": lambda: DeclinePass}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "f.mlir"
    path.write_text(TEXT)
    return str(path)


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        ([], 1),
        (["--verify-each"], 1),
        (["--verify-each=0"], 0),
        (["--no-verify-each"], 0),
        (["--disable-verify"], 0),
    ],
)
def test_verify_each(
    file: str, flags: list[str], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # --disable-verify switches the verification of attributes off for the whole process.
    monkeypatch.setattr(Attribute, "__post_init__", Attribute.__post_init__)
    assert Tool([file, "-p", "break", *flags]).execute() == code


def test_a_broken_module_is_reported_at_its_function(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Tool([file, "-p", "break,cse"]).execute() == 1
    error = capsys.readouterr().err
    assert error.startswith(f"{file}:1:1: error: 'func.func' op ")
    assert error.split("\n")[0].endswith("(after 'break')")
    assert error.split("\n")[1:3] == ["func.func @f() {", "^"]


def test_a_failing_target_is_reported(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([file, "-t", "graph{speed=3}"]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"{file}: error: target 'graph{{speed=3}}' failed: ValueError: ")


@pytest.fixture
def restored_logger() -> Generator[None]:
    yield
    REFUSALS.setLevel("WARNING")
    REFUSALS.handlers.clear()


@pytest.mark.usefixtures("restored_logger")
def test_debug_rewrites(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert Tool([file, "-p", "decline"]).execute() == 0
    assert "not today" not in capsys.readouterr().err
    assert Tool([file, "-p", "decline", "--debug-rewrites"]).execute() == 0
    assert capsys.readouterr().err == "DeclinePass.run: 'builtin.module': not today\n"


def test_too_deep_nesting_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.mlir"
    path.write_text('"a.op"() {a = ' + "[" * 30_000)
    assert main([str(path), "--allow-unregistered-dialect"]) == 1
    assert "nested too deeply" in capsys.readouterr().err


def test_a_closed_output_is_not_a_crash(file: str) -> None:
    command = f"{sys.executable} -m xdsl_torchscript.tools.ts_opt --list-passes | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stdout == "Passes of xdsl-torchscript:\n"
    assert done.stderr == ""


def test_reading_and_writing_imports_little(file: str) -> None:
    code = (
        "import sys\nfrom xdsl_torchscript.tools.ts_opt import main\n"
        f"main([{file!r}, '--pipeline=te-to-loops'])\n"
        "print(*{'torch', 'numpy', 'llvmlite', 'scipy'}.intersection(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "\n"), "none of these packages is imported"


def test_a_byte_order_mark_is_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str
) -> None:
    marked = tmp_path / "marked.mlir"
    marked.write_text(TEXT, encoding="utf-8-sig")
    assert main([file]) == main([str(marked)]) == 0
    plain, read = capsys.readouterr().out.split("builtin.module")[1:]
    assert plain == read
    marked.write_text("func.func @f(%x)", encoding="utf-8-sig")
    assert main([str(marked)]) == 1
    message, line, caret = capsys.readouterr().err.splitlines()
    assert message.startswith(f"{marked}:1:16: error: ")
    assert (line, caret) == ("func.func @f(%x)", " " * 15 + "^")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_device_is_named(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([file, "-o", "/dev/full"]) == 1
    assert capsys.readouterr().err == "ts-opt: /dev/full: No space left on device\n"


def test_a_text_without_operations_is_an_empty_module(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "empty.mlir"
    path.write_text("")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.strip() == "builtin.module {\n}"
