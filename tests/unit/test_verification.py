"""All faults of a module are found, each with its place; dominance is checked."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.universe import Universe

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.mlir_text import parse_mlir
from xdsl_torchscript.lowering.core.diagnostics import file_position
from xdsl_torchscript.lowering.core.dominance import block_order, immediate_dominators
from xdsl_torchscript.lowering.core.verification import verify_all


def parse(text: str) -> ModuleOp:
    ctx = LazyContext()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, factory)
    return parse_mlir(ctx, text, "f.mlir")


def faults(body: str) -> list[tuple[int, str]]:
    """Line and message of each fault of a function that holds `body`, its first line being 1."""
    module = parse(f"func.func @f(%a: i64, %c: i1) {{\n{body}\n}}")
    found: list[tuple[int, str]] = []
    for finding in verify_all(module):
        position = file_position(finding.location)
        assert position is not None
        found.append((position.line.data - 1, finding.message))
    return found


NOT_DOMINATED = "'arith.addi' op operand #1 does not dominate this use"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("%0 = arith.addi %a, %a : i64\nfunc.return", []),
        ("%0 = arith.addi %a, %1 : i64\n%1 = arith.addi %a, %a : i64\nfunc.return", [1]),
        ("%0 = arith.addi %a, %0 : i64\nfunc.return", [1]),
        # Defined on one of two paths.
        (
            "cf.cond_br %c, ^x, ^y\n^x:\n%0 = arith.addi %a, %a : i64\ncf.br ^y\n"
            "^y:\n%1 = arith.addi %a, %0 : i64\nfunc.return",
            [6],
        ),
        # Defined on every path, textually later.
        (
            "cf.br ^y\n^x:\n%1 = arith.addi %a, %0 : i64\nfunc.return\n"
            "^y:\n%0 = arith.addi %a, %a : i64\ncf.br ^x",
            [],
        ),
        # A loop: the back edge does not make the body dominate the head.
        (
            "cf.br ^h\n^h:\n%1 = arith.addi %a, %0 : i64\ncf.cond_br %c, ^b, ^e\n"
            "^b:\n%0 = arith.addi %a, %a : i64\ncf.br ^h\n^e:\nfunc.return",
            [3],
        ),
        # No path leads to the use.
        (
            "func.return\n^x:\n%1 = arith.addi %a, %0 : i64\ncf.br ^y\n"
            "^y:\n%0 = arith.addi %a, %a : i64\ncf.br ^x",
            [],
        ),
        # Inside a region of a later operation; and of an earlier one.
        (
            "%0 = arith.addi %a, %a : i64\n"
            "scf.if %c {\n%1 = arith.addi %a, %0 : i64\n}\nfunc.return",
            [],
        ),
        (
            "scf.if %c {\n%1 = arith.addi %a, %0 : i64\n}\n"
            "%0 = arith.addi %a, %a : i64\nfunc.return",
            [2],
        ),
    ],
)
def test_dominance(body: str, expected: list[int]) -> None:
    assert faults(body) == [(line, NOT_DOMINATED) for line in expected]


def test_every_operation_is_reported() -> None:
    found = faults(
        "%r = arith.constant 1 : i64\n"
        '"scf.if"(%c) ({}, {}) : (i1) -> i64\n'
        '"arith.cmpi"(%a, %a) {predicate = 99 : i64} : (i64, i64) -> i1\n'
        "func.return %a : i64"
    )
    assert [line for line, _ in found][-1] == 4
    assert len({line for line, _ in found}) >= 2
    assert all(message.startswith("'") for _, message in found)


def test_immediate_dominators_of_a_diamond_and_a_loop() -> None:
    module = parse(
        "func.func @f(%c: i1) {\n cf.cond_br %c, ^l, ^r\n"
        "^l:\n cf.br ^m\n^r:\n cf.br ^m\n^dead:\n cf.br ^m\n"
        "^m:\n cf.cond_br %c, ^m, ^e\n^e:\n func.return\n}"
    )
    region = next(iter(module.body.block.ops)).regions[0]
    entry, left, right, dead, merge, end = region.blocks
    order = block_order(region)
    assert order[0] is entry and dead not in order and len(order) == 5
    assert immediate_dominators(region) == {
        entry: entry,
        left: entry,
        right: entry,
        merge: entry,
        end: merge,
    }
