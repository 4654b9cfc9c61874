"""Composite operators as machine code, after decomposition, agree with the interpreter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from composite_calls import ARGUMENTS, CALLS
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_calls
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.lowering.ts.decomposition.decompositions import decomposition
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor

SIZES = ((2, 3), (2, 3), (3,), (2,), (3, 3), (2, 4, 3))


def inputs() -> list[Tensor]:
    random = np.random.default_rng(0)
    return [Tensor(random.normal(size=size).astype(np.float32)) for size in SIZES]


def leaves(value: object) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


@pytest.mark.parametrize("name", CALLS)
def test_engines_agree(name: str) -> None:
    program = Program(lower_exits)
    program.add_text(f"def f({ARGUMENTS}):\n    return {CALLS[name]}", "calls", "m.")
    module = inline_calls(program.compile_all())
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    assert name in [op.name for op in function.walk()]
    assert decomposition(name) is not None
    native = compile_func(module, function.sym_name.data, inputs())(*inputs())
    expected = list(leaves(run(Code.from_func(function), inputs())))
    for got, wanted in zip(leaves(native), expected, strict=True):
        assert (got.array.dtype, got.array.shape) == (wanted.array.dtype, wanted.array.shape)
        np.testing.assert_allclose(got.array, wanted.array, rtol=1e-5, atol=1e-6)
