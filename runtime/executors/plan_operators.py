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
from xdsl_torchscript.runtime.values import Value


def as_operator(op: Operation, function: Callable[..., Values]) -> Implementation:
    """Return a function that gives a single result as it is, as operators do."""
    return function if len(op.results) != 1 else lambda *inputs: function(*inputs)[0]


def run_type_check(op: TypeCheckOp) -> Implementation:
    """Return the check of `op`, which fails as often as the options say, too."""
    types, rate = op.types.data, OPTIONS.check_failures
    check, random = type_check(types), Random(rate)

    def run(*values: Value) -> Values:
        return (*values, check(values) and random.random() >= rate)

    return run if rate else builtin_check(types, run)
