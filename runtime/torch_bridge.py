"""Programs of an installed PyTorch: `ts.from_torch`."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, UnitAttr

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.runtime.modules.load import load_module
from xdsl_torchscript.runtime.modules.script_function import ScriptFunction
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.torch_tensors import (
    array_from_torch,
    import_torch,
    tensor_to_torch,
)
from xdsl_torchscript.runtime.tracing.program import TracedProgram


def from_torch(function: Any, example_inputs: Any = None) -> Any:
    """Convert a function or a module of PyTorch to a ScriptFunction or a ScriptModule.

    PyTorch scripts it, or traces it if there are example inputs; its archive is then read. A
    scripted one is saved directly. Parameters and buffers on the CPU share memory with PyTorch's,
    so changes on one side are visible on the other.

    Raises:
        ImportError: if PyTorch is not installed.
        TypeError: for anything but a module or function.
        Errors of PyTorch if it cannot script or trace the function.
    """
    torch = import_torch()
    if not _is_program(torch, function):
        kind = type(function).__name__
        raise TypeError(f"cannot convert '{kind}': expected a module or function of PyTorch")
    stream = io.BytesIO()
    with warnings.catch_warnings():
        # The caller chose TorchScript: PyTorch's deprecation warning would be noise.
        warnings.simplefilter("ignore", DeprecationWarning)
        scripted = _script(torch, function, example_inputs)
        torch.jit.save(scripted, stream)
    module = load_module(stream.getvalue())
    if isinstance(scripted, torch.jit.ScriptFunction):
        return _function(module, scripted)
    _share(module, scripted)
    return module


def _is_program(torch: Any, function: Any) -> bool:
    """Return whether an object is a module, or a callable with a name, which PyTorch requires."""
    if isinstance(function, torch.nn.Module | torch.jit.ScriptFunction):
        return True
    is_class = isinstance(function, type)
    return callable(function) and hasattr(function, "__name__") and not is_class


def _script(torch: Any, function: Any, example_inputs: Any) -> Any:
    if isinstance(function, torch.jit.ScriptModule | torch.jit.ScriptFunction):
        return function
    if example_inputs is None:
        return torch.jit.script(function)
    return torch.jit.trace(function, tensor_to_torch(example_inputs))


def _share(module: ScriptModule, scripted: Any) -> None:
    """Share the memory of PyTorch's tensors with the tensors of the same name."""
    tables: Sequence[tuple[Any, Callable[..., Any]]] = (
        (module.named_parameters(), scripted.named_parameters),
        (module.named_buffers(), scripted.named_buffers),
    )
    for own, named in tables:
        theirs = dict(named(remove_duplicate=False))
        for name, tensor in own:
            if name in theirs and theirs[name].device.type == "cpu":
                tensor.array = array_from_torch(theirs[name])


def _function(module: ScriptModule, scripted: Any) -> ScriptFunction:
    """Return the saved function with its defaults.

    PyTorch saves it as the method of a module without attributes, and drops the defaults.
    """
    method = module.get_method("forward")
    function = method.op.clone()
    function.body.block.erase_arg(function.body.block.args[0])
    function.update_function_type()
    function.arg_attrs = ArrayAttr([_default(argument) for argument in scripted.schema.arguments])
    program = TracedProgram()
    program.take_copy(method.program, function, scripted.qualified_name)
    program.module.verify()
    unit = CompilationUnit.from_module(program.module, program.resources)
    return unit.function(scripted.qualified_name)


def _default(argument: Any) -> DictionaryAttr:
    if not argument.has_default_value():
        return DictionaryAttr({})
    return DictionaryAttr({"ts.default": ConstantOp.of(argument.default_value).value or UnitAttr()})
