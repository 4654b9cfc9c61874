"""LLVM accepts the emitted text, and the text is the same in every process."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from native_programs import CONVERSIONS, lower, optimize_ir, parse, to_llvm_ir
from test_loops_native import CONTROL, MEMORY
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.core.diagnostics import FindingsError
from xdsl_torchscript.lowering.loops_to_llvm.emit import emit_module

LIT = Path(__file__).parent.parent / "lit"
EMITTED = [path for path in sorted((LIT / "emit").glob("*.mlir")) if "invalid" not in path.name]


@pytest.mark.parametrize("path", EMITTED, ids=lambda path: path.stem)
def test_llvm_verifies_every_emitted_module_of_the_lit_tests(path: Path) -> None:
    assert optimize_ir(emit_module(parse(path.read_text())))


@pytest.mark.parametrize("text", [CONTROL, MEMORY], ids=["control", "memory"])
@pytest.mark.parametrize("opt_level", [0, 2])
def test_llvm_verifies_lowered_programs(text: str, opt_level: int) -> None:
    assert "@f_packed" in optimize_ir(to_llvm_ir(text), opt_level=opt_level)


def test_the_text_does_not_depend_on_the_process() -> None:
    """Sets of flags are ordered differently in each process; the text must not be."""
    text = (LIT / "emit" / "instructions.mlir").read_text()
    program = (
        "import sys; from native_programs import parse; "
        "from xdsl_torchscript.lowering.loops_to_llvm.emit import emit_module; "
        "sys.stdout.write(emit_module(parse(sys.stdin.read())))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


def test_faults_of_all_functions_are_reported_together() -> None:
    module = parse("""
    llvm.func @a(%x: f32) {
      %0 = arith.addf %x, %x : f32
      llvm.return
    }
    llvm.func @b() {
      cf.br ^a
    ^a:
      llvm.return
    }
    func.func private @c()
    """)
    with pytest.raises(FindingsError) as caught:
        emit_module(module)
    assert [finding.message.split("'")[1] for finding in caught.value.findings] == [
        "arith.addf",
        "cf.br",
        "func.func",
    ]


def test_names_are_unique_and_legal() -> None:
    text = emit_module(
        parse("""
    llvm.func @f(%entry: i64, %bb1: i64) -> i64 {
      %x = llvm.add %entry, %bb1 : i64
      llvm.br ^a
    ^a:
      %x_1 = llvm.add %x, %x : i64
      %v0 = llvm.add %x_1, %x : i64
      %0 = llvm.add %v0, %x : i64
      llvm.return %0 : i64
    }""")
    )
    names = re.findall(r"(%\w+) = ", text) + re.findall(r"i64 (%\w+)[,)]", text.split("\n")[0])
    assert len(names) == len(set(names)) == 6
    assert optimize_ir(text)


def test_a_branch_to_the_first_block_is_refused() -> None:
    with pytest.raises(PassFailedException, match="jumps back to its first block"):
        emit_module(parse("llvm.func @f() {\n^a:\n  llvm.br ^a\n}"))


@pytest.mark.parametrize("type_name", ["memref<?x?xf32>", "tensor<4xf32>", "complex<f32>"])
def test_operations_without_an_llvm_form_are_refused_with_a_reason(type_name: str) -> None:
    body = "%i = arith.constant 0 : index\n%0 = memref.load %a[%i, %i] : memref<?x?xf32>"
    body = body if "memref" in type_name else ""
    with pytest.raises(PassFailedException, match="has the type"):
        lower(f"func.func @f(%a: {type_name}) {{\n{body}\nfunc.return\n}}", CONVERSIONS)
