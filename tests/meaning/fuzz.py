"""Random programs through all passes until stopped: `make fuzz`.

Prints progress every few seconds and saves each difference, with its seed, under `--out`.
`--seed N --programs 1 --only PASS` repeats one.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import time
from collections.abc import Sequence
from pathlib import Path

from campaign import Difference, Tally, campaign
from observation import TierDiffersError
from subjects import Subject, all_subjects

_EVERY = 5.0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="the first seed; a fresh one if left out")
    parser.add_argument("--programs", type=int, help="how many; without end if left out")
    parser.add_argument("--only", help="a regular expression of names of passes")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"), help="for differences")
    return parser.parse_args()


def _save(difference: Difference, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w-]+", "_", difference.subject.name)
    path = folder / f"{name}-{difference.program.seed}.mlir"
    path.write_text(difference.text)
    print(f"{path}: {difference}", flush=True)


def _fuzz(
    seeds: Sequence[int] | itertools.count[int], subjects: Sequence[Subject], out: Path
) -> int:
    tally, start, shown, found = Tally(), time.monotonic(), 0.0, 0
    for seed in seeds:
        try:
            for difference in campaign([seed], subjects, tally):
                found += 1
                _save(difference, out)
        except TierDiffersError as error:
            found += 1
            print(f"seed {seed}: {error}", flush=True)
        elapsed = time.monotonic() - start
        if elapsed - shown >= _EVERY:
            shown = elapsed
            rate = tally.programs / elapsed
            print(
                f"{tally.programs} programs, {rate:.1f}/s, seed {seed}, {found} differences",
                flush=True,
            )
    return found


def main() -> None:
    options = _arguments()
    first = random.SystemRandom().randrange(2**31) if options.seed is None else options.seed
    seeds = (
        itertools.count(first)
        if options.programs is None
        else range(first, first + options.programs)
    )
    subjects = [s for s in all_subjects() if re.fullmatch(options.only or ".*", s.name)]
    raise SystemExit(1 if _fuzz(seeds, subjects, options.out) else 0)


if __name__ == "__main__":
    main()
