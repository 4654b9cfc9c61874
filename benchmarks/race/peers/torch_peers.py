"""PyTorch: eager, scripted and frozen, and compiled by inductor. Tensors in and out."""

from __future__ import annotations

from typing import Any

import torch

from benchmarks.race import torch_forms
from benchmarks.race.workload import Call, Unsupported, Workload

CALLS = 5
"""Calls in which the profiling executor settles."""


class _Torch:
    note = ""

    def __init__(self, threads: int) -> None:
        torch.set_num_threads(threads)

    def compiled(self, workload: Workload) -> Any:
        raise NotImplementedError

    def prepare(self, workload: Workload) -> Call:
        f, inputs = self.compiled(workload), [*map(torch_forms.as_torch, workload.inputs())]

        def call() -> Any:
            return f(*inputs)

        with torch.inference_mode():
            for _ in range(CALLS):
                call()
        return call


class Eager(_Torch):
    def compiled(self, workload: Workload) -> Any:
        return torch_forms.function(workload)


class Scripted(_Torch):
    def compiled(self, workload: Workload) -> Any:
        """Return the scripted form, optimised for inference if it has weights."""
        found = torch_forms.scripted(workload)
        return torch.jit.optimize_for_inference(found) if workload.module else found


class Inductor(_Torch):
    """`torch.compile`, which treats weights as constants and needs a compiler of C++."""

    def compiled(self, workload: Workload) -> Any:
        torch._dynamo.reset()
        return torch.compile(torch_forms.function(workload), dynamic=False)

    def prepare(self, workload: Workload) -> Call:
        import torch._inductor.config as config  # noqa: PLC0415

        if not any(isinstance(value, torch.Tensor) for value in self._inputs(workload)):
            raise Unsupported("inductor compiles tensor programs")
        with config.patch(freezing=True):
            return super().prepare(workload)

    def _inputs(self, workload: Workload) -> list[Any]:
        return [*map(torch_forms.as_torch, workload.inputs())]
