"""Composite operators: interpret their decompositions into other operators."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_torchscript.runtime.errors import RuntimeFault, ScriptError
from xdsl_torchscript.runtime.interpreter.frames import Executable, new_frame
from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue
from xdsl_torchscript.runtime.values import Value

_RAISED: dict[str | None, type[Exception]] = {
    "builtins.IndexError": BadIndex,
    "builtins.TypeError": BadType,
    "builtins.ValueError": BadValue,
}


@dataclass(frozen=True, eq=False)
class Composite:
    """The function of a composite operator. A program calls its `code`, so that a listener sees the
    parts."""

    code: Executable

    def __call__(self, *values: Value) -> Value:
        """Run the code alone. Raises the exception of the part that fails."""
        try:
            results = self.code.execute(new_frame(self.code, values))
        except RuntimeFault as fault:
            cause = fault.__cause__
            if isinstance(cause, ScriptError):
                raise _RAISED.get(cause.class_name, RuntimeError)(cause.message) from None
            raise (cause or fault) from None
        return results[0] if len(results) == 1 else results
