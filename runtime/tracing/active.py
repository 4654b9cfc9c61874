"""Which recorder is told of operators now: a state of the thread, or of the task."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.tracing.recorder import Recorder

_ACTIVE: ContextVar[Recorder | None] = ContextVar("active recorder", default=None)

current = _ACTIVE.get
"""The recorder of the trace that runs now, None outside of traces."""


@contextmanager
def recording(recorder: Recorder | None) -> Generator[None]:
    """Tells `recorder` of all that happens inside; None pauses a trace."""
    token = _ACTIVE.set(recorder)
    try:
        yield
    finally:
        _ACTIVE.reset(token)
