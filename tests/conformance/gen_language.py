"""Record PyTorch's results and node kinds for the programs in language/.

python tests/conformance/gen_language.py        # needs torch; writes language/golden.json
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "unit"))

from script_programs import COUNTED, GOLDEN, files, programs, values


def encode(value):
    """Return a value as JSON that preserves types."""
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
    """Count the nodes by kind, in blocks too, without constants."""
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
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # classes ask for it
    spec.loader.exec_module(module)
    return module


ERROR = re.compile(r"^(?:RuntimeError|builtins\.\w+): ", re.M)


def describe_exception(error):
    """Return an exception of the program with its text; for other failures only the fact."""
    text = str(error).rstrip("\n")
    if not isinstance(error, torch.jit.Error):
        return {"fails": text.splitlines()[-1]}
    start = [found.start() for found in ERROR.finditer(text)][-1]
    return {"raises": text[start:]}


@contextlib.contextmanager
def capture_output(lines):
    """TorchScript prints in C++: the file descriptor itself is led elsewhere."""
    with tempfile.TemporaryFile() as file:
        sys.stdout.flush()
        saved = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(saved, 1)
            os.close(saved)
            file.seek(0)
            lines.append(file.read().decode())


def record(function, inputs):
    """Return a result as JSON, with the printed text."""
    printed = []
    try:
        with capture_output(printed):
            result = function(*values(inputs, tensor))
    except Exception as error:  # noqa: BLE001 - TorchScript raises what it likes
        return describe_exception(error)
    return {"prints": printed[0], "result": encode(result)} if printed[0] else encode(result)


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
            golden[program.key] = {"runs": runs}
            if program.file in COUNTED:
                golden[program.key]["kinds"] = kinds(scripted.inlined_graph)
    lines = [
        f" {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}"
        for key, value in sorted(golden.items())
    ]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(len(golden), "programs recorded,", failed, "refused")


if __name__ == "__main__":
    main()
