"""The contenders: each a class that prepares a workload, imported only if it races."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from benchmarks.race.peers.contender import Contender

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


def peer(name: str, threads: int) -> Contender:
    """Return a contender. Raises ImportError, with a reason, if it is not installed."""
    file, kind = PEERS[name].split(":")
    make: Callable[[int], Contender] = getattr(import_module(f"{__name__}.{file}"), kind)
    return make(threads)
