"""Start-up time of `ts-opt` against `xdsl-opt`: whole processes, paired."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from paired import Spread, ratios, rounds

ATEN = """\
func.func @f(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor {
  %a = aten.mul.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %b = aten.sin(%a) : (!ts.tensor) -> !ts.tensor
  func.return %b : !ts.tensor
}
"""
ARITH = """\
func.func @f(%x: f32, %y: f32) -> f32 {
  %a = arith.mulf %x, %y : f32
  %b = arith.addf %a, %a : f32
  func.return %b : f32
}
"""
ROUNDS = 21


def command(*words: str) -> Callable[[], object]:
    tool = str(Path(sys.executable).parent / words[0])
    return lambda: subprocess.run([tool, *words[1:]], check=True, stdout=subprocess.DEVNULL)


def report(title: str, ours: Callable[[], object], theirs: Callable[[], object]) -> None:
    times = rounds({"ts-opt": ours, "xdsl-opt": theirs}, count=ROUNDS)
    for name, samples in times.items():
        print(f"{title:24} {name:10} {Spread.of([1e3 * s for s in samples])} ms")
    print(f"{title:24} ratio      {ratios(times, 'ts-opt', 'xdsl-opt')}\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        aten, arith = Path(folder, "aten.mlir"), Path(folder, "arith.mlir")
        aten.write_text(ATEN)
        arith.write_text(ARITH)
        report("--version", command("ts-opt", "--version"), command("xdsl-opt", "--version"))
        report("a five-line file", command("ts-opt", str(aten)), command("xdsl-opt", str(arith)))


if __name__ == "__main__":
    main()
