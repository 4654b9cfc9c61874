"""Let other threads finish their imports before a fork: a child cannot use half of a module."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from threading import get_ident
from time import perf_counter, sleep
from types import CodeType, FrameType

IMPORTLIB = "<frozen importlib"
"""The start of the names of files whose functions hold the lock of a module."""

_PATIENCE, _PAUSE = 5.0, 0.0005
"""The seconds that a fork waits at most, and between two looks."""


def finish_imports(importer: CodeType) -> None:
    """Wait until no other thread executes modules that the function with this code imports."""
    end = perf_counter() + _PATIENCE
    while _is_importing(importer) and perf_counter() < end:
        sleep(_PAUSE)


def codes_of(frame: FrameType | None) -> Iterator[CodeType]:
    """Yield the code of a frame and those of its callers."""
    while frame is not None:
        yield frame.f_code
        frame = frame.f_back


def _is_importing(importer: CodeType) -> bool:
    # No variable keeps the frames of all threads: among them is that of this function, and such
    # a cycle would keep what other threads are at work on, as modules of LLVM.
    current = sys._current_frames  # pyright: ignore[reportPrivateUsage]
    return any(
        _imports([*codes_of(frame)], importer)
        for thread, frame in current().items()
        if thread != get_ident()
    )


def _imports(codes: list[CodeType], importer: CodeType) -> bool:
    return importer in codes and any(code.co_filename.startswith(IMPORTLIB) for code in codes)
