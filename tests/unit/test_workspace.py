"""The memory of kernels: large blocks wait for the next call, small ones do not."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.native.once import once
from xdsl_torchscript.runtime.native.workspace import workspace

SLOTS, SMALL, LARGE, HUGE = 16, 1 << 10, 1 << 20, 1 << 26
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
    f = ts.compile("def f(x):\n    return torch.softmax(x @ x, 0) @ x\n").f
    x = np.random.default_rng(0).standard_normal((256, 256), np.float32)
    kernel = ts.compile_func(f, [x])
    kernel(x)
    before = waiting()
    results = [kernel(x) for _ in range(3)]
    assert before and sorted(waiting()) == sorted(before)
    np.testing.assert_array_equal(results[0], results[2])
