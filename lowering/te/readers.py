"""The readers of a tensor: the loads of its elements in other expressions."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.te import ComputeOp, LoadOp, NestOp, ReduceOp


def readers_of(producer: ComputeOp) -> list[LoadOp] | None:
    """Return every load of the tensor, or None if it has other uses, or some in another block."""
    loads: list[LoadOp] = []
    for use in producer.result.uses:
        consumer = use.operation.parent_op()
        if not isinstance(use.operation, LoadOp) or not isinstance(consumer, NestOp):
            return None
        if consumer.parent is not producer.parent:
            return None
        loads.append(use.operation)
    return loads


def reader_of(load: LoadOp) -> NestOp:
    """Return the expression that a load is in."""
    nest = load.parent_op()
    assert isinstance(nest, NestOp)
    return nest


def is_factor(load: LoadOp) -> bool:
    """Return whether the reader adds up products of this element, or this byte as an integer, and
    another one."""
    sums = reader_of(load)
    if not isinstance(sums, ReduceOp) or len(sums.results) > 1:
        return False
    total, (accumulator,) = sums.yielded.owner, sums.accumulators
    if not isinstance(total, arith.AddfOp | arith.AddiOp):
        return False
    products = [term.owner for term in total.operands if term is not accumulator]
    return any(
        isinstance(product, arith.MulfOp | arith.MuliOp) and load.result in _elements(product)
        for product in products
    )


def _elements(product: arith.MulfOp | arith.MuliOp) -> list[SSAValue]:
    """Return the factors, without conversions of bytes."""
    owners = [factor.owner for factor in product.operands]
    return [
        owner.input if isinstance(owner, arith.ExtUIOp | arith.ExtSIOp) else factor
        for owner, factor in zip(owners, product.operands, strict=True)
    ]
