"""`unpack-returned-lists`: a returned list of known length is unpacked and constructed again.

    %l = aten.chunk(%x, %two, %zero) : (!ts.tensor<[4],f32>, i64, i64) -> !ts.list<!ts.tensor>
    func.return %l : !ts.list<!ts.tensor>

becomes

    %l = aten.chunk(%x, %two, %zero) : (!ts.tensor<[4],f32>, i64, i64) -> !ts.list<!ts.tensor>
    %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor<[2],f32>, ...)
    %r = prim.ListConstruct(%a, %b) : (...) -> !ts.list<!ts.tensor>
    func.return %r : !ts.list<!ts.tensor>

The program is typed. The list has no other use, so nothing can tell it from the new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import (
    ListConstructOp,
    ListUnpackOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import ListType, OptionalType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import element_types_of
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions


def _unpackable(value: SSAValue, facts: Facts) -> Sequence[Attribute] | None:
    """Return the element types of a list made by an operator. Return None if the list has other
    uses, the types are unknown, the elements are optional, or the operator fails."""
    source = owner_of(value)
    if not isinstance(source, SchemaOp) or not isinstance(value.type, ListType):
        return None
    if isinstance(value.type.element, OptionalType) or not value.has_one_use():
        return None
    try:
        return element_types_of(source, facts)
    except (ShapeError, PromotionError):
        return None


def _returned_lists(op: Operation) -> Iterator[tuple[Operation, int]]:
    """Yield each place of a returned list: the operation and the index of the operand. The elements
    of a returned tuple are returned, too."""
    for index, value in enumerate(op.operands):
        if isinstance(value.type, ListType):
            yield op, index
        source = owner_of(value)
        if isinstance(source, TupleConstructOp):
            yield from _returned_lists(source)


def unpack_lists(places: Sequence[tuple[Operation, int]], facts: Facts) -> None:
    """Unpack and reconstruct the list of known length at each place."""
    for user, index in places:
        value = user.operands[index]
        types = _unpackable(value, facts)
        if types is None or not isinstance(value.type, ListType):
            continue
        unpack = ListUnpackOp(value, types)
        construct = ListConstructOp(unpack.results, value.type.element)
        for op in (unpack, construct):
            op.location = user.location
            Rewriter.insert_op(op, InsertPoint.before(user))
        user.operands[index] = construct.result


@dataclass(frozen=True)
class UnpackReturnedListsPass(TsPass):
    """Take apart returned lists of known length, so that each element is a result."""

    name = "unpack-returned-lists"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            end = function.body.block.last_op
            places = list(_returned_lists(end)) if isinstance(end, ReturnOp) else []
            if places:
                unpack_lists(places, MemoryFacts(analyses.get(AliasAnalysis, function)))
