"""The objects of an archive as `ts.object`: what `ts-opt model.pt` prints of its weights.

    ts.object @m : !ts.class<@__torch__.M> {w = dense_resource<t0> : tensor<2xf32>, sub = @m.sub}

A tensor is a name in the table of resources that travels beside the module, and tensors that are
one view of one storage have one name. An object is named by the first path that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
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
    EnumValue,
    ListValue,
    ScriptObject,
    TensorRecord,
    Value,
)

Plain = bool | int | float | complex | str | DeviceValue | None
EnumMember = Callable[[EnumValue], Attribute]
"""The symbol of a member, which its value alone does not tell."""


@dataclass
class ObjectOps:
    """The ops in the order in which they are named, and the tensor behind each resource."""

    ops: list[ObjectOp] = field(default_factory=list[ObjectOp])
    resources: dict[str, TensorRecord] = field(default_factory=dict[str, TensorRecord])


def object_ops(root: ScriptObject, name: str, enum_member: EnumMember) -> ObjectOps:
    """The ops of an object and of all that it holds; `name` is the symbol of the first."""
    builder = _Builder(enum_member)
    builder.object(root, name)
    return builder.made


class _Builder:
    def __init__(self, enum_member: EnumMember) -> None:
        self.made = ObjectOps()
        self._enum_member = enum_member
        self._symbols: dict[int, str] = {}
        self._keys: dict[tuple[object, ...], str] = {}

    def object(self, value: ScriptObject, name: str) -> Attribute:
        """Recursion is as deep as values are nested, which the reader bounds."""
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

    def _literal(self, value: Value, path: str) -> Attribute:
        if isinstance(value, ScriptObject):
            return self.object(value, path)
        if isinstance(value, TensorRecord):
            return self._tensor(value)
        if isinstance(value, EnumValue):
            return self._enum_member(value)
        if isinstance(value, tuple | ListValue):
            items = value if isinstance(value, tuple) else value.items
            return ArrayAttr([self._literal(v, f"{path}.{i}") for i, v in enumerate(items)])
        if isinstance(value, DictValue):
            pairs = ((k, v, f"{path}.{i}") for i, (k, v) in enumerate(value.items))
            return ArrayAttr(
                [ArrayAttr([self._literal(k, p), self._literal(v, p)]) for k, v, p in pairs]
            )
        # What else a file of torch.save or a lenient reading has, an archive has not.
        return plain_literal(cast("Plain", value))

    def _tensor(self, t: TensorRecord) -> Attribute:
        view = (t.storage, t.offset, t.shape, t.strides, t.conj, t.neg)
        key = self._keys.setdefault(view, f"t{len(self._keys)}")
        self.made.resources.setdefault(key, t)
        type = TensorType(BY_TORCH_NAME[t.dtype].type, t.shape)
        return DenseResourceAttr.from_params(key, type)


def plain_literal(value: Plain) -> Attribute:
    """How `prim.Constant` writes it inside of a container."""
    return UnitAttr() if value is None else SCALARS[type(value)][0](value)
