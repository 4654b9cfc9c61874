"""Threads that parse Python at once, with garbage collections that run Python code."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from xdsl_torchscript.frontend.python_parser import parse_python

TEXT = "x = [" + ", ".join(f"f({n}, (a, b))" for n in range(500)) + "]\n"


@pytest.fixture
def switching() -> Iterator[None]:
    """Let threads take turns in each garbage collection, and collect garbage often."""
    threshold, interval = gc.get_threshold(), sys.getswitchinterval()

    def yield_to_others(phase: str, info: dict[str, int]) -> None:
        time.sleep(0)

    gc.callbacks.append(yield_to_others)
    gc.set_threshold(50)
    yield
    gc.callbacks.remove(yield_to_others)
    gc.set_threshold(*threshold)
    sys.setswitchinterval(interval)


def _deeper(levels: int) -> None:
    """Parse at another depth of the stack, which CPython compares."""
    if levels:
        _deeper(levels - 1)
    else:
        parse_python(TEXT)


def test_threads_parse_at_once(switching: None) -> None:
    errors: list[BaseException] = []

    def work(levels: int) -> None:
        try:
            for _ in range(20):
                _deeper(levels)
        except SystemError as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(10 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_garbage_collection_is_enabled_again_after_an_error() -> None:
    with pytest.raises(SyntaxError):
        parse_python("x = ")
    assert gc.isenabled()
