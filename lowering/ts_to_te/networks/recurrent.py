"""Recurrent networks: `lstm`, `gru` and `rnn` of whole sequences, as loops over the steps.

    %o, %h, %c = aten.lstm.input(%x, %hx, %weights, ...)

becomes, for each layer and direction, one product of all steps with the input weights, and

    %r:3 = scf.for %t = %c0 to %steps step %c1 iter_args(%h = %h0, %c = %c0, %o = %none) { ... }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.arrays.ordering import with_index
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import (
    number_of,
    remainder,
    shift_index,
)
from xdsl_torchscript.lowering.ts_to_te.arrays.scatters import Places, scatter
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.pointwise.functions import sigmoid
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

ByNumber: TypeAlias = Callable[[int], SSAValue]
"""The element of a part of the gates, or of a state, by its number."""

Gates: TypeAlias = Callable[[ScalarCode, ByNumber, ByNumber, ByNumber], SSAValue]
"""The next element of a state, from the gates of the input, those of the hidden state, and the
states, of which some are the next ones."""

CellGates: TypeAlias = Mapping[int, Gates]
"""The update of each state, by its number, in the order of computation."""

Running: TypeAlias = Callable[[ScalarCode, SSAValue, SSAValue], SSAValue]
"""Whether a step belongs to a sequence, by their numbers. Others leave its state as it is."""


def _lstm_cell(s: ScalarCode, x: ByNumber, h: ByNumber, states: ByNumber) -> SSAValue:
    enters, keeps, new = (s.add(x(number), h(number)) for number in range(3))
    kept = s.mul(sigmoid(s, keeps), states(1))
    return s.add(kept, s.mul(sigmoid(s, enters), s.call("tanh", new)))


def _lstm_hidden(s: ScalarCode, x: ByNumber, h: ByNumber, states: ByNumber) -> SSAValue:
    return s.mul(sigmoid(s, s.add(x(3), h(3))), s.call("tanh", states(1)))


def _gru_hidden(s: ScalarCode, x: ByNumber, h: ByNumber, states: ByNumber) -> SSAValue:
    resets, updates = (sigmoid(s, s.add(x(number), h(number))) for number in range(2))
    new = s.call("tanh", s.add(x(2), s.mul(resets, h(2))))
    return s.add(new, s.mul(updates, s.sub(states(0), new)))


def _tanh_hidden(s: ScalarCode, x: ByNumber, h: ByNumber, states: ByNumber) -> SSAValue:
    return s.call("tanh", s.add(x(0), h(0)))


def _relu_hidden(s: ScalarCode, x: ByNumber, h: ByNumber, states: ByNumber) -> SSAValue:
    return s.maximum(s.add(x(0), h(0)), 0.0)


@dataclass(frozen=True)
class Weights:
    """The weights of one layer in one direction; without biases, these are None. `projection` makes
    the output of an LSTM smaller."""

    input: Field
    hidden: Field
    input_bias: Field | None = None
    hidden_bias: Field | None = None
    projection: Field | None = None


def _gates(to: FieldConversion, x: Field, weights: Field, bias: Field | None) -> Field:
    """Return the product of lines with the rows of weights, plus a bias."""
    rank = len(x.shape)

    def term(code: ScalarCode, axes: Axes) -> SSAValue:
        *line, gate, inner = axes
        return code.mul(x.at(code, [*line, inner]), weights.at(code, [gate, inner]))

    shape = (*x.shape[:-1], weights.shape[0], x.shape[-1])
    product = to.reduce(SUM, Field(shape, x.dtype, term), (rank,))
    return product if bias is None else to.store(to.pointwise(ScalarCode.add, product, bias))


def _keep_others(new: Field, old: Field, time: SSAValue, is_running: Running | None) -> Field:
    """Return the new state of the sequences that a step belongs to, the old one of others."""
    if is_running is None:
        return new

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        runs = is_running(code, time, axes[0])
        return code.select(runs, new.at(code, axes), old.at(code, axes))

    return Field(new.shape, new.dtype, element)


def _layer(
    to: FieldConversion,
    cell: CellGates,
    x: Field,
    states: list[Field],
    weights: Weights,
    is_running: Running | None,
    *,
    backwards: bool,
) -> list[Field]:
    """Return the outputs of all steps, and the last states. Without `is_running`, all steps belong
    to all sequences."""
    steps, size, dtype = (
        to.to.index(to.to.code, x.shape[0]),
        number_of(states[-1].shape[-1]),
        x.dtype,
    )
    inputs = _gates(to, x, weights.input, weights.input_bias)
    blank = Field((x.shape[0], *states[0].shape), dtype, lambda code, _: code.constant(0, dtype))

    def step(here: FieldConversion, number: SSAValue, fields: list[Field]) -> list[Field]:
        outputs, *before = fields
        outside = here.to.code
        time = outside.sub(outside.sub(steps, 1), number) if backwards else number
        hidden = _gates(here, before[0], weights.hidden, weights.hidden_bias)

        def gate(field: Field, lead: list[SSAValue], code: ScalarCode, axes: Axes) -> ByNumber:
            row, column = axes
            return lambda part: field.at(code, [*lead, row, shift_index(code, column, part * size)])

        def following(gates: Gates, now: list[Field], code: ScalarCode, axes: Axes) -> SSAValue:
            parts = gate(inputs, [time], code, axes), gate(hidden, [], code, axes)
            return gates(code, *parts, lambda state: now[state].at(code, axes))

        after = list(before)
        for state, gates in cell.items():
            new = Field(before[-1].shape, dtype, partial(following, gates, list(after)))
            if state or weights.projection is None:
                new = _keep_others(new, before[state], time, is_running)
            after[state] = here.store(new)
        if weights.projection is not None:
            output = _gates(here, after[0], weights.projection, None)
            after[0] = here.store(_keep_others(output, before[0], time, is_running))
        row = Places(after[0].shape, lambda _, axes: [time, *axes])
        return [scatter(here, outputs, row, after[0].at, "set"), *after]

    return to.iterate(steps, [blank, *states], step)


def _swap(x: Field) -> Field:
    """Return a sequence with its first two axes exchanged."""
    shape = (x.shape[1], x.shape[0], *x.shape[2:])
    return x.remap(shape, lambda _, axes: [axes[1], axes[0], *axes[2:]])


@dataclass(frozen=True)
class RecurrentSizes:
    """The parameters that determine the sizes of a network's tensors."""

    gates: int
    layers: int
    directions: int
    has_biases: bool
    has_projections: bool

    @property
    def parts(self) -> int:
        """The number of weights of a layer in one direction."""
        return 2 + 2 * self.has_biases + self.has_projections

    def check(self, sequence: Field, given: list[Field], params: list[Field]) -> None:
        """Raise Refusal for sequences without batch or elements, and mismatched sizes."""
        fields = [sequence, *given, *params]
        if len(sequence.shape) != 3 or any(0 in field.shape for field in fields):
            raise Refusal("has sequences without a batch or elements")
        if not is_float(sequence.dtype) or any(f.dtype != sequence.dtype for f in fields):
            raise Refusal("has tensors of several types")
        _, rows, features = sequence.shape
        output, size = (number_of(field.shape[-1]) for field in (given[0], given[-1]))
        states = [list(field.shape) for field in given]
        if any(shape[:-1] != [self.layers * self.directions, rows] for shape in states):
            raise Refusal(
                f"has states of {states} for {self.layers} layers, {self.directions} directions, "
                f"and {rows} sequences"
            )
        found, expected = [list(f.shape) for f in params], self._weights(features, output, size)
        if found != expected:
            raise Refusal(f"has weights of {found}, expected {expected}")

    def _weights(self, features: Dim, output: int, size: int) -> list[list[Dim]]:
        gates = self.gates * size
        inputs: list[Dim] = [features]
        inputs += [self.directions * output] * (self.layers - 1)
        biases: list[list[Dim]] = [[gates]] * (2 * self.has_biases)
        projections: list[list[Dim]] = [[output, size]] * self.has_projections
        others: list[list[Dim]] = [[gates, output], *biases, *projections]
        runs: list[list[list[Dim]]] = [[[gates, n], *others] for n in inputs]
        return [shape for run in runs for shape in run * self.directions]


def _network(cell: CellGates, gates: int, to: FieldConversion) -> list[Field]:
    x, batch_first = to.operand("input"), to.call.flag("batch_first")
    steps = to.store(_swap(x) if batch_first and len(x.shape) == 3 else x)
    sequence, *ends = layers_over(cell, gates, to, steps)
    return [_swap(sequence) if batch_first else sequence, *ends]


def states_of(to: FieldConversion, gates: int) -> list[Field]:
    """Return the initial states: those of an LSTM, which has four gates, are a list."""
    return to.tensors("hx") if gates == 4 else [to.operand("hx")]


def layers_over(
    cell: CellGates,
    gates: int,
    to: FieldConversion,
    sequence: Field,
    is_running: Running | None = None,
) -> list[Field]:
    """Return the outputs of the last layer for all steps, and the last states of all layers. Raises
    Refusal for operands that do not fit."""
    given = states_of(to, gates)
    params = [to.store(field) for field in to.tensors("params")]
    directions = 2 if to.call.flag("bidirectional") else 1
    network = RecurrentSizes(
        gates,
        to.call.int("num_layers"),
        directions,
        to.call.flag("has_biases"),
        has_projections=given[0].shape[-1:] != given[-1].shape[-1:],
    )
    if len(given) != len(cell):
        raise Refusal(f"has {len(given)} states, expected {len(cell)}")
    network.check(sequence, given, params)
    lasts: list[list[Field]] = []
    for layer in range(network.layers):
        found: list[Field] = []
        for direction in range(directions):
            number = layer * directions + direction
            parts = params[number * network.parts : (number + 1) * network.parts]
            projection = parts.pop() if network.has_projections else None
            weights = Weights(*parts, projection=projection)
            states = [_at(field, number) for field in given]
            backwards = direction == 1
            output, *last = _layer(
                to, cell, sequence, states, weights, is_running, backwards=backwards
            )
            found.append(output)
            lasts.append(last)
        sequence = to.store(_join(found, 2)) if directions == 2 else found[0]
    ends = [to.store(_join(list(map(_line, fields)), 0)) for fields in zip(*lasts, strict=True)]
    return [sequence, *ends]


def _at(field: Field, number: int) -> Field:
    """Return one element of the first axis."""
    return field.remap(field.shape[1:], lambda code, axes: [code.constant(number, INDEX), *axes])


def _join(fields: Sequence[Field], axis: int) -> Field:
    """Concatenate fields of one shape along an axis."""
    first, *others = fields
    size = number_of(first.shape[axis])
    shape = (*first.shape[:axis], size * len(fields), *first.shape[axis + 1 :])

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        place = with_index(axes, axis, remainder(code, axes[axis], size))
        value = first.at(code, place)
        for number, field in enumerate(others, 1):
            is_behind = code.compare("ge", axes[axis], number * size)
            value = code.select(is_behind, field.at(code, place), value)
        return value

    return Field(shape, first.dtype, element)


def _line(field: Field) -> Field:
    return field.remap((1, *field.shape), lambda _, axes: axes[1:])


CELLS: dict[str, tuple[CellGates, int]] = {
    "lstm": ({1: _lstm_cell, 0: _lstm_hidden}, 4),
    "gru": ({0: _gru_hidden}, 3),
    "rnn_tanh": ({0: _tanh_hidden}, 1),
    "rnn_relu": ({0: _relu_hidden}, 1),
}
"""The update of states, and the number of gates, by operator."""

RECURRENT: dict[str, TeRule] = field_rules({
    f"{name}.input": partial(_network, *cell) for name, cell in CELLS.items()
})  # fmt: skip
"""By op name."""
