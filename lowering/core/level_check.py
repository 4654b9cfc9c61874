"""The check before every pass that the pass accepts the program's level.

    error: 'convert-te-to-loops' takes level 'te', but 'aten.relu' is of level 'ts'; run
           'convert-ts-to-te' before it (ts-opt --pipeline=ts-to-te)

The suggested passes are those whose `level` and `ensures` lead from the one level to the other.
"""

from __future__ import annotations

from itertools import pairwise

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import FindingsError, about
from xdsl_torchscript.lowering.core.levels import (
    ABSENT,
    LEVEL_NAMES,
    Levels,
    Residents,
    level_text,
    levels_in,
    levels_of,
)
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.registry import PASSES, load_pass

STOPS = {"typed": "ts", "te": "te", "loops": "loops", "llvm": "llvm"}
"""The levels at which pipelines start and end, as their names spell them."""


class KnownLevels:
    """The levels that hold all operations of `scope`, None if not known (an analysis).

    A pass stays within the levels that it accepts, unless it ensures another one.
    """

    def __init__(self, scope: Operation) -> None:
        self.levels: frozenset[str] | None = None


def check_level(step: TsPass, scope: ModuleOp, analyses: Analyses) -> None:
    """Raise FindingsError for the first operation of a level that the pass does not accept."""
    level = type(step).level
    if level == "any":
        return
    known, accepted = analyses.get(KnownLevels, scope), frozenset(levels_in(level))
    if known.levels is not None and known.levels <= accepted:
        known.levels = accepted
        return
    foreign = Residents(scope).find_foreign(level)
    if foreign is None:
        known.levels = accepted
        return
    found = levels_of(foreign.name)
    fault = f"'{step.name}' takes level '{level}', but {foreign} is of level {level_text(found)}"
    if passes := passes_between(foreign.name, found, levels_in(level)):
        stops = pairwise(_stops(found, levels_in(level)))
        pipelines = ",".join(f"{STOPS[a]}-to-{STOPS[b]}" for a, b in stops)
        names = ", ".join(f"'{name}'" for name in passes)
        fault += f"; run {names} before it (ts-opt --pipeline={pipelines})"
    raise FindingsError([about(foreign.op, fault)])


def keeps_level(step: TsPass) -> bool:
    """Return whether the program stays within the levels that the pass accepts."""
    return not {*step.ensures} & {*LEVEL_NAMES}


def passes_between(name: str, start: Levels, end: Levels) -> tuple[str, ...]:
    """Return the passes that lower an operation from a level of `start` to one of `end`."""
    hops = pairwise(_stops(start, end))
    return tuple(step for here, there in hops for step in PASSES if _leads(step, here, there, name))


def _stops(start: Levels, end: Levels) -> list[str]:
    """Return the levels from `start` to `end` that conversions connect; empty if that leads up."""
    if start[-1] not in STOPS:
        return []
    way = LEVEL_NAMES[LEVEL_NAMES.index(start[-1]) : LEVEL_NAMES.index(end[0]) + 1]
    return [level for level in way if level in STOPS]


def _leads(step: str, here: str, there: str, name: str) -> bool:
    """Return whether a pass lowers programs from one level to the next, or removes the
    operation."""
    pass_class = load_pass(step)
    if not issubclass(pass_class, TsPass) or here not in levels_in(pass_class.level):
        return False
    removed = [entry for ensured in pass_class.ensures for entry in ABSENT.get(ensured, ())]
    return there in pass_class.ensures or name.startswith(tuple(removed))
