"""Random calls of single operators, made from their schemas alone, of PyTorch and of us.

    python random_calls.py --count 50 --seed 0 --jobs 2 'max_pool*' add.Tensor

Tensors are of all types, ranks, layouts and odd values, and so are the other arguments. Most calls
are refused by both. What differs is told by operator: `value`, `type`, `sizes`, `strides`,
`inputs` (what became of them), `aliases` (which inputs the result shares memory with), `refused`
(only we refuse), `lenient` (only PyTorch refuses), `crash`. Where PyTorch itself gives up there is
nothing to compare with: `unanswered`. Operators run in processes of their own, as PyTorch's may
crash. What is left open, and what is known to differ, is named in `left_open.py`.
"""

from __future__ import annotations

import argparse
import json
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

from left_open import LAZY, ODD, SKIPPED, gave_up, is_among, looseness, tells_nothing
from random_arguments import FORMATS, Maker
from tensor_comparison import TOLERANCES, difference, flat

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.storage import owner_of, view_by_strides
from xdsl_torchscript.runtime.tensor import Tensor as Ours

_MEMORY = 6 << 30
_KEPT = 4


@dataclass
class Finding:
    kind: str
    note: str
    call: str


@dataclass
class Tally:
    """The outcomes of an operator's calls."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, kind: str, note: str = "", call: str = "") -> None:
        """Count an outcome; the shortest calls of each kind are kept."""
        self.counts[kind] += 1
        if kind in ("agreed", "both refuse", "unanswered"):
            return
        self.findings.append(Finding(kind, note[:300], call[:900]))
        same = sorted((f for f in self.findings if f.kind == kind), key=lambda f: len(f.call))
        self.findings = [f for f in self.findings if f.kind != kind] + same[:_KEPT]


# ---- one call of both


def _own(value: object) -> object:
    """Return the arguments in new memory, with the same strides."""
    if isinstance(value, torch.Tensor):
        memory = value.untyped_storage().clone()
        place = value.storage_offset(), value.shape, value.stride()
        return torch.empty(0, dtype=value.dtype).set_(memory, *place)
    return [_own(part) for part in value] if isinstance(value, list) else value


def _translate(value: object) -> object:
    if isinstance(value, torch.Tensor):
        plain = value.detach().resolve_conj().resolve_neg()
        memory = torch.empty(0, dtype=plain.dtype).set_(plain.untyped_storage())
        place = plain.shape, plain.stride(), plain.storage_offset()
        return Ours(view_by_strides(Ours.of(memory).array, *place))
    if isinstance(value, torch.dtype):
        return BY_TORCH_NAME[str(value).removeprefix("torch.")].code
    if isinstance(value, torch.memory_format):
        return FORMATS[value]
    if isinstance(value, list | tuple):
        return type(value)(map(_translate, value)) if type(value) in (list, tuple) else list(value)
    return value


def _report(value: object) -> str:
    if isinstance(value, torch.Tensor):
        text = f"tensor({value.tolist()}, dtype={value.dtype}, size={list(value.shape)}"
        return f"{text})" if value.is_contiguous() else f"{text}, stride={value.stride()})"
    return f"[{', '.join(map(_report, value))}]" if isinstance(value, list) else repr(value)


def _places(results: Sequence[object], inputs: Sequence[object]) -> list[list[int]]:
    """Return, for each result, the inputs that share its memory."""

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
    """Return whether our result is the exact one, rounded; PyTorch's may not be."""
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
        exact = flat(_translate(_call(op, [wide(v) for v in _own(list(made))], names)))
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


def _operator(name: str) -> object:
    base, _, overload = name.partition(".")
    return getattr(getattr(torch.ops.aten, base), overload or "default")


def ask(name: str, seed: int, tally: Tally, watched: bool = False) -> None:
    """Make a random call of an operator such as `add.Tensor`.

    If watched, print the seed before the call.
    """
    chance, op = random.Random(f"{name} {seed}"), _operator(name)
    maker, made = Maker(chance), []
    for argument in op._schema.arguments:
        kind = str(argument.real_type)
        default = argument.has_default_value() and chance.random() < 0.45
        made.append(argument.default_value if default
                    else maker.value(kind, argument.name, argument.N))  # fmt: skip
        if kind == "ScalarType" and isinstance(made[-1], int):
            made[-1] = torch.float32
    if tells_nothing(op, made):
        tally.add("unanswered")
        return
    names = [a.name for a in op._schema.arguments if a.kwarg_only]
    told = f"seed {seed}: {name}({', '.join(map(_report, made))})"
    theirs, ours = _own(made), _translate(_own(made))
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
    elif gave_up(op, expected, failure):
        tally.add("unanswered")
    elif failure:
        tally.add("lenient", " ".join(str(failure).split())[:220], told)
    elif ours_failure:
        tally.add("refused", f"{type(ours_failure).__name__}: {ours_failure}", told)
    else:
        found = _verdict(op, made, names, (expected, theirs), (got, ours))
        tally.add(*found, told) if found else tally.add("agreed")


def _verdict(op: object, made: list[object], names: Sequence[str], theirs: tuple[object, object],
             ours: tuple[object, object]) -> tuple[str, str] | None:  # fmt: skip
    wanted, got = flat(_translate(theirs[0])), flat(ours[0])
    if len(wanted) != len(got):
        return "sizes", f"{len(got)} results instead of {len(wanted)}"
    loose = [looseness(op, made, place, value) for place, value in enumerate(wanted)]
    for a, b, factor in zip(wanted, got, loose, strict=True):
        found = _difference(a, b, factor)
        if found and not (found[0] == "value" and _nearer(op, made, wanted, got, names)):
            return found
    before, after = list(_leaves(theirs[1])), list(_leaves(ours[1]))
    mine, shared = _places(list(_leaves(ours[0])), after), _places(list(_leaves(theirs[0])), before)
    is_lazy = is_among(op, LAZY) and any(t.is_complex() for t in before)
    if shared != mine and not is_lazy:
        return "aliases", f"{mine} instead of {shared}"
    for a, b in zip(before, after, strict=True):
        written = _translate(a)
        found = _difference(written, b, looseness(op, made, 0, written))
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
    """Return the operators that both sides have, without `aten.`."""
    found: list[str] = []
    for schema in torch._C._jit_get_all_schemas():
        if not schema.name.startswith("aten::"):
            continue
        base = schema.name.removeprefix("aten::")
        name = f"{base}.{schema.overload_name}" if schema.overload_name else base
        if name in ODD or any(fnmatchcase(base, p) for p in SKIPPED):
            continue
        if any(fnmatchcase(name, p) or fnmatchcase(base, p) for p in patterns):
            found.append(name)
    return [n for n in dict.fromkeys(found) if _askable(n)]


def _askable(name: str) -> bool:
    try:
        op = _operator(name)
        maker = Maker(random.Random(0))
        [maker.value(str(a.real_type), a.name, a.N) for a in op._schema.arguments]
        return implementation_of(f"aten.{name}") is not None
    except (AttributeError, NotImplementedError, RuntimeError):
        return False


def tally_of(
    name: str, count: int, first: int, watched: bool = False, fatal: Sequence[int] = ()
) -> Tally:
    """Count the outcomes of `count` calls from a seed on, without those that crash PyTorch."""
    tally = Tally(Counter(unanswered=len(fatal)))
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        for seed in range(first, first + count):
            if seed not in fatal:
                ask(name, seed, tally, watched)
    return tally


def _line(name: str, tally: Tally) -> str:
    findings = [vars(f) for f in tally.findings]
    return json.dumps({"name": name, "counts": tally.counts, "findings": findings})


def _work(chosen: Sequence[str], count: int, first: int, fatal: Sequence[int]) -> None:
    """Run the calls; `fatal` are seeds of the first operator."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    torch.set_num_threads(1)
    for place, name in enumerate(chosen):
        tally = tally_of(name, count, first, True, () if place else fatal)
        print(_line(name, tally), flush=True)


def _worker(
    chosen: list[str], count: int, first: int, fatal: list[int], out: Path
) -> tuple[list[str], int, str]:
    """Return the output of a process, its end, and the last operator."""
    command = [sys.executable, __file__, "--work", "--count", str(count), "--seed", str(first)]
    command += ["--fatal", *map(str, fatal), "--"] if fatal else []
    progress = out.with_suffix(f".{os.getpid()}.{abs(hash(chosen[0]))}.err")
    with progress.open("w") as errors:
        worker = Popen([*command, *chosen], stdout=PIPE, stderr=errors, text=True)
        try:
            text, _ = worker.communicate(timeout=60 + len(chosen) * count * 0.2)
        except TimeoutExpired:
            worker.kill()
            text, _ = worker.communicate()
    turns = [x for x in progress.read_text().splitlines() if x.startswith(("ours", "theirs"))]
    progress.unlink()
    return text.splitlines(), worker.returncode, turns[-1] if turns else ""


def survey(chosen: list[str], count: int, first: int, out: Path) -> None:
    """Run worker processes, restarting one that dies.

    The operator is then called again without the fatal call.
    """
    fatal: list[int] = []
    while chosen:
        lines, status, turn = _worker(chosen, count, first, fatal, out)
        with out.open("a") as file:
            file.writelines(f"{line}\n" for line in lines)
        if not status:
            return
        chosen, fatal = chosen[len(lines) :], fatal if not lines else []
        if turn.startswith("theirs"):
            fatal = [*fatal, int(turn.split()[-1])]
            continue
        tally = Tally()
        tally.add("crash", f"exit {status}", turn)
        with out.open("a") as file:
            file.write(_line(chosen[0], tally) + "\n")
        chosen, fatal = chosen[1:], []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("patterns", nargs="*", default=["*"])
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("random_calls.jsonl"))
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--fatal", type=int, nargs="*", default=[], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        _work(options.patterns, options.count, options.seed, options.fatal)
        return
    chosen = names(options.patterns)
    groups = [chosen[at : at + 40] for at in range(0, len(chosen), 40)]
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda g: survey(g, options.count, options.seed, options.out), groups))


if __name__ == "__main__":
    main()
