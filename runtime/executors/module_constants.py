"""The attributes of a module that a plan relies on: numbers, strings and None are constants, such
as `training` and the number of heads, and what is optional stays present.

    constants = take_constants(function, inputs)   # reads become constants
    constants.hold(others)                         # whether they are right for other inputs
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import literal_attribute
from xdsl_torchscript.dialects.prim import CallFunctionOp, CallMethodOp, ConstantOp, SetAttrOp
from xdsl_torchscript.dialects.types import ClassType, OptionalType
from xdsl_torchscript.lowering.ts.attribute_paths import Path, attribute_reads
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.values import Value

Constant: TypeAlias = int | float | str | None


@dataclass(frozen=True)
class ModuleConstants:
    """The values of attributes of the first input, by their paths, and the paths to those that are
    optional and not None."""

    values: tuple[tuple[Path, Constant], ...] = ()
    present: tuple[Path, ...] = ()

    def hold(self, inputs: Sequence[Value]) -> bool:
        """Whether the attributes of the first input are these."""
        for path, value in self.values:
            found = read_attribute(inputs[0], path)
            if found is not value and not _is_equal(found, value):
                return False
        return all(_is_present(read_attribute(inputs[0], path)) for path in self.present)


NO_CONSTANTS = ModuleConstants()
UNSET = object()
"""The value of an attribute of None, or of an object that has none of that name."""


def read_attribute(value: Value, path: Path) -> Value:
    """Return the attribute that a path leads to, or UNSET."""
    for name in path:
        if not isinstance(value, Object) or name not in value.slots:
            return UNSET
        value = value.slots[name]
    return value


def take_constants(function: FuncOp, inputs: Sequence[Value]) -> ModuleConstants:
    """Replace the reads of attributes that are constants in the first input, give those of others
    that are optional their type, and return both.

    Attributes that the function writes stay, and all of a function that calls others.
    """
    arguments = function.body.block.args
    if not arguments or not isinstance(arguments[0].type, ClassType):
        return ModuleConstants()
    ops = list(function.walk())
    if any(isinstance(op, CallFunctionOp | CallMethodOp) for op in ops):
        return ModuleConstants()
    written = {op.attribute for op in ops if isinstance(op, SetAttrOp)}
    values: dict[Path, Constant] = {}
    present: list[Path] = []
    for op, path in list(attribute_reads(function)):
        value, declared = read_attribute(inputs[0], path), op.result.type
        if op.attribute in written or value is UNSET:
            continue
        if isinstance(declared, OptionalType) and value is not None:
            declared = declared.element
        if isinstance(value, Constant):
            values[path] = value
            known = None if value is None else literal_attribute(value)
            Rewriter.replace_op(op, ConstantOp(known, declared))
        elif op.result.type != declared:
            retype(op.result, declared)
            present.append(path)
    return ModuleConstants(tuple(values.items()), tuple(dict.fromkeys(present)))


def _is_present(value: Value) -> bool:
    return value is not None and value is not UNSET


def _is_equal(found: Value, value: Constant) -> bool:
    """Floats are equal if they are one object: 0.0 == -0.0, and a NaN equals nothing."""
    return type(found) is type(value) and not isinstance(value, float) and found == value
