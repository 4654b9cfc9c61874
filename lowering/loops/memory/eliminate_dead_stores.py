"""Stores that no load sees go, and memory that only they use.

    %t = memref.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %t[%i] : memref<8xf32>         // nothing reads %t
      memref.store %x, %out[%i] : memref<8xf32>       // overwritten before it is read
      memref.store %y, %out[%i] : memref<8xf32>
    }
    memref.dealloc %t : memref<8xf32>
  ->
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %y, %out[%i] : memref<8xf32>
    }

A store is overwritten by one to the same element later in its block, if nothing between the two may
read it. Values that only such stores used are left to `dce`. NNC has it as `eliminateDeadStores`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import memref, scf, vector
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import is_side_effect_free

from xdsl_torchscript.lowering.analysis.linear_index import Polynomial, polynomial_of
from xdsl_torchscript.lowering.analysis.memory_views import MEMORY_OPERAND, may_overlap, view_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of

_UNREAD_OPERAND: dict[type[Operation], int] = {
    **{store: MEMORY_OPERAND[store] for store in (memref.StoreOp, vector.StoreOp)},
    memref.DeallocOp: 0,
}
"""The operations that use memory without reading it, and which operand that memory is."""


def _users_if_unread(memory: SSAValue) -> list[Operation] | None:
    """Return the users of memory and of views of it, inner ones first; None if one may read it."""
    found: list[Operation] = []
    for use in memory.uses:
        op = use.operation
        views = [result for result in op.results if isinstance(result.type, MemRefType)]
        users = [_users_if_unread(view) for view in views]
        if not views and _UNREAD_OPERAND.get(type(op)) != use.index:
            return None
        for each in users:
            if each is None:
                return None
            found += each
        found.append(op)
    return found


def _erase_unread(memory: memref.AllocOp | memref.AllocaOp) -> None:
    """Erase memory that nothing reads, and its users."""
    users = _users_if_unread(memory.memref)
    if users is not None:
        for op in (*users, memory):
            Rewriter.erase_op(op)


_WITHOUT_READS = (
    *(scf.ForOp, scf.IfOp, scf.YieldOp),
    *(memref.StoreOp, vector.StoreOp, memref.AllocOp, memref.DeallocOp),
)
"""Operations that read no memory themselves, though operations inside them may."""


@dataclass
class _Overwritten:
    """The elements that a block writes further down, before anything may read them."""

    noalias: bool
    elements: dict[tuple[SSAValue, tuple[Polynomial, ...]], None] = field(
        default_factory=dict[tuple[SSAValue, tuple[Polynomial, ...]], None]
    )

    def visit(self, op: Operation) -> bool:
        """Go on to the operation above; return whether it is a store that is overwritten."""
        if isinstance(op, memref.StoreOp):
            element = (op.memref, tuple(map(polynomial_of, op.indices)))
            known = element in self.elements
            self.elements[element] = None
            return known
        for inner in (op, *nested_operations(op)):
            self._pass(inner)
        return False

    def _pass(self, op: Operation) -> None:
        """Forget what an operation may read."""
        if isinstance(op, memref.LoadOp | vector.LoadOp):
            read = view_of(op.operands[0])
            self.elements = {
                element: None
                for element in self.elements
                if not may_overlap(view_of(element[0]), read, noalias=self.noalias)
            }
        elif not isinstance(op, _WITHOUT_READS) and not is_side_effect_free(op):
            self.elements = {}


def _erase_overwritten(block: Block, noalias: bool) -> None:
    below = _Overwritten(noalias)
    for op in reversed([*block.ops]):
        if below.visit(op):
            Rewriter.erase_op(op)


def _blocks_in(root: Operation) -> Iterator[Block]:
    for op in nested_operations(root):
        yield from (block for region in op.regions for block in region.blocks)


@dataclass(frozen=True)
class EliminateDeadStoresPass(TsPass):
    """Erase stores that are overwritten or never read, and memory that is never read."""

    name = "eliminate-dead-stores"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for block in [*_blocks_in(module)]:
            _erase_overwritten(block, self.noalias)
        for op_class in (memref.AllocOp, memref.AllocaOp):
            for memory in operations_of(module, op_class):
                _erase_unread(memory)
