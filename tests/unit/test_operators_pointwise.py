"""Every pointwise operator against PyTorch's answers, which `data/operators.npz` holds.

`tests/conformance/gen_operator_data.py` makes that file, `tests/conformance` compares live and
over more shapes.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from operator_cases import GOLDEN, cases, difference, operator_names, our_answer, unpack

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.tensor import Tensor


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


def test_divisors_and_multiples_wrap_around_as_in_c() -> None:
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        limits = np.iinfo(dtype)
        least, most = (Tensor(np.array([n, 6], dtype)) for n in (limits.min, limits.max))
        assert ts.gcd(least, most).tolist() == [-1, 6]
    a, b = (Tensor(np.array([n], np.int32)) for n in (-(2**31) + 1, 2**31 - 2))
    assert ts.lcm(a, b).tolist() == [2**31 - 2]
    short, other = (Tensor(np.array([n], np.int8)) for n in (-127, -100))
    assert ts.lcm(short, other).tolist() == [-100]
