"""`batch-mm`: matrix products that are added, or that share an operand, become one operation.

    %a = aten.mm(%x0, %y0) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f32>) -> !ts.tensor
    ...
    %s = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %t = aten.add.Tensor(%s, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %u = aten.add.Tensor(%t, %d, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

becomes

    %u = prim.MMTreeReduce(%x0, %x1, %x2, %x3, %y0, %y1, %y2, %y3) : (...) -> !ts.tensor

as the backward pass of a recurrent network adds them up. The sum is a tree of at least four
products, as in PyTorch. Its parts have no other use, and its operands are never written. Types
prove that no product fails and that all have equal sizes, since other sums would broadcast.
Rounding may differ.

At least eight of the remaining products of a block with the same first or second operand become one
`prim.MMBatchSide`. It replaces the first of them that all their operands dominate:

    %a, %b, ... = prim.MMBatchSide(%x, %y0, %y1, ...) {side = 0 : i64} : (...) -> (...)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, f32, f64, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_LEAST_PRODUCTS = 4
_LEAST_SHARING = 8
_ADD, _PRODUCT = "aten.add.Tensor", "aten.mm"


@dataclass
class _SumTree:
    """The sums and products below an addition, in the order in which they are added."""

    products: list[Operation]
    sums: list[Operation]


class _Trees:
    """Finds the trees of one function."""

    def __init__(self, facts: TypeFacts) -> None:
        self._facts = facts

    def below(self, value: SSAValue, block: Block | None) -> _SumTree | None:
        """Return the tree that computes a value in a block; None if it has another operation."""
        op = value.owner
        if not isinstance(op, Operation) or op.parent is not block:
            return None
        if op.name == _PRODUCT:
            return _SumTree([op], [])
        if op.name != _ADD or self._facts.known_constant(op.operands[2]) != 1:
            return None
        first, second = (
            self.below(operand, block) if operand.has_one_use() else None
            for operand in op.operands[:2]
        )
        if first is None or second is None:
            return None
        return _SumTree([*first.products, *second.products], [*first.sums, *second.sums, op])

    def obstacle(self, tree: _SumTree) -> str | None:
        """Return why one operation may not replace a tree; None if it may."""
        if len(tree.products) < _LEAST_PRODUCTS:
            return f"the sum has fewer than {_LEAST_PRODUCTS} products"
        return self.obstacle_to_moves(tree.products)

    def obstacle_to_moves(self, products: Sequence[Operation]) -> str | None:
        """Return why products may not be computed together; None if they may."""
        types = set(map(self._product_type, products))
        if None in types or len(types) > 1:
            return "the products are not known to be defined and of one size"
        operands = [value for op in products for value in op.operands]
        if any(map(self._facts.aliases.has_writers, operands)):
            return "an operand of a product is written"
        return None

    def _product_type(self, op: Operation) -> TensorType | None:
        """Return the sizes and element type of a product that cannot fail, None if it may."""
        first, second = map(self._facts.tensor_type_of, op.operands)
        if first.dtype not in (f32, f64) or first.dtype != second.dtype:
            return None
        if first.shape is None or second.shape is None or None in (*first.shape, *second.shape):
            return None
        if len(first.shape) != 2 or len(second.shape) != 2 or first.shape[1] != second.shape[0]:
            return None
        return TensorType.get((first.shape[0], second.shape[1]), first.dtype)


def _is_root(op: Operation) -> bool:
    """Return whether an addition is the last of a sum of products."""
    user = op.results[0].get_user_of_unique_use()
    return user is None or user.name != _ADD or user.parent is not op.parent


def batch_products(function: FuncOp, facts: TypeFacts) -> None:
    """Replace sums of matrix products."""
    trees = _Trees(facts)
    roots = [op for op in function.body.walk() if op.name == _ADD and _is_root(op)]
    for root in roots:
        tree = trees.below(root.results[0], root.parent)
        if tree is None:
            continue
        reason = trees.obstacle(tree)
        if reason is not None:
            refuse(root, reason)
            continue
        operands = [op.operands[side] for side in (0, 1) for op in tree.products]
        total = schema_op("prim.MMTreeReduce").create(
            operands=operands, result_types=root.result_types
        )
        Rewriter.replace_op(root, propagate_location(root, [total]))
        for op in reversed([*tree.products, *tree.sums[:-1]]):
            op.detach()
            op.drop_all_references()
        for op in (*tree.products, *tree.sums[:-1]):
            op.erase()


# ---- shared operands


def _is_defined_before(value: SSAValue, op: Operation) -> bool:
    """Return whether a value that some operation of the block of `op` uses is defined before it."""
    owner = value.owner
    return isinstance(owner, Block) or owner.parent is not op.parent or owner.is_before_in_block(op)


def _group_by_operand(block: Block, side: int) -> Sequence[Sequence[Operation]]:
    """Return the products of a block by their operand on a side. The first product of each group
    could compute the others."""
    found: dict[SSAValue, list[Operation]] = {}
    for op in block.ops:
        if op.name == _PRODUCT:
            products = found.setdefault(op.operands[side], [op])
            if op is not products[0] and _is_defined_before(op.operands[1 - side], products[0]):
                products.append(op)
    return list(found.values())


def _batch_side(products: Sequence[Operation], side: int) -> None:
    first = products[0]
    batch = schema_op("prim.MMBatchSide").create(
        operands=[first.operands[side], *(op.operands[1 - side] for op in products)],
        result_types=[op.results[0].type for op in products],
        attributes={"side": IntegerAttr(side, i64)},
    )
    Rewriter.insert_op(propagate_location(first, [batch]), InsertPoint.before(first))
    for op, result in zip(products, batch.results, strict=True):
        Rewriter.replace_op(op, [], [result])


def batch_sides(function: FuncOp) -> None:
    """Replace the products of a block that share an operand."""
    for side in (0, 1):
        blocks = [b for op in function.walk() for region in op.regions for b in region.blocks]
        shared = [products for block in blocks for products in _group_by_operand(block, side)]
        enough = [products for products in shared if len(products) >= _LEAST_SHARING]
        if not enough:
            continue
        trees = _Trees(TypeFacts(function))
        for products in enough:
            reason = trees.obstacle_to_moves(products)
            if reason is None:
                _batch_side(products, side)
            else:
                refuse(products[0], reason)


@dataclass(frozen=True)
class BatchMmPass(TsPass):
    """Compute matrix products that are added, or share an operand, at once."""

    name = "batch-mm"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            batch_products(function, analyses.get(TypeFacts, function))
            batch_sides(function)
