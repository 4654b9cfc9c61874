"""The kinds of sugared values: operators, methods, modules, types, functions."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.dtypes import BY_PYTHON_NAME
from xdsl_torchscript.dialects.prim import TupleIndexOp
from xdsl_torchscript.dialects.schema.calls import with_object
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.dialects.tensor_names import CASTS, TENSOR_ATTRIBUTES
from xdsl_torchscript.dialects.types import (
    DeviceType,
    NamedTupleType,
    OptionalType,
    TensorType,
)
from xdsl_torchscript.frontend.script.applicable import (
    Applicable,
    arguments,
    class_like,
    own_method,
)
from xdsl_torchscript.frontend.script.calls import call
from xdsl_torchscript.frontend.script.context import Context, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.subscripts import read_place, tensor_place
from xdsl_torchscript.frontend.source import SourceError


def close_names(name: str) -> str:
    """Return a hint with operators of similar names, or an empty string."""
    known = {kind.split(".")[1] for kind in operator_table().op_names("aten")}
    public = sorted(n for n in known if n.startswith("_") == name.startswith("_"))
    close = difflib.get_close_matches(name, public, n=3, cutoff=0.7)
    return f"; close names: {', '.join(close)}" if close else ""


_DEVICE_ATTRIBUTES: Mapping[str, str] = {"type": "prim::type", "index": "prim::index"}


@dataclass(frozen=True)
class BuiltinFunction(Applicable):
    """An operator; with `self`, a method of a value."""

    kind: str
    self: SSAValue | None = None

    def describe(self) -> str:
        return f"the operator '{self.kind}'"

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        if self.self is not None:
            args, kwargs = with_object(self.kind, self.self, args, kwargs)
        return SimpleValue(call(c, self.kind, args, kwargs, node))


@dataclass(frozen=True)
class Special(SugaredValue):
    """A name with special treatment by the compiler, such as `range` or `isinstance`."""

    name: str
    run: Callable[[Context, ast.Call], SugaredValue]

    def describe(self) -> str:
        return f"'{self.name}'"

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        with c.at(node):
            return self.run(c, node)


@dataclass(frozen=True)
class ModuleValue(SugaredValue):
    """A module of Python, limited to the names that the compiler supports."""

    name: str
    find: Callable[[str], SugaredValue | None]

    def describe(self) -> str:
        return f"the module '{self.name}'"

    def member(self, name: str) -> SugaredValue | None:
        return self.find(name)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        found = self.find(name)
        if found is None:
            hint = close_names(name)
            raise c.error(f"'{self.name}.{name}' is not known in scripts{hint}", node)
        return found


@dataclass(frozen=True)
class Literal(SugaredValue):
    """A named number or string: `math.pi`, `torch.float32`."""

    known: int | float | complex | bool | str | None

    def describe(self) -> str:
        return f"the constant {self.known!r}"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        return c.constant(self.known)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        return c.attribute_of(c, self.value(c, node), name, node)


@dataclass(frozen=True)
class Defined(SugaredValue):
    """A reference to a qualified name, resolved in the program that uses it."""

    name: str

    def describe(self) -> str:
        return f"'{self.name}'"

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        found = c.program.find(self.name)
        return super().call(c, node) if found is None else found.call(c, node)


@dataclass(frozen=True)
class Overloaded(Applicable):
    """Functions of one name; a call selects the first that accepts its arguments."""

    names: tuple[str, ...]

    def describe(self) -> str:
        return f"the function '{self.names[0].rpartition('.')[2]}'"

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        failed: list[SourceError] = []
        for name in self.names:
            found = c.program.find(name)
            assert isinstance(found, Applicable)
            try:
                return found.apply(c, args, kwargs, node)
            except SourceError as error:
                failed.append(error)
        raise failed[0]

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        found = c.program.find(self.names[0])
        return super().value(c, node) if found is None else found.value(c, node)


@dataclass(frozen=True)
class Switch(SugaredValue):
    """A choice of two functions by a literal bool at an argument's position or keyword, default
    False."""

    name: str
    keyword: str
    place: int
    if_true: SugaredValue
    if_false: SugaredValue

    def describe(self) -> str:
        return f"the function '{self.name}'"

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        given = [k.value for k in node.keywords if k.arg == self.keyword]
        given += node.args[self.place : self.place + 1]
        known = given[0] if given else ast.Constant(False)
        if not isinstance(known, ast.Constant):
            message = f"'{self.keyword}' is True or False here: the result depends on it"
            raise c.error(message, known)
        return (self.if_true if known.value else self.if_false).call(c, node)


@dataclass(frozen=True)
class TypeName(SugaredValue):
    """A type in place of a value, as in `isinstance(x, List[int])`; some can be called."""

    type: Attribute
    make: Callable[[Context, ast.Call], SugaredValue] | None = None

    def describe(self) -> str:
        return f"the type '{spell(self.type)}'"

    def annotation(self) -> Attribute | None:
        return self.type

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        if self.make is None:
            return super().call(c, node)
        with c.at(node):
            return self.make(c, node)


def attribute_of(c: Context, value: SSAValue, name: str, node: ast.AST) -> SugaredValue:
    """Return `x.name` of a value: an attribute of its type, else a method."""
    if isinstance(value.type, OptionalType):
        raise c.error(f"the value may be None; check 'is not None' before '.{name}' is used", node)
    if isinstance(value.type, TensorType):
        if name in TENSOR_ATTRIBUTES:
            return SimpleValue(call(c, TENSOR_ATTRIBUTES[name], [value]))
        if name in CASTS:
            return Special(name, lambda c, node: _cast(c, value, CASTS[name], node))
        if name == "__getitem__":
            return Special(name, lambda c, node: _item(c, value, node))
        return _method(c, value, name, node)
    if isinstance(value.type, DeviceType) and name in _DEVICE_ATTRIBUTES:
        return SimpleValue(call(c, _DEVICE_ATTRIBUTES[name], [value]))
    if isinstance(value.type, NamedTupleType):
        names = [field for field, _, _ in value.type.rows]
        if name not in names:
            raise c.error(f"there is no field '{name}'; the fields are {', '.join(names)}", node)
        index = names.index(name)
        taken = TupleIndexOp(value, c.constant(index), value.type.elements.data[index])
        return SimpleValue(c.insert(taken).result)
    found = class_like(c, value.type)
    if found is not None:
        return found.attribute_of(c, value, name, node)
    return _method(c, value, name, node)


def call_of(c: Context, value: SSAValue, node: ast.Call) -> SugaredValue:
    """Compile `x(...)` of a value: `forward` of a module, `__call__` of another object."""
    for name in ("forward", "__call__"):
        found = own_method(c, value, name)
        if found is not None:
            return found.call(c, node)
    raise c.error(f"a value of type {spell(value.type)} cannot be called", node)


def _item(c: Context, value: SSAValue, node: ast.Call) -> SugaredValue:
    """Compile `x.__getitem__(i)` as `x[i]`."""
    if len(node.args) != 1 or node.keywords:
        raise c.error("this takes one argument without keywords", node)
    return SimpleValue(read_place(c, tensor_place(c, value, node.args[0])))


def dtype_code(name: str) -> int | None:
    """Return the number of `torch.float32` and so on in TorchScript, None if unknown."""
    found = BY_PYTHON_NAME.get(name)
    return None if found is None else found.code


def _cast(c: Context, value: SSAValue, dtype: str, node: ast.Call) -> SugaredValue:
    args, kwargs = arguments(c, node)
    if args or kwargs:
        raise c.error("this takes no arguments; write x.to(dtype, ...)", node)
    wanted = [c.constant(v) for v in (dtype_code(dtype), False, False, None)]
    return SimpleValue(call(c, "aten::to", [value, *wanted]))


def _method(c: Context, value: SSAValue, name: str, node: ast.AST) -> SugaredValue:
    if not schemas_of(f"aten::{name}"):
        hint = close_names(name) if isinstance(value.type, TensorType) else ""
        raise c.error(f"a value of type {spell(value.type)} has no '{name}'{hint}", node)
    return BuiltinFunction(f"aten::{name}", value)
