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

from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.pointwise_functions import sigmoid
from xdsl_torchscript.lowering.ts_to_te.rearrangements import number_of, rest, shifted
from xdsl_torchscript.lowering.ts_to_te.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode
from xdsl_torchscript.lowering.ts_to_te.scatters import Places, scatter
from xdsl_torchscript.lowering.ts_to_te.sorting import with_index

Parts: TypeAlias = Callable[[int], SSAValue]
"""One of the parts of a line of gates, by its number."""

Gates: TypeAlias = Callable[[ScalarCode, Parts, Parts, Sequence[SSAValue]], SSAValue]
"""The next element of a state, from the gates of the input, those of the hidden state, and the
states, of which some are the next ones."""

Cell: TypeAlias = Mapping[int, Gates]
"""How each state becomes the next one, in the order in which they are computed."""


def _lstm_cell(s: ScalarCode, x: Parts, h: Parts, states: Sequence[SSAValue]) -> SSAValue:
    enters, keeps, new = (s.add(x(number), h(number)) for number in range(3))
    kept = s.mul(sigmoid(s, keeps), states[1])
    return s.add(kept, s.mul(sigmoid(s, enters), s.call("tanh", new)))


def _lstm_hidden(s: ScalarCode, x: Parts, h: Parts, states: Sequence[SSAValue]) -> SSAValue:
    return s.mul(sigmoid(s, s.add(x(3), h(3))), s.call("tanh", states[1]))


def _gru_hidden(s: ScalarCode, x: Parts, h: Parts, states: Sequence[SSAValue]) -> SSAValue:
    resets, updates = (sigmoid(s, s.add(x(number), h(number))) for number in range(2))
    new = s.call("tanh", s.add(x(2), s.mul(resets, h(2))))
    return s.add(new, s.mul(updates, s.sub(states[0], new)))


def _tanh_hidden(s: ScalarCode, x: Parts, h: Parts, states: Sequence[SSAValue]) -> SSAValue:
    return s.call("tanh", s.add(x(0), h(0)))


def _relu_hidden(s: ScalarCode, x: Parts, h: Parts, states: Sequence[SSAValue]) -> SSAValue:
    return s.maximum(s.add(x(0), h(0)), 0.0)


@dataclass(frozen=True)
class Weights:
    """The weights of one layer in one direction; without biases, these are None."""

    input: Field
    hidden: Field
    input_bias: Field | None = None
    hidden_bias: Field | None = None


def _gates(to: FieldConversion, x: Field, weights: Field, bias: Field | None) -> Field:
    """Return the product of lines with the rows of weights, plus a bias."""
    rank = len(x.shape)

    def term(code: ScalarCode, axes: Axes) -> SSAValue:
        *line, gate, inner = axes
        return code.mul(x.at(code, [*line, inner]), weights.at(code, [gate, inner]))

    shape = (*x.shape[:-1], weights.shape[0], x.shape[-1])
    product = to.reduce(SUM, Field(shape, x.dtype, term), (rank,))
    return product if bias is None else to.store(to.pointwise(ScalarCode.add, product, bias))


def _layer(
    to: FieldConversion,
    cell: Cell,
    x: Field,
    states: list[Field],
    weights: Weights,
    *,
    backwards: bool,
) -> list[Field]:
    """Return the outputs of all steps, and the last states."""
    steps, size, dtype = number_of(x.shape[0]), number_of(states[0].shape[-1]), x.dtype
    inputs = _gates(to, x, weights.input, weights.input_bias)
    blank = Field((steps, *states[0].shape), dtype, lambda code, _: code.constant(0, dtype))

    def step(here: FieldConversion, number: SSAValue, fields: list[Field]) -> list[Field]:
        outputs, *before = fields
        outside = here.to.code
        last = outside.constant(steps - 1, INDEX)
        turn = outside.sub(last, number) if backwards else number
        hidden = _gates(here, before[0], weights.hidden, weights.hidden_bias)

        def gate(field: Field, lead: list[SSAValue], code: ScalarCode, axes: Axes) -> Parts:
            row, column = axes
            return lambda part: field.at(code, [*lead, row, shifted(code, column, part * size)])

        def following(gates: Gates, now: list[Field], code: ScalarCode, axes: Axes) -> SSAValue:
            parts = gate(inputs, [turn], code, axes), gate(hidden, [], code, axes)
            return gates(code, *parts, [field.at(code, axes) for field in now])

        after = list(before)
        for state, gates in cell.items():
            element = partial(following, gates, list(after))
            after[state] = here.store(Field(before[state].shape, dtype, element))
        row = Places(after[0].shape, lambda _, axes: [turn, *axes])
        return [scatter(here, outputs, row, after[0].at, "set"), *after]

    return to.iterate(steps, [blank, *states], step)


def _swapped(x: Field) -> Field:
    """Return a sequence with its first two axes exchanged."""
    shape = (x.shape[1], x.shape[0], *x.shape[2:])
    return x.indexed(shape, lambda _, axes: [axes[1], axes[0], *axes[2:]])


def _network(cell: Cell, gates: int, to: FieldConversion) -> list[Field]:
    x = to.operand("input")
    given = to.tensors("hx") if gates == 4 else [to.operand("hx")]
    params = [to.store(field) for field in to.tensors("params")]
    layers, has_biases = to.call.int("num_layers"), to.call.flag("has_biases")
    directions = 2 if to.call.flag("bidirectional") else 1
    count = 4 if has_biases else 2
    _check(x, given, params, layers * directions, count, gates)
    sequence = to.store(_swapped(x) if to.call.flag("batch_first") else x)
    lasts: list[list[Field]] = []
    for layer in range(layers):
        found: list[Field] = []
        for direction in range(directions):
            number = layer * directions + direction
            weights = Weights(*params[number * count : (number + 1) * count])
            states = [_at(field, number) for field in given]
            output, *last = _layer(to, cell, sequence, states, weights, backwards=direction == 1)
            found.append(output)
            lasts.append(last)
        sequence = to.store(_joined(found, 2)) if directions == 2 else found[0]
    ends = [to.store(_joined(list(map(_line, fields)), 0)) for fields in zip(*lasts, strict=True)]
    return [_swapped(sequence) if to.call.flag("batch_first") else sequence, *ends]


def _check(
    x: Field, given: list[Field], params: list[Field], runs: int, count: int, gates: int
) -> None:
    """Raise Refusal for networks with projections, for sequences without a batch or without
    elements, and for sizes that do not fit."""
    fields = [x, *given, *params]
    if len(params) != runs * count or len(x.shape) != 3 or any(0 in f.shape for f in fields):
        raise Refusal("has projections, or sequences without a batch or elements")
    if not is_float(x.dtype) or any(field.dtype != x.dtype for field in fields):
        raise Refusal("has tensors of several types")
    sizes = {number_of(field.shape[-1]) * gates for field in given}
    if sizes != {number_of(weights.shape[0]) for weights in params}:
        raise Refusal("has weights of other sizes than the states have")


def _at(field: Field, number: int) -> Field:
    """Return one element of the first axis."""
    return field.indexed(field.shape[1:], lambda code, axes: [code.constant(number, INDEX), *axes])


def _joined(fields: Sequence[Field], axis: int) -> Field:
    """Return fields of one shape one behind the other along an axis."""
    first, *others = fields
    size = number_of(first.shape[axis])
    shape = (*first.shape[:axis], size * len(fields), *first.shape[axis + 1 :])

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        place = with_index(axes, axis, rest(code, axes[axis], size))
        value = first.at(code, place)
        for number, field in enumerate(others, 1):
            is_behind = code.compare("ge", axes[axis], number * size)
            value = code.select(is_behind, field.at(code, place), value)
        return value

    return Field(shape, first.dtype, element)


def _line(field: Field) -> Field:
    return field.indexed((1, *field.shape), lambda _, axes: axes[1:])


RECURRENT: dict[str, TeRule] = field_rules({
    "lstm.input": partial(_network, {1: _lstm_cell, 0: _lstm_hidden}, 4),
    "gru.input": partial(_network, {0: _gru_hidden}, 3),
    "rnn_tanh.input": partial(_network, {0: _tanh_hidden}, 1),
    "rnn_relu.input": partial(_network, {0: _relu_hidden}, 1),
})  # fmt: skip
"""By op name."""
