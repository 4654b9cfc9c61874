"""The kinds of sugared values: operators, methods, modules, types, functions."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.prim import ListUnpackOp, TupleIndexOp, TupleUnpackOp
from xdsl_torchscript.dialects.schema.matching import spelled
from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    ClassType,
    DeviceType,
    EnumType,
    InterfaceType,
    ListType,
    NamedTupleType,
    OptionalType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.frontend.script.calls import call
from xdsl_torchscript.frontend.script.context import TENSOR, Context, Simple, Sugared

# What an attribute of a tensor reads, where it is not the operator of its name.
TENSOR_ATTRIBUTES: Mapping[str, str] = {
    "shape": "aten::size", "T": "aten::numpy_T", "H": "aten::matrix_H", "mT": "aten::mT",
    "mH": "aten::mH", "ndim": "aten::dim", "real": "aten::real", "imag": "aten::imag",
    "is_leaf": "aten::is_leaf", "dtype": "prim::dtype", "device": "prim::device",
    "grad": "prim::grad", "data": "prim::data", "layout": "prim::layout", "name": "prim::name",
    "requires_grad": "prim::requires_grad", "is_cuda": "prim::is_cuda", "is_cpu": "prim::is_cpu",
    "is_sparse": "prim::is_sparse", "is_quantized": "prim::is_quantized",
    "is_mkldnn": "prim::is_mkldnn", "is_meta": "prim::is_meta", "is_nested": "prim::is_nested",
    "is_xpu": "prim::is_xpu", "is_mps": "prim::is_mps", "is_vulkan": "prim::is_vulkan",
    "itemsize": "prim::itemsize", "nbytes": "prim::nbytes",
}  # fmt: skip
_DEVICE_ATTRIBUTES: Mapping[str, str] = {"type": "prim::type", "index": "prim::index"}

CASTS: Mapping[str, str] = {
    "byte": "uint8", "char": "int8", "short": "int16", "int": "int32", "long": "int64",
    "half": "float16", "float": "float32", "double": "float64", "bool": "bool",
    "bfloat16": "bfloat16", "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip
"""Methods of tensors that convert to a dtype."""


class Applicable(Sugared, ABC):
    """What is called with values."""

    @abstractmethod
    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> Sugared: ...

    def call(self, c: Context, node: ast.Call) -> Sugared:
        args, kwargs = arguments(c, node)
        with c.at(node):
            return self.apply(c, args, kwargs, node)


class Nominal(Applicable, ABC):
    """A type that the program defines: what its values have."""

    @abstractmethod
    def attribute_of(self, c: Context, value: SSAValue, name: str, node: ast.AST) -> Sugared:
        """`value.name`."""

    @abstractmethod
    def set_attribute(
        self,
        c: Context,
        value: SSAValue,
        name: str,
        new: SSAValue,
        node: ast.AST,
        declared: Attribute | None = None,
    ) -> None:
        """`value.name = new`, where `declared` is the type that the assignment tells."""

    def attribute_type(self, name: str) -> Attribute | None:
        """The type of `value.name`, if it is a plain attribute."""
        return None

    def has(self, name: str) -> bool:
        """Whether there is `value.name`."""
        return self.attribute_type(name) is not None

    def method(self, value: SSAValue, name: str) -> Applicable | None:
        """The method of a value, if there is one."""
        return None

    def lacking(self, c: Context, actual: Attribute) -> str | None:
        """Why a value of this other type cannot stand for one of this."""
        return None


def nominal(c: Context, type: Attribute) -> Nominal | None:
    """The definition behind a type."""
    if not isinstance(type, ClassType | InterfaceType | EnumType):
        return None
    found = c.program.find(type.symbol.data)
    return found if isinstance(found, Nominal) else None


def own_method(c: Context, value: SSAValue, name: str) -> Applicable | None:
    """A method that the class of a value defines, such as `__add__`."""
    found = nominal(c, value.type)
    return None if found is None else found.method(value, name)


@dataclass(frozen=True)
class Builtin(Applicable):
    """An operator, or with `self` a method of a value."""

    kind: str
    self: SSAValue | None = None

    def described(self) -> str:
        return f"the operator '{self.kind}'"

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> Sugared:
        own = [] if self.self is None else [self.self]
        return Simple(call(c, self.kind, [*own, *args], kwargs, node))


@dataclass(frozen=True)
class Special(Sugared):
    """A name that the compiler gives a meaning of its own, such as `range` or `isinstance`."""

    name: str
    run: Callable[[Context, ast.Call], Sugared]

    def described(self) -> str:
        return f"'{self.name}'"

    def call(self, c: Context, node: ast.Call) -> Sugared:
        with c.at(node):
            return self.run(c, node)


@dataclass(frozen=True)
class Module(Sugared):
    """A module of Python by the names in it: only those that the compiler knows."""

    name: str
    find: Callable[[str], Sugared | None]

    def described(self) -> str:
        return f"the module '{self.name}'"

    def member(self, name: str) -> Sugared | None:
        return self.find(name)

    def attribute(self, c: Context, name: str, node: ast.AST) -> Sugared:
        found = self.find(name)
        if found is None:
            raise c.error(f"'{self.name}.{name}' is not known in scripts", node)
        return found


@dataclass(frozen=True)
class Literal(Sugared):
    """A number or a string by a name: `math.pi`, `torch.float32`."""

    known: int | float | complex | bool | str | None

    def described(self) -> str:
        return f"the constant {self.known!r}"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        return c.constant(self.known)

    def attribute(self, c: Context, name: str, node: ast.AST) -> Sugared:
        return c.attribute_of(c, self.value(c, node), name, node)


@dataclass(frozen=True)
class TypeName(Sugared):
    """A type where a value may stand, as in `isinstance(x, List[int])`; some can be called."""

    type: Attribute
    make: Callable[[Context, ast.Call], Sugared] | None = None

    def described(self) -> str:
        return f"the type '{spelled(self.type)}'"

    def annotation(self) -> Attribute | None:
        return self.type

    def call(self, c: Context, node: ast.Call) -> Sugared:
        if self.make is None:
            return super().call(c, node)
        with c.at(node):
            return self.make(c, node)


def arguments(c: Context, node: ast.Call) -> tuple[list[SSAValue], dict[str, SSAValue]]:
    """The values of a call, in order and by keyword; `*xs` is a tuple or a list of known length."""
    args: list[SSAValue] = []
    for arg in node.args:
        if isinstance(arg, ast.Starred):
            args += elements(c, c.value(arg.value), arg)
        else:
            args.append(c.value(arg))
    kwargs: dict[str, SSAValue] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise c.error("'**' is not part of TorchScript; write the arguments out", keyword.value)
        kwargs[keyword.arg] = c.value(keyword.value)
    return args, kwargs


def elements(
    c: Context, value: SSAValue, node: ast.AST, count: int | None = None
) -> list[SSAValue]:
    """The parts of a tuple; of a list if it is known how many are wanted."""
    if isinstance(value.type, TupleType | NamedTupleType):
        return list(c.insert(TupleUnpackOp(value)).results)
    if is_subtype_of(value.type, TENSOR):
        raise c.error("a tensor cannot be taken apart; write x.unbind(0)", node)
    if count is None or not isinstance(value.type, ListType):
        raise c.error(f"a value of type {spelled(value.type)} cannot be taken apart here", node)
    return list(c.insert(ListUnpackOp(value, [value.type.element] * count)).results)


def attribute_of(c: Context, value: SSAValue, name: str, node: ast.AST) -> Sugared:
    """What `x.name` is for a value: an attribute of its type, else a method."""
    if isinstance(value.type, OptionalType):
        raise c.error(f"the value may be None; check 'is not None' before '.{name}' is used", node)
    if isinstance(value.type, TensorType):
        return _of_tensor(c, value, name, node)
    if isinstance(value.type, DeviceType) and name in _DEVICE_ATTRIBUTES:
        return Simple(call(c, _DEVICE_ATTRIBUTES[name], [value]))
    if isinstance(value.type, NamedTupleType):
        return _field(c, value, value.type, name, node)
    found = nominal(c, value.type)
    if found is not None:
        return found.attribute_of(c, value, name, node)
    return _method(c, value, name, node)


def _of_tensor(c: Context, value: SSAValue, name: str, node: ast.AST) -> Sugared:
    if name in TENSOR_ATTRIBUTES:
        return Simple(call(c, TENSOR_ATTRIBUTES[name], [value]))
    if name in CASTS:
        return Special(name, lambda c, node: _cast(c, value, CASTS[name], node))
    return _method(c, value, name, node)


def dtype_code(name: str) -> int | None:
    """The number that `torch.float32` is in TorchScript."""
    found = BY_TORCH_NAME.get(name)
    return None if found is None else found.code


def _cast(c: Context, value: SSAValue, dtype: str, node: ast.Call) -> Sugared:
    args, kwargs = arguments(c, node)
    if args or kwargs:
        raise c.error("this takes no arguments; write x.to(dtype, ...)", node)
    wanted = [c.constant(v) for v in (dtype_code(dtype), False, False, None)]
    return Simple(call(c, "aten::to", [value, *wanted]))


def _field(c: Context, value: SSAValue, type: NamedTupleType, name: str, node: ast.AST) -> Sugared:
    names = [field for field, _, _ in type.rows]
    if name not in names:
        raise c.error(f"there is no field '{name}'; the fields are {', '.join(names)}", node)
    index = names.index(name)
    taken = TupleIndexOp(value, c.constant(index), type.elements.data[index])
    return Simple(c.insert(taken).result)


def _method(c: Context, value: SSAValue, name: str, node: ast.AST) -> Sugared:
    if not schemas_of(f"aten::{name}"):
        raise c.error(f"a value of type {spelled(value.type)} has no '{name}'", node)
    return Builtin(f"aten::{name}", value)
