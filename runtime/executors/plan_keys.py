"""The keys of plans on disk: a function as it is inlined, before any pass, and the facts of a call
that its kernel relies on.

    function = InlinedFunction.of(source(), linker)
    key = function.key(facts_of_call(inputs), function.facts_of_attributes(inputs))
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, cast

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import ClassType, TensorType
from xdsl_torchscript.lowering.ts.modules.attribute_paths import Path, attribute_reads
from xdsl_torchscript.runtime.executors.argument_spec import facts_of
from xdsl_torchscript.runtime.executors.module_constants import read_attribute
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.native.bounds_checks import get_check_bounds
from xdsl_torchscript.runtime.native.disk_cache import program_key
from xdsl_torchscript.runtime.native.math_precision import get_math_precision
from xdsl_torchscript.runtime.native.weight_panels import is_read_only
from xdsl_torchscript.runtime.values import Value


class InlinedFunction(NamedTuple):
    """A function that is inlined, before any pass, its text, the attributes that a method reads,
    and the types of its constant tensors, with whether they are read-only."""

    function: FuncOp
    text: str
    paths: Sequence[Path]
    constants: Hashable

    @staticmethod
    def of(function: FuncOp, linker: Linker | None) -> InlinedFunction:
        arguments = function.body.block.args
        is_method = bool(arguments) and isinstance(arguments[0].type, ClassType)
        paths = [path for _, path in attribute_reads(function)] if is_method else []
        constants = [
            literal(op.value, op.type, linker)
            for op in function.walk()
            if isinstance(op, ConstantOp) and isinstance(op.type, TensorType)
        ]
        facts = tuple((facts_of(value), is_read_only(value)) for value in constants)
        return InlinedFunction(function, str(function), tuple(dict.fromkeys(paths)), facts)

    def facts_of_attributes(self, inputs: Sequence[Value]) -> Hashable:
        """Return the facts of the attributes that are read of the first input."""
        return tuple(_fact_of_attribute(read_attribute(inputs[0], path)) for path in self.paths)

    def key(self, *facts: Hashable) -> str | None:
        """Return the key of the plan for these facts, None if the disk keeps none."""
        options = get_math_precision(), str(get_check_bounds())
        return program_key(self.text, repr(self.constants), *options, *map(repr, facts))


def _fact_of_attribute(value: Value) -> Hashable:
    """Return the facts of an attribute; numbers and strings, also in lists, are constants of the
    plan."""
    if isinstance(value, float):
        return value.hex()  # 0.0 == -0.0
    if isinstance(value, list | tuple):
        return tuple(map(_fact_of_attribute, cast("Sequence[Value]", value)))
    return (type(value), value) if isinstance(value, int | str) else facts_of(value)
