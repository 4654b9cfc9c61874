"""Automatic garbage collection is paused while programs are loaded, frozen and compiled, and as
before afterwards."""

import gc
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.runtime.modules import freeze, load
from xdsl_torchscript.runtime.native import machine_code

ARCHIVE = Path(__file__).parent / "data" / "archives" / "layers.pt"


def test_collection_goes_on_after_the_block() -> None:
    with paused_collection():
        assert not gc.isenabled()
        with paused_collection():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_collection_goes_on_after_an_exception() -> None:
    with pytest.raises(KeyError), paused_collection():
        raise KeyError
    assert gc.isenabled()


def test_collection_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with paused_collection():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_passes_run_without_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    lower = machine_code.llvm_ir

    def watched(module: ModuleOp) -> str:
        seen.append(gc.isenabled())
        return lower(module)

    monkeypatch.setattr(machine_code, "llvm_ir", watched)
    monkeypatch.setattr(machine_code, "compile_cached", lambda text, compile: compile())
    x = np.ones(3, np.float32)
    ts.compile_func(ts.compile("def f(x): return x * 2 + x").f, [x])
    assert seen == [False]
    assert gc.isenabled()


@pytest.mark.parametrize(("module", "step"), [(load, "read_file"), (freeze, "object_program")])
def test_programs_are_built_without_collection(
    module: ModuleType, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    original: Callable[..., Any] = getattr(module, step)

    def watched(*arguments: Any) -> Any:
        seen.append(gc.isenabled())
        return original(*arguments)

    monkeypatch.setattr(module, step, watched)
    ts.freeze(ts.load(ARCHIVE).eval())
    assert seen == [False]
    assert gc.isenabled()
