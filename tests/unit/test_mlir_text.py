"""Reading MLIR: every operation has a place, and damaged text gives one error, soon."""

from __future__ import annotations

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    BytesAttr,
    ModuleOp,
    StringAttr,
    UnknownLoc,
)
from xdsl.universe import Universe

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.mlir_text import parse_mlir
from xdsl_torchscript.frontend.source import SourceError


def parse(text: str) -> ModuleOp:
    ctx = LazyContext(allow_unregistered=True)
    for name, factory in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, factory)
    return parse_mlir(ctx, text, "f.mlir")


def test_everything_has_a_place() -> None:
    module = parse(
        "func.func @f(%c: i1) {\n  scf.if %c {\n  }\n"
        '  "a.op"() ({\n^x(%y: i64):\n"b.op"() : () -> ()\n}) : () -> ()\n  func.return\n}'
    )
    ops = list(module.walk())
    blocks = [block for op in ops for region in op.regions for block in region.blocks]
    arguments = [arg for block in blocks for arg in block.args]
    assert len(ops) == 7
    assert len(arguments) == 2
    assert all(place.location is not UNKNOWN_LOC for place in (*ops, *arguments))


def test_a_resource_keeps_its_name_in_the_second_text_too() -> None:
    text = '"a.op"() {x = dense_resource<w0> : tensor<2xf32>} : () -> ()'
    for _ in range(2):
        (op,) = parse(text).body.block.ops
        assert str(op.attributes["x"]) == "dense_resource<w0> : tensor<2xf32>"


def test_unknown_by_the_text_stays_unknown() -> None:
    (op,) = parse('"a.op"() : () -> () loc(unknown)').body.block.ops
    assert isinstance(op.location, UnknownLoc)


@pytest.mark.parametrize(
    ("text", "line", "col", "message"),
    [
        ("func.func @f() {\n  func.return %a : i64\n}", 2, 15, "use of undefined value '%a'"),
        ('%0 = "a.op"(%b) : (i64) -> i64\n"a.op"(%c) : (i64) -> ()', 1, 13, "value '%b'"),
        ("\n  ~", 2, 3, "Unexpected"),
        ('"a.op"() : () -> () "', 1, 21, "string literal"),
        ("%0 = a.op()", 1, 10, "not have a custom format"),
        ("func.func private @f(!ts.list<>)", 1, 30, "expected 'ts.list<element>'"),
        ("func.func private @f(!ts.list)", 1, 30, "expected 'ts.list<element>'"),
        ("func.func private @f(!ts.dict<i64>)", 1, 30, "expected 'ts.dict<key, value>'"),
        ("func.func private @f(!ts.str<i64>)", 1, 29, "expected 'ts.str' without parameters"),
        ('"a.op"() ({\n^a:\n"b.op"() : () -> ()\n^a:\n}) : () -> ()', 4, 1, "re-declaration"),
        ('"a.op"() ({\n"b"()[^a] : () -> ()\n^a:\n^a:\n}) : () -> ()', 4, 1, "re-declaration"),
    ],
)
def test_errors(text: str, line: int, col: int, message: str) -> None:
    with pytest.raises(SourceError, match=message) as error:
        parse(text)
    assert (error.value.line, error.value.col) == (line, col)


def test_an_unknown_operation_is_reported_at_its_name() -> None:
    with pytest.raises(SourceError, match=r"Operation a\.op is not registered") as error:
        parse_mlir(LazyContext(), "  %0 = a.op() : () -> i64", "f.mlir")
    assert error.value.col == 8


def test_a_long_open_string_is_refused() -> None:
    with pytest.raises(SourceError, match="string literal"):
        parse('"' + "a" * 10_000)


@pytest.mark.parametrize("text", ["héllo 世界", 'a "b" \\ \n', "", "🙂"])
def test_text_beyond_ascii_is_read_as_it_was_written(text: str) -> None:
    op = test.TestOp(attributes={"a": StringAttr(text), "b": ArrayAttr([StringAttr(text)])})
    (read,) = parse(str(op)).ops
    assert read.attributes == op.attributes


def test_bytes_that_are_no_text_stay_bytes() -> None:
    (read,) = parse('"test.op"() {a = "\\FF\\00"} : () -> ()').ops
    assert read.attributes["a"] == BytesAttr(b"\xff\x00")


@pytest.mark.parametrize("text", ["", "\n", "// Nothing yet.\n", "!a = i64\n"])
def test_a_text_without_operations_is_an_empty_module(text: str) -> None:
    assert not parse(text).body.block.ops


def test_a_text_without_operations_is_no_explicit_module() -> None:
    with pytest.raises(SourceError, match="Could not parse"):
        parse_mlir(LazyContext(), "", implicit_module=False)
