"""Writes `lowering/ts/decompositions.mlir` from the TorchScript of
`frontend/script/library/decompositions/`.

    python tools/gen_decompositions.py

The compiler and the interpreter read the result, so neither of them needs the frontend.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from xdsl.dialects.func import FuncOp
from xdsl.printer import Printer

from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.frontend.script.library.texts import DECOMPOSITIONS, names_of, text_of
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.lowering.ts.decompositions import FILE, as_decomposition
from xdsl_torchscript.lowering.ts.inline_calls import inline_calls

HEAD = """// What operators are made of. Written by tools/gen_decompositions.py from
// frontend/script/library/decompositions/; one function for each operator, of its name.
"""


def op_name(function: str) -> str:
    """`aten.softmax.int` of `softmax__int`; the name of an operator may begin with underscores."""
    name = function.lstrip("_")
    kind = "_" * (len(function) - len(name)) + name.replace("__", ".", 1)
    return f"aten.{kind}"


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
            function = functions[f"{DECOMPOSITIONS}{name}"]
            Printer(out).print_op(as_decomposition(function, op_name(name)))
            out.write("\n")
    return out.getvalue()


if __name__ == "__main__":
    Path(FILE).write_text(decompositions())
