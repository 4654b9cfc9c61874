"""Operators at the edges of their domains: both refuse, or both give the same results."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from edge_calls import tally_of

NAMES = {
    "odd": """
        abs sign sgn ceil round frac exp expm1 log log1p sqrt rsqrt reciprocal sin atan tanh acosh
        sigmoid erfinv relu elu logit mul.Tensor div.Tensor floor_divide remainder.Tensor
        remainder.Scalar fmod.Tensor pow.Tensor_Tensor pow.Scalar atan2 nextafter maximum fmin
        less_equal.Scalar isclose nan_to_num sum.dim_IntList var.correction linalg_vector_norm
        amax max.dim argmin aminmax median.dim cummax
        isin.Tensor_Tensor masked_fill.Scalar special_hermite_polynomial_h
        """,
    "complex": """
        abs angle sgn reciprocal sqrt exp log sin tan asin acos atan sinh tanh asinh acosh atanh
        sigmoid mul.Tensor div.Tensor eq.Tensor sum where.self special_zeta isin.Tensor_Tensor
        """,
    "whole": """
        abs neg sign exp sqrt relu add.Tensor mul.Tensor div.Tensor floor_divide remainder.Tensor
        pow.Tensor_Tensor bitwise_left_shift.Tensor bitwise_right_shift.Tensor sum
        mean.dim var.correction max.dim aminmax
        """,
    "empty": """
        sum.dim_IntList max.dim argmax norm.ScalarOpt_dim median.dim sort cumsum any.dim
        flip unsqueeze select.int matmul nonzero add.Tensor
        """,
}


@pytest.mark.parametrize(
    ("family", "name"), [(family, name) for family in NAMES for name in NAMES[family].split()]
)
def test_both_agree(family: str, name: str) -> None:
    tally = tally_of(name, family)
    assert tally.counts["agreed"] + tally.counts["both refuse"] > 10
    assert tally.findings == []
