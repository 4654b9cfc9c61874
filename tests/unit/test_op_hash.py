"""Numbers of operations by structure."""

from __future__ import annotations

import pytest
from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.dialects import test
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region

from xdsl_torchscript.lowering.core.op_hash import OperationNumbers


def are_equal(first: Operation, second: Operation) -> bool:
    numbers = OperationNumbers()
    return numbers.of(first) == numbers.of(second)


ROW = "te.compute (%i = 4) : tensor<4xf32> {{ {} te.yield %r : f32 }}"
SCALED = ROW.format("%a = te.load %x[%i] : tensor<4xf32> %r = arith.mulf %a, %s : f32")


def operations(text: str) -> list[Operation]:
    """Return the operations of a function, without its return."""
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
    assert are_equal(earlier, later)


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
    assert not are_equal(earlier, later)


def test_operations_move_into_no_other_region() -> None:
    inside = "scf.if %c { %k = arith.constant 1 : i32 scf.yield } else { scf.yield }"
    outside = "scf.if %c { scf.yield } else { %k = arith.constant 1 : i32 scf.yield }"
    first, second = operations(f"func.func @f(%c: i1) {{ {inside} {outside} func.return }}")
    assert not are_equal(first, second)


def test_blocks_are_identified_by_their_number() -> None:
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
    assert are_equal(first, second)


def nested(depth: int, *innermost: Operation) -> Operation:
    """Return nested operations, with a constant next to each."""
    ops: tuple[Operation, ...] = innermost
    for _ in range(depth):
        ops = (test.TestOp(regions=[Region(Block(ops))]), test.TestOp())
    return ops[0]


def test_deep_nesting_needs_no_recursion() -> None:
    assert are_equal(nested(3000), nested(3000))
    assert not are_equal(nested(3000), nested(3000, test.TestOp()))


def test_the_cost_is_linear() -> None:
    def cost(count: int) -> int:
        op = nested(1, *(test.TestOp() for _ in range(count)))
        return lines_run(lambda: OperationNumbers().of(op))

    assert grows_linearly(cost, 500)


def test_a_nest_is_read_once() -> None:
    def cost(depth: int) -> int:
        numbers, nest = OperationNumbers(), [nested(depth, test.TestOp())]
        while nest[-1].regions:
            nest.append(next(iter(nest[-1].regions[0].block.ops)))
        return lines_run(lambda: [numbers.of(op) for op in reversed(nest)])

    assert grows_linearly(cost, 40)


DEEP = """
scf.if %c {{
  %k = arith.constant 1 : i32
  scf.if %c {{
    %l = arith.addi %{}, %{} : i32
    scf.yield
  }}
  scf.yield
}}"""


@pytest.mark.parametrize(
    ("first", "second", "equal"),
    [
        (("k", "n"), ("k", "n"), True),
        (("k", "n"), ("n", "k"), False),
        (("k", "k"), ("k", "n"), False),
        (("n", "n"), ("m", "m"), False),
        (("n", "m"), ("m", "n"), False),
    ],
)
def test_operands_of_a_nest_are_distinguished(
    first: tuple[str, str], second: tuple[str, str], equal: bool
) -> None:
    """`%n` and `%m` are from outside, `%k` is of the region between."""
    body = DEEP.format(*first) + DEEP.format(*second)
    earlier, later = operations(f"func.func @f(%c: i1, %n: i32, %m: i32) {{ {body} func.return }}")
    assert are_equal(earlier, later) is equal
