"""Calls with extreme operands, generated from schemas and the tables below.

    python edge_calls.py --family odd --jobs 2 'max*' add.Tensor

The families are

- `empty`: sizes with 0, and none; every dimension in and out of range;
- `odd`: NaN, infinities, both zeros, subnormal and extreme floats, as pairs and in rows;
- `complex`: the same in both parts, on the branch cuts;
- `whole`: the least and greatest integers and those around 0, and bools, for every operator.

Where PyTorch's answer depends on the layout (it has vectorised loops and plain ones), each of its
answers is right, and so is the one that it gives in double precision. Each operator runs in a
process of its own in a survey, as PyTorch's may crash.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import numpy as np
import torch

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "unit")]

from asking import to_tensor  # noqa: E402
from database import describe, fresh, leaves  # noqa: E402
from random_calls import names  # noqa: E402
from tensor_comparison import TOLERANCES, difference, flat  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.runtime.interpreter.code import implementation_of  # noqa: E402
from xdsl_torchscript.runtime.operators.core import quiet  # noqa: E402
from xdsl_torchscript.runtime.tensor import Tensor as Ours  # noqa: E402

FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
COMPLEX = (torch.complex64, torch.complex128)
WHOLE = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool)

SIZES = ((0,), (0, 3), (3, 0), (2, 0, 3), (), (3,))

REQUIRED: dict[str, object] = {
    "dim": -1, "k": 1, "n": 2, "index": 0, "reduce": "sum", "size": [3], "output_size": [1],
    "kernel_size": [1], "stride": [1], "padding": [0], "dilation": [1], "q": 0.5, "bins": 4,
    "chunks": 2, "sections": 1, "split_size": 1, "length": 1, "step": 1, "indices": [1],
    "dim0": 0, "dim1": -1, "dim2": 1, "threshold": 1, "rounding_mode": "floor", "reduction": 1,
    "groups": 1, "num_groups": 1, "normalized_shape": [3], "dims": [0], "repeats": [2],
    "shifts": [1], "eps": 1e-5, "lambd": 0.5, "ord": 2, "sumdim": [0], "decimals": 1,
}  # fmt: skip
"""Values for arguments without default, by name, or else by type."""

OF_TYPE: dict[str, object] = {
    "int": 1, "float": 0.5, "bool": True, "number": 2, "str": "none", "List[int]": [1],
    "ScalarType": torch.float64, "List[float]": [0.5], "List[number]": [1], "complex": 1j,
    "List[bool]": [True, True, True],
}  # fmt: skip

CHOICES: dict[str, tuple[object, ...]] = {
    "rounding_mode": (None, "floor", "trunc"), "approximate": ("none", "tanh"), "p": (0, 1, 3),
    "reduce": ("sum", "prod", "mean", "amax", "amin"), "correction": (0, 1, 2, 5),
    "interpolation": ("linear", "lower", "higher", "midpoint", "nearest"),
    "ord": (0, 1, 3, -1, math.inf, -math.inf), "decimals": (-1, 0, 2), "k": (1, 2, 3),
    "dtype": (torch.float64, torch.float32, torch.int64, torch.uint8, torch.bool),
}  # fmt: skip
"""Further values of arguments, varied one argument at a time."""

SKIPPED = frozenset({"empty_like", "new_empty", "new_empty_strided", "is_set_to", "rand_like"})
RANDOM = ("rand", "dropout", "bernoulli", "multinomial", "normal", "poisson", "binomial")

ODD = [math.nan, math.inf, -math.inf, -0.0, 0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 1e-3,
       -20.0, 90.0]  # fmt: skip
ROWS = [math.nan, math.inf, -math.inf, -0.0, 0.0, 1.0, -2.0]
WHOLES = [-7, -2, -1, 0, 1, 2, 3, 7, 8, 31, 64, 100]


FINE = frozenset({"agreed", "both refuse", "beyond"})
"""Kinds that are not findings: `beyond` is without a 16-bit kernel in PyTorch."""

_NO_KERNEL = re.compile("(implemented|supported) for '?(Half|BFloat16)|but got (Half|BFloat16)")


@dataclass
class Tally:
    """The outcomes of an operator's calls, with the first few findings of each kind."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, kind: str, note: str = "", told: str = "") -> None:
        self.counts[kind] += 1
        if kind not in FINE and self.counts[kind] <= 4:
            self.findings.append((kind, note[:400], told[:400]))


# ---- tensors


def _all_of(dtype: torch.dtype) -> torch.Tensor:
    if dtype == torch.bool:
        return torch.tensor([False, True])
    if dtype.is_complex:
        parts = [math.nan, math.inf, -math.inf, -0.0, 0.0, 1.0, -1.0, 0.5, -2.0]
        return torch.tensor([complex(a, b) for a, b in product(parts, parts)], dtype=dtype)
    if dtype.is_floating_point:
        limits = torch.finfo(dtype)
        least = limits.smallest_normal * limits.eps
        return torch.tensor([*ODD, limits.smallest_normal, least, -least], dtype=dtype)
    limits = torch.iinfo(dtype)
    near = [n for n in WHOLES if limits.min <= n <= limits.max]
    return torch.tensor([limits.min, limits.min + 1, *near, limits.max], dtype=dtype)


def _few_of(dtype: torch.dtype) -> torch.Tensor:
    if dtype.is_complex:
        numbers = [complex(math.nan, 1), complex(1, math.inf), complex(-0.0, 0), 1 + 2j, -2 - 0j]
        return torch.tensor(numbers, dtype=dtype)
    if dtype.is_floating_point:
        return torch.tensor(ROWS, dtype=dtype)
    return _all_of(dtype) if dtype == torch.bool else _all_of(dtype)[[0, -1, 3, 4, 5]]


def pairs(dtype: torch.dtype, count: int) -> list[torch.Tensor]:
    """Return tensors; the first two meet in all pairs of elements.

    A single one is long enough for vectorised loops.
    """
    values = _all_of(dtype)
    if count == 1:
        most = torch.finfo(dtype).max if dtype.is_floating_point else 1
        alone = torch.cat([values, torch.tensor([most, -most]).to(dtype)])
        return [alone.repeat(1 + 32 // len(alone))]
    size = len(values)
    first, second = values.repeat_interleave(size), values.repeat(size)
    return [first, second, *(first.roll(3 * n) for n in range(1, count - 1))]


def rows(dtype: torch.dtype, count: int) -> list[torch.Tensor]:
    """Return all rows of three elements of a few."""
    values = _few_of(dtype)
    lines = torch.cartesian_prod(values, values, values)
    return [lines.roll(5 * n, 0) for n in range(count)]


def _plain(sizes: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    return (torch.arange(math.prod(sizes)) + 1).reshape(sizes).to(dtype)


# ---- calls


def operator(name: str) -> Callable[..., object]:
    base, _, overload = name.partition(".")
    return getattr(getattr(torch.ops.aten, base), overload or "default")


def _holds_tensors(kind: str) -> bool:
    return kind in ("Tensor", "List[Tensor]", "Optional[Tensor]", "List[Optional[Tensor]]")


_BOOLS = ("mask", "condition", "attn_mask", "key_padding_mask")
_INDICES = ("index", "indices", "target", "offsets", "repeats")


def _fill(arguments: Sequence[object], tensors: Sequence[torch.Tensor]) -> list[object]:
    left = iter(tensors)
    return [_value(a, left) for a in arguments]


def _value(argument: object, tensors: Iterator[torch.Tensor]) -> object:
    kind, name = str(argument.real_type), argument.name
    if _holds_tensors(kind):
        if kind.startswith("Optional"):
            return None
        one = next(tensors)
        one = one == one if name in _BOOLS else one
        one = torch.zeros(one.shape, dtype=torch.int64) if name in _INDICES else one
        return [one, one.clone()] if kind.startswith("List") else one
    if argument.has_default_value():
        return argument.default_value
    if kind.startswith("Optional"):
        return None
    value = REQUIRED.get(name)
    fits = _SUITABLE.get(kind, list if kind.startswith("List[") else object)
    if isinstance(value, int) and fits is list:
        return [value]
    return value if value is not None and isinstance(value, fits) else OF_TYPE.get(kind)


def _tensor_count(arguments: Sequence[object]) -> int:
    return sum(str(a.real_type) in ("Tensor", "List[Tensor]", "List[Optional[Tensor]]")
               for a in arguments)  # fmt: skip


def _vary(arguments: Sequence[object], made: list[object], values: Sequence[object]
            ) -> Iterator[list[object]]:  # fmt: skip
    """Yield the call, and its variations in one argument other than a tensor."""
    yield made
    for place, argument in enumerate(arguments):
        for other in _others(argument, values):
            if other is not made[place]:
                yield [*made[:place], other, *made[place + 1 :]]


def _others(argument: object, values: Sequence[object]) -> Sequence[object]:
    kind = str(argument.real_type).removeprefix("Optional[").removesuffix("]")
    if argument.name in CHOICES:
        suits = _SUITABLE.get(kind)
        return [c for c in CHOICES[argument.name] if suits is None or isinstance(c, suits)]
    if kind == "bool":
        return [False, True]
    return list(values) if kind == "number" else []


_SUITABLE: dict[str, type | tuple[type, ...]] = {
    "int": int, "float": float, "str": (str, type(None)), "number": (int, float),
}  # fmt: skip


def _edge_numbers(dtype: torch.dtype) -> list[object]:
    if dtype == torch.bool:
        return [True, 2, -1, 0.5]
    if dtype.is_complex:
        return [0, -1, 0.5, complex(0, -1), complex(math.nan, 0), complex(math.inf, 1)]
    if dtype.is_floating_point:
        return [0.0, -0.0, 1, -1, 2, 3, 0.5, -0.5, 1.5, math.nan, math.inf, -math.inf, 1e30]
    return [0, 1, -1, 2, -2, 7, 64, 0.5, -1.5, math.nan]


DIVISIONS = ("div", "divide", "floor_divide", "remainder", "fmod", "gcd", "lcm")
"""PyTorch's process dies of the least integer divided by -1, and refuses a division by 0."""


def _divisible(value: object) -> object:
    if not isinstance(value, torch.Tensor) or value.dtype not in WHOLE or value.dtype == torch.bool:
        return value
    return torch.where((value == 0) | (value == torch.iinfo(value.dtype).min), 5, value)


def of_values(name: str, dtypes: Sequence[torch.dtype]) -> Iterator[list[object]]:
    """Yield all calls; for divisions, those that do not crash PyTorch."""
    divides = name.partition(".")[0] in DIVISIONS
    for made in _of_all_values(name, dtypes):
        yield [_divisible(v) for v in made] if divides else made


def _of_all_values(name: str, dtypes: Sequence[torch.dtype]) -> Iterator[list[object]]:
    arguments = operator(name)._schema.arguments
    count = _tensor_count(arguments)
    for dtype, shaped in product(dtypes, (pairs, rows)):
        made = _fill(arguments, shaped(dtype, count))
        yield from _vary(arguments, made, _edge_numbers(dtype))
    for dtype in dtypes:
        for line in rows(dtype, 1)[0][::29]:
            yield _fill(arguments, [line, *rows(dtype, count)[1:]])


def _dims(argument: object, rank: int) -> list[object]:
    kind = str(argument.real_type).removeprefix("Optional[").removesuffix("]")
    if argument.name not in ("dim", "dims", "dim0", "dim1", "dim2", "start_dim", "end_dim"):
        return []
    if kind == "int":
        return list(range(-max(rank, 1) - 1, max(rank, 1) + 1))
    lists = [[], [0], [-1], [0, 1], [1, 0], [0, 0], [rank], [-rank - 1], list(range(rank))]
    return lists if kind.startswith("List[int") else []


def of_sizes(name: str) -> Iterator[list[object]]:
    arguments = operator(name)._schema.arguments
    count = _tensor_count(arguments)
    for sizes, dtype in product(SIZES, (torch.float32, torch.int64, torch.bool, torch.complex64)):
        made = _fill(arguments, [_plain(sizes, dtype)] * count)
        yield from _vary(arguments, made, [2])
        for place, argument in enumerate(arguments):
            for dim in _dims(argument, len(sizes)):
                yield [*made[:place], dim, *made[place + 1 :]]


FAMILIES: dict[str, Callable[[str], Iterator[list[object]]]] = {
    "empty": of_sizes,
    "odd": lambda name: of_values(name, FLOATS),
    "complex": lambda name: of_values(name, COMPLEX),
    "whole": lambda name: of_values(name, WHOLE),
}


# ---- comparing


def _spread(value: object) -> object:
    """Return the same tensors with a gap after each element."""
    if isinstance(value, torch.Tensor):
        return torch.stack([value, value], -1)[..., 0]
    return [_spread(part) for part in value] if isinstance(value, list) else value


def _parts(array: np.ndarray) -> list[np.ndarray]:
    wide = array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
    return [wide.real, wide.imag] if wide.dtype.kind == "c" else [wide]


def _same_elements(theirs: np.ndarray, ours: np.ndarray, relative: float) -> np.ndarray:
    """Return which elements are equal, including signs of zeros.

    Parts of complex numbers are compared separately, relative to the magnitude of the number.
    """
    same = np.ones(theirs.shape, bool)
    length = np.abs(theirs.astype(np.complex128))
    length = np.where(np.isfinite(length), length, 0)
    for a, b in zip(_parts(theirs), _parts(ours), strict=True):
        near = np.abs(a - b) <= relative * np.maximum(np.abs(a), length)
        equal = (a == b) & ((a != 0) | (np.signbit(a) == np.signbit(b)))
        same &= equal | (near & (a != 0)) | (np.isnan(a) & np.isnan(b))
    return same


def _unequal(answers: Sequence[Ours], got: Ours, inputs: Sequence[object]) -> str | None:
    name = got.dtype.torch_name
    relative, tiny = TOLERANCES[name][0], _TINY.get(name, 0)
    same = np.zeros(got.array.shape, bool)
    for answer in answers:
        same |= _same_elements(answer.array, got.array, relative)
        same |= np.abs(answer.array.astype(complex) - got.array.astype(complex)) < tiny
    if np.all(same):
        return None
    places = np.argwhere(~same)
    shown = []
    for place in map(tuple, places[:6]):
        given = [str(t[place].item()) for t in leaves(inputs) if tuple(t.shape) == same.shape]
        told = ", ".join(given) or str(place)
        shown.append(f"({told}): {got.array[place]} for {answers[0].array[place]}")
    return f"{len(places)} of {same.size}: " + "; ".join(shown)


_TINY = {"float32": 1e-43, "complex64": 1e-43, "float16": 1.3e-7, "float64": 2e-323,
         "complex128": 2e-323, "bfloat16": 2e-40}  # fmt: skip
"""So small that it is one of the last subnormal numbers."""


def _found(answers: Sequence[list[object]], got: list[object], inputs: Sequence[object]
           ) -> tuple[str, str] | None:  # fmt: skip
    if len(answers[0]) != len(got):
        return "sizes", f"{len(got)} results instead of {len(answers[0])}"
    for place, mine in enumerate(got):
        wanted = [answer[place] for answer in answers]
        loose = difference(wanted[0], mine)
        if loose and loose[0] not in ("value", "strides"):
            return loose
        if not isinstance(mine, Ours) or mine.dtype.torch_name not in TOLERANCES:
            if not any(_agrees(one, mine) for one in wanted):
                return loose or ("value", f"{mine!r} for {wanted[0]!r}")
            continue
        note = _unequal(wanted, mine, inputs)
        if note:
            return "value", note
    return None


def _agrees(one: object, mine: object) -> bool:
    found = difference(one, mine)
    return found is None or found[0] == "strides"


def _answer(function: Callable[..., object], made: Sequence[object]) -> object:
    arguments = function._schema.arguments
    at = next((n for n, a in enumerate(arguments) if a.kwarg_only), len(arguments))
    named = {a.name: v for a, v in zip(arguments[at:], made[at:], strict=True)}
    torch.manual_seed(0)
    return function(*made[:at], **named)


def _attempt(run: Callable[[], object]) -> object:
    try:
        return run()
    except Exception as error:  # noqa: BLE001 - whoever refuses
        return error


_CODES = {
    torch.float64: 7, torch.float32: 6, torch.int64: 4, torch.uint8: 0, torch.bool: 11,
    torch.contiguous_format: 0, torch.preserve_format: 1,
}  # fmt: skip


def _mine(value: object) -> object:
    if isinstance(value, torch.dtype | torch.memory_format):
        return _CODES[value]
    return to_tensor(value)


def ask(name: str, made: list[object], tally: Tally) -> None:
    function = operator(name)
    told = f"{name}({', '.join(map(describe, made))})"
    theirs = _attempt(lambda: _answer(function, [fresh(v) for v in made]))
    ts.manual_seed(0)
    inputs = [_mine(fresh(v)) for v in made]
    with quiet():
        got = _attempt(lambda: implementation_of(f"aten.{name}")(*inputs))
    if isinstance(theirs, Exception) or isinstance(got, Exception):
        tally.add(*_of_refusals(theirs, got), told)
        return
    answers, mine = [flat(to_tensor(theirs))], flat(got)
    found = _found(answers, mine, made)
    if found and found[0] == "value":
        answers += _other_answers(function, made, mine)
        found = _found(answers, mine, made)
    tally.add(*found, told) if found else tally.add("agreed")


def _other_answers(
    function: Callable[..., object], made: Sequence[object], got: Sequence[object]
) -> Iterator[list[object]]:
    """Yield PyTorch's results with other loops, and in double precision."""
    again = _attempt(lambda: _answer(function, [_spread(v) for v in made]))
    if not isinstance(again, Exception):
        yield flat(to_tensor(again))
    exact = _attempt(lambda: _answer(function, [_wide(v) for v in made]))
    if not isinstance(exact, Exception):
        pairs = zip(flat(to_tensor(exact)), got, strict=True)
        yield [_round_as(one, other) for one, other in pairs]


def _wide(value: object) -> object:
    if isinstance(value, torch.Tensor):
        return value.to(_DOUBLE.get(value.dtype, value.dtype))
    return [_wide(part) for part in value] if isinstance(value, list) else value


def _round_as(exact: object, other: object) -> object:
    tensors = isinstance(exact, Ours) and isinstance(other, Ours)
    return Ours(exact.array.astype(other.array.dtype)) if tensors else exact


_DOUBLE = {
    torch.float32: torch.float64, torch.complex64: torch.complex128,
    torch.float16: torch.float64, torch.bfloat16: torch.float64,
}  # fmt: skip


def _of_refusals(theirs: object, got: object) -> tuple[str, str]:
    if not isinstance(got, Exception) and _NO_KERNEL.search(str(theirs)):
        return "beyond", ""
    if not isinstance(got, Exception):
        return "lenient", " ".join(str(theirs).split())[:250]
    if not isinstance(theirs, Exception):
        return "refused", f"{type(got).__name__}: {got}"
    same = isinstance(got, IndexError) == isinstance(theirs, IndexError)
    if same or isinstance(got, TypeError):
        return "both refuse", ""
    return "error", f"{got!r:.150} for {' '.join(repr(theirs).split())[:150]}"


# ---- all operators


def askable(patterns: Sequence[str]) -> list[str]:
    """Return the operators that take tensors and do not change them."""
    found = []
    for name in names(patterns):
        schema = operator(name)._schema
        base = name.partition(".")[0]
        if schema.is_mutable or base in SKIPPED or name.startswith("_foreach"):
            continue
        if any(word in base for word in RANDOM) or not _tensor_count(schema.arguments):
            continue
        found.append(name)
    return found


def tally_of(name: str, family: str) -> Tally:
    tally = Tally()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        for made in FAMILIES[family](name):
            ask(name, made, tally)
    return tally


_CHUNK = 20


def _run_worker(family: str, chosen: list[str]) -> Iterator[str]:
    """Yield a line for each operator, restarting the process where it dies."""
    while chosen:
        command = [sys.executable, __file__, "--family", family, "--work", *chosen]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        lines = done.stdout.splitlines()
        yield from lines
        if len(lines) < len(chosen):
            note = ["crash", f"exit {done.returncode}", ""]
            yield json.dumps({"name": chosen[len(lines)], "findings": [note]})
        chosen = chosen[len(lines) + 1 :]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("patterns", nargs="*", default=["*"])
    parser.add_argument("--family", choices=list(FAMILIES), default="odd")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("edge_calls.jsonl"))
    parser.add_argument("--work", action="store_true")
    options = parser.parse_args()
    if options.work:
        torch.set_num_threads(1)
        for name in options.patterns:
            tally = tally_of(name, options.family)
            print(json.dumps({"name": name, **vars(tally)}), flush=True)
        return
    chosen = askable(options.patterns)
    chunks = [chosen[at : at + _CHUNK] for at in range(0, len(chosen), _CHUNK)]
    with ThreadPoolExecutor(options.jobs) as pool, options.out.open("a") as out:
        for lines in pool.map(lambda chunk: list(_run_worker(options.family, chunk)), chunks):
            out.writelines(f"{line}\n" for line in lines)
            out.flush()


if __name__ == "__main__":
    main()
