"""The cost of a kernel: floating-point operations and loads of its tensor expressions.

    cost = cost_of(function, numbers)     # of a function at the te level, for these sizes

The count is that of the program: an element that a schedule computes again, or loads again, counts
once for each point of its expression. A function such as `exp` counts as `FUNCTION_FLOPS`, as in
the benchmarks. The cost is unknown if only a run decides how often a part runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import scf
from xdsl.dialects.builtin import AnyFloat, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.dialects.te import LoadOp, NestOp
from xdsl_torchscript.lowering.core.walk import operations_in
from xdsl_torchscript.lowering.loops.work import CHEAP_FUNCTIONS
from xdsl_torchscript.runtime.explain.numbers import KnownNumbers

FUNCTION_FLOPS = 20
"""The operations of a function such as `exp` or `tanh`, about those of its polynomial."""

_NO_ARITHMETIC = ("arith.constant", "arith.select", "arith.bitcast", "arith.extf", "arith.truncf")
_FLOPS = {**dict.fromkeys((*CHEAP_FUNCTIONS, "math.sqrt"), 1), "math.fma": 2}
_SINGLE = 32


@dataclass(frozen=True)
class KernelCost:
    """Operations on floating-point numbers, those on float32 that take as long at the peak rate,
    and the loads from each tensor argument in order, None if it is read as a whole."""

    flops: int
    single_flops: float
    loads: Sequence[int | None]


def cost_of(function: FuncOp, numbers: KnownNumbers) -> KernelCost | None:
    """Return the cost of a function with these sizes, None if it is unknown."""
    count = _CostCounter(numbers)
    if not count.add_block(function.body.block, 1):
        return None
    tensors = [arg for arg in function.body.block.args if isinstance(arg.type, TensorType)]
    loads = [count.loads[tensor] if _is_only_loaded(tensor) else None for tensor in tensors]
    single = sum(flops * bits / _SINGLE for bits, flops in count.flops.items())
    return KernelCost(count.flops.total(), single, loads)


def _is_only_loaded(tensor: SSAValue) -> bool:
    return all(isinstance(use.operation, LoadOp) for use in tensor.uses)


class _CostCounter:
    """Operations by the bits of their result, and loads by tensor."""

    def __init__(self, numbers: KnownNumbers) -> None:
        self.flops: Counter[int] = Counter()
        self.loads: Counter[SSAValue] = Counter()
        self._numbers = numbers

    def add_block(self, block: Block, times: int) -> bool:
        """Add a block that runs so many times. Return whether its cost is known."""
        return all(self._add(op, times) for op in operations_in(block))

    def _add(self, op: Operation, times: int) -> bool:
        if isinstance(op, LoadOp):
            self.loads[op.tensor] += times
        elif op.regions:
            trips = self._trips(op)
            blocks = [block for region in op.regions for block in region.blocks]
            return trips is not None and all(self.add_block(b, times * trips) for b in blocks)
        elif op.results and isinstance(element := element_of(op.results[0].type), AnyFloat):
            self.flops[element.bitwidth] += times * _flops(op)
        return True

    def _trips(self, op: Operation) -> int | None:
        """Return how often the body of an operation runs, None if only a run decides that."""
        if isinstance(op, NestOp):
            extents = [e if isinstance(e, int) else self._numbers(e) for e in op.loop_extents]
            return None if None in extents else prod(e for e in extents if e is not None)
        if not isinstance(op, scf.ForOp):
            return None
        low, high, step = map(self._numbers, (op.lb, op.ub, op.step))
        if low is None or high is None or not step:
            return None
        return max(0, -(-(high - low) // step))


def _flops(op: Operation) -> int:
    """Return the operations of one that returns a number."""
    if op.dialect_name() == "math":
        return _FLOPS.get(op.name, FUNCTION_FLOPS)
    return int(op.dialect_name() == "arith" and op.name not in _NO_ARITHMETIC)
