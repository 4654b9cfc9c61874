"""A program's definitions before compilation: functions, classes, interfaces, enums, named tuples.

They may come from a text, an archive or live objects of Python. Each function has the script that
contains it and its own resolver of outside names.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Attribute

from xdsl_torchscript.frontend.script.context import Resolver, SugaredValue
from xdsl_torchscript.frontend.script.default_values import DefaultValue
from xdsl_torchscript.frontend.script.syntax import Script


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
class DeclaredSignature:
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
    signature: DeclaredSignature | None = None


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


AttributeDefinitions = Mapping[str, AttributeDefinition]


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
    attributes: AttributeDefinitions | Callable[[], AttributeDefinitions] = field(
        default_factory=dict[str, AttributeDefinition]
    )
    methods: dict[str, FunctionDefinition] = field(default_factory=dict[str, FunctionDefinition])
    static_methods: dict[str, FunctionDefinition] = field(
        default_factory=dict[str, FunctionDefinition]
    )
    properties: dict[str, Property] = field(default_factory=dict[str, Property])
    others: Mapping[str, SugaredValue] = field(default_factory=dict[str, SugaredValue])
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
