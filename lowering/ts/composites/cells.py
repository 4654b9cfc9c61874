"""One step of recurrent networks."""

from __future__ import annotations

import torch
from torch import Tensor


def _gates(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None,
    b_hh: Tensor | None,
) -> Tensor:
    return torch.nn.functional.linear(input, w_ih, b_ih) + torch.nn.functional.linear(
        hx, w_hh, b_hh
    )


def rnn_tanh_cell(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
) -> Tensor:
    return torch.tanh(_gates(input, hx, w_ih, w_hh, b_ih, b_hh))


def rnn_relu_cell(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
) -> Tensor:
    return torch.relu(_gates(input, hx, w_ih, w_hh, b_ih, b_hh))


def lstm_cell(
    input: Tensor,
    hx: list[Tensor],
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    gates = _gates(input, hx[0], w_ih, w_hh, b_ih, b_hh)
    entering, forgetting, cell, leaving = torch.chunk(gates, 4, 1)
    memory = torch.sigmoid(forgetting) * hx[1] + torch.sigmoid(entering) * torch.tanh(cell)
    return torch.sigmoid(leaving) * torch.tanh(memory), memory


def gru_cell(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
) -> Tensor:
    from_input = torch.chunk(torch.nn.functional.linear(input, w_ih, b_ih), 3, 1)
    from_state = torch.chunk(torch.nn.functional.linear(hx, w_hh, b_hh), 3, 1)
    reset = torch.sigmoid(from_state[0] + from_input[0])
    update = torch.sigmoid(from_state[1] + from_input[1])
    new = torch.tanh(from_input[2] + from_state[2] * reset)
    return (hx - new) * update + new
