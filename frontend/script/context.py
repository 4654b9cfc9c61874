"""The state shared by all parts of the compiler, and the values of names at compile time."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from xdsl.dialects.builtin import ComplexType, LocationAttr, f64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp, EmptyListLiteral
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.schema.model import Constant
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.frontend.script.annotations import TypeScope
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.frontend.source import SourceError


class Environment:
    """The variables that one block assigned; `parent` is that of the enclosing block.

    Where blocks join, these become results of the joining op, so that assignments become SSA. A
    name that only one block assigns is undefined afterwards; the environment records the reason.

    `exited` marks a block whose end is unreachable. In loops, `carried` maps the carried variables
    of the enclosing loop to their types. `unrolled` marks an unrolled loop. `managers` are those
    entered by `with` and not yet left, `managers_outside` their number before the loop.
    """

    def __init__(self, parent: Environment | None = None) -> None:
        self.parent = parent
        self.values: dict[str, SugaredValue] = {}
        self.declared: dict[str, Attribute] = {}
        self.undefined: dict[str, str] = {}
        self.exited = False
        self.carried: dict[str, Attribute] | None = None if parent is None else parent.carried
        self.unrolled = parent is not None and parent.unrolled
        self.managers: tuple[SSAValue, ...] = () if parent is None else parent.managers
        self.managers_outside: int = 0 if parent is None else parent.managers_outside

    def _chain(self) -> Iterator[Environment]:
        environment: Environment | None = self
        while environment is not None:
            yield environment
            environment = environment.parent

    def find(self, name: str) -> SugaredValue | None:
        for environment in self._chain():
            if name in environment.values:
                return environment.values[name]
            if name in environment.undefined:
                return None
        return None

    def why_undefined(self, name: str) -> str | None:
        """Return the reason if a join left the name without a value, or None."""
        return next((e.undefined[name] for e in self._chain() if name in e.undefined), None)

    def declaration(self, name: str) -> Attribute | None:
        """Return the declared type of a variable with its current value, or None."""
        holder = next((e for e in self._chain() if name in e.values), None)
        return None if holder is None else holder.declared.get(name)

    def set(self, name: str, value: SugaredValue, declared: Attribute | None = None) -> None:
        self.values[name] = value
        self.declared.pop(name, None)
        if declared is not None:
            self.declared[name] = declared
        self.undefined.pop(name, None)

    def forget(self, name: str, why: str) -> None:
        """Make the name undefined from here on, for the reason `why`."""
        self.values.pop(name, None)
        self.undefined[name] = why


TENSOR = TensorType.get()
COMPLEX = ComplexType(f64)
_Op = TypeVar("_Op", bound=Operation)


class SugaredValue(ABC):
    """The meaning of a name or an expression during compilation.

    Modules, functions and `range(n)` are not values of TorchScript.
    """

    @abstractmethod
    def describe(self) -> str:
        """Return a description, as in "`math` is a module"."""

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        """Return the value. Raises SourceError if this is not a value."""
        raise c.error(f"{self.describe()} cannot be used as a value", node)

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        raise c.error(f"{self.describe()} cannot be called", node)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        raise c.error(f"{self.describe()} has no attribute '{name}'", node)

    def annotation(self) -> Attribute | None:
        """Return the type that this names, or None."""
        return None

    def member(self, name: str) -> SugaredValue | None:
        """Return `this.name` if known without emitting code, as for names in modules, or None."""
        return None

    def has(self, name: str) -> bool:
        """Return the result of `hasattr(this, name)`."""
        return self.member(name) is not None


@dataclass(frozen=True)
class SimpleValue(SugaredValue):
    """A value of the program."""

    ssa: SSAValue

    def describe(self) -> str:
        return f"a value of type {spell(self.ssa.type)}"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        return self.ssa

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        return c.handlers.called(c, self.ssa, node)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        return c.attribute_of(c, self.ssa, name, node)


ExpressionHandler: TypeAlias = "Callable[[Context, ast.expr, Attribute | None], SugaredValue]"
StatementHandler: TypeAlias = "Callable[[Context, ast.stmt], None]"
AttributeHandler: TypeAlias = "Callable[[Context, SSAValue, str, ast.AST], SugaredValue]"
CallHandler: TypeAlias = "Callable[[Context, SSAValue, ast.Call], SugaredValue]"
Resolver: TypeAlias = Callable[[str], SugaredValue | None]
"""A function from a name, undefined in the current function, to its meaning or None."""
LowerExits: TypeAlias = Callable[[Block, Sequence[Attribute], LocationAttr], None]
"""The pass `lower-exits` over a body with results of these types: ops of the dialect `script`
become values and branches, and one `func.return` with this location ends the body."""


class Definitions(ABC):
    """The program as seen by a function."""

    lower_exits: LowerExits

    @abstractmethod
    def find(self, name: str) -> SugaredValue | None:
        """Return the meaning of a qualified name: a function, class, interface, enum or named
        tuple."""

    def type_named(self, name: str, resolver: Resolver) -> Attribute | None:
        """Return the type named `B`, `a.B` or `__torch__.a.B`, or None."""
        found = resolver(name) or member_of(resolver, name) or self.find(name)
        return None if found is None else found.annotation()


def member_of(resolver: Resolver, name: str) -> SugaredValue | None:
    """Return `a.b.c` if known without emitting code, or None."""
    first, *rest = name.split(".")
    found = resolver(first)
    for part in rest:
        found = None if found is None else found.member(part)
    return found


@dataclass(frozen=True)
class Handlers:
    """The compiler's handlers by class of the node."""

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
        self.scope = TypeScope(script, lambda name: program.type_named(name, resolver))
        self.attribute_of = handlers.attribute
        self.block = Block()
        self.environment = Environment()
        self.place: ast.AST = ast.Constant(None, lineno=1, col_offset=0)
        self.result_type: Attribute | None = None
        self.literals: list[EmptyListLiteral] = []

    def error(self, message: str, node: ast.AST | None = None) -> SourceError:
        return self.script.error(message, node or self.place)

    @contextmanager
    def at(self, node: ast.AST) -> Generator[None]:
        """Give ops created in the block the location of `node`."""
        before, self.place = self.place, node
        try:
            yield
        finally:
            self.place = before

    @contextmanager
    def inside(
        self, block: Block, environment: Environment | None = None
    ) -> Generator[Environment]:
        """Continue in a nested block with its own variables."""
        before = self.block, self.environment
        self.block = block
        self.environment = environment or Environment(self.environment)
        try:
            yield self.environment
        finally:
            self.block, self.environment = before

    # ---- ops

    def insert(self, op: _Op) -> _Op:
        op.location = self.script.location(self.place)
        self.block.add_op(op)
        return op

    def constant(self, value: Constant) -> SSAValue:
        """Emit a literal; a tuple becomes a list, as in defaults of schemas."""
        return self.insert(ConstantOp.of(value)).result

    # ---- nodes

    def expr(self, node: ast.expr, hint: Attribute | None = None) -> SugaredValue:
        """Compile an expression; `hint` is the expected type of a literal."""
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
        """Compile statements up to the first unconditional exit; the rest is unreachable."""
        for statement in statements:
            if self.environment.exited:
                return
            self.statement(statement)

    def refusal(self, node: ast.AST) -> SourceError:
        what = self.handlers.refused.get(type(node), "this is not part of TorchScript")
        return self.error(what, node)
