"""The active recorder, a state of the thread or of the task."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.tracing.recorder import Recorder

RECORDER: ContextVar[Recorder | None] = ContextVar("active recorder", default=None)

current = RECORDER.get
"""The recorder of the active trace, None outside of traces."""


@contextmanager
def recording(recorder: Recorder | None) -> Generator[None]:
    """Record the operators inside with `recorder`; None pauses a trace."""
    token = RECORDER.set(recorder)
    try:
        yield
    finally:
        RECORDER.reset(token)
