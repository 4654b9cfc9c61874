"""`lists-as-tensors`: a list of numbers that is read or written by place becomes a tensor.

    %l = aten.mul.left_t(%one_zero, %four) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop %n, %true {
    ^bb0(%i: i64):
      %a = aten.__getitem__.t(%l, %j) : (!ts.list<i64>, i64) -> i64
      %w = aten._set_item.t(%l, %i, %a) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
      prim.Loop.condition %true
    }

becomes

    %t = aten.full(%sizes, %zero, ...) : (...) -> !ts.tensor<[4],i64,device="cpu">
    %r = prim.Loop %n, %true, iter(%t) : (...) -> (!ts.tensor<[4],i64,device="cpu">) {
    ^bb0(%i: i64, %u: !ts.tensor<[4],i64,device="cpu">):
      %e = aten.select.int(%u, %zero, %j) : (...) -> !ts.tensor<[],i64,device="cpu">
      %a = aten.Int.Tensor(%e) : (...) -> i64
      %p = aten.scalar_tensor(%a, ...) : (...) -> !ts.tensor<[],i64,device="cpu">
      %s = aten.select_scatter(%u, %p, %zero, %i) : (...) -> !ts.tensor<[4],i64,device="cpu">
      prim.Loop.condition %true, iter(%s) : (!ts.tensor<[4],i64,device="cpu">)
    }

for kernels, whose loops write such tensors in place. The list is one of ints, floats or bools that
the function makes, of known length, and only its elements leave it (`number_lists.py`). A list of
the numbers of a tensor that is an argument (`prim.tolist`) is this tensor, until a write. All lists
that take its place in loops and branches become tensors, too. An index out of range fails with the
message for a list, which an attribute states (`ts.message`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr, f64, i1, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.prim import (
    IfOp,
    IfYieldOp,
    LoopConditionOp,
    LoopOp,
    ToListOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.prim.data import NUMBERS_OF_ELEMENTS
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.messages import MESSAGE
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.containers.list_questions import QUESTIONS
from xdsl_torchscript.lowering.ts.containers.number_lists import (
    LENGTH,
    WRITE,
    NumberLists,
    NumberRun,
    families,
    is_return,
    needs_memory,
)
from xdsl_torchscript.lowering.ts.control_flow.region_results import (
    with_branch_result,
    with_carried_value,
)
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_NUMBER_OF: dict[Attribute, str] = {
    i64: "aten::Int",
    f64: "aten::Float",
    i1: "aten::Bool",
}
"""The operator that returns the number in a tensor of one element, by the type of the number."""

_ListVersions = dict[SSAValue, SSAValue]
"""The tensor with the elements that each object has."""


class _ListRewriting:
    """The rewriting of lists to tensors, each of which has the elements of an object between two
    writes."""

    def __init__(self, families: Sequence[NumberLists]) -> None:
        self._families = families
        self._lists = {value: lists for lists in families for value in lists.objects}
        """The family of each list."""
        self._objects = {v: each for lists in families for v, each in lists.objects.items()}
        """The object that each list is."""
        self._replaced: list[Operation] = []
        """Operations on lists, whose results have uses until these are rewritten, too."""

    def run(self, function: FuncOp) -> None:
        self._block(function.body.block, {})
        for op in reversed(self._replaced):
            Rewriter.erase_op(op)

    # ---- the walk

    def _block(self, block: Block, versions: _ListVersions) -> None:
        """Rewrite a block; let `versions` have those at its end."""
        op = block.first_op
        while op is not None:
            following = op.next_op
            match op:
                case IfOp():
                    self._branch(op, versions)
                case LoopOp():
                    self._loop(op, versions)
                case IfYieldOp() | LoopConditionOp():
                    pass
                case _ if is_return(op):
                    self._return(op, versions)
                case _ if op.results and op.results[0] in self._lists:
                    self._replaced.append(op)
                    self._assign(op, versions)
                case _ if op.operands and op.operands[0] in self._lists:
                    Rewriter.replace_op(op, [], [self._number(op, versions)])
                case _:
                    pass
            op = following

    def _assign(self, op: Operation, versions: _ListVersions) -> None:
        """Let the object that an operation makes or writes have a new version."""
        result, emit = op.results[0], OpBuilder.before(op)
        lists, made = self._lists[result], self._objects[result]
        if result in lists.tensors:
            version = lists.tensors[result]
        elif result in lists.runs:
            version = _tensor_of(emit, lists, lists.runs[result])
        elif isinstance(op, UninitializedOp):
            assert isinstance(lists.length, int)
            version = _tensor_of(emit, lists, [(0, lists.length)])
        elif op.name == WRITE:
            version = _written(emit, lists, versions[made], *op.operands[1:])
            _state_message(version, op)
        else:
            version = versions[self._objects[op.operands[0]]]
        if version.name_hint is None:
            version.name_hint = result.name_hint
        versions[made] = version

    def _number(self, op: Operation, versions: _ListVersions) -> SSAValue:
        """Return the number that an operation asks a list for."""
        list_, *others = op.operands
        lists, emit = self._lists[list_], OpBuilder.before(op)
        tensor = versions[self._objects[list_]]
        if op.name == LENGTH:
            return _length(emit, lists, tensor)
        if op.name in QUESTIONS:
            return QUESTIONS[op.name](emit, tensor, *others)
        element = emit.aten.select(tensor, 0, *others)
        _state_message(element, op)
        return emit.op(_NUMBER_OF[lists.element], retype(element, _type(lists))).results[0]

    def _return(self, op: Operation, versions: _ListVersions) -> None:
        """Let an operation return lists that are made of the last tensors."""
        for index, value in enumerate(op.operands):
            if value in self._lists:
                lists, emit = self._lists[value], OpBuilder.before(op)
                tensor = versions[self._objects[value]]
                code = emit.constant(NUMBERS_OF_ELEMENTS[lists.element])
                op.operands[index] = emit(
                    ToListOp(tensor, emit.constant(1), code, value.type)
                ).result

    def _written_in(self, op: Operation, versions: _ListVersions) -> list[SSAValue]:
        """Return the objects made before a loop or branch that it writes."""
        written = (each for lists in self._families for each in lists.written.get(op, ()))
        return [each for each in written if each in versions]

    def _branch(self, op: IfOp, versions: _ListVersions) -> None:
        objects, written = self._objects, self._written_in(op, versions)
        sides: list[_ListVersions] = []
        for block in (op.then_block, op.else_block):
            side = {**versions}
            self._block(block, side)
            sides.append(side)
        for each in written:
            new = with_branch_result(op, *(side[each] for side in sides))
            self._follow(op, new)
            op = new
        self._take_last(op, written, versions)
        for end, side in zip((op.then_yield, op.else_yield), sides, strict=True):
            for index, value in enumerate(end.operands):
                if value in objects:
                    end.operands[index] = side[objects[value]]
        for result in [result for result in op.results if result in objects]:
            self._retype(result, versions)

    def _loop(self, op: LoopOp, versions: _ListVersions) -> None:
        objects, inside = self._objects, {**versions}
        written = self._written_in(op, versions)
        for each in written:
            new = with_carried_value(op, versions[each], lambda version: version)
            self._follow(op, new)
            op, inside[each] = new, new.carried_args[-1]
        for index, value in enumerate(op.operands):
            if value in objects:
                op.operands[index] = versions[objects[value]]
        for argument in [argument for argument in op.carried_args if argument in objects]:
            self._retype(argument, inside)
        self._block(op.body, inside)
        end = op.body_condition
        for index, value in enumerate(end.operands):
            if value in objects:
                end.operands[index] = inside[objects[value]]
        first = len(end.operands) - len(written)
        for index, each in enumerate(written, first):
            end.operands[index] = inside[each]
        self._take_last(op, written, versions)
        for result in [result for result in op.results if result in objects]:
            self._retype(result, versions)

    def _take_last(
        self, op: IfOp | LoopOp, written: Sequence[SSAValue], versions: _ListVersions
    ) -> None:
        """Let the last results of a loop or branch be the versions of these objects."""
        last = op.results[len(op.results) - len(written) :]
        versions |= zip(written, last, strict=True)

    def _follow(self, old: Operation, new: Operation) -> None:
        """Let the results of a replacement be the lists that the old ones are."""
        for before, after in zip(old.results, new.results, strict=False):
            self._rename(before, after)

    def _rename(self, old: SSAValue, new: SSAValue) -> None:
        if old in self._lists:
            self._lists[new], self._objects[new] = self._lists[old], self._objects[old]

    def _retype(self, value: SSAValue, versions: _ListVersions) -> None:
        """Let a list that a loop or branch passes on be a tensor, the first one of an object
        unless another name has one."""
        lists = self._lists[value]
        new = retype(value, _type(lists, lists.length))
        self._rename(value, new)
        versions.setdefault(self._objects[new], new)


def _length(emit: OpBuilder, lists: NumberLists, tensor: SSAValue) -> SSAValue:
    """Emit the length of a list, of which this is the tensor."""
    known = lists.length
    return emit.constant(known) if isinstance(known, int) else emit.aten.size(tensor, 0)


def _type(lists: NumberLists, *shape: Dim) -> TensorType:
    return TensorType.get(shape, lists.element, device="cpu")


def _code(lists: NumberLists) -> int:
    return BY_TYPE[lists.element].code


def _state_message(result: SSAValue, op: Operation) -> None:
    """Let the check of an index have the message of the operation on a list."""
    assert isinstance(result.owner, Operation)
    result.owner.attributes[MESSAGE] = StringAttr(f"{op.name}: list index out of range")


def _tensor_of(emit: OpBuilder, lists: NumberLists, runs: Sequence[NumberRun]) -> SSAValue:
    """Emit the tensor of the numbers that a list begins with."""
    parts: list[SSAValue] = []
    for number, count in runs:
        value = number[0].operands[number[1]] if isinstance(number, tuple) else number
        part = emit.aten.full([count], value, dtype=_code(lists))
        parts.append(retype(part, _type(lists, lists.size_of(count))))
    return (
        parts[0] if len(parts) == 1 else retype(emit.aten.cat(parts, 0), _type(lists, lists.length))
    )


def _written(
    emit: OpBuilder, lists: NumberLists, tensor: SSAValue, index: SSAValue, number: SSAValue
) -> SSAValue:
    """Emit the tensor with another number at one place."""
    part = retype(emit.aten.scalar_tensor(number, dtype=_code(lists)), _type(lists))
    return retype(emit.aten.select_scatter(tensor, part, 0, index), _type(lists, lists.length))


def lists_as_tensors(function: FuncOp, facts: TypeFacts) -> None:
    """Replace the lists of numbers that are read or written by place by tensors, where legal."""
    found = [values for values in families(function) if needs_memory(values, facts)]
    legal: list[NumberLists] = []
    for values in found:
        try:
            legal.append(NumberLists(function, values, facts))
        except NotConstantError as error:
            refuse(function, str(error))
    if legal:
        _ListRewriting(legal).run(function)


@dataclass(frozen=True)
class ListsAsTensorsPass(TsPass):
    """Read and write the elements of local lists of numbers in tensors."""

    name = "lists-as-tensors"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            lists_as_tensors(function, analyses.get(TypeFacts, function))
