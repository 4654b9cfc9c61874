"""Rewrites that preserve source locations, and log why they declined.

xDSL's walker leaves the operations that a pattern inserts without a location. `apply_patterns`
gives each of them, and the block arguments they bring, the location of the matched operation.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TextIO

from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Block, Operation
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
)
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.core.diagnostics import (
    FindingsError,
    about,
    is_unknown,
    nearest_location,
)

REFUSALS = logging.getLogger("xdsl_torchscript.refusals")
"""The reasons why patterns declined, at level DEBUG; `ts-opt --debug-rewrites` shows them."""


_COLLECTED: ContextVar[dict[Operation, str] | None] = ContextVar("refusals", default=None)


@contextmanager
def collected_refusals() -> Generator[dict[Operation, str]]:
    """Collect the last reason why each operation was left unchanged by what runs inside."""
    found: dict[Operation, str] = {}
    token = _COLLECTED.set(found)
    try:
        yield found
    finally:
        _COLLECTED.reset(token)


def refuse(op: Operation, reason: str) -> None:
    """Log that the calling pattern leaves `op` unchanged: `return refuse(op, "why")`."""
    collected = _COLLECTED.get()
    if collected is not None:
        collected[op] = reason
    if not REFUSALS.isEnabledFor(logging.DEBUG):
        return
    frame = inspect.currentframe()
    caller = frame.f_back if frame else None
    pattern = caller.f_code.co_qualname if caller else "?"
    name = pattern.removesuffix(".match_and_rewrite")
    REFUSALS.debug("%s: '%s': %s", name, op.name, reason, stacklevel=2)


def show_refusals(stream: TextIO) -> None:
    """Write each refusal to the stream, from now on."""
    REFUSALS.setLevel(logging.DEBUG)
    REFUSALS.addHandler(logging.StreamHandler(stream))


def located(source: Operation | LocationAttr, new_ops: Sequence[Operation]) -> Sequence[Operation]:
    """Give `new_ops` and nested ones the location of `source` where they have none."""
    location = nearest_location(source) if isinstance(source, Operation) else source
    if not is_unknown(location):
        for op in new_ops:
            _locate_op(op, location)
    return new_ops


def _locate_op(root: Operation, location: LocationAttr) -> None:
    for op in root.walk():
        if is_unknown(op.location):
            op.location = location
        for region in op.regions:
            _locate_blocks(region.blocks, location)


def _locate_blocks(blocks: Iterable[Block], location: LocationAttr) -> None:
    for block in blocks:
        for arg in block.args:
            if is_unknown(arg.location):
                arg.location = location


@dataclass(eq=False, repr=False)
class LocatedPattern(RewritePattern):
    """A pattern wrapper: inserted operations get the location of the matched operation.

    So does a PassFailedException of the pattern without a location.
    """

    pattern: RewritePattern

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        location = nearest_location(op)

        def on_operation(new_op: Operation) -> None:
            _locate_op(new_op, location)

        def on_block(block: Block) -> None:
            _locate_blocks((block,), location)

        rewriter.operation_insertion_handler.append(on_operation)
        rewriter.block_creation_handler.append(on_block)
        try:
            self.pattern.match_and_rewrite(op, rewriter)
        except FindingsError:
            raise
        except PassFailedException as error:
            raise FindingsError([about(op, str(error))]) from error
        finally:
            rewriter.operation_insertion_handler.remove(on_operation)
            rewriter.block_creation_handler.remove(on_block)


def apply_patterns(
    module: ModuleOp,
    patterns: Iterable[RewritePattern],
    *,
    dce: bool = False,
    walk_reverse: bool = False,
    apply_recursively: bool = True,
) -> bool:
    """Rewrite everything inside `module` until no pattern matches; return whether it changed.

    `dce` also erases operations without effects and uses, which xDSL's applier does by default.
    """
    applier = GreedyRewritePatternApplier(list(patterns), dce_enabled=dce)
    walker = PatternRewriteWalker(
        LocatedPattern(applier), walk_reverse=walk_reverse, apply_recursively=apply_recursively
    )
    return walker.rewrite_module(module)
