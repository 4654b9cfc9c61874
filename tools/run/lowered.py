"""Programs below the ts level: te, loops, the llvm dialect. Inputs and results are as above it.
The interpreter runs all of them, native code those of the loops level.

Results are the returned values, and the contents of memref and pointer arguments that the function
may write.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import DYNAMIC_INDEX

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.te import sizes_of_argument
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.runtime.levels.elements import dtype_of, shape_of
from xdsl_torchscript.runtime.levels.execution import LoweredFunction, find_function, run_lowered
from xdsl_torchscript.runtime.levels.outputs import written_arguments
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value
from xdsl_torchscript.tools.process import UsageError, ended_by_interrupt
from xdsl_torchscript.tools.run.inputs import (
    InputValueError,
    input_texts,
    parse_value,
    random_array,
)
from xdsl_torchscript.tools.run.results import NamedValues
from xdsl_torchscript.tools.run.subject import LoweredSubject

_ONLY_TS = {
    "calls": 1,
    **dict.fromkeys(("compare", "dump_code", "profile", "strict", "symbolic"), False),
    **dict.fromkeys(("explain", "max_memory", "max_seconds", "max_steps", "profile_json")),
}
"""The options for programs of the ts level, and their defaults."""


def execute_lowered(subject: LoweredSubject, options: Namespace) -> NamedValues:
    """Run the function on inputs of the command line. Raises UsageError and InputValueError."""
    run = _engine(subject, options.engine)
    for name, default in _ONLY_TS.items():
        if getattr(options, name) != default:
            flag = name.replace("_", "-")
            raise UsageError(f"--{flag} takes programs of the ts level, this one is below it")
    function = find_function(subject.module, subject.name)
    arguments = function.body.blocks[0].args
    # Number equal names as the text of the program does: out, out_1, out_2.
    names = [value.name_hint or str(number) for number, value in enumerate(arguments)]
    counts = [names[:number].count(name) for number, name in enumerate(names)]
    names = [f"{name}_{n}" if n else name for name, n in zip(names, counts, strict=True)]
    values = _values(function, names, options)
    manual_seed(options.seed)
    with ended_by_interrupt():
        returned = run(subject.module, subject.name, values)
    lasts = (block.last_op for block in function.body.blocks)
    end = next(op for op in lasts if isinstance(op, func.ReturnOp | llvm.ReturnOp))
    outs = [value.name_hint or f"out{number}" for number, value in enumerate(end.operands)]
    if len(outs) != len(returned):  # the fields of a struct of the llvm dialect
        outs = [f"{outs[0]}.{field}" for field in range(len(returned))]
    results = list(zip(outs, map(_value, returned), strict=True))
    written = written_arguments(function)
    return [*results, *((names[n], values[n]) for n in written)]


def _engine(subject: LoweredSubject, name: str) -> Callable[..., tuple[Any, ...]]:
    """Return the function that runs a program. Raises UsageError for an engine that cannot."""
    if name in ("interp", "plain"):
        return run_lowered
    if name != "native":
        raise UsageError("a program below the ts level runs with --engine=interp or native")
    is_te = any(op.name.startswith("te.") for op in nested_operations(subject.module))
    if is_te or not isinstance(find_function(subject.module, subject.name), func.FuncOp):
        fault = "'--engine=native' runs loops, and this program is of another level"
        raise UsageError(f"{fault}; 'ts-opt --pipeline=te-to-loops' lowers te")
    return lazy_import("xdsl_torchscript.runtime.native.run_loops:run_loops")


def _values(function: LoweredFunction, names: Sequence[str], options: Namespace) -> list[Value]:
    """Return one value per argument: given, another argument's size, or random."""
    arguments = function.body.blocks[0].args
    texts = input_texts(names, options.input)
    values: dict[int, Value] = {
        number: parse_value(text, (options.seed, number)) for number, text in texts.items()
    }
    for number, argument in enumerate(arguments):
        shape = shape_of(argument.type)
        if number not in values and shape and DYNAMIC_INDEX not in shape:
            seed = (options.seed, number)
            values[number] = Tensor(random_array(dtype_of(argument.type), shape, seed))
    values = _sizes(function, values) | values
    for number, name in enumerate(names):
        if number not in values:
            missing = f"input '{name}' of type {arguments[number].type} is missing"
            raise InputValueError(f"{missing}: --input {name}=VALUE")
    return [values[number] for number in range(len(names))]


def _sizes(function: LoweredFunction, values: dict[int, Value]) -> dict[int, Value]:
    """Return the `index` arguments that are tensor sizes."""
    if not isinstance(function, func.FuncOp):
        return {}
    sizes: dict[int, Value] = {}
    for number, value in values.items():
        positions = sizes_of_argument(function, number)
        shape = shape_of(function.body.blocks[0].args[number].type)
        if positions is None or not isinstance(value, Tensor) or len(value.shape) != len(shape):
            continue
        pairs = zip(shape, value.shape, strict=True)
        dynamic = [size for declared, size in pairs if declared == DYNAMIC_INDEX]
        sizes.update(zip(positions, dynamic, strict=True))
    return sizes


_NUMBERS = ("bool", "int64", "float64")
"""The types of TorchScript's numbers; other scalars are printed as tensors."""


def _value(result: Any) -> Value:
    array = np.asarray(result)
    is_number = isinstance(result, np.generic) and array.dtype.name in _NUMBERS
    return array.item() if is_number else Tensor(array)
