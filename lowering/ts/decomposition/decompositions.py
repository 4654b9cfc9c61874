"""Composite operators: functions of the ts level that compute them from other operators.

Their source is TorchScript, in `composites/`: `softmax__int` there computes `aten.softmax.int`. A
function is compiled on first use, by the frontend, which is imported then.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import UNKNOWN_LOC, FunctionType, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.prim import TupleConstructOp, TupleUnpackOp
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named
from xdsl_torchscript.dialects.types import TupleType
from xdsl_torchscript.lowering.core.rule_table import RuleTable
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits

if TYPE_CHECKING:
    from xdsl_torchscript.frontend.script.program import Program

SOURCES = Path(__file__).parents[1] / "composites"
_DEFINITION = re.compile(r"^def (\w+)", re.MULTILINE)


def decomposition(op_name: str) -> FuncOp | None:
    """Return the function that computes an operator, with its name, arguments and results; None if
    the operator is not composite. It is shared: clone it before a change."""
    return DECOMPOSITIONS.lookup(op_name)


@cache
def _definitions() -> dict[str, Path]:
    """Return the source files of all functions, helpers included, by op name."""
    return {
        _op_name(function): path
        for path in sorted(SOURCES.glob("*.py"))
        for function in _DEFINITION.findall(path.read_text(encoding="utf-8"))
    }


def composites() -> dict[str, Path]:
    """Return the source files of the composite operators, by op name."""
    operators = operator_table()
    return {name: path for name, path in _definitions().items() if name in operators}


def _op_name(function: str) -> str:
    """`aten.softmax.int` of `softmax__int`; an operator's name may begin with underscores."""
    name = function.lstrip("_")
    return f"aten.{'_' * (len(function) - len(name))}{name.replace('__', '.', 1)}"


class _SourceFile:
    """The functions of a file of `composites/`, as callees."""

    def __init__(self, path: Path) -> None:
        program = lazy_import("xdsl_torchscript.frontend.script.program:Program")
        self._program: Program = program(lower_exits)
        self._program.add_text(path.read_text(encoding="utf-8"), path.name)

    def find_function(self, name: str) -> FuncOp:
        return self._program.function(name)

    def find_method(self, class_name: str, name: str) -> None:
        return None


_source_file = cache(_SourceFile)


@cache
def _compile(op_name: str) -> FuncOp | None:
    path = _definitions().get(op_name)
    if path is None:
        return None
    source = _source_file(path)
    function = inline_into_copy(
        source.find_function(op_name.removeprefix("aten.").replace(".", "__")), source
    )
    # Faults are reported at the operator's location in the program, not in its definition.
    for op in function.walk():
        op.location = UNKNOWN_LOC
    return as_decomposition(function, op_name)


DECOMPOSITIONS: RuleTable[FuncOp] = RuleTable("a decomposition", _compile)
"""Composite operators, by op name."""


def _unpack_results(function: FuncOp) -> None:
    """Return several results in place of the tuple that a function returns."""
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
    """Make a function an operator's decomposition, under its name and with its results.

    Raises ValueError if its types differ from the schema.
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
