"""The last call of each thread under an executor, for `ts.last_executed_optimized_graph`."""

from __future__ import annotations

import threading
from weakref import ref

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram


class _Last(threading.local):
    """The program and key of the function that the thread called last, and the graph that ran. The
    graph is None if the function itself ran. Programs are not held: plans are freed with them."""

    function: tuple[ref[LinkedProgram], tuple[str, ...]] | None = None
    graph: FuncOp | None = None


LAST = _Last()
