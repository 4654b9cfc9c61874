"""`pack-filters`: constant filters are passed in the layout in which convolutions read them.

    func.func @f(%x: !ts.tensor<[1,64,56,56],f32>, %w: !ts.tensor<[64,64,3,3],f32>) -> ... {
      %r = aten.conv2d(%x, %w, ...)

becomes, with the option `arguments=1`,

    func.func @f(%x: ..., %w: !ts.tensor<[64,64,3,3],f32> {ts.panels}) -> ... {

which `convert-ts-to-te` converts to an argument `tensor<2x64x3x3x32xf32>`. So a caller copies
filters that stay the same once, and not the kernel on each call. It applies to filters that are
read only by direct convolutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts_to_te.convolutions import is_direct
from xdsl_torchscript.lowering.ts_to_te.panels import PANELS


def refusal(argument: BlockArgument) -> str | None:
    """Return why an argument is not to be passed in panels, or None if it is."""
    uses = list(argument.uses)
    if not uses or any(use.index != 1 or not is_direct(use.operation) for use in uses):
        return "it is not read by direct convolutions alone, as their filters"
    return None


def pack_filters(function: FuncOp, numbers: Sequence[int]) -> list[int]:
    """Mark those of the arguments that are to be passed in panels, and return their numbers."""
    arguments = function.body.block.args
    packed: list[int] = []
    for number in numbers:
        reason = refusal(arguments[number])
        if reason is None:
            packed.append(number)
        else:
            refuse(function, f"argument {number}: {reason}")
    if packed:
        old = function.arg_attrs or [DictionaryAttr({})] * len(arguments)
        function.arg_attrs = ArrayAttr(
            DictionaryAttr({**given.data, PANELS: UnitAttr()} if number in packed else given.data)
            for number, given in enumerate(old)
        )
    return packed


@dataclass(frozen=True)
class PackFiltersPass(TsPass):
    """Let callers pass constant filters in the layout in which direct convolutions read them."""

    name = "pack-filters"
    level = "typed"
    requires = ()
    ensures = ()
    preserves = ()

    arguments: tuple[int, ...] = field(
        default=(), metadata={"help": "numbers of the arguments that are constants"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            count = len(function.body.block.args)
            beyond = [number for number in self.arguments if not 0 <= number < count]
            if beyond:
                raise PassFailedException(
                    f"pack-filters: @{function.sym_name.data} has {count} arguments, "
                    f"and none of number {beyond[0]}"
                )
            pack_filters(function, self.arguments)
