"""`create-function-group`: a function with loops or branches becomes one `prim.TensorExprGroup`.

    func.func @f(%x: !ts.tensor<[4],f32, ...>, %n: i64) -> !ts.tensor {
      %true = prim.Constant true
      %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32, ...>) -> (!ts.tensor) {...}
      func.return %r : !ts.tensor
    }

becomes

    func.func @f(%x: !ts.tensor<[4],f32, ...>, %n: i64) -> !ts.tensor<[4],f32, ...> {
      %r = prim.TensorExprGroup(%x, %n) : (...) -> !ts.tensor<[4],f32, ...> {
      ^bb0(%y: !ts.tensor<[4],f32, ...>, %m: i64):
        %true = prim.Constant true
        %s = prim.Loop %m, %true, iter(%y) : (...) -> (!ts.tensor<[4],f32, ...>) {...}
        prim.return %s : !ts.tensor<[4],f32, ...>
      }
      func.return %r : !ts.tensor<[4],f32, ...>
    }

so that a scalar loop, Newton's method or the time steps of a recurrent cell run without the
interpreter. The argument types, stated or guarded, must determine all others. Every operation must
have a kernel, which fails wherever the operation raises. Writes to local tensors become new tensors
(`functionalize`), those to arguments stay; slices are taken to be whole (`checked_views`). A method
reads its object's attributes before the group. Constant tensors are inputs of the group. Tuples are
taken apart before it, and constructed after it. Loops carry the elements of tuples, and of lists of
constant length.
`create-fusion-groups` takes functions without loops and branches, and parts of functions.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, f64, i1, i64
from xdsl.dialects.func import FuncOp
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import DiagnosticException

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    GetAttrOp,
    GuardOp,
    IfOp,
    ListUnpackOp,
    LoopOp,
    ReturnOp,
    TensorExprGroupOp,
    ToListOp,
    TupleUnpackOp,
)
from xdsl_torchscript.dialects.prim.data import AnyTuple
from xdsl_torchscript.dialects.scalar_semantics import CHOICES, RULES
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import ClassType, NoneType, SizeType, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.raising import DIVISIONS, may_raise
from xdsl_torchscript.lowering.analysis.rules.structure import literal_tensor_type
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.containers.allocate_appended_lists import (
    AllocateAppendedListsPass,
)
from xdsl_torchscript.lowering.ts.containers.lists_as_tensors import ListsAsTensorsPass
from xdsl_torchscript.lowering.ts.containers.lists_as_tuples import lists_as_tuples
from xdsl_torchscript.lowering.ts.containers.lower_all_tuples import (
    flatten_argument,
    lower_inner_tuples,
)
from xdsl_torchscript.lowering.ts.containers.number_lists import tensor_of
from xdsl_torchscript.lowering.ts.containers.split_results import SplitResults
from xdsl_torchscript.lowering.ts.containers.stack_appended_lists import StackAppendedListsPass
from xdsl_torchscript.lowering.ts.control_flow.fold_branches import FoldBranchesPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.fusion.checked_views import (
    assume_unclipped,
    forget_unclipped_types,
    profiled_slices,
)
from xdsl_torchscript.lowering.ts.fusion.create_fusion_groups import KernelCheck
from xdsl_torchscript.lowering.ts.fusion.group_operands import is_on_cpu
from xdsl_torchscript.lowering.ts.fusion.remove_strict_fusion import remove_strict_fusion
from xdsl_torchscript.lowering.ts.modules.attribute_paths import (
    ValueSource,
    attribute_reads,
    read_sources,
)
from xdsl_torchscript.lowering.ts.modules.lower_graph import lower_method
from xdsl_torchscript.lowering.ts.mutation.functionalize import FunctionalizePass, functionalize
from xdsl_torchscript.lowering.ts.simplification.dce import DcePass
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.types.propagate_types import PropagateTypesPass, state_types
from xdsl_torchscript.lowering.ts.types.specialize_inputs import specialize
from xdsl_torchscript.lowering.ts_to_te.groups.create_compilable_groups import kernel_refusal
from xdsl_torchscript.lowering.ts_to_te.groups.decompose_unlowered import DecomposeUnloweredPass

_CHECKED = {*DIVISIONS, "aten.floordiv", "aten.remainder", "aten.Int.Scalar"}
"""Operators on numbers that end a kernel where they raise."""
_SCALAR_OPERATORS = (RULES.keys() | CHOICES.keys()) - _CHECKED
"""Operators on numbers whose kernels check nothing."""
_SCALARS = (i64, f64, i1, NoneType())
_TYPING = (
    FoldBranchesPass(),
    StackAppendedListsPass(),
    AllocateAppendedListsPass(),
    ListsAsTensorsPass(),
    PropagateTypesPass(),
    FunctionalizePass(arguments=True),
    DecomposeUnloweredPass(),
    DcePass(),
)


def create_function_group(function: FuncOp) -> TensorExprGroupOp | None:
    """Move a function's body with loops or branches into a group. Return the group, or None if the
    body must stay."""
    if not (_has_control_flow(function) or must_be_whole(function)):
        return None
    try:
        return group_function(function, kernel_refusal)
    except DiagnosticException as error:
        refuse(function, str(error))
        return None


def group_function(function: FuncOp, refusal: KernelCheck) -> TensorExprGroupOp:
    """Move a function's body into a group; `refusal` is for the operators in it. Raises
    DiagnosticException if no kernel computes it; then nothing has changed."""
    body = function.clone()
    remove_strict_fusion(body)
    _take_elements(body)
    if _is_method(function):
        lower_method(body)
    for argument in tuple(body.body.block.args):
        flatten_argument(body.body.block, argument)
    constants = _take_constants(body)
    lists_as_tuples(body)
    lower_inner_tuples(body)
    dropped = _drop_unused(body)
    profiled = profiled_slices(body)
    _specialize(body)
    assume_unclipped(body, profiled)
    # The results of loops and branches are row-major anyway.
    functionalize(body, any_layout=_has_control_flow(body))
    state_types(body, TypeFacts(body))
    results = SplitResults(body)
    _check_kernel(body, refusal)
    return _replace_body(function, body, constants, dropped, results)


def _has_control_flow(function: FuncOp) -> bool:
    return any(isinstance(op, IfOp | LoopOp) for op in function.walk())


def must_be_whole(function: FuncOp) -> bool:
    """Return whether a function is no plan unless it is one group: ints among the arguments are
    symbols, or tensors there have the numbers of lists."""
    sizes = [t for t in function.body.block.arg_types if isinstance(t, SizeType)]
    lists = operations_of(function, ToListOp)
    return bool(symbols_of(sizes)) or any(tensor_of(op.result) is not None for op in lists)


def _is_method(function: FuncOp) -> bool:
    arguments = function.body.block.args
    return bool(arguments) and isinstance(arguments[0].type, ClassType)


def _unpacked_attributes(function: FuncOp) -> Sequence[ListUnpackOp]:
    """Return the operations that unpack list attributes whose length guards ensure. Another one may
    be in a branch that never runs.
    """
    return [
        op
        for op in function.walk()
        if isinstance(op, ListUnpackOp)
        and isinstance(op.list_.owner, GetAttrOp)
        and all(isinstance(use.operation, GuardOp) for e in op.elements for use in e.uses)
    ]


def _take_elements(body: FuncOp) -> None:
    """Let a function take the elements of attributes that it unpacks as arguments."""
    block = body.body.block
    for op in _unpacked_attributes(body):
        for element in op.elements:
            element.replace_all_uses_with(block.insert_arg(element.type, len(block.args)))
        read = op.list_.owner
        Rewriter.erase_op(op)
        if isinstance(read, GetAttrOp) and read.result.first_use is None:
            Rewriter.erase_op(read)


def _take_constants(body: FuncOp) -> list[ConstantOp]:
    """Let a function take its constant tensors as arguments; return them."""
    block = body.body.block
    constants = [
        op
        for op in body.body.walk()
        if isinstance(op, ConstantOp) and isinstance(op.type, TensorType)
    ]
    for op in constants:
        type = literal_tensor_type(op) or op.type
        op.result.replace_all_uses_with(block.insert_arg(type, len(block.args)))
        op.detach()
    return constants


def _drop_unused(body: FuncOp) -> set[int]:
    """Remove the arguments that are not used and that kernels do not take, such as a list of sizes
    whose elements are constants. Return their numbers."""
    block = body.body.block
    unused = [
        argument
        for argument in block.args
        if not _is_taken(argument.type) and argument.first_use is None
    ]
    numbers = {argument.index for argument in unused}
    for argument in unused:
        block.erase_arg(argument)
    return numbers


def _is_taken(type: Attribute) -> bool:
    """Return whether kernels take arguments of a type."""
    return isinstance(type, TensorType | SizeType) or type in _SCALARS


def _specialize(body: FuncOp) -> None:
    """Give a function the types that its guards check, and remove them. Raises FindingsError for
    arguments that kernels do not take."""
    types = [_argument_type(argument) for argument in body.body.block.args]
    for argument, type in zip(body.body.block.args, types, strict=True):
        name = f"'{argument.name_hint}'" if argument.name_hint else f"number {argument.index}"
        if not _is_taken(type):
            fail(body, f"takes {name} of type {type}")
        if isinstance(type, TensorType) and not is_on_cpu(type):
            fail(body, f"takes {name}, which may be on another device")
    for op in tuple(body.walk()):
        if isinstance(op, GuardOp):
            Rewriter.replace_op(op, [], [op.value])
    specialize(body, types)
    state_types(body, TypeFacts(body))


def _argument_type(argument: SSAValue) -> Attribute:
    """Return an argument's type, with the sizes that one of its guards checks."""
    guards = [use.operation for use in argument.uses if isinstance(use.operation, GuardOp)]
    return guards[0].result.type if guards else argument.type


def _check_kernel(body: FuncOp, refusal: KernelCheck) -> None:
    """Raise DiagnosticException if no kernel computes a function of arguments of these types."""
    typed = body.clone()
    module = ModuleOp([typed])
    for step in _TYPING:
        step.apply(Context(), module)
    for op in typed.body.walk():
        raises = op.name in _SCALAR_OPERATORS and may_raise(op, STATED)
        reason = "may raise, which kernels do not" if raises else refusal(op)
        if reason is not None:
            fail(op, reason)


def _replace_body(
    function: FuncOp,
    body: FuncOp,
    constants: Sequence[ConstantOp],
    dropped: Set[int],
    results: SplitResults,
) -> TensorExprGroupOp:
    """Replace a function's body by a group with the body of its specialised copy; these constants
    become inputs, and values with the numbers `dropped` do not."""
    old = function.body.block
    block = Block(arg_types=[argument.type for argument in old.args])
    for before, after in zip(old.args, block.args, strict=True):
        after.name_hint, after.location = before.name_hint, before.location
    own = block.args[1:] if _is_method(function) else block.args
    emit = OpBuilder.at_end(block, function)
    values = [part for argument in own for part in _parts(emit, argument)]
    if _is_method(function):
        elements = [ValueSource(e) for op in _unpacked_attributes(function) for e in op.elements]
        sources = [
            ValueSource(old.args[0], path)
            for op, path in attribute_reads(function)
            if not isinstance(op.result.type, ClassType) and not _is_only_unpacked(op)
        ]
        sources = [*elements, *dict.fromkeys(sources)]
        values += read_sources(function, block, sources)
    block.add_ops(constants)
    values += [constant.result for constant in constants]
    values = [value for number, value in enumerate(values) if number not in dropped]
    inputs: list[SSAValue] = []
    for value, argument in zip(values, body.body.block.args, strict=True):
        type = argument.type
        if isinstance(type, TensorType) and not is_subtype_of(value.type, type):
            guard = GuardOp(value, type)
            block.add_op(guard)
            value = guard.result
        inputs.append(value)
    end = body.body.block.last_op
    assert end is not None
    returned = ReturnOp(*end.operands)
    propagate_location(end, [returned])
    Rewriter.replace_op(end, returned, [])
    group = TensorExprGroupOp(inputs, returned.operand_types, body.detach_region(body.body))
    forget_unclipped_types(group, group.results)
    block.add_op(group)
    block.add_op(FuncReturnOp(*results.join(emit, values, group.results)))
    propagate_location(returned, [*block.ops])
    function.body.insert_block(block, 0)
    function.body.erase_block(old)
    function.update_function_type()
    return group


def _parts(emit: OpBuilder, value: SSAValue) -> list[SSAValue]:
    """Take a tuple apart, nested tuples too."""
    if not isinstance(value.type, AnyTuple):
        return [value]
    elements = emit(TupleUnpackOp(value)).results
    return [part for element in elements for part in _parts(emit, element)]


def _is_only_unpacked(read: GetAttrOp) -> bool:
    uses = [*read.result.uses]
    return bool(uses) and all(isinstance(use.operation, ListUnpackOp) for use in uses)


@dataclass(frozen=True)
class CreateFunctionGroupPass(TsPass):
    """Group all operations of a function that has loops or branches."""

    name = "create-function-group"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            create_function_group(function)
