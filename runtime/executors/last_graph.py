"""The last call of each thread under an executor, for `ts.last_executed_optimized_graph`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeAlias
from weakref import ref

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram

PlanGraph: TypeAlias = FuncOp | Callable[[], FuncOp | None]
"""The graph of a plan, or a function that creates it on demand."""


class LastCall:
    """The program and key of the function that a thread called last, and the graph that ran. The
    graph is None if the function itself ran. Programs are not held: plans are freed with them."""

    __slots__ = ("function", "graph")

    def __init__(self) -> None:
        self.function: tuple[ref[LinkedProgram], tuple[str, ...]] | None = None
        self.graph: PlanGraph | None = None


class _Last(threading.local):
    """The last call of the thread, one object as long as the thread runs."""

    def __init__(self) -> None:
        self.call = LastCall()


LAST = _Last()
