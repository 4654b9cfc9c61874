"""Products that share an operand: the batch returns the same results, in separate memory."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from mlir_programs import module_of

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.ts.simplification.batch_mm import BatchMmPass
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.tensor import Tensor

_COUNT = 8


def program(side: int, shared: tuple[int, int], other: tuple[int, int]) -> str:
    """Return products of `%x` on a side with eight other matrices."""
    first, second = (f"!ts.tensor<[{m},{n}],f32>" for m, n in (shared, other))
    arguments = [f"%x: {first}", *(f"%y{n}: {second}" for n in range(_COUNT))]
    types = f"{first}, {second}" if side == 0 else f"{second}, {first}"
    pairs = [f"%x, %y{n}" if side == 0 else f"%y{n}, %x" for n in range(_COUNT)]
    lines = [f"%v{n} = aten.mm({p}) : ({types}) -> !ts.tensor" for n, p in enumerate(pairs)]
    values = ", ".join(f"%v{n}" for n in range(_COUNT))
    returned = ", ".join(["!ts.tensor"] * _COUNT)
    lines.append(f"func.return {values} : {returned}")
    return f"func.func @f({', '.join(arguments)}) -> ({returned}) {{\n" + "\n".join(lines) + "\n}"


@pytest.mark.parametrize(
    ("side", "shared", "other"),
    [(0, (2, 3), (3, 4)), (1, (3, 4), (2, 3)), (0, (1, 1), (1, 1)), (1, (3, 0), (2, 3))],
)
def test_results(side: int, shared: tuple[int, int], other: tuple[int, int]) -> None:
    module, rng = module_of(program(side, shared, other)), np.random.default_rng(0)
    shapes = [shared, *[other] * _COUNT]
    inputs = [Tensor(rng.standard_normal(shape, dtype=np.float32)) for shape in shapes]
    expected = run(CompilationUnit.from_module(module.clone()).code("f"), inputs)
    BatchMmPass().apply(LazyContext(), module)
    module.verify()
    assert "prim.MMBatchSide" in str(module) and "aten.mm" not in str(module)
    found = run(CompilationUnit.from_module(module).code("f"), inputs)
    for a, b in zip(expected, found, strict=True):
        np.testing.assert_allclose(b.array, a.array, rtol=1e-5, atol=1e-6)
        assert b.strides == a.strides
    assert not any(np.shares_memory(a.array, b.array) for a, b in combinations(found, 2))
