"""Shape rules: numbers, symbols and unknown sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.shapes import ShapeError


@pytest.mark.parametrize(
    ("operands", "expected"),
    [
        ([], ()),
        ([(2, 3), (3,)], (2, 3)),
        ([(2, 1), (1, 3), ()], (2, 3)),
        ([("s0", 3), (1,)], ("s0", 3)),
        ([("s0",), ("s0",)], ("s0",)),
        ([(0, 3), (1, 3)], (0, 3)),
        ([(None, 2), (5, 1)], (5, 2)),
        ([(None,), (1,)], (None,)),
        ([(None,), ("s0",)], ("s0",)),
        ([("s0-1",), ("s0-1",)], ("s0-1",)),
        ([("s0-1",), ("s0",)], (None,)),
        ([("s0-1",), (4,)], (None,)),
        ([("s0-1",), ("s0-2",)], (None,)),
        ([("s0-1",), (None,)], (None,)),
    ],
)
def test_broadcast(operands: list[tuple[Dim, ...]], expected: tuple[Dim, ...]) -> None:
    assert shapes.broadcast(operands) == expected


@pytest.mark.parametrize("operands", [[(2,), (3,)], [("s0",), ("s1",)], [("s0",), (4,)]])
def test_sizes_that_may_differ_do_not_broadcast(operands: list[tuple[Dim, ...]]) -> None:
    with pytest.raises(ShapeError, match="do not broadcast"):
        shapes.broadcast(operands)


@pytest.mark.parametrize(
    ("shape", "sizes", "expected"),
    [
        ((2, 3), (6,), (6,)),
        ((2, 3), (-1, 2), (3, 2)),
        (("s0", 4), ("s0", 2, 2), ("s0", 2, 2)),
        (("s0", 4), (-1, 4), ("s0", 4)),
        (("s0", 4), ("s0", -1), ("s0", 4)),
        ((), (1, 1), (1, 1)),
        ((0, 3), (3, 0), (3, 0)),
        ((None, 3), (-1,), (None,)),
        (("s0", 4), (-1,), ("s0*4",)),
        (("s0", "s1", 4), (-1, "s1", 2), ("s0*2", "s1", 2)),
        (("s0", 4), (-1, 3), (None, 3)),
        (("s0*2", 3), ("s1", 6), ("s1", 6)),
        ((2, 3), (None, 3), (None, 3)),
    ],
)
def test_reshape(shape: tuple[Dim, ...], sizes: tuple[Dim, ...], expected: tuple[Dim, ...]) -> None:
    assert shapes.reshape(shape, sizes) == expected


@pytest.mark.parametrize(
    ("shape", "sizes"),
    [
        ((2, 3), (5,)),
        ((2, 3), (-1, 4)),
        ((2, 3), (-1, -1)),
        ((0, 3), (-1, 0)),
        (("s0", 4), ("s1", 4)),
        ((4,), ("s0",)),
    ],
)
def test_reshape_refuses(shape: tuple[Dim, ...], sizes: tuple[Dim, ...]) -> None:
    with pytest.raises(ShapeError):
        shapes.reshape(shape, sizes)


@pytest.mark.parametrize(
    ("shape", "sizes", "expected"),
    [
        ((3,), (2, 3), (2, 3)),
        ((1, 3), (4, -1), (4, 3)),
        ((1,), ("s0",), ("s0",)),
        (("s0", 1), (-1, 5), ("s0", 5)),
    ],
)
def test_expand(shape: tuple[Dim, ...], sizes: tuple[Dim, ...], expected: tuple[Dim, ...]) -> None:
    assert shapes.expand(shape, sizes) == expected


@pytest.mark.parametrize(
    ("shape", "sizes"), [((3,), (1,)), ((3,), (4,)), ((2, 3), (3,)), ((3,), (-1, 3))]
)
def test_expand_refuses(shape: tuple[Dim, ...], sizes: tuple[Dim, ...]) -> None:
    with pytest.raises(ShapeError):
        shapes.expand(shape, sizes)


@pytest.mark.parametrize(
    ("size", "bounds", "expected"),
    [
        (5, (1, 4, 1), (1, 3)),
        (5, (-3, None, 2), (2, 2)),
        (5, (None, 2**63 - 1, 1), (0, 5)),
        (5, (7, 9, 1), (5, 0)),
        (5, (3, 1, 1), (3, 0)),
        ("s0", (0, None, 1), (0, "s0")),
    ],
)
def test_slice(
    size: Dim, bounds: tuple[int | None, int | None, int], expected: tuple[int, Dim]
) -> None:
    assert shapes.slice_bounds(size, *bounds) == expected


@pytest.mark.parametrize(
    ("size", "chunks", "expected"),
    [(6, 2, (3, 3)), (5, 2, (3, 2)), (4, 3, (2, 2)), (0, 2, (0, 0)), (2, 5, (1, 1)),
     ("s0*3", 3, ("s0",) * 3), ("s0", 2, ("(s0+1) floordiv 2", "-(s0+1) floordiv 2+s0")),
     ("s0*3+2", 3, ("s0+1", "s0+1", "s0"))],
)  # fmt: skip
def test_chunks_are_as_pytorch_cuts_them(size: Dim, chunks: int, expected: tuple[Dim, ...]) -> None:
    assert shapes.chunk_sizes(size, chunks) == expected


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (shapes.axis_of, (2, 2)),
        (shapes.axis_of, (-3, 2)),
        (shapes.permutation, (2, (0, 0))),
        (shapes.slice_bounds, (4, 0, 2, 0)),
        (shapes.index_of, (3, 3)),
        (shapes.chunk_sizes, (4, 0)),
        (shapes.split_sizes, (4, 0)),
        (shapes.reduced_axes, (2, (0, -2))),
    ],
)
def test_refusals(function: Callable[..., object], arguments: Sequence[object]) -> None:
    with pytest.raises(ShapeError):
        function(*arguments)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (shapes.squeezed_axes, ((None, 1), None)),
        (shapes.squeezed_axes, (("s0-1", 1), None)),
        (shapes.index_of, ("s0", -1)),
        (shapes.chunk_sizes, ("s0", 3)),
        (shapes.chunk_sizes, (None, 2)),
        (shapes.split_sizes, (None, 2)),
    ],
)
def test_sizes_known_at_run_time_only(
    function: Callable[..., object], arguments: Sequence[object]
) -> None:
    with pytest.raises(NotConstantError):
        function(*arguments)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((6, 1, None, 2), (1, 3)),
        (("s0", None, None, 1), (0, "s0")),
        (("s0", 1, None, 1), (1, "s0-1")),
        (("s0", 0, -1, 1), (0, "s0-1")),
        (("s0", 0, None, 2), (0, "(s0+1) floordiv 2")),
        (("s0", -2, None, 1), ("s0-2", 2)),
        (("s0", 0, 2, 1), (0, 2)),
        (("s0", 0, 3, 1), (0, None)),
        (("s0", 3, None, 1), (None, None)),
        (("s0", 1, 1, 1), (1, 0)),
        ((None, 0, None, 1), (0, None)),
        ((None, 0, 2, 1), (0, None)),
    ],
)
def test_slices(arguments: tuple[Any, ...], expected: tuple[Dim, Dim]) -> None:
    assert shapes.slice_bounds(*arguments) == expected


def test_axes() -> None:
    assert shapes.axis_of(-1, 3) == 2
    assert shapes.axis_of(-1, 0) == 0
    assert shapes.squeezed_axes((1, 2, 1), None) == (0, 2)
    assert shapes.squeezed_axes((1, 2, 1), (1, -1)) == (2,)
    assert shapes.transposition(3, 0, -1) == (2, 1, 0)
    assert shapes.reduce((2, 3, 4), shapes.reduced_axes(3, (-1, 0)), True) == (1, 3, 1)
    assert shapes.reduce((2, 3), shapes.reduced_axes(2, None), False) == ()
