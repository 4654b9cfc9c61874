"""The public names of PyTorch's TorchScript, for `docs/api-parity.md`.

python tests/conformance/gen_api_names.py          writes tests/unit/data/api_names.json
"""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

FILE = Path(__file__).parents[1] / "unit" / "data" / "api_names.json"

OWNERS: dict[str, Any] = {
    "torch.jit": torch.jit,
    "ScriptModule": torch.jit.RecursiveScriptModule,
    "ScriptFunction": torch.jit.ScriptFunction,
    "Graph": torch._C.Graph,
    "Block": torch._C.Block,
    "Node": torch._C.Node,
    "Value": torch._C.Value,
    "Type": torch._C.Type,
}


def _is_own(owner: object, name: str) -> bool:
    """Return whether a public name is PyTorch's, rather than an import of the module."""
    if not isinstance(owner, ModuleType):
        return True
    value = getattr(owner, name)
    home = getattr(value, "__module__", "torch")
    return not isinstance(value, ModuleType) and str(home).startswith("torch")


def api_names() -> dict[str, Any]:
    """Return the public names of each owner, and the release that has them."""
    names = {
        title: [n for n in dir(owner) if not n.startswith("_") and _is_own(owner, n)]
        for title, owner in OWNERS.items()
    }
    return {"version": ".".join(torch.__version__.split(".")[:2]), "names": names}


if __name__ == "__main__":
    FILE.write_text(json.dumps(api_names(), indent=1) + "\n")
