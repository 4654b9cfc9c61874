"""Objects that a program may name without compiling them: marked functions, and Python packages."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.prim import RaiseExceptionOp, UninitializedOp
from xdsl_torchscript.frontend.script.applicable import Applicable
from xdsl_torchscript.frontend.script.context import TENSOR, Context, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.definitions import FunctionDefinition
from xdsl_torchscript.frontend.script.functions import bind_arguments, signature_of
from xdsl_torchscript.frontend.script.live.scopes import MISSING
from xdsl_torchscript.frontend.script.names import MODULES
from xdsl_torchscript.frontend.script.values import close_names


@dataclass(frozen=True)
class Unused(Applicable):
    """A function or method marked `unused`: the arguments are checked, and a call of it raises."""

    definition: FunctionDefinition

    def describe(self) -> str:
        return f"the unused function '{self.definition.node.name}'"

    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue:
        name = self.definition.node.name
        signature = signature_of(self.definition, c.program)
        if self.definition.self_type is not None:
            signature = replace(signature, parameters=signature.parameters[1:])
        bind_arguments(c, name, signature, args, kwargs, node)
        message = f"'{name}' is marked unused: the program omits its Python code"
        c.insert(RaiseExceptionOp(c.constant(message), c.constant(None)))
        return SimpleValue(c.insert(UninitializedOp(signature.result or TENSOR)).result)


@dataclass(frozen=True)
class Ignored(SugaredValue):
    """A function marked `ignore`."""

    name: str

    def describe(self) -> str:
        return f"'{self.name}', which is marked ignore,"

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        raise c.error(
            f"'{self.name}' is marked ignore: a program cannot call back into Python; mark it "
            "unused if the call is never reached",
            node,
        )


@dataclass(frozen=True)
class Failed(SugaredValue):
    """An attribute of a module that cannot be part of the program, and the reason."""

    why: str

    def describe(self) -> str:
        return self.why

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        raise c.error(self.why, node)

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        raise c.error(self.why, node)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        raise c.error(self.why, node)


@dataclass(frozen=True)
class Package(SugaredValue):
    """A module of Python: operators that the compiler supports, else its attributes."""

    module: ModuleType
    meaning: Callable[[Any], SugaredValue | None]

    def describe(self) -> str:
        return f"the module '{self.module.__name__}'"

    def member(self, name: str) -> SugaredValue | None:
        known = MODULES.get(self.module.__name__)
        found = None if known is None else known.find(name)
        if found is not None:
            return found
        real = getattr(self.module, name, MISSING)
        return None if real is MISSING else self.meaning(real)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        found = self.member(name)
        if found is None:
            hint = close_names(name) if self.module.__name__ in MODULES else ""
            raise c.error(f"{self.describe()} has no '{name}'{hint}", node)
        return found
