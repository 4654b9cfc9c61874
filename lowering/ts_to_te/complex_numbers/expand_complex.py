"""`expand-complex`: operators on complex numbers become operators on real ones, which have kernels.

    %z = aten.mul.Tensor(%x, %y) : (!ts.tensor<[4],complex<f32>>, !ts.tensor<[4],f32>) -> ...
    %r = aten.abs(%z) : (!ts.tensor<[4],complex<f32>>) -> !ts.tensor<[4],f32>

becomes, with the parts of `%x` as views of its memory,

    %pairs = aten.view_as_real(%x) : (!ts.tensor<[4],complex<f32>>) -> !ts.tensor<[4,2],f32>
    %a = aten.select.int(%pairs, %last, %zero)
    %b = aten.select.int(%pairs, %last, %one)
    ...
    %r = aten.hypot(%re, %im) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>

A complex result is expanded if all operators that use it are: no complex tensor is made then. Its
parts have other memory, so no view of it may be written or leave the function. A tensor that is
made elsewhere is read by its parts if a kernel uses what is read. Transforms of short frames become
products (`short_transforms.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue, Use

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of_call
from xdsl_torchscript.lowering.analysis.refinement import inference
from xdsl_torchscript.lowering.analysis.row_major import shows_order
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.profiling.insert_guards import remove_known_profiles
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.types.propagate_types import state_types
from xdsl_torchscript.lowering.ts_to_te.complex_numbers.complex_makers import (
    MAKERS,
    parts_of_pairs,
)
from xdsl_torchscript.lowering.ts_to_te.complex_numbers.complex_parts import READERS, ComplexParts
from xdsl_torchscript.lowering.ts_to_te.groups.create_compilable_groups import group_refusal
from xdsl_torchscript.lowering.ts_to_te.pointwise.complex_tensors import is_complex


class _Expansion:
    """The complex values of one function, and the parts of those that are expanded."""

    def __init__(self, function: FuncOp, facts: TypeFacts, aliases: AliasAnalysis) -> None:
        self._facts, self._aliases = facts, aliases
        self._ops = operations_of(function, SchemaOp)
        self._parts: dict[SSAValue, ComplexParts] = {}
        self._expanded = {op for op in self._ops if self._makes(op)}
        while left := {op for op in self._expanded if not self._is_read_in_parts(op)}:
            self._expanded -= left

    def run(self) -> bool:
        """Expand all operators that may be. Return whether there are any."""
        changed = False
        for op in self._ops:
            if op in self._expanded:
                self._parts[op.results[0]] = self._make(op)
                changed = True
            elif self._reads(op) and self._is_worthwhile(op):
                self._read(op)
                changed = True
        for op in reversed(self._ops):
            if op in self._expanded:
                op.detach()
                op.erase()
        return changed

    # ---- legality

    def _makes(self, op: SchemaOp) -> bool:
        """Return whether the parts of the complex result of an operator have a rule."""
        if op.name not in MAKERS or not is_complex(op.results[0].type):
            return False
        reason = self._obstacle(op)
        if reason is not None:
            refuse(op, reason)
        return reason is None

    def _obstacle(self, op: SchemaOp) -> str | None:
        tensors = [v for v in (*op.operands, *op.results) if isinstance(v.type, TensorType)]
        if any(map(self._aliases.has_writers, tensors)):
            return "reads or makes a tensor that is written"
        if any(map(self._facts.is_resized, tensors)):
            return "reads a tensor whose sizes the program changes"
        try:
            return MAKERS[op.name].obstacle(CallFacts(op, self._facts))
        except (NotConstantError, ShapeError) as error:
            return str(error)

    def _is_read_in_parts(self, op: SchemaOp) -> bool:
        users = [use.operation for use in op.results[0].uses]
        return all(user in self._expanded or self._reads(user) for user in users)

    def _reads(self, op: Operation) -> bool:
        """Return whether an operator has a real result of the parts of its complex operand."""
        if op.name not in READERS or not is_complex(op.operands[0].type):
            return False
        if self._aliases.has_writers(op.operands[0]) or self._facts.is_resized(op.operands[0]):
            return False
        if op.name == "aten.view_as_real" and shows_order(op.results[0]):
            return False  # A stack of the parts is row-major, whatever the parts are.
        return op.name == "aten.abs" or all(map(_makes_new_tensors, op.results[0].uses))

    def _is_worthwhile(self, op: SchemaOp) -> bool:
        """Return whether no complex operand is read, or a kernel reads what is read of it."""
        if op.operands[0] in self._parts:
            return True
        users = [use.operation for use in op.results[0].uses]
        return op.name == "aten.abs" and any(
            isinstance(user, SchemaOp) and group_refusal(user) is None for user in users
        )

    # ---- expansion

    def _parts_of(self, b: OpBuilder, value: SSAValue) -> ComplexParts:
        if value in self._parts:
            return self._parts[value]
        if not is_complex(value.type):
            return ComplexParts(value, None)
        return parts_of_pairs(b, b.aten.view_as_real(value))

    def _make(self, op: SchemaOp) -> ComplexParts:
        return MAKERS[op.name].make(self._builder(op), op, self._parts_of)

    def _read(self, op: SchemaOp) -> None:
        """Replace an operator with a real result."""
        b = self._builder(op)
        parts = self._parts_of(b, op.operands[0])
        assert parts.imaginary is not None
        result = READERS[op.name](b, parts.real, parts.imaginary)
        result.name_hint = op.results[0].name_hint
        replace_uses(op.results[0], result)
        op.detach()
        op.erase()

    def _builder(self, op: SchemaOp) -> OpBuilder:
        return OpBuilder.before(op).with_inference(inference(self._facts))


def _makes_new_tensors(use: Use) -> bool:
    """Return whether an operator that uses a tensor neither returns nor keeps its memory."""
    user = use.operation
    return isinstance(user, SchemaOp) and aliasing_of_call(user).makes_new_objects


@dataclass(frozen=True)
class ExpandComplexPass(TsPass):
    """Expand operators on complex numbers into operators on their parts."""

    name = "expand-complex"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            if not _reads_complex(function, analyses.get(TypeFacts, function)):
                continue
            state_types(function, analyses.get(TypeFacts, function))
            remove_known_profiles(function)
            analyses.invalidate(function)
            facts = analyses.get(TypeFacts, function)
            aliases = analyses.get(AliasAnalysis, function)
            if _Expansion(function, facts, aliases).run():
                analyses.invalidate(function)
                state_types(function, TypeFacts(function))


def _reads_complex(function: FuncOp, facts: TypeFacts) -> bool:
    """Return whether an operator has a real result of complex numbers."""
    readers = (op for op in operations_of(function, SchemaOp) if op.name in READERS)
    return any(is_complex(facts.type_of(op.operands[0])) for op in readers)
