"""The compile driver of source text: the script frontend, and `lower-exits` over each function.

Frontends import no passes, so whoever makes a `Program` hands it the lowering of early exits.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.frontend.script.context import Resolver
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.script.serialized.names import script_names
from xdsl_torchscript.frontend.script.syntax import FIRST, TOO_DEEP, Script
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits


def compile_source(
    text: str, filename: str = "<script>", resolver: Resolver = script_names
) -> ModuleOp:
    """Compile a text to a module: one `func.func` per `def`, one `ts.class` per class.

    The text may import `torch`, `math` and their members, and name numbers and strings; `resolver`
    resolves other names. Nothing of it is executed. A call of one function by another is
    `prim.CallFunction`. An argument without annotation is a tensor.

    Raises:
        SourceError: for text that is not Python or TorchScript; errors of other functions are in
            its `further`.
    """
    script = Script(text, filename)
    program = Program(lower_exits, resolver)
    try:
        if not program.add_script(script):
            raise script.error("this text defines no function", FIRST)
        return program.compile_all()
    except RecursionError as error:
        raise script.error(TOO_DEEP, FIRST) from error
