"""The gradient of connectionist temporal classification."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.operators.networks.likelihood import (
    alignment,
    lengths_of,
    separate,
    with_blanks,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _of_sequence(logs: Array, labels: Array, alpha: Array, loss: Array, blank: int) -> Array:
    """Return the gradient of the scores, from all alignments that pass through each step and label.
    After Graves et al. (2006)."""
    beta = alignment(logs[::-1], labels[::-1], blank)[::-1, ::-1]
    through = np.full(logs.shape, logs.dtype.type(-np.inf))
    read: Any = (slice(None), with_blanks(labels, blank))
    np.logaddexp.at(through, read, alpha + beta)
    return np.exp(logs) - np.exp(through + loss - logs)


def _ctc(
    *, grad: Tensor, log_probs: Tensor, targets: Tensor, input_lengths: Sequence[int],
    target_lengths: Sequence[int], neg_log_likelihood: Tensor, log_alpha: Tensor, blank: int,
    zero_infinity: bool,
) -> Tensor:  # fmt: skip
    logs, losses = log_probs.array, neg_log_likelihood.array
    made = np.zeros_like(logs, order="C")
    for i, labels in enumerate(separate(targets.array, target_lengths)):
        if zero_infinity and losses[i] == np.inf:
            continue
        steps = input_lengths[i]
        alpha = log_alpha.array[i, :steps, : 2 * len(labels) + 1]
        share = _of_sequence(logs[:steps, i], labels, alpha, losses[i], blank)
        made[:steps, i] = share * grad.array[i]
    return Tensor(made)


def _ctc_tensors(*, input_lengths: Tensor, target_lengths: Tensor, **options: Any) -> Tensor:
    inputs, targets = lengths_of(input_lengths), lengths_of(target_lengths)
    return _ctc(input_lengths=inputs, target_lengths=targets, **options)


SEQUENCE_BACKWARD: Table = {
    **by_name(_ctc, "aten._ctc_loss_backward"),
    **by_name(_ctc_tensors, "aten._ctc_loss_backward.Tensor"),
}
