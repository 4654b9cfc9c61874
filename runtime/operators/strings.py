"""Strings, printing, warnings and exceptions of the program."""

from __future__ import annotations

import operator
import warnings
from typing import Any, cast

from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.tensor import Tensor


class ScriptError(RuntimeError):
    """An exception that the program itself raised."""


def _text(value: Any) -> str:
    if isinstance(value, Tensor):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_quoted, cast("list[Any]", value))) + "]"
    return str(value)


def _quoted(value: Any) -> str:
    return repr(value) if isinstance(value, str) else _text(value)


def _format(template: str, *values: Any) -> str:
    """Fills each `{}` in turn; TorchScript's format knows nothing else."""
    pieces = template.split("{}")
    if len(pieces) - 1 > len(values):
        raise ValueError(f"{len(pieces) - 1} places in '{template}' for {len(values)} values")
    filled = [piece + _text(v) for piece, v in zip(pieces, values, strict=False)]
    return "".join([*filled[: len(pieces) - 1], *pieces[len(pieces) - 1 :]])


def _print(*values: Any) -> None:
    print(*map(_text, values))


def _warn(message: str, stacklevel: int) -> None:
    warnings.warn(message, UserWarning, stacklevel=2)


def _raise(message: str, kind: str | None) -> None:
    raise ScriptError(message if kind is None else f"{kind}: {message}")


def _join(separator: str, values: list[str]) -> str:
    return separator.join(values)


STRINGS: Table = {
    "aten.add.str": operator.add,
    "aten.format": _format,
    "aten.str": _text,
    "aten.join": _join,
    "aten.lower": str.lower,
    "aten.upper": str.upper,
    "aten.ord": ord,
    "aten.chr": chr,
    "aten.hex": hex,
    "aten.oct": oct,
    "aten.bin": bin,
    "aten.warn": _warn,
    "prim.Print": _print,
    "prim.RaiseException": _raise,
}
