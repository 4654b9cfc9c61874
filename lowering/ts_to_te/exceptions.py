"""`prim.RaiseException`, also of a failed `assert`.

    prim.RaiseException(%message, %class)     ->     cf.assert %false, "prim.RaiseException: ..."

ends a kernel with its status. The message of the assertion is the constant one of the program. A
computed one is not needed: the interpreter repeats the call, and computes it for its own error.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import RaiseExceptionOp
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.ts_to_te.checks import require
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeConversion, TeRule


def _convert_raise(to: TeConversion, op: Operation) -> None:
    assert isinstance(op, RaiseExceptionOp)
    message = STATED.known_constant(op.message)
    reason = message if isinstance(message, str) and message else "an exception"
    require(to.code, to.code.constant(False, i1), op, reason)


def _check_message(op: Operation) -> None:
    """Raise Refusal unless an operation on strings computes the message of an exception."""
    users = [use.operation for result in op.results for use in result.uses]
    if any(user.name != RaiseExceptionOp.name and user.name not in MESSAGES for user in users):
        raise Refusal("makes a string that is not the message of an exception")


def _convert_message(to: TeConversion, op: Operation) -> None:
    """Convert nothing: no operation of a kernel reads a string."""


MESSAGES = ("aten.format", "aten.percentFormat", "aten.str", "aten.add.str")
"""Operators on strings, of which kernels know only that they compute messages."""

EXCEPTIONS: dict[str, TeRule] = {
    RaiseExceptionOp.name: TeRule(_convert_raise),
    **dict.fromkeys(MESSAGES, TeRule(_convert_message, _check_message)),
}
"""By op name."""
