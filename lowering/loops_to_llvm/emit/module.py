"""A whole module of the llvm dialect as LLVM IR text."""

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.diagnostics import Finding, FindingsError, fail, raise_findings
from xdsl_torchscript.lowering.loops_to_llvm.emit.attributes import (
    UNNAMED_ADDRESSES,
    VISIBILITIES,
    keyword,
    linkage,
)
from xdsl_torchscript.lowering.loops_to_llvm.emit.constants import constant
from xdsl_torchscript.lowering.loops_to_llvm.emit.function import emit_function
from xdsl_torchscript.lowering.loops_to_llvm.emit.scope import INLINED, ModuleScope
from xdsl_torchscript.lowering.loops_to_llvm.emit.text import (
    Unsupported,
    quote_string,
    symbol,
    words,
)

MODULE_STRINGS = {
    "llvm.data_layout": "target datalayout",
    "llvm.target_triple": "target triple",
}


def emit_module(module: ModuleOp) -> str:
    """Return the LLVM IR of a module of llvm.func and llvm.mlir.global, deterministically.

    Raises FindingsError, a PassFailedException, with every top-level operation that LLVM IR cannot
    express: of a function, its first fault.
    """
    defined = frozenset(op.sym_name.data for op in module.ops if isinstance(op, llvm.FuncOp))
    scope = ModuleScope(defined)
    findings: list[Finding] = []
    globals_, functions = list[str](), list[str]()
    for op in module.ops:
        try:
            if isinstance(op, llvm.FuncOp):
                functions.append(emit_function(scope, op))
            else:
                globals_.append(_global(scope, op))
        except FindingsError as error:
            findings += error.findings
    raise_findings(findings)
    sections = (
        _header(module),
        scope.types.definitions(),
        globals_,
        *([function] for function in functions),
        scope.declarations(),
        scope.metadata.lines(),
    )
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _header(module: ModuleOp) -> list[str]:
    given = ((text, module.attributes.get(key)) for key, text in MODULE_STRINGS.items())
    return [
        f"{text} = {quote_string(value.data.encode())}"
        for text, value in given
        if isinstance(value, StringAttr)
    ]


def _global(scope: ModuleScope, op: Operation) -> str:
    if not isinstance(op, llvm.GlobalOp):
        fail(op, "stands at the top level, where LLVM IR has only functions and globals")
    try:
        return _global_variable(scope, op)
    except Unsupported as error:
        fail(op, str(error))


def _global_variable(scope: ModuleScope, op: llvm.GlobalOp) -> str:
    value = _initial_value(scope, op)
    is_declared_only = not value and op.linkage.linkage.data == "external"
    space = op.addr_space.value.data
    line = words(
        (
            f"{symbol('@', op.sym_name.data)} =",
            "external" if is_declared_only else linkage(op.linkage),
            "dso_local" if op.dso_local is not None else "",
            keyword(VISIBILITIES, op.visibility_),
            "thread_local" if op.thread_local_ is not None else "",
            keyword(UNNAMED_ADDRESSES, op.unnamed_addr),
            f"addrspace({space})" if space else "",
            "constant" if op.constant is not None else "global",
            scope.types.text(op.global_type),
            value or ("" if is_declared_only else "undef"),
        )
    )
    section = (
        f", section {quote_string(op.section.data.encode())}" if op.section is not None else ""
    )
    alignment = f", align {op.alignment.value.data}" if op.alignment is not None else ""
    return line + section + alignment


def _initial_value(scope: ModuleScope, op: llvm.GlobalOp) -> str:
    """Return the initial value; empty if the global has none."""
    if op.value is not None:
        return constant(op.value, op.global_type, scope.types)
    if not op.body.blocks:
        return ""
    end = op.body.blocks[0].last_op
    returned = end.arg.owner if isinstance(end, llvm.ReturnOp) and end.arg is not None else None
    if not isinstance(returned, Operation) or type(returned) not in INLINED:
        fail(op, "is initialised by code; give it a constant value")
    return INLINED[type(returned)](returned, scope.types)
