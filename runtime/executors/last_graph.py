"""The last call of each thread under an executor, for `ts.last_executed_optimized_graph`."""

from __future__ import annotations

import threading
from weakref import ref

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram


class _Last(threading.local):
    """The key and the program of the last call that Python answered, and the graph of the last
    call; None if it was the function itself. A program is freed with its plans, so it is not held.
    """

    program: ref[LinkedProgram] | None = None
    key: tuple[str, ...] = ()
    graph: FuncOp | None = None


LAST = _Last()
