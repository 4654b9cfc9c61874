"""Cells of recurrent networks: single steps."""

from __future__ import annotations

import torch
from torch import Tensor


def _check_state(input: Tensor, state: Tensor, hidden: int) -> None:
    """Raise unless there is one state for each row of the input."""
    if input.dim() != 2 or state.size() != [input.size(0), hidden]:
        raise RuntimeError(
            f"takes a matrix and a state of {hidden} numbers for each of its rows, "
            f"got sizes {input.size()} and {state.size()}"
        )


def _gates(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None,
    b_hh: Tensor | None,
) -> Tensor:
    _check_state(input, hx, w_hh.size(1))
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
    if len(hx) != 2:
        raise RuntimeError(f"lstm_cell: takes two states, got {len(hx)}")
    _check_state(input, hx[1], w_hh.size(1))
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
    _check_state(input, hx, w_hh.size(1))
    from_input = torch.nn.functional.linear(input, w_ih, b_ih)
    from_state = torch.nn.functional.linear(hx, w_hh, b_hh)
    reset_input, update_input, new_input = torch.chunk(from_input, 3, 1)
    reset_state, update_state, new_state = torch.chunk(from_state, 3, 1)
    reset = torch.sigmoid(reset_state + reset_input)
    update = torch.sigmoid(update_state + update_input)
    new = torch.tanh(new_input + new_state * reset)
    return (hx - new) * update + new
