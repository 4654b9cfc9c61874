"""Functions and methods of a program, to call and to look at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.frontend.archive.writer import ArchiveTarget
from xdsl_torchscript.frontend.python_text import print_function
from xdsl_torchscript.lowering.ts.inline_calls import inlined
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.arguments import Arguments, Take, Unfit
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.save import ExtraFiles, save_function
from xdsl_torchscript.runtime.modules.signature import Parameter, Signature
from xdsl_torchscript.runtime.tracing.active import current
from xdsl_torchscript.runtime.values import Value


class Callable(ABC):
    """What ScriptFunction and ScriptMethod share. It is compiled when it is first looked at."""

    def __init__(self, program: LinkedProgram, name: str) -> None:
        self.program = program
        self.name = name

    @property
    @abstractmethod
    def op(self) -> FuncOp:
        """The function in the IR. Raises SourceError where its text is wrong."""

    @property
    @abstractmethod
    def executable(self) -> Code:
        """The interpreter's code. Raises MissingOperatorsError."""

    @property
    @abstractmethod
    def first(self) -> tuple[Value, ...]:
        """What stands before the arguments of a call: the object of a method."""

    @cached_property
    def _signature(self) -> Signature:
        return Signature(self.op, self.program, bound=bool(self.first))

    @cached_property
    def _takers(self) -> list[tuple[Parameter, Take]]:
        arguments = Arguments(self.program)
        return [(p, arguments.taker(p.type)) for p in self._signature.parameters]

    @property
    def schema(self) -> FunctionSchema:
        """Arguments and results; `str` of it is `f(Tensor x, int n=3) -> Tensor`."""
        return self._signature.schema

    @property
    def graph(self) -> Graph:
        """The IR under the names of PyTorch; `str` of it is TorchScript's text of graphs."""
        return Graph(self.op)

    @property
    def inlined_graph(self) -> Graph:
        """As `graph`, with the bodies of functions and methods where they are called."""
        return Graph(inlined(self.op, self.program))

    @property
    def code(self) -> str:
        """The function as Python text. Raises PythonPrintError."""
        return print_function(self.op)

    def values(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Value]:
        """The inputs that a call means, in order, without the object of a method. Raises
        InputMismatch for those that the schema does not take."""
        given = self._signature.arranged(args, kwargs)
        return [self._value(p, take, given) for p, take in self._takers]

    def _value(self, parameter: Parameter, take: Take, given: Mapping[str, Any]) -> Value:
        if parameter.name not in given:
            return self._signature.default(parameter)
        try:
            return take(given[parameter.name])
        except Unfit as error:
            reason = f"takes for '{parameter.name}' a value of type {error}"
            raise self._signature.fail(reason) from error

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs it. Arguments are what PyTorch takes, and arrays where tensors are declared;
        several results are a tuple.

        Raises:
            InputMismatch: for arguments that the schema does not take.
            RuntimeFault: where an operator fails or the program raises.
            MissingOperatorsError: before it runs, if an operator has no implementation.
        """
        recorder = current()
        if recorder is not None:
            return recorder.call_scripted(self, args, kwargs)
        inputs = self.values(args, kwargs)
        results = run(self.executable, [*self.first, *inputs])
        exported = tuple(map(self.program.exported, results))
        return exported[0] if len(exported) == 1 else exported or None


class ScriptFunction(Callable):
    """A function of a program."""

    def __init__(self, program: LinkedProgram, name: str) -> None:
        super().__init__(program, name.rpartition(".")[2])
        self.qualified_name = name

    @property
    def op(self) -> FuncOp:
        return self.program.definitions.function(self.qualified_name)

    @property
    def executable(self) -> Code:
        return self.program.code(self.qualified_name)

    @property
    def first(self) -> tuple[Value, ...]:
        return ()

    def save(self, target: ArchiveTarget, extra_files: ExtraFiles | None = None) -> None:
        """Writes it as an archive that PyTorch loads. Raises as `ts.save`."""
        save_function(self.program, self.qualified_name, target, extra_files)

    def __repr__(self) -> str:
        return f"<ScriptFunction {self.qualified_name}>"


class ScriptMethod(Callable):
    """A method of an object."""

    def __init__(self, program: LinkedProgram, owner: Object, name: str) -> None:
        super().__init__(program, name)
        self._owner = owner

    @property
    def op(self) -> FuncOp:
        return self.program.definitions.method(self._owner.class_name, self.name)

    @property
    def executable(self) -> Code:
        return self.program.method_code(self._owner.class_name, self.name)

    @property
    def first(self) -> tuple[Value, ...]:
        return (self._owner,)

    @property
    def owner(self) -> Any:
        """The module or object that the method belongs to."""
        return self.program.handle(self._owner)

    def __repr__(self) -> str:
        return f"<ScriptMethod {self._owner.class_name}.{self.name}>"
