"""Dominance: the check, missing in xDSL, that definitions precede uses on all paths.

Immediate dominators are computed as in Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
Algorithm" (2001). Regions without terminators (modules) and regions of unregistered operations may
be graph regions and are skipped, as in MLIR.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import NoTerminator

from xdsl_torchscript.lowering.core.diagnostics import Finding, about


def undominated_uses(root: Operation) -> Iterator[Finding]:
    """Yield a finding for each operand in `root` that its definition does not dominate."""
    for op in root.walk():
        if op.regions and not op.has_trait(NoTerminator, value_if_unregistered=True):
            for region in op.regions:
                yield from _check_region(region)


def block_order(region: Region) -> list[Block]:
    """Return the reachable blocks in reverse postorder from the entry.

    Each follows at least one of its predecessors; the first successor of a branch comes first.
    """
    entry = region.blocks.first
    if entry is None:
        return []
    postorder: list[Block] = []
    seen = {entry}
    stack = [(entry, reversed(_successors(entry)))]
    while stack:
        block, successors = stack[-1]
        successor = next((s for s in successors if s not in seen), None)
        if successor is None:
            postorder.append(block)
            stack.pop()
        else:
            seen.add(successor)
            stack.append((successor, reversed(_successors(successor))))
    return postorder[::-1]


def immediate_dominators(region: Region) -> dict[Block, Block]:
    """Return the immediate dominator of each reachable block; the entry's is itself."""
    order = block_order(region)
    if not order:
        return {}
    number = {block: index for index, block in enumerate(order)}
    predecessors: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for successor in _successors(block):
            predecessors[successor].append(block)

    dominator = {order[0]: order[0]}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            first, *others = [p for p in predecessors[block] if p in dominator]
            for other in others:
                first = _common(first, other, dominator, number)
            changed |= dominator.get(block) is not first
            dominator[block] = first
    return dominator


def _common(a: Block, b: Block, dominator: dict[Block, Block], number: dict[Block, int]) -> Block:
    while a is not b:
        if number[a] > number[b]:
            a = dominator[a]
        else:
            b = dominator[b]
    return a


def _successors(block: Block) -> list[Block]:
    """Return the successors within the region; branches out of it are reported elsewhere."""
    last = block.last_op
    return [] if last is None else [s for s in last.successors if s.parent is block.parent]


def _check_region(region: Region) -> Iterator[Finding]:
    """Check the uses of the region's values by its operations and nested ones."""
    dominator = immediate_dominators(region) if len(region.blocks) > 1 else {}
    for block in region.blocks:
        position = {op: index for index, op in enumerate(block.ops)}
        for arg in block.args:
            yield from _check_uses(arg, -1, block, position, dominator)
        for op, index in position.items():
            for result in op.results:
                yield from _check_uses(result, index, block, position, dominator)


def _check_uses(
    value: SSAValue,
    defined_at: int,
    block: Block,
    position: dict[Operation, int],
    dominator: dict[Block, Block],
) -> Iterator[Finding]:
    for use in value.uses:
        user = _ancestor_in(block.parent, use.operation)
        if user is None:
            yield about(use.operation, f"operand #{use.index} is not visible in this region")
        elif user in position:
            if position[user] <= defined_at:
                yield about(use.operation, f"operand #{use.index} does not dominate this use")
        elif not _dominates(block, user.parent, dominator):
            yield about(use.operation, f"operand #{use.index} does not dominate this use")


def _ancestor_in(region: Region | None, op: Operation) -> Operation | None:
    """Return the operation directly in `region` that is or contains `op`, or None."""
    current: Operation | None = op
    while current is not None and current.parent_region() is not region:
        current = current.parent_op()
    return current


def _dominates(block: Block, other: Block | None, dominator: dict[Block, Block]) -> bool:
    if other is None or other not in dominator:
        return True  # everything dominates unreachable blocks
    if dominator.get(block) is block:
        return True  # the entry
    while dominator[other] is not other and other is not block:
        other = dominator[other]
    return other is block
