"""The commands on bad input: one clear error and exit code 1, never a traceback."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from archive_files import archive, integer, name
from checkpoint_files import CHECKPOINTS

from xdsl_torchscript.tools import ts_compile, ts_inspect, ts_opt, ts_reduce, ts_run
from xdsl_torchscript.tools.process import run_tool
from xdsl_torchscript.tools.run import engines

PROGRAM = "graph(%x : Tensor, %n : int):\n  %y : Tensor = aten::mul(%x, %n)\n  return (%y)\n"
DEEP = f"func.func @f(%x: {'!ts.list<' * 30000}i64{'>' * 30000}) {{\n  func.return\n}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("f.graph").write_text(PROGRAM)
    Path("bytes.graph").write_bytes(b"graph(%x : Tensor):\n  \xff\n")
    Path("bytes.mlir").write_bytes(b"\xff\xfe\x00")
    Path("deep.mlir").write_text(DEEP)
    Path("folder.graph").mkdir()
    return tmp_path


def run_on(*inputs: str) -> list[str]:
    return ["f.graph", *(f"--input={text}" for text in inputs)]


@pytest.mark.parametrize("tool", [ts_opt, ts_run])
@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("missing.graph", "missing.graph: No such file or directory"),
        ("folder.graph", "folder.graph: Is a directory"),
        ("bytes.graph", "bytes.graph:2:3: error: byte 0xff is not UTF-8 text"),
        ("bytes.mlir", "bytes.mlir:1:1: error: byte 0xff is not UTF-8 text"),
        ("deep.mlir", "nested too deeply"),
        ("f.txt", "unknown extension"),
    ],
)
def test_programs_that_cannot_be_read(tool, file: str, message: str, capfd) -> None:
    assert tool.main([file]) == 1
    assert message in capfd.readouterr().err


@pytest.mark.parametrize("tool", [ts_opt, ts_run])
@pytest.mark.parametrize("file", ["values", "values-legacy"])
def test_values_without_a_program_are_no_program(tool, file: str, capfd) -> None:
    assert tool.main([str(CHECKPOINTS / f"{file}.pt")]) == 1
    assert "values without a program (ts.load reads them" in capfd.readouterr().err


RAISES = b"""
class M(Module):
  __parameters__ = []
  __buffers__ = []
  def __setstate__(self: __torch__.M, state: int) -> None:
    ops.prim.RaiseException("no such state", None)
  def forward(self: __torch__.M, x: Tensor) -> Tensor:
    return x
"""


@pytest.mark.parametrize("tool", [ts_compile, ts_run])
def test_archives_whose_code_raises_on_load(tool, capfd) -> None:
    head = b"\x80\x02" + name("__torch__", "M") + b")\x81" + integer(1) + b"b."
    Path("raises.pt").write_bytes(archive(head, {"code/__torch__.py": RAISES}))
    assert tool.main(["raises.pt"]) == 1
    assert "op failed: RuntimeError: no such state" in capfd.readouterr().err


ARRAYS = {
    "text": (np.array(["a"]), "cannot hold elements of numpy type"),
    "record": (np.zeros(3, [("a", "f4")]), "cannot hold elements of numpy type"),
    "object": (np.array([{}, [1]], dtype=object), "Object arrays cannot be loaded"),
    "date": (np.zeros(3, "M8[s]"), "cannot hold elements of numpy type"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_that_are_no_tensors(name: str, capfd) -> None:
    array, message = ARRAYS[name]
    np.save("x.npy", array)
    assert ts_run.main(run_on("x=x.npy", "n=2")) == 1
    assert message in capfd.readouterr().err


def test_an_archive_and_an_empty_file_are_no_arrays(capfd) -> None:
    np.savez("a.npz", a=np.zeros(3))
    shutil.copy("a.npz", "archive.npy")
    Path("empty.npy").touch()
    for file in ("archive", "empty"):
        assert ts_run.main(run_on(f"x={file}.npy", "n=2")) == 1
        assert f"'{file}.npy'" in capfd.readouterr().err


def test_arrays_of_the_other_byte_order_are_read(capfd) -> None:
    np.save("x.npy", np.array([1.0, 2.0], ">f4"))
    assert ts_run.main(run_on("x=x.npy", "n=2")) == 0
    assert capfd.readouterr().out == "y: f32[2] = [2.0, 4.0]\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random:f32[99999999999999999999]", "cannot be made"),
        ("arange:f32[4000000000000000]", "cannot be made"),
        (f"random:f32[{'1,' * 70}]", "cannot be made"),
        ("full:i8[2]:300", "300 does not fit into i8"),
        ("full:i64[1]:nan", "nan does not fit into i64"),
        ("i64[1]{99999999999999999999}", "99999999999999999999 does not fit into i64"),
        ("u8[1]{-1}", "-1 does not fit into u8"),
        ("i64[2]{1, 1.5}", "1.5 does not fit into i64"),
        ("full:f32[2]:1j", "1j does not fit into f32"),
        ("random:f32[2 3]", "'f32[2 3]' is not a tensor type; write one as f32[2,3]"),
        ("[" * 3000, "is not a value"),
        ("{[1]: 2}", "'{[1]: 2}' is not a value: a list or dict cannot be the key of a dict"),
    ],
)
def test_inputs_that_cannot_be_made(text: str, message: str, capfd) -> None:
    assert ts_run.main(run_on(f"x={text}", "n=2")) == 1
    error = capfd.readouterr().err
    assert message in error and len(error) < 400


@pytest.mark.parametrize("seed", ["18446744073709551616", "-9223372036854775809", "1.5", "--1", ""])
def test_seeds_beyond_64_bits_are_refused(seed: str, capfd) -> None:
    with pytest.raises(SystemExit):
        ts_run.main([*run_on("n=2"), f"--seed={seed}"])
    assert f"--seed: expected an integer of 64 bits, got '{seed}'" in capfd.readouterr().err


def test_negative_seeds_are_those_of_manual_seed(capfd) -> None:
    Path("draw.py").write_text("import torch\n\ndef draw(x):\n    return torch.rand_like(x)\n")
    for seed in (-1, 2**64 - 1):
        assert ts_run.main(["draw.py", "--input=x=random:f32[3]", f"--seed={seed}"]) == 0
    first, second = capfd.readouterr().out.splitlines()
    assert first == second


def test_a_failed_write_leaves_the_old_file(capfd, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("out.mlir").write_text("old")
    Path("out.npz").write_text("old")

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as stream:
            stream.write(data[:5])
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert ts_opt.main(["f.graph", "-o", "out.mlir"]) == 1
    assert "out.mlir: No space left on device" in capfd.readouterr().err
    assert ts_run.main([*run_on("x=f32[1]{1}", "n=2"), "--output=out.npz"]) == 1
    assert Path("out.mlir").read_text() == Path("out.npz").read_text() == "old"
    assert not list(Path().glob(".*"))


def test_results_are_written_under_the_given_name(folder: Path) -> None:
    Path("two.graph").write_text("graph(%file : Tensor):\n  return (%file, %file)\n")
    assert ts_run.main(["two.graph", "--input=file=f32[1]{3}", "--output=results"]) == 0
    with np.load("results") as stored:
        assert {name: stored[name].tolist() for name in stored} == {"file": [3.0], "file.1": [3.0]}


NESTED = """
from typing import Dict, List, Optional, Tuple
import torch
import torch.nn.functional as F

def rows(
    x,
) -> Tuple[Dict[str, torch.Tensor], List[Tuple[torch.Tensor, int]], Optional[torch.Tensor]]:
    return {"a": x, "b": F.softmax(x, -1)}, [(x, 1), (x, 2)], None
"""


def test_nested_results_are_written_by_name(capfd) -> None:
    Path("rows.py").write_text(NESTED)
    assert ts_run.main(["rows.py", "--input=x=f32[1]{3}", "--output=rows.npz"]) == 0
    printed = capfd.readouterr()
    assert "out0.0.b: f32[1] = [1.0]" in printed.out
    assert printed.err == "ts-run: 'out0.2' is not an array, so it is not in rows.npz\n"
    with np.load("rows.npz") as stored:
        assert {name: stored[name].tolist() for name in stored} == {
            "out0.0.a": [3.0],
            "out0.0.b": [1.0],
            "out0.1.0.0": [3.0],
            "out0.1.0.1": 1,
            "out0.1.1.0": [3.0],
            "out0.1.1.1": 2,
        }


def test_bfloat16_is_written_as_float32() -> None:
    assert ts_run.main([*run_on("x=bf16[1]{3}", "n=2"), "--output=y.npz"]) == 0
    with np.load("y.npz") as stored:
        assert (stored["y"].dtype, stored["y"].tolist()) == (np.float32, [6.0])


def test_functions_of_the_library_are_no_entries(capfd) -> None:
    Path("rows.py").write_text(NESTED)
    assert ts_run.main(["rows.py", "--entry=__torch__.torch.nn.functional.softmax"]) == 1
    message = "there is no function '__torch__.torch.nn.functional.softmax'; the program has rows"
    assert message in capfd.readouterr().err


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("x.html", "ts-run: 'x.html': what --output writes goes into a file that is named *.npz"),
        ("x.npy", "is named *.npz; numpy.load reads it, with each result under its name"),
        ("none/x.npz", "ts-run: none/x.npz: No such file or directory"),
        ("folder.graph", "ts-run: 'folder.graph': what --output"),
        (".", "ts-run: .: Is a directory"),
    ],
)
def test_the_output_is_checked_before_the_run(path: str, message: str, capfd) -> None:
    assert ts_run.main([*run_on("x=f32[1]{3}", "n=2"), f"--output={path}"]) == 1
    printed = capfd.readouterr()
    assert message in printed.err and not printed.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--compare", "--output=x.npz"], "--compare prints no results, so --output has no effect"),
        (["--explain", "--profile"], "--explain prints no results, so --profile has no effect"),
        (["--dump-code", "--explain"], "--dump-code prints no results, so --explain has no effect"),
        (["--max-ulp=3"], "--max-ulp is an option of --compare"),
        (["--profile-json=none/x.json"], "none/x.json: No such file or directory"),
        (["--profile-json=x.npz"], "'x.npz': the profile goes into a file that is named *.json"),
    ],
)
def test_options_without_effect_are_refused(options: list[str], message: str, capfd) -> None:
    assert ts_run.main([*run_on("x=f32[1]{3}", "n=2"), *options]) == 1
    printed = capfd.readouterr()
    assert message in printed.err and not printed.out and not Path("x.npz").exists()


@pytest.mark.parametrize("tool", [ts_compile, ts_run])
def test_a_program_without_functions(tool, capfd) -> None:
    Path("empty.mlir").touch()
    assert tool.main(["empty.mlir"]) == 1
    assert "'empty.mlir' defines no function\n" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("path", "options", "message"),
    [
        ("x.html", [], "'x.html': the output of '-t mlir' goes into a file that is named *.mlir"),
        ("x.graph", [], "goes into a file that is named *.mlir; or say '-t graph'"),
        ("x.pt", [], "goes into a file that is named *.mlir; or say '-t pt'"),
        (
            "x.mlir",
            ["-t", "graph"],
            "the output of '-t graph' goes into a file",
        ),
    ],
)
def test_files_are_recognised_by_their_contents(
    path: str, options: list[str], message: str, capfd
) -> None:
    assert ts_opt.main(["f.graph", "-o", path, *options]) == 1
    assert message in capfd.readouterr().err
    assert not Path(path).exists()


def test_a_reduced_program_is_mlir(capfd) -> None:
    assert ts_reduce.main(["f.graph", "--test=true {}", "-o", "x.html"]) == 1
    assert "'x.html': the reduced program goes into" in capfd.readouterr().err


def test_the_error_of_a_pass_survives_a_reproducer_that_cannot_be_written(capfd) -> None:
    arguments = ["f.graph", "-p", "verify-level{level=llvm}", "--crash-reproducer=/no/such/file"]
    assert ts_opt.main(arguments) == 1
    error = capfd.readouterr().err
    assert "no reproducer in /no/such/file" in error and "not legal at level 'llvm'" in error


def test_unknown_passes_to_print_around_are_an_error(capfd) -> None:
    assert ts_opt.main(["f.graph", "-p", "cse", "--print-ir-before=csee"]) == 1
    assert "unknown pass 'csee'" in capfd.readouterr().err


COMMANDS = {
    "ts_opt": ["-m", "xdsl_torchscript.tools.ts_opt", "-f", "graph", "-"],
    "ts_run": [
        "-m",
        "xdsl_torchscript.tools.ts_run",
        "-f",
        "graph",
        "-",
        *run_on("x=1", "n=2")[1:],
    ],
}
COMMANDS["ts_run"][-2] = "--input=x=random:f32[900]"


@pytest.mark.parametrize("tool", COMMANDS)
def test_programs_come_from_standard_input_and_a_closed_pipe_is_no_error(tool: str) -> None:
    command = [sys.executable, *COMMANDS[tool]]
    done = subprocess.run(command, input=PROGRAM.encode(), capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"") and done.stdout
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        command, input=PROGRAM.encode(), stdout=writer, stderr=subprocess.PIPE, timeout=60
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(("reason", "end"), [((), ""), (("2 GB",), ": 2 GB")])
def test_the_message_about_memory(reason: tuple[str, ...], end: str, capfd) -> None:
    def exhausted() -> int:
        raise MemoryError(*reason)

    assert run_tool("ts-opt", exhausted) == 1
    assert capfd.readouterr().err == f"ts-opt: out of memory{end}\n"


def test_an_interrupt_ends_quietly(capfd) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    assert run_tool("ts-run", interrupted) == 130
    assert capfd.readouterr().err == ""


def test_an_interrupt_ends_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python handles no signal while it waits for native code, so that the system must."""
    handlers: list[object] = []

    def kernel(*_: object) -> tuple[int]:
        handlers.append(signal.getsignal(signal.SIGINT))
        return (0,)

    monkeypatch.setattr(engines, "lazy_import", lambda _: lambda *_, **__: kernel)
    before = signal.getsignal(signal.SIGINT)
    assert ts_run.main([*run_on("x=f32[1]{3}", "n=2"), "--engine=native"]) == 0
    assert handlers == [signal.SIG_DFL] and signal.getsignal(signal.SIGINT) == before


@pytest.mark.parametrize("tool", [ts_inspect, ts_reduce, ts_run])
def test_the_version_of_a_command(tool, capfd) -> None:
    with pytest.raises(SystemExit) as ended:
        tool.main(["--version"])
    name = tool.__name__.rpartition(".")[2].replace("_", "-")
    assert ended.value.code == 0
    assert capfd.readouterr().out.startswith(f"{name} of xdsl-torchscript ")
