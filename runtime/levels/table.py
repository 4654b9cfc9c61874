"""Implementations of operations as tables of functions, for xDSL's interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls
from xdsl.ir import Dialect, Operation

LevelRule: TypeAlias = Callable[[Any, PythonValues], PythonValues]
"""A function from an operation and the values of its operands to the values of its results."""

Rules: TypeAlias = Mapping[str, LevelRule]
"""Rules by the names of operations."""


def elementwise(function: Callable[..., Any]) -> LevelRule:
    """Return the rule of an operation whose result is a function of its operands."""
    return lambda op, values: (function(*values),)


def table_functions(rules: Rules, *dialects: Dialect) -> InterpreterFunctions:
    """Return the rules as xDSL's interpreter registers them, for the classes in `dialects`.

    An operation may have a class in xDSL and an extended one in ours: both get the rule.
    """
    classes = [op for dialect in dialects for op in dialect.operations if op.name in rules]
    methods = {f"{op.__module__}.{op.__name__}": _method(op, rules[op.name]) for op in classes}
    return register_impls(type("TableFunctions", (InterpreterFunctions,), methods))()


def _method(op_class: type[Operation], rule: LevelRule) -> Any:
    def run(
        functions: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        return rule(op, args)

    return impl(op_class)(run)
