"""`peephole`: replace operations whose results are existing values or follow from operand types.

    %t = aten.t(%x) : (!ts.tensor) -> !ts.tensor
    %u = aten.t(%t) : (!ts.tensor) -> !ts.tensor
    %n = aten.dim(%y) : (!ts.tensor<[2,3],f32>) -> i64
    %k = aten.mul.int(%m, %one) : (i64, i64) -> i64
    %r = aten.transpose(%u, %n, %k) : (!ts.tensor, i64, i64) -> !ts.tensor

becomes, with the operations dropped that nothing uses any more,

    %n = prim.Constant 2 : i64
    %r = aten.transpose(%x, %n, %m) : (!ts.tensor, i64, i64) -> !ts.tensor

`peephole_rules.py` has the table of rules with their conditions. A rule refers to the operands at
the time the operation runs. Elements of a list written before, or sizes of a resizable tensor, are
unknown. A tensor replaces another only if neither is written and the caller does not get both
(`analysis/replacement.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IfOp,
    ListConstructOp,
    TupleConstructOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify
from xdsl_torchscript.dialects.types import ListType, NoneType, OptionalType, TupleType
from xdsl_torchscript.lowering.analysis.replacement import Replacements
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.simplification.peephole_rules import (
    RULES,
    KnownResult,
    Negation,
    Replacement,
)
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


class _Peephole:
    """A walk over a function, with the facts that hold before it."""

    def __init__(self, facts: TypeFacts) -> None:
        self._facts = facts
        self._replacements = Replacements(facts.aliases)
        self.makes_values = False
        """Whether there are new containers or types, of which the facts do not know yet."""

    def visit(self, op: Operation) -> None:
        """Replace the results of `op` that are known, and drop it if all are."""
        _state_none(op)
        if isinstance(op, IfOp):
            self.makes_values |= _narrow(op)
        for rule in RULES.get(op.name, ()):
            try:
                answers = rule(op, self._facts)
            except NotConstantError as error:
                refuse(op, str(error))
                continue
            values = (answer for answer in answers if isinstance(answer, SSAValue))
            reasons = (self._replacements.obstacle(op, value) for value in values)
            reason = next((reason for reason in reasons if reason is not None), None)
            if reason is None:
                return self._replace(op, answers)
            refuse(op, reason)
        return None

    def _replace(self, op: Operation, answers: Sequence[Replacement]) -> None:
        emit = Emitter.before(op)
        for result, answer in zip(op.results, answers, strict=True):
            if answer is not None and result.first_use is not None:
                value = self._value(emit, answer, result.type)
                value.name_hint = value.name_hint or result.name_hint
                replace_uses(result, value)
        if None not in answers and not op.regions:
            Rewriter.erase_op(op)

    def _value(self, emit: Emitter, answer: KnownResult, type: Attribute) -> SSAValue:
        match answer:
            case SSAValue():
                return answer
            case Attribute():
                return emit(ConstantOp(answer, type)).result
            case Negation():
                return emit.create(schema_op("aten.__not__"), [answer.value], [type]).results[0]
            case _ if isinstance(type, TupleType):
                pairs = zip(answer, type.elements, strict=True)
                elements = [self._value(emit, part, element) for part, element in pairs]
                return emit(TupleConstructOp(elements)).result
            case _:
                assert isinstance(type, ListType)
                self.makes_values = True
                parts = [self._value(emit, part, type.element) for part in answer]
                return emit(ListConstructOp(parts, type.element)).result


def _state_none(op: Operation) -> None:
    """Replace the results that are None by their type. The operation stays: it may have effects."""
    if isinstance(op, ConstantOp):
        return
    for result in op.results:
        if isinstance(result.type, NoneType) and result.first_use is not None:
            result.replace_all_uses_with(Emitter.before(op)(ConstantOp.none()).result)


def _narrow(op: IfOp) -> bool:
    """Let a result of an optional type be of the type that both branches yield; return whether one
    is."""
    narrowed = False
    pairs = zip(op.then_yield.operands, op.else_yield.operands, strict=True)
    for result, (then, other) in zip(tuple(op.results), pairs, strict=True):
        type = unify(then.type, other.type)
        if type is None or not isinstance(result.type, OptionalType):
            continue
        if type != result.type and is_subtype_of(type, result.type.element):
            _keep_returned(result)
            retype(result, type)
            narrowed = True
    return narrowed


def _keep_returned(result: SSAValue) -> None:
    """Let functions return `result` with the type that they state."""
    for use in tuple(result.uses):
        if isinstance(use.operation, ReturnOp):
            cast = UncheckedCastOp(result, result.type)
            Rewriter.insert_op(
                propagate_location(use.operation, [cast]), InsertPoint.before(use.operation)
            )
            use.operation.operands[use.index] = cast.result


def peephole(function: FuncOp, facts: TypeFacts) -> bool:
    """Apply the rules to each operation once; return whether another walk may find more."""
    walk = _Peephole(facts)
    for op in list(function.body.walk(region_first=True)):
        walk.visit(op)
    return walk.makes_values


@dataclass(frozen=True)
class PeepholePass(TsPass):
    """Replace operations whose results are known from values and types at hand."""

    name = "peephole"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            while peephole(function, analyses.get(TypeFacts, function)):
                analyses.invalidate(function)
