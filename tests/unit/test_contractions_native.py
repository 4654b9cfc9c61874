"""Products of matrices and vectors as machine code agree with the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.lowering.pipelines import PIPELINES, with_registers
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native import machine_code
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.tensor import Array, Tensor

F32, F64, I64, I32 = np.float32, np.float64, np.int64, np.int32
Sizes: TypeAlias = Sequence[Sequence[int]]
DTYPES = (F32, F64, I64, I32)


@cache
def function(expression: str, arity: int) -> FuncOp:
    arguments = ", ".join(f"{name}: torch.Tensor" for name in "xyz"[:arity])
    source = f"import torch\ndef f({arguments}) -> torch.Tensor:\n    return {expression}\n"
    op = compile_source(source, "f.py").body.block.first_op
    assert isinstance(op, FuncOp)
    return op


def numbers(shape: Sequence[int], dtype: type, random: np.random.Generator) -> Array:
    values = random.standard_normal(shape)
    return (8 * values if np.issubdtype(dtype, np.integer) else values).astype(dtype)


def compare(expression: str, arrays: Sequence[Array], *, symbolic: bool = False) -> None:
    op, values = function(expression, len(arrays)), [Tensor(array) for array in arrays]
    module = op.parent_op()
    kernel = compile_func(module, "f", values, symbolic=symbolic)
    expected = run(Code.from_func(op), values)[0].array
    (got,) = kernel(*values)
    assert (got.array.dtype, got.array.shape) == (expected.dtype, expected.shape)
    # Each of the k terms of a sum may add an error of its own.
    terms = max((max(array.shape, default=1) for array in arrays), default=1)
    exact = np.issubdtype(expected.dtype, np.integer)
    tolerance = 0 if exact else 4 * np.finfo(expected.dtype).eps * max(terms, 4)
    np.testing.assert_allclose(got.array, expected, rtol=tolerance, atol=tolerance)


FORMS: dict[str, Callable[[int, int, int], Sizes]] = {
    "torch.mm(x, y)": lambda m, k, n: ((m, k), (k, n)),
    "torch.mm(x.t(), y)": lambda m, k, n: ((k, m), (k, n)),
    "torch.mm(x, y.t())": lambda m, k, n: ((m, k), (n, k)),
    "torch.mm(x.t(), y.t())": lambda m, k, n: ((k, m), (n, k)),
    "torch.mv(x, y)": lambda m, k, n: ((m, k), (k,)),
    "torch.mv(x.t(), y)": lambda m, k, n: ((k, m), (k,)),
    "torch.dot(x, y)": lambda m, k, n: ((k,), (k,)),
    "torch.bmm(x, y)": lambda m, k, n: ((3, m, k), (3, k, n)),
    "torch.nn.functional.linear(x, y)": lambda m, k, n: ((m, k), (n, k)),
    "torch.nn.functional.linear(x, y, z)": lambda m, k, n: ((2, m, k), (n, k), (n,)),
    "torch.addmm(z, x, y)": lambda m, k, n: ((m, k), (k, n), (n,)),
    "torch.addmm(z, x, y, beta=3, alpha=2)": lambda m, k, n: ((m, k), (k, n), (m, 1)),
    "torch.addmm(z, x, y, beta=0)": lambda m, k, n: ((m, k), (k, n), (m, n)),
    "torch.addmv(z, x, y)": lambda m, k, n: ((m, k), (k,), (m,)),
    "torch.baddbmm(z, x, y)": lambda m, k, n: ((2, m, k), (2, k, n), (1, 1, n)),
    "torch.relu(torch.mm(x, y) + z)": lambda m, k, n: ((m, k), (k, n), (n,)),
    "torch.matmul(x, y)": lambda m, k, n: ((m, k), (3, k, n)),
    "torch.matmul(x, y) * 2": lambda m, k, n: ((k,), (2, k, n)),
    "torch.matmul(x + 1, y)": lambda m, k, n: ((2, m, k), (k,)),
    "torch.matmul(x, y) - x": lambda m, k, n: ((2, 1, k, k), (3, k, k)),
}
"""Expressions in x, y and z, with their shapes for a product of m by k and k by n."""

SIZES = ((2, 3, 4), (1, 5, 7), (7, 1, 1), (0, 3, 2), (3, 0, 2), (17, 19, 37), (33, 40, 65))


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("expression", FORMS)
def test_forms(expression: str, sizes: tuple[int, int, int]) -> None:
    random = np.random.default_rng(0)
    compare(expression, [numbers(s, F32, random) for s in FORMS[expression](*sizes)])


@pytest.mark.parametrize("expression", FORMS)
def test_symbolic_sizes(expression: str) -> None:
    random = np.random.default_rng(0)
    for sizes in ((5, 6, 7), (19, 50, 37)):
        arrays = [numbers(s, F32, random) for s in FORMS[expression](*sizes)]
        compare(expression, arrays, symbolic=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("expression", ["torch.mm(x, y)", "torch.mm(x, y.t())"])
def test_element_types(expression: str, dtype: type) -> None:
    random = np.random.default_rng(0)
    compare(expression, [numbers(s, dtype, random) for s in ((13, 21), (21, 21))])


def test_random_sizes() -> None:
    random = np.random.default_rng(1)
    for _ in range(25):
        m, k, n = (int(size) for size in random.choice([1, 2, 3, 5, 8, 13, 16, 31, 48, 67], 3))
        expression = str(random.choice(list(FORMS)))
        dtype = F32 if random.random() < 0.7 else F64
        arrays = [numbers(s, dtype, random) for s in FORMS[expression](m, k, n)]
        compare(expression, arrays, symbolic=bool(random.random() < 0.3))


@pytest.mark.parametrize(
    "expression",
    [
        "torch.mm(x, y)",
        "torch.mm(x, y.t())",
        "torch.mm(x.t(), y.t())",
        "torch.nn.functional.linear(x, y, z)",
        "torch.baddbmm(z, x, y)",
    ],
)
@pytest.mark.parametrize(
    "sizes", [(130, 270, 101), (161, 33, 50), (400, 64, 19), (300, 70, 53)], ids=str
)
def test_large_factors(expression: str, sizes: tuple[int, int, int]) -> None:
    """Compare products of sizes for which the right factor is packed."""
    random = np.random.default_rng(0)
    compare(expression, [numbers(s, F32, random) for s in FORMS[expression](*sizes)])


@pytest.mark.parametrize("dtype", [F32, F64, np.int64, np.int32, np.int8])
@pytest.mark.parametrize("shape", [(64, 32), (37, 19), (5, 300), (1, 8), (0, 20)], ids=str)
def test_copies_of_transposes(shape: tuple[int, int], dtype: type) -> None:
    compare("x.t().contiguous()", [numbers(shape, dtype, np.random.default_rng(0))])


@pytest.mark.parametrize(
    "left_out",
    [
        {"tile-contractions"},
        {"pack-panels", "fuse-loops"},
        {"inline-producers", "collapse-loops"},
        {"vectorize-loops", "cse", "dce"},
    ],
)
def test_passes_for_speed(left_out: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A product means the same without each of them, and for a machine of other registers."""
    specs = PIPELINES["ts-to-llvm"]
    kept = [spec for spec in specs if spec.partition("{")[0] not in left_out]
    kept = kept[kept.index("convert-ts-to-te") :]
    random = np.random.default_rng(0)
    for pipeline in (kept, with_registers(kept, 16, 32)):
        monkeypatch.setattr(machine_code, "_LOWERING", tuple(pipeline))
        for expression in ("torch.relu(torch.mm(x, y) + z)", "torch.addmm(z, x, y)"):
            shapes = FORMS[expression](70, 130, 90)
            compare(expression, [numbers(s, F32, random) for s in shapes])


def test_operands_that_are_not_row_major() -> None:
    random = np.random.default_rng(0)
    x, y = numbers((30, 22), F32, random), numbers((30, 44), F32, random)
    compare("torch.mm(x, y)", [x.T, y[:, ::2]])


def test_infinities_and_nans_spread_as_in_sums() -> None:
    x = np.array([[np.inf, 1, 2], [0, np.nan, 1], [1, 2, 3]], F32)
    compare("torch.mm(x, y)", [x, np.ones((3, 40), F32)])


@pytest.mark.parametrize(
    ("expression", "shapes", "dtypes", "reason"),
    [
        ("torch.mm(x, y)", ((2, 3), (3, 2)), (np.bool_, np.bool_), "is not defined for bool"),
        ("torch.mm(x, y)", ((2, 3), (3, 2)), (F32, F64), "different element types"),
    ],
)
def test_refusals(expression: str, shapes: Sizes, dtypes: Sequence[type], reason: str) -> None:
    values = [Tensor(np.ones(s, d)) for s, d in zip(shapes, dtypes, strict=True)]
    with pytest.raises(NativeUnsupported, match=reason):
        compile_func(function(expression, 2).parent_op(), "f", values)
