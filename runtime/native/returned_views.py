"""Results that are views, and memory layouts of results, which machine code does not handle.

    func @f(%x) { %y = mul(%x, %x); %v = t(%y); %w = t(%x); return %y, %v, %w }

Machine code fills new memory, and writes arguments at its end. So a function is split:

    computed   func @f(%x) { %y = mul(%x, %x); return %y }                      machine code
    assembled  func @f(%x, %y) { %v = t(%y); %w = t(%x); return %y, %v, %w }    interpreted

One interpreted run observes which results are views, and the layout of computed values, whose
memory machine code fills in that order. In straight-line code both depend on the sizes and strides
of the inputs, never on elements. Values that depend on control flow are not observed: they get new
row-major memory, as do the numbers of lists. A view of few elements that alone shows a computed
value is computed as well: it cannot be told from a new tensor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import FunctionType, i64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.prim.data import (
    ListConstructOp,
    RaiseExceptionOp,
    ToListOp,
    TupleConstructOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import LEAST_SYMBOL
from xdsl_torchscript.dialects.types import ListType, NoneType, TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.by_place import is_by_place
from xdsl_torchscript.lowering.analysis.copy_cost import is_cheap_to_copy
from xdsl_torchscript.lowering.analysis.memory_effects import may_train
from xdsl_torchscript.lowering.analysis.row_major import values_in_order
from xdsl_torchscript.lowering.core.lowered_dtypes import LOWERED_DTYPES
from xdsl_torchscript.lowering.core.messages import MESSAGE
from xdsl_torchscript.lowering.core.write_backs import is_write_back
from xdsl_torchscript.runtime.errors import BrokenAssumption, InputMismatch
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.operators.random.generator import default_generator
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value

Order: TypeAlias = tuple[int, ...]
"""The dimensions of a tensor from the slowest to the fastest in memory."""


def reorder_memory(array: Array, order: Order | None) -> Array:
    """Copy an array to memory with its dimensions in that order; None is row-major."""
    if order is None:
        return np.ascontiguousarray(array)
    moved = np.empty([array.shape[dim] for dim in order], array.dtype)
    result = moved.transpose(np.argsort(order))
    np.copyto(result, array)
    return result


def in_memory(type: Attribute, order: Order | None) -> Attribute:
    """Return the type of a value's memory: row-major, with the dimensions in that order."""
    if order is None or not isinstance(type, TensorType) or type.shape is None:
        return type
    return TensorType.get([type.shape[dim] for dim in order], type.dtype, device=type.device)


def _order_of(value: Value) -> Order | None:
    if not isinstance(value, Tensor) or value.array.flags.c_contiguous:
        return None
    steps, sizes = value.array.strides, value.array.shape
    return tuple(sorted(range(len(steps)), key=lambda dim: (-steps[dim], sizes[dim] == 1)))


def _is_dense(value: Value) -> bool:
    """Return whether the elements of a tensor take as much memory as its sizes require."""
    if not isinstance(value, Tensor) or value.array.size == 0:
        return True
    array = value.array
    steps = zip(array.strides, array.shape, strict=True)
    extent = sum(abs(step) * (size - 1) for step, size in steps) + array.itemsize
    return extent == array.nbytes


def _is_too_small(type: Attribute, value: Value) -> bool:
    """Return whether one of several sizes of a tensor is below 2 where its type has an
    expression."""
    if not isinstance(type, TensorType) or not isinstance(value, Tensor) or type.rank == 1:
        return False
    sizes = zip(type.shape or (), value.shape, strict=False)
    return any(isinstance(dim, str) and size < LEAST_SYMBOL for dim, size in sizes)


@dataclass(frozen=True)
class Layout:
    """The layout of results, as observed in one interpreted run."""

    roots: tuple[SSAValue, ...]
    """The computed values; other results are views of these, or of inputs."""
    orders: tuple[Order | None, ...]
    """The memory order of each computed value; None if it is row-major or unknown."""


class ReturnedViews:
    """The split of one function of the typed level."""

    def __init__(self, function: FuncOp, inputs: Sequence[Value]) -> None:
        self._chains = tuple(_chains(function))
        candidates = dict.fromkeys(value for chain in self._chains for value in chain)
        tensors = (value for value in candidates if isinstance(value.type, TensorType))
        self._observed = tuple(filter(_has_observed_layout, tensors))
        self._observer = Code.from_func(_clone_returning(function, self._observed, _acts))
        self.any_layout = inputs_of_any_layout(function)
        """The numbers of inputs whose layout results do not depend on."""
        self.layout = self.observe(inputs)
        self.computed = _clone_returning(
            function,
            self.layout.roots,
            lambda op: _acts(op) or _checks_for_another(op) or is_write_back(op),
        )
        self.is_by_place = is_by_place(function)
        pairs = zip(self.layout.roots, self.layout.orders, strict=True)
        self.orders = tuple(
            order if _is_lowered(root.type) and not self.is_by_place else None
            for root, order in pairs
        )
        """The dimensions of each computed value in the memory that machine code fills."""
        _order_results(self.computed, self.orders)
        self.is_trivial = _leaves_of(function) == [*self.layout.roots]
        if not self.is_trivial:
            self._assembled = Code.from_func(_clone_assembling(function, self.layout.roots))
        self._function = function  # owns the values

    def observe(self, inputs: Sequence[Value]) -> Layout:
        """Interpret the function on inputs, and undo its draws of random numbers.

        Raises RuntimeFault if that fails. Raises InputMismatch if a computed result has gaps in
        memory, such as a copy that preserves strides, or if its elements overlap. Raises
        BrokenAssumption if a size that is an expression is below 2, which changes layouts.
        """
        with default_generator().unchanged():
            values = dict(zip(self._observed, run(self._observer, inputs), strict=True))
        found = [_root(chain, values) for chain in self._chains]
        shown = Counter(found)
        for place, chain in enumerate(self._chains):
            if shown[found[place]] == 1 and _is_like_new(chain[0], found[place], values):
                found[place] = chain[0]
        roots = tuple(dict.fromkeys(v for v in found if not isinstance(v, BlockArgument)))
        if any(_is_too_small(root.type, values[root]) for root in roots if root in values):
            raise BrokenAssumption("a size of a result is below 2")
        if not all(_is_dense(values[root]) for root in roots if root in values):
            raise InputMismatch("a result is not dense in memory for inputs of these strides")
        return Layout(roots, tuple(_order_of(values[r]) if r in values else None for r in roots))

    def assemble(self, inputs: Sequence[Value], computed: Sequence[Value]) -> tuple[Value, ...]:
        """Return the results, some of which are views, given the computed values."""
        return run(self._assembled, [*inputs, *computed])


class NewResults:
    """The results of a function that are new tensors for row-major inputs, in these orders in
    memory, as an earlier process observed.

    `again` splits the function for such inputs, to observe it for others.
    """

    is_trivial = True

    def __init__(
        self,
        orders: tuple[Order | None, ...],
        any_layout: frozenset[int],
        is_by_place: bool,
        again: Callable[[], ReturnedViews],
    ) -> None:
        self.layout = Layout((), orders)
        self.any_layout = any_layout
        self.is_by_place = is_by_place
        self._again = again

    @cached_property
    def _views(self) -> ReturnedViews:
        return self._again()

    def observe(self, inputs: Sequence[Value]) -> Layout:
        """Return the layout for inputs. Raises RuntimeFault if the function fails, and
        InputMismatch if results are views or have gaps in memory."""
        found = self._views.observe(inputs)
        if found.roots != self._views.layout.roots:
            raise InputMismatch("a result is a view for inputs of these strides")
        return Layout((), found.orders)


_ROW_MAJOR = frozenset(
    "aten.addmm aten.baddbmm aten.bmm aten.layer_norm aten.linear aten.matmul aten.mm "
    "aten.softmax.int".split()
)
"""Operators whose result is new and row-major for operands of any layout."""


def inputs_of_any_layout(function: FuncOp) -> frozenset[int]:
    """Return the numbers of the inputs whose layout decides neither that of a result, nor whether
    a result is a view, nor the order of draws of random numbers."""
    block = function.body.block
    deciding, pending = set[SSAValue](), _leaves_of(function)
    while pending:
        value = pending.pop()
        owner = value.owner
        if value in deciding or (isinstance(owner, Operation) and owner.name in _ROW_MAJOR):
            continue
        deciding.add(value)
        if isinstance(owner, Operation):
            pending.extend(owner.operands)
        if owner is not block and (not isinstance(owner, Operation) or owner.regions):
            return frozenset()
    deciding |= _orders_of_draws(function)
    return frozenset(i for i, argument in enumerate(block.args) if argument not in deciding)


def _orders_of_draws(function: FuncOp) -> set[SSAValue]:
    """Return the values that draws for the elements of a tensor need in row-major order."""
    draws = (op for op in function.walk() if _draws(op) and op.operands)
    return {value for op in draws for value in values_in_order(op.operands[0]) or ()}


def _has_observed_layout(value: SSAValue) -> bool:
    """Return whether a run shows the layout of a tensor. Lists of numbers have none."""
    uses = [use.operation for use in value.uses]
    is_listed = bool(uses) and all(isinstance(user, ToListOp) for user in uses)
    return not is_listed and _is_straight_line(value)


def _is_straight_line(value: SSAValue) -> bool:
    """Return whether `value` depends on no operation with regions."""
    seen: set[SSAValue] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if current in seen or not isinstance(current.owner, Operation):
            continue
        if current.owner.regions:
            return False
        seen.add(current)
        pending.extend(current.owner.operands)
    return True


def _leaves_of(function: FuncOp) -> list[SSAValue]:
    last = function.body.block.last_op
    return [leaf for operand in last.operands for leaf in _leaves(operand)] if last else []


def _leaves(value: SSAValue) -> Iterator[SSAValue]:
    """Yield the tensors and numbers in a result, in order, without casts of their static types."""
    while isinstance(value.owner, UncheckedCastOp):
        value = value.owner.value
    owner = value.owner
    if isinstance(owner, TupleConstructOp | ListConstructOp):
        for element in owner.operands:
            yield from _leaves(element)
    elif isinstance(owner, ToListOp):
        yield owner.input
    elif not isinstance(value.type, NoneType):
        yield value


def _chains(function: FuncOp) -> Iterator[list[SSAValue]]:
    """Yield, for each leaf, the chain from it through the tensors that it may be a view of."""
    aliases = AliasAnalysis(function)
    for leaf in _leaves_of(function):
        chain = [leaf]
        while _has_observed_layout(leaf) and (source := _source(chain[-1], aliases)) is not None:
            chain.append(source)
        yield chain


def _source(value: SSAValue, aliases: AliasAnalysis) -> SSAValue | None:
    """Return the tensor that `value` may be a view of, or None."""
    for operand in value.owner.operands if isinstance(value.owner, Operation) else ():
        if not isinstance(value.type, TensorType) or not aliases.may_alias(value, operand):
            unpacked = isinstance(operand.type, ListType) and isinstance(value.type, TensorType)
            nested = _list_source(operand, value, aliases) if unpacked else None
            if nested is not None:
                return nested
        elif isinstance(operand.type, TensorType):
            return operand
    return None


def _list_source(list_: SSAValue, element: SSAValue, aliases: AliasAnalysis) -> SSAValue | None:
    """Return the tensor that the list of views was made from, for one of its elements, or None."""
    operands = list_.owner.operands if isinstance(list_.owner, Operation) else ()
    made_from = operands[0].owner if len(operands) == 1 else None
    if isinstance(made_from, ListConstructOp) and isinstance(element, OpResult):
        return made_from.operands[element.index]  # as broadcast_tensors: one for each element
    tensors = (operand for operand in operands if isinstance(operand.type, TensorType))
    return next((tensor for tensor in tensors if aliases.may_alias(element, tensor)), None)


def _root(chain: Sequence[SSAValue], values: dict[SSAValue, Value]) -> SSAValue:
    """Return the last value of a chain that shares memory with all values before it."""
    root = chain[0]
    for source in chain[1:]:
        a, b = values[root], values[source]
        tensors = isinstance(a, Tensor) and isinstance(b, Tensor)
        if not tensors or not np.may_share_memory(a.array, b.array):
            break
        root = source
    return root


def _is_like_new(view: SSAValue, root: SSAValue, values: Mapping[SSAValue, Value]) -> bool:
    """Return whether machine code computes a view of a computed value, which no other result shows,
    as a new tensor."""
    if isinstance(root, BlockArgument) or view not in values or not _is_lowered(view.type):
        return False
    return is_cheap_to_copy(view.type) and _is_dense(values[view])


def _clone_returning(
    function: FuncOp, values: Sequence[SSAValue], kept: Callable[[Operation], bool]
) -> FuncOp:
    """Return a copy that returns `values`, and consists only of their dependencies, the operations
    that are `kept`, and the dependencies of these."""
    mapped: dict[SSAValue, SSAValue] = {}
    copy = function.clone(mapped)
    _return(copy, [mapped[value] for value in values], kept)
    return copy


def _is_lowered(type: Attribute) -> bool:
    """Return whether all operators are compiled for such elements, unlike for complex numbers."""
    return isinstance(type, TensorType) and type.dtype in LOWERED_DTYPES


def _order_results(function: FuncOp, orders: Sequence[Order | None]) -> None:
    """Permute results, so that row-major memory holds their dimensions in these orders. What the
    function writes to arguments stays at its end."""
    end = function.body.block.last_op
    assert end is not None
    writes = [op for op in function.body.block.ops if is_write_back(op)]
    for place, order in enumerate(orders):
        if order is not None:
            value = end.operands[place]
            dims = [ConstantOp.of(dim) for dim in order]
            list_ = ListConstructOp([dim.result for dim in dims], i64)
            permuted = schema_op("aten.permute").create(
                operands=[value, list_.result], result_types=[in_memory(value.type, order)]
            )
            Rewriter.insert_op([*dims, list_, permuted], InsertPoint.before(end))
            end.operands[place] = permuted.results[0]
    for write in writes:
        write.detach()
    Rewriter.insert_op(writes, InsertPoint.before(end))
    inputs = [argument.type for argument in function.body.block.args]
    function.function_type = FunctionType.from_lists(inputs, [v.type for v in end.operands])


def _clone_assembling(function: FuncOp, roots: Sequence[SSAValue]) -> FuncOp:
    """Return a copy that takes `roots` as further arguments."""
    mapped: dict[SSAValue, SSAValue] = {}
    copy = function.clone(mapped)
    block = copy.body.block
    for root in roots:
        argument = block.insert_arg(root.type, len(block.args))
        mapped[root].replace_all_uses_with(argument)
    assert block.last_op is not None
    _return(copy, list(block.last_op.operands))
    return copy


def _acts(op: Operation) -> bool:
    """Return whether an operation raises an exception or draws random numbers."""
    return any(isinstance(inner, RaiseExceptionOp) or _draws(inner) for inner in op.walk())


def _checks_for_another(op: Operation) -> bool:
    """Return whether an operation checks an index for one of the program that it stands for."""
    return any(MESSAGE in inner.attributes for inner in op.walk())


def _draws(op: Operation) -> bool:
    return isinstance(op, SchemaOp) and is_random(op.schema) and may_train(op)


def _return(
    function: FuncOp,
    values: Sequence[SSAValue],
    kept: Callable[[Operation], bool] = lambda _: False,
) -> None:
    """Let a function return `values`, and drop the operations that it then does not need."""
    block = function.body.block
    end = ReturnOp(*values)
    if block.last_op is not None:
        end.location = block.last_op.location
        block.erase_op(block.last_op)
    block.add_op(end)
    for op in reversed([*block.ops][:-1]):
        if all(result.first_use is None for result in op.results) and not kept(op):
            block.erase_op(op)
    types = [value.type for value in values]
    function.function_type = FunctionType.from_lists([arg.type for arg in block.args], types)
