"""`block-channels`: tensors between convolutions stay in the blocks that these compute.

A convolution computes the channels of a panel for one position after another. A copy turns these
blocks into planes, of which the next convolution reads elements that it multiplies by a row of
filters each:

    %r = te.reduce (%p = 2, %y = 56, %x = 56, %l = 32) over (%t = 576) ... : tensor<2x56x56x32xf32>
    %s = te.compute (%p = 2, %l = 32, %y = 56, %x = 56) ... attributes {te.stored} {
      %0 = te.load %r[%p, %y, %x, %l] : tensor<2x56x56x32xf32>
      ...
    %t = te.compute (%c = 64, %y = 58, %x = 58) : tensor<64x58x58xf32> {
      ... te.load %s[%c / 32, %c % 32, ...] ... te.load %bias[%c] ...
    %u = te.reduce (%p = 2, %y = 56, %x = 56, %l = 32) over (%k = 576) ... {
      ... te.load %t[%k / 9, ...] ...

Such elements may lie anywhere. So %t keeps the blocks, and the copy goes:

    %t = te.compute (%p = 2, %y = 58, %x = 58, %l = 32) : tensor<2x58x58x32xf32> {
      ... te.load %r[%p, ..., %l] ... te.load %bias[%p * 32 + %l] ...
    %u = te.reduce (%p = 2, %y = 56, %x = 56, %l = 32) over (%k = 576) ... {
      ... te.load %t[%k / 9 / 32, ..., %k / 9 % 32] ...

A tensor can keep blocks if each channel depends on the same one of tensors in blocks or planes, and
otherwise on tensors in which channels are neighbours, such as a bias. It does so if a convolution
reads it, or another tensor that keeps blocks. Readers that take at most half of the elements read
the blocks, too, and all others a copy in planes.

A tensor that keeps none has a copy in blocks if it asks for it: `te.blocks = array<i64: 0, 16>` is
for blocks of 16 along the first axis.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple, TypeAlias

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import I64, DenseArrayBase, IndexType, ModuleOp, TensorType, UnitAttr
from xdsl.ir import Block, Region, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.te import (
    BLOCKS,
    STORED,
    ComputeOp,
    Extent,
    LoadOp,
    NestOp,
    ReduceOp,
    YieldOp,
    tensor_type,
)
from xdsl_torchscript.lowering.analysis.linear_index import constant_of, depends_on
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.te.readers import is_factor, reader_of, readers_of


@dataclass(frozen=True)
class Blocks:
    """The blocks of a tensor, of `width` channels each, in place of the axis `axis`."""

    axis: int
    channels: int
    width: int
    is_asked: bool = False
    """Whether they are a copy, for which the tensor asks."""


class Blocked(NamedTuple):
    """A tensor in blocks, with the channels of a block along its last axis."""

    tensor: SSAValue
    blocks: Blocks


Kept: TypeAlias = Mapping[SSAValue, Blocks]
"""The blocks that tensors keep."""


def planes_of(tensor: SSAValue) -> Blocked | None:
    """Return the tensor in blocks of which a tensor is the copy in planes; None for others."""
    op = tensor.owner
    if not isinstance(op, ComputeOp) or STORED not in op.attributes or len(op.results) > 1:
        return None
    load, type = op.body.block.first_op, tensor_type(op.result.type)
    if not isinstance(load, LoadOp) or op.yielded is not load.result or type is None:
        return None
    axes: list[SSAValue] = [*op.axes]
    indices = [*load.indices]
    at = axes.index(indices[-1]) if indices and indices[-1] in axes else 0
    if not 0 < at < len(axes) - 1 or indices != [*axes[:at], *axes[at + 1 :], axes[at]]:
        return None
    if not isinstance(load.tensor.owner, ReduceOp | ComputeOp):
        return None
    count, width = type.get_shape()[at - 1 : at + 1]
    return Blocked(load.tensor, Blocks(at - 1, count * width, width))


def _loads(op: NestOp) -> Iterator[LoadOp]:
    return (inner for inner in op.body.block.ops if isinstance(inner, LoadOp))


def _digits(channel: SSAValue, width: int) -> Iterator[arith.DivUIOp | arith.RemUIOp]:
    """Yield the divisions that give the block of a channel, and its place in the block."""
    for use in channel.uses:
        op = use.operation
        if isinstance(op, arith.DivUIOp | arith.RemUIOp) and constant_of(op.rhs) == width:
            yield op


def _asked_blocks(op: ComputeOp) -> Blocks | None:
    """Return the blocks that a tensor asks for, None if it asks for none that are whole."""
    given = op.attributes.get(BLOCKS)
    if not isa(given, DenseArrayBase[I64]):
        return None
    axis, width = given.get_values()
    extent = op.extents[axis]
    if not isinstance(extent, int) or extent % width:
        return None
    return Blocks(axis, extent, width, is_asked=True)


def _reads_channel(load: LoadOp, channel: SSAValue, axis: int, kept: Kept) -> bool:
    """Return whether a load reads this channel, of a tensor in blocks or planes or of one in which
    channels are neighbours, or else the same element for all channels."""
    indices, planes = [*load.indices], planes_of(load.tensor)
    if load.tensor in kept:
        is_own = indices.pop(axis) is channel
    elif planes is not None:
        block, lane = (indices.pop(axis).owner for _ in range(2))
        digits = [*_digits(channel, planes.blocks.width)]
        is_own = block in digits and isinstance(block, arith.DivUIOp)
        is_own = is_own and lane in digits and isinstance(lane, arith.RemUIOp)
    else:
        last = indices.pop() if indices else channel
        is_own = last is channel or not depends_on(last, channel)
    return is_own and not any(depends_on(index, channel) for index in indices)


def blocks_for(op: ComputeOp, kept: Kept) -> Blocks | None:
    """Return the blocks that a tensor can keep, the smallest of those that it reads, or else the
    blocks that it asks for; None if there are none."""
    return _read_blocks(op, kept) or _asked_blocks(op)


def _read_blocks(op: ComputeOp, kept: Kept) -> Blocks | None:
    """Return the smallest blocks among those that a tensor reads, None if it cannot keep them."""
    planes = [found.blocks for load in _loads(op) if (found := planes_of(load.tensor))]
    sources = [*planes, *(kept[load.tensor] for load in _loads(op) if load.tensor in kept)]
    if len({(source.axis, source.channels) for source in sources}) != 1:
        return None
    axis, channels, width = sources[0].axis, sources[0].channels, min(s.width for s in sources)
    if any(source.width % width for source in sources):
        return None
    if not all(isinstance(extent, int) for extent in op.extents) or len(op.extents) <= axis:
        return None
    channel = op.axes[axis]
    digits = {digit for source in sources for digit in _digits(channel, source.width)}
    numbers = [channel, *(digit.result for digit in digits)]
    users = {use.operation for number in numbers for use in number.uses} - digits
    is_index = op.extents[axis] == channels and all(isinstance(user, LoadOp) for user in users)
    reads_own = all(_reads_channel(load, channel, axis, kept) for load in _loads(op))
    return Blocks(axis, channels, width) if is_index and reads_own else None


def _broadcasts(load: LoadOp, blocks: Blocks) -> bool:
    """Return whether a sum of products multiplies all its columns by an element, of a channel that
    depends on the term alone."""
    sums, channel = reader_of(load), load.indices[blocks.axis]
    if not isinstance(sums, ReduceOp) or not is_factor(load):
        return False
    if any(depends_on(channel, axis) for axis in sums.axes):
        return False
    return not any(depends_on(index, sums.axes[-1]) for index in load.indices)


def kept_blocks(ops: Sequence[ComputeOp]) -> dict[SSAValue, Blocks]:
    """Return the tensors among these that keep blocks, in program order."""
    if not any(planes_of(op.result) or BLOCKS in op.attributes for op in ops):
        return {}
    refused = {op for op in ops if planes_of(op.result) or readers_of(op) is None}
    while True:
        kept: dict[SSAValue, Blocks] = {}
        for op in ops:
            blocks = None if op in refused else blocks_for(op, kept)
            if blocks is not None:
                kept[op.result] = blocks
        unread = [op for op in ops if op.result in kept and not _is_read(op, kept)]
        if not unread:
            return kept
        for op in unread:
            refuse(op, "no convolution reads it, so it does not keep the blocks of another one")
        refused.update(unread)


def _is_read(op: ComputeOp, kept: Kept) -> bool:
    """Return whether a reader of a tensor keeps its blocks, or multiplies columns by elements."""
    loads = readers_of(op) or ()
    return any(_is_kept(load, kept) or _broadcasts(load, kept[op.result]) for load in loads)


def _is_kept(load: LoadOp, kept: Kept) -> bool:
    """Return whether the reader keeps its blocks."""
    reader = reader_of(load).results[0]
    return reader in kept and not kept[reader].is_asked


def _block(op: ComputeOp, blocks: Blocks, made: Mapping[SSAValue, Blocked]) -> ComputeOp:
    """Compute a tensor in blocks. Those that it reads are `made` already."""
    body, axis, width = op.body.block, blocks.axis, blocks.width
    panel = body.args[axis]
    lane = body.insert_arg(IndexType(), len(body.args))
    lane.name_hint, lane.location = "lane", panel.location
    for load in [*_loads(op)]:
        indices, emit = [*load.indices], Emitter.before(load)
        source = made.get(load.tensor)
        if source is None and (source := planes_of(load.tensor)) is not None:
            del indices[axis + 1]
        if source is not None:
            ratio = source.blocks.width // width
            indices[axis], place = _place(emit, panel, lane, ratio, width)
            _replace(load, source.tensor, [*indices, place])
        elif panel in indices:
            start = emit(arith.MuliOp(panel, emit.index(width))).result
            _replace(load, load.tensor, [*indices[:-1], emit(arith.AddiOp(start, lane)).result])
    for user in {use.operation for use in panel.uses}:
        if isinstance(user, arith.DivUIOp | arith.RemUIOp) and user.result.first_use is None:
            Rewriter.erase_op(user)
    sizes = [*op.extents[:axis], blocks.channels // width, *op.extents[axis + 1 :], width]
    type = TensorType(op.yielded.type, _known(sizes))
    new = Emitter.before(op)(ComputeOp(sizes, [type], op.detach_region(op.body)))
    new.attributes |= op.attributes
    new.result.name_hint = op.result.name_hint
    return new


def _place(
    emit: Emitter, panel: SSAValue, lane: SSAValue, ratio: int, width: int
) -> tuple[SSAValue, SSAValue]:
    """Return the place of a channel in blocks that are `ratio` times as wide."""
    if ratio == 1:
        return panel, lane
    count = emit.index(ratio)
    part = emit(arith.RemUIOp(panel, count)).result
    start = emit(arith.MuliOp(part, emit.index(width))).result
    return emit(arith.DivUIOp(panel, count)).result, emit(arith.AddiOp(start, lane)).result


def _known(extents: Iterable[Extent]) -> list[int]:
    """Return the extents that are numbers."""
    return [extent for extent in extents if isinstance(extent, int)]


def _replace(load: LoadOp, tensor: SSAValue, indices: Sequence[SSAValue]) -> None:
    Rewriter.replace_op(load, LoadOp(tensor, indices))


def _serve_others(new: ComputeOp, loads: Sequence[LoadOp], blocks: Blocks) -> None:
    """Let readers that do not keep the blocks of a tensor read these, or a copy in planes."""
    count, planes = prod(_known(new.extents)), None
    for load in loads:
        axis, emit = blocks.axis, Emitter.before(load)
        width, channel = emit.index(blocks.width), load.indices[axis]
        block = emit(arith.DivUIOp(channel, width)).result
        lane = emit(arith.RemUIOp(channel, width)).result
        before, behind = load.indices[:axis], load.indices[axis + 1 :]
        extents = reader_of(load).loop_extents
        is_static = len(_known(extents)) == len(extents)
        reads_half = is_static and 2 * prod(_known(extents)) <= count
        if _broadcasts(load, blocks) or reads_half:
            _replace(load, new.result, [*before, block, *behind, lane])
        else:
            planes = planes or _copy_planes(new, blocks)
            _replace(load, planes, [*before, block, lane, *behind])


def _copy_blocks(planes: ComputeOp, blocks: Blocks) -> ComputeOp:
    """Copy a tensor in planes to blocks, behind it."""
    assert planes.next_op is not None
    emit, axis, width = Emitter.before(planes.next_op, planes), blocks.axis, blocks.width
    sizes = [*planes.extents[:axis], blocks.channels // width, *planes.extents[axis + 1 :], width]
    body = Block(arg_types=[IndexType()] * len(sizes))
    inside, (*axes, lane) = Emitter.at_end(body, planes), body.args
    start = inside(arith.MuliOp(axes[axis], inside.index(width)))
    channel = inside(arith.AddiOp(start, lane)).result
    inside(YieldOp(inside(LoadOp(planes, [*axes[:axis], channel, *axes[axis + 1 :]])).result))
    return _stored_copy(emit, planes, sizes, body)


def _copy_planes(new: ComputeOp, blocks: Blocks) -> SSAValue:
    """Copy a tensor in blocks to planes, behind it."""
    assert new.next_op is not None
    emit, at = Emitter.before(new.next_op, new), blocks.axis + 1
    sizes = [*new.extents[:at], blocks.width, *new.extents[at:-1]]
    body = Block(arg_types=[IndexType()] * len(sizes))
    inside, axes = Emitter.at_end(body, new), [*body.args]
    load = inside(LoadOp(new, [*axes[:at], *axes[at + 1 :], axes[at]]))
    inside(YieldOp(load.result))
    return _stored_copy(emit, new, sizes, body).result


def _stored_copy(emit: Emitter, of: ComputeOp, sizes: Sequence[Extent], body: Block) -> ComputeOp:
    """Emit a copy of a tensor that no pass computes where it is read."""
    type = TensorType(of.yielded.type, _known(sizes))
    copy = emit(ComputeOp(sizes, [type], Region(body)))
    copy.attributes[STORED] = UnitAttr()
    return copy


@dataclass(frozen=True)
class BlockChannelsPass(TsPass):
    """Keep tensors between convolutions in the blocks that these compute."""

    name = "block-channels"
    level = "te"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        ops = [op for op in operations_of(module, ComputeOp) if len(op.results) == 1]
        kept, made = kept_blocks(ops), dict[SSAValue, Blocked]()
        olds = [op for op in ops if op.result in kept]
        for old in olds:
            blocks = kept[old.result]
            if blocks.is_asked:
                made[old.result] = Blocked(_copy_blocks(old, blocks).result, blocks)
                continue
            others = [load for load in readers_of(old) or () if not _is_kept(load, kept)]
            new = _block(old, blocks, made)
            made[old.result] = Blocked(new.result, blocks)
            _serve_others(new, others, blocks)
        for old in (old for old in reversed(olds) if not kept[old.result].is_asked):
            Rewriter.erase_op(old)
