"""Rewrites preserve locations, log why they decline, and name the operation of a failure."""

from __future__ import annotations

import io

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
    i64,
)
from xdsl.ir import Block, Operation, Region
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import BlockInsertPoint
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.core.diagnostics import FindingsError, fail, file_position
from xdsl_torchscript.lowering.core.pattern import (
    REFUSALS,
    apply_patterns,
    is_unknown,
    located,
    refuse,
    show_refusals,
)


def at(line: int) -> FileLineColLoc:
    return FileLineColLoc(StringAttr("f.py"), IntAttr(line), IntAttr(1))


def make(line: int | None = None, **kwargs: object) -> test.TestOp:
    op = test.TestOp(**kwargs)  # pyright: ignore[reportArgumentType]
    if line is not None:
        op.location = at(line)
    return op


class ReplaceByTwo(RewritePattern):
    """`test.op` -> `test.pureop` and an op with a region and an argument."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, test.TestOp):
            return
        body = Region(Block([test.TestTermOp()], arg_types=[i64]))
        known = test.TestPureOp()
        known.location = at(99)
        rewriter.replace(op, [test.TestPureOp(), test.TestPureOp(regions=[body]), known], [])


class AddBlock(RewritePattern):
    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if op.regions and len(op.regions[0].blocks) == 1:
            rewriter.create_block(BlockInsertPoint.at_end(op.regions[0]), [i64])
            rewriter.insert(test.TestTermOp())


class Decline(RewritePattern):
    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        return refuse(op, "it is Sunday")


class Fail(RewritePattern):
    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        raise PassFailedException("has no rank")


def test_new_operations_take_the_location_of_the_old_one() -> None:
    module = ModuleOp([make(1), make(2)])
    assert apply_patterns(module, [ReplaceByTwo()])
    lines = [op.location for op in module.body.block.ops]
    assert lines == [at(1), at(1), at(99), at(2), at(2), at(99)]
    with_region = list(module.body.block.ops)[1]
    block = with_region.regions[0].block
    assert block.args[0].location == at(1)
    assert block.first_op is not None
    assert block.first_op.location == at(1)


def test_new_blocks_take_the_location() -> None:
    holder = make(5, regions=[Region(Block())])
    apply_patterns(ModuleOp([holder]), [AddBlock()])
    new_block = holder.regions[0].blocks[1]
    assert new_block.args[0].location == at(5)
    assert new_block.first_op is not None
    assert new_block.first_op.location == at(5)


def test_an_operation_without_location_gives_its_parent_s() -> None:
    inner = make()
    apply_patterns(ModuleOp([make(7, regions=[Region(Block([inner]))])]), [AddBlock()])
    outer = test.TestPureOp(regions=[Region(Block([make()]))])
    outer.location = at(7)
    apply_patterns(ModuleOp([outer]), [ReplaceByTwo()])
    assert [op.location for op in outer.regions[0].block.ops] == [at(7), at(7), at(99)]


def test_dead_operations_stay_unless_asked() -> None:
    module = ModuleOp([test.TestPureOp(result_types=[i64])])
    assert not apply_patterns(module, [])
    assert len(list(module.body.block.ops)) == 1
    assert apply_patterns(module, [], dce=True)
    assert not list(module.body.block.ops)


def test_refusals_name_pattern_operation_and_reason() -> None:
    stream = io.StringIO()
    show_refusals(stream)
    try:
        assert not apply_patterns(ModuleOp([make(1)]), [Decline()])
    finally:
        REFUSALS.setLevel("WARNING")
        REFUSALS.handlers.clear()
    assert stream.getvalue() == "Decline: 'test.op': it is Sunday\n"
    apply_patterns(ModuleOp([make(1)]), [Decline()])
    assert stream.getvalue().count("\n") == 1


def test_a_failure_gets_the_place_of_the_operation() -> None:
    with pytest.raises(FindingsError) as error:
        apply_patterns(ModuleOp([make(3)]), [Fail()])
    (finding,) = error.value.findings
    assert finding.location == at(3)
    assert finding.message == "'test.op' op has no rank"


def test_fail_names_the_operation_once() -> None:
    with pytest.raises(PassFailedException, match=r"^'test.op' op is wrong$"):
        fail(make(1), "is wrong")
    with pytest.raises(PassFailedException, match=r"^'test.op' op is wrong, twice$"):
        fail(make(1), "'test.op' op is wrong,\ntwice")


def test_located_fills_only_gaps() -> None:
    source, inner = make(4), make()
    outer = make(8, regions=[Region(Block([inner]))])
    located(source, [outer])
    assert (outer.location, inner.location) == (at(8), at(4))
    assert is_unknown(located(UnknownLoc(), [make()])[0].location)


def test_file_position_of_compound_locations() -> None:
    named = NameLoc(StringAttr("x"), at(2))
    call = CallSiteLoc(NameLoc(StringAttr("callee"), NoneAttr()), at(3))
    fused = FusedLoc((UnknownLoc(), named, at(9)), NoneAttr())
    assert [file_position(loc) for loc in (named, call, fused)] == [at(2), at(3), at(2)]
    assert file_position(UnknownLoc()) is None
