"""The recorder's host: identifies tensors, modules, scripted functions and source lines."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import PurePath
from types import FrameType
from typing import Any, Protocol

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ComplexType,
    FileLineColLoc,
    IntAttr,
    LocationAttr,
    StringAttr,
    f64,
    i64,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import DeviceType, NumberType
from xdsl_torchscript.runtime.modules.script_function import ScriptFunction, ScriptMethod
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.tracing.active import recording
from xdsl_torchscript.runtime.tracing.program import TracedProgram, tensor_constant
from xdsl_torchscript.runtime.tracing.recorder import Implicit, Recorder, TraceError
from xdsl_torchscript.runtime.tracing.scopes import Path
from xdsl_torchscript.runtime.tracing.tree import ModuleTree
from xdsl_torchscript.runtime.values import Device

_OWN = "xdsl_torchscript"
_NUMBERS: Mapping[Attribute, tuple[str, Callable[[Any], Any]]] = {
    i64: ("aten::Int", int),
    f64: ("aten::Float", float),
    ComplexType(f64): ("aten::Complex", complex),
    NumberType(): ("aten::ScalarImplicit", lambda number: number),
}


class _NamedArgument(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> Attribute: ...


def user_frame() -> FrameType | None:
    """Return the innermost frame outside this package, or None."""
    frame = inspect.currentframe()
    while frame is not None and _is_own(frame):
        frame = frame.f_back
    return frame


def _is_own(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] == _OWN


class TraceHost:
    """The host of one trace."""

    def __init__(self, program: TracedProgram, tree: ModuleTree) -> None:
        self._program = program
        self._tree = tree
        self._calls: Counter[Path] = Counter()

    # ---- values

    def is_tensor(self, value: Any) -> bool:
        return isinstance(value, Tensor)

    def number_in(self, tensor: Any) -> Any:
        return tensor.array.item()

    def constant(self, value: Any) -> ConstantOp:
        if isinstance(value, Tensor):
            return tensor_constant(value, self._program.resources)
        if isinstance(value, Device):
            return ConstantOp(StringAttr(value.name), DeviceType())
        raise TraceError(f"a value of type '{type(value).__name__}' cannot be in a trace")

    def path(self, value: Any) -> Path | None:
        return self._tree.paths.get(id(value))

    def type_at(self, path: Path) -> Attribute:
        return self._tree.types[path]

    def location(self) -> LocationAttr:
        frame = user_frame()
        if frame is None:
            return UNKNOWN_LOC
        name = PurePath(frame.f_code.co_filename)
        positions = islice(frame.f_code.co_positions(), frame.f_lasti // 2, None)
        _, _, column, _ = next(positions, (None, None, None, None))
        return FileLineColLoc(
            StringAttr(str(name)), IntAttr(frame.f_lineno), IntAttr((column or 0) + 1)
        )

    # ---- calls

    def method_name(self, path: Path) -> str:
        """Return the name of a module's next method: `forward`, then `forward1`."""
        number = self._calls[path]
        self._calls[path] += 1
        return f"forward{number or ''}"

    def call_module(
        self, recorder: Recorder, module: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        """Record the call of a module.

        A module that the traced module does not contain is inlined: its parameters are constants.
        """
        path = self._tree.paths.get(id(module))
        if path is None or path == recorder.scope.path:
            return module.forward(*args, **kwargs)
        outer = recorder.scope
        object = recorder.attribute(path)
        recorder.scope = outer.enter(self.method_name(path), path, object, self.location())
        try:
            return module.forward(*args, **kwargs)
        finally:
            recorder.scope = outer

    def call_scripted(
        self,
        recorder: Recorder,
        callee: Any,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        with recording(None):
            arguments = callee.schema.arguments[len(callee.first) :]
            recorded, args, kwargs = _numbers(arguments, args, kwargs)
            values = callee.values(args, kwargs)
            result = callee(*args, **kwargs)
        pairs = zip(arguments, values, strict=True)
        operands = [recorder.value(recorded.get(a.name, v), a.type) for a, v in pairs]
        (result_type,) = callee.op.function_type.outputs.data
        if isinstance(callee, ScriptFunction):
            name = self._program.take_function(callee.program, callee.qualified_name)
            recorder.record_function_call(name, operands, result_type, result)
        elif isinstance(callee, ScriptMethod):
            path = self._tree.paths.get(id(callee.first[0]))
            if path is None:
                message = f"{callee!r} belongs to a scripted module that the traced module does not"
                advice = "make it a submodule, and trace the module that has it"
                raise TraceError(f"{message} hold; {advice}")
            owner = recorder.attribute(path)
            recorder.record_method_call(owner, callee.name, operands, result_type, result)
        return result


def _numbers(
    arguments: Sequence[_NamedArgument], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[dict[str, Implicit], Sequence[Any], Mapping[str, Any]]:
    """Replace tensors by numbers where the parameter is a number. Also return, by name, the values
    that the trace records for them.
    """
    names = [a.name for a in arguments[: len(args)]]
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    wanted = {a.name: _NUMBERS[a.type] for a in arguments if a.type in _NUMBERS}
    recorded: dict[str, Implicit] = {}
    for name, value in given.items():
        if isinstance(value, Tensor) and name in wanted:
            kind, convert = wanted[name]
            recorded[name], given[name] = Implicit(value, kind), convert(value.array.item())
    plain = [given[name] for name in names]
    return recorded, [*plain, *args[len(plain) :]], {name: given[name] for name in kwargs}
