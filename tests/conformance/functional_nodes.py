"""Print, as JSON, PyTorch's node counts by kind for each function of a Python file.

It runs in a separate process: PyTorch caches a graph of each function of torch.nn.functional, and
earlier runs affect how far its calls are inlined.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from typing import Any

import torch


def nodes_of(block: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for node in block.nodes():
        found[node.kind()] += 1
        for nested in node.blocks():
            found += nodes_of(nested)
    return found


def main(path: str) -> None:
    spec = importlib.util.spec_from_file_location("functional_scripts", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    functions = {name: f for name, f in vars(module).items() if name.startswith("call_")}
    graphs = {name: torch.jit.script(f).inlined_graph for name, f in functions.items()}
    print(json.dumps({name: nodes_of(graph) for name, graph in graphs.items()}))


if __name__ == "__main__":
    main(sys.argv[1])
