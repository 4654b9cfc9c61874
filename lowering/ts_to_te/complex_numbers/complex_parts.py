"""Operators on complex numbers as operators on their real and imaginary parts.

Products are those of PyTorch's vectors: the imaginary part of a real factor is 0, and the product
of 0 and infinity is NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.op_builder import OpBuilder


@dataclass(frozen=True)
class ComplexParts:
    """The real and the imaginary part of numbers; the second is None if all are real."""

    real: SSAValue
    imaginary: SSAValue | None

    @property
    def second(self) -> SSAValue | float:
        """The imaginary part, 0 if all numbers are real."""
        return 0.0 if self.imaginary is None else self.imaginary

    def map(self, function: Callable[[SSAValue], SSAValue]) -> ComplexParts:
        real = function(self.real)
        return ComplexParts(real, None if self.imaginary is None else function(self.imaginary))


MakerRule: TypeAlias = Callable[[OpBuilder, ComplexParts, ComplexParts], ComplexParts]
"""The parts of a result of two operands, one of which is complex."""
ReaderRule: TypeAlias = Callable[[OpBuilder, SSAValue, SSAValue], SSAValue]
"""A real result of the parts of an operand."""


def _complex_first(x: ComplexParts, y: ComplexParts) -> tuple[ComplexParts, ComplexParts]:
    return (y, x) if x.imaginary is None else (x, y)


def _add(b: OpBuilder, x: ComplexParts, y: ComplexParts) -> ComplexParts:
    x, y = _complex_first(x, y)
    return ComplexParts(b.aten.add(x.real, y.real), b.aten.add(x.second, y.second))


def _sub(b: OpBuilder, x: ComplexParts, y: ComplexParts) -> ComplexParts:
    minus = b.aten.sub if x.imaginary is not None else b.aten.rsub
    first, second = (x, y) if x.imaginary is not None else (y, x)
    return ComplexParts(b.aten.sub(x.real, y.real), minus(first.second, second.second))


def _mul(b: OpBuilder, x: ComplexParts, y: ComplexParts) -> ComplexParts:
    x, y = _complex_first(x, y)
    return ComplexParts(
        b.aten.sub(b.aten.mul(x.real, y.real), b.aten.mul(x.second, y.second)),
        b.aten.add(b.aten.mul(x.real, y.second), b.aten.mul(x.second, y.real)),
    )


ARITHMETIC: dict[str, MakerRule] = {
    "aten.add.Tensor": _add,
    "aten.add.Scalar": _add,
    "aten.sub.Tensor": _sub,
    "aten.sub.Scalar": _sub,
    "aten.mul.Tensor": _mul,
    "aten.mul.Scalar": _mul,
}
"""Op name -> the parts of the result, of the sizes of both operands."""


def _complex(b: OpBuilder, x: ComplexParts, y: ComplexParts) -> ComplexParts:
    return ComplexParts(x.real, y.real)


def _polar(b: OpBuilder, x: ComplexParts, y: ComplexParts) -> ComplexParts:
    length, angle = x.real, y.real
    return ComplexParts(
        b.aten.mul(length, b.aten.cos(angle)), b.aten.mul(length, b.aten.sin(angle))
    )


FROM_REAL: dict[str, MakerRule] = {"aten.complex": _complex, "aten.polar": _polar}
"""Op name -> the parts of the result of two real tensors of the same sizes."""

CONJUGATES = frozenset("aten.conj aten._conj aten.conj_physical aten._conj_physical".split())

REARRANGEMENTS = frozenset(
    """
    aten.transpose.int aten.permute aten.unsqueeze aten.squeeze.dim aten.select.int
    aten.slice.Tensor aten.reshape aten.resolve_conj aten.t aten.expand
    """.split()
)
"""Operators on each part alone. Not so `view`, which raises depending on strides."""

READERS: dict[str, ReaderRule] = {
    "aten.abs": lambda b, real, imaginary: b.aten.hypot(real, imaginary),
    "aten.real": lambda b, real, imaginary: real,
    "aten.imag": lambda b, real, imaginary: imaginary,
    "aten.view_as_real": lambda b, real, imaginary: b.aten.stack([real, imaginary], -1),
}
"""Op name -> the real result."""
