"""Automatic garbage collection is paused while kernels are compiled, and as before afterwards."""

import gc

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.runtime.native import machine_code


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
