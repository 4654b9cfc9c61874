"""Write a report on operations that PyTorch's passes remove and ours keep.

python tests/conformance/passes/report.py --random 1000 > report.md
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict

import torch
from corpus import corpus_slice, whole_corpus
from judge import JUDGED, Left, UnreadableGraphError, judge


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--random", type=int, default=1000, help="how many random programs")
    parser.add_argument("--only", default="", help="cases whose names start with this")
    parser.add_argument("--passes", default=",".join(JUDGED), help="which passes, by their names")
    parser.add_argument("--sample", type=int, help="draw so many of the cases")
    options = parser.parse_args()
    passes = options.passes.split(",")
    torch.set_num_threads(1)
    started = time.monotonic()
    left: list[Left] = []
    counts: Counter[str] = Counter()
    unread: list[str] = []
    cases = [c for c in whole_corpus(options.random) if c.name.startswith(options.only)]
    if options.sample:
        cases = corpus_slice(cases, options.sample, 0)
    for number, case in enumerate(cases):
        if number % 100 == 0:
            print(f"{number} of {len(cases)}: {case.name}", file=sys.stderr, flush=True)
        with case.graph() as graph:
            counts["refused by PyTorch" if graph is None else "judged"] += 1
            for pass_name in passes if graph is not None else ():
                try:
                    found = list(judge(case.name, graph, pass_name))
                except UnreadableGraphError as error:
                    unread.append(str(error))
                    continue
                counts[f"removed by PyTorch's {pass_name}"] += sum(each.removed for each in found)
                left += [row for each in found for row in each.left]
    print(f"# PyTorch as a judge of {', '.join(passes)}\n")
    print(f"{dict(counts)}, {time.monotonic() - started:.0f} s\n")
    print(_table(left))
    print("\n## Not read, or failed\n")
    print("\n".join(f"- {line[:300]}" for line in unread) or "none")


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
