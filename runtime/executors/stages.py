"""The stages of a function under the profiling executor.

    INTERPRETED --prepare--> PROFILING --runs done--> OPTIMIZING --plan--> OPTIMIZED
         |                                                |
         +------------------> UNOPTIMIZED <---------------+
                        nothing to fuse, or it failed

A function starts INTERPRETED and can always be: every call is answered at interpreter speed until a
plan is ready. With `compile="now"` a call waits for the next stage; with `"background"` another
thread prepares it; with `"never"` the function stays INTERPRETED.
"""

from __future__ import annotations

from enum import Enum


class Stage(Enum):
    """How the next call of a function runs."""

    INTERPRETED = "by the interpreter, until the profiled graph is ready"
    PROFILING = "by the interpreter, which records the types of tensors"
    OPTIMIZING = "by the interpreter, until the plan is ready"
    OPTIMIZED = "by the plan"
    UNOPTIMIZED = "by the interpreter: a plan gains nothing"
