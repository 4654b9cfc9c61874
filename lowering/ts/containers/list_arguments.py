"""List arguments of known length become their elements; the function constructs the list again.

    func.func @f(%l: !ts.list<!ts.tensor>) -> !ts.tensor

becomes, for a list of two,

    func.func @f(%a: !ts.tensor, %b: !ts.tensor) -> !ts.tensor {
      %l = prim.ListConstruct(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument

from xdsl_torchscript.dialects.prim import ListConstructOp, ListUnpackOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import ListType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter


def spread_lists(function: FuncOp, lengths: Sequence[int | None]) -> None:
    """Replace each argument that has a length by as many elements.

    Raises PassFailedException for a list that the function writes or hands out.
    """
    facts, arguments = MemoryFacts(AliasAnalysis(function)), tuple(function.body.block.args)
    for argument, length in reversed(list(zip(arguments, lengths, strict=True))):
        if length is None:
            continue
        users = [use.operation for use in argument.uses]
        is_read = all(isinstance(user, SchemaOp | ListUnpackOp) for user in users)
        if not is_read or not facts.is_unwritten(argument):
            fail(function, f"argument {argument.index} is a list that is written or handed on")
        _spread(function, argument, length)
    function.update_function_type()


def _spread(function: FuncOp, argument: BlockArgument, length: int) -> None:
    block, type = argument.block, argument.type
    assert isinstance(type, ListType)
    place = argument.index + 1
    elements = [block.insert_arg(type.element, place + number) for number in range(length)]
    for element in elements:
        element.location = argument.location
    maker = ListConstructOp(elements, type.element)
    first = block.first_op
    assert first is not None
    Emitter.before(first, function)(maker)
    argument.replace_all_uses_with(maker.result)
    block.erase_arg(argument)
