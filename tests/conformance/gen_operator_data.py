"""Writes `tests/unit/data/operators.npz`: PyTorch's answers to the cases of every pointwise
operator, so that the unit tests can compare without PyTorch.

    python tests/conformance/gen_operator_data.py
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from operator_cases import GOLDEN, cases, operator_names, pack
from test_pointwise_operators import torch_call


def main() -> None:
    warnings.simplefilter("ignore")
    answers = [(c.key, torch_call(c)) for n in operator_names() for c in cases(n, full=False)]
    GOLDEN.parent.mkdir(exist_ok=True)
    np.savez_compressed(GOLDEN, **pack(answers))
    print(f"{len(answers)} answers, {GOLDEN.stat().st_size} bytes")


if __name__ == "__main__":
    main()
