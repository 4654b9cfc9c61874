"""The texts of edited graphs, as PyTorch prints them.

python tests/conformance/gen_graph_edits.py          writes tests/unit/data/graph_edits.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

UNIT = Path(__file__).parents[1] / "unit"
sys.path.insert(0, str(UNIT))

from graph_edits import EDITS, TEXT, number_values  # noqa: E402


def edited_texts() -> dict[str, str]:
    texts: dict[str, str] = {}
    for edit in EDITS:
        graph = torch._C.parse_ir(TEXT)
        edit(graph)
        texts[edit.__name__] = number_values(str(graph))
    return texts


if __name__ == "__main__":
    (UNIT / "data" / "graph_edits.json").write_text(json.dumps(edited_texts(), indent=1) + "\n")
