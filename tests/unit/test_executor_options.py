"""Wrong options of executors are refused where they are set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_executors import NO_ENGINE

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.options import OPTIONS

WRONG_PAIR = r"expected \('STATIC' or 'DYNAMIC', count\), got "


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ts.set_engine("jit"), NO_ENGINE),
        (lambda: ts.set_num_profiled_runs(0), "at least one profiled run, got 0"),
        (lambda: ts.set_compile_mode("later"), "compile is 'later'"),
        (lambda: ts.fuser("nvfuser").__enter__(), "no fuser 'nvfuser'; expected 'fuser0'"),
    ],
)
def test_wrong_options(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("runs", [1.5, "2", None])
def test_a_number_of_runs_is_an_integer(runs: Any) -> None:
    with pytest.raises(TypeError, match=f"integer number of profiled runs, got {runs!r}$"):
        ts.set_num_profiled_runs(runs)
    assert ts.get_num_profiled_runs() == 1


@pytest.mark.parametrize(
    ("strategy", "shown"),
    [
        ([("ANY", 1)], r"\('ANY', 1\)"),
        ([("STATIC", 2), ("STATIC", 1.5)], r"\('STATIC', 1.5\)"),
        ([("STATIC", -1)], r"\('STATIC', -1\)"),
        (["STATIC"], "'STATIC'"),
        ("x", "'x'"),
        (3, "3"),
        (None, "None"),
    ],
)
def test_a_strategy_is_of_pairs(strategy: Any, shown: str) -> None:
    old = OPTIONS.strategy
    with pytest.raises(ValueError, match=f"{WRONG_PAIR}{shown}$"):
        ts.set_fusion_strategy(strategy)
    assert old == OPTIONS.strategy
