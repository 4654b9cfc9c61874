"""Reasons why rewrites leave operations unchanged: logged, and collected on request."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TextIO

from xdsl.ir import Operation

REFUSALS = logging.getLogger("xdsl_torchscript.refusals")
"""The reasons, at level DEBUG; `ts-opt --debug-rewrites` shows them."""


_COLLECTED: ContextVar[dict[Operation, str] | None] = ContextVar("refusals", default=None)


@contextmanager
def collect_refusals() -> Generator[dict[Operation, str]]:
    """Collect, for each operation that the code inside leaves unchanged, the last reason."""
    found: dict[Operation, str] = {}
    token = _COLLECTED.set(found)
    try:
        yield found
    finally:
        _COLLECTED.reset(token)


def refuse(op: Operation, reason: str) -> None:
    """Log that the calling function leaves `op` unchanged: `return refuse(op, "why")`."""
    collected = _COLLECTED.get()
    if collected is not None:
        collected[op] = reason
    if not REFUSALS.isEnabledFor(logging.DEBUG):
        return
    frame = inspect.currentframe()
    caller = frame.f_back if frame else None
    name = caller.f_code.co_qualname if caller else "?"
    REFUSALS.debug("%s: '%s': %s", name, op.name, reason, stacklevel=2)


def show_refusals(stream: TextIO) -> None:
    """Write each refusal to the stream, from now on."""
    REFUSALS.setLevel(logging.DEBUG)
    REFUSALS.addHandler(logging.StreamHandler(stream))
