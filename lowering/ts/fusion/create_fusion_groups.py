"""`create-fusion-groups`: pointwise operators of one block become a `prim.TensorExprGroup`.

    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2,3],f32>
    %y = aten.mul.Tensor(%a, %a) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>) -> !ts.tensor
    %z = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor

becomes

    %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2,3],f32>
    %z = prim.TensorExprGroup(%a) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
    ^bb0(%b: !ts.tensor<[2,3],f32>):
      %c = aten.mul.Tensor(%b, %b) : ...
      %d = aten.tanh(%c) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
      prim.return %d : !ts.tensor<[2,3],f32>
    }

An operator is a member if its operands have known sizes and element types. It must allocate its
result and have a kernel. Types inside follow from guards, so every tensor that enters a group is
guarded. An operation between two members must neither need the first nor be needed by the second.
Operations that depend on the group move after it. Nothing moves across a write or another side
effect, and two operations that may raise, draw random numbers, or write, keep their order.
Constants, views of inputs, and tensors made from numbers are repeated inside the group; a tensor of
numbers that is written is a member. Where only
the sizes of a value are read, they are broadcast from those of the inputs. A write to the elements
of a tensor from outside is a member, too (`group_writes.py`), and so is a view that may raise
(`checked_views.py`). A cast or a view of few elements at the end is one (`trailing_views.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import prod
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.families import POINTWISE, Family, family_of
from xdsl_torchscript.dialects.prim import (
    ConstantChunkOp,
    ConstantOp,
    ForkOp,
    GetAttrOp,
    GuardOp,
    ListConstructOp,
    ListUnpackOp,
    SubgraphOp,
    TensorExprGroupOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import symbols_in
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of_call
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.raising import may_raise
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.backward_slice import slice_inputs
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.fusion.broadcast_sizes import strip_guards
from xdsl_torchscript.lowering.ts.fusion.checked_views import is_checked_view, is_count
from xdsl_torchscript.lowering.ts.fusion.fusion_group_body import (
    GroupBody,
    build_fusion_group,
    used_outside,
)
from xdsl_torchscript.lowering.ts.fusion.group_operands import (
    has_tensors,
    is_lasting_list,
    is_on_cpu,
    is_operand,
    may_copy,
)
from xdsl_torchscript.lowering.ts.fusion.group_writes import (
    GroupWrites,
    as_value,
    is_groupable_write,
    name_written_tensors,
    shows_part,
    writes_are_functional,
)
from xdsl_torchscript.lowering.ts.fusion.trailing_views import is_trailing
from xdsl_torchscript.lowering.ts.fusion.typed_copy import TypedCopy
from xdsl_torchscript.lowering.ts.mutation.remove_inplace_ops import may_require_grad

KernelCheck: TypeAlias = Callable[[Operation], str | None]
"""Returns the reason why no kernel computes a typed operation, None if one does."""


_ON_SIZES = frozenset(
    """
    aten.size aten.size.int aten.dim aten.len.t aten.__getitem__.t prim.ListConstruct aten.add.int
    aten.sub.int aten.mul.int aten.floordiv.int aten.remainder.int aten.neg.int
    """.split()
)
"""Operators that compute sizes."""
_ON_INTEGERS = frozenset({"aten.add.int", "aten.sub.int", "aten.mul.int", "aten.neg.int"})
"""Operators that compute indices from other integers, and never fail."""

_PARTS = frozenset(
    "aten.unbind.int aten.chunk aten.split.Tensor aten.split.sizes aten.split_with_sizes".split()
)
"""Operators that return a list of views."""

_SEVERAL_PASSES = frozenset({
    Family.CONVOLUTION, Family.POOLING, Family.NORMALIZATION, Family.RECURRENT, Family.ATTENTION,
    Family.LOSS,
})  # fmt: skip
"""Families of which libraries compute an operator in several passes over memory."""
_SEVERAL_PASSES_EACH = frozenset({
    "aten.einsum", "aten.linear",
    "aten.gru.input", "aten.lstm.input", "aten.rnn_relu.input", "aten.rnn_tanh.input",
    "aten.gru.data", "aten.lstm.data", "aten.rnn_relu.data", "aten.rnn_tanh.data",
})  # fmt: skip
"""Operators of other families; networks may draw random numbers."""

_CREATES = "computes nothing from tensors"
_UNSOUND = "writes a tensor that its group reads by another name"
_UNSIZED = "has a size that no input of its group has"
_SHARED = "may fail, and is used outside of its group"

_UNKNOWN_SIZE = 1 << 20
"""The estimated number of elements of a tensor with symbolic sizes."""


@dataclass
class _GroupMembers:
    """A group's members, the views that it may repeat, and the operations behind it."""

    views: Set[Operation]
    members: list[Operation] = field(default_factory=list[Operation])
    behind: dict[Operation, None] = field(default_factory=dict[Operation, None])
    earlier: set[Operation] = field(default_factory=set[Operation])
    """The members and the operations behind them."""
    shapes: dict[SSAValue, Shape] = field(default_factory=dict[SSAValue, Shape])
    """The sizes of the tensors that enter, and of the members' results."""
    writes: GroupWrites = field(default_factory=GroupWrites)
    is_ordered: bool = False
    """Whether one of these keeps its order: it may raise, draws random numbers, or writes."""
    behind_is_ordered: bool = False

    def add(self, op: Operation, *, is_ordered: bool) -> None:
        self.members.append(op)
        self.earlier.add(op)
        self.is_ordered |= is_ordered

    def put_behind(self, op: Operation, *, is_ordered: bool) -> None:
        self.behind[op] = None
        self.earlier.add(op)
        self.is_ordered |= is_ordered
        self.behind_is_ordered |= is_ordered


class _Grouping:
    """Forms the groups of one function."""

    def __init__(self, function: FuncOp, refusal: KernelCheck) -> None:
        self._function = function
        self._aliases = AliasAnalysis(function)
        self.types = TypedCopy(function)
        self._refusal = refusal
        self._views: set[Operation] = set()
        """The views since the last barrier."""
        self._guards: set[Operation] = set()
        """The guards since then, which still hold."""
        self._outside: dict[Operation, str] = {}
        """The members that were found to join no group, and the reasons."""

    def worthwhile_groups(self, min_size: int, min_work: int) -> list[_GroupMembers]:
        """Return the groups of the function that are worth it (`create_fusion_groups`)."""
        groups = (group for block in self._function.body.blocks for group in self._groups(block))
        return [g for g in groups if self._is_worthwhile(g, min_size, min_work)]

    def _groups(self, block: Block) -> Iterator[_GroupMembers]:
        """Yield the groups of a block and of the blocks in it, in order."""
        group = self._new_segment()
        for op in tuple(block.ops):
            if self._overwrites_copied(op):
                yield self._with_trailing_views(group)
                group = self._new_segment()
            if op.regions or (self._is_barrier(op) and not self._acts_as_member(op)):
                if isinstance(op, SchemaOp) and not self._aliases.only_draws(op):
                    refuse(op, "has an effect besides its results")
                yield self._with_trailing_views(group)
                yield from self._nested_groups(op)
                group = self._new_segment()
            elif self._is_member(op):
                if not self._may_join(group, op):
                    yield self._with_trailing_views(group)
                    group = _GroupMembers(self._views)
                written = self._aliases.effects(op).writes if is_groupable_write(op) else 0
                group.writes.add(op, self._sources, written)
                group.add(op, is_ordered=self._is_ordered(op))
                group.shapes |= self._takes(op)
                group.shapes |= {r: s for r in op.results if (s := self._shape_of(r)) is not None}
                if self._is_checked(op):
                    self._views.add(op)
            else:
                if not self._is_checked(op) and self._is_repeatable(op):
                    self._views.add(op)
                if isinstance(op, GuardOp):
                    self._guards.add(op)
                self._put_behind(group, op)
        yield self._with_trailing_views(group)

    def _with_trailing_views(self, group: _GroupMembers) -> _GroupMembers:
        """Return a group with the views and casts behind it that its kernel computes as well."""
        for op in [op for op in group.behind if op in self._views]:
            own = {*group.members}
            if is_trailing(op, own, self._views, self.types) and self._may_join(group, op):
                del group.behind[op]
                later = (i for i, m in enumerate(group.members) if op.is_before_in_block(m))
                group.members.insert(next(later, len(group.members)), op)
        return group

    def _new_segment(self) -> _GroupMembers:
        """Begin after a barrier: earlier views and guards hold no more, except for lists."""
        self._views, self._guards = set(filter(is_lasting_list, self._views)), set()
        return _GroupMembers(self._views)

    def _is_worthwhile(self, group: _GroupMembers, min_size: int, min_work: int) -> bool:
        members, work = [op for op in group.members if op not in group.views], self._work(group)
        if len(members) < max(min_size, 1) and not any(map(_has_several_passes, members)):
            for op in members:
                refuse(op, f"its group would have fewer than {min_size} operators")
            return False
        if not any(map(self._takes_tensors, members)):
            refuse(members[0], _CREATES)
            return False
        if work < min_work:
            refuse(members[0], f"begins a group of {work} elements, fewer than {min_work}")
        return work >= min_work

    def _work(self, group: _GroupMembers) -> int:
        """Return how many elements the group computes."""
        types = [self.types.type_of(op.results[0]) for op in group.members]
        shapes = [type.shape or () if isinstance(type, TensorType) else () for type in types]
        return sum(prod(n if isinstance(n, int) else _UNKNOWN_SIZE for n in s) for s in shapes)

    def _nested_groups(self, op: Operation) -> Iterator[_GroupMembers]:
        if isinstance(op, SubgraphOp) and not isinstance(op, ForkOp):
            return
        for region in op.regions:
            for block in region.blocks:
                yield from self._groups(block)

    def _is_barrier(self, op: Operation) -> bool:
        if isinstance(op, GuardOp | ConstantOp):
            return False
        return op.has_trait(IsTerminator) or bool(self._aliases.effects(op).writes)

    def _overwrites_copied(self, op: Operation) -> bool:
        """Return whether an operation writes memory that an earlier one may have copied: a group
        would repeat it behind the write."""
        written = self._aliases.effects(op).writes if is_groupable_write(op) else 0
        copies = filter(may_copy, self._views) if written else ()
        return any(self._aliases.memory_of(v.operands[0]) & written for v in copies)

    def _acts_as_member(self, op: Operation) -> bool:
        """Return whether an operation has no effect but on the stream of random numbers, or on the
        elements of a tensor, and joins a group: no other such operation stays behind the
        members."""
        acts = self._aliases.only_draws(op) or is_groupable_write(op)
        return acts and self._is_member(op)

    def _may_join(self, group: _GroupMembers, op: Operation) -> bool:
        """Return whether a member can run with those of a group, before the operations behind
        it."""
        sources, effects = self._sources(op.operands), self._aliases.effects(op)
        # A member may need a view from behind, which is repeated.
        if not group.behind.keys().isdisjoint(value.owner for value in sources):
            return False
        if self._is_ordered(op) and group.behind_is_ordered:
            return False
        if group.writes.conflicts(op, self._sources):
            return False
        if any(group.shapes.get(value, shape) != shape for value, shape in self._takes(op)):
            return False
        readers = (late for late in group.behind if not isinstance(late, GuardOp))
        return not any(self._aliases.effects(late).reads & effects.writes for late in readers)

    def _sources(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """Return the values that enter a group for these, through guards and views."""
        return slice_inputs(values, lambda op: op in self._views or isinstance(op, GuardOp))

    def leave_outside(self, members: Mapping[Operation, str]) -> None:
        """Let these members join no group, for these reasons."""
        for op, reason in members.items():
            refuse(op, reason)
        self._outside |= members
        self.types = TypedCopy(self._function, clipped=self._outside.keys())

    def misplaced(self, group: _GroupMembers) -> Mapping[Operation, str]:
        """Return the members that a kernel of the group cannot run, and why."""
        checked = [op for op in group.views if self._is_checked(op)]
        if not checked and not group.writes.written:
            return {}
        body = GroupBody(self.types, group.views)
        for op in group.members:
            body.add(op)
        leaving = used_outside(group.members, body.views)
        # A group that repeats a member of an earlier one would do it after what stands between.
        shared = [op for op in checked if op in body.views or op.results[0] in leaving]
        brought = {*symbols_of([*body.inputs.values()])}
        unsized = [op for op in checked if not self._symbols_in(op) <= brought]
        if shared or unsized or not group.writes.written:
            return dict.fromkeys(shared, _SHARED) | dict.fromkeys(unsized, _UNSIZED)
        _, region = body.finish([])
        function = FuncOp("group", ([arg.type for arg in region.block.args], []), region)
        if writes_are_functional(function):
            return {}
        return dict.fromkeys(filter(is_groupable_write, group.members), _UNSOUND)

    def _symbols_in(self, op: Operation) -> set[str]:
        """Return the symbols in the sizes of the results of an operation."""
        sizes = symbols_of(list(map(self.types.type_of, op.results)))
        return {symbol for size in sizes for symbol in symbols_in(size)}

    def _is_member(self, op: Operation) -> bool:
        reason = self._obstacle(op)
        if reason is not None and isinstance(op, SchemaOp):
            refuse(op, reason)
        return reason is None

    def _obstacle(self, op: Operation) -> str | None:
        """Return why an operation joins no group, None if it does."""
        if op in self._outside:
            return self._outside[op]
        if is_groupable_write(op) and any(map(shows_part, self._sources(op.operands[:1]))):
            return "writes a part of a tensor that is taken outside"
        if self._is_checked(op):
            return None if self._is_repeatable(op) else "is a view of unknown type"
        if not isinstance(op, SchemaOp):
            return "computes no new tensor"
        if not (aliasing_of_call(op).makes_new_objects or is_groupable_write(op)):
            return "computes no new tensor"
        if {type(result.type) for result in op.results} != {TensorType}:
            return "has results other than tensors"
        if not (self._takes_tensors(op) or self._is_written_creation(op)):
            return _CREATES
        if not all(map(self._enters, op.operands)):
            return "takes a value that kernels do not"
        taken = self._takes(op)
        if len(dict(taken)) < len(taken):
            return "takes a tensor that guards check for several sizes"
        if self._takes_written_list(op):
            return "takes a list that is written"
        return self._type_obstacle(op) or self._refusal_of(op)

    def _refusal_of(self, op: Operation) -> str | None:
        """Return why a group rejects an operation, for example for using the value of an integer
        input.
        """
        reason = self._refusal_of_typed(self.types.of(op))
        if reason is not None:
            return reason
        body = GroupBody(self.types, self._views)
        copy = body.add(op)
        return self._refusal_of_typed(copy) if i64 in body.inputs.values() else None

    def _refusal_of_typed(self, op: Operation) -> str | None:
        with as_value(op) as form:
            return self._refusal(form)

    def _type_obstacle(self, op: Operation) -> str | None:
        types = [self.types.type_of(value) for value in (*op.operands, *op.results)]
        if not all(type.is_typed for type in types if isinstance(type, TensorType)):
            return "has tensors whose sizes and element types are not known"
        if not all(map(self._is_on_cpu, op.operands)):
            return "takes a tensor that may be on another device"
        return None

    def _is_on_cpu(self, value: SSAValue) -> bool:
        """Return whether a value is on the CPU. Operands of a view are, since it is repeatable."""
        type, owner = self.types.type_of(value), strip_guards(value).owner
        if not isinstance(type, TensorType):
            return True
        if value.owner in self._guards and is_on_cpu(value.type):
            return True
        return owner in self._views or is_on_cpu(type)

    def _is_repeatable(self, op: Operation) -> bool:
        """Return whether a group can repeat an operation: a view or a computation of sizes."""
        if not all(map(self._enters, op.operands)) or self._takes_written_list(op):
            return False
        if self._type_obstacle(op) is not None or any(map(self._is_guarded_for_more, op.results)):
            return False
        if isinstance(op, ListConstructOp) and has_tensors(op.result):
            return True
        if op.name in _ON_SIZES and all(map(self.types.knows_sizes, op.results)):
            return True
        if op.name in _ON_INTEGERS:
            return self._refusal_of(op) is None
        if isinstance(op, ListUnpackOp):
            return op.list_.owner in self._views
        if self._is_creation(op):
            return self._refusal_of(op) is None
        is_view = isinstance(op, ConstantChunkOp | UncheckedCastOp) or (
            isinstance(op, SchemaOp) and any(r.alias is not None for r in op.schema.returns)
        )
        return (is_view or op.name in _PARTS) and self._refusal_of(op) is None

    def _is_checked(self, op: Operation) -> bool:
        return is_checked_view(self.types.of(op))

    def _is_creation(self, op: Operation) -> bool:
        """Return whether an operation makes a tensor from numbers, such as `arange`, on the CPU,
        which nothing writes: a group makes another."""
        return self._creates_on_cpu(op) and not self._aliases.has_writers(op.results[0])

    def _is_written_creation(self, op: Operation) -> bool:
        """Return whether an operation makes a tensor from numbers, on the CPU, that others write:
        there is one such tensor."""
        return self._creates_on_cpu(op) and self._aliases.has_writers(op.results[0])

    def _creates_on_cpu(self, op: Operation) -> bool:
        if not isinstance(op, SchemaOp) or any(map(has_tensors, op.operands)):
            return False
        made = op.results[0]
        type = self.types.type_of(made)
        if not aliasing_of_call(op).makes_new_objects or not isinstance(type, TensorType):
            return False
        if type.device not in (None, "cpu"):
            return False
        return all(map(is_count, type.shape or ())) and not may_require_grad(made, STATED)

    def _takes_tensors(self, op: Operation) -> bool:
        """Return whether an operation computes from tensors, or from random numbers."""
        return any(map(has_tensors, op.operands)) or self._aliases.only_draws(op)

    def _is_guarded_for_more(self, value: SSAValue) -> bool:
        """Return whether a guard of a result states sizes that its operands do not imply: a group
        that repeated the operation would not check them."""
        guards = (use.operation for use in value.uses if isinstance(use.operation, GuardOp))
        types = [self.types.type_of(known) for known in (value, *(g.results[0] for g in guards))]
        return len({type.shape for type in types if isinstance(type, TensorType)}) > 1

    def _takes(self, op: Operation) -> set[tuple[SSAValue, Shape]]:
        """Return the tensors of known sizes that an operation takes, also through views. Guards may
        state several sizes of one tensor, but a group has no guards inside."""
        taken: set[tuple[SSAValue, Shape]] = set()
        pending = list(dict.fromkeys(op.operands))
        for value in pending:  # which grows
            source, shape = strip_guards(value), self._shape_of(value)
            maker = owner_of(source)
            if shape is not None:
                taken.add((source, shape))
            if maker is not None and maker in self._views:
                pending += {*maker.operands}.difference(pending)
        return taken

    def _shape_of(self, value: SSAValue) -> Shape | None:
        """Return the sizes of a tensor whose type is known."""
        type = self.types.type_of(value)
        return type.shape if isinstance(type, TensorType) and type.is_typed else None

    def _enters(self, value: SSAValue) -> bool:
        """Return whether a kernel takes the value, or computes it from tensors."""
        return value.owner in self._views or is_operand(value)

    def _takes_written_list(self, op: Operation) -> bool:
        """Return whether a group would repeat a list without the writes to it."""
        lists = (value for value in op.operands if isinstance(value.type, ListType))
        return any(map(self._aliases.has_changed_elements, lists))

    def _put_behind(self, group: _GroupMembers, op: Operation) -> None:
        """Note an operation behind the first members that must run after the group."""
        if not group.members or isinstance(op, ConstantOp):
            return
        is_ordered = self._is_ordered(op)
        owners = {operand.owner for operand in op.operands}
        reads = self._aliases.effects(op).reads & group.writes.written
        if reads or not owners.isdisjoint(group.earlier) or (is_ordered and group.is_ordered):
            group.put_behind(op, is_ordered=is_ordered)

    def _is_ordered(self, op: Operation) -> bool:
        """Return whether an operation may raise, draws random numbers, or writes, and thus passes
        no other such operation."""
        if isinstance(op, GuardOp | GetAttrOp):  # An attribute that is not set may raise early.
            return False
        if op in self._views:  # Types imply that it has a result.
            return False
        if self._aliases.only_draws(op) or is_groupable_write(op):
            return True
        return may_raise(self.types.of(op), STATED)


def create_fusion_groups(
    function: FuncOp, refusal: KernelCheck, min_size: int = 2, min_work: int = 0
) -> Sequence[TensorExprGroupOp]:
    """Form the groups of a function and return them. A group has `min_size` members, or one of
    several passes, and computes at least `min_work` elements."""
    name_written_tensors(function)
    grouping = _Grouping(function, refusal)
    groups = grouping.worthwhile_groups(min_size, min_work)
    while misplaced := {op: why for g in groups for op, why in grouping.misplaced(g).items()}:
        grouping.leave_outside(misplaced)
        groups = grouping.worthwhile_groups(min_size, min_work)
    built = [
        build_fusion_group(group.members, group.behind, group.views, grouping.types)
        for group in groups
    ]
    function.update_function_type()
    return built


def _has_several_passes(op: Operation) -> bool:
    return family_of(op.name) in _SEVERAL_PASSES or op.name in _SEVERAL_PASSES_EACH


def pointwise_only(op: Operation) -> str | None:
    """Refuse all but pointwise operators; the default without knowledge of kernels."""
    return None if family_of(op.name) in POINTWISE else "is not pointwise"


@dataclass(frozen=True)
class CreateFusionGroupsPass(TsPass):
    """Group pointwise operators of known types for compilation."""

    name = "create-fusion-groups"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    min_size: int = field(
        default=2,
        metadata={
            "help": "the least number of operators, unless one alone is worth it",
            "least": 1,
        },
    )
    min_work: int = field(
        default=0, metadata={"help": "the least number of elements it computes", "least": 0}
    )

    @property
    def refusal(self) -> KernelCheck:
        """Return the reason why an operator has no kernel; a higher layer overrides it."""
        return pointwise_only

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            create_fusion_groups(function, self.refusal, self.min_size, self.min_work)
