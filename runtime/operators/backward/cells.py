"""Gradients of cells of recurrent networks: of the gates, the states and the biases."""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.core import Table, as_array, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.pointwise.math import sigmoid_of
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

Gradients = tuple[Tensor | None, ...]


def _gates(dtype: NumpyDtype, given: Tensor, bias: Tensor | None) -> Array:
    values = as_array(given, dtype)
    return values if bias is None else values + as_array(bias, dtype)


def _sigmoid_slope(share: Array) -> Array:
    """Return the slope of a sigmoid with that value."""
    return share * (1 - share)


def _lstm(
    grad_hy: Tensor | None, grad_cy: Tensor | None, input_gates: Tensor, hidden_gates: Tensor,
    input_bias: Tensor | None, hidden_bias: Tensor | None, cx: Tensor, cy: Tensor,
) -> Gradients:  # fmt: skip
    """Return the gradients of the gates, twice, of the state, and of the biases, if any."""
    if grad_hy is None and grad_cy is None:
        return (None,) * 5
    dtype = input_gates.array.dtype
    work = work_dtype(dtype)
    gates = _gates(work, input_gates, input_bias) + _gates(work, hidden_gates, hidden_bias)
    i, f, c, o = np.split(gates, 4, axis=1)
    i, f, c, o = sigmoid_of(i), sigmoid_of(f), np.tanh(c), sigmoid_of(o)
    before, bent = as_array(cx, work), np.tanh(as_array(cy, work))
    of_output: Any = 0 if grad_hy is None else as_array(grad_hy, work)
    of_state: Any = 0 if grad_cy is None else as_array(grad_cy, work)
    state = of_output * o * (1 - bent * bent) + of_state
    slopes = (
        state * c * _sigmoid_slope(i), state * before * _sigmoid_slope(f), state * i * (1 - c * c),
        of_output * bent * _sigmoid_slope(o),
    )  # fmt: skip
    made = np.concatenate(slopes, axis=1)
    of_gates = wrap_result(made, dtype)
    of_bias = None if input_bias is None else wrap_result(made.sum(axis=0), dtype)
    return of_gates, of_gates, wrap_result(state * f, dtype), of_bias, of_bias


def _gru(
    grad_hy: Tensor, input_gates: Tensor, hidden_gates: Tensor, hx: Tensor,
    input_bias: Tensor | None, hidden_bias: Tensor | None,
) -> Gradients:  # fmt: skip
    """Return the gradients of the gates of input and state, of the state, and of the biases, if
    any."""
    dtype = input_gates.array.dtype
    work = work_dtype(dtype)
    g, before = as_array(grad_hy, work), as_array(hx, work)
    given = np.split(_gates(work, input_gates, input_bias), 3, axis=1)
    remembered = np.split(_gates(work, hidden_gates, hidden_bias), 3, axis=1)
    reset, kept = (sigmoid_of(a + b) for a, b in zip(given[:2], remembered[:2], strict=True))
    fresh = np.tanh(given[2] + reset * remembered[2])
    of_kept = g * (before - fresh) * _sigmoid_slope(kept)
    of_fresh = g * (1 - kept) * (1 - fresh * fresh)
    of_reset = of_fresh * remembered[2] * _sigmoid_slope(reset)
    of_input = np.concatenate([of_reset, of_kept, of_fresh], axis=1)
    of_hidden = np.concatenate([of_reset, of_kept, of_fresh * reset], axis=1)
    found = [wrap_result(a, dtype) for a in (of_input, of_hidden, g * kept)]
    if input_bias is None:
        return *found, None, None
    return *found, *(wrap_result(a.sum(axis=0), dtype) for a in (of_input, of_hidden))


CELL_BACKWARD: Table = {
    "aten._thnn_differentiable_lstm_cell_backward": _lstm,
    "aten._thnn_differentiable_gru_cell_backward": _gru,
}
