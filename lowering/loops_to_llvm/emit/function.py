"""Print a function as text: its signature, its blocks, its instructions."""

from collections.abc import Iterator

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr

from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.loops_to_llvm.emit.attributes import (
    UNNAMED_ADDRESSES,
    VISIBILITIES,
    function_attributes,
    keyword,
    linkage,
    parameter_attributes,
)
from xdsl_torchscript.lowering.loops_to_llvm.emit.instructions import instruction
from xdsl_torchscript.lowering.loops_to_llvm.emit.scope import INLINED, FunctionScope, ModuleScope
from xdsl_torchscript.lowering.loops_to_llvm.emit.text import Unsupported, symbol, words


def emit_function(module: ModuleScope, func: llvm.FuncOp) -> str:
    """Return the text of a function definition or declaration.

    Raises FindingsError for an operation that LLVM IR has no instruction for.
    """
    try:
        if not func.body.blocks:
            return words(("declare", _signature(module, func, []), function_attributes(func)))
        scope = FunctionScope(module, func)
        names = [scope.value(arg) for arg in func.body.blocks[0].args]
        head = words(
            (
                "define",
                linkage(func.linkage),
                _signature(module, func, names),
                function_attributes(func),
                "{",
            )
        )
        return "\n".join([head, *_body(scope), "}"])
    except Unsupported as error:
        fail(func, str(error))


def _signature(module: ModuleScope, func: llvm.FuncOp, names: list[str]) -> str:
    """Return the text from visibility to the closing parenthesis; a declaration has no names."""
    types, signature = module.types, func.function_type
    inputs, convention = signature.inputs.data, func.CConv.convention.data
    parameters = [
        words((types.text(t), parameter_attributes(_entry(func.arg_attrs, i), types), name))
        for i, (t, name) in enumerate(zip(inputs, names or [""] * len(inputs), strict=True))
    ]
    if signature.is_variadic:
        parameters.append("...")
    return words(
        (
            keyword(VISIBILITIES, func.visibility_),
            convention if convention != "ccc" else "",
            parameter_attributes(_entry(func.res_attrs, 0), types),
            types.text(signature.output),
            f"{symbol('@', func.sym_name.data)}({', '.join(parameters)})",
            keyword(UNNAMED_ADDRESSES, func.unnamed_addr),
        )
    )


def _entry(given: ArrayAttr[DictionaryAttr] | None, index: int) -> DictionaryAttr | None:
    return given.data[index] if given is not None and index < len(given) else None


def _body(scope: FunctionScope) -> Iterator[str]:
    for block in scope.flow.blocks:
        yield f"{scope.label(block)[1:]}:"
        if block is not scope.flow.blocks[0]:
            yield from (f"  {scope.phi(block, i)}" for i in range(len(block.args)))
        for op in block.ops:
            if type(op) not in INLINED:
                yield "  " + scope.within(op, lambda op=op: instruction(scope, op))
        yield from scope.split_blocks(block)
