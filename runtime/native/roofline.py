"""The roofline of this machine: the peak rate of its arithmetic, and the bandwidth of its memory.

    roofs = measured_roofs()
    roofs.peak                 # operations on float32 per second
    roofs.bandwidth(3e6)       # bytes per second, for 3 MB of data

Both are measured once per process and number of threads, when they are first asked for. The peak is
the rate of independent multiply-adds in vector registers. The bandwidth is that of `a + b`, again
and again, over arrays that have the size of the data together: small data comes from caches, as for
a kernel that is called again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from struct import Struct
from time import perf_counter

import numpy as np

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.runtime.native.engine import NativeEntry
from xdsl_torchscript.runtime.native.object_cache import load_cached
from xdsl_torchscript.runtime.native.target import host_target, vector_registers
from xdsl_torchscript.runtime.native.thread_pool import SYMBOLS, get_num_threads
from xdsl_torchscript.runtime.tensor import Array

_TABLE = Struct("=6q")
_VECTOR_BYTES, _CHUNK_VECTORS, _SUMS, _ROUNDS = 64, 1024, 12, 4096
"""As in `roofline.ll`: the bytes of a vector of the stream and the vectors of its chunk; the sums
of the multiply-adds and the rounds of their chunk."""
_SMALLEST, _LARGEST = 1 << 16, 1 << 26
"""The bytes of the smallest and of the largest streams that are measured. Of the largest, caches
of most machines hold nothing when it begins again."""
_SECONDS, _RUN_SECONDS = 0.015, 5e-5
"""Seconds of a measurement; least seconds of a run."""

_MULTIPLY_ADD = """
%vector = type <{lanes} x float>
declare %vector @llvm.fmuladd.v{lanes}f32(%vector, %vector, %vector)
define internal %vector @multiply_add(%vector %a, %vector %b, %vector %c) alwaysinline {{
  %sum = call %vector @llvm.fmuladd.v{lanes}f32(%vector %a, %vector %b, %vector %c)
  ret %vector %sum
}}
"""


@dataclass
class Roofs:
    """The peak in operations on float32 per second, and the bandwidth in bytes per second by the
    size of the data; the functions given measure them, once."""

    measure_peak: Callable[[], float]
    measure_bandwidth: Callable[[int], float]
    _bandwidths: dict[int, float] = field(default_factory=dict[int, float])

    @cached_property
    def peak(self) -> float:
        return self.measure_peak()

    def bandwidth(self, size: float) -> float:
        """Return the bandwidth for data of so many bytes, within those that are measured."""
        measured = min(max(int(size), _SMALLEST), _LARGEST)
        if measured not in self._bandwidths:
            self._bandwidths[measured] = self.measure_bandwidth(measured)
        return self._bandwidths[measured]


def measured_roofs() -> Roofs:
    """Return the roofline for the threads that kernels may use now. Raises NativeError."""
    return _roofs(get_num_threads())


@cache
def _roofs(threads: int) -> Roofs:
    return Roofs(_peak, _bandwidth)


@cache
def _entries() -> tuple[NativeEntry, NativeEntry]:
    lanes = vector_registers(host_target())[1] // 4
    text = Path(__file__).with_suffix(".ll").read_text(encoding="utf-8")
    library = load_cached(_MULTIPLY_ADD.format(lanes=lanes) + text, SYMBOLS)
    return library.entry("multiply_adds"), library.entry("stream")


def _peak() -> float:
    lanes = vector_registers(host_target())[1] // 4
    array = np.full(_VECTOR_BYTES // 4, 0.5, np.float32)
    chunks = 4 * get_num_threads()
    flops = 2 * lanes * _SUMS * _ROUNDS * chunks
    return flops / _seconds(_entries()[0], [array] * 3, chunks)


def _bandwidth(size: int) -> float:
    vectors = size // 3 // _VECTOR_BYTES
    arrays = _three_arrays(vectors * _VECTOR_BYTES // 4)
    chunks = -(-vectors // _CHUNK_VECTORS)
    return 3 * arrays[0].nbytes / _seconds(_entries()[1], arrays, chunks)


def _three_arrays(count: int) -> Sequence[Array]:
    """Return arrays of ones that begin at lines of caches. They are parts of one, as numpy asks for
    large pages for large arrays alone."""
    line = _VECTOR_BYTES // 4
    array = np.ones(3 * count + line, np.float32)
    first = -array.ctypes.data % _VECTOR_BYTES // 4
    return [array[first + number * count :][:count] for number in range(3)]


def _seconds(entry: NativeEntry, arrays: Sequence[Array], chunks: int) -> float:
    """Return the least time of all chunks, over runs after one that warms up."""
    addresses = [array.ctypes.data for array in arrays]
    vectors = arrays[0].nbytes // _VECTOR_BYTES

    def run(times: int) -> float:
        begin = perf_counter()
        entry(_TABLE.pack(*addresses, vectors, chunks, times))
        return (perf_counter() - begin) / times

    run(1)
    times = max(1, round(_RUN_SECONDS / run(1)))
    end = perf_counter() + _SECONDS
    found = run(times)
    while perf_counter() < end:
        found = min(found, run(times))
    return found
