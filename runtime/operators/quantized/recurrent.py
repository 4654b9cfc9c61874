"""Recurrent networks with quantised weights, whose products quantise their operand as they run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.networks.recurrent import (
    CELLS,
    Cell,
    LayerWeights,
    Network,
    Product,
    pack,
    pad,
)
from xdsl_torchscript.runtime.operators.quantized.products import linear_dynamic
from xdsl_torchscript.runtime.tensor import Array, Tensor

_CELL_PARAMS = "__torch__.torch.classes.rnn.CellParamsBase"
_DYNAMIC, _HALF = "quantized_dynamic", "quantized_fp16"


def _product(packed: Object, reduce_range: bool) -> Product:
    return lambda values: linear_dynamic(values, packed, reduce_range)


def _layer(cell: Object) -> LayerWeights:
    """Return the products of a `CellParamsBase`. Raises BadValue for its first, static kind."""
    kind, packed = cell.slots["_kind"], cell.slots["_packed"]
    if kind not in (_DYNAMIC, _HALF):
        raise BadValue(f"cells are '{_DYNAMIC}' or '{_HALF}', not '{kind}'")
    reduce_range = bool(cell.slots["_ints"]) and bool(cell.slots["_ints"][0])
    first, second = (_product(part, reduce_range) for part in packed)
    return LayerWeights(first, second)


@dataclass(frozen=True)
class _QuantizedNetwork(Network):
    """A network whose parameters are one object for each layer and direction."""

    def weights(self, rows: Array) -> list[LayerWeights]:
        self.check_count(1)
        return [*map(_layer, self.params)]


def _network(
    cell: Cell, state: Sequence[Tensor], dtype: Any = None, use_dynamic: bool = True, **options: Any
) -> Network:
    return _QuantizedNetwork(cell, **options)


def _networks() -> Iterator[tuple[str, Implementation]]:
    for name in ("lstm", "gru"):
        build = partial(_network, CELLS[name])
        yield from by_name(partial(pad, build), f"aten.quantized_{name}.input").items()
        yield from by_name(partial(pack, build), f"aten.quantized_{name}.data").items()


# ---- cells


def _step(name: str) -> Implementation:
    cell = CELLS[name]

    def run(
        input: Tensor,
        hx: Tensor | Sequence[Tensor],
        w_ih: Object,
        w_hh: Object,
        _b_ih: Tensor,
        _b_hh: Tensor,
    ) -> Tensor | tuple[Tensor, ...]:
        """Return the next state; the biases are in the packed weights, too."""
        weights = LayerWeights(_product(w_ih, True), _product(w_hh, True))
        parts = [hx] if isinstance(hx, Tensor) else hx
        state = tuple(part.array for part in parts)
        found = tuple(map(Tensor, cell(weights.from_input(input.array), state, weights)))
        return found[0] if isinstance(hx, Tensor) else found

    return run


def _cell_params(
    w_ih: Object, w_hh: Object, bias_ih: Tensor, bias_hh: Tensor, reduce_range: bool
) -> Object:
    slots = {
        "_kind": _DYNAMIC, "_tensors": [bias_ih, bias_hh], "_floats": [],
        "_ints": [int(reduce_range)], "_packed": [w_ih, w_hh],
    }  # fmt: skip
    return Object(_CELL_PARAMS, slots)


def _half_cell_params(w_ih: Object, w_hh: Object) -> Object:
    slots = {"_kind": _HALF, "_tensors": [], "_floats": [], "_ints": [], "_packed": [w_ih, w_hh]}
    return Object(_CELL_PARAMS, slots)


QUANTIZED_RECURRENT: Table = {
    **dict(_networks()),
    **{f"quantized.quantized_{name}_cell_dynamic": _step(name) for name in CELLS},
    "quantized.make_quantized_cell_params_dynamic": _cell_params,
    "quantized.make_quantized_cell_params_fp16": _half_cell_params,
}
