"""The conversion of te to loops: the place of each tensor, and the memory to free."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from xdsl.dialects import func, memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.te import (
    AnyTensor,
    ComputeOp,
    DrawOp,
    Extent,
    ReduceOp,
    ScanOp,
    ScatterOp,
    tensor_type,
)
from xdsl_torchscript.lowering.core.conversion import Conversion, ConversionRule
from xdsl_torchscript.lowering.core.diagnostics import FindingsError, fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.rule_table import RuleTable
from xdsl_torchscript.lowering.te_to_loops.buffers import Buffer, allocate, copy, view
from xdsl_torchscript.lowering.te_to_loops.successors import predecessors, refusal

Sized: TypeAlias = ComputeOp | ReduceOp | ScanOp | DrawOp
"""Operations that state the sizes of their results."""


def is_tensor(value: SSAValue) -> bool:
    return isinstance(value.type, TensorType)


class LoopsConversion(Conversion[SSAValue | Buffer]):
    """The conversion to loops; a buffer stands for a tensor."""

    def __init__(self, rules: RuleTable[ConversionRule[Any]]) -> None:
        super().__init__(rules)
        self.targets: dict[SSAValue, SSAValue] = {}
        """Memory in which a tensor must be computed; other tensors get memory of their own."""
        self.allocated: dict[Block, list[SSAValue]] = {}

    def keep(self, op: Operation) -> None:
        """Leave an operation on scalars."""
        touched = any(map(is_tensor, (*op.operands, *op.results)))
        if touched and not op.has_trait(IsTerminator):
            fail(op, "has tensors, but is not an operation of the te level")
        if isinstance(op, func.CallOp):
            fail(
                op, "calls a function, whose results become arguments; calls must be inlined before"
            )
        if op.regions:
            fail(op, "has regions, but is not scf.if, scf.for or scf.while")

    def convert_and_free(self, block: Block, finish: Callable[[], None]) -> None:
        """Convert every operation of a block, let `finish` move the tensors that leave it, then
        free its allocations."""
        self.convert_block(block)
        finish()
        end = block.last_op
        for memory in self.allocated.pop(block, ()):
            assert end is not None
            Emitter.before(end)(memref.DeallocOp.get(memory))

    def buffer_of(self, value: SSAValue, user: Operation) -> Buffer:
        """Return the buffer of a tensor. Fails if its defining operation was not converted."""
        buffer = self.values.get(value)
        if value in self.failed:
            raise FindingsError(())  # reported there
        if not isinstance(buffer, Buffer):
            fail(user, f"uses a tensor that is not made at the te level ({value.type})")
        return buffer

    def allocate(self, emit: Emitter, tensor: AnyTensor, sizes: Sequence[Extent]) -> Buffer:
        """New memory, freed at the end of the block in which `emit` stands."""
        buffer = allocate(emit, tensor, sizes)
        self.allocated.setdefault(emit.point.block, []).append(buffer.memory)
        return buffer

    def place(self, value: SSAValue, sizes: Sequence[Extent]) -> Buffer:
        """Return the memory in which to compute `value`: its target, or new memory."""
        tensor = tensor_type(value.type)
        assert tensor is not None
        target = self.targets.get(value)
        if target is None:
            buffer = self.allocate(self.emit, tensor, sizes)
        else:
            buffer = view(self.emit, target, tensor, sizes)
        if buffer.memory.name_hint is None:
            buffer.memory.name_hint = value.name_hint
        self.bind(value, buffer)
        return buffer

    def take_over(self, value: SSAValue, old: SSAValue) -> Buffer:
        """Return the memory of `old`, which holds `value` from now on."""
        source = self.buffer_of(old, self.op)
        self.bind(value, source)
        return source

    def place_over(self, value: SSAValue, old: SSAValue) -> Buffer:
        """Return memory that holds `old` and will hold `value`: the memory of `old`, or a copy."""
        source, reason = self.buffer_of(old, self.op), refusal(self.op, old)
        if reason is None or self.targets.get(value) is source.memory:
            return self.take_over(value, old)
        refuse(self.op, reason)
        target = self.place(value, source.sizes)
        copy(self.emit, source, target.memory)
        return target

    def convert_block_into(
        self,
        block: Block,
        values: Sequence[SSAValue],
        memories: Sequence[SSAValue],
        assigned: Sequence[tuple[SSAValue, SSAValue]] = (),
    ) -> None:
        """Convert a block so that these tensors, which leave it, end in these memories.

        A value computed in the block is computed in its place, from its first version on. A value
        with two places has the first, and is copied to the others. So are values from outside, and
        then those `assigned` to memory that may be read until the end.
        """
        end = block.last_op
        assert end is not None
        for value, memory in zip(values, memories, strict=True):
            if isinstance(value, OpResult) and value.op.parent is block:
                self.aim(value, memory)

        def finish() -> None:
            for value, memory in (*zip(values, memories, strict=True), *assigned):
                if self.targets.get(value) is not memory:
                    emit = Emitter.before(end)
                    source, tensor = self.buffer_of(value, end), tensor_type(value.type)
                    assert tensor is not None
                    copy(emit, source, view(emit, memory, tensor, source.sizes).memory)

        self.convert_and_free(block, finish)

    def aim(self, value: OpResult, memory: SSAValue) -> None:
        """Let a tensor be computed in a memory, from its first version on, unless it has another
        place."""
        for version in predecessors(value):
            self.targets.setdefault(version, memory)

    def sizes_of(self, value: SSAValue, user: Operation) -> tuple[Extent, ...]:
        """Return a tensor's sizes, converted or not; dynamic ones are values."""
        tensor = tensor_type(value.type)
        if tensor is not None and DYNAMIC_INDEX not in tensor.get_shape():
            return tensor.get_shape()
        buffer = self.values.get(value)
        if isinstance(buffer, Buffer):
            return buffer.sizes
        source = _same_sizes_as(value)
        if isinstance(source, Sized):
            return source.extents
        if source is None:
            fail(user, f"the sizes of a {value.type} are not known")
        return self.sizes_of(source, user)

    def sizes_before(self, value: SSAValue, op: Operation) -> list[Extent]:
        """Return the sizes of a tensor that leaves `op`, as values that exist before it."""
        inside = [block for region in op.regions for block in region.blocks]
        return [
            size if isinstance(size, int) else _hoist(self.emit, size, op, inside)
            for size in self.sizes_of(value, op)
        ]


def _same_sizes_as(value: SSAValue) -> Sized | SSAValue | None:
    """Return the operation that says the sizes of `value`, or another tensor of the same sizes."""
    if isinstance(value, OpResult):
        return _source_of_result(value.op, value.index)
    assert isinstance(value, BlockArgument)
    parent = value.block.parent_op()
    match parent:
        case scf.ForOp():
            return parent.iter_args[value.index - 1]
        case scf.WhileOp() if value.block is parent.before_region.block:
            return parent.arguments[value.index]
        case scf.WhileOp():
            return _condition(parent).args[value.index]
        case _:
            return None


def _source_of_result(op: Operation, index: int) -> Sized | SSAValue | None:
    match op:
        case ComputeOp() | ReduceOp() | ScanOp() | DrawOp():
            return op
        case ScatterOp():
            return op.init
        case scf.IfOp():
            end = op.true_region.block.last_op
            return None if end is None else end.operands[index]
        case scf.ForOp():
            return op.iter_args[index]
        case scf.WhileOp():
            return _condition(op).args[index]
        case _:
            return None


def _condition(op: scf.WhileOp) -> scf.ConditionOp:
    end = op.before_region.block.last_op
    if not isinstance(end, scf.ConditionOp):
        fail(op, "must end its first region in scf.condition")
    return end


def _hoist(emit: Emitter, value: SSAValue, op: Operation, inside: Sequence[Block]) -> SSAValue:
    """`value`, computed again at `emit`, before `op`, if one of the blocks of `op` defines it."""
    if not any(block.is_ancestor(value.owner) for block in inside):
        return value
    if not isinstance(value, OpResult) or value.op.dialect_name() != "arith":
        fail(op, "yields a tensor whose size is unknown before it")
    operands = [_hoist(emit, operand, op, inside) for operand in value.op.operands]
    clone = value.op.clone(dict(zip(value.op.operands, operands, strict=True)))
    return emit(clone).results[value.index]
