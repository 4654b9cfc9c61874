"""Machine code is correct, outlives its library, and is freed with its last user."""

import ctypes
import gc
import math
import os
import signal
import struct
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from xdsl_torchscript.runtime.native.engine import (
    Library,
    assembly,
    compile_ir,
    compile_object,
    load_object,
)
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.target import (
    Target,
    fuses_multiply_add,
    host_target,
    multiplies_bytes,
    vector_registers,
)

DOUBLE = """
define void @{name}(ptr %table) {{
  %in = load ptr, ptr %table
  %slot = getelementptr i64, ptr %table, i64 1
  %out = load ptr, ptr %slot
  %x = load double, ptr %in
  %y = fmul double %x, {factor}.0
  %z = call double @erf(double %y)
  store double %z, ptr %out
  ret void
}}
declare double @erf(double)
define internal void @hidden() {{
  ret void
}}
"""


def program(factor: int = 2, name: str = "f") -> str:
    return DOUBLE.format(name=name, factor=factor)


def run(entry, x: float = 0.25) -> float:
    given, made = np.array([x]), np.zeros(1)
    entry(struct.pack("=QQ", given.ctypes.data, made.ctypes.data))
    return made[0]


def test_entries_take_bytes_or_an_address() -> None:
    entry = compile_ir(program()).entry("f")
    assert run(entry) == pytest.approx(math.erf(0.5))
    given, made = np.array([0.25]), np.zeros(1)
    table = np.array([given.ctypes.data, made.ctypes.data], np.uint64)
    entry(table.ctypes.data)
    assert made[0] == pytest.approx(math.erf(0.5))


def test_an_entry_keeps_its_code_alive() -> None:
    entry = compile_ir(program()).entry("f")
    others = [compile_ir(program(k)) for k in range(3, 10)]
    del others
    gc.collect()
    assert run(entry) == pytest.approx(math.erf(0.5))


def test_only_exported_functions_are_entries() -> None:
    library = compile_ir(program())
    assert library.entries == {"f"}
    with pytest.raises(NativeError, match="no entry 'hidden' in this library; it has f"):
        library.entry("hidden")


def test_libraries_may_share_names() -> None:
    entries = [compile_ir(program(factor)).entry("f") for factor in (1, 2, 4)]
    assert [run(entry) for entry in entries] == pytest.approx(
        [math.erf(0.25 * factor) for factor in (1, 2, 4)]
    )


def test_an_object_can_be_loaded_again() -> None:
    object = compile_object(program())
    libraries = [load_object(object) for _ in range(2)]
    assert object.names == ("f",)
    assert all(run(library.entry("f")) == pytest.approx(math.erf(0.5)) for library in libraries)


@pytest.mark.parametrize("opt_level", range(4))
def test_optimisation_levels(opt_level: int) -> None:
    assert run(compile_ir(program(), opt_level=opt_level).entry("f")) == pytest.approx(
        math.erf(0.5)
    )


def test_assembly_is_text() -> None:
    assert "f:" in assembly(program())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "expected top-level entity"),
        ("define i32 @f() { ret float 0.0 }", "value doesn't match function result type"),
        ("declare void @nowhere_to_be_found()\n"
         "define void @f() { call void @nowhere_to_be_found() ret void }", "not in this process"),
    ],
)  # fmt: skip
def test_errors_of_llvm_are_native_errors(text: str, message: str) -> None:
    with pytest.raises(NativeError, match=message):
        compile_ir(text)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(NativeError, match="opt_level is 4"):
        compile_ir(program(), opt_level=4)


def test_threads_may_compile_at_the_same_time() -> None:
    results: dict[int, float] = {}

    def work(factor: int) -> None:
        for _ in range(5):
            results[factor] = run(compile_ir(program(factor)).entry("f"))

    threads = [threading.Thread(target=work, args=(factor,)) for factor in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == pytest.approx({f: math.erf(0.25 * f) for f in range(1, 7)})


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_may_be_forked_while_a_thread_compiles() -> None:
    done = threading.Event()

    def compile_on() -> None:
        while not done.is_set():
            compile_object(program(), opt_level=3)

    thread = threading.Thread(target=compile_on)
    thread.start()
    try:
        for _ in range(10):
            child = os.fork()
            if child == 0:
                signal.alarm(20)  # a child that hangs ends with a signal
                os._exit(round(run(compile_ir(program()).entry("f"), 5.0)))
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    finally:
        done.set()
        thread.join()


def free_pages_far_apart() -> None:
    """Leave free pages only at distances of 3 GB, where the next small mappings go."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p

    def reserve(size: int) -> int:
        flags = 0x4022  # MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        size_t, offset = ctypes.c_size_t(size), ctypes.c_long(0)
        return libc.mmap(None, size_t, 0, flags, -1, offset)

    def free(page: int) -> None:
        libc.munmap(ctypes.c_void_p(page), ctypes.c_size_t(4096))

    first = reserve(40 << 30)
    pages = {first + (3 * number << 30) for number in range(1, 13)}
    for page in pages:
        free(page)
    page = reserve(4096)
    while page not in pages:
        page = reserve(4096)
    free(page)


@pytest.mark.skipif(sys.platform != "linux", reason="lays out memory as Linux does")
def test_an_object_stays_in_one_piece_where_memory_is_fragmented() -> None:
    object = compile_object(program())
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        free_pages_far_apart()
        os._exit(round(run(load_object(object).entry("f"), 5.0)))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


def test_dropped_libraries_leave_nothing_behind() -> None:
    def compile_and_drop(count: int) -> None:
        for number in range(count):
            run(compile_ir(program(number)).entry("f"))
        gc.collect()

    compile_and_drop(50)
    before = resident_bytes()
    compile_and_drop(200)
    assert resident_bytes() - before < 1_000_000


def test_the_target_is_this_machine() -> None:
    target = host_target()
    assert target == host_target()
    assert target.cpu and target.triple and "llvmlite" in target.llvm


def test_a_library_returns_addresses() -> None:
    library: Library = compile_ir(program())
    assert library.address("f") > 0


@pytest.mark.parametrize(
    ("triple", "features", "registers"),
    [
        ("x86_64-linux", "+avx,+avx2,+avx512f", (32, 64)),
        ("x86_64-linux", "+avx,+avx2,-avx512f", (16, 32)),
        ("x86_64-linux", "+sse2,-avx", (16, 16)),
        ("aarch64-linux", "+neon", (32, 16)),
    ],
)
def test_vector_registers(triple: str, features: str, registers: tuple[int, int]) -> None:
    assert vector_registers(Target(triple, "cpu", features, "llvm")) == registers


@pytest.mark.parametrize(
    ("cpu", "features", "found"),
    [
        ("cpu", "+avx,+avx2,+avx512f,+avx512vnni", True),
        ("cpu", "+avx,+avx2,+avx512f,-avx512vnni,+avxvnni", False),
        ("cpu", "+avx,+avx2,-avx512f,+avxvnni", True),
        ("cpu", "+avx,+avx2,-avx512f,-avxvnni", False),
        ("sapphirerapids", "", True),
        ("haswell", "", False),
    ],
)
def test_dot_products_of_bytes(cpu: str, features: str, found: bool) -> None:
    assert multiplies_bytes(Target("x86_64-linux", cpu, features, "llvm")) == found


@pytest.mark.parametrize(
    ("triple", "cpu", "features", "fuses"),
    [
        ("x86_64-linux", "znver3", "+avx2,+fma", True),
        ("x86_64-linux", "sandybridge", "+avx,-fma", False),
        ("x86_64-linux", "haswell", "", True),
        ("x86_64-linux", "x86-64-v2", "", False),
        ("aarch64-linux", "generic", "", True),
        ("wasm32", "generic", "", False),
    ],
)
def test_fused_multiply_add(triple: str, cpu: str, features: str, fuses: bool) -> None:
    assert fuses_multiply_add(Target(triple, cpu, features, "llvm")) == fuses
