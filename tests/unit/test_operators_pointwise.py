"""Every pointwise operator against PyTorch's answers, which `data/operators.npz` holds.

`tests/conformance/gen_operator_data.py` makes that file, `tests/conformance` compares live and
over more shapes.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from operator_cases import GOLDEN, cases, difference, operator_names, our_answer, unpack


@cache
def golden() -> dict[str, object]:
    with np.load(GOLDEN) as stored:
        return unpack(dict(stored))


@pytest.mark.parametrize("name", operator_names())
def test_operator_gives_the_answers_of_torch(name: str) -> None:
    wrong = []
    for case in cases(name, full=False):
        assert case.key in golden(), "run tests/conformance/gen_operator_data.py"
        found = difference(name, golden()[case.key], our_answer(case))
        if found is not None:
            wrong.append(f"{case.key}: {found}")
    assert not wrong, f"{len(wrong)} cases differ, first:\n" + "\n".join(wrong[:3])
