"""Functions that are scripted by PyTorch and by us, with arguments of a call."""

# ruff: noqa: UP006, UP035, UP045
# pyright: basic
import math
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor


class Hypothesis(NamedTuple):
    score: float
    words: List[int]


def extended(best: Hypothesis, word: int, gain: float) -> Hypothesis:
    return Hypothesis(best.score + gain, best.words + [word])  # noqa: RUF005


def greedy(logits: Tensor, start: Optional[int] = None) -> Tuple[float, List[int]]:
    best = Hypothesis(0.0, [])
    if start is not None:
        best = extended(best, start, 0.0)
    for step in F.log_softmax(logits, dim=-1).unbind(0):
        gain, word = step.max(0)
        if word == 0:
            break
        best = extended(best, int(word), float(gain))
    return best.score, best.words


def counted(words: List[str]) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def positions(length: int, size: int):
    # type: (int, int) -> Tensor
    angles = torch.arange(length).unsqueeze(1) * torch.exp(
        torch.arange(0, size, 2) * (-math.log(10000.0) / size)
    )
    return torch.stack([torch.sin(angles), torch.cos(angles)], dim=-1).flatten(1)


def normalised(x: Tensor, eps: float = 1e-5, *, scale: float) -> Tensor:
    mean = x.mean(-1, keepdim=True)
    var = ((x - mean) ** 2).mean(-1, keepdim=True)
    return (x - mean) / torch.sqrt(var + eps) * scale


def newton(x: float) -> Tuple[float, int]:
    guess, steps = x, 0
    while abs(guess * guess - x) > 1e-9:
        guess = (guess + x / guess) / 2
        steps += 1
        if steps > 50:
            raise RuntimeError(f"no root of {x}")
    return guess, steps


LOGITS = torch.tensor([[0.0, 2.0, 1.0], [0.5, 0.2, 3.0], [9.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
CALLS = [
    (greedy, (LOGITS,), {}),
    (greedy, (LOGITS, 7), {}),
    (counted, (["a", "b", "a"],), {}),
    (positions, (3, 4), {}),
    (normalised, (LOGITS,), {"scale": 2.0}),
    (newton, (2.0,), {}),
]
