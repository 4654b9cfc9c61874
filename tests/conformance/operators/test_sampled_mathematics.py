"""Normalisation, attention, losses, reductions, linear algebra, Fourier transforms and special
functions on PyTorch's own sample inputs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
sys.path.insert(0, str(Path(__file__).parent))

from sampled import OPS, outcome_of  # noqa: E402

NAMES = """
native_layer_norm native_batch_norm native_group_norm renorm norm norm.fro norm.nuc dist cdist
nn.functional.batch_norm nn.functional.layer_norm nn.functional.group_norm
nn.functional.instance_norm nn.functional.rms_norm
linalg.norm linalg.vector_norm linalg.matrix_norm softmax log_softmax
nn.functional.embedding nn.functional.embedding_bag
nn.functional.cross_entropy nn.functional.nll_loss nn.functional.mse_loss nn.functional.l1_loss
nn.functional.smooth_l1_loss nn.functional.huber_loss nn.functional.binary_cross_entropy
nn.functional.binary_cross_entropy_with_logits nn.functional.kl_div nn.functional.poisson_nll_loss
nn.functional.hinge_embedding_loss nn.functional.cosine_embedding_loss
nn.functional.margin_ranking_loss nn.functional.triplet_margin_loss
nn.functional.multi_margin_loss nn.functional.multilabel_margin_loss
nn.functional.soft_margin_loss nn.functional.ctc_loss nn.functional.gaussian_nll_loss
nn.functional.pairwise_distance nn.functional.pdist nn.functional.cosine_similarity
var std var_mean std_mean logsumexp amax amin aminmax prod all any nansum nanmean median nanmedian
quantile nanquantile count_nonzero sum mean
matmul bmm mm mv addmm addmv addr baddbmm addbmm kron inner vdot
linalg.inv linalg.solve linalg.det linalg.slogdet linalg.cholesky linalg.qr linalg.svdvals
linalg.eigvalsh linalg.pinv linalg.matrix_power linalg.matrix_rank linalg.lstsq linalg.cond
linalg.solve_triangular linalg.lu linalg.lu_factor linalg.multi_dot linalg.vecdot linalg.vander
linalg.tensorinv linalg.tensorsolve linalg.householder_product triangular_solve cholesky_inverse
cholesky_solve logdet cov corrcoef
fft.fft fft.ifft fft.rfft fft.irfft fft.hfft fft.ihfft fft.fft2 fft.ifft2 fft.rfft2 fft.irfft2
fft.fftn fft.ifftn fft.rfftn fft.irfftn fft.hfftn fft.ihfftn fft.fftshift fft.ifftshift stft istft
special.zeta special.ndtr special.ndtri special.log_ndtr special.i0e special.i1 special.i1e
special.entr special.erfcx special.xlog1py special.hermite_polynomial_h igamma igammac lgamma
digamma erfinv mvlgamma.mvlgamma_p_3 angle polar complex real imag conj_physical frexp
""".split()
"""Each is asked in float32 and int64, where PyTorch has it in them; else in complex64."""


@pytest.mark.parametrize("name", NAMES)
def test_samples(name: str) -> None:
    asked = 0
    known = [d for d in (torch.float32, torch.int64) if OPS[name].supports_dtype(d, "cpu")]
    for dtype in known or [torch.complex64]:
        outcome = outcome_of(name, dtype, 5, loose=10)
        assert not outcome.differing and not outcome.missing, (outcome.differing, outcome.missing)
        asked += outcome.agreed
    assert asked
