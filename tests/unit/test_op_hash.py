"""Keys of operations by structure."""

from __future__ import annotations

import pytest
from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.dialects import test
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region

from xdsl_torchscript.lowering.core.op_hash import structural_key

ROW = "te.compute (%i = 4) : tensor<4xf32> {{ {} te.yield %r : f32 }}"
SCALED = ROW.format("%a = te.load %x[%i] : tensor<4xf32> %r = arith.mulf %a, %s : f32")


def operations(text: str) -> list[Operation]:
    """The operations of a function, without its return."""
    function = module_of(text).ops.first
    assert isinstance(function, FuncOp)
    return [*function.body.block.ops][:-1]


def pair(first: str, second: str) -> tuple[Operation, Operation]:
    earlier, later = operations(
        f"""
        func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %s: f32, %t: f32, %c: i1) {{
          %first = {first}
          %second = {second}
          func.return
        }}"""
    )
    return earlier, later


@pytest.mark.parametrize(
    "second",
    [
        SCALED,
        SCALED.replace("%i", "%other").replace("%a", "%b").replace("%r", "%q"),
    ],
    ids=["same text", "other names"],
)
def test_names_do_not_matter(second: str) -> None:
    earlier, later = pair(SCALED, second)
    assert structural_key(earlier) == structural_key(later)
    assert hash(structural_key(earlier)) == hash(structural_key(later))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (SCALED, SCALED.replace("arith.mulf", "arith.addf")),
        (SCALED, SCALED.replace("%a, %s", "%s, %a")),
        (SCALED, SCALED.replace("%s", "%t")),
        (SCALED, SCALED.replace("%x", "%y")),
        (SCALED, SCALED.replace("yield %r", "yield %a")),
        (SCALED, SCALED.replace("(%i = 4) : tensor<4xf32>", "(%i = 3) : tensor<3xf32>")),
        ("arith.constant 0.0 : f32", "arith.constant -0.0 : f32"),
        ("arith.constant 1 : i32", "arith.constant 1 : i64"),
        ("arith.addi %c, %c : i1", "arith.addi %c, %c {mark} : i1"),
    ],
    ids=[
        "name inside",
        "order of operands",
        "scalar from outside",
        "tensor from outside",
        "local operand",
        "property and type",
        "sign of zero",
        "type of a result",
        "attribute",
    ],
)  # fmt: skip
def test_differences_matter(first: str, second: str) -> None:
    earlier, later = pair(first, second)
    assert structural_key(earlier) != structural_key(later)


def test_operations_move_into_no_other_region() -> None:
    inside = "scf.if %c { %k = arith.constant 1 : i32 scf.yield } else { scf.yield }"
    outside = "scf.if %c { scf.yield } else { %k = arith.constant 1 : i32 scf.yield }"
    first, second = operations(f"func.func @f(%c: i1) {{ {inside} {outside} func.return }}")
    assert structural_key(first) != structural_key(second)


def test_blocks_stand_by_their_number() -> None:
    text = """
    func.func @NAME(%c: i1) {
      cf.cond_br %c, ^yes, ^no
    ^yes:
      cf.br ^no
    ^no:
      func.return
    }"""
    module = module_of(text + text.replace("^yes", "^a").replace("^no", "^b").replace("@", "@x"))
    first, second = module.ops
    second.properties["sym_name"] = first.properties["sym_name"]
    assert structural_key(first) == structural_key(second)


def test_deep_nesting_needs_no_recursion() -> None:
    op: Operation = test.TestOp()
    for _ in range(3000):
        op = test.TestOp(regions=[Region(Block([op]))])
    assert len(structural_key(op)) == len(structural_key(test.TestOp())) * 3001


def test_the_cost_is_linear() -> None:
    def cost(count: int) -> int:
        op = test.TestOp(regions=[Region(Block([test.TestOp() for _ in range(count)]))])
        return lines_run(lambda: structural_key(op))

    assert grows_linearly(cost, 500)
