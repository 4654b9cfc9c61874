"""A program's definitions: sources compiled on demand, or existing IR."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.modules import ClassOp, InterfaceOp
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import ModuleCallables
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.lowering.ts.modules.program_objects import classes_in


class ProgramDefinitions(Protocol):
    """A program's definitions by qualified name.

    Methods raise KeyError for undefined names; a program of sources raises SourceError for faulty
    ones.
    """

    @property
    def module(self) -> ModuleOp:
        """The IR declared and compiled so far."""
        ...

    def function(self, name: str) -> FuncOp: ...

    def class_op(self, name: str) -> ClassOp: ...

    def method(self, class_name: str, name: str) -> FuncOp: ...

    def method_names(self, class_name: str) -> tuple[str, ...]: ...

    def interface_op(self, name: str) -> InterfaceOp: ...

    def functions(self) -> tuple[str, ...]: ...


class ModuleDefinitions:
    """The definitions in a module of IR. It need not have those of PyTorch's library, such as
    `no_grad` or `torch.nn.functional.normalize`."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self._callables = ModuleCallables(module)
        self._classes = classes_in(module)

    def function(self, name: str) -> FuncOp:
        return self._callables.functions.get(name) or _library().function(name)

    def class_op(self, name: str) -> ClassOp:
        return self._classes.get(name) or _library().class_op(name)

    def method(self, class_name: str, name: str) -> FuncOp:
        methods = self._callables.methods.get(class_name)
        return _library().method(class_name, name) if methods is None else methods[name]

    def method_names(self, class_name: str) -> tuple[str, ...]:
        methods = self._callables.methods.get(class_name)
        return _library().method_names(class_name) if methods is None else tuple(methods)

    def interface_op(self, name: str) -> InterfaceOp:
        found = symbol_in(self.module, name)
        if not isinstance(found, InterfaceOp):
            raise KeyError(name)
        return found

    def functions(self) -> tuple[str, ...]:
        return tuple(self._callables.functions)


@cache
def _library() -> Program:
    """Return a program without definitions of its own, which compiles what is asked for."""
    return Program(lower_exits)


def symbol_in(module: ModuleOp, name: str) -> Operation | None:
    """Return the definition of that name, or None."""
    for op in module.ops:
        found = op.properties.get("sym_name")
        if found is not None and getattr(found, "data", None) == name:
            return op
    return None
