"""Values as text, as TorchScript writes them: for `str`, `format`, `%` and `print`.

A float shows 17 digits, with a trailing point if it is integral. Strings in containers have no
quotes either. A tensor prints as PyTorch's C++ table, not as in Python; widths follow
aten/src/ATen/core/Formatting.cpp.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import product
from operator import add
from typing import Any, cast

import numpy as np

from xdsl_torchscript.dialects.byte_strings import bytes_of, canonical_text, text_of_bytes
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.tensor import Array, Tensor

_LINE = 80
_LARGEST_WHOLE = 2.0**63
_DTYPES = {
    "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long",
    "float16": "Half", "float32": "Float", "float64": "Double", "bfloat16": "BFloat16",
    "bool": "Bool", "complex64": "ComplexFloat", "complex128": "ComplexDouble",
}  # fmt: skip
_AS_IN_PYTHON = frozenset({str, int, bool, type(None)})
"""Types of values whose text is Python's."""


def text_of(value: Any) -> str:
    """Return the text that `str` gives for a value."""
    if type(value) in _AS_IN_PYTHON:
        return str(value)
    match value:
        case Tensor():
            return tensor_text(value)
        case float():
            return _float_text(value)
        case complex():
            sign = "+" if value.imag >= 0 else "-"
            return f"{_float_text(value.real)}{sign}{_float_text(abs(value.imag))}j"
        case list():
            return f"[{_join(cast('list[Any]', value))}]"
        case tuple():
            parts = cast("tuple[Any, ...]", value)
            return f"({_join(parts)}{',' if len(parts) == 1 else ''})"
        case dict():
            pairs = cast("dict[Any, Any]", value).items()
            return "{" + ", ".join(f"{text_of(k)}: {text_of(v)}" for k, v in pairs) + "}"
        case _:
            return str(value)


def _join(values: Iterable[Any]) -> str:
    return ", ".join(map(text_of, values))


def _float_text(value: float) -> str:
    if abs(value) < _LARGEST_WHOLE and value == int(value):
        return f"{int(value)}."
    return _printed("%.17g", value)


def _printed(form: str, value: float) -> str:
    """Return a float as C prints it, with the sign of NaN."""
    is_negative = math.isnan(value) and math.copysign(1, value) < 0
    return "-" * is_negative + form % value


# ---- tensors


class _TableFormat:
    """The format of a table's elements: `%g`, `%e` or `%f`, a width, a common factor."""

    def __init__(self, array: Array) -> None:
        finite = np.abs(array[np.isfinite(array)])
        low, high = (_digits(f(finite)) if finite.size else 1 for f in (np.min, np.max))
        self.scale, self.width, self.form = 1.0, 11, "%.4e"
        if bool(np.all(finite == np.ceil(finite))):
            if high <= 9:
                self.width, self.form = high + 1, "%g"
        elif high - low > 4:
            self.width += abs(high) > 99 or abs(low) > 99
        else:
            self.form = "%.4f"
            self.width = high + 6 if 0 < high <= 5 else 7
            self.scale = 10.0 ** (high - 1) if high > 5 or high < 0 else 1.0

    def head(self) -> str:
        return "" if self.scale == 1 else f"{self.scale:.17g} *\n"

    def __call__(self, element: float) -> str:
        return _printed(self.form, element / self.scale).rjust(self.width)


def _digits(magnitude: float) -> int:
    """Return the number of digits before the point."""
    return 1 if magnitude == 0 else math.floor(math.log10(magnitude)) + 1


def tensor_text(tensor: Tensor) -> str:
    """Return the elements as tables, and the tensor's type."""
    array = np.real(tensor.array).astype(np.float64)
    sizes = ",".join(map(str, array.shape))
    device = tensor.device.split(":")[0].upper()
    kind = f"[ {device}{_DTYPES[tensor.dtype.numpy or '']}Type{{{sizes}}} ]"
    if array.ndim == 0:
        return f"{_printed('%.17g', array.item())}\n{kind}"
    if array.size == 0:
        return kind
    if array.ndim == 1:
        form = _TableFormat(array)
        return form.head() + "".join(f"{form(e)}\n" for e in array.tolist()) + kind
    return "".join(f"{table}\n" for table in _tables(array)) + kind


def _tables(array: Array) -> Iterator[str]:
    """Return one table per matrix; the first index moves fastest."""
    if array.ndim == 2:
        yield _table(array, 0)
        return
    for number, reversed_place in enumerate(product(*map(range, array.shape[-3::-1]))):
        place = reversed_place[::-1]
        name = ",".join(str(i + 1) for i in place)
        gap = "\n" if number else ""
        yield f"{gap}({name},.,.) = \n{_table(array[place], 1)}"


def _table(matrix: Array, indent: int) -> str:
    """Return a matrix's rows, in blocks of columns that fit a line."""
    form = _TableFormat(matrix)
    columns = matrix.shape[1]
    most = (_LINE - indent) // (form.width + 1)
    blocks: list[str] = []
    for first in range(0, columns, most):
        last = min(first + most, columns)
        head = f"Columns {first + 1} to {last}{' ' * indent}" if most < columns else ""
        rows = [" ".join(map(form, row)) for row in matrix[:, first:last].tolist()]
        margin = " " * indent + (" " if form.scale != 1 else "")
        scaled = form.head() + " " * indent if form.scale != 1 else ""
        blocks.append(head + scaled + f"\n{margin}".join(rows))
    return "\n\n".join(blocks)


# ---- formats


def format_text(template: str, *values: Any) -> str:
    """Fill each `{}` in order; TorchScript's format has no other fields."""
    first, *others = template.split("{}")
    if len(others) > len(values):
        raise BadValue(f"{len(others)} places in '{template}' for {len(values)} values")
    return canonical_text(first + "".join(map(add, map(text_of, values), others)))


_SPECIFIER = re.compile("%(.?)", re.DOTALL)


def percent_text(template: str, *given: Any) -> str:
    """Return `template % values`: each `%` is followed by one letter, without width or digits.

    Raises ValueError for another letter, or another number of values.
    """
    only = given[0] if len(given) == 1 else given
    values = list(cast("tuple[Any, ...]", only)) if isinstance(only, tuple) else [only]
    rest = iter(values)

    def filled(found: re.Match[str]) -> str:
        return "%" if found[1] == "%" else _format_specifier(found[1], rest, template)

    text = canonical_text(_SPECIFIER.sub(filled, template))
    if next(rest, rest) is not rest:
        raise BadValue(f"more values than places in '{template}'")
    return text


def _format_specifier(letter: str, rest: Iterator[Any], template: str) -> str:
    value = next(rest, rest)
    if value is rest:
        raise BadValue(f"fewer values than places in '{template}'")
    match letter, value:
        case "s", _:
            return text_of(value)
        case "d" | "i", int() | float():
            return str(int(value))
        case "e" | "E" | "f" | "F", int() | float():
            # PyTorch rounds to float32, and prints `F` as `f`.
            return _printed("%f" if letter == "F" else f"%{letter}", np.float32(value).item())
        case "c", int():
            return text_of_bytes(bytes([value % 256]))
        case "c", str() if len(bytes_of(value)) == 1:
            return value
        case _:
            raise BadValue(f"'%{letter}' in '{template}' does not take {text_of(value)}")
