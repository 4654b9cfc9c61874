"""Operators of libraries: small tensors are computed in kernels, large ones by the interpreter."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts

CASES = {
    "torch.linalg.inv(x) + x": (32, 40),
    "torch.linalg.det(x) * x": (32, 40),
    "torch.linalg.solve(x, x + x) + x": (32, 40),
    "torch.linalg.cholesky(x) + x": (8, 16),
    "torch.linalg.qr(x)[1] + x": (32, 40),
    "torch.linalg.matrix_exp(x / 100) + x": (32, 40),
    "torch.linalg.eigvalsh(x) + x": (4, 5),
    "torch.gcd(x.int(), 6 * x.int()) + x": (5, 6),
    "torch.special.bessel_j1(x) + x": (32, 40),
    "torch.sort(x)[1] + x": (32, 33),
    "x.median() + x": (13, 14),
}
"""Source -> a number of rows up to which kernels are faster, and one where they are not."""


def _square(rows: int) -> np.ndarray:
    random = np.random.default_rng(rows).standard_normal((rows, rows)).astype(np.float32)
    return random @ random.T / rows + 2 * np.eye(rows, dtype=np.float32)


@pytest.mark.usefixtures("compiled_now")
@pytest.mark.parametrize("source", CASES)
def test_small_matrices_are_computed_in_kernels(source: str) -> None:
    for rows, is_large in zip(CASES[source], (False, True), strict=True):
        function = ts.CompilationUnit(f"def f(x):\n    return {source}\n").f
        x = _square(rows)
        with ts.optimized_execution(False):
            expected = np.asarray(function(x))
        for _ in range(4):
            np.testing.assert_allclose(np.asarray(function(x)), expected, rtol=2e-3, atol=2e-3)
        assert ("faster algorithm" in str(ts.explain(function, x))) == is_large


@pytest.mark.usefixtures("compiled_now")
def test_a_singular_matrix_is_an_error_of_the_program() -> None:
    function = ts.CompilationUnit("def f(x):\n    return torch.linalg.inv(x) + x\n").f
    for _ in range(4):
        function(_square(3))
    with pytest.raises(ts.RuntimeFault, match=r"<compile>:2:12: error: 'aten.linalg_inv"):
        function(np.zeros((3, 3), np.float32))
