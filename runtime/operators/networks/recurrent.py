"""Recurrent networks: cells, and layers of them over sequences.

A sequence is packed: step `t` holds the rows of the first `batch_sizes[t]` sequences, ordered by
decreasing length. A padded batch is the special case of equal lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import Implementation, Table, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.networks.dropout import dropout
from xdsl_torchscript.runtime.operators.pointwise.math import sigmoid_of
from xdsl_torchscript.runtime.tensor import Array, Tensor

State: TypeAlias = tuple[Array, ...]
"""The state that a cell hands to the next step; the first part is its output."""


class _LayerWeights(NamedTuple):
    """The weights of one direction of one layer."""

    input: Array
    hidden: Array
    input_bias: Array | None = None
    hidden_bias: Array | None = None
    projection: Array | None = None


def _times(values: Array, weight: Array, bias: Array | None) -> Array:
    product: Array = values @ weight.T
    return product if bias is None else product + bias


Cell: TypeAlias = Callable[[Array, State, _LayerWeights], State]
"""A step on the products of its input with the input weights, which are computed for all steps at
once; the operators of single steps, as `aten.lstm_cell`, are made of others."""


def _lstm(from_input: Array, state: State, w: _LayerWeights) -> State:
    hidden, memory = state
    gates = from_input + _times(hidden, w.hidden, w.hidden_bias)
    size = memory.shape[-1]
    keeping = sigmoid_of(gates[:, : 2 * size])
    enter, keep = keeping[:, :size], keeping[:, size:]
    fresh, leave = np.tanh(gates[:, 2 * size : 3 * size]), sigmoid_of(gates[:, 3 * size :])
    memory = keep * memory + enter * fresh
    output = leave * np.tanh(memory)
    return output if w.projection is None else output @ w.projection.T, memory


def _gru(from_input: Array, state: State, w: _LayerWeights) -> State:
    (hidden,) = state
    from_hidden = _times(hidden, w.hidden, w.hidden_bias)
    size = hidden.shape[-1]
    gates = sigmoid_of(from_input[:, : 2 * size] + from_hidden[:, : 2 * size])
    reset, update = gates[:, :size], gates[:, size:]
    fresh = np.tanh(from_input[:, 2 * size :] + reset * from_hidden[:, 2 * size :])
    return ((hidden - fresh) * update + fresh,)


def _elman(
    activation: Callable[[Array], Array], from_input: Array, state: State, w: _LayerWeights
) -> State:
    (hidden,) = state
    return (activation(from_input + _times(hidden, w.hidden, w.hidden_bias)),)


def _relu(values: Array) -> Array:
    return np.maximum(values, values.dtype.type(0))


# ---- layers


class _Network(NamedTuple):
    """The arguments that the operators of all cells share."""

    cell: Cell
    params: Sequence[Tensor]
    has_biases: bool
    num_layers: int
    dropout: float
    train: bool
    bidirectional: bool
    has_projection: bool = False

    @property
    def directions(self) -> int:
        return 2 if self.bidirectional else 1

    def weights(self, dtype: np.dtype[np.generic]) -> list[_LayerWeights]:
        """Return the weights by layer, forwards before backwards."""
        biases, projections = 2 * self.has_biases, int(self.has_projection)
        each = 2 + biases + projections
        if len(self.params) != each * self.num_layers * self.directions:
            raise BadValue(
                f"{self.num_layers} recurrent layers of {self.directions} directions take "
                f"{each * self.num_layers * self.directions} parameters, not {len(self.params)}"
            )
        arrays = [p.array.astype(dtype, copy=False) for p in self.params]
        parts = [arrays[i : i + each] for i in range(0, len(arrays), each)]
        none = [None] * (2 - biases)
        return [_LayerWeights(*p[: 2 + biases], *none, *p[2 + biases :]) for p in parts]  # pyright: ignore


def _run_direction(
    cell: Cell,
    data: Array,
    sizes: Sequence[int],
    state: State,
    weights: _LayerWeights,
    backwards: bool,
) -> tuple[Array, State]:
    """Return the packed outputs of all steps, and the state of each sequence at its end. Sequences
    that ended, or that backwards have not begun, keep their state."""
    ends = np.cumsum(sizes).tolist()
    steps = list(zip(ends, sizes, strict=True))
    current = tuple(part.copy() for part in state)
    from_input = _times(data, weights.input, weights.input_bias)
    outputs: list[Array] = []
    for end, size in reversed(steps) if backwards else steps:
        rows = tuple(part[:size] for part in current)
        stepped = cell(from_input[end - size : end], rows, weights)
        for row, value in zip(rows, stepped, strict=True):
            row[...] = value
        outputs.append(stepped[0].copy())
    return np.concatenate(outputs[::-1] if backwards else outputs), current


def _run(
    network: _Network, data: Array, sizes: Sequence[int], state: State
) -> tuple[Array, list[State]]:
    """Return the outputs of the last layer, and the last state of each layer and direction."""
    weights = network.weights(data.dtype)
    last: list[State] = []
    for layer in range(network.num_layers):
        outputs: list[Array] = []
        for direction in range(network.directions):
            at = layer * network.directions + direction
            start = tuple(part[at] for part in state)
            found, end = _run_direction(
                network.cell, data, sizes, start, weights[at], direction == 1
            )
            outputs.append(found)
            last.append(end)
        data = np.concatenate(outputs, axis=-1)
        if layer < network.num_layers - 1:
            data = dropout(data, network.dropout, network.train)
    return data, last


def _over(
    network: _Network, data: Array, sizes: Sequence[int], hx: Sequence[Tensor]
) -> tuple[Array, list[Tensor]]:
    if not sizes:
        raise BadValue("a recurrent network needs a sequence of at least one step")
    dtype, work = data.dtype, work_dtype(data.dtype)
    states = tuple(t.array.astype(work) for t in hx)
    if any(len(part) != network.num_layers * network.directions for part in states):
        raise BadValue("a recurrent network needs a state for each layer and direction")
    output, last = _run(network, data.astype(work, copy=False), sizes, states)
    ends = [wrap_result(np.stack([state[i] for state in last]), dtype) for i in range(len(states))]
    return output.astype(dtype, copy=False), ends


def _pad(
    cell: Cell, *, input: Tensor, hx: Tensor | Sequence[Tensor], batch_first: bool, **options: Any
) -> tuple[Tensor, ...]:
    if input.array.ndim != 3:
        raise BadValue(f"a recurrent network needs 3 dimensions, not {input.array.ndim}")
    state = _state(hx)
    steps = np.swapaxes(input.array, 0, 1) if batch_first else input.array
    count, batch = steps.shape[:2]
    rows = steps.reshape(count * batch, -1)
    output, ends = _over(_network(cell, state, **options), rows, [batch] * count, state)
    shaped = output.reshape(count, batch, output.shape[-1])
    return Tensor(np.swapaxes(shaped, 0, 1) if batch_first else shaped), *ends


def _pack(
    cell: Cell,
    *,
    data: Tensor,
    batch_sizes: Tensor,
    hx: Tensor | Sequence[Tensor],
    **options: Any,
) -> tuple[Tensor, ...]:
    state = _state(hx)
    sizes: list[int] = batch_sizes.array.tolist()
    output, ends = _over(_network(cell, state, **options), data.array, sizes, state)
    return Tensor(output), *ends


def _state(hx: Tensor | Sequence[Tensor]) -> Sequence[Tensor]:
    return [hx] if isinstance(hx, Tensor) else hx


def _network(cell: Cell, state: Sequence[Tensor], **options: Any) -> _Network:
    """Return the layers. The output of an LSTM may be smaller than its memory."""
    if cell is not _lstm:
        return _Network(cell, **options)
    if len(state) != 2:
        raise BadValue(f"an LSTM has a state of 2 tensors, not {len(state)}")
    return _Network(cell, **options, has_projection=state[0].shape[-1] != state[1].shape[-1])


_CELLS: dict[str, Cell] = {
    "lstm": _lstm,
    "gru": _gru,
    "rnn_tanh": partial(_elman, np.tanh),
    "rnn_relu": partial(_elman, _relu),
}


def _networks() -> Iterator[tuple[str, Implementation]]:
    for name, cell in _CELLS.items():
        yield from by_name(partial(_pad, cell), f"aten.{name}.input").items()
        yield from by_name(partial(_pack, cell), f"aten.{name}.data").items()


RECURRENT: Table = dict(_networks())
