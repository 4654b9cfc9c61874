"""The states of a function under an executor; docs/executors.md draws them.

A function starts INTERPRETED: until a plan is ready, every call runs at interpreter speed. With
`compile="now"` a call waits for the next stage. With `"background"` another thread prepares it, and
with `"never"` the function stays INTERPRETED. The fallback graph of a group has a separate
executor, which starts INTERPRETED, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Stage(Enum):
    """The state of a function: the way in which its next call runs."""

    INTERPRETED = "in the interpreter, until the profiled graph is ready"
    PROFILING = "in the interpreter, which records the types of tensors"
    OPTIMIZING = "in the interpreter, until the plan is ready"
    STATIC = "under a plan for the profiled sizes"
    SYMBOLIC = "under a plan for any sizes where they varied"
    SIMPLIFIED = "in the interpreter, with calls inlined: no operators run as one kernel"
    UNOPTIMIZED = "in the interpreter: a plan cannot be made"
    UNFUSED = "not at all: a plan does not fuse a block of strict fusion"

    @property
    def is_optimized(self) -> bool:
        return self in (Stage.STATIC, Stage.SYMBOLIC)

    @property
    def is_followed(self) -> bool:
        """Return whether another stage may follow under the profiling executor."""
        return bool(NEXT[self])


NEXT: Mapping[Stage, tuple[Stage, ...]] = {
    Stage.INTERPRETED: (Stage.PROFILING, Stage.UNOPTIMIZED),
    Stage.PROFILING: (Stage.OPTIMIZING,),
    Stage.OPTIMIZING: (
        Stage.STATIC,
        Stage.SYMBOLIC,
        Stage.INTERPRETED,
        Stage.SIMPLIFIED,
        Stage.UNOPTIMIZED,
        Stage.UNFUSED,
    ),
    Stage.STATIC: (),
    Stage.SYMBOLIC: (),
    Stage.SIMPLIFIED: (Stage.INTERPRETED,),
    Stage.UNOPTIMIZED: (),
    Stage.UNFUSED: (),
}
"""The stages that may follow each stage under the profiling executor; a fault leads from any to
UNOPTIMIZED. Under the specialising one, SYMBOLIC follows INTERPRETED."""
