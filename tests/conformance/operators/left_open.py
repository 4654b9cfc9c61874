"""Results that random calls do not compare: unspecified or wrong ones of PyTorch, and known
differences, each with its reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

import torch
from tensor_comparison import ANY_VALUE, TOLERANCES, flat

from xdsl_torchscript.runtime.tensor import Tensor as Ours

UNDEFINED = (
    "empty*", "new_empty*", "resize*", "_cudnn*", "_efficientzero*", "_resize_output*",
)  # fmt: skip
"""Operators that return uninitialised memory."""

INEXACT = ("special_airy_ai*", "special_bessel_*")
"""Operators that PyTorch computes to eight digits only, in double precision too."""

WHICH_OF_EQUALS = ("kthvalue", "median", "nanmedian", "mode", "topk")
"""Operators that answer one of equal elements, and leave open which: places are not compared."""

LAZY = ("conj", "_conj", "adjoint", "mH", "matrix_H")
"""Operators that are views in PyTorch, conjugated when they are read. Ours are copies that refuse
to be written: of complex tensors, the memory is not compared."""

READ_BEYOND = ("median", "nanmedian", "kthvalue", "mode")
"""Operators that read other memory for expanded tensors, which are therefore skipped."""

SHAPES_ONLY = ("stride", "sym_stride", "is_contiguous", "sym_is_contiguous")
"""Operators that return strides of empty tensors, which are skipped: ours are always row-major."""

ODD = {
    "pow.int_to_int": "PyTorch answers a float where the schema says int",
    "to.prim_other": "PyTorch takes its last bools for a type",
    "_weight_norm": "PyTorch reads and writes beyond its tensors where sizes differ",
    "_weight_norm_interface": "as above",
    "native_channel_shuffle": "the layout depends on whether PyTorch was built with XNNPACK",
}
"""Operators whose answers follow no rule."""

KNOWN = {
    "_cummax_helper": "results of other sizes than the tensors given for them",
    "_cummin_helper": "results of other sizes than the tensors given for them",
    "_compute_linear_combination": "coefficients of more dimensions",
    "_foreach_pow.ScalarAndTensor": "strides beside a number",
    "_masked_softmax": "rows of masked elements only",
    "_sample_dirichlet": "the last digits of doubles",
    "_standard_gamma": "the last digits of doubles",
    "_unsafe_masked_index": "indices of more dimensions",
    "adaptive_avg_pool3d": "strides of tensors whose channels are last",
    "cumulative_trapezoid.dx": "sums beyond 64 bits, which wrap before they are floats",
    "feature_dropout": "strides of matrices",
    "geqrf.a": "rounding of matrices whose elements differ by thirty orders",
    "histogram.bin_ct": "an empty range of bins",
    "infinitely_differentiable_gelu_backward": "strides where operands differ in theirs",
    "log_sigmoid_backward": "buffers that are not those of the forward pass",
    "log_sigmoid_backward.grad_input": "buffers that are not those of the forward pass",
    "masked_select_backward": "strides where operands differ in theirs",
    "mse_loss_backward": "operands of several types",
    "mse_loss_backward.grad_input": "operands of several types",
    "pixel_unshuffle": "images without pixels",
    "rrelu_with_noise": "noise that is not contiguous",
    "rrelu_with_noise_backward": "operands of several types",
    "soft_margin_loss_backward": "strides where operands differ in theirs",
    "special_legendre_polynomial_p.x_scalar": "at NaN, of degrees that are not whole",
    "special_multigammaln.out": "at infinities",
    "trapezoid.dx": "sums beyond 64 bits, which wrap before they are floats",
    "var_mean": "of infinities",
}
"""Operators that differ in some calls, with these: surveys report them, tests skip them."""

FATAL = (
    "__round_to_zero_floordiv.int", "_adaptive_avg_pool2d_backward", "_batch_norm_no_update*",
    "_cholesky_solve_helper*", "_chunk_cat*", "_fft_r2c.out", "_foreach_copy*",
    "_log_softmax_backward_data.out", "_masked_softmax.out", "_native_batch_norm_legit*",
    "_nnpack_spatial_convolution*", "_pdist_forward*", "_stack*", "_weight_norm*",
    "embedding_dense_backward*", "fractional_max_pool*_backward*", "lstm*", "gru*", "rnn*",
    "native_batch_norm*", "reflection_pad*_backward*", "remainder.int",
)  # fmt: skip
"""Operators at which PyTorch may crash or corrupt memory: called in surveys only."""

GIVEN_UP = (
    "INTERNAL ASSERT FAILED", "Could not run 'aten::", "not implemented for '", "MKL FFT error",
    "pin_memory=True requires", "please report a bug to PyTorch", "Expected a value of type",
)  # fmt: skip
"""PyTorch's messages for kernels that are missing, broken, or machine-dependent."""

SKIPPED = (
    "set_*", "_test_*", "*from_file*", "get_device", "_print", "print", "warn", "manual_seed",
    "seed", "initial_seed", "set_num_threads", "hash*", "data_ptr", "record_stream", "*_nested_*",
    "_assert*", "save", "_version", "is_pinned", "pin_memory", "Generator", "is_grad_enabled",
    "count", "center", "replace", "rsplit", "random*",
)  # fmt: skip
"""Operators whose answers are not about tensors, or about a machine."""


def gave_up(op: object, answer: object, failure: Exception | None) -> bool:
    if failure is not None:
        return any(text in str(failure) for text in GIVEN_UP)
    return answer is None and any(str(r.type) in ("bool", "int") for r in op._schema.returns)


def is_among(op: object, patterns: Sequence[str]) -> bool:
    base = op._schema.name.removeprefix("aten::")
    return any(fnmatchcase(base, p) for p in patterns)


def looseness(op: object, made: Sequence[object], place: int, wanted: object) -> float:
    """Return the factor of a result's tolerance over that of its type."""
    if is_among(op, UNDEFINED) or (place and is_among(op, WHICH_OF_EQUALS)):
        return ANY_VALUE
    if not isinstance(wanted, Ours) or wanted.dtype.torch_name not in ("float64", "complex128"):
        return 1.0
    given = [v.dtype for v in flat(made) if isinstance(v, torch.Tensor)]
    has_out = any(a.is_out for a in op._schema.arguments)
    narrow = any(d.itemsize < 8 or d == torch.complex64 for d in given if _is_inexact(d))
    narrow |= has_out and not all(map(_is_inexact, given))
    return _SINGLE if narrow or is_among(op, INEXACT) else 1.0


def _is_inexact(dtype: torch.dtype) -> bool:
    return dtype.is_floating_point or dtype.is_complex


_SINGLE = TOLERANCES["float32"][0] / TOLERANCES["float64"][0]
"""The tolerance of doubles computed in single precision, in tolerances of doubles."""


def tells_nothing(op: object, made: Sequence[object]) -> bool:
    """Return whether PyTorch's result depends on undefined strides, memory or non-unique
    elements."""
    tensors = [v for v in flat(list(made)) if isinstance(v, torch.Tensor)]
    named = dict(zip((a.name for a in op._schema.arguments), made, strict=True))
    if named.get("assume_unique") is True:
        return True
    if is_among(op, SHAPES_ONLY):
        return any(not t.numel() for t in tensors)
    return is_among(op, READ_BEYOND) and any(0 in t.stride() for t in tensors)
