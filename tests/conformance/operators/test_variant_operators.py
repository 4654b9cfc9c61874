"""Operators that PyTorch's own code calls, and those that say little about tensors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from directly import ask, numbers  # noqa: E402

Calls = Callable[[], Sequence[tuple[object, ...]]]


def _x() -> torch.Tensor:
    return torch.arange(6.0).view(2, 3)


def _bytes() -> torch.Tensor:
    return torch.tensor([[1, 2], [3, 4]])


_OFFSETS = [torch.tensor([0, 2, 2, 5])]

CALLS: dict[str, Calls] = {
    "_add_relu.Tensor": lambda: [(_x(), -2 * _x() + 3), (_bytes(), -_bytes())],
    "_add_relu_.Tensor": lambda: [(_x(), -2 * _x() + 3)],
    "_add_relu.Scalar": lambda: [(_x(), -2, 2)],
    "_addmm_activation": lambda: [(torch.ones(2) - 20, _x(), _x().T.contiguous())],
    "_compute_linear_combination": lambda: [
        (_x(), numbers(4, 2)), (numbers(2, 3, 4), numbers(5, 2)),
    ],
    "_logcumsumexp": lambda: [(_x(), 0), (_x(), -1)],
    "_unsafe_index_put": lambda: [
        (_x(), [None, torch.tensor([0, 0])], torch.ones(2), True),
        (_x(), [torch.tensor([1])], torch.ones(3), False),
    ],
    "_index_put_impl": lambda: [(_x(), [torch.tensor([1, 1])], torch.ones(3), True, False)],
    "_index_put_impl_": lambda: [(_x(), [torch.tensor([1, 1])], torch.ones(3), True, False)],
    "_reshape_copy": lambda: [(_x(), [3, -1])],
    "to_dense": lambda: [(_x(),), (_x(), torch.float64)],
    "to_dense_backward": lambda: [(_x(), _x())],
    "flatten_dense_tensors": lambda: [([_x(), torch.ones(2)],)],
    "unflatten_dense_tensors": lambda: [
        (torch.arange(9.0), [_x(), torch.ones(0), torch.ones(2)]),
    ],
    "_pack_sequence": lambda: [(_x(), torch.tensor([2]), None, torch.tensor([1, 0]))],
    "_ncf_view": lambda: [(torch.arange(6.0), [2, 3, 4], 1), (torch.arange(2.0), [2, 3, 4], 2)],
    "_ncf_unsqueeze": lambda: [(torch.arange(3.0), 4)],
    "_jagged_to_padded_dense_forward": lambda: [
        (numbers(5, 2), _OFFSETS, [3], -1.0), (numbers(5, 2), _OFFSETS, [2], 0.0),
        (numbers(5, 2), _OFFSETS, [7], 0.5),
    ],
    "_padded_dense_to_jagged_forward": lambda: [
        (numbers(3, 3, 2), _OFFSETS), (numbers(3, 4, 2), _OFFSETS, 5),
    ],
    "_rowwise_prune": lambda: [
        (numbers(4, 2), torch.tensor([True, False, True, False]), torch.int32),
    ],
    "_transform_bias_rescale_qkv": lambda: [(numbers(2, 3, 12), numbers(12), 2)],
    "_grouped_mm": lambda: [
        (numbers(2, 4, 8), numbers(2, 8, 12)),
        (numbers(5, 8), numbers(2, 8, 12), torch.tensor([1, 5], dtype=torch.int32)),
        (numbers(2, 5, 8), numbers(8, 12), torch.tensor([4, 12], dtype=torch.int32)),
        (numbers(4, 12), numbers(12, 8), torch.tensor([4, 12], dtype=torch.int32)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_answers(name: str) -> None:
    torch.manual_seed(0)
    for arguments in CALLS[name]():
        ask(name, *[a.clone() if isinstance(a, torch.Tensor) else a for a in arguments])
