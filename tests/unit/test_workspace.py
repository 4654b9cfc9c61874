"""The memory of kernels: large blocks wait for the next call, small ones do not."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from numpy._core.multiarray import get_handler_name

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.native.once import once
from xdsl_torchscript.runtime.native.workspace import workspace

SLOTS, SMALL, LARGE, HUGE = 16, 1 << 10, 1 << 20, 1 << 27
_LIBRARY = workspace()
take = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(_LIBRARY.address("take"))
give = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_LIBRARY.address("give"))
clear = ctypes.CFUNCTYPE(None)(_LIBRARY.address("clear"))


@pytest.fixture(autouse=True)
def emptied() -> Iterator[None]:
    """No block waits before a test, and none after it."""
    clear()
    yield
    clear()


def waiting() -> list[int]:
    """Return the blocks that wait."""
    slots = (ctypes.c_void_p * SLOTS).from_address(_LIBRARY.address("slots"))
    return [block for block in slots if block is not None]


def test_blocks_begin_at_lines_and_can_be_written() -> None:
    for size in (64, SMALL, LARGE, HUGE):
        block = take(64, size)
        assert block % 64 == 0
        ctypes.memset(block, 255, size)
        give(block)


@pytest.mark.parametrize(("size", "waits"), [(SMALL, 0), (LARGE, 1), (HUGE, 0)])
def test_large_blocks_wait(size: int, waits: int) -> None:
    give(take(64, size))
    assert len(waiting()) == waits


@pytest.mark.parametrize(
    ("wanted", "is_same"),
    [
        (LARGE, True),
        (LARGE * 3 // 4, True),
        (LARGE // 2, True),
        (LARGE // 4, False),
        (LARGE + 64, False),
    ],
)
def test_a_block_is_used_again_if_it_is_at_most_twice_as_large(wanted: int, is_same: bool) -> None:
    first = take(64, LARGE)
    give(first)
    second = take(64, wanted)
    assert (second == first) == is_same
    assert len(waiting()) == (0 if is_same else 1)
    give(second)


def test_waiting_blocks_have_a_limit_together() -> None:
    blocks = [take(64, 32 << 20) for _ in range(6)]
    for block in blocks:
        give(block)
    assert waiting() == blocks[:4]


def test_two_blocks_are_apart() -> None:
    first, second = take(64, LARGE), take(64, LARGE)
    assert abs(first - second) >= LARGE
    give(first)
    give(second)
    assert {take(64, LARGE), take(64, LARGE)} == {first, second}
    give(first)
    give(second)


def test_as_many_wait_as_there_are_slots() -> None:
    blocks = [take(64, LARGE) for _ in range(SLOTS + 3)]
    for block in blocks:
        give(block)
    assert len(waiting()) == SLOTS
    assert blocks[-1] in waiting(), "the others made room for it"


def test_no_address_is_no_block() -> None:
    give(None)
    assert waiting() == []


def test_blocks_go_if_memory_runs_out() -> None:
    give(take(64, LARGE))
    assert take(64, 1 << 60) is None
    assert waiting() == []


def test_threads_share_no_block() -> None:
    """Each thread finds in its block the number that it has written there."""
    damaged: list[int] = []

    def work(number: int) -> None:
        for _ in range(300):
            blocks = [take(64, LARGE >> shift) for shift in range(3)]
            for block in blocks:
                ctypes.c_int64.from_address(block).value = number
            if any(ctypes.c_int64.from_address(block).value != number for block in blocks):
                damaged.append(number)
            for block in blocks:
                give(block)

    threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert damaged == []


def test_threads_load_one_library() -> None:
    """Kernels are linked to it: it must not go."""
    loads: list[int] = []

    @once
    def slow() -> int:
        time.sleep(0.02)
        loads.append(1)
        return len(loads)

    threads = [threading.Thread(target=slow) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loads == [1]


def test_calls_of_a_kernel_share_its_memory() -> None:
    f = ts.compile("def f(x):\n    return (torch.softmax(x @ x, 0) @ x).sum(0)\n").f
    x = np.random.default_rng(0).standard_normal((256, 256), np.float32)
    kernel = ts.compile_func(f, [x])
    kernel(x)
    before = waiting()
    results = [kernel(x) for _ in range(3)]
    assert before and sorted(waiting()) == sorted(before)
    np.testing.assert_array_equal(results[0], results[2])


def _ramp(size: int) -> np.ndarray:
    """Return the result of a kernel: 1 to `size`."""
    x = np.arange(size, dtype=np.float32)
    kernel = ts.compile_func(ts.compile("def f(x):\n    return x + 1.0\n").f, [x])
    (result,) = kernel.builtin(kernel)(ts.Tensor(x))
    assert isinstance(result, ts.Tensor)
    return result.numpy()


def test_results_share_memory_one_after_the_other() -> None:
    first, second = _ramp(LARGE), _ramp(LARGE)
    addresses = {first.ctypes.data, second.ctypes.data}
    assert len(addresses) == 2 and first.flags.owndata
    assert all(address % 64 == 0 for address in addresses)
    del first
    assert waiting()
    third = _ramp(LARGE)
    assert third.ctypes.data in addresses
    np.testing.assert_array_equal(second, third)


def test_a_result_can_be_resized() -> None:
    result = _ramp(LARGE)
    result.resize(LARGE * 2, refcheck=False)
    np.testing.assert_array_equal(result[:LARGE], np.arange(1, LARGE + 1, dtype=np.float32))
    assert not result[LARGE:].any()
    result.resize(8, refcheck=False)
    np.testing.assert_array_equal(result, np.arange(1, 9, dtype=np.float32))


def test_other_arrays_have_memory_of_numpy() -> None:
    small, large = _ramp(SMALL), _ramp(LARGE)
    names = [get_handler_name(a) for a in (small, large, np.empty(LARGE), large.copy())]
    assert names == ["default_allocator", "xdsl_torchscript", *2 * ("default_allocator",)]


def test_results_outlive_the_package() -> None:
    """They are freed at the end of the process, after its modules."""
    code = """
import numpy as np
import xdsl_torchscript as ts
x = np.zeros(1 << 20, np.float32)
f = ts.compile("def f(x):\\n    return x + 1.0\\n").f
ts.set_engine("native")
np.kept = f(x).numpy()
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
