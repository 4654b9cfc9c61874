"""A program at every step of its lowering to the llvm dialect, run at each step.

`differences` lowers a program by the pipelines, runs the result of each pass on the same inputs,
and compares with the results before the pass. So a wrong pass is found at its own level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.llvm import FuncOp as LlvmFuncOp
from xdsl.transforms import get_all_passes

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import NoneType, SizeType
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep, build_pipeline
from xdsl_torchscript.lowering.loops_to_llvm.emit_packed_entry import packed_name
from xdsl_torchscript.lowering.pipelines import PIPELINES, with_registers
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.levels.execution import find_function, run_lowered
from xdsl_torchscript.runtime.levels.interpreter import level_interpreter, quiet
from xdsl_torchscript.runtime.levels.llvm_memory import memory_of, text_at
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.native.engine import ObjectFile
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.runtime.passes import pass_factories
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

_EAGER = {
    "split-reductions": "split-reductions{cycles=32 parts=3}",
    "parallelize-loops": "parallelize-loops{cycles=32 chunks=3}",
}
"""Passes with options that let them fire on small sizes."""

SPECS = [_EAGER.get(spec, spec) for spec in with_registers(PIPELINES["ts-to-llvm"], 32, 64)]
BELOW_TS = SPECS[SPECS.index("convert-ts-to-te") :]

ROUNDS = {
    "convert-ts-to-te": "formulas instead of numpy's functions",
    "expand-math": "polynomials",
    "tile-contractions": "products and sums are fused, and sums are in parts",
    "split-reductions": "sums are in parts",
    "vectorize-reductions": "sums are in as many parts as there are lanes",
}
"""The passes after which floats may differ by roundings, and why; others are exact."""

TOLERANCES = {"float64": 1e-11, "float32": 2e-5, "float16": 5e-3, "bfloat16": 4e-2}

Results = Sequence[np.ndarray]
Run = Callable[[ModuleOp], "Results | str"]
"""A function that runs a module; its results, or the reason why it failed."""

Sabotage = Callable[[str, ModuleOp], None]
"""A change of the result of the pass of this spec."""


@dataclass(frozen=True)
class TypedCall:
    """A function of the typed level, and inputs of its types."""

    module: ModuleOp
    name: str
    inputs: Sequence[Value]


class _Captured(Exception):
    """The typed function has been made."""


def typed_call(
    module: ModuleOp, name: str, inputs: Sequence[Value], *, symbolic: bool = False
) -> TypedCall:
    """Return the function that native code computes. Raises NativeUnsupported if there is none."""
    captured: list[ModuleOp] = []

    def capture(typed: ModuleOp) -> ObjectFile:
        captured.append(typed.clone())
        raise _Captured

    with suppress(_Captured):
        compile_func(module, name, inputs, symbolic=symbolic, backend=capture)
    return TypedCall(captured[0], name, inputs)


def interpret(call: TypedCall) -> Results | str:
    """Return the results of the ts level; each level draws the same random numbers."""
    manual_seed(0)
    function = call.module.body.block.first_op
    assert isinstance(function, FuncOp)
    copies = [Tensor(v.array.copy()) if isinstance(v, Tensor) else v for v in call.inputs]
    try:
        return [_array(value) for value in run(Code.from_func(function), copies)]
    except RuntimeFault as fault:
        return str(fault)


def _array(value: Any) -> np.ndarray:
    return value.array.copy() if isinstance(value, Tensor) else np.asarray(value)


def lowered_arguments(call: TypedCall) -> list[Any]:
    """Return the arguments below the ts level: symbolic sizes, then all inputs but None."""
    function = call.module.body.block.first_op
    assert isinstance(function, FuncOp)
    types = [argument.type for argument in function.body.block.args]
    sizes: dict[str, int] = {}
    values: list[Any] = []
    for type, value in zip(types, call.inputs, strict=True):
        if isinstance(value, Tensor):
            sizes |= {d: n for d, n in zip(type.shape, value.shape, strict=True) if d is not n}
            values.append(np.ascontiguousarray(value.array).reshape(value.shape))
        elif not isinstance(type, NoneType):
            sizes |= {type.dim: value} if isinstance(type, SizeType) else {}
            values.append(value)
    return [*(sizes[symbol] for symbol in symbols_of(types)), *values]


def run_te(call: TypedCall, module: ModuleOp) -> Results:
    return [np.asarray(value) for value in run_lowered(module, call.name, lowered_arguments(call))]


def _outputs(reference: Results) -> list[np.ndarray]:
    """Return memory for results, filled with bytes that no result has by chance."""
    memory = [np.empty(array.shape, array.dtype) for array in reference]
    for array in memory:
        array.reshape(-1).view(np.uint8)[...] = 0xA5
    return memory


def run_out(call: TypedCall, module: ModuleOp, reference: Results) -> Results:
    """Run a function that writes its results to memory."""
    outputs = _outputs(reference)
    arguments = [np.copy(v) if isinstance(v, np.ndarray) else v for v in lowered_arguments(call)]
    run_lowered(module, call.name, [*arguments, *outputs])
    return outputs


def run_packed(call: TypedCall, module: ModuleOp, reference: Results) -> Results:
    """Run the entry that takes one table of arguments, which has a slot of 8 bytes for each."""
    interpreter = level_interpreter(module)
    memory, outputs = memory_of(interpreter), _outputs(reference)
    arguments = [*lowered_arguments(call), *outputs]
    table = np.zeros(len(arguments) + 1, np.int64)
    for slot, value in enumerate(arguments):
        is_array = isinstance(value, np.ndarray)
        bits = np.float64(value).view(np.int64) if isinstance(value, float) else value
        table[slot] = memory.place(value) if is_array else bits
    function = find_function(module, packed_name(call.name))
    interpreter.check(function)
    with quiet():
        interpreter.run_ssacfg_region(function.body, (np.int64(memory.place(table)),))
    if table[-1]:
        raise RuntimeFault("llvm.func", None, text_at(interpreter, int(table[-1])))
    return outputs


@dataclass(frozen=True)
class Difference:
    """A pass after which a program has other results, and the first of them."""

    spec: str
    reason: str


def differences(call: TypedCall, sabotage: Sabotage | None = None) -> Iterator[Difference]:
    """Yield the passes after which the results differ from those before them, in order."""
    module, context = call.module.clone(), LazyContext()
    before = after = interpret(call)
    for position, spec in enumerate(BELOW_TS):
        old = module.clone()
        run_pipeline(_steps(spec), context, module)
        if sabotage is not None:
            sabotage(spec, module)
        if module.is_structurally_equivalent(old):
            continue
        try:
            after = _run_version(call, module, position, before)
        except RuntimeFault as fault:
            after = str(fault)
        if (reason := difference(before, after, _name(spec) not in ROUNDS)) is not None:
            yield Difference(spec, reason)
            return
        before = after


def _name(spec: str) -> str:
    return spec.partition("{")[0]


@cache
def _steps(spec: str) -> tuple[PipelineStep, ...]:
    return build_pipeline(spec, {**get_all_passes(), **pass_factories()})


def _run_version(
    call: TypedCall, module: ModuleOp, position: int, before: Results | str
) -> Results:
    manual_seed(0)
    functions = [op for op in module.ops if isinstance(op, FuncOp | LlvmFuncOp)]
    reference = before if not isinstance(before, str) else ()
    if any(op.sym_name.data == packed_name(call.name) for op in functions):
        return run_packed(call, module, reference)
    if position < BELOW_TS.index("convert-te-to-loops"):
        return run_te(call, module)
    return run_out(call, module, reference)


def difference(before: Results | str, after: Results | str, exact: bool) -> str | None:
    """Return how results differ, or None. A failure is as any other failure."""
    if isinstance(before, str) or isinstance(after, str):
        same = isinstance(before, str) == isinstance(after, str)
        return None if same else f"{before} is now {after}"
    if len(before) != len(after):
        return f"{len(before)} results are now {len(after)}"
    for number, (a, b) in enumerate(zip(before, after, strict=True)):
        if (text := _differ(a, b, exact)) is not None:
            return f"result {number}: {text}"
    return None


def _differ(a: np.ndarray, b: np.ndarray, exact: bool) -> str | None:
    if (a.dtype, a.shape) != (b.dtype, b.shape):
        return f"{a.dtype}{a.shape} is now {b.dtype}{b.shape}"
    wide = a.dtype if a.dtype.kind in "bui" else np.float64
    x, y = a.astype(wide), b.astype(wide)
    tolerance = 0.0 if exact else TOLERANCES.get(a.dtype.name, 0.0)
    largest = np.nanmax(np.abs(x[np.isfinite(x)]), initial=1.0) if wide == np.float64 else 0
    close = np.isclose(x, y, rtol=tolerance, atol=tolerance * largest, equal_nan=wide == np.float64)
    if close.all():
        return None
    place = tuple(int(i) for i in np.argwhere(~close)[0])
    return f"at {list(place)} {a[place]} is now {b[place]}"
