"""Write `tests/unit/data/semantics.json.xz`: PyTorch's answers about types, chains of views,
layouts and wrong calls, for `tests/unit/test_semantics.py`.

    python tests/conformance/operators/gen_semantics.py
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
import warnings
from pathlib import Path
from random import Random

import torch

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "unit")]

from semantics_questions import (  # noqa: E402
    BINARY,
    CHAIN_LENGTH,
    GOLDEN,
    LAYOUTS,
    OPERANDS,
    answer,
    make_strided,
    operand,
)  # fmt: skip
from view_chains import DTYPES, next_step, run_step, sizes  # noqa: E402
from wrong_calls import WRONG  # noqa: E402

CHAINS = 400


def describe(tensor: torch.Tensor) -> list[object]:
    values = tensor.clone(memory_format=torch.contiguous_format).reshape(-1).view(torch.uint8)
    seen = [st for n, st in zip(tensor.shape, tensor.stride(), strict=True) if n > 1]
    digest = hashlib.blake2b(values.numpy().tobytes(), digest_size=4).hexdigest()
    return [list(tensor.shape), seen if tensor.numel() else [], digest]


def chain(seed: int) -> dict[str, object]:
    random = Random(seed)
    shape, dtype = sizes(random), random.choice(DTYPES)
    count = torch.Size(shape).numel()
    base = tensor = torch.arange(1, count + 1).to(getattr(torch, dtype)).reshape(shape)
    steps: list[object] = []
    for _ in range(CHAIN_LENGTH):
        step = next_step(random, tuple(tensor.shape), tensor.stride())
        try:
            tensor = run_step(torch, tensor, step)
            steps.append([*step, describe(tensor)])
        except (RuntimeError, IndexError, ValueError, TypeError) as error:
            steps.append([*step, "IndexError" if isinstance(error, IndexError) else "refused"])
        if tensor.numel() > 1000:
            break
    return {"dtype": dtype, "shape": shape, "steps": steps, "base": describe(base)}


def types() -> dict[str, str]:
    found = {}
    for name, call in BINARY.items():
        answers = []
        for a in OPERANDS:
            for b in OPERANDS:
                x, y = operand(torch, a, 0), operand(torch, b, 1)
                narrow = torch.result_type(x, y) == torch.complex32
                found_type = answer(call, torch, x, y)
                answers.append("-" if narrow and found_type == "b" else found_type)
        found[name] = " ".join(answers)
    return found


def layouts() -> dict[str, list[object]]:
    found = {}
    for name, call in LAYOUTS.items():
        random = Random(5)
        found[name] = []
        for _ in range(60):
            x, y = make_strided(torch, random), None
            x, y = x
            try:
                found[name].append(describe(call(torch, x, y))[:2])
            except (RuntimeError, IndexError, ValueError):
                found[name].append("refused")
    return found


def wrong() -> list[str]:
    kinds = []
    for source in WRONG:
        try:
            eval(source, {"t": torch})
            kinds.append("")
        except Exception as error:  # noqa: BLE001
            kinds.append("IndexError" if isinstance(error, IndexError) else "RuntimeError")
    return kinds


def main() -> None:
    warnings.simplefilter("ignore")
    found = {"types": types(), "layouts": layouts(), "wrong": wrong(),
             "chains": [chain(seed) for seed in range(CHAINS)]}  # fmt: skip
    GOLDEN.write_bytes(lzma.compress(json.dumps(found, separators=(",", ":")).encode()))
    print(f"{GOLDEN.stat().st_size} bytes")


if __name__ == "__main__":
    main()
