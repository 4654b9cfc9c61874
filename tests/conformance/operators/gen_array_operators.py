"""Writes `tests/unit/data/array_operators.npz`: PyTorch's answers to the calls of
`tests/unit/array_operator_cases.py`.

    python tests/conformance/operators/gen_array_operators.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

from array_operator_cases import CASES, GOLDEN, arrays_of

from xdsl_torchscript.dialects.schema.table import schema_named


def torch_value(value: object) -> object:
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value.copy()).clone()
    return [torch_value(v) for v in value] if isinstance(value, list) else value


def answer(name: str, arguments: tuple[object, ...]) -> object:
    schema = schema_named(name)
    pairs = list(zip(schema.arguments, map(torch_value, arguments), strict=True))
    named = {a.name: v for a, v in pairs if a.kwarg_only}
    call = torch._C._jit_get_operation(schema.kind)[0]
    return call(*[v for a, v in pairs if not a.kwarg_only], **named)


def main() -> None:
    found = {
        f"{at}.{i}": array
        for at, case in enumerate(CASES)
        for i, array in enumerate(arrays_of(answer(*case)))
    }
    np.savez_compressed(GOLDEN, **found)
    print(f"{len(CASES)} calls, {GOLDEN.stat().st_size} bytes")


if __name__ == "__main__":
    main()
