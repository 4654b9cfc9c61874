# RUN: %interp %s --input logits=f32[1,4]{0.5,0.25,0,0.5} --input n=6 | %check %s
# RUN: %native %s --input logits=f32[1,4]{0.5,0.25,0,0.5} --input n=6 | %check %s
# A decoder, whose steps draw from a distribution that depends on what the last one drew.
import torch
from torch import Tensor


def decode(logits: Tensor, n: int):
    drawn = torch.zeros([6], dtype=torch.int64)
    bias = torch.zeros([1, 4])
    for i in range(n):
        chances = torch.softmax(logits + bias, -1)
        token = torch.multinomial(chances, 1)
        drawn[i] = token[0, 0]
        bias = bias - (torch.arange(4) == token).float()
        bias = torch.nn.functional.dropout(bias, 0.25, True)
    return drawn, torch.rand([2])


# CHECK: out0.0: i64[6] = [2, 3, 1, 0, 0, 1]
# CHECK-NEXT: out0.1: f32[2] = [0.74966, 0.60465]
