"""Native code against the interpreter: factorisations, eigenvalues, and Fourier transforms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import NativeUnsupported, RuntimeFault
from xdsl_torchscript.runtime.native.compile_func import compile_func

PROGRAMS: dict[str, str] = {
    "LU": "torch.linalg.lu_factor(a), torch.linalg.lu_factor_ex(tall), torch.linalg.lu(wide), "
    "torch.lu_unpack(torch.linalg.lu_factor(a)[0], torch.linalg.lu_factor(a)[1])",
    "determinants": "torch.linalg.det(a), torch.linalg.slogdet(a), torch.logdet(spd), "
    "torch.det(a), "
    "torch.linalg.slogdet(a * 0), torch.linalg.det(a[:, :0, :0])",
    "equations": "torch.linalg.solve(a, tall), torch.linalg.solve(a, wide, left=False), "
    "torch.linalg.solve(a, tall[:, :, 0]), torch.linalg.solve(a[0], tall), torch.linalg.inv(a), "
    "torch.linalg.solve_ex(a, tall), torch.inverse(a[0])",
    "equations by factors": "torch.linalg.lu_solve(f, p, tall), "
    "torch.linalg.lu_solve(f, p, tall, adjoint=True), "
    "torch.linalg.lu_solve(f, p, wide, left=False), "
    "torch.linalg.lu_solve(f, p, wide, left=False, adjoint=True), torch.lu_solve(tall, f, p)",
    "triangles": "torch.linalg.solve_triangular(a, tall, upper=True), "
    "torch.linalg.solve_triangular(a, tall, upper=False, unitriangular=True), "
    "torch.linalg.solve_triangular(a, wide, upper=True, left=False), "
    "torch.triangular_solve(tall, a), torch.triangular_solve(tall, a, False, True, True)",
    "Cholesky": "torch.linalg.cholesky(spd), torch.linalg.cholesky(spd, upper=True), "
    "torch.linalg.cholesky_ex(spd), torch.cholesky(spd[0]), "
    "torch.cholesky_solve(tall, torch.linalg.cholesky(spd)), "
    "torch.cholesky_inverse(torch.linalg.cholesky(spd, upper=True), upper=True)",
    "QR": "torch.linalg.qr(a), torch.linalg.qr(tall), torch.linalg.qr(wide), "
    "torch.linalg.qr(tall, 'complete'), torch.qr(wide, False), torch.geqrf(tall), "
    "torch.linalg.householder_product(g, tau), torch.ormqr(g, tau, tall), "
    "torch.ormqr(g, tau, tall, transpose=True), torch.ormqr(g, tau, wide @ a, left=False), "
    "torch.linalg.qr(tall * 0)",
    "eigenvalues": "torch.linalg.eigvalsh(spd), torch.linalg.eigvalsh(a, UPLO='U'), "
    "torch.linalg.eigh(spd)[0], v.transpose(1, 2) @ spd @ v, v @ v.transpose(1, 2)",
    "singular values": "torch.linalg.svdvals(tall), torch.linalg.svdvals(wide), "
    "torch.linalg.svdvals(a * 0), u @ torch.diag_embed(s) @ h, u.transpose(1, 2) @ u, s, "
    "torch.linalg.cond(a), torch.linalg.cond(tall, -2), torch.linalg.matrix_rank(tall)",
    "inverses": "torch.linalg.pinv(tall), torch.linalg.pinv(wide, rtol=0.5), torch.pinverse(a), "
    "torch.linalg.pinv(spd, hermitian=True), torch.linalg.pinv(wide[:, :, :0])",
    "one axis": "torch.fft.fft(a), torch.fft.ifft(tall, dim=1, norm='ortho'), "
    "torch.fft.rfft(wide), "
    "torch.fft.irfft(wide, 7), torch.fft.hfft(wide, norm='forward'), torch.fft.ihfft(tall, 4, 1), "
    "torch.fft.fft(wide, 8), torch.fft.fft(wide, 2), torch.fft.irfft(torch.fft.rfft(wide), 5)",
    "exponentials": "torch.matrix_exp(a), "
    "torch.linalg.matrix_exp(spd / 8), torch.matrix_exp(a * 0)",
    "several axes": "torch.fft.fft2(a), torch.fft.ifftn(wide), torch.fft.rfft2(tall, [4, 6]), "
    "torch.fft.irfft2(wide), torch.fft.hfft2(tall), torch.fft.ihfftn(wide, dim=[1, 2]), "
    "torch.fft.fftn(wide, [3, -1], norm='forward'), torch.fft.hfftn(wide, dim=[2, 1])",
    "complex numbers": "torch.complex(tall, tall[0]), torch.polar(tall, tall[0]), a.cfloat(), "
    "torch.view_as_real(torch.complex(a, a)) * 2, torch.view_as_complex(a[:, :, :2] * 1)",
}  # fmt: skip
"""Expressions in matrices a (5 by 5, far from singular), spd (symmetric), tall (5 by 3) and wide
(3 by 5), two of each; f, p are factors of a; g, tau those of tall; v of spd; u, s, h of tall."""

_OPERANDS = """\
    f, p = torch.linalg.lu_factor(a)
    spd = a @ a.transpose(1, 2)
    g, tau = torch.geqrf(tall)
    _values, v = torch.linalg.eigh(spd)
    u, s, h = torch.linalg.svd(tall, full_matrices=False)
"""


def inputs(dtype: type, seed: int = 0) -> list[ts.Tensor]:
    random = np.random.default_rng(seed)
    shapes = ((2, 5, 5), (2, 5, 3), (2, 3, 5))
    a, tall, wide = (random.normal(size=shape).astype(dtype) for shape in shapes)
    a += 2 * np.eye(5, dtype=dtype)
    return [ts.Tensor(x) for x in (a, np.asfortranarray(tall), wide[:, ::-1])]


def leaves(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, ts.Tensor):
        yield value.array
        return
    for part in value if isinstance(value, list | tuple) else value.elements:
        yield from leaves(part)


def compile_script(expression: str) -> Any:
    head = "def f(a: Tensor, tall: Tensor, wide: Tensor):\n"
    return ts.compile(f"{head}{_OPERANDS}    return {expression}\n").f


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_native_code_agrees_with_the_interpreter(name: str, dtype: type) -> None:
    function = compile_script(PROGRAMS[name])
    kernel = compile_func(function, inputs(dtype))
    for seed in range(3):
        given = inputs(dtype, seed)
        pairs = zip(leaves(kernel(*given)), leaves(function(*given)), strict=True)
        for number, (got, wanted) in enumerate(pairs):
            where = f"result {number}"
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), where
            assert got.size < 2 or got.strides == wanted.strides, where
            tolerance = 1e-3 if wanted.dtype in (np.float32, np.complex64) else 1e-9
            np.testing.assert_allclose(got, wanted, tolerance, tolerance, err_msg=where)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("torch.linalg.inv(a)", "singular"),
        ("torch.linalg.solve(a, a)", "singular"),
        ("torch.linalg.lu_factor(a)", "singular"),
        ("torch.linalg.cholesky(a)", "not positive-definite"),
        ("torch.linalg.svd(a, full_matrices=False)", "no full rank"),
        ("torch.linalg.eigvalsh(a / a[4, 4])", "NaN or infinities"),
    ],
)
def test_unsolvable_systems_fail(expression: str, reason: str) -> None:
    function = ts.compile(f"def f(a):\n    return {expression}\n").f
    square = inputs(np.float32)[0].array[0]
    good = ts.Tensor(square @ square.T)
    bad = ts.Tensor(np.ones((5, 5), np.float32) * [[1], [-1], [0], [0], [0]])
    kernel = compile_func(function, [good])
    with pytest.raises(RuntimeFault, match=reason):
        kernel(ts.Tensor(bad.array.astype(np.float32)))


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("torch.linalg.eigvalsh(torch.zeros(65, 65) + a[0, 0])", "up to 64 are compiled"),
        ("torch.fft.fft(a, 5000)", "up to 4096 are compiled"),
        ("torch.linalg.svd(a[:, :2])", "completes vectors to a basis"),
        ("torch.view_as_complex(a[:, :2]).conj()", "complex64, which is not compiled yet"),
    ],
)
def test_unsupported_matrices_are_refused(expression: str, reason: str) -> None:
    function = ts.compile(f"def f(a):\n    return {expression}\n").f
    with pytest.raises(NativeUnsupported, match=reason):
        compile_func(function, [ts.Tensor(inputs(np.float32)[0].array[0])])
