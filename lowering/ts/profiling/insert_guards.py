"""`insert-guards`: turn profiled types into guards at the value's uses.

    %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
    %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor

becomes

    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %r = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor

A use that never ran, or whose profiled type adds nothing to the declared type, has no guard. Passes
that remove the operator between two profiles leave a profile of a profiled value. It guards the
value itself, which may have been resized since the first profile. Strides are not guarded: no code
that relies on guards relies on strides.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import OpResult, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.prim import GuardOp, ProfileOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.profiling.remove_profiling import remove_profiling


def without_strides(type: TensorType, shape: Shape | None = None) -> TensorType:
    """Return the type without strides, and with other sizes if `shape` is given."""
    return TensorType.get(
        type.shape if shape is None else shape,
        type.dtype,
        device=type.device,
        requires_grad=type.requires_grad,
        undefined=type.undefined,
    )


class _GuardedTypes:
    """The types to guard the values of a function for: their profiles, and what is known beside."""

    def __init__(self, function: FuncOp) -> None:
        self._function = function

    @cached_property
    def _facts(self) -> MemoryFacts:
        return MemoryFacts(AliasAnalysis(self._function))

    def guarded_type(self, op: ProfileOp) -> TensorType | None:
        """Return the type to guard a profiled value for, None if profiling says nothing new."""
        value, profiled = op.values[0], op.profiled_type
        if not isinstance(profiled, TensorType) or not isinstance(value.type, TensorType):
            return None
        type = without_strides(profiled, self._sizes(value, profiled.shape))
        return None if is_subtype_of(value.type, type) else type

    def _sizes(self, value: SSAValue, profiled: Shape | None) -> Shape | None:
        """Return the profiled sizes, but those that are symbols or computed from them: the profile
        has what one of their values gave. A value that is resized has other sizes later."""
        known = value.type.shape if isinstance(value.type, TensorType) else None
        if known is None or profiled is None or len(known) != len(profiled):
            return profiled
        if not any(isinstance(size, str) for size in known) or self._facts.is_resized(value):
            return profiled
        return tuple(k if isinstance(k, str) else p for k, p in zip(known, profiled, strict=True))


def remove_known_profiles(function: FuncOp) -> None:
    """Remove the profiling operations that recorded no new facts."""
    types = _GuardedTypes(function)
    for op in _profiles(function):
        value = op.values[0]
        if isinstance(value, OpResult) and isinstance(value.op, ProfileOp):
            op.operands[0] = value.op.values[value.index]
        if types.guarded_type(op) is None:
            refuse(op, "recorded no new facts")
            Rewriter.replace_op(op, [], op.values)


def insert_guards(function: FuncOp) -> None:
    """Replace profiling operations by guards for the types that they recorded."""
    remove_known_profiles(function)
    types = _GuardedTypes(function)
    for op in _profiles(function):
        type = types.guarded_type(op)
        assert type is not None
        guard = GuardOp(op.values[0], type)
        propagate_location(op, [guard])
        Rewriter.replace_op(op, guard)
    remove_profiling(function)
    function.update_function_type()


def _profiles(function: FuncOp) -> list[ProfileOp]:
    return [op for op in operations_of(function, ProfileOp) if len(op.values) == 1]


@dataclass(frozen=True)
class InsertGuardsPass(TsPass):
    """Turn profiled types into guards."""

    name = "insert-guards"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            insert_guards(function)
