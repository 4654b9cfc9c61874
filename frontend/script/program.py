"""A program: definitions by qualified name, compiled on demand.

`scheduler.py` decides when a function is compiled, `emission.py` builds the module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, wraps
from threading import RLock
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.modules import ClassOp, InterfaceOp
from xdsl_torchscript.frontend.script.classes.enums import EnumValue, NamedTupleConstructor
from xdsl_torchscript.frontend.script.classes.values import (
    ClassValue,
    FunctionValue,
    InterfaceValue,
    ProgramFunction,
)
from xdsl_torchscript.frontend.script.context import (
    Definitions,
    LowerExits,
    Resolver,
    SugaredValue,
)
from xdsl_torchscript.frontend.script.declarations import TopLevel
from xdsl_torchscript.frontend.script.definitions import (
    ClassDefinition,
    DeclaredSignature,
    Definition,
    EnumDefinition,
    FunctionDefinition,
    InterfaceDefinition,
    NamedTupleDefinition,
)
from xdsl_torchscript.frontend.script.emission import ModuleEmitter
from xdsl_torchscript.frontend.script.library.definitions import FunctionLibrary, LibraryScript
from xdsl_torchscript.frontend.script.names import outside
from xdsl_torchscript.frontend.script.prelude import TEXTS
from xdsl_torchscript.frontend.script.scheduler import Scheduler
from xdsl_torchscript.frontend.script.syntax import FIRST, Script
from xdsl_torchscript.frontend.source import SourceError

Importer: TypeAlias = Callable[[str], Definition | None]
"""Return the definition of a qualified name such as `__torch__.a.B`, None if it is unknown."""

_ErrorKey: TypeAlias = tuple[str, int, int, str]
_P = ParamSpec("_P")
_R = TypeVar("_R")


def _synchronized(
    method: Callable[Concatenate[Program, _P], _R],
) -> Callable[Concatenate[Program, _P], _R]:
    """Serialise calls by the program's lock: concurrent callers wait for the first to finish."""

    @wraps(method)
    def run(self: Program, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with self.lock:
            return method(self, *args, **kwargs)

    return run


class Program(Definitions):
    """Definitions and the module that they become.

    `lower_exits` removes the early exits of each function as soon as it is compiled. An `eager`
    program compiles each callee that it meets, so that all errors show before anything runs.
    """

    def __init__(
        self,
        lower_exits: LowerExits,
        resolver: Resolver = outside,
        importer: Importer | None = None,
        *,
        eager: bool = False,
    ) -> None:
        self.lock = survive_fork(RLock())
        self.lower_exits = lower_exits
        self._resolver = resolver
        self._importers = (
            (importer, FunctionLibrary(self).find) if importer else (FunctionLibrary(self).find,)
        )
        self._imported: set[str] = set()
        self._named: dict[str, SugaredValue] = {}
        self._functions: dict[str, ProgramFunction] = {}
        self._emitter = ModuleEmitter()
        library = _CopiedLibrary(self)
        self._scheduler = Scheduler(self, library, self._emitter.add_function, eager=eager)

    @property
    def module(self) -> ModuleOp:
        """All classes, interfaces and enums that are declared, and the functions compiled so
        far."""
        return self._emitter.module

    # ---- definitions

    def add_text(self, text: str, filename: str, prefix: str = "") -> list[str]:
        """Declare the definitions of a text and return their names, each behind `prefix`.

        Raises SourceError for a text that is not Python, or a definition that is not TorchScript.
        """
        return self.add_script(Script(text, filename), prefix)

    @_synchronized
    def add_script(
        self, script: Script, prefix: str = "", resolver: Resolver | None = None
    ) -> list[str]:
        """As `add_text`; `resolver` resolves the names that the text does not define."""
        text = TopLevel(script, prefix, resolver or self._resolver, self)
        names = text.definitions(self.define)
        if names and len(self.module.body.block.ops) == 0:
            self.module.location = script.location(FIRST)
        return names

    @_synchronized
    def define(self, definition: Definition) -> SugaredValue:
        """Declare a definition under its name and return the meaning of that name in code."""
        match definition:
            case FunctionDefinition():
                value = self._function_value(definition)
            case ClassDefinition():
                self._emitter.add_class(definition)
                name = definition.name
                methods = {
                    key: ProgramFunction(d, key, name) for key, d in definition.methods.items()
                }
                static = {
                    key: self._function_value(d) for key, d in definition.static_methods.items()
                }
                value = ClassValue(self._scheduler, definition, methods, static)
            case InterfaceDefinition():
                name, methods = definition.name, definition.methods.items()
                functions = {key: ProgramFunction(method, key, name) for key, method in methods}
                value = InterfaceValue(self._scheduler, definition, functions)
            case EnumDefinition():
                value = EnumValue(definition)
                self._emitter.add_enum(value)
            case NamedTupleDefinition():
                value = NamedTupleConstructor(definition)
        self._named[definition.name] = value
        return value

    def _function_value(self, definition: FunctionDefinition) -> FunctionValue:
        function = self._functions[definition.name] = ProgramFunction(definition, definition.name)
        return FunctionValue(self._scheduler, function)

    @_synchronized
    def define_method(self, class_name: str, definition: FunctionDefinition) -> None:
        """Add a method to a class that is declared already. Raises KeyError."""
        function = ProgramFunction(definition, definition.name, class_name)
        self._class(class_name).methods[definition.name] = function

    # ---- names

    @_synchronized
    def find(self, name: str) -> SugaredValue | None:
        """Return the meaning of a qualified name; import it when it is first asked for."""
        if name not in self._named and name not in self._imported:
            self._imported.add(name)
            found = next(filter(None, (importer(name) for importer in self._importers)), None)
            text = TEXTS.get(name.removeprefix("__torch__."))
            if found is not None:
                self.define(found)
            elif text is not None:
                self.add_text(text, f"<{name}>", name[: name.rfind(".") + 1])
        return self._named.get(name)

    def _class(self, name: str) -> ClassValue:
        found = self.find(name)
        if not isinstance(found, ClassValue):
            raise KeyError(name)
        return found

    def functions(self) -> tuple[str, ...]:
        """Return the names of the functions that are declared, static methods among them."""
        return tuple(self._functions)

    def classes(self) -> tuple[str, ...]:
        """Return the names of the classes that are declared."""
        return self._emitter.classes()

    def method_names(self, class_name: str) -> tuple[str, ...]:
        """Return the methods of a class, in order. Raises KeyError."""
        return tuple(self._class(class_name).methods)

    # ---- ops

    @_synchronized
    def function(self, name: str) -> FuncOp:
        """Return the op of a function, compiled on first use. Raises KeyError, SourceError."""
        self.find(name)
        return self._scheduler.compile(self._functions[name])

    @_synchronized
    def method(self, class_name: str, name: str) -> FuncOp:
        """Return the op of a method, compiled on first use. Raises KeyError, SourceError."""
        return self._scheduler.compile(self._class(class_name).methods[name])

    @_synchronized
    def class_op(self, name: str) -> ClassOp:
        """Return the op of a class with all its attributes, and the methods compiled so far. Raises
        KeyError, SourceError."""
        return self._emitter.class_op(name, self._scheduler.attributes(self._class(name)))

    @_synchronized
    def interface_op(self, name: str) -> InterfaceOp:
        """Return the op of an interface. Raises KeyError, SourceError."""
        found = self.find(name)
        if not isinstance(found, InterfaceValue):
            raise KeyError(name)
        return self._emitter.interface_op(found, self._scheduler.signature)

    @_synchronized
    def compile_all(self) -> ModuleOp:
        """Compile all that is declared and return the module.

        Raises the first SourceError, with the errors of other definitions in its `further`."""
        errors: dict[_ErrorKey, SourceError] = {}
        done: set[str] = set()
        while pending := [name for name in self._named if name not in done]:
            for name in pending:
                errors.update(self._errors_of(name))
            done.update(pending)
        if errors:
            first, *further = (error for _, error in sorted(errors.items()))
            first.further = tuple(further)
            raise first
        methods = {name: self.method_names(name) for name in self.classes()}
        return self._emitter.finish(self._named, methods)

    def _errors_of(self, name: str) -> Iterator[tuple[_ErrorKey, SourceError]]:
        """Compile the parts of a definition. Yield errors with a key that is equal for repeated
        reports of one error."""
        for step in self._steps(name, self._named[name]):
            try:
                step()
            except SourceError as error:
                yield (error.filename, error.line, error.col, error.message), error

    def _steps(self, name: str, value: SugaredValue) -> Iterator[Callable[[], object]]:
        """Yield the parts of a definition that fail on their own."""
        compile = self._scheduler.compile
        match value:
            case FunctionValue():
                yield lambda: compile(value.function)
            case ClassValue():
                yield lambda: self.class_op(name)
                for method in value.methods.values():
                    yield lambda method=method: compile(method)
                for static in value.static_methods.values():
                    yield lambda static=static: compile(static.function)
            case InterfaceValue():
                yield lambda: self.interface_op(name)
            case NamedTupleConstructor():
                yield value.annotation
            case _:
                pass


class _LibraryProgram(Program):
    """The library alone; other programs copy its functions."""

    def __init__(self, lower_exits: LowerExits) -> None:
        self._names: dict[str, dict[str, int]] = {}
        super().__init__(lower_exits)

    def find(self, name: str) -> SugaredValue | None:
        caller = self._scheduler.running
        if caller is not None:
            called = len(self._scheduler.callees(caller))
            self._names.setdefault(caller.name, {}).setdefault(name, called)
        return super().find(name)

    def signature(self, name: str) -> DeclaredSignature:
        """Return a function's signature. Raises KeyError, SourceError."""
        with self.lock:
            self.find(name)
            return self._scheduler.signature(self._functions[name])

    def lookups(self, name: str) -> Iterator[tuple[str, bool]]:
        """Yield, in order, the names that compiling a function has looked up. With True, also yield
        the names its callees looked up."""
        callees = [function.name for function in self._scheduler.callees(self._functions[name])]
        done = 0
        for found, before in self._names.get(name, {}).items():
            yield from ((callee, True) for callee in callees[done:before])
            yield found, False
            done = before
        yield from ((callee, True) for callee in callees[done:])


_library_program = cache(_LibraryProgram)


class _CopiedLibrary:
    """The functions of the library for one program, which may define some of them itself."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def signature(self, function: ProgramFunction) -> DeclaredSignature | None:
        return self._library().signature(function.name) if self._is_copied(function) else None

    def op(self, function: ProgramFunction) -> FuncOp | None:
        if not self._is_copied(function):
            return None
        try:
            return self._library().function(function.name)
        except SourceError:
            return None  # compiled again, for an error with its callers

    def callees(self, function: ProgramFunction) -> Iterator[ProgramFunction | None]:
        for name, is_call in self._library().lookups(function.name):
            value = self._program.find(name)
            if isinstance(value, FunctionValue) and not self._is_copied(value.function):
                yield None
            elif isinstance(value, FunctionValue) and is_call:
                yield value.function

    def _library(self) -> _LibraryProgram:
        return _library_program(self._program.lower_exits)

    def _is_copied(self, function: ProgramFunction) -> bool:
        is_own = isinstance(self._program, _LibraryProgram) or function.class_name is not None
        return not is_own and isinstance(function.definition.script, LibraryScript)
