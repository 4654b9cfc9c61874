"""torch.functional: functions of torch that PyTorch writes in Python."""

from __future__ import annotations

import torch
from torch import Tensor


def _unique_impl(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    if dim is not None:
        output, inverse_indices, counts = torch.unique_dim(
            input, dim, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts
        )
    else:
        output, inverse_indices, counts = torch._unique2(
            input, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts
        )
    return output, inverse_indices, counts


def _return_output(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Tensor:
    output, _, _ = _unique_impl(input, sorted, return_inverse, return_counts, dim)
    return output


def _return_inverse(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    output, inverse_indices, _ = _unique_impl(input, sorted, return_inverse, return_counts, dim)
    return output, inverse_indices


def _return_counts(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    output, _, counts = _unique_impl(input, sorted, return_inverse, return_counts, dim)
    return output, counts


def tensordot(a, b, dims: int = 2, out: Tensor | None = None):
    if dims < 0:
        raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
    if dims > min(a.dim(), b.dim()):
        raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    dims_a: list[int] = []
    dims_b: list[int] = []
    dims_a = list(range(-dims, 0))
    dims_b = list(range(dims))
    if out is None:
        return torch._C.tensordot(a, b, dims_a, dims_b)
    return torch._C.tensordot(a, b, dims_a, dims_b, out=out)


def tensordot__1(a, b, dims: tuple[list[int], list[int]], out: Tensor | None = None):
    dims_a, dims_b = dims
    if out is None:
        return torch._C.tensordot(a, b, dims_a, dims_b)
    return torch._C.tensordot(a, b, dims_a, dims_b, out=out)


def tensordot__2(a, b, dims: list[list[int]], out: Tensor | None = None):
    dims_a = dims[0]
    dims_b = dims[1]
    if out is None:
        return torch._C.tensordot(a, b, dims_a, dims_b)
    return torch._C.tensordot(a, b, dims_a, dims_b, out=out)


def cdist(
    x1: Tensor,
    x2: Tensor,
    p: float = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
) -> Tensor:
    if compute_mode == "use_mm_for_euclid_dist_if_necessary":
        return torch._C.cdist(x1, x2, p, None)
    if compute_mode == "use_mm_for_euclid_dist":
        return torch._C.cdist(x1, x2, p, 1)
    if compute_mode == "donot_use_mm_for_euclid_dist":
        return torch._C.cdist(x1, x2, p, 2)
    raise ValueError(f"{compute_mode} is not a valid value for compute_mode")


def _unique_consecutive_impl(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    output, inverse_indices, counts = torch._C.unique_consecutive(
        input, return_inverse=return_inverse, return_counts=return_counts, dim=dim
    )
    return output, inverse_indices, counts


def _consecutive_return_output(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Tensor:
    output, _, _ = _unique_consecutive_impl(input, return_inverse, return_counts, dim)
    return output


def _consecutive_return_inverse(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> tuple[Tensor, Tensor]:
    output, inverse_indices, _ = _unique_consecutive_impl(input, return_inverse, return_counts, dim)
    return output, inverse_indices


def _consecutive_return_counts(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> tuple[Tensor, Tensor]:
    output, _, counts = _unique_consecutive_impl(input, return_inverse, return_counts, dim)
    return output, counts


def stft(
    input: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Tensor:
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    if center:
        dims = input.dim()
        extended = [1] * (3 - dims) + list(input.size())
        pad = int(n_fft // 2)
        input = torch.nn.functional.pad(input.view(extended), [pad, pad], pad_mode)
        input = input.view(input.shape[-dims:])
    return torch._C.stft(
        input,
        n_fft,
        hop_length,
        win_length,
        window,
        normalized,
        onesided,
        return_complex,
        align_to_window,
    )


# The branches of `norm` for dense tensors; all tensors here are dense.
def norm(
    input: Tensor,
    p: str = "fro",
    dim: list[int] | None = None,
    keepdim: bool = False,
    dtype: int | None = None,
) -> Tensor:
    if p == "fro" and (dim is None or len(dim) <= 2):
        return torch.linalg.vector_norm(input, 2, dim, keepdim, dtype=dtype)
    dims = list(range(input.dim())) if dim is None else dim
    return torch.linalg.matrix_norm(input, p, dims, keepdim, dtype=dtype)


def norm__1(
    input: Tensor, p: str, dim: int, keepdim: bool = False, dtype: int | None = None
) -> Tensor:
    return norm(input, p, [dim], keepdim, dtype)


def norm__2(
    input: Tensor, p: str = "fro", *, dim: int, keepdim: bool = False, dtype: int | None = None
) -> Tensor:
    return norm(input, p, [dim], keepdim, dtype)


def norm__3(
    input: Tensor,
    p: number | None,
    dim: list[int] | None = None,
    keepdim: bool = False,
    dtype: int | None = None,
) -> Tensor:
    order = 2.0 if p is None else p
    return torch.linalg.vector_norm(input, order, dim, keepdim, dtype=dtype)


def norm__4(
    input: Tensor, p: number | None, dim: int, keepdim: bool = False, dtype: int | None = None
) -> Tensor:
    return norm__3(input, p, [dim], keepdim, dtype)


def _assert(condition: bool, message: str):
    assert condition, message


def _lu_with_infos(
    A: Tensor, pivot: bool = True, get_infos: bool = False
) -> tuple[Tensor, Tensor, Tensor]:
    factors, pivots, infos = torch._lu_with_info(A, pivot=pivot, check_errors=(not get_infos))
    return factors, pivots, infos


def _lu_no_infos(A: Tensor, pivot: bool = True, get_infos: bool = False) -> tuple[Tensor, Tensor]:
    factors, pivots, infos = torch._lu_with_info(A, pivot=pivot, check_errors=(not get_infos))
    return factors, pivots
