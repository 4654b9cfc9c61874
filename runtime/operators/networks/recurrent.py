"""Recurrent networks: cells, and layers of them over sequences.

A sequence is packed: step `t` holds the rows of the first `batch_sizes[t]` sequences, ordered by
decreasing length. A padded batch is the special case of equal lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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
Product: TypeAlias = Callable[[Array], Array]


class LayerWeights(NamedTuple):
    """The products of one direction of one layer with its weights."""

    from_input: Product
    from_hidden: Product
    projection: Array | None = None


def _times(weight: Array, bias: Array | None, values: Array) -> Array:
    product: Array = values @ weight.T
    return product if bias is None else product + bias


Cell: TypeAlias = Callable[[Array, State, LayerWeights], State]
"""A step on the products of its input with the input weights, which are computed for all steps at
once; the operators of single steps, as `aten.lstm_cell`, are made of others."""


def _lstm(from_input: Array, state: State, w: LayerWeights) -> State:
    hidden, memory = state
    gates = from_input + w.from_hidden(hidden)
    size = memory.shape[-1]
    keeping = sigmoid_of(gates[:, : 2 * size])
    enter, keep = keeping[:, :size], keeping[:, size:]
    fresh, leave = np.tanh(gates[:, 2 * size : 3 * size]), sigmoid_of(gates[:, 3 * size :])
    memory = keep * memory + enter * fresh
    output = leave * np.tanh(memory)
    return output if w.projection is None else output @ w.projection.T, memory


def _gru(from_input: Array, state: State, w: LayerWeights) -> State:
    (hidden,) = state
    from_hidden = w.from_hidden(hidden)
    size = hidden.shape[-1]
    gates = sigmoid_of(from_input[:, : 2 * size] + from_hidden[:, : 2 * size])
    reset, update = gates[:, :size], gates[:, size:]
    fresh = np.tanh(from_input[:, 2 * size :] + reset * from_hidden[:, 2 * size :])
    return ((hidden - fresh) * update + fresh,)


def _elman(
    activation: Callable[[Array], Array], from_input: Array, state: State, w: LayerWeights
) -> State:
    (hidden,) = state
    return (activation(from_input + w.from_hidden(hidden)),)


def _relu(values: Array) -> Array:
    return np.maximum(values, values.dtype.type(0))


# ---- layers


@dataclass(frozen=True)
class Network:
    """The arguments that the operators of all cells share."""

    cell: Cell
    params: Sequence[Any]
    has_biases: bool
    num_layers: int
    dropout: float
    train: bool
    bidirectional: bool
    has_projection: bool = False

    @property
    def directions(self) -> int:
        return 2 if self.bidirectional else 1

    def weights(self, rows: Array) -> list[LayerWeights]:
        """Return the weights by layer, forwards before backwards, in the type of the rows. Raises
        BadValue for rows of other features than the first layer takes."""
        biases, projections = 2 * self.has_biases, int(self.has_projection)
        each = 2 + biases + projections
        self.check_count(each)
        arrays = [p.array.astype(rows.dtype, copy=False) for p in self.params]
        features, found = arrays[0].shape[-1], rows.shape[-1]
        if features != found:
            raise BadValue(f"a recurrent network of {features} features takes no rows of {found}")
        parts = [arrays[i : i + each] for i in range(0, len(arrays), each)]
        return [self._layer(*p[:2], *p[2 + biases :], biases=p[2 : 2 + biases]) for p in parts]

    def _layer(self, *matrices: Array, biases: Sequence[Array]) -> LayerWeights:
        first, second = biases or (None, None)
        into, onto, *projection = matrices
        return LayerWeights(
            partial(_times, into, first), partial(_times, onto, second), *projection
        )

    def check_count(self, each: int) -> None:
        """Raise BadValue unless there are that many parameters for each layer and direction."""
        expected = each * self.num_layers * self.directions
        if len(self.params) != expected:
            raise BadValue(
                f"{self.num_layers} recurrent layers of {self.directions} directions take "
                f"{expected} parameters, not {len(self.params)}"
            )


def _run_direction(
    cell: Cell,
    data: Array,
    sizes: Sequence[int],
    state: State,
    weights: LayerWeights,
    backwards: bool,
) -> tuple[Array, State]:
    """Return the packed outputs of all steps, and the state of each sequence at its end. Sequences
    that ended, or that backwards have not begun, keep their state."""
    ends = np.cumsum(sizes).tolist()
    steps = list(zip(ends, sizes, strict=True))
    current = tuple(part.copy() for part in state)
    from_input = weights.from_input(data)
    outputs: list[Array] = []
    for end, size in reversed(steps) if backwards else steps:
        rows = tuple(part[:size] for part in current)
        stepped = cell(from_input[end - size : end], rows, weights)
        for row, value in zip(rows, stepped, strict=True):
            row[...] = value
        outputs.append(stepped[0].copy())
    return np.concatenate(outputs[::-1] if backwards else outputs), current


def _run(
    network: Network, data: Array, sizes: Sequence[int], state: State
) -> tuple[Array, list[State]]:
    """Return the outputs of the last layer, and the last state of each layer and direction."""
    weights = network.weights(data)
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
    network: Network, data: Array, sizes: Sequence[int], hx: Sequence[Tensor]
) -> tuple[Array, list[Tensor]]:
    if not sizes:
        raise BadValue("a recurrent network needs at least one step")
    dtype, work = data.dtype, work_dtype(data.dtype)
    states = tuple(t.array.astype(work) for t in hx)
    if any(len(part) != network.num_layers * network.directions for part in states):
        raise BadValue("a recurrent network needs a state for each layer and direction")
    output, last = _run(network, data.astype(work, copy=False), sizes, states)
    ends = [wrap_result(np.stack([state[i] for state in last]), dtype) for i in range(len(states))]
    return output.astype(dtype, copy=False), ends


def pad(
    build: Callable[..., Network],
    *,
    input: Tensor,
    hx: Tensor | Sequence[Tensor],
    batch_first: bool,
    **options: Any,
) -> tuple[Tensor, ...]:
    """Run a network on a batch of equally long sequences; `build` takes the state and options."""
    if input.array.ndim != 3:
        raise BadValue(f"a recurrent network needs 3 dimensions, not {input.array.ndim}")
    state = _state(hx)
    steps = np.swapaxes(input.array, 0, 1) if batch_first else input.array
    count, batch = steps.shape[:2]
    rows = steps.reshape(count * batch, steps.shape[2])
    output, ends = _over(build(state, **options), rows, [batch] * count, state)
    shaped = output.reshape(count, batch, output.shape[-1])
    return Tensor(np.swapaxes(shaped, 0, 1) if batch_first else shaped), *ends


def pack(
    build: Callable[..., Network],
    *,
    data: Tensor,
    batch_sizes: Tensor,
    hx: Tensor | Sequence[Tensor],
    **options: Any,
) -> tuple[Tensor, ...]:
    """Run a network on packed sequences; `build` takes the state and options."""
    state = _state(hx)
    sizes: list[int] = batch_sizes.array.tolist()
    output, ends = _over(build(state, **options), data.array, sizes, state)
    return Tensor(output), *ends


def _state(hx: Tensor | Sequence[Tensor]) -> Sequence[Tensor]:
    return [hx] if isinstance(hx, Tensor) else hx


def _network(cell: Cell, state: Sequence[Tensor], **options: Any) -> Network:
    """Return the layers. The output of an LSTM may be smaller than its memory."""
    if cell is not _lstm:
        return Network(cell, **options)
    if len(state) != 2:
        raise BadValue(f"an LSTM has a state of 2 tensors, not {len(state)}")
    return Network(cell, **options, has_projection=state[0].shape[-1] != state[1].shape[-1])


CELLS: dict[str, Cell] = {
    "lstm": _lstm,
    "gru": _gru,
    "rnn_tanh": partial(_elman, np.tanh),
    "rnn_relu": partial(_elman, _relu),
}


def _networks() -> Iterator[tuple[str, Implementation]]:
    for name, cell in CELLS.items():
        build = partial(_network, cell)
        yield from by_name(partial(pad, build), f"aten.{name}.input").items()
        yield from by_name(partial(pack, build), f"aten.{name}.data").items()


RECURRENT: Table = dict(_networks())
