"""`unpack-constants`: constant tuples, and lists of tensors, are constructed from their elements.

    %l = prim.Constant [dense_resource<w> : tensor<2xf32>] : !ts.list<!ts.tensor>
    %h, %n = aten.rnn_tanh.input(%x, %s, %l, ...) : (...) -> (!ts.tensor, !ts.tensor)

becomes

    %w = prim.Constant dense_resource<w> : tensor<2xf32> : !ts.tensor<[2],f32,device="cpu",...>
    %l = prim.ListConstruct(%w) : (...) -> !ts.list<!ts.tensor>
    %h, %n = aten.rnn_tanh.input(%x, %s, %l, ...) : (...) -> (!ts.tensor, !ts.tensor)

so that fusion groups take the weights of frozen recurrent networks, which keep their sizes. A list
that is written, returned or compared stays one object in all executions. Tuples have no identity,
and each of their elements stays one constant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Attribute
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp, TupleConstructOp
from xdsl_torchscript.dialects.tensor_type import is_array
from xdsl_torchscript.dialects.types import (
    ListType,
    NamedTupleType,
    OptionalType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import torchscript_functions

Construct: TypeAlias = ListConstructOp | TupleConstructOp
MakeConstant: TypeAlias = Callable[[Attribute | None, Attribute], ConstantOp]


def is_list_of_tensors(type: Attribute) -> bool:
    """Return whether kernels take the elements of a list, such as weights, or indices and None."""
    if not isinstance(type, ListType):
        return False
    element = type.element
    inner = element.element if isinstance(element, OptionalType) else element
    return isinstance(inner, TensorType)


def _is_unpackable(constant: ConstantOp) -> bool:
    """Return whether a constant is a tuple with elements of mutable types or a list of tensors, and
    the program text has its elements."""
    if not _literals(constant):
        return False
    match constant.type:
        case ListType() as type:
            return is_list_of_tensors(type)
        case TupleType() | NamedTupleType() as type:
            return is_mutable_type(type)
        case _:
            return False


def _literals(constant: ConstantOp) -> Sequence[Attribute]:
    value = constant.value
    return value.data if value is not None and is_array(value) else ()


def _obstacle(constant: ConstantOp, aliases: AliasAnalysis) -> str | None:
    """Return why a list must stay one object, None if it need not."""
    if aliases.has_writers(constant.result):
        return "the list is written"
    if aliases.allocated_locations(constant) & aliases.distinguished:
        return "the list is returned or compared"
    return None


def _element(
    constant: ConstantOp, literal: Attribute, type: Attribute, make: MakeConstant
) -> ConstantOp:
    """Make the constant for an element; None in a container is `unit`."""
    element = make(None if isinstance(literal, UnitAttr) else literal, type)
    element.result.name_hint = constant.result.name_hint
    return element


def _replace(constant: ConstantOp, elements: Sequence[ConstantOp], made: Construct) -> None:
    Rewriter.replace_op(constant, propagate_location(constant, [*elements, made]), [made.result])


def unpack_list(constant: ConstantOp, type: ListType, aliases: AliasAnalysis) -> None:
    """Construct a list of tensors, if legal."""
    reason = _obstacle(constant, aliases)
    if reason is not None:
        return refuse(constant, reason)
    elements = [
        _element(constant, literal, type.element, ConstantOp.refined)
        for literal in _literals(constant)
    ]
    _replace(constant, elements, ListConstructOp([e.result for e in elements], type.element))
    return None


def unpack_tuple(
    constant: ConstantOp, type: TupleType | NamedTupleType, make: MakeConstant
) -> None:
    """Construct a tuple, and the tuples in it."""
    pairs = zip(_literals(constant), type.elements, strict=True)
    elements = [_element(constant, literal, part, make) for literal, part in pairs]
    _replace(constant, elements, TupleConstructOp([e.result for e in elements], type))
    for element in elements:
        inner = element.type
        if isinstance(inner, TupleType | NamedTupleType) and _is_unpackable(element):
            unpack_tuple(element, inner, make)


def unpack(constant: ConstantOp, aliases: AliasAnalysis) -> None:
    """Construct a tuple, or a list if legal. The sizes of what may be written stay unstated."""
    match constant.type:
        case ListType() as type:
            unpack_list(constant, type, aliases)
        case TupleType() | NamedTupleType() as type:
            is_written = aliases.has_writers(constant.result)
            unpack_tuple(constant, type, ConstantOp if is_written else ConstantOp.refined)
        case _:
            pass


@dataclass(frozen=True)
class UnpackConstantsPass(TsPass):
    """Construct constant tuples, and lists of tensors, from constant elements."""

    name = "unpack-constants"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            constants = [c for c in operations_of(function, ConstantOp) if _is_unpackable(c)]
            if not constants:
                continue
            aliases = analyses.get(AliasAnalysis, function)
            for constant in constants:
                unpack(constant, aliases)
