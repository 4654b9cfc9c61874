"""ONNX Runtime: PyTorch's export of the program to ONNX; numpy arrays in and out."""

from __future__ import annotations

import io
import warnings
from typing import Any

import onnxruntime
import torch
from torch import nn

from benchmarks.race import torch_forms
from benchmarks.race.peers.contender import Contender
from benchmarks.race.workload import Call, Unsupported, Workload


class _Function(nn.Module):
    """A module of a function, which an export takes."""

    def __init__(self, function: Any) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: torch.Tensor) -> Any:
        return self.function(*inputs)


class OnnxRuntime(Contender):
    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self.options = onnxruntime.SessionOptions()
        self.options.intra_op_num_threads = threads
        self.options.log_severity_level = 3

    def prepare(self, workload: Workload) -> Call:
        session = onnxruntime.InferenceSession(
            _export(workload), self.options, providers=["CPUExecutionProvider"]
        )
        names = [value.name for value in session.get_inputs()]
        given = dict(zip(names, workload.inputs(), strict=True))

        def call() -> Any:
            found = session.run(None, given)
            return found[0] if len(found) == 1 else found

        return call


def _export(workload: Workload) -> bytes:
    inputs = tuple(map(torch_forms.as_torch, workload.inputs()))
    if not all(isinstance(value, torch.Tensor) for value in inputs):
        raise Unsupported("ONNX has no programs of Python's numbers")
    function = torch_forms.function(workload)
    form = workload.forms.get("onnxruntime")
    found = form(function) if form else function
    module, buffer = found if isinstance(found, nn.Module) else _Function(found), io.BytesIO()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(module.eval(), inputs, buffer, dynamo=False, opset_version=20)
    return buffer.getvalue()
