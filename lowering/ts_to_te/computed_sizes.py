"""Computed sizes: index arithmetic on the symbols of a function.

    %y = aten.relu(%x) : (!ts.tensor<[(s0-1) floordiv 2 + 1],f32>) -> ...

begins with

    %0 = arith.constant -1 : index
    %1 = arith.addi %s0, %0 : index
    ... %5, the size
    cf.assert %ok, "aten.relu: a computed size is below 2"

A size of 0 or 1 may broadcast or end an operator with an error, which is decided when a function is
typed. So a kernel fails for such a size, unless the least values of the symbols rule it out. The
runtime takes this failure for inputs of another type. An argument may have a computed size, too, if
arguments have its symbols: the caller passes the size, and the function checks that it is equal.
"""

from __future__ import annotations

from functools import reduce

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.size_expression import Atom, Sum, least_of
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_INDEX = IndexType()


def emit_sum(code: ScalarCode, terms: Sum, symbols: dict[str, SSAValue]) -> SSAValue:
    """Return the value of an expression. Raises KeyError for an unknown symbol."""

    def value_of(atom: Atom) -> SSAValue:
        if isinstance(atom, str):
            return symbols[atom]
        numerator = emit_sum(code, atom.numerator, symbols)
        divide = arith.DivUIOp if (least_of(atom.numerator) or -1) >= 0 else arith.FloorDivSIOp
        return code.emit(divide(numerator, code.constant(atom.divisor, _INDEX))).result

    values: list[SSAValue] = []
    for product, coefficient in terms:
        factors = [value_of(atom) for atom in product]
        if coefficient != 1 or not factors:
            factors.append(code.constant(coefficient, _INDEX))
        values.append(reduce(code.mul, factors))
    return reduce(code.add, values)
