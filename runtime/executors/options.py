"""The options of executors, which `ts.set_num_profiled_runs` and its like change."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from xdsl_torchscript.runtime.errors import Error

Strategy: TypeAlias = tuple[tuple[Literal["STATIC", "DYNAMIC"], int], ...]
"""The kinds of specialisations, in order, each with their number."""

CompileMode: TypeAlias = Literal["background", "now", "never"]

_HOT_SECONDS = 0.01
"""A plan takes some 100 milliseconds of two processors to make, in the background."""


@dataclass
class Options:
    """Options of all executors of the process."""

    profiled_runs: int = 1
    """The runs that are profiled before a plan is made."""
    strategy: Strategy = (("STATIC", 4), ("DYNAMIC", 10))
    """PyTorch makes 2 static plans; here they gain more than symbolic ones."""
    compile: CompileMode = "background"
    fuses: bool = True
    """Whether plans have groups."""
    min_size: int = 1
    """Operators that a group must have; 2 in PyTorch. Even one takes a kernel a third to a tenth of
    the interpreter's time."""
    hot_seconds: float = _HOT_SECONDS
    """A function is hot once two calls or more took so many seconds in the interpreter."""
    native: bool = True
    """Whether groups are compiled; else they are interpreted."""
    max_plans: int = 16
    """The most plans that a specialising executor makes of one function."""
    check_failures: float = 0.0
    """The probability that a type check fails at random, to test fallback graphs; 1 is always."""
    check_seed: int = 0
    """The seed of these failures, with which the same checks fail again."""

    @property
    def uses_worker(self) -> bool:
        """Whether another process runs passes and compiles, so that calls go on meanwhile."""
        return self.native and self.compile != "now"

    def next_symbolic(self, depth: int) -> int | None:
        """Return the number of the first specialisation for symbolic sizes from a number on, None
        if there is none."""
        end = sum(count for _, count in self.strategy)
        return next((n for n in range(depth, end) if self.kind_at(n) == "DYNAMIC"), None)

    def kind_at(self, depth: int) -> str | None:
        """Return the kind of the specialisation number `depth`, None if there is none."""
        for kind, count in self.strategy:
            if depth < count:
                return kind
            depth -= count
        return None


OPTIONS = Options()


def set_num_profiled_runs(runs: int) -> int:
    """Set how many runs of a function are profiled before it is optimised; return the old number.

    Raises ValueError for less than one, TypeError for no integer.
    """
    if not _is_integer(runs):
        raise TypeError(f"expected an integer number of profiled runs, got {runs!r}")
    if runs < 1:
        raise ValueError(f"expected at least one profiled run, got {runs}")
    old, OPTIONS.profiled_runs = OPTIONS.profiled_runs, runs
    return old


def get_num_profiled_runs() -> int:
    """Return how many runs of a function are profiled before it is optimised."""
    return OPTIONS.profiled_runs


def set_fusion_strategy(strategy: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Set the kinds and numbers of specialisations of a function, in order; return the old ones.

    `[("STATIC", 4), ("DYNAMIC", 10)]`: four plans for fixed sizes, then ten for symbolic sizes. The
    interpreter runs calls without a plan. Raises ValueError for other pairs.
    """
    for pair in strategy if isinstance(strategy, list | tuple) else [strategy]:
        if not _is_specialisation(pair):
            raise ValueError(f"expected ('STATIC' or 'DYNAMIC', count), got {pair!r}")
    old, OPTIONS.strategy = OPTIONS.strategy, tuple((k, n) for k, n in strategy)  # pyright: ignore
    return list(old)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_specialisation(pair: object) -> bool:
    match pair:
        case ("STATIC" | "DYNAMIC", int(count)):
            return _is_integer(count) and count >= 0
        case _:
            return False


_FUSERS = {"fuser0": False, "fuser1": True, "fuser2": False, "fuser3": False, "none": False}
"""PyTorch's names of fusers, and whether groups are made under them: the others are not here."""


@contextmanager
def fuser(name: str) -> Generator[None]:
    """Make plans with the fuser of this name inside of the block, in all threads.

    `"fuser1"`, the default, makes groups of operators. The other fusers of PyTorch do not exist
    here, so plans have no groups under `"fuser0"`, `"fuser2"`, `"fuser3"` and `"none"`. Plans that
    were made stay. Raises ValueError for another name.
    """
    if name not in _FUSERS:
        raise ValueError(f"no fuser '{name}'; expected {', '.join(map(repr, _FUSERS))}")
    old, OPTIONS.fuses = OPTIONS.fuses, _FUSERS[name]
    try:
        yield
    finally:
        OPTIONS.fuses = old


def onednn_fusion_enabled() -> bool:
    """Return False: there is no oneDNN."""
    return False


def enable_onednn_fusion(enabled: bool) -> None:
    """Do nothing for False. Raises Error for True: there is no oneDNN."""
    if enabled:
        raise Error("there is no oneDNN; ts.set_engine('profile') fuses operators")


def set_compile_mode(mode: CompileMode) -> CompileMode:
    """Set when plans are made; return the old mode. Raises ValueError for an unknown one.

    In `"background"`, the default, another thread makes them. In `"now"` calls wait for them, also
    for those that the thread was to make. In `"never"` there are no further ones.
    """
    if mode not in get_args(CompileMode):
        raise ValueError(f"compile is '{mode}'; expected {', '.join(get_args(CompileMode))}")
    old, OPTIONS.compile = OPTIONS.compile, mode
    return old
