"""Random programs of pointwise operators: native code against the interpreter.

Element types, ranks and broadcasting are mixed, as single operators do not: what is under test is
how operators follow each other, through producers that are inlined and loops that are collapsed.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.ts.propagate_types import propagate
from xdsl_torchscript.lowering.ts.specialize_inputs import specialize
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import refusals
from xdsl_torchscript.runtime.interpreter.code import Code, run
from xdsl_torchscript.runtime.kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import type_of

UNARY = (
    "sin", "cos", "tanh", "sigmoid", "relu", "abs", "neg", "exp", "floor", "round", "sign", "sqrt",
    "log1p", "isnan",
)  # fmt: skip
BINARY = (
    "mul.Tensor", "div.Tensor", "maximum", "minimum", "atan2", "remainder.Tensor", "eq.Tensor",
    "lt.Tensor",
)  # fmt: skip
SCALED = ("add.Tensor", "sub.Tensor")
SHAPES = ((2, 3, 4), (3, 1), (4,), (), (1, 1, 4), (2, 1, 1))
DTYPES = ("float32", "float64", "int64", "int32", "bool")


def random_input(choose: random.Random) -> Tensor:
    shape, dtype = choose.choice(SHAPES), choose.choice(DTYPES)
    numbers = np.random.default_rng(choose.randrange(2**32)).normal(size=shape) * 3
    return Tensor(np.asarray(numbers > 0 if dtype == "bool" else numbers.astype(dtype)))


def add_operator(choose: random.Random, block: Block, values: list[SSAValue]) -> None:
    name = choose.choice(UNARY + BINARY + SCALED)
    operands = [choose.choice(values) for _ in range(1 if name in UNARY else 2)]
    if name in SCALED:
        alpha = ConstantOp.from_int(choose.choice([1, 2]))
        block.add_op(alpha)
        operands.append(alpha.result)
    op = schema_op(f"aten.{name}").create(operands=operands, result_types=[TensorType.get()])
    block.add_op(op)
    values.append(op.results[0])


def random_program(choose: random.Random) -> tuple[ModuleOp, list[Tensor]]:
    inputs = [random_input(choose) for _ in range(choose.randint(2, 3))]
    block = Block(arg_types=[TensorType.get()] * len(inputs))
    values: list[SSAValue] = list(block.args)
    for _ in range(choose.randint(3, 8)):
        add_operator(choose, block, values)
    results = values[-2:]
    block.add_op(ReturnOp(*results))
    types = [a.type for a in block.args], [r.type for r in results]
    return ModuleOp([FuncOp("f", types, Region(block))]), inputs


def is_compiled(module: ModuleOp, inputs: list[Tensor]) -> bool:
    """Whether the program means something: no `neg` of bools, and sizes that broadcast."""
    function = module.clone().body.block.first_op
    assert isinstance(function, FuncOp)
    try:
        specialize(function, [type_of(value) for value in inputs])
        propagate(function)
    except PassFailedException:
        return False
    return not list(refusals(function))


def programs(count: int) -> list[tuple[int, ModuleOp, list[Tensor]]]:
    """The first programs of consecutive seeds that compile."""
    found: list[tuple[int, ModuleOp, list[Tensor]]] = []
    for seed in range(20 * count):
        module, inputs = random_program(random.Random(seed))
        if is_compiled(module, inputs):
            found.append((seed, module, inputs))
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize(
    ("module", "inputs"),
    [pytest.param(module, inputs, id=str(seed)) for seed, module, inputs in programs(25)],
)
def test_engines_agree(module: ModuleOp, inputs: list[Tensor]) -> None:
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    expected = run(Code.from_func(function), inputs)
    for symbolic in (False, True):
        got = compile_func(module, "f", inputs, symbolic=symbolic)(*inputs)
        for ours, theirs in zip(got, expected, strict=True):
            assert (ours.array.dtype, ours.array.shape) == (theirs.array.dtype, theirs.array.shape)
            np.testing.assert_allclose(ours.array, theirs.array, rtol=1e-4, atol=1e-5)
