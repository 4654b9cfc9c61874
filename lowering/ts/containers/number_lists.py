"""The lists of numbers that a function alone knows, and the object that each of their names is.

    %l = prim.ListConstruct(%a, %b) : (i64, i64) -> !ts.list<i64>       an object
    %r = prim.Loop %n, %true, iter(%l) {
    ^bb0(%i, %k):                                %k is an object, which has taken the place of %l
      %m = aten._set_item.t(%k, %i, %v)          a write, whose result is %k
      prim.Loop.condition %true, iter(%m)
    }                                            %r is an object, which has taken the place of %k

Values that loops and branches pass on to each other are one family: lists of one length. A list
that a loop carries, or that a branch may yield, belongs to one name only from there on, so that a
write to it changes no other value. Other names of it are not used any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp, f64, i1, i64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue, Use

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    IfOp,
    IfYieldOp,
    ListConstructOp,
    LoopConditionOp,
    LoopOp,
    ToListOp,
    TupleConstructOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.size_expression import add, least
from xdsl_torchscript.dialects.types import Dim, ListType, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED, Facts
from xdsl_torchscript.lowering.core.walk import (
    defined_values,
    nested_operations,
    operations_around,
)
from xdsl_torchscript.lowering.ts.containers.list_questions import QUESTIONS

NUMBERS: tuple[Attribute, ...] = (i64, f64, i1)
READ, WRITE, LENGTH = "aten.__getitem__.t", "aten._set_item.t", "aten.len.t"
_GREATEST = 2**63 - 1
_AROUND = (IfOp, LoopOp, FuncOp, ModuleOp)
_MOST_RUNS = 64
"""The runs of equal numbers of which a list is made at most: each element selects its run."""

FirstNumber: TypeAlias = "int | float | tuple[Operation, int]"
"""A number, or the operation that takes it and the index of the operand."""

NumberRun: TypeAlias = "tuple[FirstNumber, int | SSAValue]"
"""A number, and how often it is repeated: a number of times, or the value that is a size."""


class NumberLists:
    """A family of lists of numbers, their length, and the objects that they are.

    Raises NotConstantError if lists differ in length, or if their writes cannot be followed."""

    def __init__(self, function: FuncOp, values: Sequence[SSAValue], facts: Facts) -> None:
        _check_uses(values)
        self.element = _element_of(values[0])
        self.runs: dict[SSAValue, list[NumberRun]] = {}
        """The numbers that each list begins with that an operation makes of numbers."""
        self.tensors: dict[SSAValue, SSAValue] = {}
        """The tensor of each list that is made of one."""
        for value in filter(_is_made, values):
            tensor = tensor_of(value)
            if tensor is None:
                self.runs[value] = _runs_of(value, facts)
            else:
                self.tensors[value] = tensor
        self._facts = facts
        lengths = {add(*(self.size_of(count) for _, count in runs)) for runs in self.runs.values()}
        lengths |= {_length_of(tensor) for tensor in self.tensors.values()}
        if len(lengths) != 1 or not lengths.isdisjoint((0, None)):
            raise NotConstantError("lists that take its place have other lengths, or no elements")
        (self.length,) = lengths
        if not isinstance(self.length, int) and not all(map(_is_read, values)):
            raise NotConstantError("its length is a size, and another one has no numbers")
        self.objects: dict[SSAValue, SSAValue] = {}
        """The object that each list is, as the value that is its first name."""
        self.written: dict[Operation, dict[SSAValue, None]] = {}
        """The objects that operations in a loop or branch write."""
        uses = (use for value in values for use in value.uses)
        self._is_written = any(use.operation.name == WRITE for use in uses)
        self._values, self._lost = {*values}, set[SSAValue]()
        self._block(function.body.block)

    def size_of(self, count: int | SSAValue) -> Dim:
        """Return how often a number is repeated, as a size."""
        return count if isinstance(count, int) else self._facts.dim_of(count)

    # ---- the walk

    def _block(self, block: Block) -> None:
        for op in block.ops:
            match op:
                case IfOp():
                    self._branch(op)
                case LoopOp():
                    self._loop(op)
                case IfYieldOp() | LoopConditionOp():
                    pass
                case _:
                    self._operation(op)

    def _operation(self, op: Operation) -> None:
        used = [self._object(operand) for operand in op.operands if operand in self._values]
        is_write = op.name == WRITE and bool(used)
        for result in op.results:
            if result in self._values:
                self.objects[result] = used[0] if is_write else result
        for around in operations_around(op) if is_write else ():
            self.written.setdefault(around, {})[used[0]] = None

    def _branch(self, op: IfOp) -> None:
        outer, before, after = {*self.objects.values()}, self._lost, {*self._lost}
        sides: list[list[SSAValue]] = []
        for block, end in ((op.then_block, op.then_yield), (op.else_block, op.else_yield)):
            self._lost = {*before}
            self._block(block)
            sides.append(self._objects_of(end.operands))
            after |= self._lost
        self._lost = after
        kept, moved = set[SSAValue](), list[SSAValue]()
        results = [result for result in op.results if result in self._values]
        for result, *found in zip(results, *sides, strict=True):
            different = {*filter(_is_read, found)}
            is_kept = len(different) == 1 and different <= outer
            self.objects[result] = next(iter(different)) if is_kept else result
            if is_kept:
                kept |= different
            else:
                moved += different
        self._move(moved, kept)
        for lost in self._lost:
            self.written.get(op, {}).pop(lost, None)

    def _loop(self, op: LoopOp) -> None:
        before = {*self.objects.values()}
        self._move(self._objects_of(op.carried))
        lost = {*self._lost}
        self._begin(op.carried_args)
        self._block(op.body)
        ends = self._objects_of(op.body_condition.carried)
        self._move(ends)
        if self._is_written and not before.isdisjoint(filter(_is_read, ends)):
            raise NotConstantError("a loop carries a list that is made before it")
        if self._is_written and self._lost & before - lost:
            raise NotConstantError("an iteration uses it by another name than the next one")
        self._begin(op.results)

    # ---- objects

    def _begin(self, values: Iterable[SSAValue]) -> None:
        """Let the lists among these values be objects of their own."""
        self.objects |= {value: value for value in values if value in self._values}

    def _objects_of(self, values: Iterable[SSAValue]) -> list[SSAValue]:
        return [self._object(value) for value in values if value in self._values]

    def _object(self, value: SSAValue) -> SSAValue:
        found = self.objects[value]
        if self._is_written and found in self._lost:
            raise NotConstantError("it is used by two names, and written")
        return found

    def _move(self, objects: Sequence[SSAValue], kept: Set[SSAValue] = frozenset()) -> None:
        """Let objects get other names, of which each has one."""
        moved = [*filter(_is_read, objects)]
        if self._is_written and (len({*moved}) < len(moved) or not kept.isdisjoint(moved)):
            raise NotConstantError("it gets two names, and is written")
        self._lost.update(moved)


def _length_of(tensor: SSAValue) -> Dim:
    assert isinstance(tensor.type, TensorType) and tensor.type.shape is not None
    (length,) = tensor.type.shape
    return length


def is_inside(op: Operation) -> bool:
    """Return whether an operation is in a function, or in its loops and branches."""
    return all(isinstance(around, _AROUND) for around in operations_around(op))


def _is_read(value: SSAValue) -> bool:
    return not isinstance(value.owner, UninitializedOp)


def families(function: FuncOp) -> list[list[SSAValue]]:
    """Return the lists of numbers of a function, those together that are passed on to each
    other."""
    first: dict[SSAValue, SSAValue] = {}

    def representative(value: SSAValue) -> SSAValue:
        while first[value] is not value:
            first[value] = first[first[value]]
            value = first[value]
        return value

    values = [value for value in defined_values(function) if is_list_of_numbers(value)]
    first |= {value: value for value in values}
    for op in nested_operations(function):
        for same in _passed_on(op):
            names = [representative(value) for value in same if value in first]
            for name in names[1:]:
                first[name] = names[0]
    found: dict[SSAValue, list[SSAValue]] = {}
    for value in values:
        found.setdefault(representative(value), []).append(value)
    return [*found.values()]


def is_list_of_numbers(value: SSAValue) -> bool:
    """Return whether a value is a list of ints, floats or bools."""
    return isinstance(value.type, ListType) and value.type.element in NUMBERS


def _passed_on(op: Operation) -> Iterator[tuple[SSAValue, ...]]:
    """Yield values that are of one family, as an operation passes them on."""
    match op:
        case IfOp():
            yield from zip(op.results, op.then_yield.operands, op.else_yield.operands, strict=True)
        case LoopOp():
            ends = op.body_condition.carried
            yield from zip(op.carried, op.carried_args, ends, op.results, strict=True)
        case _ if op.name == WRITE or copies(op):
            yield op.operands[0], op.results[0]
        case _:
            pass


def reads_list(use: Use) -> bool:
    """Return whether a use of a list reads, counts or copies its elements, or asks for them all."""
    op: Operation = use.operation
    if use.index:
        return False
    return op.name in (READ, LENGTH, *QUESTIONS) or copies(op)


def copies(op: Operation) -> bool:
    """Return whether an operation returns a copy of its first operand, a list: `list(l)`, `l[:]`,
    or `l + []`."""
    match op.name:
        case "aten.list.t" | "aten.copy.t":
            return True
        case "aten.slice.t":
            return _is_whole(op)
        case "aten.add.t":
            return STATED.known_constant(op.operands[1]) == ()
        case _:
            return False


def _is_whole(slice: Operation) -> bool:
    """Return whether a slice has all elements of the list."""
    try:
        start, stop, step = map(STATED.optional_int_of, slice.operands[1:])
    except NotConstantError:
        return False
    return (start or 0, _GREATEST if stop is None else stop, step) == (0, _GREATEST, 1)


def needs_memory(values: Sequence[SSAValue], facts: Facts) -> bool:
    """Return whether a list of a family is written, or read at a place that only the run knows, or
    is that of a tensor of numbers."""
    is_by_place = any(_is_by_place(use, facts) for value in values for use in value.uses)
    return is_by_place or any(tensor_of(value) is not None for value in values)


def tensor_of(value: SSAValue) -> SSAValue | None:
    """Return the tensor of the same numbers of which a list is made, an argument of the function
    that only lists and sizes are taken of; None for another value."""
    maker = value.owner
    if not isinstance(maker, ToListOp) or not isinstance(maker.input.owner, Block):
        return None
    tensor, type = maker.input, maker.input.type
    is_flat = isinstance(type, TensorType) and type.shape is not None and len(type.shape) == 1
    is_same = isinstance(type, TensorType) and type.dtype == _element_of(value)
    is_read = all(
        isinstance(use.operation, ToListOp) or use.operation.name == "aten.size.int"
        for use in tensor.uses
    )
    is_argument = isinstance(tensor.owner.parent_op(), FuncOp)
    return tensor if is_flat and is_same and is_read and is_argument else None


def _is_by_place(use: Use, facts: Facts) -> bool:
    op: Operation = use.operation
    is_known = op.name == READ and isinstance(facts.known_constant(op.operands[1]), int)
    return use.index == 0 and op.name in (READ, WRITE, *QUESTIONS) and not is_known


def _check_uses(values: Sequence[SSAValue]) -> None:
    """Raise NotConstantError unless all uses of lists read, write, count or copy their elements, in
    the function or in its loops and branches."""
    for value in values:
        for use in value.uses:
            op: Operation = use.operation
            if not is_inside(op):
                raise NotConstantError("another function, or a part that runs by itself, takes it")
            is_flow = isinstance(op, IfYieldOp | LoopConditionOp | LoopOp) or is_return(op)
            if not is_flow and op.name != WRITE and not reads_list(use):
                raise NotConstantError(f"'{op.name}' takes it")
    users = [use.operation for value in values for use in value.uses]
    if sum(map(_count_returns, users)) > 1:
        raise NotConstantError("two results may be the same list")
    tuples = [op for op in users if isinstance(op, TupleConstructOp) and op.result.first_use]
    if any(each.name == WRITE for op in tuples for each in _operations_after(op)):
        raise NotConstantError("a list may be written after a tuple takes it")


def _operations_after(op: Operation) -> Iterator[Operation]:
    """Yield the operations behind one in its block, and in their regions."""
    following = op.next_op
    while following is not None:
        yield from following.walk()
        following = following.next_op


def _count_returns(op: Operation) -> int:
    """Return how often a function returns an operand of an operation that only returns it."""
    if isinstance(op, TupleConstructOp):
        return sum(_count_returns(use.operation) for use in op.result.uses)
    return int(isinstance(op, ReturnOp))


def is_return(op: Operation) -> bool:
    """Return whether an operation returns its operands from the function, maybe in a tuple."""
    if isinstance(op, TupleConstructOp):
        return all(is_return(use.operation) for use in op.result.uses)
    return isinstance(op, ReturnOp)


def _element_of(value: SSAValue) -> Attribute:
    assert isinstance(value.type, ListType)
    return value.type.element


# ---- the numbers that a list begins with


def _is_made(value: SSAValue) -> bool:
    """Return whether a list is none of those that take the place of another one, and is read."""
    owner = value.owner
    if isinstance(owner, Block):
        return not isinstance(owner.parent_op(), LoopOp)
    is_passed = isinstance(owner, IfOp | LoopOp | UninitializedOp)
    return not is_passed and owner.name != WRITE and not copies(owner)


def _runs_of(value: SSAValue, facts: Facts) -> list[NumberRun]:
    """Return the numbers that a list is made of. Raises NotConstantError if they are not known."""
    op = value.owner
    match op:
        case ListConstructOp():
            runs: list[NumberRun] = [((op, index), 1) for index in range(len(op.elements))]
        case ConstantOp():
            known = facts.constant_of(value)
            numbers = known if isinstance(known, tuple) else ()
            runs = [(number, 1) for number in numbers if isinstance(number, int | float)]
        case Operation(name="aten.mul.left_t"):
            runs = _repeated(_part(op.operands[0], facts), op.operands[1], facts)
        case Operation(name="aten.add.t"):
            runs = [run for part in op.operands for run in _part(part, facts)]
        case _:
            raise NotConstantError("its first elements are not known")
    return _joined(runs)


def _part(value: SSAValue, facts: Facts) -> list[NumberRun]:
    """Return the numbers of a list that is a part of another one."""
    if not facts.is_unwritten(value):
        raise NotConstantError("a list that it is made of may be written")
    return _runs_of(value, facts)


def _repeated(runs: list[NumberRun], count: SSAValue, facts: Facts) -> list[NumberRun]:
    if isinstance(facts.dim_of(count), str):
        return _repeated_by_size(runs, count, facts)
    times = max(facts.int_of(count), 0)
    match runs:
        case [(number, int(before))]:
            return [(number, before * times)]
        case _:
            return runs * min(times, _MOST_RUNS)  # of several runs, these are too many, or all


def _repeated_by_size(runs: list[NumberRun], size: SSAValue, facts: Facts) -> list[NumberRun]:
    """Return one number, repeated as often as a size says, which is at least 1. Raises
    NotConstantError for other runs."""
    match runs:
        case [(number, 1)] if (least(facts.dim_of(size)) or 0) > 0:
            return [(number, size)]
        case [(_, 1)]:
            raise NotConstantError("a list of a computed size may be empty")
        case _:
            raise NotConstantError("several numbers are repeated as often as a size says")


def _joined(runs: Iterable[NumberRun]) -> list[NumberRun]:
    """Join neighbours of equal numbers. Raises NotConstantError for too many others."""
    joined: list[NumberRun] = []
    for number, count in runs:
        last, before = joined[-1] if joined else (None, 0)
        is_same = last is not None and _is_same(last, number)
        if is_same and isinstance(before, int) and isinstance(count, int):
            joined[-1] = number, before + count
        else:
            joined.append((number, count))
    if len(joined) > _MOST_RUNS:
        raise NotConstantError(f"it begins with more than {_MOST_RUNS} runs of equal numbers")
    return joined


def _is_same(number: FirstNumber, other: FirstNumber) -> bool:
    """Return whether two numbers are one value, or print alike: 0.0 and -0.0 are equal."""
    if isinstance(number, tuple) and isinstance(other, tuple):
        return number[0].operands[number[1]] is other[0].operands[other[1]]
    return repr(number) == repr(other)
