"""Automatic garbage collection is paused while passes run, and as before afterwards."""

import gc

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.lowering.core.pass_runner import Instrument, run_pipeline
from xdsl_torchscript.lowering.loops_to_llvm.lower_scf_to_cf import LowerScfToCfPass


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


def test_passes_run_without_collection() -> None:
    seen: list[bool] = []

    class Watch(Instrument):
        def before_pass(self, step: ModulePass, scope: ModuleOp) -> None:
            seen.append(gc.isenabled())

    run_pipeline([LowerScfToCfPass()], Context(), ModuleOp([]), [Watch()])
    assert seen == [False]
    assert gc.isenabled()
