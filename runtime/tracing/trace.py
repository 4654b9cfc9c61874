"""`ts.trace`: record the run of a function or a module on example inputs as a program.

    traced = ts.trace(lambda x: (x * 2).sum(dim=0), (ts.zeros(2, 3),))

Operators on tensors are recorded during one run; Python's control flow is fixed by the examples.
Scripted functions keep their control flow.
"""

from __future__ import annotations

import difflib
import inspect
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Region

from xdsl_torchscript.runtime.dispatch import plain
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.tracing.active import recording
from xdsl_torchscript.runtime.tracing.host import TraceHost, user_frame
from xdsl_torchscript.runtime.tracing.program import TracedProgram
from xdsl_torchscript.runtime.tracing.recorder import Recorder, TraceError, TracerWarning
from xdsl_torchscript.runtime.tracing.scopes import ModuleCall, methods, remove_dead
from xdsl_torchscript.runtime.tracing.tree import ModuleTree, is_module

__all__ = ["TraceError", "TracerWarning", "TracingCheckError", "trace", "trace_module"]

_TOLERANCE = 1e-5


class TracingCheckError(TraceError):
    """A function behaves differently in repeated runs."""


@dataclass(frozen=True)
class _Traced:
    """The result of one run: the program, and the object or the function's name."""

    program: TracedProgram
    entry: Object | str
    result: Any

    def callable(self) -> Any:
        unit = CompilationUnit.from_module(self.program.module, self.program.resources)
        if isinstance(self.entry, Object):
            return unit.handle(self.entry)
        return unit.function(self.entry)


def trace(
    function: Any,
    example_inputs: Any,
    check_trace: bool = True,
    check_inputs: Sequence[Any] = (),
    check_tolerance: float = _TOLERANCE,
) -> Any:
    """Trace `function`, or a module's `forward`, on example inputs. They are a tensor, or a tuple
    of tensors and of tuples, lists and dicts of them. The inputs are copied.

    Return a ScriptFunction, or a ScriptModule that shares its tensors with the module. With
    `check_trace` the function runs again, on the examples and on `check_inputs`.

    Raises:
        TraceError: for inputs or results that are not tensors.
        TracingCheckError: if a second run differs.
    Warns:
        TracerWarning: if a tensor was converted to a Python value, with the line; and if the
            program and the function differ on the inputs.
    """
    owner = getattr(function, "__self__", None)
    is_forward = getattr(function, "__name__", "") == "forward" and is_module(owner)
    if not is_forward and not callable(function):
        raise TypeError(f"a function or a module is traced, not {function!r}")
    function = owner if is_forward else function
    inputs = _examples(example_inputs)
    with recording(None):
        traced = _trace(function, inputs)
        made = traced.callable()
        if check_trace:
            _check_same(traced, function, inputs)
            for each in (inputs, *map(_examples, check_inputs)):
                _check_values(made, function, each, check_tolerance)
    return made


def _examples(inputs: Any) -> tuple[Any, ...]:
    several = isinstance(inputs, tuple | list)
    return tuple(map(_tensors, cast("Sequence[Any]", inputs))) if several else (_tensors(inputs),)


def _tensors(value: Any) -> Any:
    """Replace arrays in an input by tensors."""
    if isinstance(value, dict):
        return {k: _tensors(v) for k, v in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list):
        return [_tensors(part) for part in cast("list[Any]", value)]
    if isinstance(value, tuple):
        return tuple(_tensors(part) for part in cast("tuple[Any, ...]", value))
    return plain(value)


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _copy(v) for k, v in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        parts = map(_copy, cast("Sequence[Any]", value))
        return list(parts) if isinstance(value, list) else tuple(parts)
    if isinstance(value, Tensor):
        return Tensor(value.array.copy(), value.device, value.requires_grad)
    return value


# ---- one run


def _trace(function: Any, inputs: Sequence[Any]) -> _Traced:
    program = TracedProgram()
    tree = ModuleTree(program)
    host = TraceHost(program, tree)
    name = re.sub(r"\W", "_", getattr(function, "__name__", type(function).__name__))
    scope = ModuleCall(host.method_name(()) if is_module(function) else name)
    root = tree.add(function) if is_module(function) else None
    run: Callable[..., Any] = function if root is None else function.forward
    return _run(program, tree, Recorder(host, scope), run, inputs, root)


def _run(
    program: TracedProgram,
    tree: ModuleTree,
    recorder: Recorder,
    run: Callable[..., Any],
    inputs: Sequence[Any],
    root: Object | None,
) -> _Traced:
    """Record one function, or one method of the module with the object `root`."""
    if root is not None:
        recorder.scope.object = recorder.scope.argument("self", root.type)
    given = [_copy(value) for value in inputs]
    for name, value in zip(_argument_names(run, len(given)), given, strict=True):
        recorder.add_input(name, value)
    with recording(recorder):
        result = run(*given)
    return _Traced(program, _finish(program, tree, recorder, result, root), _copy(result))


def trace_module(
    module: Any,
    inputs: Mapping[str, Any],
    check_trace: bool = True,
    check_tolerance: float = _TOLERANCE,
) -> Any:
    """Trace several methods of a module as `trace` does; `inputs` has the example inputs of each.

    Raises and warns as `trace`; a trace is compared with the method on the examples alone.
    """
    if not is_module(module):
        raise TypeError(f"a module is traced by its methods, not {module!r}")
    examples = {name: _examples(given) for name, given in inputs.items()}
    program = TracedProgram()
    tree = ModuleTree(program)
    host, root = TraceHost(program, tree), tree.add(module)
    with recording(None):
        for name, given in examples.items():
            recorder = Recorder(host, ModuleCall(name))
            _run(program, tree, recorder, getattr(module, name), given, root)
        made = CompilationUnit.from_module(program.module, program.resources).handle(root)
        for name, given in examples.items() if check_trace else ():
            _check_values(made.get_method(name), getattr(module, name), given, check_tolerance)
    return made


def _finish(
    program: TracedProgram, tree: ModuleTree, recorder: Recorder, result: Any, root: Object | None
) -> Object | str:
    """End the function, and add everything to the program."""
    scope = recorder.scope
    recorder.insert(ReturnOp(recorder.output(result)))
    remove_dead(scope.block)
    for path, method in methods(scope):
        tree.classes[path].add(method)
    last = scope.block.last_op
    outputs = [operand.type for operand in last.operands] if last is not None else []
    inputs = [argument.type for argument in scope.block.args]
    name = scope.name if root is not None else program.namer.unique(f"__torch__.{scope.name}")
    function = FuncOp(name, (inputs, outputs), Region(scope.block))
    function.location = recorder.host.location()
    if root is not None:
        tree.classes[()].add(function)
    else:
        program.add(function)
    program.module.verify()
    return root or name


def _argument_names(function: Callable[..., Any], count: int) -> list[str]:
    """Return the names of the function's parameters, padded to `count`."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    named = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return [*named[:count], *(f"input{number}" for number in range(len(named), count))]


# ---- checks


def _check_same(traced: _Traced, function: Any, inputs: Sequence[Any]) -> None:
    """Raise TracingCheckError if a second run is recorded differently."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TracerWarning)
        again = _trace(function, inputs)
    first, second = str(traced.program.module), str(again.program.module)
    if first != second:
        lines = difflib.unified_diff(first.splitlines(), second.splitlines(), lineterm="", n=1)
        shown = "\n".join(list(lines)[2:])
        raise TracingCheckError(
            "the function did something else when it was traced a second time; what it does must "
            f"not depend on chance or on what happened before:\n{shown}"
        )
    for key, array in traced.program.resources.items():
        if not _close(array, again.program.resources[key], _TOLERANCE):
            raise TracingCheckError(
                f"the constant '{key}' of the trace differed in a second trace; a value that "
                "changes between calls must be an input or a buffer"
            )


def _check_values(made: Any, function: Any, inputs: Sequence[Any], tolerance: float) -> None:
    """Warn if the program and the function differ."""
    run = function.forward if is_module(function) else function
    wanted, found = run(*map(_copy, inputs)), made(*map(_copy, inputs))
    for number, (a, b) in enumerate(zip(_leaves(wanted), _leaves(found), strict=False), 1):
        if not _close(a.array, b.array, tolerance):
            _warn(
                f"result {number} of the traced program differs from the function's on the same "
                "inputs; the function is random, or depends on state that a trace does not "
                "record"
            )


def _leaves(value: Any) -> list[Tensor]:
    if isinstance(value, dict):
        value = list(cast("Mapping[str, Any]", value).values())
    if isinstance(value, list | tuple):
        return [leaf for part in cast("Sequence[Any]", value) for leaf in _leaves(part)]
    return [value]


def _close(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], tolerance: float) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    return bool(np.allclose(a.astype(wide), b.astype(wide), tolerance, tolerance, equal_nan=True))


def _warn(message: str) -> None:
    frame = user_frame()
    if frame is not None:
        name, line = frame.f_code.co_filename, frame.f_lineno
        warnings.warn_explicit(message, TracerWarning, name, line)
