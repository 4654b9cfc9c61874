"""The shape of the register tile of a contraction: a search over few candidates by a cost.

Two forms keep their accumulators in registers:

    columns   each accumulator is a vector of neighbouring columns of one row; an element of the
              left factor is broadcast, a vector of the right one loaded
    dots      each accumulator is a vector of partial sums of one element; vectors of neighbouring
              terms of both factors are loaded, and the lanes added up at the end

The cost counts cycles of a core that starts six operations per cycle, among them two multiply-adds
and two loads. A multiply-add takes four cycles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

TileForm: TypeAlias = Literal["columns", "dots"]

LEAST_REGISTERS = 4
"""An accumulator, its two factors, and a spare register."""
LEAST_BYTES = 8
"""One lane of the widest elements."""

_LATENCY, _STARTED = 4, 6
_DIGIT = 6
"""The operations that compute a digit of an index, and add its part of an address."""
_L1, _L2 = 24 * 1024, 512 * 1024
"""The bytes that stay in a cache while other data streams through."""
LINE = 64
"""The bytes of a line of a cache."""
_FROM_L2, _FROM_AFAR = 3, 20
"""The cost of a load from the second cache, and of one from behind it, in loads from the first."""
ASSUMED = 1 << 10
"""The assumed value of a size known only at run time."""
_MOST = 8
"""The most vectors, or dots, side by side."""
_STREAMS = 10
"""The most rows and columns of dots, each a stream that hardware has to follow. With more, the tile
was measured to take a quarter more time."""


def stays_in_first_cache(bytes: int) -> bool:
    """Return whether so much data is still in the first cache when it is read again."""
    return bytes <= _L1


@dataclass(frozen=True)
class VectorRegisters:
    """The vector registers of a machine."""

    count: int
    lanes: int
    """The elements that one of them holds."""


@dataclass(frozen=True)
class Problem:
    """A contraction's sizes, None where only a run knows them."""

    rows: int | None
    columns: int | None
    terms: int | None
    element_bytes: int
    is_strided: bool = False
    """Whether consecutive terms of the right factor are too far apart for hardware prefetching."""
    digits: int = 0
    """The digits of a term's number in the address of the left factor."""

    def __str__(self) -> str:
        rows, columns, terms = (size or "?" for size in (self.rows, self.columns, self.terms))
        return f"{rows}x{terms} by {terms}x{columns}"


@dataclass(frozen=True)
class Tile:
    """A register tile: `rows` by `columns` accumulators of `lanes` each."""

    form: TileForm
    rows: int
    columns: int
    lanes: int

    @property
    def width(self) -> int:
        """The number of columns of the result that it computes."""
        return self.columns * (self.lanes if self.form == "columns" else 1)

    def cycles(self, problem: Problem) -> float:
        """Return the estimated cycles of the whole contraction."""
        terms = problem.terms or ASSUMED
        accumulators = self.rows * self.columns
        steps, end = terms, 0
        if self.form == "dots":
            steps, end = -(-terms // self.lanes), 2 * accumulators
        rows = -(-(problem.rows or ASSUMED) // self.rows)
        columns = -(-(problem.columns or ASSUMED) // self.width)
        left, right = self._load_costs(problem, rows, columns)
        loads = self.rows * left + self.columns * right
        started = accumulators + self.rows + self.columns + _DIGIT * problem.digits
        step = max(accumulators / 2, loads / 2, started / _STARTED, _LATENCY)
        return rows * columns * (steps * step + end)

    def _load_costs(self, problem: Problem, rows: int, columns: int) -> tuple[int, int]:
        """Return the costs of loads of both factors, if there are so many tiles.

        Tiles follow each other down the rows. A panel of the right factor stays in the cache, the
        left factor streams. An element loaded once comes from memory with any tile, and counts as
        1.
        """
        row = (problem.terms or ASSUMED) * problem.element_bytes
        panel = self.width * row
        if problem.is_strided:  # each row of it takes whole lines, and begins within one
            lines = -(-self.width * problem.element_bytes // LINE) + 1
            panel = (problem.terms or ASSUMED) * lines * LINE
        right_is_near = rows == 1 or stays_in_first_cache(panel)
        right = 1 if right_is_near else _FROM_AFAR if problem.is_strided else _FROM_L2
        size = (problem.rows or ASSUMED) * row
        if self.form == "columns" or columns == 1 or stays_in_first_cache(size):
            return 1, right
        return _FROM_L2 if size <= _L2 else _FROM_AFAR, right

    def __str__(self) -> str:
        return f"{self.form} of {self.rows}x{self.columns} vectors of {self.lanes}"


@cache
def choose_tile(problem: Problem, forms: tuple[TileForm, ...], registers: VectorRegisters) -> Tile:
    """Return the cheapest tile that fits into the registers and the sizes. Of equal costs, return
    the tile with the least code."""
    fitting = [tile for form in forms for tile in _candidates(form, problem, registers)]
    return min(fitting, key=lambda tile: (tile.cycles(problem), tile.rows * tile.columns))


def _candidates(form: TileForm, problem: Problem, registers: VectorRegisters) -> Iterator[Tile]:
    for lanes in _lanes(form, problem, registers):
        for columns in range(1, _MOST + 1):
            if form == "dots" and columns & (columns - 1):
                continue  # the lanes of a power of two of sums are added up together
            for rows in range(1, registers.count):
                tile = Tile(form, rows, columns, lanes)
                if _fits(tile, problem, registers):
                    yield tile


def _lanes(form: TileForm, problem: Problem, registers: VectorRegisters) -> list[int]:
    powers = [registers.lanes >> n for n in range(registers.lanes.bit_length())]
    if form == "columns":
        return powers
    covering = [lanes for lanes in powers if lanes >= (problem.terms or ASSUMED)]
    return [min(covering, default=registers.lanes)]


def _fits(tile: Tile, problem: Problem, registers: VectorRegisters) -> bool:
    """Return whether operands have registers and streams, and a whole tile has its place."""
    live = tile.rows * tile.columns + min(tile.rows, tile.columns) + 2
    if tile.form == "dots" and tile.rows + tile.columns > _STREAMS:
        return False
    rows, columns = problem.rows or ASSUMED, problem.columns or ASSUMED
    return live <= registers.count and tile.rows <= rows and tile.width <= columns
