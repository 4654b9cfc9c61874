"""Transformations of a schedule keep the meaning of loops, or reject them.

Each random program is lowered to loops, and runs again after each transformation that a pass
accepts; its results stay the same to the last bit. Only `rfactor` changes the order of sums.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from level_steps import Results, TypedCall, difference, run_out, run_te, typed_call
from random_programs import FIRST_SEED
from random_schedules import Names, transformation
from random_tensors import tensor_program
from xdsl.dialects import scf
from xdsl.dialects.builtin import MemRefType, ModuleOp

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.diagnostics import FindingsError
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.core.registry import pass_factories
from xdsl_torchscript.lowering.core.walk import defined_values, operations_of
from xdsl_torchscript.lowering.loops.schedule.loop_names import name_of
from xdsl_torchscript.runtime.errors import NativeUnsupported

_PROGRAMS = int(os.environ.get("TS_SCHEDULE_PROGRAMS", "6"))
_STEPS = 12
_MOST_OPERATIONS = 2000
"""Unrolled programs of more operations take long to run."""


def _apply(module: ModuleOp, spec: str) -> None:
    run_pipeline(build_pipeline(spec, pass_factories()), LazyContext(), module)
    module.verify()


def _call(seed: int) -> TypedCall:
    _, module, inputs = tensor_program(seed)
    try:
        return typed_call(module, "f", inputs, symbolic=seed % 2 == 1)
    except NativeUnsupported:
        return typed_call(module, "f", inputs)


def _names_in(module: ModuleOp) -> Names:
    loops = [name for loop in operations_of(module, scf.ForOp) if (name := name_of(loop))]
    memories = [v.name_hint for v in defined_values(module) if isinstance(v.type, MemRefType)]
    return Names(loops, [name for name in dict.fromkeys(memories) if name])


def _scheduled(seed: int, applied: Counter[str]) -> None:
    """Transform a program step by step; raises AssertionError where its results change."""
    call, source = _call(seed), random.Random(seed)
    module = call.module.clone()
    _apply(module, "convert-ts-to-te,cse")
    expected = run_te(call, module)
    _apply(module, "convert-te-to-loops,name-loops")
    schedule: list[str] = []
    for _ in range(_STEPS):
        names = _names_in(module)
        if not names.loops:
            break
        spec, candidate = transformation(source, names), module.clone()
        try:
            _apply(candidate, spec)
        except FindingsError:
            continue
        if sum(1 for _ in candidate.walk()) > _MOST_OPERATIONS:
            continue
        module = candidate
        schedule.append(spec)
        applied[spec.partition("{")[0]] += 1
        _compare(call, module, expected, schedule, seed)
    _apply(module, "check-bounds")
    _compare(call, module, expected, [*schedule, "check-bounds"], seed)


def _compare(
    call: TypedCall, module: ModuleOp, expected: Results, schedule: Sequence[str], seed: int
) -> None:
    exact = not any(spec.startswith("rfactor") for spec in schedule)
    reason = difference(expected, run_out(call, module, expected), exact)
    assert reason is None, f"seed {seed}, {schedule}: {reason}"


@pytest.mark.parametrize("first", [0, FIRST_SEED])
def test_random_schedules(first: int) -> None:
    applied = Counter[str]()
    for seed in range(first, first + _PROGRAMS):
        _scheduled(seed, applied)
    assert {"split-loop", "unroll-loop", "reorder-loops"} <= applied.keys(), applied
