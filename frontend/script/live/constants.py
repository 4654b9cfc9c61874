"""Values of Python that a program captures as constants when it is scripted."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, StringAttr, UnitAttr
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp, TupleConstructOp
from xdsl_torchscript.dialects.subtyping import unify_all
from xdsl_torchscript.dialects.types import DeviceType, TupleType
from xdsl_torchscript.frontend.script.context import Context, SugaredValue
from xdsl_torchscript.frontend.script.live.types import (
    OF_PROGRAMS,
    OTHER_PROGRAM,
    class_of,
    full_name,
)
from xdsl_torchscript.frontend.script.names import MODULES
from xdsl_torchscript.frontend.script.values import Literal

_SPELLED = frozenset({"torch.dtype", "torch.layout", "torch.memory_format"})
"""Classes whose values print as their names in `torch`."""

_DEVICES = frozenset({"torch.device", "xdsl_torchscript.runtime.values.Device"})

# Advice for values of unsupported classes.
_ADVICE: Mapping[str, str] = {
    "torch.Tensor": "take it as an argument, or make it a buffer of a module",
    "torch.nn.parameter.Parameter": "take it as an argument, or make it a parameter of a module",
    "numpy.ndarray": "take it as an argument, or make it a buffer of a module",
    "xdsl_torchscript.runtime.tensor.Tensor": "take it as an argument, or make it a buffer of a "
    "module",
}


@dataclass(frozen=True)
class DeviceConstant(SugaredValue):
    """A device named by a variable of Python."""

    name: str

    def describe(self) -> str:
        return f"the device '{self.name}'"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        return c.insert(ConstantOp(StringAttr(self.name), DeviceType())).result

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        return c.attribute_of(c, self.value(c, node), name, node)


@dataclass(frozen=True)
class ConstantSequence(SugaredValue):
    """A tuple or a list of constants; each use creates it again."""

    parts: Sequence[SugaredValue]
    is_list: bool

    def describe(self) -> str:
        return "a list of constants" if self.is_list else "a tuple of constants"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        values = [part.value(c, node) for part in self.parts]
        if not self.is_list:
            return c.insert(TupleConstructOp(values)).result
        element = unify_all(value.type for value in values) if values else None
        if element is None:
            what = "differ in type" if values else "have an unknown type, as it is empty"
            raise c.error(f"the elements of this list {what}; write it in the function", node)
        return c.insert(ListConstructOp(values, element)).result


@dataclass(frozen=True)
class Opaque(SugaredValue):
    """An object of Python without meaning in a program."""

    of: object

    def describe(self) -> str:
        return f"an object of Python's type '{type(self.of).__name__}'"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        advice = _ADVICE.get(full_name(type(self.of)), "take the needed values as arguments")
        raise c.error(f"{self.describe()} cannot be used in a script; {advice}", node)

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        if hasattr(self.of, "forward"):
            message = "only the module that has it as an attribute can call it"
            raise c.error(f"{message}; move this call into a method of that module", node)
        if full_name(class_of(self.of)) in OF_PROGRAMS:
            raise c.error(f"{self.describe()} cannot be called here: {OTHER_PROGRAM}", node)
        raise c.error(f"{self.describe()} is Python and cannot be called in a script", node)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        raise c.error(f"{self.describe()} has no attributes in a script", node)


def constant(value: Any) -> SugaredValue | None:
    """Return the constant for a number, string, None, dtype, device, layout, or tuple or list of
    these."""
    if value is None or isinstance(value, bool | int | float | complex | str):
        # Plain scalars of Python: numpy's float64 is a float, but prints differently.
        kinds: tuple[Any, ...] = (bool, int, float, complex, str)
        return Literal(next((kind(value) for kind in kinds if isinstance(value, kind)), None))
    if isinstance(value, tuple | list):
        values = cast("Sequence[Any]", value)
        parts = [constant(value) for value in values]
        known = [part for part in parts if part is not None]
        if len(known) != len(parts) or class_of(values) not in (tuple, list):
            return None
        return ConstantSequence(known, isinstance(values, list))
    if isinstance(value, Dtype):
        return Literal(value.code)
    kind = full_name(class_of(value))
    if kind in _SPELLED:
        return MODULES["torch"].find(str(value).removeprefix("torch."))
    return DeviceConstant(str(value)) if kind in _DEVICES else None


def constant_attribute(value: Any) -> tuple[Attribute, Attribute] | None:
    """Return type and literal of a constant of a module, or None.

    Lists become tuples, as constants do not change.
    """
    if class_of(value) in (tuple, list):
        parts = [constant_attribute(part) for part in cast("Sequence[Any]", value)]
        known = [part for part in parts if part is not None]
        type_ = TupleType.get([type for type, _ in known])
        return (type_, ArrayAttr([v for _, v in known])) if len(known) == len(parts) else None
    match constant(value):
        case Literal(known):
            op = ConstantOp.of(known)
            return op.type, UnitAttr() if op.value is None else op.value
        case DeviceConstant(name):
            return DeviceType(), StringAttr(name)
        case _:
            return None
