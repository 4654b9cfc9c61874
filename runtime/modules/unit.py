"""`CompilationUnit`: the functions and classes of a program.

unit = ts.compile("def f(x, n: int = 2): return x * n")
unit.f(x, n=3)
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pickle import PicklingError
from textwrap import dedent
from typing import Any, Self, SupportsIndex

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.modules import ClassOp, ObjectOp
from xdsl_torchscript.dialects.types import ClassType
from xdsl_torchscript.frontend.script.context import SugaredValue
from xdsl_torchscript.frontend.script.definitions import FunctionDefinition
from xdsl_torchscript.frontend.script.names import outside
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.lowering.ts.modules.program_objects import classes_in
from xdsl_torchscript.runtime.modules.definitions import (
    ModuleDefinitions,
    ProgramDefinitions,
    symbol_in,
)
from xdsl_torchscript.runtime.modules.handle import Handle
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.script_function import ScriptFunction, ScriptMethod
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.modules.script_object import ScriptObject
from xdsl_torchscript.runtime.tensor import Array

_OF_IR = "this unit was made from IR; make one from text to define more"


def _handle(program: LinkedProgram, value: Object) -> Handle:
    return (ScriptModule if program.is_module(value) else ScriptObject)(program, value)


class CompilationUnit(LinkedProgram):
    """A program. `unit.f` is the function `f`, or the object of that name in its IR.

    Everything is compiled on first use.
    """

    def __init__(
        self,
        source: str | None = None,
        filename: str = "<compile>",
        *,
        definitions: ProgramDefinitions | None = None,
        resources: Mapping[str, Array] | None = None,
        warnings: Iterable[str] = (),
    ) -> None:
        """Create a unit from a text, or from existing definitions. Raises SourceError."""
        super().__init__(definitions or Program(lower_exits), _handle, resources, warnings)
        self._functions: dict[str, ScriptFunction] = {}
        if source is not None:
            self.define(source, filename)

    @classmethod
    def from_program(
        cls,
        program: Program,
        resources: Mapping[str, Array] | None = None,
        warnings: Iterable[str] = (),
    ) -> Self:
        """Create a unit over definitions that are compiled on demand."""
        return cls(definitions=program, resources=resources, warnings=warnings)

    @classmethod
    def from_module(
        cls, module: ModuleOp, resources: Mapping[str, Array] | None = None
    ) -> CompilationUnit:
        """Create a unit over IR; `resources` are arrays that it names, such as weights.

        Raises NoValueError when a missing resource is used.
        """
        return cls(definitions=ModuleDefinitions(module), resources=resources)

    @property
    def module(self) -> ModuleOp:
        """The IR declared and compiled so far."""
        return self.definitions.module

    def define(self, source: str, filename: str = "<compile>") -> list[str]:
        """Add a text's definitions, which may use existing ones, and return their names.

        Raises SourceError for text that is not Python, and TypeError for a unit over IR.
        """
        program = self.definitions
        if not isinstance(program, Program):
            raise TypeError(_OF_IR)

        def known(name: str) -> SugaredValue | None:
            return program.find(name) or outside(name)

        return program.add_script(Script(source, filename), resolver=known)

    def define_methods(self, class_name: str, source: str, filename: str = "<define>") -> None:
        program = self.definitions
        if not isinstance(program, Program):
            raise TypeError(_OF_IR)

        def known(name: str) -> SugaredValue | None:
            return program.find(name) or outside(name)

        script = Script(dedent(source), filename)
        for node in script.parse().body:
            if not isinstance(node, ast.FunctionDef):
                raise script.error("only functions can define methods", node)
            own = ClassType.get(class_name)
            definition = FunctionDefinition(node.name, script, node, known, own)
            program.define_method(class_name, definition)

    def function(self, name: str) -> ScriptFunction:
        """Return a function. Raises KeyError if the program does not define it."""
        if name not in self.definitions.functions():
            raise KeyError(f"the program has no function '{name}'")
        return self._functions.setdefault(name, ScriptFunction(self, name))

    def functions(self) -> list[ScriptFunction]:
        return [*map(self.function, self.definitions.functions())]

    @property
    def classes(self) -> dict[str, ClassOp]:
        """The classes declared so far, by qualified name."""
        return classes_in(self.module)

    def create(self, class_name: str, *args: Any, **kwargs: Any) -> Any:
        """Create an object and run its `__init__`. Raises KeyError for an undefined class."""
        self.class_op(class_name)
        made = Object(class_name, {})
        if "__init__" in self.definitions.method_names(class_name):
            ScriptMethod(self, made, "__init__")(*args, **kwargs)
        return self.handle(made)

    def __getattr__(self, name: str) -> Any:
        if "_functions" not in vars(self):
            raise AttributeError(name)
        known = self._functions.get(name)
        if known is not None:
            return known
        if name in self.definitions.functions():
            return self.function(name)
        if isinstance(symbol_in(self.module, name), ObjectOp):
            return self.handle(self.object(name))
        raise AttributeError(f"the program has no function '{name}'")

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self.definitions.functions()})

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Raise PicklingError: a pickle holds modules, and the program of each."""
        raise PicklingError(
            "a program cannot be pickled; pickle its modules, save its functions with ts.save, or "
            "keep its text for ts.compile"
        )


def compile(text: str, filename: str = "<compile>") -> CompilationUnit:
    """Compile the functions and classes of a text in Python's syntax. Nothing of it is executed;
    each function is compiled on first use.

    Raises:
        SourceError: for text that is not Python.
        TypeError: for anything but a string.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        found = type(text).__name__
        raise TypeError(
            f"ts.compile takes a text in Python's syntax, not an object of type '{found}'; "
            "ts.script compiles functions, classes and modules"
        )
    return CompilationUnit(text, filename)
