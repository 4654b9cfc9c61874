"""Plans that are one group of operators: where the inputs of its kernel come from.

    %w = prim.GetAttr(%self) {attribute = "weight"}
    %a, %b, %ok = prim.TypeCheck(%x, %w)
    %r = prim.If %ok -> (!ts.tensor) { the group of %a and %b } else { its fallback graph }
    func.return %r

A call needs nothing but the kernel, on the first argument and on an attribute of the module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    FallbackGraphOp,
    IfOp,
    TensorExprGroupOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.prim.data import TupleConstructOp
from xdsl_torchscript.dialects.prim.modules import GetAttrOp
from xdsl_torchscript.dialects.types import NamedTupleType
from xdsl_torchscript.runtime.native.call_kernel import KernelTable


@dataclass(frozen=True)
class InputSource:
    """A value of a plan: an argument or a constant, or what the names of attributes lead to."""

    root: SSAValue
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class WholePlan:
    """The plan of a function that is one group. `results` are the numbers of the group's results
    that it returns, in order, as one tuple if `is_tuple` is set; `table` is that of the group's
    kernel."""

    function: FuncOp
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


def whole_plan(group: TensorExprGroupOp, table: KernelTable) -> WholePlan | None:
    """Return the plan of which a checked group is all, None if there is more to it."""
    branch = group.parent_op()
    function = None if branch is None else branch.parent_op()
    if not isinstance(branch, IfOp) or not isinstance(function, FuncOp):
        return None
    reads = ConstantOp | GetAttrOp
    *ops, end = (op for op in function.body.block.ops if not isinstance(op, reads))
    returned, last = end.operands, ops[-1]
    is_tuple = isinstance(last, TupleConstructOp) and [*returned] == [last.result]
    if isinstance(last, TupleConstructOp) and is_tuple:
        if isinstance(last.result.type, NamedTupleType):
            return None
        returned, ops = last.operands, ops[:-1]
    fallback = branch.else_block.first_op
    if (
        [type(op) for op in ops] != [TypeCheckOp, IfOp]
        or not isinstance(fallback, FallbackGraphOp)
        or [*branch.then_yield.operands] != [*group.results]
        or len(returned) != len(branch.results)
        or {*returned} != {*branch.results}
    ):
        return None
    sources = [_source(value) for value in fallback.inputs]
    results = [branch.results.index(value) for value in returned]
    return WholePlan(function, sources, results, is_tuple, table)


def _source(value: SSAValue) -> InputSource:
    names: list[str] = []
    while isinstance(value.owner, GetAttrOp):
        names.append(value.owner.attribute.data)
        (value,) = value.owner.operands
    return InputSource(value, tuple(reversed(names)))
