"""The objects of an archive as `ts.object`, as `ts-opt model.pt` prints them.

    ts.object @m : !ts.class<@__torch__.M> {w = dense_resource<t0> : tensor<2xf32>, sub = @m.sub}

A tensor is a name in the module's table of resources; equal views of one storage share a name. An
object is named by the first path that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import count
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseResourceAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.modules import ObjectOp
from xdsl_torchscript.frontend.archive.constants import SCALARS
from xdsl_torchscript.frontend.archive.model import (
    DeviceValue,
    DictValue,
    ListValue,
    PickledEnum,
    PickledObject,
    PickledValue,
    TensorRecord,
)

PlainValue = bool | int | float | complex | str | DeviceValue | None
MemberLiteral = Callable[[PickledEnum], Attribute]
"""A function from an enum value to the symbol of its member."""


@dataclass
class ObjectOps:
    """The ops in order of naming, and the tensor of each resource."""

    ops: list[ObjectOp] = field(default_factory=list[ObjectOp])
    resources: dict[str, TensorRecord] = field(default_factory=dict[str, TensorRecord])


def object_ops(
    root: PickledObject, name: str, enum_member: MemberLiteral, taken: Collection[str] = ()
) -> ObjectOps:
    """Return the ops of an object and all its contents; `name` is the symbol of the first. Tensors
    get names that are not in `taken`."""
    builder = _ObjectOpBuilder(enum_member, taken)
    builder.object(root, name)
    return builder.made


class _ObjectOpBuilder:
    def __init__(self, enum_member: MemberLiteral, taken: Collection[str]) -> None:
        self.made = ObjectOps()
        self._enum_member = enum_member
        names = (f"t{number}" for number in count())
        self._free = (name for name in names if name not in taken)
        self._symbols: dict[int, str] = {}
        self._keys: dict[tuple[object, ...], str] = {}

    def object(self, value: PickledObject, name: str) -> Attribute:
        """Build the op of an object; recursion is bounded by the reader's limit on nesting."""
        known = self._symbols.get(id(value))
        if known is not None:
            return SymbolRefAttr(known)
        self._symbols[id(value)] = name
        position = len(self.made.ops)
        slots = {n: self._literal(v, f"{name}.{n}") for n, v in value.attributes.items()}
        op = ObjectOp(name, value.class_name, slots)
        if value.has_state:
            op.attributes["ts.state"] = self._literal(value.state, f"{name}.state")
        self.made.ops.insert(position, op)
        return SymbolRefAttr(name)

    def _literal(self, value: PickledValue, path: str) -> Attribute:
        if isinstance(value, PickledObject):
            return self.object(value, path)
        if isinstance(value, TensorRecord):
            view = (value.storage, value.offset, value.shape, value.strides, value.conj, value.neg)
            key = self._keys.get(view) or self._keys.setdefault(view, next(self._free))
            self.made.resources.setdefault(key, value)
            type = TensorType(BY_TORCH_NAME[value.dtype].type, value.shape)
            return DenseResourceAttr.from_params(key, type)
        if isinstance(value, PickledEnum):
            return self._enum_member(value)
        if isinstance(value, tuple | ListValue):
            items = value if isinstance(value, tuple) else value.items
            return ArrayAttr([self._literal(v, f"{path}.{i}") for i, v in enumerate(items)])
        if isinstance(value, DictValue):
            pairs = ((k, v, f"{path}.{i}") for i, (k, v) in enumerate(value.items))
            return ArrayAttr(
                [ArrayAttr([self._literal(k, p), self._literal(v, p)]) for k, v, p in pairs]
            )
        # Other kinds of values occur only in checkpoints and lenient readings.
        return plain_literal(cast("PlainValue", value))


def plain_literal(value: PlainValue) -> Attribute:
    """Return the literal of a scalar inside a container of `prim.Constant`."""
    return UnitAttr() if value is None else SCALARS[type(value)][0](value)
