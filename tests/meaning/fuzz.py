"""Random programs through all passes, or under executors, until stopped: `make fuzz`.

Prints progress every few seconds and saves each difference, with its seed, under `--out`.
`--seed N --programs 1 --only PASS` repeats one. `--executors` calls each program five times, in
place of the passes, under an executor of which checks fail never, at random or always, by turns. A
warning that a program stays interpreted counts as a difference.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import resource
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from campaign import Difference, Tally, campaign
from executed import KINDS, MODES, difference, options
from observation import TierDiffersError
from random_programs import random_program
from subjects import Subject, all_subjects

_EVERY = 5.0
_MEMORY = 4 << 30


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="the first seed; a fresh one if left out")
    parser.add_argument("--programs", type=int, help="how many; without end if left out")
    parser.add_argument("--only", help="a regular expression of names of passes")
    parser.add_argument("--executors", action="store_true", help="executors in place of passes")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"), help="for differences")
    return parser.parse_args()


def _save(difference: Difference, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w-]+", "_", difference.subject.name)
    path = folder / f"{name}-{difference.program.seed}.mlir"
    path.write_text(difference.text)
    return path


def _pass_differences(seed: int, subjects: Sequence[Subject], out: Path) -> Iterator[str]:
    for found in campaign([seed], subjects, Tally()):
        yield f"{_save(found, out)}: {found}"


_EXECUTORS = tuple(itertools.product(KINDS, MODES))


def _executor_differences(seed: int) -> Iterator[str]:
    kind, mode = _EXECUTORS[seed % len(_EXECUTORS)]
    with options(**MODES[mode]), warnings.catch_warnings():
        warnings.filterwarnings("error", ".*interpreted", RuntimeWarning)
        try:
            reason, _ = difference(random_program(seed, chains=True), exact=True, kind=kind)
        except RuntimeWarning as warning:
            reason = f"seed {seed}: {warning}"
    if reason is not None:
        yield f"{kind.__name__}, {mode}, {reason}"


def _differences_of(seed: int, differences: Callable[[int], Iterator[str]]) -> Iterator[str]:
    """Yield the differences of a seed, also between generated code and the plain interpreter."""
    try:
        yield from differences(seed)
    except TierDiffersError as error:
        yield f"seed {seed}: {error}"


def _fuzz(seeds: Iterable[int], differences: Callable[[int], Iterator[str]]) -> int:
    """Print the differences of each seed, and progress; return the number of differences."""
    start, shown, found = time.monotonic(), 0.0, 0
    for programs, seed in enumerate(seeds, 1):
        for text in _differences_of(seed, differences):
            found += 1
            print(text, flush=True)
        elapsed = time.monotonic() - start
        if elapsed - shown >= _EVERY:
            shown = elapsed
            rate = programs / elapsed
            print(
                f"{programs} programs, {rate:.1f}/s, seed {seed}, {found} differences", flush=True
            )
    return found


def main() -> None:
    # Some programs ask for tensors of any size: without a limit the system ends this process.
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    arguments = _arguments()
    first = random.SystemRandom().randrange(2**31) if arguments.seed is None else arguments.seed
    seeds = itertools.count(first)
    if arguments.programs is not None:
        seeds = range(first, first + arguments.programs)
    differences = _executor_differences
    if not arguments.executors:
        subjects = [s for s in all_subjects() if re.fullmatch(arguments.only or ".*", s.name)]
        differences = partial(_pass_differences, subjects=subjects, out=arguments.out)
    raise SystemExit(1 if _fuzz(seeds, differences) else 0)


if __name__ == "__main__":
    main()
