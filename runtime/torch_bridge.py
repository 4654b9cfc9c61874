"""Exchange with an installed PyTorch: `ts.from_torch`, and tensors that share memory.

PyTorch is imported on first use, and only here.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, UnitAttr

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.runtime.modules.load import load_module
from xdsl_torchscript.runtime.modules.script_function import ScriptFunction
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.tracing.program import TracedProgram

# Element types that numpy lacks: those of PyTorch and of ml_dtypes.
_VIEWED: Mapping[str, tuple[str, str]] = {
    "bfloat16": ("int16", "bfloat16"),
    "float8_e5m2": ("uint8", "float8_e5m2"),
    "float8_e4m3fn": ("uint8", "float8_e4m3fn"),
    "float8_e5m2fnuz": ("uint8", "float8_e5m2fnuz"),
    "float8_e4m3fnuz": ("uint8", "float8_e4m3fnuz"),
    "float8_e8m0fnu": ("uint8", "float8_e8m0fnu"),
}


def _torch() -> Any:
    try:
        return lazy_import("torch")
    except ModuleNotFoundError as error:
        raise ImportError(
            "PyTorch is not installed here, and ts.from_torch needs it; where it is, save the "
            "program with torch.jit.save, and read the archive with ts.load"
        ) from error


# ---- tensors


def tensor_from_torch(value: Any) -> Tensor:
    """Return a tensor over the memory of a torch.Tensor on the CPU, detached from its gradients.

    Lazy conjugates and negatives are copied. Raises TypeError for other devices and layouts, and
    for element types without array.
    """
    return Tensor(array_from_torch(value), requires_grad=bool(value.requires_grad))


def array_from_torch(value: Any) -> Array:
    """Return the elements of a torch.Tensor, as `tensor_from_torch` does."""
    torch = _torch()
    if value.device.type != "cpu" or value.layout != torch.strided:
        raise TypeError(
            f"a torch tensor on '{value.device}' with the layout {value.layout} has no array; "
            "use .cpu() and .to_dense()"
        )
    dense = value.detach().resolve_conj().resolve_neg()
    name = str(dense.dtype).removeprefix("torch.")
    if name not in _VIEWED:
        return dense.numpy()
    viewed, numpy_name = _VIEWED[name]
    return dense.view(getattr(torch, viewed)).numpy().view(getattr(ml_dtypes, numpy_name))


def tensor_to_torch(value: Any) -> Any:
    """Convert tensors and arrays of an example input to PyTorch's, over the same memory."""
    torch = _torch()
    if isinstance(value, Tensor | np.ndarray):
        return torch.from_dlpack(Tensor.of(value))
    if isinstance(value, dict):
        return {k: tensor_to_torch(v) for k, v in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        parts = [tensor_to_torch(part) for part in cast("Sequence[Any]", value)]
        return parts if isinstance(value, list) else tuple(parts)
    return value


# ---- programs


def from_torch(function: Any, example_inputs: Any = None) -> Any:
    """Convert a function or a module of PyTorch to a ScriptFunction or a ScriptModule.

    PyTorch scripts it, or traces it if there are example inputs, unless it is scripted already; its
    archive is then read. Parameters and buffers on the CPU share their memory with those of
    PyTorch, so changes on one side are visible on the other.

    Raises:
        ImportError: if PyTorch is not installed.
        Errors of PyTorch if it cannot script or trace the function.
    """
    torch = _torch()
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


def _script(torch: Any, function: Any, example_inputs: Any) -> Any:
    if isinstance(function, torch.jit.ScriptModule | torch.jit.ScriptFunction):
        return function
    if example_inputs is None:
        return torch.jit.script(function)
    return torch.jit.trace(function, tensor_to_torch(example_inputs))


def _share(module: ScriptModule, scripted: Any) -> None:
    """Share the memory of PyTorch's tensors with those of the same name."""
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
