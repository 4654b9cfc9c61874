"""`specialize-autograd-zero`: fold queries for gradients that are known to be absent or present.

    %z = prim.AutogradZero() : () -> !ts.tensor
    %s = prim.AutogradAdd(%z, %x) : (!ts.tensor, !ts.tensor<[2],f32>) -> !ts.tensor
    %r = prim.GradOf(%s) {name = "aten::relu"} : (!ts.tensor) -> !ts.tensor {
      %m = aten.mul.Tensor(%s, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      prim.return %m : !ts.tensor
    }

becomes

    %m = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor

- A sum with an absent gradient is the other operand; one of two that are present is `aten.add`.
- `prim.GradOf` of absent gradients gives absent ones; of a present one, its body runs.
- `prim.AutogradAnyNonZero`, `AllNonZero` and `AllZero` become constants, and a branch on one of
  them is taken.

A gradient is absent by `undefined` of its type. It is present if its type states a fact, or if a
pointwise operator computes it. It is also present as the result of a `prim.GradOf` that runs, as
PyTorch guarantees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.families import POINTWISE, family_of
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    GradOfOp,
    GuardOp,
    IfOp,
    ProfileOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.tensor_type import NOTHING_KNOWN
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.control_flow.fold_branches import take_branch
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


class Gradient(Enum):
    """The state of a gradient."""

    ABSENT = "absent"
    PRESENT = "present"
    UNKNOWN = "unknown"


def _any_present(states: Sequence[Gradient]) -> bool | None:
    if Gradient.PRESENT in states:
        return True
    return False if all(state is Gradient.ABSENT for state in states) else None


def _all_present(states: Sequence[Gradient]) -> bool | None:
    if Gradient.ABSENT in states:
        return False
    return True if all(state is Gradient.PRESENT for state in states) else None


def _all_absent(states: Sequence[Gradient]) -> bool | None:
    found = _any_present(states)
    return None if found is None else not found


_QUESTIONS: Mapping[str, Callable[[Sequence[Gradient]], bool | None]] = {
    "prim.AutogradAnyNonZero": _any_present,
    "prim.AutogradAllNonZero": _all_present,
    "prim.AutogradAllZero": _all_absent,
}
"""The result of each query for the states of its operands; None if undetermined."""


def _replace_results(op: Operation, values: Sequence[SSAValue]) -> None:
    for result, value in zip(op.results, values, strict=True):
        replace_uses(result, value)
    Rewriter.erase_op(op)


class _Specialization:
    """The walk over one function, in the order of execution."""

    def __init__(self, facts: TypeFacts) -> None:
        self._facts = facts
        self._states: dict[SSAValue, Gradient] = {}
        """The known states of values."""
        self._answers: dict[Operation | Block, bool] = {}
        """The constants in place of questions, with their values."""

    def block(self, block: Block) -> None:
        previous: Operation | None = None
        while (op := block.first_op if previous is None else previous.next_op) is not None:
            if not self._replace(op):
                for region in op.regions:
                    for nested in region.blocks:
                        self.block(nested)
                self._note(op)
                previous = op

    def _replace(self, op: Operation) -> bool:
        """Replace an operation if its states determine its results; continue with the
        replacement."""
        match op:
            case IfOp():
                answer = self._answers.get(op.condition.owner)
                if answer is not None:
                    take_branch(op, answer)
                return answer is not None
            case GradOfOp():
                return self._gradient(op)
            case _ if op.name == "prim.AutogradAdd":
                return self._sum(op)
            case _ if op.name in _QUESTIONS:
                return self._gradient_query(op)
            case _:
                return False

    def _state(self, value: SSAValue) -> Gradient:
        if value in self._states:
            return self._states[value]
        for type in (value.type, self._facts.type_of(value)):
            if isinstance(type, TensorType) and type != NOTHING_KNOWN:
                return Gradient.ABSENT if type.undefined else Gradient.PRESENT
        return Gradient.UNKNOWN

    def _note(self, op: Operation) -> None:
        """Record the states of results that do not follow from types."""
        if op.name == "prim.AutogradZero":
            self._states[op.results[0]] = Gradient.ABSENT
        elif isinstance(op, UncheckedCastOp | GuardOp | ProfileOp):
            for result, operand in zip(op.results, op.operands, strict=False):
                self._states[result] = self._state(operand)
        elif isinstance(op, IfOp):
            ends = zip(op.then_yield.operands, op.else_yield.operands, strict=True)
            for result, (then, other) in zip(op.results, ends, strict=True):
                agree = self._state(then) is self._state(other)
                self._states[result] = self._state(then) if agree else Gradient.UNKNOWN
        elif isinstance(op, GradOfOp):
            self._states.update(dict.fromkeys(op.results, Gradient.UNKNOWN))
        elif isinstance(op, SchemaOp) and family_of(op.name) in POINTWISE:
            self._states.update(dict.fromkeys(op.results, Gradient.PRESENT))

    # ---- rewrites

    def _sum(self, op: Operation) -> bool:
        first, second = op.operands
        states = (self._state(first), self._state(second))
        if Gradient.ABSENT in states:
            value = second if states[0] is Gradient.ABSENT else first
        elif states == (Gradient.PRESENT, Gradient.PRESENT):
            value = OpBuilder.before(op).aten.add(first, second)
            self._states[value] = Gradient.PRESENT
        else:
            refuse(op, "an operand may be absent")
            return False
        _replace_results(op, [value])
        return True

    def _gradient_query(self, op: Operation) -> bool:
        answer = _QUESTIONS[op.name]([self._state(operand) for operand in op.operands])
        if answer is None:
            refuse(op, "an operand may be absent")
            return False
        constant = ConstantOp.of(answer)
        self._answers[constant] = answer
        Rewriter.replace_op(op, propagate_location(op, [constant]))
        return True

    def _gradient(self, op: GradOfOp) -> bool:
        runs = _any_present([self._state(value) for value in op.inputs])
        if runs is None:
            refuse(op, "its gradients may be absent")
            return False
        results = tuple(op.body_return.operands)
        if not runs:
            zero = schema_op("prim.AutogradZero").create(result_types=[NOTHING_KNOWN])
            Rewriter.insert_op(propagate_location(op, [zero]), InsertPoint.before(op))
            self._states[zero.results[0]] = Gradient.ABSENT
            results = (zero.results[0],) * len(op.results)
        else:
            for inner in tuple(op.body.ops):
                if inner is not op.body_return:
                    inner.detach()
                    Rewriter.insert_op(inner, InsertPoint.before(op))
            for value in results:
                if self._state(value) is Gradient.UNKNOWN:
                    self._states[value] = Gradient.PRESENT
        _replace_results(op, results)
        return True


@dataclass(frozen=True)
class SpecializeAutogradZeroPass(TsPass):
    """Simplify sums and gradients whose operands are known to be absent or present."""

    name = "specialize-autograd-zero"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            specialization = _Specialization(analyses.get(TypeFacts, function))
            for block in function.body.blocks:
                specialization.block(block)
