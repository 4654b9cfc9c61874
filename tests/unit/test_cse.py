"""`cse` takes time linear in the size of the program."""

from __future__ import annotations

from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.ts.simplification.cse import CsePass

COMPUTE = """
%c{0} = te.compute (%i = 4) : tensor<4xf32> {{
  %a = te.load %x[%i] : tensor<4xf32>
  %k = arith.constant {1}.0 : f32
  %r = arith.mulf %a, %k : f32
  te.yield %r : f32
}}"""


def computations(count: int, different: int) -> ModuleOp:
    """Return tensor expressions, all used, that differ only in their regions."""
    body = "".join(COMPUTE.format(number, number % different) for number in range(count))
    used = ", ".join(f"%c{number}" for number in range(count))
    types = ", ".join(["tensor<4xf32>"] * count)
    use = f'"test.op"({used}) : ({types}) -> ()'
    return module_of(f"func.func @f(%x: tensor<4xf32>) {{ {body} {use} func.return }}")


def size(module: ModuleOp) -> int:
    return sum(1 for op in module.walk() if op.name == "te.compute")


def test_regions_take_part_in_the_hash() -> None:
    def cost(count: int) -> int:
        module = computations(count, count // 2)
        lines = lines_run(lambda: CsePass().apply(Context(), module))
        assert size(module) == count // 2
        return lines

    assert grows_linearly(cost, 50)
