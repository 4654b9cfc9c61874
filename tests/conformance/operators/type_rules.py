"""Type rules against the interpreter on PyTorch's operator database.

    python tests/conformance/operators/type_rules.py [--most N] [--dtypes float32] [PATTERN ...]

Every operator that runs for a sample is predicted (`rule_checker.py`). A row for each entry of the
database with a missing or wrong prediction; a summary at the end.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

import torch
from asking import to_tensor
from database import DTYPES, OPS, questions, supported, variants
from rule_checker import KINDS, Checker, RuleListener

import xdsl_torchscript as ts

SETTLED = frozenset({"full", "values"})
"""Kinds without findings."""


def check(name: str, dtype: str, variant: str, most: int | None) -> Checker:
    """Check all operators that run for the samples of an entry.

    Samples that are rejected, or can only be traced, are skipped.
    """
    checker = Checker()
    for question in questions(name, DTYPES[dtype], variant, most):
        if not question.source:
            continue
        try:
            code = ts.CompilationUnit(question.source).the_call.executable
            ts.run(code, [to_tensor(value) for value in question.inputs], RuleListener(checker))
        except Exception:  # noqa: BLE001 - PyTorch or we refuse the sample
            continue
    return checker


def entries(name: str, dtypes: list[str]) -> Iterator[tuple[str, str]]:
    for dtype in (d for d in supported(name) if d in dtypes):
        yield from ((dtype, variant) for variant in variants(name))


def survey(names: list[str], dtypes: list[str], most: int | None) -> dict[str, Counter[str]]:
    """Count the verdicts by entry, printing incomplete ones."""
    table: dict[str, Counter[str]] = {}
    for name in names:
        kinds: Counter[str] = Counter()
        notes: list[str] = []
        for dtype, variant in entries(name, dtypes):
            checker = check(name, dtype, variant, most)
            kinds += sum(checker.counts.values(), Counter[str]())
            notes += chain(*checker.wrong.values(), *checker.unknown.values())
        if kinds:
            table[name] = kinds
        if set(kinds) - SETTLED:
            print(f"{name}\t{dict(kinds)}\t{notes[0][:200]}", flush=True)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*")
    parser.add_argument("--most", type=int)
    parser.add_argument("--dtypes", default="float32,int64")
    options = parser.parse_args()
    torch.set_num_threads(1)
    names = [n for n in OPS if not options.patterns or any(fnmatch(n, p) for p in options.patterns)]
    table = survey(names, options.dtypes.split(","), options.most)
    total = sum(table.values(), Counter[str]())
    right = [name for name, kinds in table.items() if not kinds["wrong"]]
    settled = [name for name, kinds in table.items() if not set(kinds) - SETTLED]
    print({kind: total[kind] for kind in KINDS if total[kind]})
    print(f"nothing wrong: {len(right)} of {len(table)} entries; all told: {len(settled)}")


if __name__ == "__main__":
    main()
