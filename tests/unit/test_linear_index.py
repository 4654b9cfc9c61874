"""Index arithmetic as polynomials."""

from typing import Any

from line_count import grows_linearly, lines_run
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, SSAValue

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    depends_on,
    emit_polynomial,
    polynomial_of,
    undo_divisions,
)
from xdsl_torchscript.lowering.core.emitter import Emitter


def block_with(count: int) -> tuple[Emitter, Any]:
    block = Block(arg_types=[IndexType()] * count)
    anchor = arith.ConstantOp.from_int_and_width(0, IndexType())
    block.add_op(anchor)
    return Emitter.at_end(block, anchor), block.args


def poly(*terms: tuple[int, tuple[SSAValue, ...]]) -> Polynomial:
    total = Polynomial()
    for coefficient, factors in terms:
        total += Polynomial.of(coefficient) * Polynomial.product(factors)
    return total


def test_order_of_factors_and_terms_does_not_matter() -> None:
    _, (i, j, n) = block_with(3)
    assert poly((2, (i, n)), (1, (j,))) == poly((1, (j,)), (2, (n, i)))
    assert hash(poly((2, (i, n)))) == hash(poly((2, (n, i))))
    assert poly((1, (i, i))) != poly((1, (i,)))


def test_terms_that_cancel_are_gone() -> None:
    _, (i,) = block_with(1)
    assert (poly((3, (i,)), (5, ())) + -poly((3, (i,)))).constant == 5
    assert Polynomial.of(0).constant == 0
    assert Polynomial.of(i).constant is None


def test_a_value_used_twice_is_expanded_once() -> None:
    def cost(count: int) -> int:
        emit, (i,) = block_with(1)
        value: SSAValue = i
        for _ in range(count):
            value = emit(arith.AddiOp(value, value)).result
        assert polynomial_of(value) == poly((2**count, (i,)))
        return lines_run(lambda: polynomial_of(value))

    assert grows_linearly(cost, 4)


def test_products_that_would_be_large_are_unknowns() -> None:
    def cost(count: int) -> int:
        emit, (i, j) = block_with(2)
        value: SSAValue = i
        for _ in range(count):
            total = emit(arith.AddiOp(value, j)).result
            value = emit(arith.MuliOp(total, total)).result
        assert depends_on(value, i)
        return lines_run(lambda: polynomial_of(value))

    assert grows_linearly(cost, 3)


def test_addresses_of_symbolic_sizes_are_expanded() -> None:
    """The address of an element of rank 10, and twice that address."""
    emit, (i, *sizes) = block_with(10)
    address: SSAValue = i
    for size in sizes:
        address = emit(arith.AddiOp(emit(arith.MuliOp(address, size)).result, i)).result
    twice = emit(arith.MuliOp(address, emit.index(2))).result
    assert i in polynomial_of(address).unknowns
    assert address not in polynomial_of(twice).unknowns
    assert len(polynomial_of(twice).terms) == 10


def test_split_gives_slope_and_rest() -> None:
    _, (i, j, n) = block_with(3)
    index = poly((1, (i, n)), (4, (j,)), (7, ()))
    assert index.split(i) == (Polynomial.of(n), poly((4, (j,)), (7, ())))
    assert poly((1, (i, i))).split(i) is None


def test_emitted_arithmetic_reads_back() -> None:
    emit, (i, j, n) = block_with(3)
    for index in (
        poly((1, (i, n)), (-4, (j,)), (7, ())),
        poly((-1, (i,))),
        poly((-1, (i,)), (1, (j,))),
        Polynomial(),
        Polynomial.of(-3),
    ):
        assert polynomial_of(emit_polynomial(emit, index)) == index


def test_no_products_by_one_and_no_sums_with_zero() -> None:
    emit, (i,) = block_with(1)
    assert emit_polynomial(emit, Polynomial.of(i)) is i


def digits(emit: Emitter, linear: SSAValue, sizes: tuple[int, ...]) -> Polynomial:
    """Return the index after unflattening an element number and flattening it again."""
    total, stride = Polynomial(), 1
    for size in reversed(sizes):
        quotient = emit(arith.DivUIOp(linear, emit.index(stride))).result if stride > 1 else linear
        digit = emit(arith.RemUIOp(quotient, emit.index(size))).result
        total += polynomial_of(digit) * Polynomial.of(stride)
        stride *= size
    return total


def test_digits_come_together_again() -> None:
    emit, (i, j) = block_with(2)
    linear = emit_polynomial(emit, poly((8, (i,)), (1, (j,))))
    quotient = emit(arith.DivUIOp(linear, emit.index(24))).result
    whole = digits(emit, linear, (2, 3, 4)) + polynomial_of(quotient) * Polynomial.of(24)
    assert undo_divisions(whole) == polynomial_of(linear)


def test_digits_of_other_sizes_stay() -> None:
    emit, (i,) = block_with(1)
    quotient = emit(arith.DivUIOp(i, emit.index(5))).result
    remainder = emit(arith.RemUIOp(i, emit.index(4))).result
    index = polynomial_of(quotient) * Polynomial.of(4) + polynomial_of(remainder)
    assert undo_divisions(index) == index


def test_dependence_is_traced_through_any_operation() -> None:
    emit, (i, j) = block_with(2)
    quotient = emit(arith.DivUIOp(i, emit.index(5))).result
    assert depends_on(quotient, i)
    assert not depends_on(quotient, j)
