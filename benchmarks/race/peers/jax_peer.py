"""JAX: the array form under `jax.jit`, weights as constants; numpy arrays in and out."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import numpy as np

from benchmarks.race import torch_forms
from benchmarks.race.library import jax_library
from benchmarks.race.peers.contender import Contender
from benchmarks.race.workload import Call, Unsupported, Workload


def jit_form(workload: Workload) -> Any:
    """Return the array form, to be compiled by XLA. Raises Unsupported."""
    if workload.arrays is None:
        raise Unsupported("no program of arrays")
    return jax.jit(partial(workload.arrays, jax_library(), torch_forms.weights(workload)))


class Jax(Contender):
    """XLA takes all cores that it may run on."""

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self.device = jax.devices("cpu")[0]

    def prepare(self, workload: Workload) -> Call:
        f, inputs = jit_form(workload), workload.inputs()
        return lambda: jax.tree.map(np.asarray, f(*inputs))
