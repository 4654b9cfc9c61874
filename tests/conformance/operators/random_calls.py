"""Random calls of single operators, made from their schemas alone, of PyTorch and of us.

    python random_calls.py --count 50 --seed 0 --jobs 2 'max_pool*' add.Tensor

Tensors are of all types, ranks, layouts and odd values, and so are the other arguments. Most calls
are refused by both. What differs is told by operator: `value`, `type`, `sizes`, `strides`,
`inputs` (what became of them), `aliases` (which inputs the result shares memory with), `refused`
(only we refuse), `lenient` (only PyTorch refuses), `crash`. Each operator runs in a process of its
own, as PyTorch's may crash.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import resource
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

from tensor_comparison import ANY_VALUE, TOLERANCES, difference, flat

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.storage import owner_of, view_by_strides
from xdsl_torchscript.runtime.tensor import Tensor as Ours

DTYPES = (
    torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.bool,
    torch.bfloat16, torch.float16, torch.complex64,
)  # fmt: skip
_USUAL = (torch.float32, torch.float32, torch.float32, torch.int64, torch.float64)
_FORMATS = {
    torch.contiguous_format: 0, torch.preserve_format: 1,
    torch.channels_last: 2, torch.channels_last_3d: 3,
}  # fmt: skip

UNDEFINED = ("empty*", "new_empty*", "resize*", "_cudnn*", "_efficientzero*")
"""Operators whose results are whatever the memory held."""

SKIPPED = (
    "set_*", "_test_*", "*from_file*", "get_device", "_print", "print", "warn", "manual_seed",
    "seed", "initial_seed", "set_num_threads", "hash*", "data_ptr", "record_stream", "*_nested_*",
    "_assert*", "save", "_version", "is_pinned", "pin_memory", "Generator", "is_grad_enabled",
    "count", "center", "replace", "rsplit", "random*",
)  # fmt: skip
"""Operators whose answers are not about tensors, or about a machine."""

_MEMORY = 6 << 30
_KEPT = 4


@dataclass
class Finding:
    kind: str
    note: str
    call: str


@dataclass
class Tally:
    """What became of the calls of one operator."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, kind: str, note: str = "", call: str = "") -> None:
        """Of each kind the shortest calls are kept."""
        self.counts[kind] += 1
        if kind in ("agreed", "both refuse"):
            return
        self.findings.append(Finding(kind, note[:300], call[:900]))
        same = sorted((f for f in self.findings if f.kind == kind), key=lambda f: len(f.call))
        self.findings = [f for f in self.findings if f.kind != kind] + same[:_KEPT]


# ---- random arguments


class Maker:
    """The arguments of one call. Its tensors have sizes and types that often fit together."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rank = chance.choice((0, 1, 1, 2, 2, 2, 3, 3, 4))
        self.sizes = [chance.choice((0, 1, 2, 2, 3, 3, 4, 5)) for _ in range(self.rank)]
        self.dtype = chance.choice(_USUAL if chance.random() < 0.6 else DTYPES)
        self.generator = torch.Generator().manual_seed(chance.randrange(1 << 30))

    def likely(self, share: float) -> bool:
        return self.chance.random() < share

    def tensor(self, name: str = "") -> torch.Tensor:
        dtype = self.dtype if self.likely(0.75) else self.chance.choice(DTYPES)
        if name in ("mask", "condition", "attn_mask"):
            dtype = torch.bool if self.likely(0.9) else dtype
        if name in ("index", "indices", "target", "offsets", "repeats") and self.likely(0.8):
            return self.laid_out(self.indices())
        return self.laid_out(self.elements(self.shape(), dtype))

    def shape(self) -> list[int]:
        if self.likely(0.1):
            rank = self.chance.randrange(5)
            return [self.chance.randrange(6) for _ in range(rank)]
        sizes = [1 if self.likely(0.08) else size for size in self.sizes]
        return sizes[1:] if self.likely(0.08) else sizes

    def indices(self) -> torch.Tensor:
        most = max([1, *self.sizes])
        low = -most if self.likely(0.15) else 0
        shape = self.shape() if self.likely(0.5) else [self.chance.randrange(5)]
        dtype = torch.int64 if self.likely(0.85) else torch.int32
        limit = max(1, min([most, *self.sizes])) if self.likely(0.8) else most + 1
        return torch.randint(low, limit, shape, dtype=dtype, generator=self.generator)

    def elements(self, shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
        count, pick = math.prod(shape), self.chance.random
        style = pick()
        if dtype == torch.bool:
            values = [pick() < 0.5 for _ in range(count)]
        elif not (dtype.is_floating_point or dtype.is_complex):
            low = 0 if dtype == torch.uint8 else -4
            values = [self.chance.randint(low, 7) for _ in range(count)]
            if style < 0.15:
                info = torch.iinfo(dtype)
                odd = (info.max, info.min, info.max // 2, 100)
                values = [self.chance.choice(odd) if pick() < 0.3 else v for v in values]
        else:
            values = [self.chance.gauss(0, 2) for _ in range(count)]
            if style < 0.3:
                values = [float(round(v)) for v in values]
            elif style < 0.5:
                odd = (math.nan, math.inf, -math.inf, -0.0, 0.0, 1e30, -0.5, 2.5)
                values = [self.chance.choice(odd) if pick() < 0.3 else v for v in values]
            elif style < 0.65:
                values = [abs(v) for v in values]
            if dtype.is_complex:
                values = [complex(v, self.chance.gauss(0, 1)) for v in values]
        return torch.tensor(values, dtype=dtype).reshape(list(shape))

    def laid_out(self, value: torch.Tensor) -> torch.Tensor:
        style = self.chance.random()
        if style < 0.55 or value.ndim == 0:
            return value
        if style < 0.7:
            order = list(range(value.ndim))
            self.chance.shuffle(order)
            back = [order.index(dim) for dim in range(value.ndim)]
            return value.permute(order).contiguous().permute(back)
        if style < 0.8:
            dim = self.chance.randrange(value.ndim)
            return torch.repeat_interleave(value, 2, dim).narrow(
                dim, 0, 2 * value.shape[dim]
            )[(slice(None),) * dim + (slice(None, None, 2),)]  # fmt: skip
        if style < 0.88:
            dim = self.chance.randrange(value.ndim)
            return value.narrow(dim, 0, min(1, value.shape[dim])).expand(value.shape)
        if style < 0.95 and value.ndim == 4:
            return value.contiguous(memory_format=torch.channels_last)
        return torch.cat([value, value])[value.shape[0] :]

    def integer(self, name: str) -> int:
        if name.startswith("dim") or name in ("axis", "start_dim", "end_dim", "source"):
            top = max(1, self.rank)
            return self.chance.randint(-top, top - 1) if self.likely(0.9) else top + 1
        if name == "reduction":
            return self.chance.randrange(3)
        return self.chance.randint(0, 3) if self.likely(0.7) else self.chance.randint(-3, 6)

    def integers(self, name: str, count: int | None) -> list[int]:
        if name in ("size", "sizes", "shape", "output_size") and self.likely(0.7):
            return self.sized()
        if name.startswith("dim"):
            dims = list(range(self.rank))
            self.chance.shuffle(dims)
            some = dims if name == "dims" else dims[: self.chance.randint(0, self.rank)]
            return [d - self.rank if self.likely(0.2) else d for d in some]
        length = self.chance.choice((count or self.rank, count or 2, self.chance.randrange(4)))
        return [self.integer(name) for _ in range(length)]

    def sized(self) -> list[int]:
        sizes, style = list(self.sizes), self.chance.random()
        if style < 0.3:
            self.chance.shuffle(sizes)
        elif style < 0.5:
            sizes = [math.prod(sizes)]
        elif style < 0.7 and sizes:
            sizes[self.chance.randrange(len(sizes))] = -1
        return sizes

    def real(self) -> float:
        usual = (0.0, 0.5, 1.0, 1.5, 2.0, -1.0, 0.1, 1e-5)
        odd = (-0.0, math.nan, math.inf, -math.inf, 1e30, -2.5)
        return self.chance.choice(usual if self.likely(0.85) else odd)

    def number(self) -> complex:
        style = self.chance.random()
        if style < 0.4:
            return self.chance.choice((0, 1, 2, 3, -1, -2, 5, 7, 300))
        if style < 0.85:
            return self.real()
        return self.chance.choice((True, False)) if style < 0.95 else complex(1, -2)

    def text(self, name: str) -> str:
        return self.chance.choice(_TEXTS.get(name, ("", "none", "a", "linear", "abc d", "Ab\n")))

    def value(self, kind: str, name: str, count: int | None) -> object:
        """Of a type as PyTorch writes it."""
        if kind.startswith("Optional["):
            return None if self.likely(0.45) else self.value(kind[9:-1], name, count)
        if kind.startswith("List[") and kind[5:-1] in ("int", "SymInt"):
            return self.integers(name, count)
        if kind.startswith("List["):
            length = count or self.chance.choice((0, 1, 2, 2, 3))
            return [self.value(kind[5:-1], name, None) for _ in range(length)]
        match kind:
            case "Tensor":
                return self.tensor(name)
            case "int" | "SymInt":
                return self.integer(name)
            case "float":
                return self.real()
            case "bool":
                return self.likely(0.5)
            case "complex":
                return complex(self.real(), self.real())
            case "number" | "Scalar":
                return self.number()
            case "str":
                return self.text(name)
            case "ScalarType":
                return self.chance.choice(DTYPES)
            case "MemoryFormat":
                return self.chance.choice(tuple(_FORMATS))
            case "Layout" | "Device" | "Generator":
                return None
            case _:
                raise NotImplementedError(kind)


_TEXTS = {
    "reduce": ("sum", "prod", "mean", "amax", "amin"), "rounding_mode": ("floor", "trunc"),
    "approximate": ("none", "tanh"), "mode": ("reduced", "complete"), "side": ("left", "right"),
    "interpolation": ("linear", "lower", "higher", "midpoint", "nearest"), "UPLO": ("L", "U"),
    "indexing": ("ij", "xy"), "ord": ("fro", "nuc"), "norm": ("ortho", "forward", "backward"),
    "padding": ("same", "valid"),
}  # fmt: skip


# ---- one call of both


def _own(value: object) -> object:
    """The arguments in memory of their own, with the same strides."""
    if isinstance(value, torch.Tensor):
        memory = value.untyped_storage().clone()
        place = value.storage_offset(), value.shape, value.stride()
        return torch.empty(0, dtype=value.dtype).set_(memory, *place)
    return [_own(part) for part in value] if isinstance(value, list) else value


def _translated(value: object) -> object:
    if isinstance(value, torch.Tensor):
        plain = value.detach().resolve_conj().resolve_neg()
        memory = torch.empty(0, dtype=plain.dtype).set_(plain.untyped_storage())
        place = plain.shape, plain.stride(), plain.storage_offset()
        return Ours(view_by_strides(Ours.of(memory).array, *place))
    if isinstance(value, torch.dtype):
        return BY_TORCH_NAME[str(value).removeprefix("torch.")].code
    if isinstance(value, torch.memory_format):
        return _FORMATS[value]
    if isinstance(value, list | tuple):
        return type(value)(map(_translated, value)) if type(value) in (list, tuple) else list(value)
    return value


def _told(value: object) -> str:
    if isinstance(value, torch.Tensor):
        text = f"tensor({value.tolist()}, dtype={value.dtype}, size={list(value.shape)}"
        return f"{text})" if value.is_contiguous() else f"{text}, stride={value.stride()})"
    return f"[{', '.join(map(_told, value))}]" if isinstance(value, list) else repr(value)


def _places(results: Sequence[object], inputs: Sequence[object]) -> list[list[int]]:
    """Of each result, which inputs it shares its memory with."""

    def memory(value: object) -> object:
        if isinstance(value, torch.Tensor):
            return value.untyped_storage().data_ptr() if value.numel() else object()
        if isinstance(value, Ours):
            return id(owner_of(value.array)) if value.array.size else object()
        return object()

    known = [memory(value) for value in inputs]
    return [[i for i, k in enumerate(known) if k == memory(r)] for r in results]


def _leaves(value: object) -> Iterator[object]:
    for part in flat(value):
        if isinstance(part, torch.Tensor | Ours):
            yield part


def _nearer(op: object, made: Sequence[object], wanted: Sequence[object], got: Sequence[object],
            names: Sequence[str]) -> bool:  # fmt: skip
    """Whether ours is the exact result, rounded, which PyTorch's may not be."""
    double = {torch.float32: torch.float64, torch.bfloat16: torch.float64,
              torch.float16: torch.float64, torch.complex64: torch.complex128}  # fmt: skip

    def wide(value: object) -> object:
        if isinstance(value, torch.Tensor):
            return value.to(double.get(value.dtype, value.dtype))
        if isinstance(value, torch.dtype):
            return double.get(value, value)
        return [wide(part) for part in value] if isinstance(value, list) else value

    try:
        torch.manual_seed(0)
        exact = flat(_translated(_call(op, [wide(v) for v in _own(list(made))], names)))
    except Exception:  # noqa: BLE001 - no exact answer
        return False
    if len(exact) != len(got) or not all(isinstance(v, Ours) for v in (*exact, *got)):
        return False
    for e, w, g in zip(exact, wanted, got, strict=True):
        rounded = Ours(e.array.astype(g.array.dtype))
        found = difference(rounded, g, 1)
        if found and found[0] in ("value", "sizes"):
            far = difference(rounded, w, 1)
            if not (far and far[0] == "value"):
                return False
            a, b, c = (np.asarray(t.array, np.complex128) for t in (e, w, g))
            if not np.nanmax(np.abs(a - c)) <= np.nanmax(np.abs(a - b)):
                return False
    return True


def _call(op: object, made: Sequence[object], names: Sequence[str]) -> object:
    count = len(made) - len(names)
    return op(*made[:count], **dict(zip(names, made[count:], strict=True)))


def ask(name: str, seed: int, tally: Tally, watched: bool = False) -> None:
    """One random call of an operator such as `add.Tensor`; if it is watched, it is told before
    whose turn it is."""
    chance = random.Random(f"{name} {seed}")
    base, _, overload = name.partition(".")
    op = getattr(getattr(torch.ops.aten, base), overload or "default")
    maker, made = Maker(chance), []
    for argument in op._schema.arguments:
        kind = str(argument.real_type)
        default = argument.has_default_value() and chance.random() < 0.45
        made.append(argument.default_value if default
                    else maker.value(kind, argument.name, argument.N))  # fmt: skip
        if kind == "ScalarType" and isinstance(made[-1], int):
            made[-1] = torch.float32
    names = [a.name for a in op._schema.arguments if a.kwarg_only]
    told = f"seed {seed}: {name}({', '.join(map(_told, made))})"
    theirs, ours = _own(made), _translated(_own(made))
    torch.manual_seed(0)
    ts.manual_seed(0)
    if watched:
        print(f"theirs {name} {seed}", file=sys.stderr, flush=True)
    try:
        expected, failure = _call(op, theirs, names), None
    except Exception as error:  # noqa: BLE001 - PyTorch refuses
        expected, failure = None, error
    if watched:
        print(f"ours {name} {seed}", file=sys.stderr, flush=True)
    try:
        with quiet():
            got, ours_failure = implementation_of(f"aten.{name}")(*ours), None
    except Exception as error:  # noqa: BLE001 - we refuse
        got, ours_failure = None, error
    if failure and ours_failure:
        tally.add("both refuse")
    elif failure:
        tally.add("lenient", " ".join(str(failure).split())[:220], told)
    elif ours_failure:
        tally.add("refused", f"{type(ours_failure).__name__}: {ours_failure}", told)
    else:
        loose = ANY_VALUE if any(fnmatchcase(base, p) for p in UNDEFINED) else 1.0
        found = _verdict(op, made, names, (expected, theirs), (got, ours), loose)
        tally.add(*found, told) if found else tally.add("agreed")


def _verdict(op: object, made: list[object], names: Sequence[str], theirs: tuple[object, object],
             ours: tuple[object, object], loose: float) -> tuple[str, str] | None:  # fmt: skip
    wanted, got = flat(_translated(theirs[0])), flat(ours[0])
    if len(wanted) != len(got):
        return "sizes", f"{len(got)} results instead of {len(wanted)}"
    for a, b in zip(wanted, got, strict=True):
        found = _difference(a, b, loose)
        if found and not (found[0] == "value" and _nearer(op, made, wanted, got, names)):
            return found
    before, after = list(_leaves(theirs[1])), list(_leaves(ours[1]))
    mine = _places(list(_leaves(ours[0])), after)
    if (shared := _places(list(_leaves(theirs[0])), before)) != mine:
        return "aliases", f"{mine} instead of {shared}"
    for a, b in zip(before, after, strict=True):
        found = _difference(_translated(a), b, loose)
        if found and not (found[0] == "value" and any(b is g for g in got)):
            return "inputs", f"afterwards: {found[0]} {found[1]}"
    return None


def _difference(a: object, b: object, loose: float) -> tuple[str, str] | None:
    if isinstance(a, float | complex) and isinstance(b, float | complex) and a == a:
        return None if np.isclose(a, b, *TOLERANCES["float64"]) else ("value", f"{b} for {a}")
    if isinstance(a, bool | int | float) and type(a) is not type(b):
        return "type", f"{b!r} instead of {a!r}"
    return difference(a, b, loose)


# ---- all operators


def names(patterns: Sequence[str]) -> list[str]:
    """Operators that both sides have, without `aten.`."""
    found: list[str] = []
    for schema in torch._C._jit_get_all_schemas():
        if not schema.name.startswith("aten::"):
            continue
        base = schema.name.removeprefix("aten::")
        name = f"{base}.{schema.overload_name}" if schema.overload_name else base
        if any(fnmatchcase(base, p) for p in SKIPPED):
            continue
        if any(fnmatchcase(name, p) or fnmatchcase(base, p) for p in patterns):
            found.append(name)
    return [n for n in dict.fromkeys(found) if _askable(n)]


def _askable(name: str) -> bool:
    base, _, overload = name.partition(".")
    try:
        op = getattr(getattr(torch.ops.aten, base), overload or "default")
        maker = Maker(random.Random(0))
        [maker.value(str(a.real_type), a.name, a.N) for a in op._schema.arguments]
        return implementation_of(f"aten.{name}") is not None
    except (AttributeError, NotImplementedError, RuntimeError):
        return False


def tally_of(name: str, count: int, first: int, watched: bool = False) -> Tally:
    tally = Tally()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        for seed in range(first, first + count):
            ask(name, seed, tally, watched)
    return tally


def _line(name: str, tally: Tally) -> str:
    findings = [vars(f) for f in tally.findings]
    return json.dumps({"name": name, "counts": tally.counts, "findings": findings})


def _work(chosen: Sequence[str], count: int, first: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    torch.set_num_threads(1)
    for name in chosen:
        print(_line(name, tally_of(name, count, first, watched=True)), flush=True)


def _survey(chosen: list[str], count: int, first: int, out: Path) -> None:
    """Worker processes, a new one where one dies."""
    while chosen:
        command = [sys.executable, __file__, "--work", "--count", str(count), "--seed", str(first)]
        progress = out.with_suffix(f".{os.getpid()}.{abs(hash(chosen[0]))}.err")
        with progress.open("w") as errors:
            worker = Popen([*command, *chosen], stdout=PIPE, stderr=errors, text=True)
            try:
                text, _ = worker.communicate(timeout=20 + len(chosen) * count * 0.05)
            except TimeoutExpired:
                worker.kill()
                text, _ = worker.communicate()
        lines = text.splitlines()
        last = [x for x in progress.read_text().splitlines() if x.startswith(("ours", "theirs"))]
        progress.unlink()
        with out.open("a") as file:
            file.writelines(f"{line}\n" for line in lines)
            if worker.returncode:
                tally = Tally()
                tally.add("crash", f"exit {worker.returncode}", "".join(last[-1:]))
                file.write(_line(chosen[min(len(lines), len(chosen) - 1)], tally) + "\n")
        chosen = chosen[len(lines) + 1 :] if worker.returncode else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("patterns", nargs="*", default=["*"])
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("random_calls.jsonl"))
    parser.add_argument("--work", action="store_true")
    options = parser.parse_args()
    if options.work:
        _work(options.patterns, options.count, options.seed)
        return
    chosen = names(options.patterns)
    groups = [chosen[at : at + 40] for at in range(0, len(chosen), 40)]
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda g: _survey(g, options.count, options.seed, options.out), groups))


if __name__ == "__main__":
    main()
