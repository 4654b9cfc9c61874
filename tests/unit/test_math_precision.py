"""`ts.set_math_precision`: kernels that are made have functions of that precision."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.parser import Parser

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.core.math_precision import MATH_PRECISIONS
from xdsl_torchscript.runtime.aot.program import compile_program
from xdsl_torchscript.runtime.executors.plan_keys import InlinedFunction
from xdsl_torchscript.runtime.native.compile_kernel import compile_func, typed_module
from xdsl_torchscript.runtime.native.disk_cache import shared_cache
from xdsl_torchscript.runtime.native.machine_code import llvm_ir
from xdsl_torchscript.runtime.native.math_precision import precision_of
from xdsl_torchscript.runtime.native.target import host_target
from xdsl_torchscript.runtime.tensor import Tensor

GRAPH = parse_graph("graph(%x : Tensor):\n  %y : Tensor = aten::exp(%x)\n  return (%y)", "g")
X = np.linspace(-80, 88, 1 << 14, dtype=np.float32)


@pytest.fixture(autouse=True)
def before() -> Iterator[None]:
    old = ts.get_math_precision()
    ts.set_math_precision("default")
    yield
    ts.set_math_precision(old)


def exp(precision: Any) -> np.ndarray:
    ts.set_math_precision(precision)
    return compile_func(GRAPH, "graph", [Tensor(X)])(Tensor(X))[0].array


def error(got: np.ndarray) -> float:
    true = np.exp(X.astype(np.float64))
    return float(np.max(np.abs(got - true) / np.spacing(true.astype(np.float32))))


def test_errors_follow_the_precision() -> None:
    exact, default, fast = (error(exp(name)) for name in ("exact", "default", "fast"))
    assert exact <= 0.51 < default <= 1.2 < fast <= 2.4


def test_it_returns_the_old_precision() -> None:
    assert ts.set_math_precision("exact") == "default"
    assert ts.get_math_precision() == "exact"
    assert ts.set_math_precision("fast") == "exact"


def test_an_unknown_precision_is_an_error_and_changes_nothing() -> None:
    message = "no math precision 'double'; expected fast, default, exact"
    with pytest.raises(ValueError, match=message):
        ts.set_math_precision("double")  # pyright: ignore
    assert ts.get_math_precision() == "default"


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TS_CACHE_DIR", str(tmp_path))
    shared_cache.cache_clear()
    yield
    shared_cache.cache_clear()


@pytest.mark.usefixtures("disk")
def test_kernels_on_disk_are_those_of_the_precision() -> None:
    first, again = ([error(exp(name)) for name in MATH_PRECISIONS] for _ in range(2))
    assert first == again
    assert len({*first}) == 3


@pytest.mark.usefixtures("disk")
def test_keys_of_plans_depend_on_it() -> None:
    function = InlinedFunction.of(GRAPH.body.block.first_op, None)
    keys: list[str | None] = []
    for name in MATH_PRECISIONS:
        ts.set_math_precision(name)
        keys.append(function.key())
    assert None not in keys
    assert len({*keys}) == 3


def test_a_module_keeps_its_precision() -> None:
    """Another process gets its text, and a change meanwhile does not matter."""
    ts.set_math_precision("exact")
    text = str(typed_module(GRAPH, "graph", [Tensor(X)]))
    ts.set_math_precision("default")
    module = Parser(LazyContext.complete(), text).parse_module()
    assert precision_of(module) == "exact"
    assert "fptrunc" in llvm_ir(module)
    assert "fptrunc" not in llvm_ir(typed_module(GRAPH, "graph", [Tensor(X)]))


def test_files_for_c_have_the_precision() -> None:
    function = ts.CompilationUnit("def f(x):\n    return x.exp()").f
    irs: list[str] = []
    for name in ("default", "exact"):
        ts.set_math_precision(name)
        irs.append(compile_program(function, [Tensor(X)], {}, "f", host_target()).ir)
    assert ["fptrunc" in ir for ir in irs] == [False, True]


@pytest.mark.parametrize("value", ["fast", "", "unknown"])
def test_the_environment_has_the_first_precision(value: str) -> None:
    code = "import xdsl_torchscript as ts; print(ts.get_math_precision())"
    environment = {**os.environ, "TS_MATH_PRECISION": value}
    printed = subprocess.check_output([sys.executable, "-c", code], env=environment, text=True)
    assert printed.strip() == ("fast" if value == "fast" else "default")
