"""Native code against the interpreter, for operators that are lowered by rules on fields.

Every program runs on random tensors of several shapes, empty ones among them, of two element types,
row-major and not, with NaN, infinities and equal elements.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.runtime.errors import InputMismatch, NativeUnsupported
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native.compile_func import compile_func
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value

FLOATS, INTEGERS = (np.float32,), (np.int64,)
WIDE_FLOATS = (np.float32, np.float64)

PROGRAMS: dict[str, tuple[str, tuple[tuple[int, ...], ...], tuple[type, ...]]] = {
    "sums": (
        "x.sum(), x.sum(1), x.sum((0, 2), True), x.nansum(-1), x.prod(0), "
        "torch.count_nonzero(x, 1)",
        ((3, 1, 40), (2, 0, 3)), FLOATS + INTEGERS,
    ),
    "extremes": (
        "x.amax(), x.amin((0, 1)), torch.max(x, 2), torch.min(x, 0, True), x.argmax(), "
        "x.argmin(1, True), torch.aminmax(x, dim=1)",
        ((2, 3, 17), (3, 1, 40)), FLOATS + INTEGERS,
    ),
    "other widths": (
        "x.sum(1), x.prod(0), x.amax(2), x.argmin()",
        ((2, 3, 17),), (np.float64, np.int32),
    ),
    "truth": ("x.any(), x.all(1), x.any(2, True)", ((2, 3, 17), (2, 0, 3)), FLOATS + INTEGERS),
    "spreads": (
        "x.mean(), x.mean(1), x.var(), x.std(2, False), torch.var_mean(x, (0, 1), correction=2), "
        "torch.logsumexp(x, 1), torch.logsumexp(x, (0, 2), True)",
        ((2, 3, 17), (3, 1, 40)), FLOATS,
    ),
    "norms": (
        "torch.linalg.vector_norm(x), torch.linalg.vector_norm(x, 1, 2), "
        "torch.linalg.vector_norm(x, 0, 1, True), torch.linalg.vector_norm(x, 3, (0, 1))",
        ((2, 3, 17), (2, 0, 3)), FLOATS,
    ),
    "softmax": (
        "x.softmax(0), x.softmax(-1), x.log_softmax(1), x.softmax(1, torch.float64)",
        ((2, 3, 17), (3, 1, 40), (2, 0, 3)), FLOATS,
    ),
    "layers": (
        "torch.layer_norm(x, [x.size(2)]), torch.layer_norm(x, [3, x.size(2)], x[0], x[1], 0.1), "
        "torch.group_norm(x, 3), torch.rms_norm(x, [x.size(2)], x[0, 0], 0.1), "
        "torch.batch_norm(x, None, None, x[0, :, 0], x[1, :, 1].abs(), False, 0.1, 0.1, False), "
        "torch.batch_norm(x, None, None, None, None, True, 0.1, 0.1, False)",
        ((2, 3, 17), (2, 3, 40)), FLOATS,
    ),
    "rearrangements": (
        "x.flip(0, 2), x.roll(2, 1), x.roll((1, -5), (0, 2)), torch.rot90(x, 1, (0, 2)), "
        "x.repeat(2, 1, 1, 2), x.unfold(2, 3, 2), x.diagonal(1, 0, 2), torch.diag_embed(x, -1), "
        "x.tril(1), x.triu(-1), torch.movedim(x, 0, 2), torch.transpose_copy(x, 0, 2), "
        "torch.pixel_shuffle(x.transpose(0, 2), 2), torch.pixel_unshuffle(x, 2), "
        "torch.channel_shuffle(x, 2)",
        ((4, 2, 8), (2, 4, 16)), FLOATS + INTEGERS,
    ),
    "joining": (
        "torch.cat([x, x[:, :1], x[:, :0]], 1), torch.stack([x, x + 1], -1), "
        "torch.constant_pad_nd(x, [2, -1, 0, 3], 5), torch.block_diag(x[0], x[1])",
        ((4, 2, 8), (2, 4, 16)), FLOATS + INTEGERS,
    ),
    "replaced parts": (
        "torch.select_scatter(x + 0, x[0], 0, 1), "
        "torch.slice_scatter(x + 0, x[:, :, 1:4], 2, 1, 7, 2), "
        "torch.diagonal_scatter(x + 0, x.diagonal(-1, 0, 1), -1, 0, 1)",
        ((4, 2, 8), (2, 4, 16)), FLOATS + INTEGERS,
    ),
    "averages": (
        "torch.avg_pool1d(x, 3, 2, 1), torch.avg_pool1d(x, 2, 1, 1, True, False), "
        "torch.adaptive_avg_pool1d(x.nan_to_num(0.0, 9.0, -9.0), 3), "
        "torch.adaptive_avg_pool2d(x.nan_to_num(0.0, 9.0, -9.0), [3, 5]), "
        "torch.avg_pool2d(x, [2, 3], [1, 2], [1, 1], True, False)",
        ((4, 4, 8), (2, 5, 17)), FLOATS,
    ),
    "maxima": (
        "torch.max_pool1d(x, 3, 2, 1), torch.max_pool2d_with_indices(x, [2, 3], [1, 2], [1, 1]), "
        "torch.max_pool2d_with_indices(x, [2, 2], [1, 2], [0, 0], [1, 2], True), "
        "torch.adaptive_max_pool2d(x, [3, 5])",
        ((4, 4, 8), (2, 5, 17)), FLOATS,
    ),
    "resampling": (
        "torch.upsample_nearest1d(x, [13]), torch._upsample_nearest_exact1d(x, [5], 0.7), "
        "torch.upsample_linear1d(x, [13], True), torch.upsample_linear1d(x, [5], False, 0.7), "
        "torch.upsample_bilinear2d(x[None], [7, 3], False), "
        "torch.upsample_bicubic2d(x[None], [7, 3], False), "
        "torch.upsample_bicubic2d(x[None], [3, 9], True)",
        ((4, 4, 8), (2, 5, 17)), FLOATS,
    ),
    "resampling to the same sizes": (
        "torch.upsample_nearest1d(x, [8], 1.1), torch.upsample_nearest1d(x, [16], 2.1), "
        "torch._upsample_nearest_exact1d(x, [8], 1.1), "
        "torch.upsample_linear1d(x, [8], False, 1.1), "
        "torch.upsample_nearest2d(x[None], [4, 16], 1.1, 2.1), "
        "torch.upsample_bilinear2d(x[None], [4, 9], False, 1.1, 1.2), "
        "torch.upsample_bicubic2d(x[None], [4, 9], False, 1.1, 1.2), "
        "torch.upsample_trilinear3d(x[None, None], [3, 4, 9], False, 1.1, 1.1, 1.2)",
        ((3, 4, 8),), FLOATS,
    ),
    "safe softmax": (
        "torch.ops.aten._safe_softmax(torch.where(x[:, :, :1] > 0, x, -float('inf')), 2), "
        "torch.ops.aten._safe_softmax(x, 0), torch.softmax(x, 2)",
        ((2, 3, 17), (2, 0, 3)), FLOATS,
    ),
    "angles and masks": (
        "torch.angle(x), torch.native_dropout_backward(x, x > 0, 1.5), "
        "torch.logspace(-2, 2, 9) + x.sum(), torch.logspace(0, 3, 4, 2.0) * 1",
        ((4, 4, 8),), FLOATS,
    ),
    "resampling by size": (
        "torch.nn.functional.interpolate(x, [13]), torch.nn.functional.interpolate(x, 5), "
        "torch.nn.functional.interpolate(x, [13], mode='linear', align_corners=True), "
        "torch.nn.functional.interpolate(x[None], [7, 3], mode='bilinear'), "
        "torch.nn.functional.interpolate(x[None], [7, 3], mode='bicubic')",
        ((4, 4, 8), (2, 5, 17)), FLOATS,
    ),
    "lists": (
        "x.split(2), x.chunk(3, 1), x.unbind(0), torch.tensor_split(x, [1, 3], 2), "
        "torch.broadcast_tensors([x, x[0]]), torch.split_with_sizes_copy(x, [1, 3], 1)",
        ((4, 4, 8),), FLOATS,
    ),
    "specials": (
        "torch.special.entr(x), torch.special.ndtr(x), torch.special.xlog1py(x, x.abs()), "
        "torch.logaddexp(x, x[0]), torch.logaddexp2(x, -x), torch.heaviside(x, x[0]), "
        "torch.ldexp(x, x.round())",
        ((4, 4, 8),), FLOATS,
    ),
    "gamma": (
        "x.lgamma(), x.digamma(), torch.polygamma(0, x), torch.polygamma(1, x.nan_to_num(0.0)), "
        "torch.polygamma(4, x.abs() + 0.5), torch.mvlgamma(x.abs(), 1), "
        "torch.mvlgamma(x.abs() + 2, 4)",
        ((4, 4, 8),), WIDE_FLOATS,
    ),
    "Bessel functions": (
        "torch.i0(4 * x), torch.special.i0e(9 * x), torch.special.i1(4 * x), "
        "torch.special.i1e(9 * x), torch.special.modified_bessel_i0(x), "
        "torch.special.modified_bessel_i1(x), torch.special.modified_bessel_k0(x), "
        "torch.special.modified_bessel_k1(x), torch.special.scaled_modified_bessel_k0(9 * x), "
        "torch.special.scaled_modified_bessel_k1(9 * x), torch.special.spherical_bessel_j0(x)",
        ((4, 4, 8),), WIDE_FLOATS,
    ),
    "relatives of the error function": (
        "torch.special.erfcx(x), torch.special.log_ndtr(9 * x), torch.erfinv(x), "
        "torch.erfinv(x * 0.125), torch.erfinv(1 - torch.exp2(-torch.arange(25))), "
        "torch.special.ndtri(x), torch.special.ndtri(x.abs() * 0.125), "
        "torch.special.ndtri(torch.exp(-40 * x.abs()))",
        ((4, 4, 8),), WIDE_FLOATS,
    ),
    "orthogonal polynomials": (
        ", ".join(
            f"torch.special.{name}({x}, {n})"
            for name in (
                *(f"{shift}chebyshev_polynomial_{k}" for shift in ("", "shifted_") for k in "tuvw"),
                "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l",
                "legendre_polynomial_p",
            )
            for x, n in (("x", "torch.arange(8) - 1"), ("x.sin()", "9.5"),
                         ("0.3", "torch.arange(8) - 1"))
        ),
        ((4, 4, 8), (4, 0, 8)), WIDE_FLOATS,
    ),
    "sorted": (
        "x.sort(), x.sort(0, True), torch.sort(x, stable=True, dim=1, descending=True), "
        "x.argsort(1), x.msort(), x.kthvalue(2), x.kthvalue(1, 0, True), "
        "torch.sort(x[0, 0, 0]), x.topk(1, 0), x.topk(2, 2, False)",
        ((2, 3, 17), (3, 2, 40), (2, 2, 5)), FLOATS,
    ),
    "sorted with equal elements": (
        "x.sort(), x.sort(0, True), x.argsort(1), x.kthvalue(2), x.kthvalue(1, 0, True), "
        "torch.sort(x > 0), x.topk(2)[0]",
        ((2, 3, 17), (3, 2, 40)), FLOATS + INTEGERS,
    ),
    "sorted lines without elements": ("x.sort(), x.argsort(1), x.topk(0)", ((2, 0, 3),), FLOATS),
    "ranks": (
        "x.median(), x.median(1), x.median(-1, True), x.nanmedian(), x.nanmedian(2), x.mode(), "
        "x.mode(0, True), x[0, 0, 0].median(0), torch.median(x.reshape(-1)[:1], 0)",
        ((2, 3, 17), (3, 2, 40), (2, 2, 5)), FLOATS + INTEGERS,
    ),
    "quantiles": (
        "c.quantile(0.25), c.quantile(0.5, 1), c.quantile(1.0, 0, True), c.nanquantile(0.75, 2), "
        + "torch.quantile(c, torch.arange(5, dtype=x.dtype) / 4, 1), "
        + "torch.nanquantile(c, torch.arange(5, dtype=x.dtype) / 4), "
        + ", ".join(
            f"torch.quantile(c, 0.3, 2, interpolation='{method}')"
            for method in ("lower", "higher", "midpoint", "nearest")
        ),
        ((2, 3, 17), (3, 2, 40)), WIDE_FLOATS,
    ),
    "bisected": (
        "torch.searchsorted(x.nan_to_num(0.0).sort()[0], x.sin().nan_to_num(0.0)), "
        "torch.searchsorted(x[0, 0].nan_to_num(0.0).sort()[0], x, right=True), "
        "torch.searchsorted(x[0, 0].nan_to_num(0.0), x, side='right', out_int32=True, "
        "sorter=x[0, 0].nan_to_num(0.0).argsort()), "
        "torch.bucketize(x, x[0, 0].nan_to_num(0.0).sort()[0]), torch.isin(x, x[0, 0]), "
        "torch.isin(x, x[0, 0], invert=True)",
        ((2, 3, 17), (2, 3, 1)), FLOATS,
    ),
    "recurrent networks": (
        "torch.lstm(y, [s, s], p + q, True, 2, 0.0, True, False, False), "
        "torch.lstm(y, [s, s], p[:2] + p[:2], False, 1, 0.0, True, True, True), "
        "torch.gru(y, s, [t[:12] for t in p + p], True, 1, 0.5, False, True, False), "
        "torch.rnn_tanh(y, s[:1], [t[:4] for t in p[:2]], False, 1, 0.0, False, False, True), "
        "torch.rnn_relu(y, s, [t[:4] for t in p + q], True, 2, 0.0, True, False, False)",
        ((3, 2, 4), (5, 2, 8)), WIDE_FLOATS,
    ),
    "counted": (
        "torch.nonzero_static(x > 0, size=50), torch.nonzero_static(x, size=3, fill_value=7), "
        "torch.tril_indices(3, 5, 1) * 1, torch.triu_indices(4, 3, -1) * 1, "
        "torch.triu_indices(2, 4, 5) * 1, torch.tril_indices(5, 2, -3) * 1",
        ((2, 3, 17), (2, 0, 3)), FLOATS + INTEGERS,
    ),
    "divisors": (
        "torch.gcd(x, x[0]), torch.lcm(x, -x[0]), torch.gcd(x * 12, x * 0), "
        "torch.gcd(x * 4611686018427387904, x[:1] + 1), "
        "torch.gcd(torch.full([1], -9223372036854775808), x.long()), "
        "torch.gcd(torch.full([1], -128).to(torch.int8), x.to(torch.int8)), "
        "torch.lcm(torch.full([1], -2147483647).int(), x.int())",
        ((2, 3, 17), (2, 0, 3)), INTEGERS,
    ),
    "parts of floats": (
        "torch.frexp(x), torch.frexp(x * 1e-44), torch.nextafter(x, -x), torch.nextafter(x, x[0]), "
        "torch.nextafter(x * 0, x)",
        ((2, 3, 17), (2, 0, 3)), WIDE_FLOATS,
    ),
    "grids": (
        "torch.grid_sampler(c[None], w[:, :, :2][None] * 0.7, 0, 0, False), "
        "torch.grid_sampler(c[None], w[:, :, :2][None], 0, 1, True), "
        "torch.grid_sampler(c[None], w[:, :, :2][None], 1, 0, True), "
        "torch.grid_sampler(c[None, None], w[None, None], 0, 0, True)",
        ((3, 4, 5), (3, 4, 40)), FLOATS,
    ),
    "running": (
        "x.cumsum(2), x.cumprod(0), torch.cummax(x, 1), torch.cummin(x, 2), "
        "x.cumsum(1, dtype=torch.float64)",
        ((2, 3, 40), (3, 1, 5), (2, 0, 3)), FLOATS + INTEGERS,
    ),
    "running logarithms": ("torch.logcumsumexp(x, 1)", ((2, 40, 3),), FLOATS),
    "gathered": (
        "x[i], x[:, j], x[i, :, j[:2]], x[:, i, i], torch.gather(x, 2, k), torch.take(x, k), "
        "torch.index_select(x, 1, i), torch.take_along_dim(x, k[:, :1], 2)",
        ((3, 4, 40), (3, 4, 5)), FLOATS + INTEGERS,
    ),
    "scattered": (
        "torch.scatter(x, 1, k[:, :2, :3], x), torch.scatter(x, 0, k[:1], 7), "
        "torch.scatter_add(x, 2, k, x), torch.index_add(x, 1, i, x[:, :2], alpha=2), "
        "torch.index_copy(x, 1, i, x[:, 2:4]), torch.index_fill(x, 2, i, 5), "
        "torch.index_put(x, [i, j[:2]], x[0, :2]), "
        "torch.index_put(x, [j], x[:1], accumulate=True), "
        "torch.put(x, k[0, 0], x[0, 0, :5], accumulate=True), "
        "torch.masked_scatter(x, x > 0, x + 1)",
        ((3, 4, 40),), FLOATS + INTEGERS,
    ),
    "put at the places of a mask": (
        "torch.index_put(x, [x > 1], x[0, 0, 0]), torch.index_put(x, [x[:, :, 0] > 0], x[0, 0]), "
        "torch.index_put(x, [x[:, 0, 0] > 0], x[:1]), torch.index_put(x, [x < -99], x[0, 0, :1])",
        ((3, 4, 40), (3, 4, 5)), FLOATS + INTEGERS,
    ),
    "scattered and reduced": (
        "torch.scatter_reduce(x, 2, k, x[:, :, :5], 'prod'), "
        "torch.scatter_reduce(x, 2, k, x[:, :, :5], 'mean', include_self=False), "
        "torch.scatter_reduce(x, 1, k, x, 'amax'), "
        "torch.scatter_reduce(x, 1, k, x, 'amin', include_self=False), "
        "torch.index_reduce(x, 1, i, x[:, :2], 'mean'), "
        "torch.index_reduce(x, 1, i, x[:, :2], 'prod', include_self=False)",
        ((3, 4, 40),), FLOATS + INTEGERS,
    ),
    "losses": (
        "torch.nn.functional.mse_loss(x, x * 2), torch.smooth_l1_loss(x, x.sin(), 2, 0.5), "
        "torch.nn.functional.huber_loss(x, x.sin(), 'none', 0.7), "
        "torch.soft_margin_loss(x, x.sign()), "
        "torch.nn.functional.binary_cross_entropy(x.nan_to_num(0.0).sigmoid(), x.sin().abs()), "
        "torch.binary_cross_entropy_with_logits(x, x.sin().abs(), None, x[0], 0), "
        "torch.nn.functional.nll_loss(x[:, :, 0], torch.arange(3)), "
        "torch.nn.functional.cross_entropy(x, k[:, 0], x[0, :, 0].abs(), ignore_index=1), "
        "torch.nn.functional.nll_loss(x, k[:, 0], reduction='none')",
        ((3, 4, 5),), FLOATS,
    ),
    "sums of products": (
        "torch.einsum('ijk,ljk->il', x, x), torch.einsum('...jk,kj', x, x[0].t()), "
        "torch.einsum('iij->j', x[:, :3]), torch.addr(x[0], x[0, :, 1], x[1, 2], beta=2, alpha=3), "
        "torch.addbmm(x[0, :, :4], x, x.transpose(1, 2), beta=0)",
        ((3, 4, 5),), FLOATS + INTEGERS,
    ),
    "distances and gates": (
        "torch.dist(x, x.flip(0)), torch.dist(x, x[0], 1), torch.dist(x, x * 2, float('inf')), "
        "torch.vdot(x[0, 0], x[1, 0]), torch.nn.functional.glu(x[:, :, :4]), "
        "torch.nn.functional.glu(x, 1), torch.renorm(x, 2, 1, 1.5)",
        ((3, 4, 5),), FLOATS,
    ),
    "transposed convolutions": (
        "torch.conv_transpose1d(x, w.transpose(0, 1)), "
        "torch.conv_transpose1d(x, w[0][:, None], w[0, :2, 0], 2, 1, 1, 2, 2), "
        "torch.conv_transpose2d("
        "x[None], w[:, None, :2], None, [2, 3], [1, 0], [1, 2], 1, [2, 1])",
        ((3, 4, 5),), FLOATS,
    ),
    "borders": (
        "torch.pad(x, [2, 1], 'reflect'), torch.pad(x, [3, -1], 'replicate'), "
        "torch.pad(x, [1, 2], 'circular'), torch.reflection_pad1d(x, [0, 3])",
        ((4, 2, 8),), FLOATS,
    ),
    "creation": (
        "torch.arange(1, 9, 3) + x.sum(dtype=torch.int64), torch.arange(0.5, 4, 0.25), "
        "torch.linspace(-1, 3, 7), torch.eye(3, 4), torch.linalg_cross(x, x + 1), "
        "x.new_full([2], 7), torch.fill(x, 3)",
        ((2, 4, 3),), FLOATS + INTEGERS,
    ),
}  # fmt: skip
"""Expressions in a tensor x, the shapes of x, and its element types."""

_OPERANDS = """\
    i, j = torch.arange(2), torch.arange(3) % 2
    k = (torch.arange(60) * 5 % 3).reshape(3, 4, 5)
    w = x[:, :, :3].nan_to_num(0.0, 1.0, -1.0)
    c = x.clamp(-9, 9)
    y, s = c.nan_to_num(0.0)[:2, :2, :4], c.nan_to_num(0.0)[:2, :2, :4].sin()
    b = torch.arange(256, dtype=x.dtype).sin()
    p = [b[:64].view([16, 4]), b[64:128].view([16, 4]), b[:16], b[16:32]]
    q = [b[128:192].view([16, 4]), b[192:].view([16, 4]), b[32:48], b[48:64]]
"""
"""Indices in `x`: of places that are not equal, of places that come again, and for each line; and
filters, which are finite, as zeros between elements are multiplied by them; x without
infinities; and a sequence y, states s, and weights p and q of networks of 4 features."""

_SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0)


def _layouts(shape: tuple[int, ...], dtype: type) -> Iterator[Array]:
    """Yield random tensors: row-major, transposed, and with steps and special values."""
    random = np.random.default_rng(sum(shape))
    yield _numbers(random, shape, dtype)
    yield _numbers(random, shape[::-1], dtype).T
    stepped = _numbers(random, (*shape[:-1], 2 * shape[-1]), dtype)[..., ::2]
    if np.issubdtype(dtype, np.floating):
        places = random.random(shape) < 0.05
        stepped[places] = random.choice(_SPECIAL, shape)[places]
    yield stepped


def _numbers(random: np.random.Generator, shape: tuple[int, ...], dtype: type) -> Array:
    if np.issubdtype(dtype, np.integer):
        return random.integers(-3, 4, shape).astype(dtype)
    return (random.standard_normal(shape) * 2).astype(dtype)


def _leaves(value: Value) -> list[Value]:
    if isinstance(value, tuple | list):
        return [leaf for part in value for leaf in _leaves(part)]
    return [value]


def _check(expected: Tensor, got: Tensor, where: str) -> None:
    assert expected.array.dtype == got.array.dtype, where
    assert expected.array.shape == got.array.shape, where
    if expected.array.size > 1:
        assert _steps(expected.array) == _steps(got.array), where
    tolerance = 1e-4 if expected.array.dtype == np.float32 else 1e-9
    np.testing.assert_allclose(
        got.array, expected.array, tolerance, tolerance, equal_nan=True, err_msg=where
    )


def _steps(array: Array) -> list[int]:
    """Return the strides of the dimensions in which there is a next element."""
    return [step for step, size in zip(array.strides, array.shape, strict=True) if size > 1]


@pytest.mark.parametrize("name", PROGRAMS)
def test_native_code_agrees_with_the_interpreter(name: str) -> None:
    expressions, shapes, dtypes = PROGRAMS[name]
    source = f"def f(x: Tensor):\n{_OPERANDS}    return ({expressions},)\n"
    script = ts.CompilationUnit(source).f
    function = inline_into_copy(script.op, script.program)
    interpreter = Code.from_func(function)
    for shape in shapes:
        for dtype in dtypes:
            inputs = [Tensor(x) for x in _layouts(shape, dtype)]
            kernel = compile_func(function, inputs[:1])
            for x in inputs:
                where = f"{x.dtype.torch_name}{list(shape)} strides {x.array.strides}"
                _compare(x, run(interpreter, [x]), kernel(x), where)


def _compare(x: Tensor, expected: Value, got: Value, where: str) -> None:
    pairs = zip(_leaves(expected), _leaves(got), strict=True)
    for index, (one, other) in enumerate(pairs):
        _check(one, other, f"result {index} of {where}")
        views = [np.may_share_memory(x.array, result.array) for result in (one, other)]
        assert views[0] == views[1], f"result {index} of {where}"


def test_a_result_with_gaps_in_memory_is_refused() -> None:
    script = ts.CompilationUnit("def f(x: Tensor):\n    return x.select_scatter(x[0], 0, 1)\n").f
    function = inline_into_copy(script.op, script.program)
    rows, stepped = (Tensor(np.ones((2, size), np.float32)[:, :4]) for size in (4, 8))
    with pytest.raises(InputMismatch, match="not dense"):
        compile_func(function, [rows])(stepped)
    with pytest.raises(NativeUnsupported, match="not dense"):
        compile_func(function, [stepped])


def test_a_result_whose_elements_overlap_is_refused() -> None:
    unit = ts.CompilationUnit("def f():\n    return torch.empty_strided([5, 5], [2, 1])\n")
    with pytest.raises(NativeUnsupported, match="not dense"):
        ts.compile_func(unit.f, [])
