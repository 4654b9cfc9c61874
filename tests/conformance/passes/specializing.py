"""PyTorch's specialising executor, in place of the profiling one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def specializing_executor() -> Iterator[None]:
    """Run functions inside of the block by the executor that specialises to argument types."""
    old = torch._C._jit_set_profiling_executor(False)
    try:
        yield
    finally:
        torch._C._jit_set_profiling_executor(old)
