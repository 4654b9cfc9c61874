"""`insert-profiling`: record the types of the tensors that operators take and functions return.

    %r = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    func.return %r : !ts.tensor

becomes

    %a = prim.profile(%x) : (!ts.tensor) -> !ts.tensor
    %b = prim.profile(%y) : (!ts.tensor) -> !ts.tensor
    %r = aten.mul.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %c = prim.profile(%r) : (!ts.tensor) -> !ts.tensor
    func.return %c : !ts.tensor

Each use of a tensor, also as a list element, is profiled separately. A write between two uses may
change the type. An argument that only loops and branches use, or that may be None, is profiled at
function entry. So is an int that decides sizes, the tensor of a list of numbers that is only read
(`prim.list_tensor`), and an element of an unpacked list behind the unpacking. The profiling
executor runs the result, and adds the observed types as `profiled_type`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import (
    ConstantChunkOp,
    ListConstructOp,
    ListTensorOp,
    ListUnpackOp,
    ProfileOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import OptionalType, TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.profiling.read_lists import read_lists
from xdsl_torchscript.lowering.ts.profiling.size_arguments import size_arguments


def insert_profiling(function: FuncOp) -> Sequence[ProfileOp]:
    """Profile the tensor operands of operators, the tensors that `function` returns, its arguments
    and the elements of unpacked lists; return the new operations."""
    inserted: list[ProfileOp] = []
    lists = read_lists(function)
    for op in tuple(function.body.walk()):
        if not isinstance(op, SchemaOp | ConstantChunkOp | ListConstructOp | ReturnOp):
            continue
        for number, operand in enumerate(op.operands):
            if isinstance(operand.type, TensorType) and not isinstance(operand.owner, ProfileOp):
                profile = ProfileOp([operand])
                propagate_location(op, [profile])
                Rewriter.insert_op(profile, InsertPoint.before(op))
                op.operands[number] = profile.outputs[0]
                inserted.append(profile)
    block = function.body.block
    unpacked = (op for op in block.ops if isinstance(op, ListUnpackOp))
    entering = [*block.args, *(element for op in unpacked for element in op.elements)]
    for value in entering:
        users = (use.operation for use in value.uses)
        profiled = any(isinstance(user, ProfileOp) and user.parent is block for user in users)
        is_tensor = isinstance(value.type, TensorType)
        if isinstance(value.type, OptionalType) or (is_tensor and not profiled):
            profile, owner = ProfileOp([value]), value.owner
            is_result = isinstance(owner, Operation)
            propagate_location(owner if is_result else function, [profile])
            start = InsertPoint.after(owner) if is_result else InsertPoint.at_start(owner)
            Rewriter.insert_op(profile, start)
            inserted.append(profile)
    for argument in size_arguments(function):
        inserted.append(_insert_at_start(function, argument))
    for argument in lists:
        tensor = ListTensorOp(argument)
        inserted.append(_insert_at_start(function, tensor.result))
        propagate_location(function, [tensor])
        Rewriter.insert_op(tensor, InsertPoint.at_start(block))
    return inserted


def _insert_at_start(function: FuncOp, value: SSAValue) -> ProfileOp:
    """Profile a value where a function starts."""
    profile = ProfileOp([value])
    propagate_location(function, [profile])
    Rewriter.insert_op(profile, InsertPoint.at_start(function.body.block))
    return profile


@dataclass(frozen=True)
class InsertProfilingPass(TsPass):
    """Profile the tensors that operators take and functions return."""

    name = "insert-profiling"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            insert_profiling(function)
