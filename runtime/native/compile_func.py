"""`ts.compile_func`: compile a function of IR, or a scripted function, to native code.

kernel = ts.compile_func(module, "f", [x, y])   # a function of a module of IR
kernel = ts.compile_func(scripted, [x, y])      # a ScriptFunction, or a func.func
(z,) = kernel(x, y)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.runtime.modules.script_function import ScriptFunction, ScriptMethod
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.native.compile_kernel import compile_func as compile_in
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.values import Value


@overload
def compile_func(
    program: ModuleOp, name: str, inputs: Sequence[Value], /, *, symbolic: bool = False
) -> Kernel: ...
@overload
def compile_func(
    program: ScriptFunction | FuncOp, inputs: Sequence[Any], /, *, symbolic: bool = False
) -> Kernel: ...
def compile_func(program: Any, /, *call: Any, symbolic: bool = False) -> Kernel:
    """Compile a function for inputs like these; with `symbolic`, also for other sizes.

    `program` is a module of IR, followed by the function's name, or the function itself. A
    ScriptFunction takes arrays and its defaults as in a call; its callees are compiled with it.

    Raises:
        KeyError: for a name that the module does not define.
        InputMismatch: for inputs that the function does not accept.
        NativeUnsupported: with all reasons, if the pipeline cannot lower the function.
        TypeError: for any other program.
    """
    inputs: Any = call[-1] if call else None
    match program, call:
        case ModuleOp(), (str(), list() | tuple()):
            return compile_in(program, call[0], inputs, symbolic=symbolic)
        case ScriptFunction(), (list() | tuple(),):
            linked = program.program
            function = linked.prepare(inline_into_copy(linked.prepare(program.op), linked))
            return _compile_inlined(function, program.values(inputs, {}), symbolic)
        case FuncOp(), (list() | tuple(),):
            return _compile_inlined(program.clone(), inputs, symbolic)
        case _:
            raise TypeError(_refusal(program, call))


def _compile_inlined(function: FuncOp, inputs: Sequence[Value], symbolic: bool) -> Kernel:
    module = ModuleOp([function])
    return compile_in(module, function.sym_name.data, inputs, symbolic=symbolic)


_COMPILED_WHOLE = '; ts.set_engine("native") compiles modules and their methods'
_HINTS: Mapping[type, str] = {
    str: "; ts.compile creates functions from text",
    ScriptMethod: _COMPILED_WHOLE,
    ScriptModule: _COMPILED_WHOLE,
}


def _refusal(program: object, call: tuple[Any, ...]) -> str:
    given = ", ".join(type(part).__name__ for part in (program, *call))
    hint = next((text for kind, text in _HINTS.items() if isinstance(program, kind)), "")
    return (
        "ts.compile_func takes (ModuleOp, name, inputs) or (ScriptFunction or FuncOp, inputs), "
        f"with the inputs in a list; not ({given}){hint}"
    )
