"""Arithmetic on scalars and vectors is built by the same calls."""

from __future__ import annotations

import math

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    ModuleOp,
    VectorType,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.extended.arith import with_lanes_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder, number_attribute
from xdsl_torchscript.lowering.core.emitter import Emitter

LANES = VectorType(f32, [4])


def start(*types: Attribute) -> tuple[ArithBuilder, ModuleOp, list[SSAValue]]:
    source = test.TestOp(result_types=types)
    module = ModuleOp([source])
    emit = Emitter.at_end(module.body.block, module)
    return ArithBuilder(emit), module, list(source.results)


def names_of(module: ModuleOp) -> list[str]:
    module.verify()
    return [op.name.removeprefix("arith.") for op in module.ops][1:]


@pytest.mark.parametrize("like", [f32, LANES])
def test_elements_choose_the_operation(like: Attribute) -> None:
    types = [with_lanes_of(element, like) for element in (f32, i32, i1)]
    code, module, (x, n, b) = start(*types)
    assert [code.add(v, v).type for v in (x, n, b)] == types
    assert [code.maximum(v, v).type for v in (x, n, b)] == types
    flag = code.compare("lt", code.cast(n, f32), x)
    assert flag.type == types[2]
    assert code.cast(code.cast(flag, f32), i32).type == types[1]
    assert names_of(module) == [
        *("addf", "addi", "ori", "maximumf", "maxsi", "ori"),
        *("sitofp", "cmpf", "uitofp", "fptosi"),
    ]


@pytest.mark.parametrize("like", [f32, LANES])
@pytest.mark.parametrize(
    ("source", "target", "path"),
    [
        (f64, i8, [("fptosi", i32), ("trunci", i8)]),
        (f16, i16, [("extf", f32), ("fptosi", i32), ("trunci", i16)]),
        (f64, f16, [("truncf", f32), ("truncf", f16)]),
        (i64, f16, [("sitofp", f32), ("truncf", f16)]),
        (f32, i64, [("fptosi", i64)]),
    ],
)
def test_conversions_go_by_the_types_that_pytorch_takes(
    like: Attribute, source: Attribute, target: Attribute, path: list[tuple[str, Attribute]]
) -> None:
    code, module, (x,) = start(with_lanes_of(source, like))
    code.cast(x, target)
    assert names_of(module) == [name for name, _ in path]
    types = [op.results[0].type for op in module.ops][1:]
    assert types == [with_lanes_of(type, like) for _, type in path]


@pytest.mark.parametrize("like", [f32, LANES])
def test_numbers_are_constants_of_the_other_type(like: Attribute) -> None:
    code, module, (x, n) = start(like, with_lanes_of(i32, like))
    half = code.mul(0.5, x)
    assert code.select(code.compare("gt", half, 0.5), half, x).type == like
    assert code.bit_and(n, -1).type == n.type
    assert names_of(module) == ["constant", "mulf", "cmpf", "select", "constant", "andi"]


def test_infinity_in_each_lane_is_one_constant() -> None:
    code, module, _ = start()
    assert code.constant(float("inf"), LANES).type == LANES
    assert names_of(module) == ["constant"]


def test_zeros_of_both_signs_are_two_constants() -> None:
    code, module, _ = start()
    assert code.constant(0.0, f32) is not code.constant(-0.0, f32)
    assert names_of(module) == ["constant", "constant"]


@pytest.mark.parametrize(("value", "type"), [(1e39, f32), (-1e39, f32), (1e6, f16), (1e39, bf16)])
def test_a_float_out_of_range_is_infinite(value: float, type: AnyFloat) -> None:
    assert number_attribute(value, type) == FloatAttr(math.copysign(math.inf, value), type)


@pytest.mark.parametrize(("bits", "type"), [(11, f16), (8, bf16)])
def test_a_constant_half_is_rounded_to_float32_first(bits: int, type: AnyFloat) -> None:
    assert number_attribute(1 + 2**-bits + 2**-30, type) == FloatAttr(1.0, type)


@pytest.mark.parametrize("like", [f32, LANES])
def test_bfloats_are_computed_with_in_float32(like: Attribute) -> None:
    code, module, (x,) = start(with_lanes_of(bf16, like))
    results = [code.add(x, x), code.neg(x), code.call("sqrt", x), code.compare("lt", x, x)]
    assert [value.type for value in results[:3]] == [x.type] * 3
    computing = [op for op in module.ops if op.name.endswith(("addf", "negf", "sqrt", "cmpf"))]
    assert all(op.operands[0].type == like for op in computing)
    assert len(computing) == 4 + 3  # each rounding compares with NaN
