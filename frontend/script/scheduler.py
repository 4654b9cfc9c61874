"""The scheduler: compile functions of a program when their results are first needed.

A call needs its callee's signature. If annotations state the result, the callee stays uncompiled
until its op is needed. Otherwise it is compiled before its caller continues. So an archive of
thousands of methods costs only the methods in use.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import InterfaceType
from xdsl_torchscript.frontend.script.classes.values import ClassValue, ProgramFunction
from xdsl_torchscript.frontend.script.context import Context, Definitions
from xdsl_torchscript.frontend.script.definitions import AttributeDefinition, DeclaredSignature
from xdsl_torchscript.frontend.script.functions import compile_function, context_of, signature_of
from xdsl_torchscript.frontend.script.syntax import TOO_DEEP
from xdsl_torchscript.frontend.source import SourceError

_MAX_DEPTH = 12
"""The most functions that wait in Python's stack for a callee. The callers of a deeper chain are
compiled again, after their callees."""


class _CalleeFirst(Exception):
    """The scheduler must compile `function` before the functions in progress; `recursion` is the
    error if it is one of them."""

    def __init__(self, function: ProgramFunction, recursion: SourceError) -> None:
        super().__init__()
        self.function = function
        self.recursion = recursion


class CompiledLibrary(Protocol):
    """The functions of the library, compiled once per process."""

    def signature(self, function: ProgramFunction) -> DeclaredSignature | None:
        """Return the signature of a library function, None for other functions."""
        ...

    def op(self, function: ProgramFunction) -> FuncOp | None:
        """Return the op of a library function, to be copied; None for other functions."""
        ...

    def callees(self, function: ProgramFunction) -> Iterator[ProgramFunction | None]:
        """Look up the names that a library function needs, and yield its callees in order. Yield
        None where the program defines one of the names, so the library's op does not fit."""
        ...


class Scheduler:
    """Compiles functions on demand and hands each to `emit` once it has its op.

    An `eager` scheduler compiles each callee that it meets, so that all errors show before anything
    runs. Not safe for threads: the program holds its lock around every call.
    """

    def __init__(
        self,
        definitions: Definitions,
        library: CompiledLibrary,
        emit: Callable[[ProgramFunction, FuncOp], None],
        *,
        eager: bool,
    ) -> None:
        self._definitions = definitions
        self._library = library
        self._emit = emit
        self._eager = eager
        self._attributes: dict[str, dict[str, AttributeDefinition]] = {}
        self._callees: dict[ProgramFunction, dict[ProgramFunction, None]] = {}
        self._running: list[ProgramFunction] = []
        self._closed: set[ProgramFunction] = set()
        """Functions all of whose direct and indirect callees are compiled: none is recursive."""

    # ---- functions

    def compile(self, function: ProgramFunction) -> FuncOp:
        """Return the op of a function, compiled on first use. Raises SourceError."""
        pending = [function]
        while pending:
            try:
                self._compile(pending[-1])
            except _CalleeFirst as found:
                if found.function in pending:
                    raise found.recursion from None
                pending.append(found.function)
            else:
                pending.pop()
        assert function.op is not None
        return function.op

    def _compile(self, function: ProgramFunction) -> FuncOp:
        if function.op is not None:
            return function.op
        if function.failed is not None:
            raise function.failed
        definition, signature = function.definition, self.signature(function)
        self._running.append(function)
        try:
            function.op = self._copy(function)
            if function.op is None:
                c = context_of(definition, self._definitions)
                function.op = compile_function(definition, signature, c)
        except SourceError as error:
            function.failed = error
            raise
        except RecursionError as error:
            raise definition.script.error(TOO_DEEP, definition.node) from error
        finally:
            self._running.pop()
        if self._closed.issuperset(self._callees.get(function, ())):
            self._closed.add(function)
        self._emit(function, function.op)
        return function.op

    def _copy(self, function: ProgramFunction) -> FuncOp | None:
        """Copy a library function, and compile its callees as `compile_call` does.

        Return None for other functions.
        """
        op = self._library.op(function)
        if op is None:
            return None
        for callee in self._library.callees(function):
            if callee is None:
                return None
            self._callees.setdefault(function, {})[callee] = None
            if self._eager or self.signature(callee).result is None:
                self._compile(callee)
        return op.clone()

    def signature(self, function: ProgramFunction) -> DeclaredSignature:
        """Return the signature as far as annotations state it. Raises SourceError."""
        if function.signature is None:
            known = self._library.signature(function)
            function.signature = known or signature_of(function.definition, self._definitions)
        return function.signature

    @property
    def running(self) -> ProgramFunction | None:
        """The function that is being compiled."""
        return self._running[-1] if self._running else None

    def callees(self, function: ProgramFunction) -> tuple[ProgramFunction, ...]:
        """Return the functions that a compiled function calls, in order."""
        return tuple(self._callees.get(function, ()))

    def compile_call(self, function: ProgramFunction, c: Context, node: ast.AST) -> Attribute:
        """Return the result type of a call of `function` at `node`; compile the callee if
        necessary.

        Raises SourceError if the function calls itself or does not compile."""
        caller = self.running
        if caller is not None:
            self._callees.setdefault(caller, {})[function] = None
            if self._reaches(function, caller):
                message = (
                    f"'{function.qualified_name}' calls itself; write a loop, TorchScript has no"
                )
                raise c.error(f"{message} recursion", node)
        known = function.failed
        try:
            declared = self.signature(function).result
            has_body = not isinstance(function.definition.self_type, InterfaceType)
            if declared is not None and not (self._eager and has_body):
                return declared
            if function.op is None and len(self._running) >= _MAX_DEPTH:
                raise _CalleeFirst(
                    function, c.error(f"'{function.qualified_name}' calls itself", node)
                )
            op = self._compile(function) if self._running else self.compile(function)
            return op.function_type.outputs.data[0]
        except SourceError as error:
            if known is None:
                error.callers += (c.error(f"'{function.short}' is called here", node),)
            raise

    def _reaches(self, start: ProgramFunction, end: ProgramFunction) -> bool:
        """Return whether `start` calls `end`, directly or not, as far as bodies are compiled."""
        if start in self._closed:
            return False
        seen = {start}
        pending = [start]
        while pending:
            function = pending.pop()
            if function is end:
                return True
            callees = set(self._callees.get(function, ())) - seen - self._closed
            seen |= callees
            pending += callees
        if all(function.op is not None for function in seen):
            self._closed |= seen
        return False

    # ---- attributes

    def attributes(self, owner: ClassValue) -> Mapping[str, AttributeDefinition]:
        """Return all attributes of a class: declared, or assigned by its `__init__`, which is
        compiled if need be. While `__init__` is being compiled, return the attributes assigned so
        far. Raises SourceError."""
        definition, initialize = owner.definition, owner.methods.get("__init__")
        known = self._attributes.get(definition.name)
        if known is None:
            given = definition.attributes
            try:
                known = dict(given() if callable(given) else given)
            except RecursionError as error:
                raise definition.script.error(TOO_DEEP, definition.node) from error
            self._attributes[definition.name] = known
        if not definition.inferred or initialize is None or initialize.op is not None:
            return known
        if not self._running:
            self.compile(initialize)
        elif initialize not in self._running:
            self._compile(initialize)
        return known

    def add_attribute(
        self, owner: ClassValue, name: str, type: Attribute, c: Context, node: ast.AST
    ) -> bool:
        """Declare an attribute that `__init__` assigns at `node`; return False in other functions.

        Raises SourceError for a first assignment inside an `if` or a loop."""
        initialize = owner.methods.get("__init__")
        if not owner.definition.inferred or not self._running or self._running[-1] != initialize:
            return False
        if c.environment.parent is not None:
            message = f"'{name}' is first assigned inside an 'if' or a loop"
            raise c.error(f"{message}; assign it before, at the top of '__init__'", node)
        self._attributes[owner.definition.name][name] = AttributeDefinition(type)
        return True
