"""Compare all operators of the database: `survey.py [--out FILE] [--dtypes float32,int64] [PATTERN
...]`. Each runs in a separate process, which may crash or hang.

One line of JSON for each operator, variant and type; a summary at the end. `--record` keeps the
counts in `tests/unit/data/verdicts.tsv`, from which `docs/operators.md` is made.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

import torch
from asking import ENGINES, KINDS, outcome_of
from database import DTYPES, OPS, VARIANTS, supported, variants
from operators_page import VERDICTS

LONGEST = 240
"""Seconds for the samples of one operator in one type."""


Task = tuple[str, str, str]
"""Operator, type and variant."""


def _work(pipe: object, engine: str, most: int | None) -> None:
    torch.set_num_threads(1)
    torch._C._set_graph_executor_optimize(False)
    while True:
        name, dtype, variant = pipe.recv()
        outcome = outcome_of(name, DTYPES[dtype], variant, most, engine=ENGINES[engine])
        pipe.send((dict(outcome.counts), outcome.traced, outcome.notes))


class Worker:
    """A process that answers one task after another, and is replaced when it dies."""

    def __init__(self, engine: str, most: int | None) -> None:
        self._asked = (engine, most)
        self._start()

    def _start(self) -> None:
        here, there = multiprocessing.Pipe()
        self.pipe = here
        self.process = multiprocessing.get_context("fork").Process(
            target=_work, args=(there, *self._asked), daemon=True
        )
        self.process.start()
        there.close()

    def answer(self, task: Task) -> tuple[dict[str, int], int, list[str]]:
        try:
            self.pipe.send(task)
            if self.pipe.poll(LONGEST):
                return self.pipe.recv()
            reason = "hangs"
        except (EOFError, OSError):
            reason = "crashes"
        self.process.kill()
        self._start()
        return {reason: 1}, 0, [reason]


def select_tasks(patterns: list[str], dtypes: list[str], kinds: list[str]) -> list[Task]:
    names = [n for n in OPS if not patterns or any(fnmatch(n, p) for p in patterns)]
    return [
        (n, d, v)
        for n in names
        for v in variants(n)
        if v in kinds
        for d in supported(n)
        if d in dtypes
    ]


def survey(tasks: list[Task], out: Path, workers: list[Worker]) -> Counter[str]:
    total: Counter[str] = Counter()
    with out.open("w") as file, ThreadPoolExecutor(len(workers)) as pool:

        def run(task: Task) -> None:
            worker, start = workers.pop(), time.perf_counter()
            counts, traced, notes = worker.answer(task)
            workers.append(worker)
            line = dict(zip(("name", "dtype", "variant"), task, strict=True))
            line |= {"counts": counts, "traced": traced, "notes": notes}
            line["seconds"] = round(time.perf_counter() - start, 2)
            file.write(json.dumps(line) + "\n")
            file.flush()
            total.update(counts)

        list(pool.map(run, tasks))
    return total


def record(out: Path) -> None:
    """Record the counts of a full survey, a line for each operator."""
    counts: dict[str, dict[str, Counter[str]]] = {}
    for line in map(json.loads, out.read_text().splitlines()):
        kinds = counts.setdefault(line["name"], {}).setdefault(line["dtype"], Counter())
        kinds.update(line["counts"])
    lines = [f"# {torch.__version__.split('+')[0]}"]
    for name in (n for n in OPS if n in counts):
        asked = {d: sum(c.values()) - c["unasked"] for d, c in sorted(counts[name].items())}
        pairs = [f"{d}={counts[name][d]['agreed']}/{n}" for d, n in asked.items() if n]
        kinds = set().union(*counts[name].values()) - {"agreed", "unasked"}
        if pairs:
            lines.append(f"{name}\t{' '.join(pairs)}\t{', '.join(sorted(kinds))}".rstrip())
    VERDICTS.write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*")
    parser.add_argument("--out", type=Path, default=Path("survey.jsonl"))
    parser.add_argument("--dtypes", default=",".join(DTYPES))
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--engine", default="interpreter", choices=ENGINES)
    parser.add_argument("--most", type=int, help="samples of each operator, type and variant")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    tasks = select_tasks(options.patterns, options.dtypes.split(","), options.variants.split(","))
    workers = [Worker(options.engine, options.most) for _ in range(options.jobs)]
    total = survey(tasks, options.out, workers)
    if options.record:
        record(options.out)
    asked = sum(total.values()) - total["unasked"]
    print({kind: total[kind] for kind in (*KINDS, "crashes", "hangs") if total[kind]})
    print(f"{total['agreed']} of {asked} agree: {100 * total['agreed'] / max(asked, 1):.2f} %")


if __name__ == "__main__":
    main()
