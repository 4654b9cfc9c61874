"""Random chains of views and writes, in PyTorch and here: value, strides, offset, and the base
tensor afterwards.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from random import Random

import numpy as np
import pytest

torch = pytest.importorskip("torch")
sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

from view_chains import DTYPES, next_step, run_step, sizes  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.runtime.operators.arrays.strided import STRIDED  # noqa: E402

CHAINS, LENGTH = 4000, 8
REFUSALS = (RuntimeError, ValueError, TypeError, IndexError, NotImplementedError)


def compare_chains(library: object, tensor: object, step: object) -> object:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return run_step(library, tensor, step)
    except REFUSALS as error:
        return error


def facts(tensor: torch.Tensor) -> tuple:
    seen = [st for n, st in zip(tensor.shape, tensor.stride(), strict=True) if n > 1]
    offset = tensor.storage_offset() if tensor.numel() else 0
    return tensor.dtype, tuple(tensor.shape), seen if tensor.numel() else [], offset


def our_facts(tensor: ts.Tensor) -> tuple:
    dtype = getattr(torch, tensor.dtype.torch_name)
    shape = tensor.array.shape
    seen = [st for n, st in zip(shape, tensor.strides, strict=True) if n > 1]
    full = tensor.array.size > 0
    offset = STRIDED["aten.storage_offset"](tensor) if full else 0
    return dtype, shape, seen if full else [], offset


def same_bits(a: torch.Tensor, b: ts.Tensor) -> bool:
    theirs = a.clone(memory_format=torch.contiguous_format).reshape(-1).view(torch.uint8)
    ours = np.ascontiguousarray(b.array).reshape(-1).view(np.uint8)
    return theirs.numpy().tobytes() == ours.tobytes()


def disagreement(seed: int) -> str | None:
    random = Random(seed)
    shape, dtype = sizes(random), getattr(torch, random.choice(DTYPES))
    count = int(np.prod(shape))
    base = torch.arange(1, count + 1).to(dtype).reshape(shape)
    theirs, ours = base, ts.Tensor.of(base.clone())
    mine, told = ours, [f"{dtype} {shape}"]
    for _ in range(LENGTH):
        step = next_step(random, tuple(theirs.shape), theirs.stride())
        told.append(f"{step[0]}{tuple(step[1])}")
        if theirs.numel() > 4000:
            break
        a, b = compare_chains(torch, theirs, step), compare_chains(ts, ours, step)
        if isinstance(a, Exception) or isinstance(b, Exception):
            if isinstance(a, Exception) and isinstance(b, Exception):
                if isinstance(a, IndexError) and not isinstance(b, IndexError):
                    return f"{' '.join(told)}: theirs {a!r}, ours {b!r}"
                continue
            return f"{' '.join(told)}: theirs {a!r:.200}, ours {b!r:.200}"
        theirs, ours = a, b
        if facts(theirs) != our_facts(ours):
            return f"{' '.join(told)}: {facts(theirs)} ours {our_facts(ours)}"
        if not same_bits(theirs, ours):
            return f"{' '.join(told)}: values"
    if not same_bits(base, mine):
        return f"{' '.join(told)}: values of the base"
    return None


def test_chains_of_views() -> None:
    found = [f"{seed}: {d}" for seed in range(CHAINS) if (d := disagreement(seed))]
    assert not found, f"{len(found)} of {CHAINS}\n" + "\n".join(found[:20])
