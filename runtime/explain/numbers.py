"""The values of index arithmetic in a kernel, for known arguments.

numbers = KnownNumbers(function, [30, 40])    # of its first arguments, None for other values
numbers(loop.ub)                         # 1200, or None if only a run knows it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import arith
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, OpResult, SSAValue

from xdsl_torchscript.dialects.extended.arith import IndexCastOp
from xdsl_torchscript.lowering.analysis.linear_index import constant_of

_ARITHMETIC: Mapping[type[Operation], Callable[..., int]] = {
    arith.AddiOp: int.__add__,
    arith.SubiOp: int.__sub__,
    arith.MuliOp: int.__mul__,
    arith.DivUIOp: int.__floordiv__,
    arith.RemUIOp: int.__mod__,
    arith.MinSIOp: min,
    arith.MaxSIOp: max,
    IndexCastOp: int,
}


class KnownNumbers:
    """The known values of a function; sizes are not negative, so division rounds down."""

    def __init__(self, function: FuncOp, arguments: Sequence[int | None]) -> None:
        pairs = zip(function.body.block.args, arguments, strict=False)
        self._known: dict[SSAValue, int | None] = dict(pairs)

    def __call__(self, value: SSAValue) -> int | None:
        """Return the value, None if only a run knows it."""
        if value not in self._known:
            self._known[value] = self._computed(value)
        return self._known[value]

    def _computed(self, value: SSAValue) -> int | None:
        constant = constant_of(value)
        if constant is not None or not isinstance(value, OpResult):
            return constant
        operation = _ARITHMETIC.get(type(value.op))
        operands = [self(operand) for operand in value.op.operands] if operation else []
        if operation is None or None in operands:
            return None
        try:
            return operation(*operands)
        except ZeroDivisionError:
            return None
