"""Evaluation of operations on constants: by tables, and by the operator library."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from mlir_programs import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, Operation

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.constants import (
    MOST_ELEMENTS,
    NotConstantError,
    attribute_value,
    count_elements,
    literal_attribute,
)
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.scalar_evaluation import LISTS, NUMBERS, evaluate_operator
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import ListType, StrType, TensorType
from xdsl_torchscript.lowering.core.registry import load_pass
from xdsl_torchscript.lowering.ts.simplification.constant_evaluation import evaluate_scalars
from xdsl_torchscript.runtime import constant_evaluator
from xdsl_torchscript.runtime.constant_evaluator import evaluate
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.operators.language.text import format_text
from xdsl_torchscript.runtime.passes import pass_factories
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device

HALVES = ("\udcc3", "\udca9")
"""The two bytes of `é`, each a string."""

_OPERANDS: dict[Attribute, tuple[ConstantOp, ...]] = {
    i64: tuple(map(ConstantOp.from_int, (0, 1, -3, 2**53 + 1, 2**63 - 1))),
    f64: tuple(map(ConstantOp.from_float, (0.0, -0.0, 1.5, -2.0, float("inf"), float("nan")))),
    i1: (ConstantOp.from_bool(True), ConstantOp.from_bool(False)),
    StrType(): tuple(
        map(ConstantOp.from_str, ("", "1e3", "1_0", " 7", "7 ", "0x10", "é", *HALVES))
    ),
}


def _operator(name: str, *operands: ConstantOp) -> Operation:
    cls = schema_op(name)
    return cls.create(
        operands=[operand.result for operand in operands],
        result_types=[returned.type for returned in cls.schema.returns],
    )


@pytest.mark.parametrize("name", NUMBERS)
def test_the_tables_agree_with_the_operator_library(name: str) -> None:
    types = [argument.type for argument in schema_op(name).schema.arguments]
    for operands in itertools.product(*(_OPERANDS.get(type, ()) for type in types)):
        op = _operator(name, *operands)
        try:
            (expected,) = evaluate_scalars(op, operands)
        except NotConstantError:
            continue
        (found,) = evaluate(op, operands)
        assert (found.value, found.type) == (expected.value, expected.type), str(op)


@pytest.mark.parametrize("template", ["{}", "{}, {}", "{:.2f} {}", "{0} {}", "{{}}"])
def test_texts_agree_with_the_operator_library(template: str) -> None:
    format_constants = NUMBERS["aten.format"]
    for values in itertools.product((1, -(2**63), True, None, "a{}"), repeat=2):
        assert format_constants(template, *values) == format_text(template, *values)
    assert format_constants("{}{}", *HALVES) == format_text("{}{}", *HALVES) == "é"
    for value in (1.0, -0.0, 1e-7, (1, 2)):  # PyTorch writes some of them as Python does not.
        with pytest.raises(NotConstantError):
            format_constants(template, value, value)


def _evaluate(value: object, monkeypatch: pytest.MonkeyPatch) -> object:
    """Convert an operator's result to a constant and back."""
    monkeypatch.setattr(constant_evaluator, "implementation_of", lambda *_: lambda _: value)
    operand = ConstantOp.none()
    op = schema_op("aten.neg").create(operands=operand.results, result_types=[TensorType.get()])
    (constant,) = evaluate(op, [operand])
    constant.verify()
    return literal(constant.value, constant.type)


@pytest.mark.parametrize(
    "array",
    [
        np.array([-0.0, np.inf, np.nan], np.float32),
        np.array(2, np.int64),
        np.array([[True, False]]),
        np.array([1 + 2j], np.complex64),
        np.array([250, 3], np.uint8),
        np.array([0.1, 6e4], np.float16),
        np.zeros((2, 0), np.float32),
        np.full((2, 3), 7.5),
    ],
    ids=lambda array: f"{array.dtype}{list(array.shape)}",
)
def test_a_tensor_keeps_its_bits(array: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _evaluate(Tensor(array), monkeypatch)
    assert isinstance(found, Tensor)
    assert (found.array.dtype, found.shape) == (array.dtype, array.shape)
    assert found.array.tobytes() == array.tobytes()


@pytest.mark.parametrize(
    "value",
    [
        Tensor(np.ones((3, 2)).T),
        Tensor(np.ones(MOST_ELEMENTS + 1)),
        Tensor(np.ones(2), device="cuda:0"),
        Tensor(np.ones(2), requires_grad=True),
        Device("cpu"),
        object(),
    ],
    ids=["strides", "large", "device", "requires_grad", "type", "class"],
)
def test_a_value_without_a_literal_is_left_to_the_run(
    value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotConstantError):
        _evaluate(value, monkeypatch)


HALF, BEYOND = "x" * (MOST_ELEMENTS // 2), MOST_ELEMENTS + 1


def _constant(value: str | int | list[str]) -> ConstantOp:
    if isinstance(value, str):
        return ConstantOp.from_str(value)
    if isinstance(value, int):
        return ConstantOp.from_int(value)
    return ConstantOp(literal_attribute(value), ListType(StrType()))


@pytest.mark.parametrize(
    ("name", "longest", "longer"),
    [
        ("add.str", (HALF, HALF), (HALF, HALF + "x")),
        ("format", ("{}{}", HALF, HALF[:-4]), ("{}{}", HALF, HALF)),
        ("join", ("", [HALF, HALF]), ("-", [HALF, HALF])),
        ("replace", ("--", "-", HALF[:-2], -1), ("--", "-", HALF + "x", -1)),
        ("ljust", ("x", MOST_ELEMENTS, " "), ("x", BEYOND, " ")),
        ("rjust", ("x", MOST_ELEMENTS, " "), ("x", BEYOND, " ")),
        ("center", ("x", MOST_ELEMENTS, " "), ("x", BEYOND, " ")),
        ("zfill", ("x", MOST_ELEMENTS), ("x", BEYOND)),
        ("expandtabs", ("\t", MOST_ELEMENTS), ("\t", BEYOND)),
        ("expandtabs", ("\t", 2048), ("\t\t\t", 2048)),
        ("mul.left_t", (["x"], MOST_ELEMENTS), (["x"], BEYOND)),
        ("add.t", (["x"], [HALF]), ([HALF], [HALF, "x"])),
        ("add.t", ([""], [""] * (MOST_ELEMENTS - 1)), ([""], [""] * MOST_ELEMENTS)),
    ],
)
def test_long_texts_and_lists_are_left_to_the_run(
    name: str, longest: tuple[Any, ...], longer: tuple[Any, ...]
) -> None:
    def count(arguments: tuple[Any, ...]) -> int:
        operands = [*map(_constant, arguments)]
        op = schema_op(f"aten.{name}").create(
            operands=[operand.result for operand in operands], result_types=[operands[0].type]
        )
        (constant,) = evaluate(op, operands)
        assert constant.value is not None
        return count_elements(attribute_value(constant.value))

    assert count(longest) <= MOST_ELEMENTS
    with pytest.raises(NotConstantError, match=f"more than {MOST_ELEMENTS} elements"):
        count(longer)


@pytest.mark.parametrize(
    ("name", "longer"),
    [
        ("add.str", (HALF, HALF + "x")),
        ("format", ("{}{}", HALF, HALF + "x")),
        ("mul.left_t", (["x"], 2**40)),
    ],
)
def test_the_tables_leave_long_values_to_the_run(name: str, longer: tuple[Any, ...]) -> None:
    with pytest.raises(NotConstantError, match="more than"):
        evaluate_operator(name, (NUMBERS | LISTS)[f"aten.{name}"], longer)


def test_the_run_makes_long_lists() -> None:
    f = ts.compile("def f(n: int):\n    return len([0] * 5000) + len([n] * n)").f
    assert f(MOST_ELEMENTS + 1) == 5000 + MOST_ELEMENTS + 1


PROGRAM = """
func.func @f() -> (i64, !ts.str) {
  %two = prim.Constant 2 : i64
  %text = prim.Constant "a" : !ts.str
  %four = aten.add.int(%two, %two) : (i64, i64) -> i64
  %upper = aten.upper(%text) : (!ts.str) -> !ts.str
  func.return %four, %upper : i64, !ts.str
}"""


def test_without_a_runtime_the_tables_evaluate() -> None:
    alone, beside = module_of(PROGRAM), module_of(PROGRAM)
    load_pass("constant-propagation")().apply(Context(), alone)
    pass_factories()["constant-propagation"]()().apply(Context(), beside)
    assert "aten.add.int" not in str(alone)
    assert "aten.upper" in str(alone)
    assert "aten." not in str(beside)
