"""The forms of a workload in PyTorch: a function of its text, its module, and its weights."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import numpy as np
import torch
from torch import nn

from benchmarks.race.workload import Workload


def as_torch(value: Any) -> Any:
    return torch.from_numpy(value) if isinstance(value, np.ndarray) else value


@cache
def module(workload: Workload) -> nn.Module:
    """Return the module of a workload, the same for every peer."""
    assert workload.module
    torch.manual_seed(0)
    return workload.module().eval()


def function(workload: Workload) -> Any:
    """Return the function of a workload's text, or its module."""
    if workload.module:
        return module(workload)
    names = {"torch": torch, "Tensor": torch.Tensor, "Tuple": tuple}
    exec(workload.source, names)
    return names["f"]


def script_workload(workload: Workload) -> Any:
    """Return the workload as torch.jit scripts it, frozen if it is a module."""
    if workload.module:
        return torch.jit.freeze(torch.jit.script(module(workload)))
    return torch.jit.CompilationUnit(workload.source).f


@cache
def archive(workload: Workload) -> bytes:
    """Return the module of a workload as torch.jit scripts and saves it."""
    buffer = io.BytesIO()
    torch.jit.save(torch.jit.script(module(workload)), buffer)
    return buffer.getvalue()


def weights(workload: Workload) -> dict[str, Any]:
    """Return the weights of a workload as arrays, by name."""
    if not workload.module:
        return {}
    return {name: value.detach().numpy() for name, value in module(workload).state_dict().items()}
