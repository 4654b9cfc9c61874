"""The profiled tensor types of a function, merged over all runs, and the arguments that were
None."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from threading import RLock

from xdsl.dialects.builtin import i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.prim import ConstantOp, ListUnpackOp, ProfileOp
from xdsl_torchscript.dialects.size_expression import LEAST_SYMBOL
from xdsl_torchscript.dialects.subtyping import merge_tensors
from xdsl_torchscript.dialects.tensor_type import GREATEST_INT
from xdsl_torchscript.dialects.types import Dim, NoneType, SizeType, TensorType
from xdsl_torchscript.lowering.ts.modules.attribute_paths import source_of
from xdsl_torchscript.lowering.ts.profiling.insert_profiling import insert_profiling
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.executors.failures import FAILURES
from xdsl_torchscript.runtime.executors.varying_sizes import (
    ArgumentPart,
    ArgumentTypes,
    VaryingSizes,
    part_of,
)
from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

_ABSENT = NoneType()


@dataclass
class _Seen:
    """The types of one use: all merged, and the last one."""

    merged: TensorType | NoneType | SizeType | None = None
    last: TensorType | NoneType | SizeType | None = None
    refused: bool = False
    """Whether both None and a tensor were seen, or another value."""
    is_size: bool = False
    """Whether the use is of an int that decides sizes."""

    def add(self, value: Value) -> None:
        type = _observed_size(value) if self.is_size else _observed_type(value)
        if type is not None and type is self.last:  # types are interned
            return
        self.last = type
        match self.merged, type:
            case None, TensorType() | NoneType():
                self.merged = type
            case TensorType() as known, TensorType():
                self.merged = merge_tensors(known, type)
            case None, SizeType():
                self.merged = type
            case SizeType() as known, SizeType() if type == known or _may_vary([known, type]):
                pass
            case _:
                self.refused = True


def _observed_size(value: Value) -> SizeType | None:
    is_size = type(value) is int and 0 <= value <= GREATEST_INT
    return SizeType.get(value) if is_size else None


def _may_vary(sizes: Sequence[SizeType]) -> bool:
    """Return whether a symbol can be these numbers."""
    return all(isinstance(size.dim, int) and size.dim >= LEAST_SYMBOL for size in sizes)


def _observed_type(value: Value) -> TensorType | NoneType | None:
    if value is None:
        return _ABSENT
    try:
        return value.type if isinstance(value, Tensor) else None
    except (NoValueError, BadType):  # without elements, which the operator will reject, or nested
        return None


@dataclass
class ProfilingRecord:
    """The profile of one function, into which `prim.profile` is inserted."""

    function: FuncOp
    needed: int
    """The runs to profile."""
    runs: int = 0
    """The runs that are done."""
    _seen: dict[Operation, _Seen] = field(init=False)
    _lock: RLock = field(default_factory=lambda: survive_fork(RLock()))
    _failure: Exception | None = field(default=None, init=False)
    """The error of observing a value."""

    def __post_init__(self) -> None:
        profiles = insert_profiling(self.function)
        self._seen = {op: _Seen(is_size=op.values[0].type == i64) for op in profiles}

    def implementation(self, op: Operation) -> Callable[..., Value] | None:
        """Return the function that records a value's type at a `prim.profile`; None for another
        op."""
        seen = self._seen.get(op)
        if seen is None:
            return None

        def record(value: Value) -> Value:
            try:
                with self._lock:
                    seen.add(value)
            except FAILURES as error:  # which no operator of the program is to raise
                self._failure = error
            return value

        return record

    def finish_run(self) -> None:
        """Count a run that is done, profiled or not. Raises the error of observing a value."""
        with self._lock:
            self.runs += 1
        if self._failure is not None:
            raise self._failure

    @property
    def is_complete(self) -> bool:
        """Return whether enough runs were profiled."""
        return self.runs >= self.needed

    def state_types(self, *, static: bool, earlier: ArgumentTypes | None = None) -> None:
        """Write the profiled types into the operations.

        A size that differed between runs is a symbol; equal sizes in the last run share one. Unless
        `static`, so is any size above 1 that varies among `earlier` plans, of a tensor that is
        neither a constant nor an attribute.
        """
        symbols: dict[int, str] = {}
        with self._lock:  # an unawaited fork may still be running
            varying = VaryingSizes.among(earlier or {}, self._last_types())
            for op, seen in self._seen.items():
                if not isinstance(op, ProfileOp) or seen.refused:
                    continue
                match seen.merged, seen.last:
                    case TensorType() as merged, TensorType() as last:
                        is_fixed = static or _is_part_of_program(op.values[0])
                        varies = varying.of(self._part_of(op), last.shape or ())
                        op.profiled_type = symbolize(
                            merged, last, symbols, repeat(False) if is_fixed else varies
                        )
                    case _, SizeType() as last:
                        op.profiled_type = _symbol_of(last, symbols)
                    case merged, _:
                        op.profiled_type = merged

    def _last_types(self) -> ArgumentTypes:
        """Return the types of arguments and their elements in the last run."""
        found = ((self._part_of(op), seen.last) for op, seen in self._seen.items())
        return {part: type for part, type in found if part and isinstance(type, TensorType)}

    def _part_of(self, op: Operation) -> ArgumentPart | None:
        """Return the part of an argument whose type `op` profiles, None for another value."""
        return part_of(op.operands[0], {a: n for n, a in enumerate(self.function.body.block.args)})


def _is_part_of_program(value: SSAValue) -> bool:
    source = source_of(value)
    if isinstance(owner := source.root.owner, ListUnpackOp):
        source = source_of(owner.list_)
    return bool(source.path) or isinstance(source.root.owner, ConstantOp)


def _symbol_of(size: SizeType, symbols: dict[int, str]) -> SizeType:
    """Return an int that decides sizes as a symbol, or as a number if it is below 2."""
    if not isinstance(size.dim, int) or not _may_vary([size]):
        return size
    return SizeType.get(symbols.setdefault(size.dim, f"s{len(symbols)}"))


def symbolize(
    merged: TensorType, last: TensorType, symbols: dict[int, str], varies: Iterable[bool]
) -> TensorType:
    """Return the merged type with symbols for unknown sizes, and for known sizes above 1 that vary.
    A symbol is numbered by its size in the last type."""
    if merged.shape is None or last.shape is None:
        return merged

    def dim(known: Dim, size: Dim, may_vary: bool) -> Dim:
        if isinstance(known, int) and (known < 2 or not may_vary):
            return known
        if not isinstance(size, int) or size < 2:
            return None
        return symbols.setdefault(size, f"s{len(symbols)}")

    sizes = list(map(dim, merged.shape, last.shape, varies))
    symbolic = any(not isinstance(size, int) for size in sizes)
    return TensorType.get(
        sizes,
        merged.dtype,
        strides=None if symbolic else merged.strides,
        device=merged.device,
        requires_grad=merged.requires_grad,
    )
