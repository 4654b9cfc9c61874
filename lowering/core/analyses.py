"""Analyses on demand: computed on first use, and kept while passes preserve them.

    aliases = analyses.get(AliasAnalysis, function)

An analysis is any class that is constructed from an operation. It is valid until a pass runs that
does not list it in `preserves`, as in MLIR's AnalysisManager. A pass that changes the program calls
`drop` before the next `get`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from xdsl.ir import Operation

AnalysisT = TypeVar("AnalysisT")

ALL: tuple[type, ...] = (object,)
"""Preserves every analysis: for passes that do not change the program."""


class Analyses:
    """The valid analyses, by class and operation."""

    def __init__(self) -> None:
        self._known: dict[tuple[Callable[[Operation], object], Operation], Any] = {}

    def get(self, analysis: Callable[[Operation], AnalysisT], op: Operation) -> AnalysisT:
        """Return the analysis of `op`, constructed unless a valid one exists."""
        key = (analysis, op)
        if key not in self._known:
            self._known[key] = analysis(op)
        return self._known[key]

    def drop(self, preserved: tuple[type, ...] = ()) -> None:
        """Drop all analyses except the preserved classes and their subclasses."""
        self._known = {
            key: value for key, value in self._known.items() if isinstance(value, preserved)
        }
