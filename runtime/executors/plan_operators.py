"""The implementations of type checks and groups in plans."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import TypeCheckOp
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.type_checks import type_check
from xdsl_torchscript.runtime.native.call_kernel import builtin_check
from xdsl_torchscript.runtime.operators.core import Implementation


def as_operator(op: Operation, function: Callable[..., Values]) -> Implementation:
    """Return a function that returns a single result without a tuple, as operators do."""
    return function if len(op.results) != 1 else lambda *inputs: function(*inputs)[0]


def run_type_check(op: TypeCheckOp) -> Implementation:
    """Return the check of `op`, which also fails at random with the probability in the options."""
    check, rate = type_check(op.types.data), OPTIONS.check_failures
    if not rate:
        return builtin_check(op.types.data, lambda *values: (*values, check(values)))
    random = Random(f"{OPTIONS.check_seed} {_number(op)} {op.types}")
    return lambda *values: (*values, check(values) and random.random() >= rate)


def _number(op: TypeCheckOp) -> int:
    """Return the number of checks before this one in the plan; each fails independently."""
    root: Operation = op
    while (parent := root.parent_op()) is not None:
        root = parent
    checks = (other for other in root.walk() if isinstance(other, TypeCheckOp))
    return next(number for number, other in enumerate(checks) if other is op)
