"""Random pointwise programs: native code against the interpreter, static and symbolic sizes."""

from __future__ import annotations

import random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code, run
from xdsl_torchscript.runtime.kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor

_UNARY = ("neg", "abs", "sin", "tanh", "sigmoid", "relu", "exp", "square", "floor", "isnan", "erf")
_BINARY = ("mul.Tensor", "div.Tensor", "maximum", "minimum", "lt.Tensor", "eq.Tensor", "atan2")
_WITH_ALPHA = ("add.Tensor", "sub.Tensor")
_SHAPES = [(4, 3), (3,), (4, 1), (1,), (), (2, 4, 3), (4, 1, 1), (1, 3)]
_DTYPES = ["float32", "float64", "int32", "int64"]


class RandomProgram:
    """A function over a few tensors that broadcast with each other; every value is a result."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.block = Block()
        self.inputs = [self._input() for _ in range(self.random.randint(1, 4))]
        self.values: list[SSAValue] = list(self.block.args)
        self.one = ConstantOp.from_int(self.random.choice([1, 2]))
        self.block.add_op(self.one)
        for _ in range(self.random.randint(1, 12)):
            self._operation()
        results = self.values[len(self.inputs) :]
        self.block.add_op(ReturnOp(*results))
        types = [a.type for a in self.block.args], [r.type for r in results]
        self.function = FuncOp("f", types, Region(self.block))
        self.module = ModuleOp([self.function])

    def _input(self) -> Tensor:
        shape, dtype = self.random.choice(_SHAPES), self.random.choice(_DTYPES)
        self.block.insert_arg(TensorType.get(), len(self.block.args))
        generator = np.random.default_rng(self.random.randrange(2**32))
        return Tensor(np.asarray(generator.uniform(-9, 9, shape)).astype(dtype))

    def _operation(self) -> None:
        kind = self.random.randrange(3)
        names = (_UNARY, _BINARY, _WITH_ALPHA)[kind]
        operands = [self.random.choice(self.values) for _ in range(2 if kind else 1)]
        operands += [self.one.result] if kind == 2 else []
        name = f"aten.{self.random.choice(names)}"
        op = schema_op(name).create(operands=operands, result_types=[TensorType.get()])
        self.block.add_op(op)
        self.values.append(op.results[0])


def close(expected: np.ndarray, got: np.ndarray, tolerance: float) -> bool:
    if (expected.dtype, expected.shape) != (got.dtype, got.shape):
        return False
    if expected.dtype.kind != "f":
        return float(np.mean(expected != got)) < 0.2  # a last bit may turn a comparison
    with np.errstate(all="ignore"):
        return bool(np.allclose(got, expected, rtol=tolerance, atol=tolerance, equal_nan=True))


@pytest.mark.parametrize("seed", range(40))
def test_native_code_agrees_with_the_interpreter(seed: int) -> None:
    program = RandomProgram(seed)
    try:
        expected = run(Code.from_func(program.function), program.inputs)
    except RuntimeFault:
        return  # an operator of the program is not defined on its operands
    # A float64 result may come from float32 ones.
    double = all(t.array.dtype == np.float64 for t in program.inputs)
    tolerance = 1e-9 if double else 1e-4
    for symbolic in (False, True):
        kernel = compile_func(program.module, "f", program.inputs, symbolic=symbolic)
        for a, b in zip(expected, kernel(*program.inputs), strict=True):
            assert close(a.array, b.array, tolerance), f"{program.module}\n{a}\n{b}"
