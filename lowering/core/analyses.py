"""Analyses on demand: computed on first use, and kept while they are valid.

    aliases = analyses.get(AliasAnalysis, function)

An analysis is any class that is constructed from an operation and reads nothing outside it. It is
valid until a pass runs that does not list it in `preserves`, as in MLIR's AnalysisManager, and
remains valid if that pass has left the operation unchanged. A pass that has changed an operation
calls `invalidate` before the next `get`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.fingerprint import Fingerprint, fingerprint

AnalysisT = TypeVar("AnalysisT")

ALL: tuple[type, ...] = (object,)
"""Preserves every analysis: for passes that do not change the program."""


class Analyses:
    """The analyses of a program, by class and operation."""

    def __init__(self) -> None:
        self._known: dict[tuple[Callable[..., object], Operation], tuple[Fingerprint, Any]] = {}
        self._valid: dict[tuple[Callable[..., object], Operation], Any] = {}
        """Those known to be valid. Others are if their fingerprint is the present one."""
        self._fingerprints: dict[Operation, Fingerprint] = {}
        """The present fingerprints of operations."""

    def get(self, analysis: Callable[..., AnalysisT], op: Operation) -> AnalysisT:
        """Return the analysis of `op`, constructed unless a valid one exists.

        An analysis built on others names their classes in `over`, and is constructed from them,
        too.
        """
        key = (analysis, op)
        if key not in self._valid:
            present = self._fingerprint_of(op)
            if key not in self._known or self._known[key][0] != present:
                over = [self.get(each, op) for each in getattr(analysis, "over", ())]
                self._known[key] = (present, analysis(op, *over))
            self._valid[key] = self._known[key][1]
        return self._valid[key]

    def invalidate(self, op: Operation) -> None:
        """Compare an operation, which may have changed, before its analyses are used again."""
        self._valid = {key: value for key, value in self._valid.items() if key[1] is not op}
        self._fingerprints.pop(op, None)

    def invalidate_all(self, preserved: tuple[type, ...] = ()) -> None:
        """Compare each operation before its analyses are used again, except those of the preserved
        classes and their subclasses."""
        self._valid = {
            key: value for key, value in self._valid.items() if isinstance(value, preserved)
        }
        self._fingerprints.clear()

    def _fingerprint_of(self, op: Operation) -> Fingerprint:
        if op not in self._fingerprints:
            self._fingerprints[op] = fingerprint(op)
        return self._fingerprints[op]
