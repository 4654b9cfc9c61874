"""`ts.set_check_bounds`: kernels that are made under it raise where they would leave memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from xdsl.ir import SSAValue
from xdsl.parser import Parser

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.lowering.ts_to_te.arrays import rearrangements
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode
from xdsl_torchscript.runtime.aot.program import compile_program
from xdsl_torchscript.runtime.errors import OutOfBounds
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.plan_keys import InlinedFunction
from xdsl_torchscript.runtime.native.bounds_checks import has_bounds_checks
from xdsl_torchscript.runtime.native.compile_kernel import compile_func, typed_module
from xdsl_torchscript.runtime.native.compile_worker import WORKER
from xdsl_torchscript.runtime.native.disk_cache import shared_cache
from xdsl_torchscript.runtime.native.machine_code import llvm_ir
from xdsl_torchscript.runtime.native.target import host_target
from xdsl_torchscript.runtime.tensor import Tensor

SOURCE = """def f(x: Tensor):
    y = torch.flip(x, [0])
    return y * 2
"""
MODULE = compile_source(SOURCE, "f.py")
GRAPH = parse_graph("graph(%x : Tensor):\n  %y : Tensor = aten::exp(%x)\n  return (%y)", "g")
SMALL, LARGE = (Tensor(np.ones(sizes, np.float32)) for sizes in ((3, 7), (2000, 300)))
MESSAGE = r"load: index is out of range in dimension 0 of %x, at f\.py:2:9"


@pytest.fixture(autouse=True)
def checking() -> Iterator[None]:
    old = ts.set_check_bounds(True)
    yield
    ts.set_check_bounds(old)


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `flip` read the row behind the last one, as if an index of the compiler were wrong."""

    def unshifted(code: ScalarCode, index: SSAValue, by: int) -> SSAValue:
        return index

    monkeypatch.setattr(rearrangements, "shift_index", unshifted)


@pytest.mark.usefixtures("wrong")
@pytest.mark.parametrize("x", [SMALL, LARGE], ids=["one thread", "threads"])
@pytest.mark.parametrize("symbolic", [False, True])
def test_an_access_out_of_bounds_names_its_line(x: Tensor, symbolic: bool) -> None:
    kernel = compile_func(MODULE, "f", [x], symbolic=symbolic)
    for _ in range(3):  # in Python, and twice by the builtin
        with pytest.raises(OutOfBounds, match=MESSAGE):
            kernel(x)


def test_the_process_that_compiles_inserts_the_checks() -> None:
    images: list[bytes] = []
    for enabled in (False, True):
        ts.set_check_bounds(enabled)
        images.append(WORKER.machine_code(typed_module(MODULE, "f", [LARGE])).image)
    assert [b"index is out of range" in image for image in images] == [False, True]


@pytest.mark.usefixtures("wrong", "kept_options")
@pytest.mark.parametrize("engine", ["native", "profile"])
def test_calls_of_functions_raise(engine: str) -> None:
    ts.set_engine(engine)
    ts.set_compile_mode("now")
    f = ts.compile(SOURCE).f
    with pytest.raises(OutOfBounds, match="index is out of range"):
        for _ in range(100):
            f(LARGE)


@pytest.mark.usefixtures("kept_options")
def test_the_kernel_of_an_earlier_process_raises() -> None:
    def fail(inputs: object) -> None:
        raise OutOfBounds("index is out of range")

    ts.set_engine("profile")
    f = ts.compile(SOURCE).f
    executor_of(f)._disk.early = SimpleNamespace(run=fail)
    with pytest.raises(OutOfBounds):
        f(LARGE)


@pytest.mark.parametrize("symbolic", [False, True])
def test_kernels_that_are_right_compute_the_same(symbolic: bool) -> None:
    checked = compile_func(MODULE, "f", [LARGE], symbolic=symbolic)(LARGE)[0]
    ts.set_check_bounds(False)
    plain = compile_func(MODULE, "f", [LARGE], symbolic=symbolic)(LARGE)[0]
    np.testing.assert_array_equal(checked.array, plain.array)


def test_it_returns_the_old_value() -> None:
    assert ts.set_check_bounds(False) is True
    assert ts.get_check_bounds() is False
    assert ts.set_check_bounds(True) is False


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TS_CACHE_DIR", str(tmp_path))
    shared_cache.cache_clear()
    yield
    shared_cache.cache_clear()


@pytest.mark.usefixtures("disk", "wrong")
def test_kernels_on_disk_without_checks_are_not_reused() -> None:
    ts.set_check_bounds(False)
    compile_func(MODULE, "f", [SMALL])
    ts.set_check_bounds(True)
    with pytest.raises(OutOfBounds, match=MESSAGE):
        compile_func(MODULE, "f", [SMALL])(SMALL)


@pytest.mark.usefixtures("disk")
def test_keys_of_plans_depend_on_it() -> None:
    function = InlinedFunction.of(GRAPH.body.block.first_op, None)
    checked = function.key()
    ts.set_check_bounds(False)
    assert None is not function.key() != checked


@pytest.mark.usefixtures("wrong")
def test_a_module_keeps_its_checks() -> None:
    """Another process gets its text, and a change meanwhile does not matter."""
    text = str(typed_module(MODULE, "f", [SMALL]))
    ts.set_check_bounds(False)
    module = Parser(LazyContext.complete(), text).parse_module()
    assert has_bounds_checks(module)
    assert "index is out of range" in llvm_ir(module)
    assert "index is out of range" not in llvm_ir(typed_module(MODULE, "f", [SMALL]))


@pytest.mark.usefixtures("wrong")
def test_files_for_c_have_the_checks() -> None:
    function = ts.CompilationUnit(SOURCE).f
    irs: list[str] = []
    for enabled in (False, True):
        ts.set_check_bounds(enabled)
        irs.append(compile_program(function, [SMALL], {}, "f", host_target()).ir)
    assert ["index is out of range" in ir for ir in irs] == [False, True]


@pytest.mark.parametrize(("value", "enabled"), [("1", True), ("0", False), ("", False)])
def test_the_environment_has_the_first_value(value: str, enabled: bool) -> None:
    code = "import xdsl_torchscript as ts; print(ts.get_check_bounds())"
    environment = {**os.environ, "TS_CHECK_BOUNDS": value}
    printed = subprocess.check_output([sys.executable, "-c", code], env=environment, text=True)
    assert printed.strip() == str(enabled)
