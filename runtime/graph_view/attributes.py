"""Attributes of nodes by kind: `node.i("value")`, `node.s_("name", "weight")`.

PyTorch's letters: `i` int, `f` float, `c` complex, `s` str, `t` and `z` tensor, `ty` type, each
with a plural. All other values have `ival`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    f64,
    i64,
)
from xdsl.ir import Attribute, Operation, TypeAttribute
from xdsl.irdl import IRDLOperation

from xdsl_torchscript.dialects.constants import literal_attribute
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import ListType, StrType, TensorType
from xdsl_torchscript.frontend.graph_text.builder import SUBGRAPH
from xdsl_torchscript.runtime.constant_evaluator import LITERALS
from xdsl_torchscript.runtime.graph_view.types import Type
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import type_of

_COMPLEX = ComplexType(f64)
_TYPES: Mapping[str, Attribute] = {
    "i": i64,
    "f": f64,
    "c": _COMPLEX,
    "s": StrType(),
    "t": TensorType.get(),
}
_SINGLE: Sequence[tuple[type[Attribute], str]] = (
    (IntegerAttr, "i"),
    (FloatAttr, "f"),
    (StringAttr, "s"),
    (DenseIntOrFPElementsAttr, "t"),
    (DenseResourceAttr, "t"),
    (TypeAttribute, "ty"),
)
_SAME = {"z": "t", "zs": "ts"}
"""PyTorch's second names for the kinds of tensors."""


def constant_of(value: Any) -> ConstantOp:
    """Return a `prim.Constant` of a Python value, a tensor or an array. Raises NotConstantError."""
    given = Tensor.of(value) if hasattr(value, "__array__") else value
    attribute = None if given is None else literal_attribute(given, LITERALS)
    type = TensorType.get() if isinstance(given, Tensor) else type_of(given)
    return ConstantOp(attribute, type)


def _kind_of(attribute: Attribute) -> str:
    """Return the letter of an attribute's kind, `ival` for other kinds."""
    found = next((kind for cls, kind in _SINGLE if isinstance(attribute, cls)), None)
    if found is not None or not isinstance(attribute, ArrayAttr):
        return found or "ival"
    kinds = {_kind_of(part) for part in cast("ArrayAttr[Attribute]", attribute)}
    return f"{kinds.pop()}s" if len(kinds) == 1 else "ival"


def _value_of(kind: str, attribute: Attribute) -> Any:
    if kind == "ty":
        return Type(attribute)
    if kind == "tys":
        return [Type(part) for part in cast("ArrayAttr[Attribute]", attribute)]
    if kind == "i" and isinstance(attribute, IntegerAttr):
        return int(cast("IntegerAttr[Any]", attribute).value.data)
    type = _TYPES.get(kind)
    return literal(attribute, ListType(_TYPES[kind[:-1]]) if type is None else type)


def _of_constant(value: Any) -> Attribute:
    found = constant_of(value).value
    assert found is not None
    return found


_MAKE: Mapping[str, Callable[[Any], Attribute]] = {
    "i": lambda value: IntegerAttr(int(value), i64),
    "f": lambda value: FloatAttr(float(value), f64),
    "c": lambda value: _of_constant(complex(value)),
    "s": StringAttr,
    "t": _of_constant,
    "ty": lambda value: value.attribute,
    "ival": _of_constant,
}


class NodeAttributes:
    """A node's attributes, under their names in the printed graph."""

    op: Operation | None

    def invalidate(self) -> None:
        """Invalidate cached data of the graph."""

    def _attributes(self) -> dict[str, Attribute]:
        if self.op is None:
            return {}
        hidden = {SUBGRAPH, *(["kind"] if isinstance(self.op, OperatorOp) else [])}
        found = {**self.op.properties, **self.op.attributes}
        return {name: value for name, value in found.items() if name not in hidden}

    def attributeNames(self) -> list[str]:
        return list(self._attributes())

    def hasAttribute(self, name: str) -> bool:
        return name in self._attributes()

    def hasAttributes(self) -> bool:
        return bool(self._attributes())

    def attribute(self, name: str) -> Attribute:
        """Return an attribute of the IR. Raises KeyError if it does not exist."""
        return self._attributes()[name]

    def kindOf(self, name: str) -> str:
        """Return the letter of an attribute's kind: "i", "is", "s", "t", ... Raises KeyError."""
        attribute = self.attribute(name)
        if isinstance(self.op, ConstantOp) and isinstance(attribute, ArrayAttr):
            return "c" if self.op.type == _COMPLEX else "ival"
        return _kind_of(attribute)

    def removeAttribute(self, name: str) -> Self:
        """Remove an attribute. Raises KeyError if it does not exist."""
        self.attribute(name)
        assert self.op is not None
        self.op.properties.pop(name, None)
        self.op.attributes.pop(name, None)
        self.invalidate()
        return self

    def copyAttributes(self, other: Self) -> Self:
        """Copy all attributes of another node to this one."""
        for name in self.attributeNames():
            self.removeAttribute(name)
        for name, value in other._attributes().items():
            self._put(name, value)
        return self

    def _put(self, name: str, value: Attribute) -> None:
        if self.op is None:
            raise ValueError("the node of the inputs has no attributes")
        cls = type(self.op)
        known = cls.get_irdl_definition().properties if issubclass(cls, IRDLOperation) else {}
        own = name in known and not isinstance(self.op, OperatorOp)
        (self.op.properties if own else self.op.attributes)[name] = value
        self.invalidate()

    def ival(self, name: str) -> Any:
        """Return an attribute of any kind as a Python value."""
        attribute, kind = self.attribute(name), self.kindOf(name)
        if isinstance(self.op, ConstantOp):
            return literal(attribute, self.op.type)
        return _value_of(kind, attribute)


def _getter(kind: str) -> Callable[[NodeAttributes, str], Any]:
    def get(self: NodeAttributes, name: str) -> Any:
        wanted, found = _SAME.get(kind, kind), self.kindOf(name)
        attribute = self.attribute(name)
        empty = attribute == ArrayAttr([]) and wanted.endswith("s")
        if found != wanted and not empty:
            raise TypeError(f"the attribute '{name}' is of kind '{found}', not '{wanted}'")
        return _value_of(wanted, attribute)

    get.__name__ = kind
    get.__doc__ = f"The attribute of kind `{kind}`. Raises KeyError, TypeError for another kind."
    return get


def _setter(kind: str) -> Callable[[NodeAttributes, str, Any], NodeAttributes]:
    def put(self: NodeAttributes, name: str, value: Any) -> NodeAttributes:
        stored = _SAME.get(kind, kind)
        if stored in _MAKE:
            attribute = _MAKE[stored](value)
        else:
            attribute = ArrayAttr([_MAKE[stored[:-1]](part) for part in value])
        self._put(name, attribute)  # pyright: ignore[reportPrivateUsage]
        return self

    put.__name__ = f"{kind}_"
    put.__doc__ = f"Set an attribute of kind `{kind}`; the node itself."
    return put


_KINDS = ("i", "f", "c", "s", "t", "z", "ty", "is", "fs", "ss", "ts", "zs", "tys")

# `is` is a keyword of Python.
for _kind in _KINDS:
    setattr(NodeAttributes, _kind, _getter(_kind))
for _kind in (*_KINDS, "ival"):
    setattr(NodeAttributes, f"{_kind}_", _setter(_kind))
