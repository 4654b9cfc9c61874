"""The kernels of a plan: their time, their share of the machine's roofline, and their schedules.

    runs = kernel_runs(groups, inputs, names)    # the longest first

A kernel runs again on the inputs that its group had. Its schedule comes from lowering the group
once more, as the machine code may be from the disk; this takes about as long as compiling without
LLVM, so only the longest kernels have one. A kernel that does not take the inputs is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.refusals import collect_refusals
from xdsl_torchscript.runtime.executors.failures import FAILURES
from xdsl_torchscript.runtime.executors.fused_group import (
    NAME,
    FusedGroup,
    function_of,
    has_symbols,
)
from xdsl_torchscript.runtime.executors.whole_plan import constant_inputs
from xdsl_torchscript.runtime.explain.cost import KernelCost
from xdsl_torchscript.runtime.explain.model import KernelRun, KernelSchedule, Roof
from xdsl_torchscript.runtime.explain.schedule import ScheduleObserver
from xdsl_torchscript.runtime.native.compile_kernel import typed_module
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.kernel import Kernel, length_of, spread
from xdsl_torchscript.runtime.native.machine_code import lower_to_loops
from xdsl_torchscript.runtime.native.roofline import measured_roofs
from xdsl_torchscript.runtime.profile import memory_of, memory_outside
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

_SCHEDULED = 5
_LEAST_RUNS, _RUN_SECONDS = 3, 0.01
_SHORT = 2e-5
"""The seconds of a run below which the call may take most of them."""
_FEW_BYTES = 1 << 12
"""The bytes that no kernel waits for. Without arithmetic on floats either, it has no roof."""


def kernel_runs(
    groups: Sequence[FusedGroup],
    inputs: Mapping[Operation, Sequence[Value]],
    names: Mapping[Operation, str],
) -> Iterator[KernelRun]:
    """Yield the runs of the kernels whose groups have inputs, the longest first."""
    found = [
        (seconds, group, group.kernel)
        for group in groups
        if group.kernel is not None
        and group.op in inputs
        and (seconds := _least_seconds(group.kernel, inputs[group.op])) is not None
    ]
    found.sort(key=lambda run: -run[0])
    for number, (seconds, group, kernel) in enumerate(found):
        values = inputs[group.op]
        lowered = _lowered(group, kernel, values) if number < _SCHEDULED else None
        cost, schedule = lowered or (None, None)
        read, written = _bytes_read(values, cost), _bytes_written(kernel, values)
        roof = _roof(cost, read + written, seconds) if cost else None
        flops = cost.flops if cost else None
        yield KernelRun(names[group.op], seconds, read, written, flops, roof, schedule)


def _least_seconds(kernel: Kernel, values: Sequence[Value]) -> float | None:
    """Return the least time of a few runs, None if the kernel does not take the values."""
    times: list[float] = []
    end = perf_counter() + _RUN_SECONDS
    try:
        while len(times) < _LEAST_RUNS or perf_counter() < end:
            begin = perf_counter()
            kernel.call(*values)
            times.append(perf_counter() - begin)
    except FAILURES:
        return None
    return min(times)


def _lowered(
    group: FusedGroup, kernel: Kernel, values: Sequence[Value]
) -> tuple[KernelCost | None, KernelSchedule] | None:
    """Return the cost and the schedule of a group for these inputs, None if lowering fails."""
    try:
        observer = ScheduleObserver(_arguments(kernel, values))
        with paused_collection():
            module = typed_module(
                ModuleOp([function_of(group.op)]),
                NAME,
                values,
                symbolic=has_symbols(group.op),
                constants=constant_inputs(group.op),
            )
            with collect_refusals() as refusals:
                lower_to_loops(module, [observer])
            return observer.cost, observer.schedule(module, refusals)
    except FAILURES:
        return None


def _flat(values: Sequence[Value]) -> list[Value]:
    """Return the inputs as kernels take them, with the elements of lists in their place."""
    lengths = [length_of(value) for value in values]
    return list(spread(values, lengths) if any(lengths) else values)


def _arguments(kernel: Kernel, values: Sequence[Value]) -> list[int | None]:
    """Return the arguments of machine code as far as they are integers, symbolic sizes first."""
    flat = _flat(values)
    sizes = {
        dim: size
        for type, value in zip(kernel.inputs, flat, strict=True)
        if isinstance(type, TensorType) and isinstance(value, Tensor)
        for dim, size in zip(type.shape or (), value.shape, strict=True)
    }
    numbers = [value if type(value) is int else None for value in flat if value is not None]
    return [*(sizes[symbol] for symbol in symbols_of(kernel.inputs)), *numbers]


def _bytes_read(values: Sequence[Value], cost: KernelCost | None) -> int:
    """Return the bytes of tensors that a kernel reads: all, or those of its loads if fewer. Tensors
    in the same memory count once."""
    arrays = [value.array for value in _flat(values) if isinstance(value, Tensor)]
    loads = cost.loads if cost and len(cost.loads) == len(arrays) else [None] * len(arrays)
    read: dict[int, int] = {}
    for array, count in zip(arrays, loads, strict=True):
        most = array.nbytes if count is None else min(array.nbytes, count * array.itemsize)
        read[array.ctypes.data] = max(most, read.get(array.ctypes.data, 0))
    return sum(read.values())


def _bytes_written(kernel: Kernel, values: Sequence[Value]) -> int:
    """Return the bytes of results that are no views of inputs."""
    return memory_outside(memory_of(kernel.call(*values)), memory_of(values))


def _roof(cost: KernelCost, bytes: int, seconds: float) -> Roof | None:
    """Return the roof that is closest to a kernel, and its share of it, None without one."""
    try:
        roofs = measured_roofs()
        arithmetic, memory = roofs.peak, roofs.bandwidth(bytes)
    except NativeError:
        return None
    computing, moving = cost.single_flops / arithmetic, bytes / memory
    least = max(computing, moving)
    if seconds < _SHORT and 2 * least < seconds:
        return Roof("call overhead", None)
    if not cost.flops and bytes < _FEW_BYTES:
        return None
    rate = f"{arithmetic / 1e9:.0f} GFLOP/s" if computing > moving else f"{memory / 1e9:.0f} GB/s"
    return Roof(rate, least / seconds)
