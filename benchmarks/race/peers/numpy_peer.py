"""numpy, and the Python interpreter for programs of numbers."""

from __future__ import annotations

from benchmarks.race import torch_forms
from benchmarks.race.library import numpy_library
from benchmarks.race.peers.contender import Contender
from benchmarks.race.workload import Call, Unsupported, Workload


class Numpy(Contender):
    """numpy takes the threads of its BLAS, which OPENBLAS_NUM_THREADS names."""

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self.library = numpy_library()

    def prepare(self, workload: Workload) -> Call:
        form = workload.arrays
        if form is None:
            raise Unsupported("no program of arrays")
        weights, inputs = torch_forms.weights(workload), workload.inputs()
        return lambda: form(self.library, weights, *inputs)


class Python(Contender):
    def prepare(self, workload: Workload) -> Call:
        form = workload.forms.get("python")
        if form is None:
            raise Unsupported("no program of numbers")
        inputs = workload.inputs()
        return lambda: form(*inputs)
