"""The random stream is PyTorch's: the output of 2.13 for these seeds on a CPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.operators.random.generator import Generator, manual_seed

EXPECTED = {
    "rand": [0.53492254, 0.198803186, 0.659211695, 0.656890273],
    "randn of few": [-0.146795094, 0.786141276, 0.94682163, -1.114344001, 1.690790176],
    "randn of many": [
        -0.820134521,
        0.395631164,
        1.926368117,
        -1.359768987,
        -0.866701603,
        -0.564006686,
    ],
    "randint": [615, 892, 721, 286],
    "randint of many": [752595690692, 108744157686],
    "randperm": [3, 0, 1, 5, 2, 4],
    "bernoulli": [0.0, 1.0, 0.0, 0.0, 1.0, 1.0],
    "dropout": [2.0, 2.0, 0.0, 0.0, 0.0, 0.0],
    "multinomial": [1, 3, 0],
}
CALLS = {
    "rand": lambda: ts.rand([4]),
    "randn of few": lambda: ts.randn([5]),
    "randn of many": lambda: ts.randn([18]).array[[0, 1, 2, 15, 16, 17]],
    "randint": lambda: ts.randint(1000, [4]),
    "randint of many": lambda: ts.randint(0, 1 << 40, [2]),
    "randperm": lambda: ts.randperm(6),
    "bernoulli": lambda: ts.bernoulli(ts.full([6], 0.5)),
    "dropout": lambda: ts.dropout(ts.ones([6]), 0.5, True),
    "multinomial": lambda: ts.multinomial(ts.tensor([0.1, 0.2, 0.3, 0.4]), 3),
}


@pytest.mark.parametrize("call", CALLS)
def test_numbers(call: str) -> None:
    manual_seed(7)
    np.testing.assert_allclose(np.asarray(CALLS[call]()), EXPECTED[call], rtol=1e-6)


@pytest.mark.parametrize("drop", ["dropout", "alpha_dropout", "feature_dropout"])
@pytest.mark.parametrize("size", [0, 2])
def test_dropout_in_training_makes_a_new_tensor_whatever_the_sizes(drop: str, size: int) -> None:
    x = ts.ones([size, 3])
    y = getattr(ts, drop)(x, 0.5, True)
    y.resize_([4])
    assert x.shape == (size, 3)


def test_a_seed_restarts_the_stream() -> None:
    ts.manual_seed(3)
    first = ts.randn([3]).array
    ts.manual_seed(3)
    assert np.array_equal(ts.randn([3]).array, first)
    assert not np.array_equal(ts.randn([3]).array, first)


def test_the_second_of_a_pair_is_kept() -> None:
    one_by_one, together = Generator(5), Generator(5)
    drawn = [float(one_by_one.normal(1)[0]) for _ in range(4)]
    assert drawn == together.normal(4).tolist()


@pytest.mark.parametrize("seed", [manual_seed, Generator().manual_seed])
def test_only_integers_of_64_bits_are_seeds(seed: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match="64 bits"):
        seed(1 << 64)
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        seed("a")
    seed(np.int64(3))
