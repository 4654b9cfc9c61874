"""The programs of tests/conformance/language, compiled and interpreted: results as PyTorch's."""

from __future__ import annotations

import contextlib
import io
import json
import math
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from script_programs import COUNTED, FOLDER, GOLDEN, files, programs, values
from script_programs import Program as Case
from xdsl.dialects.func import FuncOp
from xdsl.traits import IsTerminator

from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.modules.engines import ACTIVE
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device, Value

EXPECTED = json.loads(GOLDEN.read_text())
PROGRAMS = [program for path in files() for program in programs(path)]


@cache
def unit_of(file: str) -> CompilationUnit:
    path = FOLDER / f"{file}.py"
    return CompilationUnit(path.read_text(), f"{file}.py")


def tensor(dtype: str, shape: tuple[int, ...], elements: list[float]) -> Tensor:
    return Tensor(np.array(elements, dtype=dtype).reshape(shape))


def agrees(expected: Any, got: Value) -> bool:
    match expected:
        case {"tensor": dtype, "shape": shape, "data": data}:
            array = got.array
            same = array.dtype == np.dtype(dtype) and list(array.shape) == shape
            wanted = np.array(data, dtype=array.dtype).reshape(shape)
            return same and np.allclose(array, wanted, rtol=1e-4, atol=1e-6, equal_nan=True)
        case {"complex": [real, imag]}:
            return got == pytest.approx(complex(real, imag))
        case {"device": name}:
            return got == Device(name)
        case {"tuple": elements}:
            same = isinstance(got, tuple) and len(got) == len(elements)
            return same and all(map(agrees, elements, got))
        case {"dict": pairs}:
            same = isinstance(got, dict) and len(got) == len(pairs)
            return same and all(
                agrees(k, key) and agrees(v, value)
                for (k, v), (key, value) in zip(pairs, got.items(), strict=True)
            )
        case list():
            same = isinstance(got, list) and len(got) == len(expected)
            return same and all(map(agrees, expected, got))
        case float():
            both_nan = isinstance(got, float) and math.isnan(expected) and math.isnan(got)
            return type(got) is float and (both_nan or got == pytest.approx(expected))
        case _:
            return type(got) is type(expected) and got == expected


def same_failure(expected: Any, fault: RuntimeFault) -> bool:
    """Return whether failures agree: a program's exceptions have PyTorch's text, operators' only
    fail."""
    match expected:
        case {"raises": text}:
            return fault.reason == text
        case {"fails": _}:
            return True
        case _:
            return False


@pytest.mark.parametrize("file", sorted({program.file for program in PROGRAMS}))
def test_programs_verify(file: str) -> None:
    """Return the programs and their callees; other functions of a file may be Python."""
    unit = unit_of(file)
    for program in programs(FOLDER / f"{file}.py"):
        assert unit.function(program.name).op
    assert not verify_all(unit.module)


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.key for program in PROGRAMS])
def test_results_are_those_of_torch(program: Case) -> None:
    function = unit_of(program.file).function(program.name)
    for inputs, expected in zip(program.inputs, EXPECTED[program.key]["runs"], strict=True):
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                (got,) = ACTIVE.engine.run(function, values(inputs, tensor))
        except RuntimeFault as fault:
            assert same_failure(expected, fault), f"{inputs}: expected {expected}, got {fault}"
            continue
        silent = not (isinstance(expected, dict) and "prints" in expected)
        told = {"prints": "", "result": expected} if silent else expected
        assert told["prints"] == printed.getvalue()
        assert agrees(told["result"], got), f"{inputs}: expected {expected}, got {got}"


def test_every_program_has_a_recording() -> None:
    assert {program.key for program in PROGRAMS} == set(EXPECTED)


UNCOUNTED = ("prim::Constant", "prim::unchecked_cast")
"""PyTorch's graphs share constants and do without casts that only restore a declared type."""


def kinds(func: FuncOp) -> Counter[str]:
    """Count the nodes by kind, without constants, casts and terminators."""
    ops = [op for op in func.walk() if not op.has_trait(IsTerminator) and op is not func]
    found = Counter("::".join(op.name.split(".")[:2]) for op in ops)
    return Counter({kind: count for kind, count in found.items() if kind not in UNCOUNTED})


CLEANED = frozenset(
    {
        "arithmetic/chained_comparison",
        "arithmetic/casts",
        "arithmetic/characters",
        "arithmetic/tuple_swap",
        "arithmetic/constants",
        "containers/tuple_index",
        "containers/tuple_slice",
        "containers/string_to_number",
        "containers/starred",
        "control/return_in_both",
        "control/while_loop",
        "control/break_and_continue",
        "control/return_from_loop",
        "control/return_from_nested_loops",
        "control/while_true",
        "control/while_with_continue",
        "control/nested_loops",
        "control/break_in_else",
        "control/maybe_exit_then_rest",
        "control/return_in_nested_if",
        "control/for_zip",
        "control/for_enumerate",
        "control/enumerate_of_zip",
        "control/passes",
        "control/no_return",
        "control/primes",
        "control/returns_of_one_loop",
        "tensors/max_with_indices",
        "tensors/joining",
        "tensors/activations",
        "tensors/device_condition",
        "tensors/sort",
        "types/optional_assert",
        "types/none_result",
        "types/multiple_assignment",
    }
)
"""Programs whose nodes differ, since PyTorch cleans up a graph: it folds constants, and removes
unused values, tuples that are directly unpacked, and redundant flags of loops. Its choice of these
is not part of the language."""


@pytest.mark.parametrize(
    "program",
    [p for p in PROGRAMS if p.file in COUNTED and p.key not in CLEANED],
    ids=lambda program: program.key,
)
def test_nodes_are_those_of_torch(program: Case) -> None:
    unit = unit_of(program.file)
    recorded = EXPECTED[program.key]["kinds"]
    expected = {kind: count for kind, count in recorded.items() if kind not in UNCOUNTED}
    assert kinds(inline_into_copy(unit.function(program.name).op, unit)) == expected
