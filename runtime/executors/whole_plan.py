"""Plans that consist of one group: the sources of the kernel's inputs.

    %w = prim.GetAttr(%self) {attribute = "weight"}
    %a, %b, %ok = prim.TypeCheck(%x, %w)
    %r = prim.If %ok -> (!ts.tensor) { the group of %a and %b } else { its fallback graph }
    func.return %r : !ts.tensor

A call only runs the kernel, on its first argument and an attribute of the module. The fallback
graph may be the whole function's. The native executor's plans have guards in place of the check and
the branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    GuardOp,
    IfOp,
    TensorExprGroupOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.prim.data import ListUnpackOp, TupleConstructOp
from xdsl_torchscript.dialects.prim.modules import GetAttrOp
from xdsl_torchscript.dialects.types import NamedTupleType
from xdsl_torchscript.lowering.ts.attribute_paths import ValueSource, source_of
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
from xdsl_torchscript.runtime.native.call_kernel import KernelTable

_READS = (ConstantOp, GetAttrOp, GuardOp, ListUnpackOp)


@dataclass(frozen=True)
class WholePlan:
    """The plan of a function that is one group, for modules with these constants. `results` are the
    numbers of the returned results of the group, in order, as one tuple if `is_tuple` is set.
    `table` is the table of the group's kernel."""

    function: FuncOp
    constants: ModuleConstants
    sources: Sequence[ValueSource]
    results: Sequence[int]
    is_tuple: bool
    table: KernelTable

    @property
    def takes_arguments_in_order(self) -> bool:
        """Whether the group is a function of the same arguments and results as the plan."""
        arguments = [ValueSource(argument) for argument in self.function.body.block.args]
        in_order = [*self.results] == sorted(self.results)
        return in_order and not self.is_tuple and [*self.sources] == arguments


def constant_inputs(group: TensorExprGroupOp) -> list[int]:
    """Return the numbers of the inputs of a group that are constants of its plan."""
    sources = enumerate(map(source_of, group.inputs))
    return [n for n, s in sources if isinstance(s.root.owner, ConstantOp) and not s.path]


class _Returned(NamedTuple):
    """The values that a block returns, or of which it returns a tuple."""

    values: Sequence[SSAValue]
    is_tuple: bool


def whole_plan(
    group: TensorExprGroupOp, constants: ModuleConstants, table: KernelTable
) -> WholePlan | None:
    """Return the plan that consists only of a group and the check around it. Return None if there
    is more code, or if the checked value does not enter the group."""
    outer, inner = group.parent_op(), _returned_values(group, [group])
    if inner is None:
        return None
    sources = [source_of(value) for value in group.inputs]
    numbers = [group.results.index(value) for value in inner.values]
    if isinstance(outer, FuncOp):
        return WholePlan(outer, constants, sources, numbers, inner.is_tuple, table)
    function = outer.parent_op() if outer else None
    if not isinstance(outer, IfOp) or not isinstance(function, FuncOp):
        return None
    check = outer.condition.owner
    if (
        not isinstance(check, TypeCheckOp)
        or (around := _returned_values(outer, [check, outer])) is None
    ):
        return None
    is_all_checked = {*sources}.issuperset(map(source_of, check.inputs))
    if not is_all_checked or (inner.is_tuple and around.is_tuple):
        return None
    if not inner.is_tuple:
        numbers = [numbers[outer.results.index(value)] for value in around.values]
    is_tuple = inner.is_tuple or around.is_tuple
    return WholePlan(function, constants, sources, numbers, is_tuple, table)


def _returned_values(last: Operation, ops: Sequence[Operation]) -> _Returned | None:
    """Return the values of the operation `last` that a block returns, each once. Return None if the
    block has operations besides `ops` and their reads, or returns other values."""
    assert last.parent is not None
    *others, end = (op for op in last.parent.ops if not isinstance(op, _READS))
    values, is_tuple = end.operands, False
    made = others[-1]
    if isinstance(made, TupleConstructOp) and [*values] == [made.result]:
        if isinstance(made.result.type, NamedTupleType):
            return None
        values, is_tuple = made.operands, True
        others.pop()
    if others != [*ops] or {*values} != {*last.results} or len(values) != len(last.results):
        return None
    return _Returned(values, is_tuple)
