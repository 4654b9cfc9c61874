"""Recurrent networks over packed sequences: `lstm`, `gru` and `rnn` of sequences of any lengths.

    %o, %h, %c = aten.lstm.data(%rows, %sizes, %hx, %weights, ...)

The rows of step 0 of all sequences, the longest first, precede those of step 1, and so on; %sizes
has the number of rows of each step. The rows are unpacked to steps of as many rows as there are
sequences, and the outputs of the loop over the steps are packed again. A sequence keeps its state
in steps that are not its own.
"""

from __future__ import annotations

from functools import partial

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.ts_to_te.checks import require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.networks.recurrent import (
    CELLS,
    CellGates,
    layers_over,
    states_of,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def _starts(to: FieldConversion, sizes: Field) -> Field:
    """Return the number of the first row of each step."""

    def term(code: ScalarCode, axes: Axes) -> SSAValue:
        step, earlier = axes
        is_before = code.compare("lt", earlier, step)
        return code.select(is_before, sizes.at(code, [earlier]), 0)

    return to.reduce(SUM, Field((*sizes.shape, *sizes.shape), i64, term), (1,))


def _steps(to: FieldConversion, rows: Field, starts: Field) -> Field:
    """Return the step of each row: as many steps begin behind the first one, up to the row."""

    def term(code: ScalarCode, axes: Axes) -> SSAValue:
        row, step = axes
        begins = code.compare("le", starts.at(code, [step]), code.cast(row, i64))
        later = code.bit_and(begins, code.compare("gt", step, 0))
        return code.cast(later, i64)

    return to.reduce(SUM, Field((rows.shape[0], *starts.shape), i64, term), (1,))


def _check(to: FieldConversion, rows: Field, sizes: Field, starts: Field, batch: Field) -> None:
    """Fail at run time unless all rows belong to steps of at most as many rows as there are
    sequences."""

    def fits(code: ScalarCode, axes: Axes) -> SSAValue:
        size = sizes.at(code, axes)
        most = code.cast(to.to.index(code, batch.shape[1]), i64)
        return code.bit_and(code.compare("ge", size, 1), code.compare("le", size, most))

    def ends(code: ScalarCode, axes: Axes) -> SSAValue:
        last = code.sub(to.to.index(code, sizes.shape[0]), 1)
        end = code.add(starts.at(code, [last]), sizes.at(code, [last]))
        return code.compare("eq", end, code.cast(to.to.index(code, rows.shape[0]), i64))

    require_all(to, Field(sizes.shape, i1, fits), "batch sizes are not those of the sequences")
    require_all(to, Field((1,), i1, ends), "batch sizes are not those of the rows")


def _packed_network(cell: CellGates, gates: int, to: FieldConversion) -> list[Field]:
    rows, sizes = to.operand("data"), to.operand("batch_sizes")
    state = states_of(to, gates)[0]
    if len(rows.shape) != 2 or len(sizes.shape) != 1 or len(state.shape) != 3:
        raise Refusal("has rows, batch sizes or states of another rank")
    starts = _starts(to, sizes)
    _check(to, rows, sizes, starts, state)

    def entering(code: ScalarCode, axes: Axes) -> SSAValue:
        step, sequence, feature = axes
        row = code.add(code.cast(starts.at(code, [step]), INDEX), sequence)
        last = code.sub(to.to.index(code, rows.shape[0]), 1)
        return rows.at(code, [code.minimum(row, last), feature])

    def is_running(code: ScalarCode, step: SSAValue, sequence: SSAValue) -> SSAValue:
        return code.compare("lt", sequence, code.cast(sizes.at(code, [step]), INDEX))

    shape = (sizes.shape[0], state.shape[1], rows.shape[1])
    unpacked = to.store(Field(shape, rows.dtype, entering))
    outputs, *ends = layers_over(cell, gates, to, unpacked, is_running)
    steps = _steps(to, rows, starts)

    def leaving(code: ScalarCode, axes: Axes) -> SSAValue:
        row, feature = axes
        step = code.cast(steps.at(code, [row]), INDEX)
        sequence = code.sub(row, code.cast(starts.at(code, [step]), INDEX))
        return outputs.at(code, [step, sequence, feature])

    return [Field((rows.shape[0], outputs.shape[2]), rows.dtype, leaving), *ends]


PACKED_SEQUENCES: dict[str, TeRule] = field_rules({
    f"{name}.data": partial(_packed_network, *cell) for name, cell in CELLS.items()
})  # fmt: skip
"""By op name."""
