"""Load times of an archive of 100 MB and 5,000 operators: `ts.load` against `torch.jit.load`,
paired.

PyTorch compiles all code when it loads; here a method is compiled on its first call. So there are
two rows: `load` itself, and `load` with all code compiled.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import torch
from paired import Spread, ratios, rounds

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.modules.handle import program_of

ROUNDS = 7
BLOCKS = 100
OPERATORS_PER_BLOCK = 50
FEATURES = 512  # of a block's square matrix of floats: 1 MiB


class Block(torch.nn.Module):
    """A block whose class each archive defines separately, as in traced networks."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.rand(FEATURES, FEATURES))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.mm(x, self.weight)
        for _ in range((OPERATORS_PER_BLOCK - 1) // 2):
            y = torch.tanh(y) * x
        return torch.relu(y)


def write(path: Path) -> torch.jit.ScriptModule:
    blocks = [Block() for _ in range(BLOCKS)]
    traced = torch.jit.trace(
        torch.nn.Sequential(*blocks), torch.rand(1, FEATURES), check_trace=False
    )
    traced.save(path)
    return traced


def load_compiled(path: Path) -> ts.ScriptModule:
    """Load an archive and compile every method."""
    module = ts.load(path)
    program_of(module).definitions.compile_all()
    return module


def row(times: dict[str, list[float]], name: str) -> str:
    seconds, versus = Spread.of(times[name]), ratios(times, name, "torch.jit.load")
    return f"{name:26} {seconds} s   {versus} x torch.jit.load"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.pt"
        traced = write(path)
        operators = sum(1 for node in traced.inlined_graph.nodes() if "aten::" in node.kind())
        print(f"an archive of {path.stat().st_size / 1e6:.0f} MB with {operators} operators")
        contenders: dict[str, Callable[[], object]] = {
            "torch.jit.load": lambda: torch.jit.load(path),
            "ts.load": lambda: ts.load(path),
            "ts.load, all compiled": lambda: load_compiled(path),
        }
        times = rounds(contenders, count=ROUNDS)
    for name in contenders:
        print(row(times, name))


if __name__ == "__main__":
    main()
