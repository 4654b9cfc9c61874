"""`check-inputs`: a function runs specialised for its profiled input types, unchanged for others.

    func.func @f(%x: !ts.tensor) -> !ts.tensor {
      %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
      %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
      func.return %r : !ts.tensor
    }

becomes

    func.func @f(%x: !ts.tensor) -> !ts.tensor {
      %a, %ok = prim.TypeCheck(%x) {types = [!ts.tensor<[2],f32>]} : (!ts.tensor) -> (..., i1)
      %r = prim.If %ok -> (!ts.tensor) {
        %s = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor
        prim.If.yield %s : !ts.tensor
      } else {
        %t = prim.FallbackGraph(%x) : (!ts.tensor) -> !ts.tensor {...}
        prim.If.yield %t : !ts.tensor
      }
      func.return %r : !ts.tensor
    }

The inputs are read at the start of the function. They are tensors among the arguments, lists of
numbers there that are only read, whose tensors are checked, constants of unknown sizes, read-only
attributes, elements of lists and dicts whose length the caller checks, and
elements of tuples. Sizes, element types and branches follow from their types, so most groups of
operators need no separate check. For an optional argument, the check also determines whether it is
None. A function that calls others stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    FallbackGraphOp,
    GetAttrOp,
    IfOp,
    IfYieldOp,
    ListTensorOp,
    ListUnpackOp,
    ProfileOp,
    SizeValueOp,
    ToListOp,
    TupleUnpackOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.prim import ReturnOp as GraphReturnOp
from xdsl_torchscript.dialects.prim.data import NUMBERS_OF_ELEMENTS
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.types import (
    ListType,
    NoneType,
    OptionalType,
    SizeType,
    TensorType,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.containers.number_lists import LENGTH, reads_list
from xdsl_torchscript.lowering.ts.functions import calls_others, torchscript_functions, values_of
from xdsl_torchscript.lowering.ts.modules.attribute_paths import (
    Path,
    ValueSource,
    container_of,
    passes_through,
    read_sources,
    source_of,
    written_slots,
)
from xdsl_torchscript.lowering.ts.profiling.insert_guards import without_strides
from xdsl_torchscript.lowering.ts.profiling.remove_profiling import remove_profiling
from xdsl_torchscript.lowering.ts.retype import retype

Inputs: TypeAlias = Mapping[ValueSource, Attribute]
"""The inputs of a function, with the types to check."""


def profiled_inputs(
    function: FuncOp,
    lists: Mapping[tuple[int, Path], int] | None = None,
    given: Set[int] = frozenset(),
) -> Inputs:
    """Return the inputs that had the same sizes and element type in every profile. `lists` maps
    arguments, by their numbers, and attributes of them that are tensor lists or dicts to their
    lengths. The optional tuples among the arguments that are `given` are not None."""
    if calls_others(function):
        return {}
    written = written_slots(function)
    seen: dict[ValueSource, set[Attribute]] = {}
    for op in function.body.walk():
        if isinstance(op, ProfileOp) and op.profiled_type is not None:
            source = source_of(op.values[0])
            is_set = passes_through(op.values[0], written)
            if _enters(source, function, lists or {}, given) and not is_set:
                seen.setdefault(source, set()).add(_checked_type(op.profiled_type))
    same = {source: types.pop() for source, types in seen.items() if len(types) == 1}
    return {
        source: type
        for source, type in same.items()
        if isinstance(type, NoneType | SizeType) or (isinstance(type, TensorType) and type.is_typed)
    }


def _checked_type(type: Attribute) -> Attribute:
    """Return the type to check for a profiled type, without strides. No kernel needs the gradient
    flag of a parameter, so it is dropped, too."""
    if not isinstance(type, TensorType):
        return type
    return _without_gradient(type) if type.requires_grad else without_strides(type)


def _without_gradient(type: TensorType) -> TensorType:
    return TensorType.get(type.shape, type.dtype, device=type.device)


def _enters(
    source: ValueSource,
    function: FuncOp,
    lists: Mapping[tuple[int, Path], int],
    given: Set[int],
) -> bool:
    owner, container = source.root.owner, container_of(source.root)
    if container is not None:
        whole = source_of(container)
        number = _number_of(whole.root, function)
        if isinstance(owner, ListUnpackOp):
            length = None if number is None else lists.get((number, whole.path))
            return length == len(owner.elements)
        if isinstance(whole.root.type, OptionalType) and number not in given:
            return False
        return not whole.path and _enters(whole, function, lists, given)
    if isinstance(owner, ConstantOp):
        return not (isinstance(owner.type, TensorType) and owner.type.is_typed)
    return owner is function.body.block


def _number_of(value: SSAValue, function: FuncOp) -> int | None:
    """Return the number of an argument of the function, None for another value."""
    if isinstance(value, BlockArgument) and value.owner is function.body.block:
        return value.index
    return None


def specialize_copy(function: FuncOp, inputs: Inputs) -> FuncOp:
    """Return a profiled function for inputs of these types: attributes and constants among them are
    arguments behind its own. Its profiles omit `requires_grad`, so fewer inputs need a check."""
    special = function.clone()
    block = special.body.block
    ops = dict(zip(function.walk(), special.walk(), strict=True))
    behind = {
        source: block.insert_arg(type, len(block.args))
        for source, type in inputs.items()
        if not _is_argument(source)
    }
    for old, new in ops.items():
        if not isinstance(old, GetAttrOp | ConstantOp | ListUnpackOp | TupleUnpackOp):
            continue
        for before, after in zip(old.results, new.results, strict=True):
            if (source := source_of(before)) in behind:
                behind[source].name_hint = before.name_hint
                after.replace_all_uses_with(behind[source])
        if all(result.first_use is None for result in new.results):
            Rewriter.erase_op(new)
    for op in operations_of(special, ProfileOp):
        if isinstance(op.profiled_type, TensorType):
            op.profiled_type = _without_gradient(op.profiled_type)
    for old, new in zip(function.body.block.args, block.args, strict=False):
        argument = retype(new, inputs.get(ValueSource(old), new.type))
        if isinstance(argument.type, SizeType):
            _take_size(argument, argument.type.dim)
        elif isinstance(old.type, ListType) and isinstance(argument.type, TensorType):
            _take_list(argument, old.type)
    special.update_function_type()
    return special


def _take_size(argument: SSAValue, size: int | str) -> None:
    """Let the users of an argument that is a size use its value. There are some, as it has a
    profile, and the value has the location of the first."""
    uses, block = list(argument.uses), argument.owner
    assert isinstance(block, Block) and block.first_op is not None
    value = ConstantOp.of(size) if isinstance(size, int) else SizeValueOp(argument)
    propagate_location(uses[0].operation, [value])
    Rewriter.insert_op(value, InsertPoint.before(block.first_op))
    for use in uses:
        use.operation.operands[use.index] = value.result


def _take_list(argument: SSAValue, type: ListType) -> None:
    """Let the users of an argument that is the tensor of a list use the list of its numbers. One
    that asks for the length asks for the size."""
    for use in list(argument.uses):
        op: Operation = use.operation
        if op.name == LENGTH:
            Rewriter.replace_op(op, [], [OpBuilder.before(op).aten.size(argument, 0)])
        elif isinstance(op, ListTensorOp):
            Rewriter.replace_op(op, [], [argument])
    readers = [use for use in argument.uses if reads_list(use)]
    if not readers:
        return
    block = argument.owner
    assert isinstance(block, Block) and block.first_op is not None
    emit = OpBuilder.before(block.first_op, readers[0].operation)
    code = emit.constant(NUMBERS_OF_ELEMENTS[type.element])
    numbers = emit(ToListOp(argument, emit.constant(1), code, type)).result
    for use in readers:
        use.operation.operands[use.index] = numbers


def _is_argument(source: ValueSource) -> bool:
    return isinstance(source.root, BlockArgument) and not source.path


def check_inputs(function: FuncOp, special: FuncOp, inputs: Inputs) -> None:
    """Run the specialised copy of a profiled function, which is consumed, if its inputs have these
    types. Otherwise run a fallback graph that does not rely on types."""
    old = function.body.block
    block = Block(arg_types=map(without_facts, old.arg_types))
    for before, after in zip(old.args, block.args, strict=True):
        after.name_hint, after.location = before.name_hint, before.location
    values = [_checked(block, value) for value in read_sources(function, block, inputs)]
    check = TypeCheckOp(values, list(inputs.values()))
    refined = dict(zip(inputs, check.refined, strict=True))
    arguments = zip(old.args, block.args, strict=True)
    values = [refined.get(ValueSource(before), after) for before, after in arguments]
    values += [value for source, value in refined.items() if not _is_argument(source)]
    fallback = _fallback_of(function, block.args)
    branch = IfOp(check.passed, fallback.result_types, Region(Block()), Region(Block()))
    _move_body(special, branch.then_block, values)
    branch.else_block.add_ops([fallback, IfYieldOp(*fallback.results)])
    block.add_ops([check, branch, ReturnOp(*branch.results)])
    propagate_location(function, [*block.ops])
    function.body.add_block(block)
    function.update_function_type()


def _checked(block: Block, value: SSAValue) -> SSAValue:
    """Return what to check for an input: of a list, the tensor of its numbers."""
    if not isinstance(value.type, ListType):
        return value
    tensor = ListTensorOp(value)
    block.add_op(tensor)
    return tensor.result


def _fallback_of(function: FuncOp, inputs: Sequence[SSAValue]) -> FallbackGraphOp:
    """Return a fallback graph of the body of a profiled function, which is left without one."""
    remove_profiling(function)
    for value in tuple(values_of(function)):
        retype(value, without_facts(value.type))
    block = function.body.detach_block(function.body.block)
    end = block.last_op
    assert isinstance(end, ReturnOp)
    types = end.operand_types
    Rewriter.replace_op(end, GraphReturnOp(*end.operands), [])
    return FallbackGraphOp(inputs, types, Region(block))


def _move_body(special: FuncOp, block: Block, values: Sequence[SSAValue]) -> None:
    """Move the body of a function to a branch, where these values are its arguments."""
    old = special.body.block
    for argument, value in zip(old.args, values, strict=True):
        argument.replace_all_uses_with(value)
    end = old.last_op
    assert end is not None
    Rewriter.replace_op(end, IfYieldOp(*end.operands), [])
    for op in tuple(old.ops):
        op.detach()
        block.add_op(op)


@dataclass(frozen=True)
class CheckInputsPass(TsPass):
    """Check the types of the inputs of profiled functions once, with a fallback graph."""

    name = "check-inputs"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            inputs = profiled_inputs(function)
            if inputs:
                check_inputs(function, specialize_copy(function, inputs), inputs)
