"""The last call of each thread under an executor, for `ts.last_executed_optimized_graph`."""

from __future__ import annotations

import threading

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.modules.engines import Function


class _Last(threading.local):
    """The function of the last call that Python answered, and the graph of the last call; None if
    it was the function itself."""

    function: Function | None = None
    graph: FuncOp | None = None


LAST = _Last()
