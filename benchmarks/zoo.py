"""Every model of the zoo under the default executor, the interpreter and `torch.jit`, paired.

    python benchmarks/zoo.py [MODEL ...]

PyTorch scripts each model, or traces it where it cannot, in evaluation mode and not frozen, and
saves an archive that all load. A call takes tensors, and is timed after its plan is ready. Ratios
are of the others' times to the executor's: above 1 it is faster.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import io
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import torch
from paired import Spread, ratios, rounds

import xdsl_torchscript as ts

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/conformance/zoo"))

from families import ZOO
from model import Model
from saving import Unsaved, saved

ROUNDS = 9
SECONDS_PER_SAMPLE = 0.02
LEAST_CALLS = 5
"""Calls of a sample: the first finds the caches as another contender left them."""
WARM_UP = 6, 1.0
"""Calls and seconds before the first round: straight-line code is generated after 64 calls."""
CONTENDERS = ("profile", "interp", "torch.jit")


def _as_ours(value: Any) -> Any:
    """Convert the tensors in an argument."""
    if isinstance(value, torch.Tensor):
        return ts.Tensor(value.detach().numpy())
    if isinstance(value, dict):
        return {key: _as_ours(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(_as_ours, value))
    return value


def _ours(archive: bytes, calls: list[Any], engine: str) -> Callable[[], object]:
    module = ts.load(archive)
    bound = [(getattr(module, c.method), _as_ours(c.arguments)) for c in calls]

    def contender() -> None:
        ts.set_engine(engine)
        for method, arguments in bound:
            method(*arguments)

    return contender


def contenders(model: Model) -> dict[str, Callable[[], object]]:
    """Return the calls of a model in each way, with their plans. Raises Unsaved."""
    torch.manual_seed(0)
    module, calls = model.make()
    archive = saved(model.ways[0], module.eval(), calls, "float32")
    theirs = torch.jit.load(io.BytesIO(archive))

    def in_torch() -> None:
        for call in calls:
            getattr(theirs, call.method)(*call.arguments)

    ours = {engine: _ours(archive, calls, engine) for engine in CONTENDERS[:2]}
    made = {**ours, "torch.jit": in_torch}
    for contender in made.values():
        start, done = time.perf_counter(), 0
        while done < WARM_UP[0] or time.perf_counter() - start < WARM_UP[1]:
            contender()
            done += 1
    return made


def measure(model: Model) -> dict[str, float]:
    """Print the times of a model, and return the ratios."""
    competing = contenders(model)
    once = min(rounds({"first": competing["torch.jit"]}, count=3)["first"])
    calls = max(LEAST_CALLS, round(SECONDS_PER_SAMPLE / once / len(CONTENDERS)))
    times = rounds(competing, count=ROUNDS, calls=calls)
    spreads = {name: ratios(times, name, "profile") for name in CONTENDERS[1:]}
    shown = "  ".join(f"{Spread.of(times[name]).median * 1e6:9.1f}" for name in CONTENDERS)
    print(f"{model.name:28} {shown}  " + "  ".join(map(str, spreads.values())), flush=True)
    return {name: spread.median for name, spread in spreads.items()}


def main() -> None:
    torch.set_num_threads(1)
    ts.set_num_threads(1)
    ts.set_compile_mode("now")
    warnings.simplefilter("ignore")
    print("microseconds:".ljust(28), "  ".join(f"{n:>9}" for n in CONTENDERS), "ratios")
    found: list[dict[str, float]] = []
    with torch.no_grad(), ts.no_grad():
        for name, model in ZOO.items():
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            try:
                found.append(measure(model))
            except Unsaved as reason:
                print(f"{name:28} {reason}")
    for name in CONTENDERS[1:]:
        values = [row[name] for row in found]
        slower = sum(value < 1 for value in values)
        print(f"{name}: geometric mean {geometric_mean(values):.2f}, {slower} below 1")


if __name__ == "__main__":
    main()
