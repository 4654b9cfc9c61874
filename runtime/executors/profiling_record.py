"""What profiling runs of a function have seen: the types of tensors, merged over all runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import ProfileOp
from xdsl_torchscript.dialects.subtyping import merge_tensors
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.ts.insert_profiling import insert_profiling
from xdsl_torchscript.runtime.executors.python_code import PythonCode
from xdsl_torchscript.runtime.interpreter.frames import Executable, Values
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value


@dataclass
class _Seen:
    """The types of one use: all merged, and the last one."""

    merged: TensorType | None = None
    last: TensorType | None = None
    refused: bool = False
    """Whether something else than a tensor was seen."""

    def add(self, value: Value) -> None:
        if not isinstance(value, Tensor):
            self.refused = True
            return
        type = value.type
        if type is not self.last:  # types are interned
            self.last = type
            self.merged = type if self.merged is None else merge_tensors(self.merged, type)


@dataclass
class ProfilingRecord:
    """The profile of one function, into which `prim.profile` is inserted."""

    function: FuncOp
    remaining: int
    """The runs that are still to be profiled."""
    _seen: dict[Operation, _Seen] = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._seen = {op: _Seen() for op in insert_profiling(self.function)}

    def executable(self, op: Operation) -> Callable[[], Executable] | None:
        """Return the code that records what a `prim.profile` passes on; None for another op."""
        seen = self._seen.get(op)
        if seen is None:
            return None

        def record(values: Sequence[Value]) -> Values:
            with self._lock:
                seen.add(values[0])
            return (values[0],)

        return lambda: PythonCode("profile", 1, record)

    def finish_run(self) -> bool:
        """Count a run that is done; return whether it was the last one to profile, or a later
        one."""
        with self._lock:
            self.remaining -= 1
        return self.remaining <= 0

    def state_types(self, *, static: bool) -> None:
        """Write the profiled types into the operations.

        A size that differed between runs, and with `static` unset any size above 1, is a symbol:
        the same where the last run had the same size.
        """
        symbols: dict[int, str] = {}
        for op, seen in self._seen.items():
            if isinstance(op, ProfileOp) and not seen.refused and seen.merged and seen.last:
                op.profiled_type = _symbolized(seen.merged, seen.last, symbols, static)


def _symbolized(
    merged: TensorType, last: TensorType, symbols: dict[int, str], static: bool
) -> TensorType:
    if merged.shape is None or last.shape is None:
        return merged

    def dim(known: Dim, size: Dim) -> Dim:
        if isinstance(known, int) and (static or known < 2):
            return known
        if not isinstance(size, int) or size < 2:
            return None
        return symbols.setdefault(size, f"s{len(symbols)}")

    sizes = [dim(known, size) for known, size in zip(merged.shape, last.shape, strict=True)]
    symbolic = any(not isinstance(size, int) for size in sizes)
    return TensorType.get(
        sizes,
        merged.dtype,
        strides=None if symbolic else merged.strides,
        device=merged.device,
        requires_grad=merged.requires_grad,
    )
