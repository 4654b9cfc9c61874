"""`TS_LOG_LEVEL`: log the work of executors and their passes on stderr, like
`PYTORCH_JIT_LOG_LEVEL`.

    TS_LOG_LEVEL=">>create_fusion_groups:profiling" python program.py

The value lists file names, separated by `:`, whose ends may be omitted. A `>` or `>>` before a name
logs more. A plain name logs the graphs after a pass (`DUMP`). `>` adds the graphs before it and the
stages of functions (`UPDATE`), `>>` the reasons for unchanged operations (`DEBUG`). The variable is
read on each use.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from enum import IntEnum
from functools import lru_cache

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from xdsl_torchscript.lowering.core.pass_runner import Instrument
from xdsl_torchscript.lowering.core.refusals import REFUSALS
from xdsl_torchscript.runtime.graph_view import Graph


class LogLevel(IntEnum):
    """The amount that is logged of a file; a level includes those below."""

    DUMP = 0
    UPDATE = 1
    DEBUG = 2


def is_logging() -> bool:
    """Return whether `TS_LOG_LEVEL` enables anything."""
    return bool(os.environ.get("TS_LOG_LEVEL"))


def is_enabled(level: LogLevel, file: str) -> bool:
    """Return whether `TS_LOG_LEVEL` enables this level for a file, named without `.py`."""
    text = os.environ.get("TS_LOG_LEVEL")
    return bool(text) and any(
        file.startswith(name) and level <= highest for name, highest in _parse(text).items()
    )


@lru_cache(maxsize=8)
def _parse(text: str) -> dict[str, int]:
    """Return the highest level by name: `">>dce:licm"` is `{"dce": 2, "licm": 0}`."""
    entries = (entry.strip() for entry in text.split(":"))
    found = {entry.lstrip(">").removesuffix(".py"): entry.count(">") for entry in entries}
    return {name: level for name, level in found.items() if name}


def log(level: LogLevel, file: str, text: str) -> None:
    """Write each line after the level and the file, if they are enabled."""
    if is_enabled(level, file):
        prefix = f"[{level.name} {file}.py]"
        print("\n".join(f"{prefix} {line}" for line in text.splitlines()), file=sys.stderr)


def log_graph(level: LogLevel, file: str, title: str, function: FuncOp) -> None:
    """Write a graph under a title, if enabled."""
    if is_enabled(level, file):
        log(level, file, f"{title}:\n{Graph(function)}")


@contextmanager
def log_pass(file: str, function: FuncOp) -> Generator[None]:
    """Log a function before and after the pass of a file, which runs inside."""
    log_graph(LogLevel.UPDATE, file, f"Before {_pass_name(file)}", function)
    yield
    log_graph(LogLevel.DUMP, file, f"After {_pass_name(file)}", function)


def _pass_name(file: str) -> str:
    return file.replace("_", "-")


class PassLog(Instrument):
    """Logs the functions of a pipeline before and after its passes."""

    def before_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        self._log(LogLevel.UPDATE, "Before", step, scope)

    def after_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        self._log(LogLevel.DUMP, "After", step, scope)

    def _log(self, level: LogLevel, when: str, step: ModulePass, scope: ModuleOp) -> None:
        for function in (op for op in scope.ops if isinstance(op, FuncOp)):
            log_graph(level, step.name.replace("-", "_"), f"{when} {step.name}", function)


class _Reasons(logging.Handler):
    """Logs why passes left operations as they are, under the file of the pass."""

    def emit(self, record: logging.LogRecord) -> None:
        log(LogLevel.DEBUG, record.module, record.getMessage())


@contextmanager
def log_reasons() -> Generator[None]:
    """Log the reasons of the passes that run inside."""
    levels = _parse(os.environ.get("TS_LOG_LEVEL", "")).values()
    if max(levels, default=LogLevel.DUMP) < LogLevel.DEBUG:
        yield
        return
    handler, level = _Reasons(), REFUSALS.level
    REFUSALS.addHandler(handler)
    REFUSALS.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        REFUSALS.removeHandler(handler)
        REFUSALS.setLevel(level)
