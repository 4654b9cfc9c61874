"""`WaitingCall`: the outermost frame of a suspended call, which an executor counts at its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.frames import Values


@dataclass(slots=True)
class WaitingCall:
    """A suspended call, which is counted before its results go to the caller."""

    count: Callable[[], object]
    results: Values = ()

    def run(self) -> Values:
        self.count()
        return self.results

    def deliver(self, results: Values) -> None:
        self.results = results

    def fail(self, fault: RuntimeFault) -> None:
        """Do nothing: calls that fail are not counted."""
