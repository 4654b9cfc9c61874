"""What all parts of the compiler share: the place of insertion, the variables, and values that
have no type of their own."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from xdsl.dialects.builtin import (
    ComplexType,
    f64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema.matching import spelled
from xdsl_torchscript.dialects.schema.model import Constant
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.frontend.script.annotations import Scope
from xdsl_torchscript.frontend.script.environment import Frame
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.frontend.source import SourceError

TENSOR = TensorType.get()
COMPLEX = ComplexType(f64)
_Op = TypeVar("_Op", bound=Operation)


class Sugared(ABC):
    """Whatever a name or an expression may stand for while a program is compiled.

    Only some of it is a value of TorchScript; a module, a function or `range(n)` is not.
    """

    @abstractmethod
    def described(self) -> str:
        """As in "`math` is a module"."""

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        """The value, for those that are one."""
        raise c.error(f"{self.described()} cannot be used as a value", node)

    def call(self, c: Context, node: ast.Call) -> Sugared:
        raise c.error(f"{self.described()} cannot be called", node)

    def attribute(self, c: Context, name: str, node: ast.AST) -> Sugared:
        raise c.error(f"{self.described()} has no attribute '{name}'", node)

    def annotation(self) -> Attribute | None:
        """The type that this names, if it names one."""
        return None

    def member(self, name: str) -> Sugared | None:
        """What `this.name` is, where that is known without code: the names of a module."""
        return None

    def has(self, name: str) -> bool:
        """What `hasattr(this, name)` is."""
        return self.member(name) is not None


Variables: TypeAlias = Frame[Sugared]


@dataclass(frozen=True)
class Simple(Sugared):
    """A value of the program."""

    ssa: SSAValue

    def described(self) -> str:
        return f"a value of type {spelled(self.ssa.type)}"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        return self.ssa

    def call(self, c: Context, node: ast.Call) -> Sugared:
        return c.handlers.called(c, self.ssa, node)

    def attribute(self, c: Context, name: str, node: ast.AST) -> Sugared:
        return c.attribute_of(c, self.ssa, name, node)


ExpressionHandler: TypeAlias = "Callable[[Context, ast.expr, Attribute | None], Sugared]"
StatementHandler: TypeAlias = "Callable[[Context, ast.stmt], None]"
AttributeHandler: TypeAlias = "Callable[[Context, SSAValue, str, ast.AST], Sugared]"
CallHandler: TypeAlias = "Callable[[Context, SSAValue, ast.Call], Sugared]"
Resolver: TypeAlias = Callable[[str], Sugared | None]
"""Gives what a name means that a function does not define."""


class Definitions(ABC):
    """What a function sees of the program around it."""

    @abstractmethod
    def find(self, name: str) -> Sugared | None:
        """What a qualified name is: a function, a class, an interface, an enum, a named tuple."""

    def type_named(self, name: str, resolver: Resolver) -> Attribute | None:
        """The type behind a name such as `B`, `a.B` or `__torch__.a.B`."""
        found = resolver(name) or member_of(resolver, name) or self.find(name)
        return None if found is None else found.annotation()


def member_of(resolver: Resolver, name: str) -> Sugared | None:
    """What `a.b.c` is, where that is known without code."""
    first, *rest = name.split(".")
    found = resolver(first)
    for part in rest:
        found = None if found is None else found.member(part)
    return found


@dataclass(frozen=True)
class Handlers:
    """Who compiles what: by class of the node."""

    expressions: Mapping[type[ast.expr], ExpressionHandler]
    statements: Mapping[type[ast.stmt], StatementHandler]
    attribute: AttributeHandler
    called: CallHandler
    refused: Mapping[type[ast.AST], str]


class Context:
    """The state of compiling one function."""

    def __init__(
        self, script: Script, handlers: Handlers, resolver: Resolver, program: Definitions
    ) -> None:
        self.script = script
        self.handlers = handlers
        self.resolver = resolver
        self.program = program
        self.scope = Scope(script, lambda name: program.type_named(name, resolver))
        self.attribute_of = handlers.attribute
        self.block = Block()
        self.frame: Variables = Frame()
        self.place: ast.AST = ast.Constant(None, lineno=1, col_offset=0)
        self.result_type: Attribute | None = None

    def error(self, message: str, node: ast.AST | None = None) -> SourceError:
        return self.script.error(message, node or self.place)

    @contextmanager
    def at(self, node: ast.AST) -> Generator[None]:
        """Ops that are made inside take their location from `node`."""
        before, self.place = self.place, node
        try:
            yield
        finally:
            self.place = before

    @contextmanager
    def inside(self, block: Block, frame: Variables | None = None) -> Generator[Variables]:
        """Goes on in a nested block with variables of its own."""
        before = self.block, self.frame
        self.block, self.frame = block, frame or Frame(self.frame)
        try:
            yield self.frame
        finally:
            self.block, self.frame = before

    # ---- ops

    def insert(self, op: _Op) -> _Op:
        op.location = self.script.location(self.place)
        self.block.add_op(op)
        return op

    def constant(self, value: Constant) -> SSAValue:
        """A literal; a tuple stands for a list, as in defaults of schemas."""
        return self.insert(ConstantOp.of(value)).result

    # ---- nodes

    def expr(self, node: ast.expr, hint: Attribute | None = None) -> Sugared:
        """What an expression stands for; `hint` is the type that a literal should have."""
        handler = self.handlers.expressions.get(type(node))
        if handler is None:
            raise self.refusal(node)
        with self.at(node):
            return handler(self, node, hint)

    def value(self, node: ast.expr, hint: Attribute | None = None) -> SSAValue:
        found = self.expr(node, hint)
        with self.at(node):
            return found.value(self, node)

    def statement(self, node: ast.stmt) -> None:
        handler = self.handlers.statements.get(type(node))
        if handler is None:
            raise self.refusal(node)
        with self.at(node):
            handler(self, node)

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Statements up to the first that is left for good; the rest never runs."""
        for statement in statements:
            if self.frame.exited:
                return
            self.statement(statement)

    def refusal(self, node: ast.AST) -> SourceError:
        what = self.handlers.refused.get(type(node), "this is not part of TorchScript")
        return self.error(what, node)
