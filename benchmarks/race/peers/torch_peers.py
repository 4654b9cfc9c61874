"""PyTorch: eager, scripted and frozen, and compiled by inductor. Tensors in and out."""

from __future__ import annotations

from typing import Any

import torch
import torch._inductor.config as config

from benchmarks.race import torch_forms
from benchmarks.race.peers.contender import Contender
from benchmarks.race.workload import Call, Unsupported, Workload

CALLS = 5
"""Calls in which the profiling executor settles."""


class _Torch(Contender):
    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        torch.set_num_threads(threads)

    def compiled(self, workload: Workload) -> Any:
        """Return the workload as it is called with tensors. Raises Unsupported."""
        raise NotImplementedError

    def prepare(self, workload: Workload) -> Call:
        call = self.call_of(workload)
        for _ in range(CALLS):
            call()
        return call

    def first(self, workload: Workload) -> Any:
        return self.call_of(workload)()

    def call_of(self, workload: Workload) -> Call:
        f, inputs = self.compiled(workload), [*map(torch_forms.as_torch, workload.inputs())]
        return lambda: f(*inputs)


class Eager(_Torch):
    def compiled(self, workload: Workload) -> Any:
        return torch_forms.function(workload)


class Scripted(_Torch):
    def compiled(self, workload: Workload) -> Any:
        """Return the scripted form, optimised for inference if it has weights."""
        found = torch_forms.script_workload(workload)
        return torch.jit.optimize_for_inference(found) if workload.module else found


class Inductor(_Torch):
    """`torch.compile`, which treats weights as constants and needs a compiler of C++."""

    def compiled(self, workload: Workload) -> Any:
        if workload.arrays is None:
            raise Unsupported("no program of arrays")
        torch._dynamo.reset()
        config.freezing = True
        return torch.compile(torch_forms.function(workload), dynamic=False)
