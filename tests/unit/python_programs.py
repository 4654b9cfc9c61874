"""Programs that are printed as Python and read again, and graphs as text that can be compared."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.modules import ClassOp
from xdsl_torchscript.dialects.prim import ConstantOp, SubgraphOp, constant_value
from xdsl_torchscript.dialects.types import DeviceType, StrType, TensorType
from xdsl_torchscript.frontend.archive.archive import Archive
from xdsl_torchscript.frontend.graph_text import print_graph
from xdsl_torchscript.frontend.python_text import PrintedProgram
from xdsl_torchscript.frontend.python_text.readable import readable
from xdsl_torchscript.frontend.script.definitions import Definition
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.script.serialized.files import SerializedFile
from xdsl_torchscript.frontend.script.serialized.names import (
    SerializedEnvironment,
    serialized_names,
)
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits


def names_in(sources: dict[str, str]) -> Iterator[str]:
    """Yield the qualified names defined in files of serialized code."""
    for path, text in sources.items():
        namespace = path.removesuffix(".py").replace("/", ".")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield f"{namespace}.{node.name}"


def everything(program: Program, archive: Archive) -> ModuleOp:
    """Compile everything that an archive defines."""
    code = {path.removeprefix("code/"): text for path, text in archive.sources.items()}
    for name in names_in(code):
        program.find(name)
    return program.compile_all()


def read_again(printed: PrintedProgram) -> Program:
    """Return the program of a printed text, with all definitions declared."""
    constants = [(value, _type_of(value)) for value in printed.constants]
    files: dict[str, SerializedFile] = {}

    def definition(name: str) -> Definition | None:
        namespace, _, own = name.rpartition(".")
        path = namespace.replace(".", "/") + ".py"
        if path not in printed.sources:
            return None
        if path not in files:
            script = Script(printed.sources[path], path)
            files[path] = SerializedFile(script, f"{namespace}.", resolver, lambda: program)
        return files[path].define(own)

    around = SerializedEnvironment(lambda name: program.function(name), constants)
    resolver = serialized_names(around)
    program = Program(lower_exits, resolver, definition)
    for name in names_in(printed.sources):
        program.find(name)
    return program


def _type_of(constant: Attribute) -> Attribute:
    return StrType() if isinstance(constant, StringAttr) else TensorType.get()


# ---- graphs that can be compared


def functions(module: ModuleOp) -> dict[str, FuncOp]:
    """Return functions and methods by full name."""
    found: dict[str, FuncOp] = {}
    for op in module.ops:
        if isinstance(op, FuncOp):
            found[op.sym_name.data] = op
        if isinstance(op, ClassOp):
            methods = op.methods.items()
            found |= {f"{op.sym_name.data}.{name}": method for name, method in methods}
    return found


def canonical_text(op: ModuleOp | FuncOp) -> str:
    """Return the graphs without names and locations, every constant once at the top of its graph.

    Position and number of constants are not part of a program, nor is the optional type of a None.
    Loops with count and condition are normalised as in printed programs, and so are devices.
    """
    if isinstance(op, ModuleOp):
        return "\n".join(canonical_text(part) for part in op.ops if isinstance(part, FuncOp))
    copy = readable(op.clone())
    subgraphs = [part.body for part in copy.walk() if isinstance(part, SubgraphOp)]
    for body in (copy.body.block, *subgraphs):
        _pool(body)
    for part in copy.walk():
        blocks = [block for region in part.regions for block in region.blocks]
        for value in (*part.results, *(arg for block in blocks for arg in block.args)):
            value.name_hint = None
    text = re.sub(r"\[warn_id=\d+\]", "", print_graph(copy))
    return re.sub(r"(, scope: \S+)?( # .*)?$", "", text, flags=re.MULTILINE)


def _own_ops(block: Block) -> Iterator[Operation]:
    """Yield the ops of a graph, without those of nested graphs."""
    for op in block.ops:
        yield op
        if not isinstance(op, SubgraphOp):
            for region in op.regions:
                yield from _own_ops(region.block)


def _literal(value: SSAValue) -> ConstantOp | None:
    owner = value.owner
    if isinstance(owner, ConstantOp):
        return owner if owner.value is not None else ConstantOp.none()
    if not isinstance(owner, Operation) or owner.name != "aten.device":
        return None
    name = constant_value(owner.operands[0])
    return None if name is None else ConstantOp(name, DeviceType())


def _pool(block: Block) -> None:
    ops = list(_own_ops(block))
    pooled: dict[tuple[Attribute | None, Attribute | None], ConstantOp] = {}
    for op in ops:
        if op.results and _literal(op.results[0]) is not None:
            continue
        for number, operand in enumerate(op.operands):
            constant = _literal(operand)
            if constant is not None:
                first = pooled.setdefault((constant.value, constant.type), constant)
                op.operands[number] = first.result
    for op in reversed(ops):
        if isinstance(op, ConstantOp) or (op.name == "aten.device" and not op.results[0].uses):
            op.detach()
    for op in reversed(pooled.values()):
        if block.first_op is None:
            block.add_op(op)
        else:
            block.insert_op_before(op, block.first_op)
