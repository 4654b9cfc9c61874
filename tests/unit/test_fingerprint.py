"""A fingerprint changes with everything that an analysis may read, and with nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from mlir_programs import module_of
from xdsl.dialects.builtin import IntegerAttr, UnitAttr, f64, i64
from xdsl.ir import Block
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.core.fingerprint import fingerprint

TEXT = """
func.func @f(%c: i1, %x: i64, %y: i64) -> i64 {
  %two = prim.Constant 2 : i64
  %a = aten.add.int(%x, %two) : (i64, i64) -> i64
  %b = prim.If %c -> (i64) {
    %d = aten.mul.int(%a, %y) : (i64, i64) -> i64
    prim.If.yield %d : i64
  } else {
    prim.If.yield %x : i64
  }
  func.return %b : i64
}
"""


class Program:
    """The function of `TEXT`, with its operations by name."""

    def __init__(self) -> None:
        module = module_of(TEXT)
        (self.function,) = module.ops
        ops = list(self.function.walk())
        self.constant = next(op for op in ops if op.name == "prim.Constant")
        self.sum = next(op for op in ops if op.name == "aten.add.int")
        self.branch = next(op for op in ops if op.name == "prim.If")
        self.product = next(op for op in ops if op.name == "aten.mul.int")

    @property
    def entry(self) -> Block:
        return self.function.regions[0].blocks[0]


def write_property(program: Program) -> None:
    program.constant.properties["value"] = IntegerAttr(3, i64)


def write_attribute(program: Program) -> None:
    program.product.attributes["mark"] = UnitAttr()


def write_attribute_of_function(program: Program) -> None:
    program.function.attributes["mark"] = UnitAttr()


def write_operand(program: Program) -> None:
    program.product.operands[1] = program.entry.args[1]


def write_result_type(program: Program) -> None:
    Rewriter.replace_value_with_new_type(program.sum.results[0], f64)


def write_argument_type(program: Program) -> None:
    Rewriter.replace_value_with_new_type(program.entry.args[1], f64)


def replace_result(program: Program) -> None:
    Rewriter.replace_value_with_new_type(program.branch.results[0], i64)


def swap(program: Program) -> None:
    program.constant.detach()
    Rewriter.insert_op(program.constant, InsertPoint.after(program.sum))


def move_out_of_branch(program: Program) -> None:
    program.product.detach()
    Rewriter.insert_op(program.product, InsertPoint.before(program.branch))


def move_behind_branch(program: Program) -> None:
    """Move the last operation inside; the textual order stays the same."""
    last = program.branch.regions[1].blocks[0].last_op
    assert last is not None
    last.detach()
    Rewriter.insert_op(last, InsertPoint.after(program.branch))


def replace_by_equal(program: Program) -> None:
    copy = program.sum.clone()
    Rewriter.insert_op(copy, InsertPoint.before(program.sum))
    Rewriter.replace_op(program.sum, [], copy.results)


def add_block(program: Program) -> None:
    program.function.regions[0].add_block(Block())


def swap_regions(program: Program) -> None:
    first, second = (program.branch.detach_region(0) for _ in range(2))
    program.branch.add_region(second)
    program.branch.add_region(first)


CHANGES: tuple[Callable[[Program], None], ...] = (
    write_property,
    write_attribute,
    write_attribute_of_function,
    write_operand,
    write_result_type,
    write_argument_type,
    replace_result,
    swap,
    move_out_of_branch,
    move_behind_branch,
    replace_by_equal,
    add_block,
    swap_regions,
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_makes_another_fingerprint(change: Callable[[Program], None]) -> None:
    program = Program()
    before = fingerprint(program.function)
    assert fingerprint(program.function) == before
    change(program)
    assert fingerprint(program.function) != before


def test_names_and_places_do_not_count() -> None:
    program = Program()
    before = fingerprint(program.function)
    program.sum.results[0].name_hint = "total"
    program.sum.location = program.product.location
    assert fingerprint(program.function) == before


def test_a_change_that_is_undone_leaves_the_fingerprint() -> None:
    program = Program()
    before = fingerprint(program.function)
    write_attribute(program)
    del program.product.attributes["mark"]
    assert fingerprint(program.function) == before
