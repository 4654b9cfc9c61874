"""Writes `lowering/ts/decompositions.mlir` from the TorchScript of
`frontend/script/library/decompositions/`.

    python tools/gen_decompositions.py

The compiler and the interpreter read the result, so neither of them needs the frontend.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from xdsl.dialects.builtin import FunctionType, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.printer import Printer

from xdsl_torchscript.dialects.prim import TupleConstructOp, TupleUnpackOp
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named
from xdsl_torchscript.dialects.types import TupleType
from xdsl_torchscript.frontend.script.library.texts import DECOMPOSITIONS, names_of, text_of
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.lowering.ts.decompositions import FILE
from xdsl_torchscript.lowering.ts.inline_calls import inline_calls

HEAD = """// What operators are made of. Written by tools/gen_decompositions.py from
// frontend/script/library/decompositions/; one function for each operator, of its name.
"""


def op_name(function: str) -> str:
    """`aten.softmax.int` of `softmax__int`; the name of an operator may begin with underscores."""
    name = function.lstrip("_")
    kind = "_" * (len(function) - len(name)) + name.replace("__", ".", 1)
    return f"aten.{kind}"


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


def _checked(function: FuncOp, name: str) -> FuncOp:
    """Under the name of the operator. Raises ValueError where the schema has other types."""
    _unpack_results(function)
    schema = schema_named(name)
    declared = [argument.type for argument in schema.arguments]
    expected = FunctionType.from_lists(declared, [result.type for result in schema.returns])
    if function.function_type != expected:
        raise ValueError(f"{name} is {expected}, its decomposition {function.function_type}")
    function.sym_name = StringAttr(name)
    return function


def decompositions() -> str:
    """The text of the file."""
    program = Program()
    program.add_text(text_of(DECOMPOSITIONS), "decompositions", DECOMPOSITIONS)
    module = inline_calls(program.compile_all())
    out = StringIO(HEAD)
    out.seek(0, 2)
    functions = {op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)}
    for name in names_of(DECOMPOSITIONS):
        if op_name(name) in operator_table():
            Printer(out).print_op(_checked(functions[f"{DECOMPOSITIONS}{name}"], op_name(name)))
            out.write("\n")
    return out.getvalue()


if __name__ == "__main__":
    Path(FILE).write_text(decompositions())
