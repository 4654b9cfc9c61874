"""A program: definitions, compiled on first use.

A call needs the signature of its callee. If annotations declare the result, the callee is compiled
when it is first requested, else before the call. So an archive of thousands of methods costs only
the ones used.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.modules import PARTIAL, AttrOp, ClassOp, InterfaceOp
from xdsl_torchscript.dialects.types import InterfaceType, NoneType
from xdsl_torchscript.frontend.script.classes.enums import EnumValue, NamedTupleValue
from xdsl_torchscript.frontend.script.classes.values import (
    ClassValue,
    Function,
    FunctionValue,
    InterfaceValue,
)
from xdsl_torchscript.frontend.script.context import Context, Definitions, Resolver, Sugared
from xdsl_torchscript.frontend.script.declarations import Text
from xdsl_torchscript.frontend.script.definitions import (
    AttributeDefinition,
    ClassDefinition,
    Definition,
    EnumDefinition,
    FunctionDefinition,
    InterfaceDefinition,
    NamedTupleDefinition,
    Signature,
)
from xdsl_torchscript.frontend.script.functions import (
    compile_function,
    context_of,
    signature_of,
    signature_of_op,
)
from xdsl_torchscript.frontend.script.library.definitions import Library
from xdsl_torchscript.frontend.script.names import outside
from xdsl_torchscript.frontend.script.prelude import TEXTS
from xdsl_torchscript.frontend.script.syntax import FIRST, TOO_DEEP, Script
from xdsl_torchscript.frontend.source import SourceError

Importer: TypeAlias = Callable[[str], Definition | None]
"""A function from a qualified name such as `__torch__.a.B` to its definition or None."""

_P = ParamSpec("_P")
_R = TypeVar("_R")
_DEEPEST = 12
"""The limit on callers that wait on Python's stack for a callee; beyond it, they restart later."""


class _DependencyFirst(Exception):
    """Raised when another function must be compiled before the current one."""

    def __init__(self, function: Function, recursive: SourceError) -> None:
        super().__init__()
        self.function = function
        self.recursive = recursive


def _locked(
    method: Callable[Concatenate[Program, _P], _R],
) -> Callable[Concatenate[Program, _P], _R]:
    """Serialise compilation: concurrent callers wait for the first one to finish."""

    @wraps(method)
    def run(self: Program, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with self.lock:
            return method(self, *args, **kwargs)

    return run


class Program(Definitions):
    """A program; `module` has its declared classes, interfaces and enums, and compiled functions.

    An `eager` program compiles callees immediately, so that all errors appear before anything runs.
    """

    def __init__(
        self,
        resolver: Resolver = outside,
        importer: Importer | None = None,
        *,
        eager: bool = False,
    ) -> None:
        self.lock = RLock()
        self._eager = eager
        self.module = ModuleOp([], {PARTIAL: UnitAttr()})
        self._resolver = resolver
        self._importer = importer
        self._imported: set[str] = set()
        self._library = Library(self)
        self._named: dict[str, Sugared] = {}
        self._functions: dict[str, Function] = {}
        self._class_ops: dict[str, ClassOp] = {}
        self._attributes: dict[str, dict[str, AttributeDefinition]] = {}
        self._calls: dict[Function, dict[Function, None]] = {}
        self._running: list[Function] = []
        self._complete: set[Function] = set()

    # ---- definitions

    def add_text(self, text: str, filename: str, prefix: str = "") -> list[str]:
        """Declare the definitions of a text under `prefix`, and return their names; compile
        nothing.

        Raises SourceError for text that is not Python, or definitions that TorchScript lacks.
        """
        return self.add_script(Script(text, filename), prefix)

    @_locked
    def add_script(
        self, script: Script, prefix: str = "", resolver: Resolver | None = None
    ) -> list[str]:
        """Declare as `add_text` does; `resolver` resolves names that the text does not define."""
        text = Text(script, prefix, resolver or self._resolver, self)
        names = text.definitions(self._define)
        if names and len(self.module.body.block.ops) == 0:
            self.module.location = script.location(FIRST)
        return names

    @_locked
    def define_function(self, definition: FunctionDefinition) -> Sugared:
        """Declare a function, and return its meaning as a name."""
        function = Function(definition, definition.name)
        self._functions[definition.name] = function
        return self._declare(definition.name, FunctionValue(self, function))

    @_locked
    def define_compiled(self, op: FuncOp) -> Sugared:
        """Add a compiled function, such as a traced one, and return its meaning as a name."""
        name = op.sym_name.data
        function = self._functions[name] = Function(None, name, None, signature_of_op(op), op)
        self.module.body.block.add_op(op)
        return self._declare(name, FunctionValue(self, function))

    @_locked
    def define_class(self, definition: ClassDefinition) -> Sugared:
        """Declare a class, and return its meaning as a name."""
        name = definition.name
        op = ClassOp(name, definition.is_module)
        op.location = definition.script.location(definition.node)
        for title, hooks in definition.hooks.items():
            op.attributes[title] = ArrayAttr([StringAttr(hook) for hook in hooks])
        self._class_ops[name] = op
        self.module.body.block.add_op(op)
        methods = {key: Function(d, key, name) for key, d in definition.methods.items()}
        static = {key: self._static(d) for key, d in definition.static_methods.items()}
        return self._declare(name, ClassValue(self, definition, methods, static))

    @_locked
    def define_method(self, class_name: str, definition: FunctionDefinition) -> None:
        """Add a method to a class on demand. Raises KeyError for an unknown class."""
        function = Function(definition, definition.name, class_name)
        self._class(class_name).methods[definition.name] = function

    def _static(self, definition: FunctionDefinition) -> FunctionValue:
        function = self._functions[definition.name] = Function(definition, definition.name)
        return FunctionValue(self, function)

    @_locked
    def define_interface(self, definition: InterfaceDefinition) -> Sugared:
        methods = {key: Function(d, key, definition.name) for key, d in definition.methods.items()}
        return self._declare(definition.name, InterfaceValue(self, definition, methods))

    @_locked
    def define_enum(self, definition: EnumDefinition) -> Sugared:
        value = EnumValue(definition)
        op = value.op()
        op.location = definition.script.location(definition.node)
        self.module.body.block.add_op(op)
        return self._declare(definition.name, value)

    @_locked
    def define_named_tuple(self, definition: NamedTupleDefinition) -> Sugared:
        return self._declare(definition.name, NamedTupleValue(definition))

    def _define(self, definition: Definition) -> Sugared:
        match definition:
            case FunctionDefinition():
                return self.define_function(definition)
            case ClassDefinition():
                return self.define_class(definition)
            case InterfaceDefinition():
                return self.define_interface(definition)
            case EnumDefinition():
                return self.define_enum(definition)
            case NamedTupleDefinition():
                return self.define_named_tuple(definition)

    def _declare(self, name: str, value: Sugared) -> Sugared:
        self._named[name] = value
        return value

    # ---- names

    @_locked
    def find(self, name: str) -> Sugared | None:
        found = self._named.get(name)
        if found is None and self._import(name):
            found = self._named.get(name)
        return found

    def _import(self, name: str) -> bool:
        """Import a name from the importer, the library or the prelude, once; return whether it
        exists."""
        if name in self._imported:
            return False
        self._imported.add(name)
        definition = None if self._importer is None else self._importer(name)
        definition = definition or self._library.find(name)
        if definition is not None:
            self._define(definition)
        return definition is not None or self._from_prelude(name)

    def _from_prelude(self, name: str) -> bool:
        text = TEXTS.get(name.removeprefix("__torch__."))
        prefix = name[: name.rfind(".") + 1]
        return text is not None and name in self.add_text(text, f"<{name}>", prefix)

    def functions(self) -> tuple[str, ...]:
        """Return the names of the declared functions, static methods included."""
        return tuple(self._functions)

    def classes(self) -> tuple[str, ...]:
        """Return the names of the declared classes."""
        return tuple(self._class_ops)

    def _class(self, name: str) -> ClassValue:
        found = self.find(name)
        if not isinstance(found, ClassValue):
            raise KeyError(name)
        return found

    # ---- what is compiled

    @_locked
    def function(self, name: str) -> FuncOp:
        """Return the op of a function, compiled on first use. Raises KeyError, SourceError."""
        self.find(name)
        return self._compile_with_dependencies(self._functions[name])

    @_locked
    def method(self, class_name: str, name: str) -> FuncOp:
        """Return the op of a method, compiled on first use. Raises KeyError, SourceError."""
        return self._compile_with_dependencies(self._class(class_name).methods[name])

    def method_names(self, class_name: str) -> tuple[str, ...]:
        """Return the names of a class's methods, in order. Raises KeyError."""
        return tuple(self._class(class_name).methods)

    @_locked
    def class_op(self, name: str) -> ClassOp:
        """Return the op of a class with all attributes; methods may not be compiled yet.

        Raises KeyError, SourceError.
        """
        found = self._class(name)
        op = self._class_ops[name]
        attributes = self.attributes(found.definition)
        present = op.attrs
        before = op.body.block.first_op
        for key, attribute in attributes.items():
            if key not in present:
                made = AttrOp(key, attribute.type, attribute.kind, attribute.value)
                made.location = op.location
                _insert(op, made, before)
        return op

    @_locked
    def compile_all(self) -> ModuleOp:
        """Compile all declarations. Raises SourceError, with further errors in its `further`."""
        errors: list[SourceError] = []
        done: set[str] = set()
        while pending := [name for name in self._named if name not in done]:
            for name in pending:
                errors += self._errors(name, self._named[name])
            done.update(pending)
        if errors:
            unique = [
                found for _, found in sorted({_place(error): error for error in errors}.items())
            ]
            unique[0].further = tuple(unique[1:])
            raise unique[0]
        self._sort()
        self.module.attributes.pop(PARTIAL, None)
        return self.module

    def _errors(self, name: str, value: Sugared) -> Iterator[SourceError]:
        for step in self._steps(name, value):
            try:
                step()
            except SourceError as error:
                yield error

    def _steps(self, name: str, value: Sugared) -> Iterator[Callable[[], object]]:
        """Yield the steps of compiling a definition, part by part."""
        match value:
            case FunctionValue():
                yield lambda: self._compile_with_dependencies(value.function)
            case ClassValue():
                yield lambda: self.class_op(name)
                for method in value.methods.values():
                    yield lambda method=method: self._compile_with_dependencies(method)
                for static in value.static_methods.values():
                    yield lambda static=static: self._compile_with_dependencies(static.function)
            case InterfaceValue():
                yield lambda: self.interface_op(name)
            case NamedTupleValue():
                yield value.annotation
            case _:
                pass

    def _sort(self) -> None:
        """Sort the definitions into order of declaration, however they were compiled."""
        order = {name: index for index, name in enumerate(self._named)}
        block = self.module.body.block
        ops = sorted(block.ops, key=lambda op: _order_of(op, order))
        for op in ops:
            op.detach()
        block.add_ops(ops)
        for name, op in self._class_ops.items():
            _sort_methods(op, self._class(name).methods)

    @_locked
    def interface_op(self, name: str) -> InterfaceOp:
        """Return the op of an interface. Raises KeyError, SourceError."""
        found = self.find(name)
        if not isinstance(found, InterfaceValue):
            raise KeyError(name)
        for op in self.module.body.block.ops:
            if isinstance(op, InterfaceOp) and op.sym_name.data == name:
                return op
        made = InterfaceOp(name, found.definition.is_module)
        made.location = found.definition.script.location(found.definition.node)
        for function in found.methods.values():
            made.add(_declaration(function, self.signature(function)))
        self.module.body.block.add_op(made)
        return made

    # ---- what code asks

    def signature(self, function: Function) -> Signature:
        if function.signature is None and function.definition is not None:
            function.signature = signature_of(function.definition, self)
        assert function.signature is not None
        return function.signature

    def called(self, function: Function, c: Context, node: ast.AST) -> Attribute:
        caller = self._running[-1] if self._running else None
        if caller is not None:
            self._calls.setdefault(caller, {})[function] = None
            if self._reaches(function, caller):
                raise c.error(
                    f"'{function.shown}' calls itself; write a loop, TorchScript has no recursion",
                    node,
                )
        known = function.failed
        try:
            return self._result(function, c, node)
        except SourceError as error:
            if known is None:
                error.callers += (c.error(f"'{function.short}' is called here", node),)
            raise

    def _result(self, function: Function, c: Context, node: ast.AST) -> Attribute:
        known = self.signature(function).result
        if known is not None and not (self._eager and _has_body(function)):
            return known
        if function.op is None and len(self._running) >= _DEEPEST:
            raise _DependencyFirst(function, c.error(f"'{function.shown}' calls itself", node))
        op = self._compile(function) if self._running else self._compile_with_dependencies(function)
        return op.function_type.outputs.data[0]

    def _reaches(self, start: Function, end: Function) -> bool:
        """Return whether `start` calls `end`, as far as bodies are compiled.

        Functions that call only compiled functions are complete, and skipped from then on.
        """
        if start in self._complete:
            return False
        seen = {start}
        pending = [start]
        while pending:
            function = pending.pop()
            if function is end:
                return True
            called = self._calls.get(function, {}).keys() - seen - self._complete
            seen |= called
            pending += called
        if all(function.op is not None for function in seen):
            self._complete |= seen
        return False

    def _compile_with_dependencies(self, function: Function) -> FuncOp:
        """Compile a function, after the dependencies that a deep chain of calls reports."""
        pending = [function]
        while pending:
            try:
                self._compile(pending[-1])
            except _DependencyFirst as deeper:
                if deeper.function in pending:
                    raise deeper.recursive from None
                pending.append(deeper.function)
            else:
                pending.pop()
        assert function.op is not None
        return function.op

    def _compile(self, function: Function) -> FuncOp:
        if function.op is not None:
            return function.op
        if function.failed is not None:
            raise function.failed
        definition = function.definition
        assert definition is not None
        signature = self.signature(function)
        self._running.append(function)
        try:
            c = context_of(definition, self)
            function.op = compile_function(definition, signature, c)
        except SourceError as error:
            function.failed = error
            raise
        except RecursionError as error:
            raise definition.script.error(TOO_DEEP, definition.node) from error
        finally:
            self._running.pop()
        if self._complete.issuperset(self._calls.get(function, ())):
            self._complete.add(function)
        self._keep(function, function.op)
        return function.op

    def _keep(self, function: Function, op: FuncOp) -> None:
        if function.class_name is None:
            self.module.body.block.add_op(op)
        else:
            self._class_ops[function.class_name].add(op)

    # ---- attributes

    def attributes(self, definition: ClassDefinition) -> Mapping[str, AttributeDefinition]:
        known = self._attributes.get(definition.name)
        if known is None:
            given = definition.attributes
            try:
                known = dict(given() if callable(given) else given)
            except RecursionError as error:
                raise definition.script.error(TOO_DEEP, definition.node) from error
            self._attributes[definition.name] = known
        initialize = self._class(definition.name).methods.get("__init__")
        if definition.inferred and initialize is not None and initialize.op is None:
            self._initialize(initialize)
        return known

    def _initialize(self, function: Function) -> None:
        """Compile `__init__`, which defines attributes; inside it, those assigned so far are
        known."""
        if not self._running:
            self._compile_with_dependencies(function)
        elif function not in self._running:
            self._compile(function)

    def add_attribute(
        self, definition: ClassDefinition, name: str, type: Attribute, c: Context, node: ast.AST
    ) -> bool:
        initialize = self._class(definition.name).methods.get("__init__")
        if not definition.inferred or not self._running or self._running[-1] is not initialize:
            return False
        if c.frame.around is not None:
            message = f"'{name}' gets its first value inside of an 'if' or a loop"
            raise c.error(f"{message}; give it one before, at the top of '__init__'", node)
        self._attributes[definition.name][name] = AttributeDefinition(type)
        return True


def _has_body(function: Function) -> bool:
    """Return whether there is text to compile: methods of interfaces and compiled functions have
    none."""
    definition = function.definition
    return definition is not None and not isinstance(definition.self_type, InterfaceType)


def _place(error: SourceError) -> tuple[str, int, int, str]:
    """Return a key for errors: each function that needs a faulty one reports the same error."""
    return error.filename, error.line, error.col, error.message


def _insert(op: ClassOp, made: AttrOp, before: Operation | None) -> None:
    """Insert an attribute before the methods."""
    if before is None:
        op.add(made)
    else:
        op.body.block.insert_op_before(made, before)


def _order_of(op: Operation, order: Mapping[str, int]) -> int:
    name = op.get_attr_or_prop("sym_name")
    return order.get(name.data, len(order)) if isinstance(name, StringAttr) else len(order)


def _sort_methods(op: ClassOp, names: Iterable[str]) -> None:
    methods = op.methods
    for name in names:
        if name in methods:
            methods[name].detach()
            op.add(methods[name])


def _declaration(function: Function, signature: Signature) -> FuncOp:
    """Return the declaration of an interface's method."""
    types = [parameter.type for parameter in signature.parameters]
    made = FuncOp.external(function.name, types, [signature.result or NoneType()])
    rows: list[Attribute] = []
    for parameter in signature.parameters:
        row: dict[str, Attribute] = {"name": StringAttr(parameter.name)}
        default = None if parameter.default is None else parameter.default.literal
        rows.append(DictionaryAttr(row if default is None else {**row, "default": default}))
    made.attributes["ts.arguments"] = ArrayAttr(rows)
    if function.definition is not None:
        made.location = function.definition.script.location(function.definition.node)
    return made
