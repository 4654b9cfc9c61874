"""Write `tests/unit/data/scalars.json.xz`: PyTorch's results for the cases of
`tests/unit/scalar_cases.py`.

    python tests/conformance/gen_scalars.py
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from scalar_cases import GOLDEN, OPERATORS, answer, arguments_of, graph_of


def function_of(op_name: str) -> Any:
    graph = torch._C.parse_ir(graph_of(op_name))
    return torch._C._create_function_from_graph("f", graph)


def answers(op_name: str) -> list[Any]:
    """Return a result for each tuple of operands; the text `error` if PyTorch raises."""
    function = function_of(op_name)
    return [answer(function, arguments) for arguments in arguments_of(op_name)]


def main() -> None:
    table = {op_name: answers(op_name) for op_name in OPERATORS}
    GOLDEN.write_bytes(lzma.compress(json.dumps(table).encode(), preset=9))


if __name__ == "__main__":
    main()
