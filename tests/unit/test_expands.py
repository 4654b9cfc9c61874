"""`insert-expands` and `remove-expands`: broadcasting operators compute the same."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.type_text import parse_type
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.types.insert_expands import InsertExpandsPass
from xdsl_torchscript.lowering.ts.types.remove_expands import RemoveExpandsPass
from xdsl_torchscript.lowering.ts.types.specialize_inputs import specialize

SOURCE = """
def f(x: Tensor, y: Tensor, z: Tensor):
    a = x * y + z
    b = torch.where(a > y, a, z)
    return torch.maximum(b, z) - torch.relu(y)
"""
SIZES = [((2, 3), (3,), (2, 1)), ((1,), (4, 1), ()), ((2, 1, 3), (2, 3), (1, 3)), ((), (), (2,))]


@pytest.mark.parametrize("dtype", ["Float", "Double", "Long"])
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_results_are_the_same(sizes: tuple[tuple[int, ...], ...], dtype: str) -> None:
    source = np.random.default_rng(0)
    name = {"Float": "float32", "Double": "float64", "Long": "int64"}[dtype]
    arrays = [(4 * source.normal(size=shape)).astype(name) for shape in sizes]
    inputs = [ts.Tensor(array) for array in arrays]
    unit = ts.compile(SOURCE)
    expected = unit.f(*inputs)
    function = unit.definitions.function("f").clone()
    specialize(function, [parse_type(f"{dtype}({', '.join(map(str, s))})") for s in sizes])
    module = ModuleOp([function])
    steps: tuple[TsPass, ...] = (InsertExpandsPass(), RemoveExpandsPass())
    for step in steps:
        step.apply(LazyContext(), module)
        module.verify()
        (found,) = ts.run(ts.CompilationUnit.from_module(module.clone()).code("f"), inputs)
        assert found.strides == expected.strides
        np.testing.assert_array_equal(found, expected)
        text = str(module)
        assert ("aten.expand" in text) == isinstance(step, InsertExpandsPass)
