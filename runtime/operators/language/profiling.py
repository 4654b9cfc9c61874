"""Operators that notify a profiler or a logger. By default there is no profiler: a
listener observes these operators like any other instruction."""

from __future__ import annotations

from time import perf_counter_ns
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.tensor import Tensor

_RECORD = "__torch__.torch.classes.profiler._RecordFunction"


def _identity(value: Object | None) -> int:
    """Return a number that no other living object has; 0 for None."""
    return 0 if value is None else id(value)


def _add_stat_value(key: str, value: int) -> None:
    """Count nothing: PyTorch's default logger ignores it, too."""


def _enter(name: str, args: str | None) -> Tensor:
    return Tensor(np.zeros(1, np.int64))


def _enter_new(name: str, args: str | None) -> Object:
    return Object(_RECORD, {})


def _exit(record: Tensor | Object) -> None:
    """End the range that `record` began."""


def _end_with(record: Tensor | Object, later: Any) -> Any:
    """End the range when a future is done; return the future."""
    return later


_ENDS = "profiler._call_end_callbacks_on_jit_fut"

PROFILING: Table = {
    "prim.id": _identity,
    "prim.TimePoint": perf_counter_ns,
    "prim.AddStatValue": _add_stat_value,
    "profiler._record_function_enter": _enter,
    "profiler._record_function_enter_new": _enter_new,
    "profiler._record_function_exit": _exit,
    "profiler._record_function_exit._RecordFunction": _exit,
    _ENDS: _end_with,
    f"{_ENDS}._RecordFunction": _end_with,
}
