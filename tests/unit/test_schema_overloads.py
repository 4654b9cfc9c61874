"""Operands choose the overload; tests/conformance compares the same with PyTorch."""

from __future__ import annotations

import pytest

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import (
    ImplicitConversion,
    Match,
    resolve,
    resolve_call,
)
from xdsl_torchscript.dialects.type_text import parse_type


def types(text: str):
    return [parse_type(part) for part in text.split("; ")] if text else []


def resolve_types(kind: str, text: str) -> str:
    found = resolve(kind, types(text))
    return found.op_name if isinstance(found, FunctionSchema) else "none"


@pytest.mark.parametrize(
    ("kind", "operands", "expected"),
    [
        ("aten::add", "Tensor; Tensor; int", "aten.add.Tensor"),
        ("aten::add", "Double(2); Double(2); int", "aten.add.Tensor"),
        ("aten::add", "Tensor; float; int", "aten.add.Scalar"),
        ("aten::add", "int; float", "aten.add.int_float"),
        ("aten::add", "Scalar; int", "aten.add"),
        ("aten::add", "str[]; str[]", "aten.add.t"),
        ("aten::add", "int[]; float[]", "none"),
        ("aten::add", "Tensor; Tensor; bool", "none"),
        # Nothing is filled in: the default of alpha is an operand of a graph.
        ("aten::add", "Tensor; Tensor", "none"),
        ("aten::conv2d", "Tensor; Tensor; Tensor?; int[]; int[]; int[]; int", "aten.conv2d"),
        ("aten::conv2d", "Tensor; Tensor; None; int[]; str; int[]; int", "aten.conv2d.padding"),
        ("aten::randn", "int[]; None; None; None; None", "aten.randn"),
        ("aten::randn", "int[]; int; int; Device; bool", "aten.randn"),
        ("aten::__getitem__", "Dict(str, int); str", "aten.__getitem__.Dict_str"),
        ("aten::__getitem__", "Tensor[]; int", "aten.__getitem__.t"),
        ("aten::append", "int[]; Tensor", "none"),
        ("aten::_unwrap_optional", "None", "aten._unwrap_optional"),
        ("aten::format", "str; int; Tensor; str", "aten.format"),
        # PyTorch cannot distinguish the dtype from a size, and accepts neither.
        ("aten::view", "Tensor; int", "none"),
        ("aten::view", "Tensor; int[]", "aten.view"),
        ("prim::max", "int; float", "prim.max.int_float"),
        ("no::such", "Tensor", "none"),
    ],
)
def test_resolve(kind: str, operands: str, expected: str) -> None:
    assert resolve_types(kind, operands) == expected


def test_refusals_have_a_reason_per_overload() -> None:
    assert resolve("aten::sin", types("str")) == (
        "aten::sin(Tensor self) -> Tensor: operand 0 'self' must be Tensor, but is str",
        "aten::sin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!): "
        "takes 2 operands, but has 1: 'out' is missing",
        "aten::sin.int(int a) -> float: operand 0 'a' must be int, but is str",
        "aten::sin.float(float a) -> float: operand 0 'a' must be float, but is str",
        "aten::sin.complex(complex a) -> complex: operand 0 'a' must be complex, but is str",
        "aten::sin.Scalar(Scalar a) -> Scalar: operand 0 'a' must be Scalar, but is str",
    )
    assert resolve("no::such", []) == ()


@pytest.mark.parametrize(
    ("kind", "operands", "expected", "conversions", "missing"),
    [
        ("aten::add", "Tensor; Tensor", "aten.add.Tensor", "NONE NONE", "alpha"),
        ("aten::add", "Tensor; bool", "aten.add.Scalar", "NONE TO_INT", "alpha"),
        ("aten::unsqueeze", "Tensor; Tensor", "aten.unsqueeze", "NONE TENSOR_TO_INT", ""),
        ("aten::dropout", "Tensor; Tensor; bool", "aten.dropout", "NONE TENSOR_TO_FLOAT NONE", ""),
        ("aten::roll", "Tensor; int", "aten.roll", "NONE REPEAT", "dims"),
        ("aten::roll", "Tensor; (int, int)", "aten.roll", "NONE TUPLE_TO_LIST", "dims"),
        ("aten::zeros", "int[]; int; None; str", "aten.zeros", "NONE NONE NONE STR_TO_DEVICE",
         "pin_memory"),
        ("aten::leaky_relu", "Tensor; Tensor", "aten.leaky_relu", "NONE TENSOR_TO_NUMBER", ""),
        ("aten::unsqueeze", "Tensor; Scalar", "aten.unsqueeze", "NONE TO_INT", ""),
    ],
)  # fmt: skip
def test_resolve_call(
    kind: str, operands: str, expected: str, conversions: str, missing: str
) -> None:
    match = resolve_call(kind, types(operands))
    assert isinstance(match, Match)
    assert match.schema.op_name == expected
    assert match.conversions == tuple(ImplicitConversion[name] for name in conversions.split())
    assert " ".join(argument.name for argument in match.missing) == missing


def test_a_call_that_fits_no_overload_lists_reasons() -> None:
    refusals = resolve_call("aten::relu", types("str"))
    assert isinstance(refusals, tuple)
    assert refusals[0].endswith("operand 0 'self' must be Tensor, but is str")
    assert isinstance(resolve_call("aten::relu", types("Tensor; Tensor; int")), tuple)
