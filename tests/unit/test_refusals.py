"""Rewrites log why they decline, name the operation of a failure, and preserve locations."""

from __future__ import annotations

import io

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
    i64,
)
from xdsl.ir import Block, Operation, Region
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.core.diagnostics import fail, file_position, is_unknown
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.refusals import (
    REFUSALS,
    collect_refusals,
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


def decline(op: Operation) -> None:
    return refuse(op, "it is Sunday")


def test_refusals_name_function_operation_and_reason() -> None:
    stream = io.StringIO()
    show_refusals(stream)
    try:
        decline(make(1))
    finally:
        REFUSALS.setLevel("WARNING")
        REFUSALS.handlers.clear()
    assert stream.getvalue() == "decline: 'test.op': it is Sunday\n"
    decline(make(1))
    assert stream.getvalue().count("\n") == 1


def test_refusals_are_collected() -> None:
    op = make(1)
    with collect_refusals() as reasons:
        decline(op)
    decline(make(2))
    assert reasons == {op: "it is Sunday"}


def test_fail_names_the_operation_once() -> None:
    with pytest.raises(PassFailedException, match=r"^'test.op' op is wrong$"):
        fail(make(1), "is wrong")
    with pytest.raises(PassFailedException, match=r"^'test.op' op is wrong, twice$"):
        fail(make(1), "'test.op' op is wrong,\ntwice")


def test_located_fills_only_gaps() -> None:
    source, inner = make(4), make()
    outer = make(8, regions=[Region(Block([inner], arg_types=[i64]))])
    propagate_location(source, [outer])
    assert (outer.location, inner.location) == (at(8), at(4))
    assert outer.regions[0].block.args[0].location == at(4)
    assert is_unknown(propagate_location(UnknownLoc(), [make()])[0].location)


def test_an_operation_without_location_gives_that_around_it() -> None:
    inner, new = make(), make()
    make(7, regions=[Region(Block([inner]))])
    propagate_location(inner, [new])
    assert new.location == at(7)


def test_file_position_of_compound_locations() -> None:
    named = NameLoc(StringAttr("x"), at(2))
    call = CallSiteLoc(NameLoc(StringAttr("callee"), NoneAttr()), at(3))
    fused = FusedLoc((UnknownLoc(), named, at(9)), NoneAttr())
    assert [file_position(loc) for loc in (named, call, fused)] == [at(2), at(3), at(2)]
    assert file_position(UnknownLoc()) is None
