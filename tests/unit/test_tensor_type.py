"""Tensor types: their facts are decoded once."""

from __future__ import annotations

import pickle

from line_count import lines_run
from xdsl.dialects.builtin import f32

from xdsl_torchscript.dialects.types import TensorType


def test_reading_and_hashing_cost_the_same_at_any_rank() -> None:
    def cost(rank: int) -> int:
        type = TensorType.get([7] * rank, f32)
        return lines_run(lambda: (type.shape, hash(type)))

    assert cost(1) == cost(64)


def test_a_pickled_type_is_equal() -> None:
    """Hashes of strings differ between processes, so a hash is never in the pickle."""
    type = TensorType.get([2, "s0"], f32, device="cpu")
    data = pickle.dumps(type)
    assert b"_hash" not in data
    assert pickle.loads(data) == type
