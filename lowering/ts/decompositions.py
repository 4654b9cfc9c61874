"""What composite operators are made of, as functions of the ts level: `decompositions.mlir`.

A function is found by searching the text and parsed on first use, so that a program pays for what
it names.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from xdsl.dialects.builtin import Builtin, FunctionType, StringAttr
from xdsl.dialects.func import Func, FuncOp, ReturnOp
from xdsl.parser import Parser

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.prim import TupleConstructOp, TupleUnpackOp
from xdsl_torchscript.dialects.registry import dialect_factories
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.dialects.types import TupleType
from xdsl_torchscript.lowering.core.rule_table import RuleTable

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


def decomposition(op_name: str) -> FuncOp | None:
    """Return the function of the operator's name, arguments and results; None for an operator that
    is not made of others. It is shared: clone it before changing it."""
    return DECOMPOSITIONS.lookup(op_name)


@cache
def _parsed(op_name: str) -> FuncOp | None:
    start = _text().find(f"func.func @{op_name}(")
    if start < 0:
        return None
    end = _text().index("\n}\n", start) + 2
    function = Parser(_context(), _text()[start:end], str(FILE)).parse_op()
    assert isinstance(function, FuncOp)
    return function


DECOMPOSITIONS: RuleTable[FuncOp] = RuleTable("a decomposition", _parsed)
"""What operators are made of, by op name."""


def _unpack_results(function: FuncOp) -> None:
    """A function returns a tuple where an operator has several results."""
    returned = function.body.block.last_op
    assert isinstance(returned, ReturnOp)
    (value,) = returned.operands
    if not isinstance(value.type, TupleType):
        return
    if isinstance(value.owner, TupleConstructOp):
        returned.operands = value.owner.elements
        value.owner.detach()
        value.owner.erase()
    else:
        unpacked = TupleUnpackOp(value)
        function.body.block.insert_op_before(unpacked, returned)
        returned.operands = unpacked.results
    function.function_type = FunctionType.from_lists(
        [*function.function_type.inputs], [result.type for result in returned.operands]
    )


def as_decomposition(function: FuncOp, op_name: str) -> FuncOp:
    """Make a function the decomposition of an operator, under its name and with its results.

    Raises ValueError if its types are not those of the schema.
    """
    _unpack_results(function)
    schema = schema_named(op_name)
    declared = [argument.type for argument in schema.arguments]
    expected = FunctionType.from_lists(declared, [result.type for result in schema.returns])
    if function.function_type != expected:
        found = function.function_type
        raise ValueError(f"'{op_name}' is {expected}, but its decomposition is {found}")
    function.sym_name = StringAttr(op_name)
    return function
