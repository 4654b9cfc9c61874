"""Native execution of one function: specialise to the inputs, run the pipeline, compile, call.

    kernel = compile_func(module, "f", [x, y])
    (z,) = kernel(x, y)

The tensor sizes are static, or symbolic with `symbolic`: see `size_symbols.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.prim import LoopOp
from xdsl_torchscript.dialects.types import SizeType, TensorType
from xdsl_torchscript.lowering.core.write_backs import written_arguments
from xdsl_torchscript.lowering.ts.containers.list_arguments import spread_lists
from xdsl_torchscript.lowering.ts.types.specialize_inputs import specialize
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout, passed_layout
from xdsl_torchscript.runtime.eager.install import Tensor
from xdsl_torchscript.runtime.errors import (
    BrokenAssumption,
    FailedRun,
    InputMismatch,
    NativeUnsupported,
    RuntimeFault,
)
from xdsl_torchscript.runtime.interpreter.type_checks import type_check
from xdsl_torchscript.runtime.native import random_words
from xdsl_torchscript.runtime.native.bounds_checks import mark_bounds_checks
from xdsl_torchscript.runtime.native.disk_cache import program_key
from xdsl_torchscript.runtime.native.engine import ObjectFile
from xdsl_torchscript.runtime.native.kernel import (
    Kernel,
    TypedProgram,
    entry_of,
    length_of,
    restored,
    spread,
)
from xdsl_torchscript.runtime.native.kernel_record import store_kernel, stored_kernel
from xdsl_torchscript.runtime.native.math_precision import mark_precision
from xdsl_torchscript.runtime.native.rejections import unsupported_if_rejected
from xdsl_torchscript.runtime.native.results import result_of
from xdsl_torchscript.runtime.native.returned_views import ReturnedViews
from xdsl_torchscript.runtime.native.size_symbols import SizeSymbols
from xdsl_torchscript.runtime.native.weight_panels import read_only_among
from xdsl_torchscript.runtime.values import Value, is_a, type_of

_LOOP = 1 << 15
"""The work of a loop whose iterations are not known: enough to let other threads go on."""

_COMPILER = "xdsl_torchscript.runtime.native.machine_code"

TypingPasses: TypeAlias = Callable[[ModuleOp, Sequence[int]], ModuleOp]
"""Runs the passes at the ts level, and marks the layouts of constant arguments."""


def _here(name: str) -> Callable[..., Any]:
    """Return a function of the compiler, which a process does not import where another process
    compiles."""
    return lazy_import(f"{_COMPILER}:{name}")


def _function(module: ModuleOp, name: str | None = None) -> FuncOp:
    """Return the function of that name, or the only one. Raises KeyError."""
    functions = [op for op in module.ops if isinstance(op, FuncOp) and op.body.blocks]
    found = [f for f in functions if name in (None, f.sym_name.data)]
    if len(found) != 1:
        known = ", ".join(f"@{f.sym_name.data}" for f in functions)
        raise KeyError(f"no function '@{name}'; the module has {known or 'none'}")
    return found[0]


def _typed_again(scope: ModuleOp) -> FuncOp:
    """Return the typed function of a kernel from the disk, for inputs of other strides."""
    _here("type_function")(scope)
    return _function(scope)


def specialized_type(value: Value, declared: Attribute, symbols: SizeSymbols | None) -> Attribute:
    """Return the type of an input to compile for. Raises InputMismatch for another declared type.

    `symbols` names the sizes; None keeps all static. An int that is a declared size stays one.
    """
    if isinstance(declared, SizeType) and type_check([declared])([value]):
        return declared
    if not isinstance(value, Tensor) or not isinstance(declared, TensorType):
        return type_of(value)
    if not is_a(value, declared):
        raise InputMismatch(f"{value.type} is not {declared}")
    known = declared.shape or (None,) * value.array.ndim
    return TensorType.get(
        [
            size if symbols is None else symbols.dim(size, fact)
            for size, fact in zip(value.shape, known, strict=True)
        ],
        value.dtype.type,
        strides=declared.strides,
        device=value.device,
        requires_grad=declared.requires_grad,
    )


def _check_number(function: FuncOp, values: Sequence[Value]) -> None:
    arguments = function.body.block.args
    if len(values) != len(arguments):
        name = function.sym_name.data
        raise InputMismatch(f"@{name} takes {len(arguments)} inputs, got {len(values)}")


def _typed_inputs(function: FuncOp, values: Sequence[Value], symbolic: bool) -> list[Attribute]:
    arguments = function.body.block.args
    _check_number(function, values)
    declared = [arg.type for arg in arguments]
    symbols = SizeSymbols.of(values, declared) if symbolic else None
    return [specialized_type(*pair, symbols) for pair in zip(values, declared, strict=True)]


def compile_func(
    module: ModuleOp,
    name: str,
    inputs: Sequence[Value],
    *,
    symbolic: bool = False,
    constants: Sequence[int] = (),
    typing: TypingPasses | None = None,
    backend: Callable[[ModuleOp], ObjectFile] | None = None,
) -> Kernel:
    """Compile the function `name` of a `ts` program for inputs like these. `typing` runs the passes
    at the ts level and `backend` those below, by default in this process. The inputs of the numbers
    `constants` are the same on each call: the kernel may copy those that are read-only once.

    Raises KeyError for an unknown function, and InputMismatch for inputs that it does not accept.
    Raises NativeUnsupported, with all reasons, if the pipeline cannot lower the program.
    """
    with unsupported_if_rejected():
        scope, inputs, lengths, constants = _specialized(module, name, inputs, symbolic, constants)
        key = program_key(str(scope), str(constants))
        found = stored_kernel(key)
        if found is not None:
            return restored(*found, inputs, lambda: _typed_again(scope))
        scope = (typing or _here("typed_functions"))(scope, constants)
        program, packed = _computed(scope, inputs, constants)
        object = (backend or _here("machine_code"))(scope)
        entry, draws = entry_of(object, name), random_words.draws(object)
        kernel = Kernel(name, program, inputs, entry, lengths, packed, draws=draws)
    kernel.record = kernel.describe(object)
    store_kernel(key, kernel.record)
    return kernel


def typed_module(
    module: ModuleOp,
    name: str,
    inputs: Sequence[Value],
    *,
    symbolic: bool = False,
    constants: Sequence[int] = (),
) -> ModuleOp:
    """Return the typed module that `compile_func` passes to its backend. Raises as
    `compile_func`."""
    with unsupported_if_rejected():
        scope, inputs, _, constants = _specialized(module, name, inputs, symbolic, constants)
        scope = _here("typed_functions")(scope, constants)
        _computed(scope, inputs, constants)
    return scope


def _specialized(
    module: ModuleOp,
    name: str,
    inputs: Sequence[Value],
    symbolic: bool,
    constants: Sequence[int],
) -> tuple[ModuleOp, Sequence[Value], list[int | None], list[int]]:
    """Return a copy of the function for inputs of these types, in a module of its own; the inputs,
    with the elements of lists in their place; the lengths of lists; and the constants that kernels
    may copy."""
    scope = ModuleOp([_function(module, name).clone()])
    mark_precision(scope)
    mark_bounds_checks(scope)
    lengths = [length_of(value) for value in inputs]
    if any(lengths):
        _check_number(_function(scope), inputs)
        spread_lists(_function(scope), lengths)
        inputs, constants = list(spread(inputs, lengths)), ()
    specialize(_function(scope), _typed_inputs(_function(scope), inputs, symbolic))
    return scope, inputs, lengths, read_only_among(inputs, constants)


def _computed(
    scope: ModuleOp, inputs: Sequence[Value], constants: Sequence[int]
) -> tuple[TypedProgram, Mapping[int, WeightLayout]]:
    """Reduce a typed function to the part that machine code computes. Return its description, and
    the layouts of the constants that it takes in panels."""
    program = _split(_function(scope), inputs)
    layouts = ((number, passed_layout(_function(scope), number)) for number in constants)
    return program, {number: layout for number, layout in layouts if layout is not None}


def _split(function: FuncOp, inputs: Sequence[Value]) -> TypedProgram:
    """Describe a typed function, and reduce it to the part that machine code computes.

    Raises FailedRun if it fails for the inputs, and NativeUnsupported if their strides make a
    result with gaps."""
    last = function.body.block.last_op
    results = tuple(map(result_of, last.operands)) if last is not None else ()
    types = tuple(function.function_type.inputs)
    try:
        views = ReturnedViews(function, inputs)
    except (RuntimeFault, BrokenAssumption) as error:
        raise FailedRun(f"it fails when interpreted: {error}") from error
    except InputMismatch as error:
        raise NativeUnsupported(str(error)) from error
    Rewriter.replace_op(function, views.computed, [])
    work = _LOOP if any(isinstance(op, LoopOp) for op in views.computed.walk()) else 0
    computed = [root.type for root in views.layout.roots]
    written = written_arguments(views.computed)
    return TypedProgram(types, results, computed, views.orders, views, work, written)
