"""Analyses on demand: computed at the first question, kept while passes preserve them.

    aliases = analyses.get(AliasAnalysis, function)

An analysis is any class that is constructed from an operation. It is kept until a pass has run that
does not name it in `preserves`, as by MLIR's AnalysisManager. A pass that changes the program and
asks again calls `drop` between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from xdsl.ir import Operation

AnalysisT = TypeVar("AnalysisT")

ALL: tuple[type, ...] = (object,)
"""Preserves every analysis: of a pass that changes nothing."""


class Analyses:
    """The analyses that are known to hold, by class and operation."""

    def __init__(self) -> None:
        self._known: dict[tuple[Callable[[Operation], object], Operation], Any] = {}

    def get(self, analysis: Callable[[Operation], AnalysisT], op: Operation) -> AnalysisT:
        """Return the analysis of `op`, constructed unless one is known to hold."""
        key = (analysis, op)
        if key not in self._known:
            self._known[key] = analysis(op)
        return self._known[key]

    def drop(self, preserved: tuple[type, ...] = ()) -> None:
        """Forget all analyses but those of the preserved classes and their subclasses."""
        self._known = {
            key: value for key, value in self._known.items() if isinstance(value, preserved)
        }
