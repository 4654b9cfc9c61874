"""`pack-weights`: constant weights are passed in the layout in which products read them.

    func.func @f(%x: !ts.tensor<[64,256],f32>, %w: !ts.tensor<[1024,256],f32>, ...) -> ... {
      %r = aten.linear(%x, %w, ...)

becomes, with the option `arguments=1`,

    func.func @f(%x: ..., %w: !ts.tensor<[1024,256],f32> {ts.panels = 0 : index}, ...) -> ... {

which `convert-ts-to-te` converts to an argument `tensor<32x256x32xf32>`. So a caller copies weights
that stay the same once, and not the kernel on each call. It applies to arguments that are only the
filters of direct convolutions, or only the right factor of products with several rows. Filters of
convolutions in tiles are `ts.transformed`, too, unless `transform=false` (`winograd.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Use
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.weights.weight_layout import PANELS, TRANSFORMED, WeightLayout
from xdsl_torchscript.lowering.ts.weights.weight_operands import weights_of
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.contractions import reads_panels
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_factors import are_byte_weights
from xdsl_torchscript.lowering.ts_to_te.networks.convolutions import is_direct
from xdsl_torchscript.lowering.ts_to_te.networks.winograd import suits_tiles


def _layout_for(use: Use, transform: bool) -> WeightLayout | None:
    """Return the layout of weights that are read in panels, None for other uses."""
    op, weights = use.operation, weights_of(use.operation)
    if any(map(are_byte_weights, op.results)):
        return WeightLayout(0)
    if weights is None or weights.number != use.index:
        return None
    if is_direct(op):
        return WeightLayout(weights.axis, transform and suits_tiles(op))
    return WeightLayout(weights.axis) if reads_panels(op) else None


def _marks(layout: WeightLayout) -> dict[str, Attribute]:
    marks: dict[str, Attribute] = {PANELS: IntegerAttr.from_index_int_value(layout.axis)}
    return marks | ({TRANSFORMED: UnitAttr()} if layout.is_transformed else {})


def pack_weights(
    function: FuncOp, numbers: Sequence[int], *, transform: bool = True
) -> dict[int, WeightLayout]:
    """Mark those of the arguments that are to be passed in panels. Return their numbers, each with
    its layout; without `transform`, filters stay as they are."""
    arguments = function.body.block.args
    packed: dict[int, WeightLayout] = {}
    for number in numbers:
        layouts = {_layout_for(use, transform) for use in arguments[number].uses}
        layout = layouts.pop() if len(layouts) == 1 else None
        if layout is not None:
            packed[number] = layout
        else:
            reason = "it is not read as weights alone, by direct convolutions or products of rows"
            refuse(function, f"argument {number}: {reason}")
    if packed:
        old = function.arg_attrs or [DictionaryAttr({})] * len(arguments)
        marks = {number: _marks(layout) for number, layout in packed.items()}
        function.arg_attrs = ArrayAttr(
            DictionaryAttr({**given.data, **marks.get(number, {})})
            for number, given in enumerate(old)
        )
    return packed


@dataclass(frozen=True)
class PackWeightsPass(TsPass):
    """Let callers pass constant weights in the layout in which products read them."""

    name = "pack-weights"
    level = "typed"
    requires = ()
    ensures = ()
    preserves = ()

    arguments: tuple[int, ...] = field(
        default=(), metadata={"help": "numbers of the arguments that are constants", "least": 0}
    )
    transform: bool = field(
        default=True, metadata={"help": "transform the filters of convolutions in tiles"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            count = len(function.body.block.args)
            beyond = [number for number in self.arguments if number >= count]
            if beyond:
                raise PassFailedException(
                    f"pack-weights: @{function.sym_name.data} has {count} arguments, "
                    f"and none of number {beyond[0]}"
                )
            pack_weights(function, self.arguments, transform=self.transform)
