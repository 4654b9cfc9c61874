"""`specialize-inputs`: gives the arguments of a function the types of the inputs at hand.

    func.func @f(%x: !ts.tensor, %n: i64) -> !ts.tensor        types="Float(2, 3)","int"
    func.func @f(%x: !ts.tensor<[2,3],f32>, %n: i64) -> !ts.tensor

The types are written as TorchScript writes them. `propagate-types` then carries them on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, BlockArgument
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.subtyping import flows_into
from xdsl_torchscript.dialects.type_text import TypeTextError, parse_type
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.refinement import refine
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.retype import retype


def specialize(function: func.FuncOp, types: Sequence[Attribute]) -> None:
    """Give the arguments of `function` the types `types`.

    Raises PassFailedException if the number of types differs, or if a type contradicts a
    declaration.
    """
    arguments = function.body.block.args
    if len(types) != len(arguments):
        fail(function, f"takes {len(arguments)} arguments, not {len(types)}")
    found = [
        _refine(function, argument, type) for argument, type in zip(arguments, types, strict=True)
    ]
    _check_symbols(function, found)
    for argument, type in zip(tuple(arguments), found, strict=True):
        retype(argument, type)
    function.update_function_type()


def _refine(function: func.FuncOp, argument: BlockArgument, type: Attribute) -> Attribute:
    """Refine the declared type of an argument by `type`."""
    if not flows_into(type, argument.type):
        fail(function, f"argument {argument.index} is {argument.type}, not {type}")
    try:
        return refine(argument.type, type)
    except (ShapeError, PromotionError) as error:
        fail(function, f"argument {argument.index} {error}")


def _check_symbols(function: func.FuncOp, types: Sequence[Attribute]) -> None:
    """Check that each symbol gets the same number everywhere."""
    numbers: dict[str, int] = {}
    for argument, type in zip(function.body.block.args, types, strict=True):
        for symbol, size in _symbol_sizes(argument.type, type):
            if numbers.setdefault(symbol, size) != size:
                fail(function, f"{symbol} is {numbers[symbol]} in one argument, {size} in another")


def _symbol_sizes(declared: Attribute, found: Attribute) -> Iterator[tuple[str, int]]:
    """Yield the symbols of a declared type, each with its known size in the actual type."""
    if not (isinstance(declared, TensorType) and isinstance(found, TensorType)):
        return
    for symbol, size in zip(declared.shape or (), found.shape or (), strict=False):
        if isinstance(symbol, str) and isinstance(size, int):
            yield symbol, size


@dataclass(frozen=True)
class SpecializeInputsPass(TsPass):
    """Refine the types of a function's arguments."""

    name = "specialize-inputs"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    types: tuple[str, ...] = field(
        default=(), metadata={"help": "one TorchScript type per argument, as Float(2, 3)"}
    )
    function: str = field(
        default="", metadata={"help": "the function; may be left out if there is only one"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = [
            op
            for op in module.walk()
            if isinstance(op, func.FuncOp)
            and op.body.blocks
            and self.function in ("", op.sym_name.data)
        ]
        if not functions:
            name = f" '{self.function}'" if self.function else ""
            fail(module, f"has no function{name}")
        if len(functions) > 1:
            fail(functions[0], f"is one of {len(functions)} functions; say which: function=NAME")
        try:
            types = [parse_type(text) for text in self.types]
        except TypeTextError as error:
            raise PassFailedException(f"specialize-inputs: {error}") from error
        specialize(functions[0], types)
