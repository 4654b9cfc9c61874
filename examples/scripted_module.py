"""A module of Python becomes a program that runs, prints and saves without Python."""

from typing import NamedTuple

import numpy as np

import xdsl_torchscript as ts


def ramp(*shape: int) -> np.ndarray:
    return np.linspace(-1, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape)


class State(NamedTuple):
    hidden: ts.Tensor
    cell: ts.Tensor


class Cell(ts.Module):
    """Compute a step of an LSTM."""

    size: ts.Final[int]

    def __init__(self, inputs: int, size: int) -> None:
        super().__init__()
        self.size = size
        self.w = ts.Parameter(ramp(4 * size, inputs))
        self.u = ts.Parameter(ramp(4 * size, size))

    def start(self, x: ts.Tensor) -> State:
        zeros = ts.zeros([x.size(0), self.size])
        return State(zeros, zeros)

    def forward(self, x: ts.Tensor, state: State | None = None) -> State:
        if state is None:
            state = self.start(x)
        gates = x @ self.w.t() + state.hidden @ self.u.t()
        i, f, g, o = gates.chunk(4, 1)
        cell = ts.sigmoid(f) * state.cell + ts.sigmoid(i) * ts.tanh(g)
        return State(ts.sigmoid(o) * ts.tanh(cell), cell)


class Encoder(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cells = ts.ModuleList([Cell(3, 2), Cell(2, 2)])

    def forward(self, steps: ts.Tensor) -> ts.Tensor:
        x = steps
        for cell in self.cells:
            outputs: list[ts.Tensor] = []
            state = cell(x[0])
            for step in x.unbind(0):
                state = cell(step, state)
                outputs.append(state.hidden)
            x = ts.stack(outputs)
        return x


if __name__ == "__main__":
    eager = Encoder()
    scripted = ts.script(eager)
    inputs = ts.Tensor.of(ramp(4, 1, 3))
    print(scripted)
    print(scripted.cells[0].forward.schema)
    same = np.allclose(scripted(inputs).array, eager(inputs).array)
    print("the program and Python agree:", same)
