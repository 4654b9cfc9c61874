# RUN: %interp %s --input x=f32[4,4]{1,9,3,4,5,6,9,1,2,3,4,9,9,1,2,3} --input eos=3 | %check %s
# RUN: %native %s --input x=f32[4,4]{1,9,3,4,5,6,9,1,2,3,4,9,9,1,2,3} --input eos=3 | %check %s
# A greedy decoder: numbers of tensors select rows and end the loop.
import torch
from torch import Tensor


def f(x: Tensor, eos: int):
    word = torch.zeros([1, 1], dtype=torch.int64)
    score = 0.0
    steps = 0
    while steps < 10:
        chances = x[int(word)]
        word = chances.argmax().reshape([1, 1])
        score += chances.max().item()
        steps += 1
        if word == eos:
            break
    odd = int(score) % steps if word.item() > 2 else -1
    return word, score, steps, odd, bool(torch.full([1], float("nan")))


# CHECK: out0.0: i64[1,1] = {{\[\[}}3]]
# CHECK-NEXT: out0.1: float = 27.0
# CHECK-NEXT: out0.2: int = 3
# CHECK-NEXT: out0.3: int = 0
# CHECK-NEXT: out0.4: bool = true
