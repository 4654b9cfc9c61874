"""Each pass below the ts level keeps the meaning of programs; a wrong one is found at its level.

Programs run in the interpreter of each level, so nothing here needs LLVM.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from corpus import compiled_graphs, lit_programs
from level_steps import BELOW_TS, TypedCall, differences, interpret, typed_call
from random_programs import FIRST_SEED, Program
from random_tensors import tensor_program
from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.tensor import Tensor

_PROGRAMS = int(os.environ.get("TS_LEVEL_PROGRAMS", "3"))

NOT_NATIVE = {"classes.mlir 0", "classes.py 0", "classes.py 2", "classes.py 3"}
"""Programs with objects, or that the native code does not take."""


@pytest.mark.parametrize("programs", [compiled_graphs, lit_programs])
def test_committed_programs(programs: Callable[[], Iterator[Program]]) -> None:
    refused: set[str] = set()
    faults: list[str] = []
    for program in programs():
        try:
            call = typed_call(program.module, program.entry[-1], program.inputs)
        except NativeUnsupported:
            refused.add(program.name)
            continue
        faults += [f"{program.name}: {found}" for found in differences(call)]
    assert not faults, "\n".join(faults)
    assert refused <= NOT_NATIVE


def _random_call(seed: int) -> tuple[str, TypedCall]:
    """Return a random program; every other one has symbolic sizes where they can be."""
    text, module, inputs = tensor_program(seed)
    try:
        return text, typed_call(module, "f", inputs, symbolic=seed % 2 == 1)
    except NativeUnsupported:
        return text, typed_call(module, "f", inputs)


@pytest.mark.parametrize("first", [0, FIRST_SEED])
def test_random_programs(first: int) -> None:
    for seed in range(first, first + _PROGRAMS):
        text, call = _random_call(seed)
        assert not isinstance(interpret(call), str), text
        found = list(differences(call))
        assert not found, f"seed {seed}: {found}\n{text}"


PRODUCT = """
import torch

def f(x: torch.Tensor, y: torch.Tensor, b: torch.Tensor):
    return torch.relu(torch.matmul(x, y) + b)
"""


@pytest.mark.parametrize(("rows", "inner", "columns"), [(5, 7, 33), (17, 4, 35)])
def test_products(rows: int, inner: int, columns: int) -> None:
    """Products of matrices are tiled, with a rest in each direction."""
    shapes = [(rows, inner), (inner, columns), (columns,)]
    found = list(differences(_call(PRODUCT, shapes)))
    assert not found


def _call(text: str, shapes: list[tuple[int, ...]]) -> TypedCall:
    rng = np.random.default_rng(0)
    return _state_types(text, [rng.normal(size=shape).astype(np.float32) for shape in shapes])


def _state_types(text: str, arrays: list[np.ndarray]) -> TypedCall:
    return typed_call(compile_source(text, "program.py"), "f", [Tensor(a) for a in arrays])


_INF, _NAN = np.inf, np.nan
_SPECIAL = np.array([[_NAN, _INF, -_INF, -0.0] * 5] * 2, np.float32)
_FLOATS = np.linspace(-2, 2, 57, dtype=np.float32).reshape(3, 19)
_PLACES = np.array([[0, 18, 3], [7, 7, 7], [5, 0, 0]])

FEATURES: dict[str, tuple[str, list[np.ndarray]]] = {
    "scan": ("torch.cumsum(x, 1)", [_FLOATS]),
    "gather": ("torch.gather(x, 1, y)", [_FLOATS, _PLACES]),
    "scatter": ("torch.scatter_add(x, 1, y, x[:, :3])", [_FLOATS, _PLACES]),
    "pooling": ("torch.max_pool2d(x.unsqueeze(0), [2, 2])", [_FLOATS]),
    "narrow integers": (
        "(x + y, x * y, torch.maximum(x, y), x > y)",
        [np.arange(-60, 60, 3, dtype=np.int8), np.arange(120, -120, -6).astype(np.int8)],
    ),
    "special values": (
        "(torch.maximum(x, y), torch.relu(x), x * y, torch.exp(x), torch.tanh(x), x.amax(1))",
        [_SPECIAL, np.roll(_SPECIAL, 1)],
    ),
}


@pytest.mark.parametrize("name", FEATURES)
def test_features(name: str) -> None:
    body, arrays = FEATURES[name]
    arguments = ", ".join(f"{n}: torch.Tensor" for n, _ in zip("xy", arrays, strict=False))
    text = f"import torch\n\ndef f({arguments}):\n    return {body}\n"
    found = list(differences(_state_types(text, arrays)))
    assert not found


SIMPLE = """
import torch

def f(x: torch.Tensor, y: torch.Tensor):
    z = torch.sin(x * 3 + y)
    return z * z - x
"""


def _swap(target: Callable[..., Operation]) -> Callable[[Operation], None]:
    return lambda op: Rewriter.replace_op(op, target(op.operands[0], op.operands[1]))


def _next_slot(op: Operation) -> None:
    assert isinstance(op, llvm.GEPOp)
    numbers = [index + 1 for index in op.rawConstantIndices.iter_values()]
    op.properties["rawConstantIndices"] = type(op.rawConstantIndices).from_list(
        op.rawConstantIndices.elt_type, numbers
    )


BROKEN: dict[str, tuple[str, Callable[[Operation], None]]] = {
    "convert-ts-to-te": ("arith.mulf", _swap(arith.AddfOp)),
    "inline-producers": ("arith.subf", _swap(arith.AddfOp)),
    "convert-te-to-loops": ("memref.store", Rewriter.erase_op),
    "flatten-indices": ("arith.mulf", _swap(arith.AddfOp)),
    "parallelize-loops{cycles=32 chunks=3}": ("arith.mulf", _swap(arith.AddfOp)),
    "vectorize-loops{width=16 functions=32 masked=true}": ("vector.store", Rewriter.erase_op),
    "expand-math": ("arith.mulf", _swap(arith.AddfOp)),
    "convert-parallel-to-llvm": ("arith.mulf", _swap(arith.AddfOp)),
    "lower-scf-to-cf": ("arith.addf", _swap(arith.SubfOp)),
    "convert-vector-to-llvm": ("llvm.store", Rewriter.erase_op),
    "convert-memref-to-llvm": ("llvm.store", Rewriter.erase_op),
    "convert-arith-to-llvm": ("llvm.fsub", _swap(llvm.FAddOp)),
    "emit-packed-entry": ("llvm.getelementptr", _next_slot),
}
"""A pass, an operation in its result, and the fault in the first of these."""


@pytest.mark.parametrize("spec", BROKEN)
def test_a_broken_pass_is_found(spec: str) -> None:
    assert spec in BELOW_TS
    name, change = BROKEN[spec]

    def sabotage(done: str, module: ModuleOp) -> None:
        if done == spec:
            found = [op for op in module.walk() if op.name == name]
            change(found[-1 if spec in ("convert-arith-to-llvm", "emit-packed-entry") else 0])

    found = list(differences(_call(SIMPLE, [(3, 33), (3, 33)]), sabotage))
    assert [difference.spec for difference in found] == [spec]
