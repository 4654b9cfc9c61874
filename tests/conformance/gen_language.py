"""Records what PyTorch makes of the programs in language/: results of each run, kinds of nodes.

python tests/conformance/gen_language.py        # needs torch; writes language/golden.json
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "unit"))

from script_programs import GOLDEN, files, programs, values


def encode(value):
    """JSON that tells types apart."""
    if isinstance(value, torch.Tensor):
        data = value.detach().reshape(-1).tolist()
        return {"tensor": str(value.dtype).removeprefix("torch."), "shape": list(value.shape),
                "data": [str(x) if isinstance(x, complex) else x for x in data]}  # fmt: skip
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, torch.device):
        return {"device": str(value)}
    if isinstance(value, torch.dtype):
        return {"dtype": str(value).removeprefix("torch.")}
    if isinstance(value, dict):
        return {"dict": [[encode(k), encode(v)] for k, v in value.items()]}
    if isinstance(value, tuple):
        return {"tuple": [encode(v) for v in value]}
    if isinstance(value, list):
        return [encode(v) for v in value]
    return value


def tensor(dtype, shape, elements):
    return torch.tensor(elements, dtype=getattr(torch, dtype)).reshape(shape)


def kinds(graph):
    """How often each kind of node occurs, in blocks too; constants aside."""
    found = Counter()

    def visit(nodes):
        for node in nodes:
            found[node.kind()] += 1
            for block in node.blocks():
                visit(block.nodes())

    visit(graph.nodes())
    found.pop("prim::Constant", None)
    return dict(sorted(found.items()))


def load(path):
    spec = importlib.util.spec_from_file_location(f"language_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def record(function, inputs):
    try:
        return encode(function(*values(inputs, tensor)))
    except Exception as error:  # noqa: BLE001 - TorchScript raises what it likes
        return {"raises": str(error).strip().splitlines()[-1]}


def main():
    golden, failed = {}, 0
    for path in files():
        module = load(path)
        for program in programs(path):
            try:
                scripted = torch.jit.script(getattr(module, program.name))
            except Exception as error:  # noqa: BLE001
                failed += 1
                print(program.key, "is refused:", str(error).strip()[:600], file=sys.stderr)
                continue
            runs = [record(scripted, inputs) for inputs in program.inputs]
            golden[program.key] = {"runs": runs, "kinds": kinds(scripted.inlined_graph)}
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(golden.items())]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(len(golden), "programs recorded,", failed, "refused")


if __name__ == "__main__":
    main()
