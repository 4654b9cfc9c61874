"""Losses of class probabilities: negative log likelihood and cross entropy, and of sequences of
labels (connectionist temporal classification)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue
from xdsl_torchscript.runtime.operators.core import Table, working_array, wrap_result
from xdsl_torchscript.runtime.operators.networks.losses import MEAN, NONE, reduce_loss
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _class_weights(weight: Tensor | None, scores: Array) -> Array:
    count = scores.shape[-1]
    if weight is None:
        return np.full((count,), 1, scores.dtype)
    if weight.shape != (count,):
        raise BadValue(f"{count} classes need as many weights, not {list(weight.shape)}")
    return weight.array.astype(scores.dtype, copy=False)


def _nll_forward(
    self: Tensor, target: Tensor, weight: Tensor | None, reduction: int, ignore_index: int
) -> tuple[Tensor, Tensor]:
    """Return the loss, and the sum of the weights of all targets, the divisor of the mean."""
    array = working_array(self)
    # `[batch, classes, ...]` with the classes last; a single row is unchanged.
    axes = [0, *range(2, array.ndim), 1] if array.ndim > 1 else [0]
    scores, dtype = np.transpose(array, axes), self.array.dtype
    if target.shape != scores.shape[:-1]:
        raise BadValue(f"targets of shape {list(target.shape)} for {list(scores.shape[:-1])}")
    if target.array.dtype.kind not in "iu":
        raise BadType(f"a target must be a class number, not a {target.array.dtype} number")
    counted = target.array != ignore_index
    wanted = np.where(counted, target.array, 0)
    if wanted.size and not 0 <= wanted.min() <= wanted.max() < scores.shape[-1]:
        raise BadIndex(f"a target is out of range, expected 0 to {scores.shape[-1] - 1}")
    weights = np.where(counted, _class_weights(weight, scores)[wanted], 0).astype(scores.dtype)
    chosen = np.take_along_axis(scores, wanted[..., None].astype(np.int64), -1)[..., 0]
    losses = np.where(counted, -chosen * weights, 0).astype(scores.dtype)
    total = np.sum(weights)
    if reduction == NONE:
        return wrap_result(losses, dtype), wrap_result(scores.dtype.type(0), dtype)
    if reduction == MEAN:
        return wrap_result(np.sum(losses) / total, dtype), wrap_result(total, dtype)
    return reduce_loss(losses, reduction, dtype), wrap_result(total, dtype)


# ---- sequences of labels


def with_blanks(labels: Array, blank: int) -> Array:
    """Return the labels with blanks around them."""
    places = np.full(2 * len(labels) + 1, blank)
    places[1::2] = labels
    return places


def alignment(logs: Array, labels: Array, blank: int) -> Array:
    """Return the log-probabilities of all alignments of the first labels with the first steps. They
    are indexed by step and by position in the labels with blanks. After Graves et al. (2006).
    """
    places = with_blanks(labels, blank)
    skips = np.zeros(len(places), np.bool_)
    skips[3::2] = places[3::2] != places[1:-2:2]
    emitted = logs[:, places]
    nothing = logs.dtype.type(-np.inf)
    alpha = np.full(emitted.shape, nothing)
    alpha[:1, :2] = emitted[:1, :2]
    for step in range(1, len(logs)):
        before = alpha[step - 1]
        one = np.concatenate([[nothing], before[:-1]])
        two = np.where(skips, np.concatenate([[nothing] * 2, before])[: len(before)], nothing)
        alpha[step] = np.logaddexp(np.logaddexp(before, one), two) + emitted[step]
    return alpha


def separate(targets: Array, lengths: Sequence[int]) -> list[Array]:
    """Return the labels of each sequence, from rows or concatenated."""
    if targets.ndim == 2:
        return [row[:length] for row, length in zip(targets, lengths, strict=True)]
    ends = np.cumsum(lengths)
    return [targets[end - n : end] for end, n in zip(ends, lengths, strict=True)]


def _ctc(
    log_probs: Tensor, targets: Tensor, input_lengths: Sequence[int],
    target_lengths: Sequence[int], blank: int, zero_infinity: bool,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Return the loss of each sequence, and the table of its alignments."""
    steps, batch, classes = log_probs.shape
    if not 0 <= blank < classes:
        raise BadValue(f"the blank, {blank}, is out of range, expected 0 to {classes - 1}")
    if not len(input_lengths) == len(target_lengths) == batch:
        raise BadValue(f"{batch} sequences need as many lengths of inputs and targets")
    if any(not 0 <= n <= steps for n in input_lengths):
        raise BadValue(f"lengths of inputs must be between 0 and {steps}: {list(input_lengths)}")
    longest = max(target_lengths, default=0)
    table = np.full((batch, steps, 2 * longest + 1), -np.inf, log_probs.array.dtype)
    losses: list[float] = []
    for i, labels in enumerate(separate(targets.array, target_lengths)):
        logs = log_probs.array[: input_lengths[i], i]
        alpha = alignment(logs, labels, blank)
        loss = np.inf if len(labels) else 0.0
        if len(logs):
            ends = alpha[-1, -2:] if len(labels) else alpha[-1, -1:]
            loss = -float(np.logaddexp.reduce(ends))
        losses.append(0.0 if zero_infinity and loss == np.inf else loss)
        table[i, : len(alpha), : alpha.shape[1]] = alpha
    return Tensor(np.array(losses, log_probs.array.dtype)), Tensor(table)


def lengths_of(lengths: Tensor) -> list[int]:
    return lengths.array.reshape(-1).tolist()


def _ctc_tensors(
    log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor,
    blank: int, zero_infinity: bool,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    sizes = lengths_of(input_lengths), lengths_of(target_lengths)
    return _ctc(log_probs, targets, *sizes, blank, zero_infinity)


def _ctc_loss(
    log_probs: Tensor, targets: Tensor, input_lengths: Sequence[int],
    target_lengths: Sequence[int], blank: int, reduction: int, zero_infinity: bool,
) -> Tensor:  # fmt: skip
    """Return the loss; its mean is over losses by label. An input without batch dimension is one
    sequence."""
    alone = log_probs.array.ndim == 2
    batch = Tensor(log_probs.array[:, None]) if alone else log_probs
    found = _ctc(batch, targets, input_lengths, target_lengths, blank, zero_infinity)[0].array
    if reduction == MEAN:
        found = found / np.maximum(target_lengths, 1)
    shaped = found[0] if alone and reduction == NONE else found
    return reduce_loss(shaped, reduction, log_probs.array.dtype)


def _ctc_loss_tensors(
    log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor,
    blank: int, reduction: int, zero_infinity: bool,
) -> Tensor:  # fmt: skip
    sizes = lengths_of(input_lengths), lengths_of(target_lengths)
    return _ctc_loss(log_probs, targets, *sizes, blank, reduction, zero_infinity)


LIKELIHOOD: Table = {
    "aten.nll_loss_forward": _nll_forward,
    "aten.nll_loss2d_forward": _nll_forward,
    "aten._ctc_loss": _ctc,
    "aten._ctc_loss.Tensor": _ctc_tensors,
    "aten.ctc_loss.IntList": _ctc_loss,
    "aten.ctc_loss.Tensor": _ctc_loss_tensors,
}
