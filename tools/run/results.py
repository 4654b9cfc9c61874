"""Results in a .npz file, one array per name."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import count
from typing import TypeAlias
from zipfile import ZipFile

import numpy as np

from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value
from xdsl_torchscript.tools.process import write_file
from xdsl_torchscript.tools.run.text import elements_of, parts

NamedValues: TypeAlias = list[tuple[str, Value]]

_PLAIN = frozenset({bool, int, float, complex, str})


def save(path: str, results: NamedValues) -> list[str]:
    """Write a .npz file of exactly this name; return the names of values that are not arrays.

    Elements of lists and dicts other than numbers get separate names, such as `out0.key`. The
    second of two equal names gets `.1`. Raises OSError."""
    arrays: dict[str, Array] = {}
    left_out: list[str] = []
    for name, value in (leaf for result in results for leaf in _leaves(*result)):
        array = _array(value)
        if array is None:
            left_out.append(name)
            continue
        names = (f"{name}.{n}" if n else name for n in count())
        arrays[next(name for name in names if name not in arrays)] = array
    archive = BytesIO()
    with ZipFile(archive, "w") as entries:
        for name, array in arrays.items():
            with entries.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)
    write_file(path, archive.getvalue())
    return left_out


def _leaves(name: str, value: Value) -> Iterator[tuple[str, Value]]:
    if _array(value) is not None or not isinstance(value, list | tuple | dict):
        yield name, value
        return
    for key, element in parts(value):
        yield from _leaves(f"{name}.{key}", element)


def _array(value: Value) -> Array | None:
    """Return a tensor, number, string, or uniform list of numbers or strings as an array, or
    None."""
    if isinstance(value, Tensor):
        return np.asarray(Tensor(elements_of(value)))
    if isinstance(value, list):
        elements = [element for _, element in parts(value)]
        kinds: set[type] = {type(element) for element in elements}
        return np.asarray(elements) if len(kinds) < 2 and kinds <= _PLAIN else None
    return np.asarray(value) if type(value) in _PLAIN else None
