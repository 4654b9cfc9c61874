"""The definitions of a program before compilation: functions, classes, interfaces, enums, named
tuples.

They may come from a text, an archive or live objects of Python. Each function has the script that
contains it and its own resolver of outside names.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    DictConstructOp,
    ListConstructOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema.model import Constant
from xdsl_torchscript.frontend.script.context import Context, Resolver, Sugared
from xdsl_torchscript.frontend.script.syntax import Script


@dataclass(frozen=True)
class DefaultValue:
    """The default value of a parameter: code that each call that omits the argument repeats."""

    block: Block
    value: SSAValue

    @staticmethod
    def plain(value: Constant) -> DefaultValue:
        """Return the default for a plain value of Python."""
        op = ConstantOp.of(value)
        return DefaultValue(Block([op]), op.result)

    @property
    def literal(self) -> Attribute | None:
        """The literal, `unit` for None; None for other code."""
        return _literal_of(self.value)

    def insert(self, c: Context) -> SSAValue:
        made: dict[SSAValue, SSAValue] = {}
        for op in self.block.ops:
            c.insert(op.clone(made))
        return made[self.value]


_ARITHMETIC = {
    "neg": "neg", "add": "add", "sub": "sub", "mul": "mul", "div": "truediv",
    "floordiv": "floordiv", "pow": "pow",
}  # fmt: skip
_FOLDED: Mapping[str, Callable[..., Any]] = {
    "aten.Float": float,
    **{f"aten.{ours}": getattr(operator, theirs) for ours, theirs in _ARITHMETIC.items()},
}
"""Operators evaluated at compile time in defaults: `-float("inf")`, `2 ** -0.5`."""


def _folded(op: Operation) -> Attribute | None:
    """Return the literal result of an operator on literals: a number, or a device by its name."""
    name = ".".join(op.name.split(".")[:2])
    parts = [_literal_of(operand) for operand in op.operands]
    if name == "aten.device" and len(parts) == 1:
        return parts[0]
    known = [_plain(part) for part in parts]
    if name not in _FOLDED or None in known:
        return None
    try:
        return ConstantOp.of(_FOLDED[name](*known)).value
    except (ArithmeticError, ValueError, TypeError):
        return None


def _plain(part: Attribute | None) -> int | float | str | None:
    if isinstance(part, IntegerAttr | FloatAttr):
        return part.value.data
    return part.data if isinstance(part, StringAttr) else None


def _literal_of(value: SSAValue) -> Attribute | None:
    """Return the literal of a value, also of tuples such as `(1, "a")`, or None."""
    match value.owner:
        case ConstantOp() as op:
            return UnitAttr() if op.value is None else op.value
        case TupleConstructOp() | ListConstructOp() as op:
            parts = [known for part in op.operands if (known := _literal_of(part)) is not None]
            return ArrayAttr(parts) if len(parts) == len(op.operands) else None
        case DictConstructOp() as op:
            entries = [known for part in op.operands if (known := _literal_of(part)) is not None]
            pairs = [ArrayAttr(pair) for pair in zip(entries[::2], entries[1::2], strict=False)]
            return ArrayAttr(pairs) if len(entries) == len(op.operands) else None
        case Operation() as op:
            return _folded(op)
        case _:
            return None


@dataclass(frozen=True)
class ParameterDefinition:
    """A parameter `name: type = default`; `node` is its place, if it comes from a text.

    `size` is the 2 of `BroadcastingList2[int]`, which accepts a single int.
    """

    name: str
    type: Attribute
    default: DefaultValue | None = None
    keyword_only: bool = False
    node: ast.AST | None = None
    size: int | None = None


@dataclass(frozen=True)
class Signature:
    """The parameters and the result type; None if only the body determines it."""

    parameters: tuple[ParameterDefinition, ...]
    result: Attribute | None


@dataclass(eq=False)
class FunctionDefinition:
    """A `def`. `name` is the qualified name; of a method, its name in the class.

    `self_type` is the type of the first argument of a method. `signature`, if given, replaces the
    annotations of the `def`.
    """

    name: str
    script: Script
    node: ast.FunctionDef
    resolver: Resolver
    self_type: Attribute | None = None
    signature: Signature | None = None


@dataclass(frozen=True)
class AttributeDefinition:
    """An attribute: `kind` is parameter, buffer or None; a constant has a value, written as in
    `prim.Constant` (`unit` for None)."""

    type: Attribute
    kind: str | None = None
    value: Attribute | None = None


@dataclass(frozen=True)
class Property:
    """Names of the methods behind a property."""

    getter: str
    setter: str | None = None


Attributes = Mapping[str, AttributeDefinition]


@dataclass(eq=False)
class ClassDefinition:
    """A class. `name` is the qualified name.

    `attributes` may be computed on first access; with `inferred`, assignments in `__init__` add
    more. `others` are names of `self` that are not attributes, with their meaning. `container` is
    the kind of iterable children: "list", "dict", "sequential", "parameters". `hooks` has the names
    of methods, as `ClassOp.hooks`.
    """

    name: str
    script: Script
    node: ast.AST
    attributes: Attributes | Callable[[], Attributes] = field(
        default_factory=dict[str, AttributeDefinition]
    )
    methods: dict[str, FunctionDefinition] = field(default_factory=dict[str, FunctionDefinition])
    static_methods: dict[str, FunctionDefinition] = field(
        default_factory=dict[str, FunctionDefinition]
    )
    properties: dict[str, Property] = field(default_factory=dict[str, Property])
    others: Mapping[str, Sugared] = field(default_factory=dict[str, Sugared])
    is_module: bool = False
    inferred: bool = False
    container: str | None = None
    hooks: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


@dataclass(eq=False)
class InterfaceDefinition:
    """An interface: methods without bodies."""

    name: str
    script: Script
    node: ast.AST
    methods: dict[str, FunctionDefinition]
    is_module: bool = False


@dataclass(eq=False)
class EnumDefinition:
    """An enum and its members in order; values are written as in `prim.Constant`."""

    name: str
    script: Script
    node: ast.AST
    value_type: Attribute
    members: Mapping[str, Attribute]


@dataclass(eq=False)
class NamedTupleDefinition:
    """A named tuple; its fields are computed on first access."""

    name: str
    script: Script
    node: ast.AST
    fields: Callable[[], Sequence[ParameterDefinition]]


Definition = (
    FunctionDefinition
    | ClassDefinition
    | InterfaceDefinition
    | EnumDefinition
    | NamedTupleDefinition
)
