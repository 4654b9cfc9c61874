"""Functions and methods of a program, callable from Python."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pickle import PicklingError
from typing import Any, SupportsIndex

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.types import ClassType, StrType, TensorType
from xdsl_torchscript.frontend.archive.writer import ArchiveDestination
from xdsl_torchscript.frontend.python_text import print_function
from xdsl_torchscript.frontend.python_text.scope import Session
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.modules.call_binding import CallBinding
from xdsl_torchscript.runtime.modules.debug_state import GraphExecutorState
from xdsl_torchscript.runtime.modules.direct_callable import DirectCallable, set_direct
from xdsl_torchscript.runtime.modules.engines import ACTIVE, last_executed_optimized_graph
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.results import ConvertResult, result_converter
from xdsl_torchscript.runtime.modules.save import ExtraFiles, Savable, save_function
from xdsl_torchscript.runtime.tracing.active import current
from xdsl_torchscript.runtime.values import Value

_TYPES: Mapping[type[Attribute], Attribute] = {
    StringAttr: StrType(),
    SymbolRefAttr: ClassType.get("constant"),
}


@dataclass(frozen=True)
class ConstantMap:
    """The constants that a text refers to: `const_mapping["c0"]` is `CONSTANTS.c0`."""

    const_mapping: Mapping[str, Any]


class Callable(DirectCallable, ABC):
    """Base of ScriptFunction and ScriptMethod, compiled on first access."""

    name: str

    def __init__(
        self, program: LinkedProgram, name: str, key: tuple[str, ...], first: tuple[Value, ...] = ()
    ) -> None:
        """Refer to a function or method of a program.

        `key` is the qualified name, or the class and a method's name. `first` precedes a call's
        arguments: the object of a method.
        """
        self.program = program
        self.name = self.__name__ = self.__qualname__ = name
        self.first = first
        self.key = key
        set_direct(self, None)

    @property
    @abstractmethod
    def op(self) -> FuncOp:
        """The function in the IR. Raises SourceError if it does not compile."""

    @cached_property
    @abstractmethod
    def executable(self) -> Code:
        """The interpreter's code. Raises MissingOperatorsError."""

    def forget_code(self) -> None:
        """Build the code and the plans anew at the next call: the function has changed."""
        for made in ("executable", "_convert"):
            vars(self).pop(made, None)
        self.program.forget_code(self.key)
        set_direct(self, None)

    @cached_property
    def _binding(self) -> CallBinding:
        """The binding, shared by all objects of a class: it depends on the program alone."""
        known = self.program.bindings.get(self.key)
        if known is None:
            known = CallBinding(self.op, self.program, bound=bool(self.first))
            self.program.bindings[self.key] = known
        return known

    @cached_property
    def _convert(self) -> ConvertResult:
        """The conversion of the only result to Python."""
        (type,) = self.op.function_type.outputs
        return result_converter(type, self.program.export)

    @property
    def places(self) -> int:
        """The number of arguments that a call may give by their place."""
        return self._binding.places

    @property
    def defaults(self) -> Mapping[int, Value]:
        """The default values that are numbers, strings or None, by the number of the argument."""
        return self._binding.defaults

    @property
    def schema(self) -> FunctionSchema:
        """Arguments and results; `str` of it is `f(Tensor x, int n=3) -> Tensor`."""
        return self._binding.signature.schema

    @property
    def __signature__(self) -> inspect.Signature:
        """For `inspect.signature`: the names, defaults and argument types."""
        return self._binding.signature.of_python()

    @property
    def graph(self) -> Graph:
        """The IR in PyTorch's interface; `str` gives TorchScript's graph text."""
        return Graph(self.op)

    def graph_for(self, *args: Any, **kwargs: Any) -> Graph:
        """Run it, and return the graph that ran: profiled, or optimised. Raises Error if
        functions are interpreted, and as a call."""
        self(*args, **kwargs)
        return last_executed_optimized_graph()

    def get_debug_state(self) -> GraphExecutorState:
        """Return the plans made so far, and the graphs that run without a plan. Raises
        MissingOperatorsError."""
        return ACTIVE.engine.debug_state(self)

    @property
    def inlined_graph(self) -> Graph:
        """As `graph`, with called functions and methods inlined."""
        return Graph(inline_into_copy(self.op, self.program))

    @property
    def code(self) -> str:
        """The function as Python text. Raises PythonPrintError."""
        return print_function(self.op)

    @property
    def code_with_constants(self) -> tuple[str, ConstantMap]:
        """The function as Python text, and the values of `CONSTANTS.c0`, ... in it."""
        session = Session()
        text = print_function(self.op, session)
        named: dict[str, Any] = {}
        for number, constant in enumerate(session.constants):
            type = _TYPES.get(constant.__class__, TensorType.get())
            value = literal(constant, type, self.program)
            named[f"c{number}"] = self.program.export(value)
        return text, ConstantMap(named)

    def values(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Value]:
        """Return a call's inputs in order, without the object of a method.

        Raises InputMismatch if the schema does not accept them.
        """
        return self._binding.inputs(args, kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run it. Arguments are as in PyTorch, with arrays accepted as tensors; several results are
        a tuple.

        Raises:
            InputMismatch: for arguments that the schema does not accept.
            RuntimeFault: if an operator fails or the program raises.
            MissingOperatorsError: before it runs, if an operator has no implementation.
        """
        recorder = current()
        if recorder is not None:
            return recorder.call_scripted(self, args, kwargs)
        inputs = self._binding.inputs(args, kwargs, self.first)
        results = ACTIVE.engine.run(self, inputs)
        if len(results) == 1:
            return self._convert(results[0])
        return tuple(map(self.program.export, results)) or None

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Raise PicklingError: a pickle has no program to refer to."""
        raise PicklingError(
            f"{self!r} cannot be pickled; pickle a module, or use ts.save and ts.load"
        )


class ScriptFunction(Callable, Savable):
    """A function of a program."""

    qualified_name: str

    def __init__(self, program: LinkedProgram, name: str) -> None:
        super().__init__(program, name.rpartition(".")[2], (name,))
        self.qualified_name = name

    @property
    def op(self) -> FuncOp:
        return self.program.definitions.function(self.qualified_name)

    @cached_property
    def executable(self) -> Code:
        return self.program.code(self.qualified_name)

    def save(self, target: ArchiveDestination, extra_files: ExtraFiles | None = None) -> None:
        """Write an archive that PyTorch loads. Raises as `ts.save`."""
        save_function(self.program, self.qualified_name, target, extra_files)

    def __copy__(self) -> ScriptFunction:
        """Return the function itself, as `copy` does of Python's functions."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> ScriptFunction:
        return self

    def __repr__(self) -> str:
        return f"<ScriptFunction {self.qualified_name}>"


class ScriptMethod(Callable):
    """A method of an object."""

    def __init__(self, program: LinkedProgram, owner: Object, name: str) -> None:
        super().__init__(program, name, (owner.class_name, name), (owner,))
        self._owner = owner

    @property
    def op(self) -> FuncOp:
        return self.program.definitions.method(self._owner.class_name, self.name)

    @cached_property
    def executable(self) -> Code:
        return self.program.method_code(self._owner.class_name, self.name)

    @property
    def owner(self) -> Any:
        """The module or object that the method belongs to."""
        return self.program.handle(self._owner)

    def __repr__(self) -> str:
        return f"<ScriptMethod {self._owner.class_name}.{self.name}>"
