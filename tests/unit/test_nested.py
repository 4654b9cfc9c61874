"""Nested tensors: made of padded sequences and a mask, and padded again."""

from __future__ import annotations

import numpy as np
import pytest

from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.networks.nested import NestedTensor
from xdsl_torchscript.runtime.tensor import Tensor

X = Tensor(np.arange(24, dtype=np.float32).reshape(2, 3, 4))


def call(name: str, *arguments: object) -> object:
    return implementation_of(name)(*arguments)


def mask(*rows: list[int]) -> Tensor:
    return Tensor(np.array(rows, dtype=bool))


def nested(*rows: list[int]) -> NestedTensor:
    return call("aten._nested_tensor_from_mask", X, mask(*rows), True)


def test_masked_elements_become_padding() -> None:
    found = nested([1, 1, 0], [1, 0, 0])
    assert call("prim.is_nested", found) and not call("prim.is_nested", X)
    assert call("aten.dim", found) == 3
    padded = call("aten.to_padded_tensor", found, -1.0, None).array
    assert padded.shape == (2, 2, 4) and padded.dtype == np.float32
    assert (padded[0] == X.array[0, :2]).all() and (padded[1, 0] == X.array[1, 0]).all()
    assert (padded[1, 1] == -1).all()
    wide = call("aten.to_padded_tensor", found, 0.0, [2, 3, 5]).array
    assert wide.shape == (2, 3, 5) and not wide[0, 2].any() and not wide[..., 4].any()


def test_sequences_without_elements() -> None:
    found = nested([0, 0, 0], [1, 1, 1])
    assert (call("aten.to_padded_tensor", found, 9.0, None).array[0] == 9).all()


@pytest.mark.parametrize(
    ("rows", "aligned"), [([[1, 1, 0], [0, 0, 0]], True), ([[1, 0, 1], [1, 1, 1]], False)]
)
def test_gaps_in_masks_are_seen(rows: list[list[int]], aligned: bool) -> None:
    left_aligned = call("aten._nested_tensor_from_mask_left_aligned", X, mask(*rows))
    assert left_aligned is aligned
    if not aligned:
        with pytest.raises(ValueError, match="gaps"):
            nested(*rows)


def test_what_does_not_fit_is_refused() -> None:
    from_mask = "aten._nested_tensor_from_mask"
    with pytest.raises(TypeError, match="bools"):
        call(from_mask, X, Tensor(np.ones((2, 3))), True)
    with pytest.raises(ValueError, match="does not fit"):
        call(from_mask, X, mask([1, 1, 1]), True)
    with pytest.raises(ValueError, match="do not fit"):
        call("aten.to_padded_tensor", nested([1, 1, 0], [1, 0, 0]), 0.0, [2, 1, 4])
    with pytest.raises(TypeError, match="takes a nested tensor"):
        call("aten.to_padded_tensor", X, 0.0, None)


def test_other_operators_refuse_nested_tensors() -> None:
    with pytest.raises(TypeError, match="to_padded_tensor"):
        call("aten.relu", nested([1, 1, 0], [1, 0, 0]))


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("lengths", [[5], [5, 3, 4], [9, 1, 1, 1, 1], [4, 0, 2]])
def test_a_layer_of_an_encoder_takes_each_sequence_alone(
    lengths: list[int], norm_first: bool
) -> None:
    """Sequences of similar lengths are padded, others are not."""
    random = np.random.default_rng(0)

    def normal(*sizes: int) -> Tensor:
        return Tensor(random.standard_normal(sizes).astype(np.float32))

    size, hidden = 8, 6
    options = (
        size, 2, normal(3 * size, size), normal(3 * size), normal(size, size), normal(size),
        True, norm_first, 1e-5, *(normal(size) for _ in range(4)),
        normal(hidden, size), normal(hidden), normal(size, hidden), normal(size), None, None,
    )  # fmt: skip
    parts = [normal(length, size).array for length in lengths]
    layer = "aten._transformer_encoder_layer_fwd"
    found = call(layer, NestedTensor(parts), *options)
    assert [len(part) for part in found.parts] == lengths
    for part, one in zip(parts, found.parts, strict=True):
        alone = call(layer, Tensor(part[None]), *options).array[0]
        np.testing.assert_allclose(one, alone, rtol=1e-5, atol=1e-5)
