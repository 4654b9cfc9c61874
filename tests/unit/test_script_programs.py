"""The programs of tests/conformance/language, compiled and interpreted: results as PyTorch's."""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from script_programs import FOLDER, GOLDEN, Program, files, programs, values
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.traits import IsTerminator

from xdsl_torchscript.frontend.script import compile_source
from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.lowering.ts.inline_calls import inline_calls
from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code, run
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device, Value

EXPECTED = json.loads(GOLDEN.read_text())
PROGRAMS = [program for path in files() for program in programs(path)]

MISSING = {
    "arithmetic/complex_numbers": "aten.Complex.float_float, aten.add.complex_float, "
    "aten.mul.complex, prim.abs.complex",
    "tensors/softmax": "aten.softmax.int, aten.log_softmax.int",
    "tensors/device_condition": "aten.device",
    "tensors/sort": "aten.sort, aten.topk, aten.cumsum",
}
"""Programs with operators that the interpreter does not have."""


@cache
def module_of(file: str) -> ModuleOp:
    path = FOLDER / f"{file}.py"
    return compile_source(path.read_text(), f"{file}.py")


def function(module: ModuleOp, name: str) -> FuncOp:
    return next(op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == name)


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


@pytest.mark.parametrize("file", sorted({program.file for program in PROGRAMS}))
def test_programs_verify(file: str) -> None:
    assert not verify_all(module_of(file))


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.key for program in PROGRAMS])
def test_results_are_those_of_torch(program: Program) -> None:
    module = inline_calls(module_of(program.file).clone())
    try:
        code = Code.from_func(function(module, program.name))
    except MissingOperatorsError as error:
        missing = ", ".join(name for name, _ in error.missing)
        assert missing == MISSING.get(program.key)
        return
    assert program.key not in MISSING
    for inputs, expected in zip(program.inputs, EXPECTED[program.key]["runs"], strict=True):
        raises = isinstance(expected, dict) and "raises" in expected
        try:
            (got,) = run(code, values(inputs, tensor))
        except RuntimeFault as fault:
            assert raises, fault
            continue
        assert not raises and agrees(expected, got), f"{inputs}: expected {expected}, got {got}"


def test_every_program_has_a_recording() -> None:
    assert {program.key for program in PROGRAMS} == set(EXPECTED)


UNCOUNTED = ("prim::Constant", "prim::unchecked_cast")
"""PyTorch's graphs share constants and do without casts that only restore a declared type."""


def kinds(func: FuncOp) -> Counter[str]:
    """How often each kind of node occurs, but for constants, casts and the ends of blocks."""
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
"""Programs whose nodes differ, since PyTorch cleans a graph up: constants are folded, tuples that
are taken apart at once and what nobody uses are gone, flags of a loop become one condition. Where
it does so is no part of the language."""


@pytest.mark.parametrize(
    "program",
    [program for program in PROGRAMS if program.key not in CLEANED],
    ids=lambda program: program.key,
)
def test_nodes_are_those_of_torch(program: Program) -> None:
    module = inline_calls(module_of(program.file).clone())
    recorded = EXPECTED[program.key]["kinds"]
    expected = {kind: count for kind, count in recorded.items() if kind not in UNCOUNTED}
    assert kinds(function(module, program.name)) == expected
