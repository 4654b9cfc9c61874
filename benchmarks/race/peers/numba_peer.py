"""numba: the loops of `numba_forms`; numpy arrays in and out."""

from __future__ import annotations

import numba

from benchmarks.race import torch_forms
from benchmarks.race.peers.contender import Contender
from benchmarks.race.workload import Call, Unsupported, Workload


class Numba(Contender):
    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        numba.set_num_threads(min(threads, numba.config.NUMBA_NUM_THREADS))

    def prepare(self, workload: Workload) -> Call:
        form = workload.forms.get("numba")
        if form is None:
            raise Unsupported("no loops were written")
        weights, inputs = torch_forms.weights(workload), workload.inputs()
        f = form(numba, weights) if weights else form(numba)
        f(*inputs)
        return lambda: f(*inputs)
