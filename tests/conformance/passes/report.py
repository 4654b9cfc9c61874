"""Write a report on operations that PyTorch's passes remove and ours keep.

python tests/conformance/passes/report.py --random 1000 --jobs 2 > report.md
python tests/conformance/passes/report.py --sample 2000 --seconds 600 --passes cse,dce > report.md
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import Any

import torch
from corpus import corpus_slice, whole_corpus
from judge import JUDGED, Left, UnreadableGraphError, judge
from module_judge import MODULE_PASSES, RefusedError, left_of
from xdsl.utils.exceptions import PassFailedException, VerifyException

from xdsl_torchscript.tools.opt.diagnostics import UnreadableError

ALL = (*JUDGED, *MODULE_PASSES)


def _counters() -> dict[str, Counter[str]]:
    return defaultdict(Counter)


@dataclass
class Report:
    """The verdicts on some of the cases."""

    counts: Counter[str] = field(default_factory=Counter[str])
    verdicts: dict[str, Counter[str]] = field(default_factory=_counters)
    left: list[Left] = field(default_factory=list[Left])
    unread: list[str] = field(default_factory=list[str])

    def __iadd__(self, other: Report) -> Report:
        self.counts += other.counts
        for name, found in other.verdicts.items():
            self.verdicts[name] += found
        self.left += other.left
        self.unread += other.unread
        return self

    def judge(self, name: str, graph: Any, passes: Sequence[str]) -> None:
        """Add the verdicts on one graph."""
        for pass_name in (each for each in passes if each in JUDGED):
            verdicts = self.verdicts[pass_name]
            try:
                found = list(judge(name, graph, pass_name))
            except UnreadableGraphError as error:
                self.unread.append(str(error))
                verdicts["failed"] += 1
                continue
            rows = [row for each in found for row in each.left]
            verdicts["left" if rows else "clean"] += 1
            verdicts["changed"] += any(each.removed for each in found)
            self.left += rows

    def judge_module(self, name: str, module: Any, passes: Sequence[str]) -> None:
        """Add the verdicts on one module, which passes change."""
        for pass_name in (each for each in passes if each in MODULE_PASSES):
            verdicts = self.verdicts[pass_name]
            try:
                found = left_of(module, pass_name)
            except RefusedError:
                continue
            except (PassFailedException, VerifyException, UnreadableError) as error:
                self.unread.append(f"{name}: '{pass_name}' failed: {error}")
                verdicts["failed"] += 1
                continue
            verdicts["left" if found else "clean"] += 1
            verdicts["changed"] += 1
            self.left += [Left(name, pass_name, kind, ("",) * n) for kind, n in found.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--random", type=int, default=1000, help="how many random programs")
    parser.add_argument("--only", default="", help="cases whose names start with this")
    parser.add_argument("--passes", default=",".join(ALL), help="which passes, by their names")
    parser.add_argument("--sample", type=int, help="draw so many of the cases")
    parser.add_argument("--seconds", type=float, help="judge no further graph after so long")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes share the cases")
    options = parser.parse_args()
    started, report = time.monotonic(), Report()
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for part in pool.map(partial(_share, options), range(options.jobs)):
            report += part
    print(f"# PyTorch as a judge of {options.passes.replace(',', ', ')}\n")
    print(f"{dict(report.counts)}, {time.monotonic() - started:.0f} s\n")
    print(_shares(report.verdicts))
    print(f"\n## Left\n\n{_table(report.left)}")
    print("\n## Not read, or failed\n")
    print("\n".join(f"- {line[:300]}" for line in report.unread) or "none")


def _share(options: argparse.Namespace, number: int) -> Report:
    """Judge one case in `jobs`, from a number on."""
    torch.set_num_threads(1)
    started, report = time.monotonic(), Report()
    cases = [c for c in whole_corpus(options.random) if c.name.startswith(options.only)]
    if options.sample:
        cases = corpus_slice(cases, min(options.sample, len(cases)), 0)
    cases = cases[number :: options.jobs]
    for done, case in enumerate(cases):
        if options.seconds and time.monotonic() - started > options.seconds:
            report.counts["not judged in time"] = len(cases) - done
            break
        if done % 100 == 0:
            print(f"{done} of {len(cases)}: {case.name}", file=sys.stderr, flush=True)
        with case.graph() as graph:
            report.counts["refused by PyTorch" if graph is None else "judged"] += 1
            if graph is not None:
                report.judge(case.name, graph, options.passes.split(","))
        if (module := case.module()) is not None:
            report.judge_module(case.name, module, options.passes.split(","))
    return report


def _shares(verdicts: Mapping[str, Counter[str]]) -> str:
    """Return a line for each pass: in how many graphs PyTorch's removes something, and in how many
    ours leaves nothing of that."""
    lines = [
        "| pass | graphs | PyTorch removes | ours leaves some | failed | nothing left |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, found in verdicts.items():
        count = found["clean"] + found["left"] + found["failed"]
        share = f"{found['clean'] / count:.2%}" if count else "-"
        numbers = (count, found["changed"], found["left"], found["failed"], share)
        lines.append(f"| {name} | {' | '.join(map(str, numbers))} |")
    return "\n".join(lines)


def _table(left: list[Left]) -> str:
    """Return a line for each pass and kind: counts of operations and graphs, and the first
    graph."""
    rows: dict[tuple[str, str], list[Left]] = defaultdict(list)
    for entry in left:
        rows[entry.pass_name, entry.kind].append(entry)
    lines = [
        "| pass | kind | operations | graphs | for example |",
        "| --- | --- | --- | --- | --- |",
    ]
    for (pass_name, kind), entries in sorted(rows.items(), key=lambda row: -len(row[1])):
        count = sum(len(entry.names) for entry in entries)
        shortest = min(entries, key=lambda entry: len(entry.names))
        where = f"{shortest.graph}: {', '.join(shortest.names[:3])}"
        lines.append(f"| {pass_name} | {kind} | {count} | {len(entries)} | {where} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
