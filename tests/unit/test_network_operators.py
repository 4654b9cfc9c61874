"""Operators of neural networks without PyTorch at hand: against their definitions."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.random.generator import Generator
from xdsl_torchscript.runtime.tensor import Tensor


def draw_cases(*shape: int) -> Tensor:
    return Tensor(Generator(1).normal(int(np.prod(shape))).reshape(shape))


def call(name: str, *arguments: object) -> object:
    return implementation_of(f"aten.{name}")(*arguments)


def test_batch_norm_remembers_the_unbiased_variance() -> None:
    x, mean, variance = draw_cases(4, 3, 5), Tensor(np.zeros(3)), Tensor(np.ones(3))
    result = call("batch_norm", x, None, None, mean, variance, True, 0.1, 0.0, False).array
    by_channel = x.array.swapaxes(0, 1).reshape(3, -1)
    np.testing.assert_allclose(mean.array, 0.1 * by_channel.mean(1))
    np.testing.assert_allclose(variance.array, 0.9 + 0.1 * by_channel.var(1, ddof=1))
    np.testing.assert_allclose(result.mean((0, 2)), 0, atol=1e-12)
    np.testing.assert_allclose(result.var((0, 2)), 1)


def test_a_backward_direction_reads_a_packed_sequence_from_its_end() -> None:
    x, hx = draw_cases(4, 2, 3), Tensor(np.zeros((2, 2, 5)))
    params = [draw_cases(5, 3), draw_cases(5, 5)] * 2
    lengths = Tensor(np.array([4, 2]))
    packed, sizes = call("_pack_padded_sequence", x, lengths, False)
    assert sizes.array.tolist() == [2, 2, 1, 1]
    options = (params, False, 1, 0.0, False, True)
    output, end = call("rnn_tanh.data", packed, sizes, hx, *options)
    padded, found = call("_pad_packed_sequence", output, sizes, False, 0.0, -1)
    assert found.array.tolist() == [4, 2]
    short = Tensor(x.array[:2, 1:])
    alone, last = call("rnn_tanh.input", short, Tensor(hx.array[:, 1:]), *options, False)
    np.testing.assert_allclose(padded.array[:2, 1:], alone.array)
    np.testing.assert_allclose(end.array[:, 1:], last.array)
    assert not padded.array[2:, 1].any()


def test_attention_without_anything_to_attend_to_is_zero() -> None:
    q = draw_cases(1, 3, 4)
    mask = Tensor(np.array([[True, False, False], [False] * 3, [True] * 3]))
    found = call("scaled_dot_product_attention", q, q, q, mask, 0.0, False, None, False).array
    np.testing.assert_allclose(found[0, 0], q.array[0, 0])
    assert not found[0, 1].any()


def test_cross_entropy_is_the_likelihood_of_the_softmax() -> None:
    x, target = draw_cases(3, 4), Tensor(np.array([1, -100, 3]))
    chances = np.exp(x.array) / np.exp(x.array).sum(1, keepdims=True)
    expected = -(np.log(chances[0, 1]) + np.log(chances[2, 3])) / 2
    found = call("cross_entropy_loss", x, target, None, 1, -100, 0.0)
    np.testing.assert_allclose(found.array, expected)


def test_ctc_sums_over_all_alignments() -> None:
    logs = np.log(np.array([[0.5, 0.3, 0.2], [0.4, 0.4, 0.2]]))[:, None]
    one_label = 0.3 * 0.4 + 0.3 * 0.4 + 0.5 * 0.4
    target = Tensor(np.array([[1]]))
    found = call("ctc_loss.IntList", Tensor(logs), target, [2], [1], 0, 2, False)
    np.testing.assert_allclose(found.array, -np.log(one_label))


def test_bags_are_combined_without_their_padding() -> None:
    table = Tensor(np.arange(8.0).reshape(4, 2))
    indices, offsets = Tensor(np.array([0, 3, 1])), Tensor(np.array([0, 2]))
    options = (False, 1, False, None, False, 0)
    result, bags, sizes, _ = call("embedding_bag.padding_idx", table, indices, offsets, *options)
    assert result.array.tolist() == [[6, 7], [2, 3]]
    assert (bags.array.tolist(), sizes.array.tolist()) == ([0, 0, 1], [1, 1])


def test_bags_are_numbered_in_the_type_of_indices_and_offsets() -> None:
    table, indices = Tensor(np.ones((4, 2), np.float32)), Tensor(np.array([0, 3, 1], np.int32))
    short, long = (Tensor(np.array([0, 2], dtype)) for dtype in (np.int32, np.int64))
    for offsets in (short, long):
        found = call("_embedding_bag", table, indices, offsets, False, 1, False, None, False, -1)
        assert [part.array.dtype for part in found[1:]] == [offsets.array.dtype] * 3


def test_a_sum_lists_bags_only_for_strided_rows() -> None:
    indices, offsets = Tensor(np.array([0, 3, 1])), Tensor(np.array([0, 2]))
    wide = np.ones((4, 6), np.float32)
    for table, expected in ((wide, []), (wide[:, ::2], [0, 0, 1])):
        options = (False, 0, False, None, False, -1)
        found = call("_embedding_bag", Tensor(table), indices, offsets, *options)
        assert found[1].array.tolist() == expected


def test_a_signal_comes_back_from_its_frames() -> None:
    signal, window = draw_cases(64), Tensor(np.hanning(16))
    options = (16, 4, 16, window, True)
    frames = call("stft.center", signal, *options, "reflect", False, None, True, None)
    back = call("istft", frames, *options, False, None, 64, False)
    np.testing.assert_allclose(back.array, signal.array, atol=1e-12)


@pytest.mark.parametrize("driver", [None, "gelsd"])
def test_least_squares(driver: str | None) -> None:
    a, b = draw_cases(5, 3), draw_cases(5, 2)
    solution, *_ = call("linalg_lstsq", a, b, None, driver)
    np.testing.assert_allclose(a.array.T @ (a.array @ solution.array - b.array), 0, atol=1e-12)


def test_factors_multiply_to_the_matrix() -> None:
    a = draw_cases(2, 4, 4)
    p, lower, upper = call("linalg_lu", a, True)
    np.testing.assert_allclose(p.array @ lower.array @ upper.array, a.array, atol=1e-12)
    u, s, vh = call("linalg_svd", a, False, None)
    np.testing.assert_allclose((u.array * s.array[:, None]) @ vh.array, a.array, atol=1e-12)
    inverse = call("linalg_inv", a).array
    np.testing.assert_allclose(inverse @ a.array, np.broadcast_to(np.eye(4), (2, 4, 4)), atol=1e-10)


def test_autocast_is_never_on() -> None:
    assert implementation_of("aten.is_autocast_enabled")() is False
    assert implementation_of("aten.is_autocast_cpu_enabled")() is False


@pytest.mark.parametrize("outside", [np.inf, -np.inf, np.nan])
def test_adaptive_pooling_reads_nothing_outside_of_a_part(outside: float) -> None:
    image = np.array([[[[1.0, 2, 3, outside, 5, 6]]]])
    result = call("adaptive_avg_pool2d", Tensor(image), [1, 2]).array
    np.testing.assert_array_equal(result, [[[[2.0, image[..., 3:].mean()]]]])


@pytest.mark.usefixtures("kept_options")
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_rows_without_a_key_are_nan(engine: str) -> None:
    f = ts.compile("def f(x, m):\n    return torch.ops.aten._masked_softmax(x, m)").f
    ts.set_engine(engine)
    found = f(np.zeros((2, 2), np.float32), np.array([[True, True], [False, True]])).array
    np.testing.assert_array_equal(found, [[np.nan, np.nan], [1, 0]])
