"""Fourier transforms of short windows of a signal, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import Table, real_dtype
from xdsl_torchscript.runtime.operators.pointwise.complex_tensors import complex_dtype
from xdsl_torchscript.runtime.storage import restride
from xdsl_torchscript.runtime.tensor import Array, Tensor

# ---- short-time transforms


def _rfft() -> Any:
    return lazy_import("scipy.fft:rfft")


def _window(window: Tensor | None, length: int, size: int, dtype: Any) -> Array:
    """Return the window in the middle of `size` elements, zeros around it."""
    given = np.ones(length, dtype) if window is None else window.array
    if given.shape != (length,) or not 0 < length <= size:
        raise BadValue(f"a window of {length} of {size} elements, not of {list(given.shape)}")
    if length == size:
        return given
    before = (size - length) // 2
    return np.pad(given, (before, size - length - before))


_PAD_MODES = {"reflect": "reflect", "constant": "constant", "replicate": "edge", "circular": "wrap"}


def _stft(
    self: Tensor, *, n_fft: int, hop_length: int | None, win_length: int | None,
    window: Tensor | None, normalized: bool, onesided: bool | None, return_complex: bool | None,
    align_to_window: bool | None, center: bool = False, pad_mode: str = "reflect",
) -> Tensor:  # fmt: skip
    """Return frequencies by frames: `[batch, frequencies, frames]`, or with the real and the
    imaginary part as a last dimension."""
    if center and pad_mode not in _PAD_MODES:
        raise BadValue(f"'aten.stft' pads by one of {', '.join(_PAD_MODES)}, not '{pad_mode}'")
    values = np.atleast_2d(self.array)
    if center:
        mode: Any = _PAD_MODES[pad_mode]
        values = np.pad(values, ((0, 0), (n_fft // 2, n_fft // 2)), mode)
    step = n_fft // 4 if hop_length is None else hop_length
    if step <= 0 or not 0 < n_fft <= values.shape[-1]:
        raise BadValue(f"frames of {n_fft} by steps of {step} from {values.shape[-1]} elements")
    length = n_fft if win_length is None else win_length
    batch, along = values.strides
    count = 1 + (values.shape[-1] - n_fft) // step
    frames = restride(values, (len(values), count, n_fft), (batch, along * step, along))
    weighed = frames * _window(window, length, n_fft, real_dtype(values.dtype))
    half = weighed.dtype.kind != "c" if onesided is None else onesided
    norm = "ortho" if normalized else None
    # scipy's transform of real numbers takes two thirds of the time of numpy's.
    found = _rfft()(weighed, norm=norm) if half else np.fft.fft(weighed, norm=norm)
    by_frequency = found.astype(complex_dtype(values.dtype), copy=False).swapaxes(-2, -1)
    shaped = by_frequency if self.array.ndim > 1 else by_frequency[0]
    if return_complex or (return_complex is None and values.dtype.kind == "c"):
        return Tensor(shaped)
    return Tensor(np.stack([np.real(shaped), np.imag(shaped)], axis=-1))


def _overlap(frames: Array, step: int) -> Array:
    """Return the sum of frames that begin `step` apart, the earliest first: part by part of a step,
    for all frames at once."""
    *batch, count, size = frames.shape
    parts = -(-size // step)
    made = np.zeros((*batch, count + parts - 1, step), frames.dtype)
    for part in reversed(range(parts)):
        found = frames[..., part * step : (part + 1) * step]
        made[..., part : part + count, : found.shape[-1]] += found
    return made.reshape(*batch, -1)[..., : (count - 1) * step + size]


def _istft(
    self: Tensor, *, n_fft: int, hop_length: int | None, win_length: int | None,
    window: Tensor | None, center: bool, normalized: bool, onesided: bool | None,
    length: int | None, return_complex: bool,
) -> Tensor:  # fmt: skip
    """Return the signal whose frames have these frequencies, by overlapping and adding."""
    if self.array.dtype.kind != "c":
        raise BadType("'aten.istft' takes complex frequencies")
    if not self.array.size:
        raise BadValue("'aten.istft' needs elements")
    spectrum = self.array if self.array.ndim > 2 else self.array[None]
    step = n_fft // 4 if hop_length is None else hop_length
    parts = real_dtype(spectrum.dtype)
    weights = _window(window, n_fft if win_length is None else win_length, n_fft, parts)
    norm = "ortho" if normalized else None
    spectra = spectrum.swapaxes(-2, -1)
    if return_complex:
        frames: Array = np.fft.ifft(spectra, n_fft, norm=norm)
    else:
        # The spectrum of a real signal is symmetric: take the lower half of the frequencies.
        frames = np.fft.irfft(spectra[..., : n_fft // 2 + 1], n_fft, norm=norm)
    signal = _overlap(frames * weights, step)
    envelope = _overlap(np.broadcast_to(weights * weights, (spectra.shape[-2], n_fft)), step)
    start = n_fft // 2 if center else 0
    whole = signal.shape[-1]
    end = whole - start if length is None else min(start + length, whole)
    if envelope[start:end].min(initial=np.inf) < 1e-11:
        raise BadValue("'aten.istft' needs windows that leave no gap")
    result = signal[:, start:end] / envelope[start:end]
    if length is not None and length > result.shape[-1]:
        result = np.pad(result, ((0, 0), (0, length - result.shape[-1])))
    typed = result.astype(spectrum.dtype if return_complex else parts, copy=False)
    return Tensor(typed if self.array.ndim > 2 else typed[0])


SPECTRAL: Table = {
    **by_name(_stft, "aten.stft", "aten.stft.center"),
    **by_name(_istft, "aten.istft"),
}
