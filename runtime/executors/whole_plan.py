"""Plans that are one group of operators: where the inputs of its kernel come from.

    %w = prim.GetAttr(%self) {attribute = "weight"}
    %a, %b, %ok = prim.TypeCheck(%x, %w)
    %r = prim.If %ok -> (!ts.tensor) { the group of %a and %b } else { its fallback graph }
    func.return %r : !ts.tensor

A call needs nothing but the kernel, on the first argument and on an attribute of the module. The
native executor's plans have guards in place of the check and the branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    FallbackGraphOp,
    GuardOp,
    IfOp,
    TensorExprGroupOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.prim.data import TupleConstructOp
from xdsl_torchscript.dialects.prim.modules import GetAttrOp
from xdsl_torchscript.dialects.types import NamedTupleType
from xdsl_torchscript.lowering.ts.create_fusion_groups import unguarded
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
from xdsl_torchscript.runtime.native.call_kernel import KernelTable


@dataclass(frozen=True)
class InputSource:
    """A value of a plan: an argument or a constant, or what the names of attributes lead to."""

    root: SSAValue
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class WholePlan:
    """The plan of a function that is one group, for modules with these constants. `results` are the
    numbers of the group's results that it returns, in order, as one tuple if `is_tuple` is set;
    `table` is that of the group's kernel."""

    function: FuncOp
    constants: ModuleConstants
    sources: Sequence[InputSource]
    results: Sequence[int]
    is_tuple: bool
    table: KernelTable

    @property
    def takes_arguments_in_order(self) -> bool:
        """Whether the group is a function of the same arguments and results as the plan."""
        arguments = [InputSource(argument) for argument in self.function.body.block.args]
        in_order = [*self.results] == sorted(self.results)
        return in_order and not self.is_tuple and [*self.sources] == arguments


def whole_plan(
    group: TensorExprGroupOp, constants: ModuleConstants, table: KernelTable
) -> WholePlan | None:
    """Return the plan of which a checked group is all, None if there is more to it."""
    outer = group.parent_op()
    is_branch = isinstance(outer, IfOp)
    function = outer.parent_op() if isinstance(outer, IfOp) else outer
    if not isinstance(function, FuncOp):
        return None
    reads = ConstantOp | GetAttrOp | GuardOp
    *ops, end = (op for op in function.body.block.ops if not isinstance(op, reads))
    returned, last = end.operands, ops[-1]
    is_tuple = isinstance(last, TupleConstructOp) and [*returned] == [last.result]
    if isinstance(last, TupleConstructOp) and is_tuple:
        if isinstance(last.result.type, NamedTupleType):
            return None
        returned, ops = last.operands, ops[:-1]
    if [type(op) for op in ops] != ([TypeCheckOp, IfOp] if is_branch else [TensorExprGroupOp]):
        return None
    computed, inputs = ops[-1].results, group.inputs
    if isinstance(outer, IfOp):
        fallback = outer.else_block.first_op
        if not isinstance(fallback, FallbackGraphOp) or [*outer.then_yield.operands] != [
            *group.results
        ]:
            return None
        inputs = fallback.inputs
    if len(returned) != len(computed) or {*returned} != {*computed}:
        return None
    sources = [source_of(unguarded(value)) for value in inputs]
    results = [computed.index(value) for value in returned]
    return WholePlan(function, constants, sources, results, is_tuple, table)


def source_of(value: SSAValue) -> InputSource:
    """Return where a value comes from, by the attributes that lead to it."""
    names: list[str] = []
    while isinstance(value.owner, GetAttrOp):
        names.append(value.owner.attribute.data)
        (value,) = value.owner.operands
    return InputSource(value, tuple(reversed(names)))
