"""Save a model in each way that PyTorch has, with a recording of its results.

tests/unit/zoo_archives.py replays the recordings.
"""

from __future__ import annotations

import base64
import copy
import io
import json
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from model import Model
from torch import nn

GRADIENTS = (False, True, False)
"""Whether they are recorded while the calls are made, again and again."""


class Unsaved(Exception):
    """A way in which a model is not saved, and why: nothing to compare."""


def encoded(value: Any) -> Any:
    """Return a value as JSON for `zoo_archives.decode_value`."""
    if isinstance(value, torch.Tensor):
        dense = value.detach().contiguous()
        plain = dense.view(torch.int16) if dense.dtype == torch.bfloat16 else dense
        data = base64.b64encode(plain.numpy().tobytes()).decode()
        dtype = str(value.dtype).removeprefix("torch.")
        return {"tensor": {"dtype": dtype, "shape": list(value.shape), "data": data}}
    if isinstance(value, dict):
        return {"dict": [[encoded(key), encoded(part)] for key, part in value.items()]}
    if isinstance(value, list | tuple):
        kind = "list" if isinstance(value, list) else "tuple"
        return {kind: [encoded(part) for part in value]}
    return value


def cast(value: Any, dtype: torch.dtype) -> Any:
    """Cast float tensors to another dtype."""
    if isinstance(value, torch.Tensor) and value.is_floating_point():
        return value.to(dtype)
    return value


def recorded(module: Any, calls: list, kind: str) -> dict[str, Any]:
    """Record the results of a module's calls in rounds, and its final buffers.

    The last result applies to later rounds, too.
    """
    dtype = getattr(torch, kind)
    rows = [
        {
            "method": call.method,
            "arguments": [cast(argument, dtype) for argument in call.arguments],
            "answers": [],
        }
        for call in calls
    ]
    for mode in GRADIENTS:
        for seed, row in enumerate(rows):
            torch.manual_seed(seed)
            arguments = copy.deepcopy(row["arguments"])
            with torch.set_grad_enabled(mode):
                row["answers"].append(encoded(getattr(module, row["method"])(*arguments)))
    for row in rows:
        row["arguments"] = [encoded(argument) for argument in row["arguments"]]
        while len(row["answers"]) > 1 and row["answers"][-1] == row["answers"][-2]:
            row["answers"].pop()
    buffers = {name: encoded(buffer) for name, buffer in module.named_buffers()}
    return {"kind": kind, "gradients": GRADIENTS, "calls": rows, "buffers": buffers}


def saved(way: str, module: nn.Module, calls: list, kind: str) -> bytes:
    """Return the archive of a module. Raises Unsaved for machine-dependent operators."""
    dtype = getattr(torch, kind)
    if way == "trace":
        example = tuple(cast(argument, dtype) for argument in calls[0].arguments)
        torch.manual_seed(0)
        program = torch.jit.trace(module, copy.deepcopy(example), check_trace=False, strict=False)
    else:
        program = torch.jit.script(module)
    methods = sorted({call.method for call in calls} - {"forward"})
    if way in ("frozen", "optimized"):
        program = torch.jit.freeze(program, methods)
    if way == "optimized":
        program = torch.jit.optimize_for_inference(program, methods)
        if "mkldnn" in str(program.graph):
            raise Unsaved("operators of mkldnn")
    stream = io.BytesIO()
    torch.jit.save(program, stream)
    return stream.getvalue()


def answered(data: bytes, calls: list, kind: str) -> dict[str, Any]:
    """Return the recording of an archive, without calls that it rejects: a trace may have fixed
    sizes."""
    with torch.jit.optimized_execution(False):
        with suppress(RuntimeError):
            return recorded(torch.jit.load(io.BytesIO(data)), calls, kind)
        possible = []
        for call in calls:
            try:
                recorded(torch.jit.load(io.BytesIO(data)), [call], kind)
            except RuntimeError:
                continue
            possible.append(call)
        if not possible:
            raise Unsaved("PyTorch answers none of the calls")
        return recorded(torch.jit.load(io.BytesIO(data)), possible, kind)


def coarse(tensor: Any) -> Any:
    """Round numbers to few digits, which compress well."""
    if isinstance(tensor, torch.Tensor) and tensor.is_floating_point():
        return (tensor * 32).round() / 32
    return tensor


def made(model: Model, mode: str, kind: str, small: bool = False) -> tuple[nn.Module, list]:
    """Return the module and its calls, the same on each call."""
    torch.manual_seed(0)
    module, calls = model.make(**model.small if small else {})
    for part in module.modules():
        if isinstance(part, nn.modules.batchnorm._BatchNorm):
            nn.init.normal_(part.running_mean, 0.0, 0.2)
            nn.init.uniform_(part.running_var, 0.5, 1.5)
            nn.init.uniform_(part.weight, 0.5, 1.5)
    if small:
        calls = [replace(c, arguments=tuple(map(coarse, c.arguments))) for c in calls]
        for parameter in module.parameters():
            parameter.data = coarse(parameter.data)
    return module.train(mode == "train").to(getattr(torch, kind)), calls


def variants(model: Model, kinds: bool = True) -> Iterator[tuple[str, str, str]]:
    """Yield ways, modes and kinds: every way in float32, and with `kinds` every kind as a
    script."""
    for way in model.ways:
        yield way, "eval", "float32"
    for way in model.ways:
        if model.train and way in ("script", "trace"):
            yield way, "train", "float32"
    for kind in model.kinds if kinds else ():
        yield model.ways[0], "eval", kind


def write(folder: Path, model: Model, way: str, mode: str, kind: str, small: bool = False) -> str:
    """Write the archive and the recording of a variant; return its name. Raises Unsaved."""
    name = f"{model.name}-{way}-{mode}-{kind}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module, calls = made(model, mode, kind, small)
        data = saved(way, module, calls, kind)
        recording = answered(data, calls, kind)
    (folder / f"{name}.pt").write_bytes(data)
    (folder / f"{name}.json").write_text(json.dumps(recording, separators=(",", ":")))
    return name
