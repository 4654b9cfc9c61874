"""`Contender`: prepares calls of workloads in one framework."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from benchmarks.race.workload import Call, Workload


class Contender(ABC):
    """A framework with its number of threads. Importing its file raises ImportError if absent."""

    note = ""
    """The execution mode of the workload prepared last."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    @abstractmethod
    def prepare(self, workload: Workload) -> Call:
        """Return a call with its inputs bound, as fast as it gets. Raises Unsupported."""

    def first(self, workload: Workload) -> Any:
        """Return the first result of a workload. Raises Unsupported."""
        return self.prepare(workload)()
