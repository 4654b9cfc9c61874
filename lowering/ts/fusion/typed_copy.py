"""A copy of a function whose types are all that guards and type rules imply.

    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2,3],f32>
    %y = aten.tanh(%a) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
    %n = aten.size.int(%y, %one) : (!ts.tensor, i64) -> i64

is copied as

    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2,3],f32>
    %y = aten.tanh(%a) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
    %n = prim.Constant 3 : i64

in all uses of `%n`, so that fusion decides by types that the function itself does not state.
"""

from __future__ import annotations

from collections.abc import Set

from xdsl.dialects.builtin import i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.ts.functions import values_of
from xdsl_torchscript.lowering.ts.fusion.checked_views import assume_unclipped, profiled_slices
from xdsl_torchscript.lowering.ts.profiling.insert_guards import without_strides
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_SIZES = ListType(i64)


class TypedCopy:
    """A copy of a function in which every tensor has its type by guards and rules. Sizes
    implied by types are constants. Slices are whole, except those that may be `clipped`."""

    def __init__(self, function: FuncOp, clipped: Set[Operation] = frozenset()) -> None:
        twin = function.clone()
        self._ops = dict(zip(function.walk(), twin.walk(), strict=True))
        assume_unclipped(twin, profiled_slices(twin), clipped={self._ops[op] for op in clipped})
        self._facts = facts = TypeFacts(twin)
        for value, type in [(value, facts.type_of(value)) for value in values_of(twin)]:
            if isinstance(value.type, TensorType) and isinstance(type, TensorType):
                retype(value, without_strides(type))
        self._values = dict(zip(values_of(function), values_of(twin), strict=True))
        for value in self._values.values():
            self._state_size(value)

    def _state_size(self, value: SSAValue) -> None:
        owner = value.owner
        if value.type != i64 or not isinstance(owner, Operation) or isinstance(owner, ConstantOp):
            return
        try:
            size = ConstantOp.of(self._facts.int_of(value))
        except NotConstantError:
            return
        Rewriter.insert_op(size, InsertPoint.before(owner))
        value.replace_all_uses_with(size.result)

    def of(self, op: Operation) -> Operation:
        return self._ops[op]

    def type_of(self, value: SSAValue) -> Attribute:
        return self._values[value].type

    def knows_sizes(self, value: SSAValue) -> bool:
        """Return whether the tensor types imply an int, or all ints of a list, as sizes."""
        twin = self._values[value]
        try:
            sizes = self._facts.dims_of(twin) if twin.type == _SIZES else [self._facts.dim_of(twin)]
        except NotConstantError:
            return False
        return None not in sizes

    def replace(self, old: SSAValue, new: SSAValue) -> None:
        """Let a value that takes the place of another have its type."""
        self._values[new] = self._values[old]
