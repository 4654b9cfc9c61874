"""`lower-all-tuples`: the function of elements agrees with the function of tuples."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.ts.containers.lower_all_tuples import LowerAllTuplesPass

SOURCE = """
def f(t: Tuple[int, Tuple[int, float]], n: int, c: bool) -> Tuple[Tuple[int, int], float]:
    a, (b, x) = t
    pair = (a, b)
    for i in range(n):
        if c:
            pair = (pair[1], pair[0] + i)
        x = x * 2
    return pair, x
"""


def test_results_are_the_same() -> None:
    unit = ts.compile(SOURCE)
    found = unit.f((1, (2, 0.5)), 3, True)
    module = ModuleOp([unit.definitions.function("f").clone()])
    LowerAllTuplesPass().apply(LazyContext(), module)
    module.verify()
    lowered = ts.CompilationUnit.from_module(module)
    (a, b), x = found
    code = lowered.code("f")
    assert list(ts.run(code, [1, 2, 0.5, 3, True])) == [a, b, x]
