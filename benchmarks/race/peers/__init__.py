"""The contenders: each a class that prepares a workload, imported only if it races."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from benchmarks.race.workload import Call, Workload

OURS = "ours"
PEERS = {
    OURS: "ours:Ours",
    "torch eager": "torch_peers:Eager",
    "torch.jit": "torch_peers:Scripted",
    "inductor": "torch_peers:Inductor",
    "jax": "jax_peer:Jax",
    "onnxruntime": "onnx_peer:OnnxRuntime",
    "iree": "iree_peer:Iree",
    "numba": "numba_peer:Numba",
    "numpy": "numpy_peer:Numpy",
    "python": "numpy_peer:Python",
}


class Peer(Protocol):
    """A contender with its number of threads. Creating it raises ImportError if it is absent."""

    note: str
    """How it ran what it prepared last."""

    def prepare(self, workload: Workload) -> Call:
        """Return a call with its inputs bound, which has run. Raises Unsupported."""
        ...


def peer(name: str, threads: int) -> Peer:
    """Return a contender. Raises ImportError, with a reason, if it is not installed."""
    file, kind = PEERS[name].split(":")
    make: Callable[[int], Peer] = getattr(import_module(f"{__name__}.{file}"), kind)
    return make(threads)
