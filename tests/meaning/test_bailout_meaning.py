"""Random programs keep their meaning if any of their guards bails out at any time."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial

import pytest
from observation import observe_call
from profiled import insert_guards_of
from random_programs import FIRST_SEED, Program, random_program
from xdsl.ir import Operation

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.prim import BailOutOp
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import InlineCallsPass
from xdsl_torchscript.lowering.ts.profiling.eliminate_guards import EliminateGuardsPass
from xdsl_torchscript.lowering.ts.profiling.insert_bailouts import InsertBailoutsPass
from xdsl_torchscript.lowering.ts.simplification.cse import CsePass
from xdsl_torchscript.lowering.ts.simplification.dce import DcePass
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.values import Value

_PROGRAMS = int(os.environ.get("TS_MEANING_PROGRAMS", "100"))
_CALLS = 4
_LEAST_BAILING = 0.5
_CONTEXT = LazyContext()


def _failing_checks(
    rate: float, source: random.Random, failed: list[Operation]
) -> Callable[[Operation], Callable[[Value], bool] | None]:
    """Return the checks of bailouts, which note in `failed` that they failed at random."""

    def implementation(op: Operation) -> Callable[[Value], bool] | None:
        def check(value: Value) -> bool:
            fails = source.random() < rate
            failed.extend([op] * fails)
            return not fails

        return check if isinstance(op, BailOutOp) else None

    return implementation


def _bailing_code(program: Program, rate: float, failed: list[Operation]) -> Code:
    module, guard = program.module.clone(), insert_guards_of(program)
    steps = (InlineCallsPass(), guard, EliminateGuardsPass(), InsertBailoutsPass())
    run_pipeline((*steps, CsePass(), DcePass()), _CONTEXT, module)
    unit = CompilationUnit.from_module(module, program.resources)
    checks = _failing_checks(rate, random.Random(program.seed), failed)
    return Code.from_func(unit.definitions.function("main"), unit, implementations=checks)


def _difference(program: Program, rate: float, failed: list[Operation]) -> str | None:
    code = _bailing_code(program, rate, failed)
    plain = CompilationUnit.from_module(program.module.clone(), program.resources).code("main")
    for number in range(_CALLS):
        expected = observe_call(partial(run, plain), program.inputs)
        found = observe_call(partial(run, code), program.inputs)
        reason = expected.difference(found)
        if reason is not None:
            return f"seed {program.seed}, call {number}: {reason}"
    return None


def _check(first: int, count: int, rate: float) -> None:
    bailing, found = 0, list[str]()
    for seed in range(first, first + count):
        failed: list[Operation] = []
        reason = _difference(random_program(seed), rate, failed)
        found += [] if reason is None else [reason]
        bailing += bool(failed)
    assert not found, "\n".join(found)
    assert bailing > _LEAST_BAILING * count, f"{bailing} of {count} programs bailed out"


@pytest.mark.parametrize("rate", [0.1, 0.4])
def test_fixed_seeds(rate: float) -> None:
    _check(0, _PROGRAMS // 3, rate)


def test_seeds_of_the_environment() -> None:
    _check(FIRST_SEED, _PROGRAMS // 3, 0.2)
