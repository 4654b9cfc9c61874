"""What composite operators are made of, as functions of the ts level: `decompositions.mlir`.

A function is found by searching the text and parsed on first use, so that a program pays for what
it names.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func, FuncOp
from xdsl.parser import Parser

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.registry import dialect_factories

FILE = Path(__file__).with_name("decompositions.mlir")


@cache
def _text() -> str:
    return FILE.read_text(encoding="utf-8")


@cache
def _context() -> LazyContext:
    context = LazyContext()
    context.load_dialect(Builtin)
    context.load_dialect(Func)
    for name, factory in dialect_factories().items():
        context.register_dialect(name, factory)
    return context


@cache
def decomposition(op_name: str) -> FuncOp | None:
    """The function of the operator's name, arguments and results; None for an operator that is
    not made of others. It is shared: whoever changes it clones it."""
    start = _text().find(f"func.func @{op_name}(")
    if start < 0:
        return None
    end = _text().index("\n}\n", start) + 2
    function = Parser(_context(), _text()[start:end], str(FILE)).parse_op()
    assert isinstance(function, FuncOp)
    return function
