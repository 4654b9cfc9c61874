"""Random programs mean the same where their buffers share an arena."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from native_programs import WHOLE, lower, native, parse
from random_buffers import RandomBuffers
from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.memory import plan_memory
from xdsl_torchscript.lowering.loops.memory.arena_layout import LiveRange
from xdsl_torchscript.runtime.levels.execution import run_lowered

_PASS = "plan-memory,cse"
_INPUTS = [(1, False), (3, True)]


def _sums(module: ModuleOp, program: RandomBuffers, n: int, condition: bool) -> np.ndarray:
    out = np.zeros(program.sums + 1, np.int64)
    run_lowered(module, "f", [n, condition, out])
    return out


def _wrong(seeds: Sequence[int]) -> list[int]:
    """Return the seeds of programs that have other sums after the pass."""
    found: list[int] = []
    for seed in seeds:
        program = RandomBuffers(seed)
        before, after = parse(program.text), lower(program.text, _PASS)
        for values in _INPUTS:
            if not np.array_equal(_sums(before, program, *values), _sums(after, program, *values)):
                found.append(seed)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_an_arena_keeps_the_meaning(seed: int) -> None:
    assert _wrong([seed]) == []


@pytest.mark.parametrize("seed", range(60, 75))
def test_native_code_agrees(seed: int) -> None:
    program = RandomBuffers(seed, parallel=False)
    call = native(program.text, pipeline=f"{_PASS},{WHOLE}", opt_level=2)
    for n, condition in _INPUTS:
        out = np.zeros(program.sums + 1, np.int64)
        call(n, int(condition), out)
        assert np.array_equal(out, _sums(parse(program.text), program, n, condition))


def test_most_programs_share_memory() -> None:
    """The test above would hold if nothing were placed."""
    texts = [RandomBuffers(seed).text for seed in range(60)]
    before, after = (
        sum(len(operations_of(module, memref.AllocOp)) for module in modules)
        for modules in (map(parse, texts), (lower(text, _PASS) for text in texts))
    )
    assert after < before / 2


def test_periods_that_ignore_loops_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the position of the last access alone, a later iteration reads what others wrote."""

    def too_short(order: plan_memory.LiveOrder, alloc: memref.AllocOp, users: object) -> LiveRange:
        positions = [order.begins[op] for op in users]
        return LiveRange(min(positions), max(positions))

    monkeypatch.setattr(plan_memory.LiveOrder, "range_of", too_short)
    assert _wrong(range(60))
