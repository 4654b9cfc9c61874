"""Machine code for other processors."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from xdsl_torchscript.runtime.native.engine import assembly, compile_object
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.target import (
    PROCESSORS,
    host_target,
    named_target,
    vector_registers,
)

ADD = """
define internal void @helper(ptr %out, <16 x float> %sum) {
  store <16 x float> %sum, ptr %out
  ret void
}
define void @add(ptr %out, <16 x float> %a, <16 x float> %b) {
  %sum = fadd <16 x float> %a, %b
  call void @helper(ptr %out, <16 x float> %sum)
  ret void
}
define void @other() {
  ret void
}
"""

EVERY = f"""
from xdsl_torchscript.runtime.native.engine import assembly
from xdsl_torchscript.runtime.native.target import PROCESSORS, named_target
for architecture, names in PROCESSORS.items():
    for cpu in ("", *names):
        target = named_target(f"{{architecture}}-unknown-linux-gnu", cpu)
        assert "add" in assembly({ADD!r}, target=target)
        print(architecture, cpu)
"""


def test_llvm_knows_every_processor() -> None:
    # in a process of its own, which LLVM would end
    found = subprocess.run(
        [sys.executable, "-c", EVERY], capture_output=True, text=True, check=True
    )
    count = sum(len(names) + 1 for names in PROCESSORS.values())
    assert found.stderr == "" and len(found.stdout.splitlines()) == count


@pytest.mark.parametrize(
    "cpu, register", [("x86-64", "xmm"), ("haswell", "ymm"), ("skylake-avx512", "zmm")]
)
def test_the_bytes_of_registers_are_those_of_llvm(cpu: str, register: str) -> None:
    target = named_target("x86_64-linux-gnu", cpu)
    bytes = {"xmm": 16, "ymm": 32, "zmm": 64}[register]
    assert register in assembly(ADD, target=target) and vector_registers(target)[1] == bytes


def test_the_default_is_the_first_processor() -> None:
    assert named_target("aarch64-linux-gnu").cpu == "generic"
    assert named_target(cpu=named_target().cpu).triple == host_target().triple


@pytest.mark.parametrize("triple, cpu", [("moon-linux", ""), ("x86_64-linux-gnu", "moon")])
def test_other_names_are_errors(triple: str, cpu: str) -> None:
    with pytest.raises(NativeError, match=r"unknown .* 'moon'.*; choose from"):
        named_target(triple, cpu)


def test_only_exported_names_are_visible() -> None:
    assert set(compile_object(ADD).names) == {"add", "other"}
    assert compile_object(ADD, exported={"add"}).names == ("add",)


def test_a_process_with_several_targets_forks() -> None:
    for cpu in ("haswell", "skylake"):
        assembly(ADD, target=named_target("x86_64-linux-gnu", cpu))
    assembly(ADD)
    child = os.fork()
    if child == 0:
        os._exit(0 if "add" in assembly(ADD) else 1)
    assert os.waitpid(child, 0)[1] == 0
