"""Tensor constants as TorchScript prints them: `1  2 [ CPUFloatType{2} ]`.

The text has five digits of each number and only the real part of complex numbers. Parsing returns
the tensor that the text shows, and writing that tensor gives the same text. The layout follows the
output of ATen's tensor printer: one scale per matrix, columns split at 80 characters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import product

MAX_SHOWN = 10
"""The most elements that are printed; larger tensors are printed as `<Tensor>`."""

_LINE = 80

_TOKEN = re.compile(
    r"\((?P<slice>(?:\d+,)+)\.,\.\) ="
    r"|Columns (?P<first>\d+) to (?P<last>\d+)"
    r"|(?P<scale>[-+.\de]+) \*"
    r"|(?P<number>[-+]?(?:nan|inf|[\d.]+(?:e[-+]?\d+)?))"
    r"|(?P<junk>\S)"
)


def _matrix(dims: Sequence[int]) -> tuple[int, int]:
    """Return rows and columns of the matrices that a tensor of these sizes is printed as."""
    if len(dims) < 2:
        return (dims[0] if dims else 1), 1
    return dims[-2], dims[-1]


def _slice_offset(index: Sequence[int], dims: Sequence[int]) -> int:
    """Return the row-major offset of the matrix at `index` of the outer dimensions."""
    rows, columns = _matrix(dims)
    offset = 0
    for i, size in zip(index, dims, strict=False):
        offset = offset * size + i
    return offset * rows * columns


def read_values(body: str, dims: Sequence[int]) -> list[float]:
    """Parse the numbers before `[ CPUFloatType{..} ]`, in row-major order.

    Raises:
        ValueError: if their count differs from `dims`, or they are not numbers.
    """
    count = math.prod(dims)
    _, columns = _matrix(dims)
    found: dict[int, float] = {}
    base, first, last, scale, seen = 0, 0, columns, 1.0, 0
    for token in _TOKEN.finditer(body):
        if token["slice"]:
            index = [int(i) - 1 for i in token["slice"].rstrip(",").split(",")]
            base, first, last, scale, seen = _slice_offset(index, dims), 0, columns, 1.0, 0
        elif token["first"]:
            first, last, seen = int(token["first"]) - 1, int(token["last"]), 0
        elif token["scale"]:
            scale = float(token["scale"])
        elif token["number"] and last > first:
            row, column = divmod(seen, last - first)
            found[base + row * columns + first + column] = float(token["number"]) * scale
            seen += 1
        else:
            raise ValueError(f"unexpected '{token.group()}' in a tensor")
    if len(found) != count or any(i not in found for i in range(len(found))):
        raise ValueError(f"{len(found)} numbers for a tensor of {count} elements")
    return [found[i] for i in range(count)]


def _exponent(value: float) -> int:
    return math.floor(math.log10(value)) + 1 if value else 1


class _MatrixFormat:
    """The format of the numbers of one matrix: scale, width and conversion."""

    def __init__(self, values: Sequence[float]) -> None:
        finite = [abs(v) for v in values if math.isfinite(v)]
        low = _exponent(min(finite)) if finite else 1
        high = _exponent(max(finite)) if finite else 1
        self.scale = 1.0
        if all(v == math.ceil(v) for v in finite):
            self.width, self.spec = (11, ".4e") if high > 9 else (high + 1, "g")
        elif high - low > 4:
            self.width, self.spec = 12 if max(abs(high), abs(low)) > 99 else 11, ".4e"
        else:
            self.width, self.spec = 7 if high <= 0 else high + 6, ".4f"
            if high > 5 or high < 0:
                self.width, self.scale = 7, math.pow(10, high - 1)

    def number(self, value: float) -> str:
        return f"{value / self.scale:{self.width}{self.spec}}"

    @property
    def header(self) -> str:
        return "" if self.scale == 1 else f"{repr(self.scale).removesuffix('.0')} *\n"


def _format_matrix(values: Sequence[float], columns: int, indent: str) -> Iterator[str]:
    form = _MatrixFormat(values)
    rows = [values[i : i + columns] for i in range(0, len(values), columns)]
    per_line = (_LINE - len(indent)) // (form.width + 1)
    row_indent = indent + (" " if form.header else "")
    yield indent
    for first in range(0, columns, per_line):
        last = min(first + per_line, columns)
        if per_line < columns:
            yield "\n" if first else ""
            yield f"Columns {first + 1} to {last}{indent}"
        yield form.header + indent if form.header else ""
        lines = (" ".join(form.number(v) for v in row[first:last]) for row in rows)
        yield f"\n{row_indent}".join(lines) + "\n"


def _format_slices(values: Sequence[float], dims: Sequence[int]) -> Iterator[str]:
    rows, columns = _matrix(dims)
    # The first index varies fastest.
    for number, index in enumerate(product(*(range(d) for d in reversed(dims[:-2])))):
        outer = index[::-1]
        offset = _slice_offset(outer, dims)
        yield "\n" if number else ""
        yield f"({''.join(f'{i + 1},' for i in outer)}.,.) =\n"
        yield from _format_matrix(values[offset : offset + rows * columns], columns, " ")


def write_tensor(values: Sequence[float], dims: Sequence[int], scalar_name: str) -> str:
    """Write a tensor on the CPU with these elements in row-major order."""
    if not values:
        shown = ""
    elif not dims:
        shown = f"{values[0]:g}\n"
    elif len(dims) == 1:
        form = _MatrixFormat(values)
        shown = form.header + "".join(form.number(v) + "\n" for v in values)
    elif len(dims) == 2:
        shown = "".join(_format_matrix(values, dims[1], ""))
    else:
        shown = "".join(_format_slices(values, dims))
    sizes = ",".join(map(str, dims))
    return shown.replace("\n", " ") + f"[ CPU{scalar_name}Type{{{sizes}}} ]"
