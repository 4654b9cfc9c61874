"""`ts.script`: compile functions, classes and modules of Python to programs.

All scripted objects of a process share one program. So scripted functions call one another, and a
scripted module can be a submodule of another.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from threading import RLock
from types import FunctionType, MethodType
from typing import Any, TypeVar, overload

import numpy as np
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.types import DeviceType, TensorType
from xdsl_torchscript.frontend.script.live.marks import Attribute as MarkedAttribute
from xdsl_torchscript.frontend.script.live.modules import LiveModule, Modules, is_live_module
from xdsl_torchscript.frontend.script.live.objects import Objects
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.runtime.modules.arguments import Arguments, Unfit
from xdsl_torchscript.runtime.modules.handle import Handle, object_of, program_of
from xdsl_torchscript.runtime.modules.module_base import Module
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.script_function import ScriptFunction
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device

_T = TypeVar("_T", bound=type)


class _UnitHost:
    """The runtime's objects as the frontend sees them."""

    def __init__(self, unit: CompilationUnit) -> None:
        self._unit = unit

    def type_of(self, value: Any) -> Attribute | None:
        if isinstance(value, Tensor | np.ndarray):
            return TensorType.get()
        if isinstance(value, Device):
            return DeviceType()
        if isinstance(value, Handle) and program_of(value) is self._unit:
            return object_of(value).type
        return None

    def function_name(self, value: Any) -> str | None:
        is_here = isinstance(value, ScriptFunction) and value.program is self._unit
        return value.qualified_name if is_here else None


class _Scripting:
    """The program of live Python."""

    def __init__(self) -> None:
        program = Program(lower_exits, eager=True)
        self.unit = CompilationUnit.from_program(program)
        self.program = program
        self.objects = Objects(program, _UnitHost(self.unit))
        self.modules = Modules(self.objects)
        self.lock = survive_fork(RLock())

    def function(self, function: FunctionType) -> ScriptFunction:
        name = self.objects.function_name(inspect.unwrap(function))
        self.program.function(name)
        scripted = self.unit.function(name)
        scripted.__doc__, scripted.__module__ = function.__doc__, function.__module__
        return scripted

    def compile_class(self, name: str) -> None:
        self.program.class_op(name)
        for method in self.program.method_names(name):
            self.program.method(name, method)

    def module(self, module: LiveModule) -> ScriptModule:
        made: dict[int, Object] = {}
        found = self._object(module, made)
        for name in dict.fromkeys(value.class_name for value in made.values()):
            self.compile_class(name)
        for value in made.values():
            self.unit.free_plans_with(value)
        return self.unit.handle(found)

    def _object(self, module: LiveModule, made: dict[int, Object]) -> Object:
        """Create the object of a module and of those below it; a shared module is one object."""
        if id(module) in made:
            return made[id(module)]
        name = self.modules.class_name(module)
        found = made[id(module)] = Object(name, {})
        take = Arguments(self.unit)
        for key, attribute in self.program.class_op(name).attrs.items():
            if attribute.value is not None:
                continue
            value = getattr(module, key)
            if is_live_module(value):
                found.slots[key] = self._object(value, made)
                continue
            try:
                plain = value.value if isinstance(value, MarkedAttribute) else value
                found.slots[key] = take.value(plain, attribute.type)
            except Unfit as error:
                shown = f"{type(module).__name__}.{key}"
                raise TypeError(f"'{shown}' must be of type {error}") from error
        return found


_SCRIPTING = _Scripting()


@overload
def script(obj: _T) -> _T: ...  # pyright: ignore[reportOverlappingOverload]
@overload
def script(obj: Module) -> ScriptModule: ...
@overload
def script(obj: Callable[..., Any]) -> ScriptFunction: ...
def script(obj: Any) -> Any:
    """Compile a function, a class or a module of Python; also a decorator.

    A function becomes a ScriptFunction; its callees are scripted with it. A module (ts.Module)
    becomes a ScriptModule with the same arrays: `forward`, its callees, and exported methods are
    compiled. A class is returned unchanged, and scripts may use it.

    Raises:
        SourceError: for code that is not TorchScript, with its file and line.
        TypeError: for anything but a function, a class or a module.
    """
    if isinstance(obj, ScriptFunction | ScriptModule):
        return obj
    with _SCRIPTING.lock:
        _SCRIPTING.objects.around = _names_around()
        try:
            return _script(obj)
        finally:
            _SCRIPTING.objects.around = {}


def _names_around() -> Mapping[str, Any]:
    """Return the local variables at the call of `script`."""
    frame = inspect.currentframe()
    caller = frame.f_back.f_back if frame is not None and frame.f_back is not None else None
    return {} if caller is None else dict(caller.f_locals)


def _script(obj: Any) -> Any:
    if isinstance(obj, FunctionType):
        return _SCRIPTING.function(obj)
    if isinstance(obj, type):
        kind: type = obj
        name = _SCRIPTING.objects.class_name(kind)
        if name in _SCRIPTING.program.classes():
            _SCRIPTING.compile_class(name)
        return kind
    if is_live_module(obj):
        return _SCRIPTING.module(obj)
    shown = f"'{type(obj).__name__}'"
    if any(base.__module__ == "torch.nn.modules.module" for base in type(obj).__mro__):
        reason = f"{shown} is a PyTorch module; convert it with ts.from_torch"
    elif isinstance(obj, MethodType):
        reason = "a single method cannot be scripted; script its module, or write a function"
    else:
        reason = (
            f"ts.script takes a function, a class or a ts.Module, not an object of type {shown}"
        )
    raise TypeError(reason)
