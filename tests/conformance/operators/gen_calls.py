"""Write `tests/unit/data/calls.xz`: a few small calls of each operator that the tests here call
directly, with PyTorch's results.

    python tests/conformance/operators/gen_calls.py
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

from directly import listeners, translate
from sample_goldens import CALLS, Sample, dense, write
from tensor_comparison import flat

from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.runtime.tensor import Tensor

TESTS = ("gradient_operators", "gradients_by_autograd", "variant_operators", "optimisers")
LARGEST = 400
"""Elements of a call's arguments and results."""
MOST = 3
"""Calls of an operator."""

found: defaultdict[str, list[Sample]] = defaultdict(list)


def tensors_in(value: object) -> list[Tensor]:
    return [part for part in flat(value) if isinstance(part, Tensor)]


def hear(name: str, asked: list[object], answer: object, after: object) -> None:
    if len(found[name]) == MOST or is_random(schema_named(f"aten.{name}")):
        return
    results = [*flat(translate(answer)), *tensors_in(translate(list(after)))]
    size = sum(tensor.array.size for tensor in tensors_in([asked, results]))
    if size <= LARGEST and dense(asked) and dense(results):
        dtype = tensors_in(asked)[0].dtype.torch_name if tensors_in(asked) else "none"
        found[name].append(Sample(name, dtype, f"aten.{name}", asked, results))


def main() -> None:
    listeners.append(hear)
    failed = pytest.main([str(Path(__file__).with_name(f"test_{name}.py")) for name in TESTS])
    if failed:
        raise SystemExit(failed)
    samples = [sample for name in sorted(found) for sample in found[name]]
    write(samples, CALLS)
    print(f"{len(samples)} calls of {len(found)} operators, {CALLS.stat().st_size} bytes")


if __name__ == "__main__":
    main()
