"""The programs in tests/conformance/language: their inputs, and values as JSON.

A function is a program if comments `#: input, input` precede it, one line per run. `T(2, 3)`
is a float tensor 0, 1, 2, ... of these sizes divided by 2, `I(4)` an int tensor; everything else
is a literal.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "conformance/language"
GOLDEN = FOLDER / "golden.json"
COUNTED = frozenset({"arithmetic", "containers", "control", "tensors", "types"})
"""Files whose graphs are compared too, by how often each kind of node occurs."""
_PROGRAM = re.compile(r"((?:^#: .*\n)+)def (\w+)\(", re.M)


@dataclass(frozen=True)
class Program:
    file: str
    name: str
    inputs: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"{self.file}/{self.name}"


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.py"))


def programs(path: Path) -> Iterator[Program]:
    for found in _PROGRAM.finditer(path.read_text()):
        lines = tuple(line[3:] for line in found[1].splitlines())
        yield Program(path.stem, found[2], lines)


def values(text: str, tensor: Callable[[str, tuple[int, ...], list[float]], Any]) -> list[Any]:
    """Return the inputs of a line; `tensor` creates one from dtype, shape and elements."""

    def value(node: ast.expr) -> Any:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            shape = tuple(ast.literal_eval(arg) for arg in node.args)
            numbers = range(math.prod(shape))
            if node.func.id == "I":
                return tensor("int64", shape, [float(n % 3) for n in numbers])
            return tensor("float32", shape, [n / 2 for n in numbers])
        if isinstance(node, ast.List):
            return [value(element) for element in node.elts]
        if isinstance(node, ast.Tuple):
            return tuple(value(element) for element in node.elts)
        if isinstance(node, ast.Dict):
            keys = [ast.literal_eval(key) for key in node.keys if key is not None]
            return dict(zip(keys, map(value, node.values), strict=True))
        return ast.literal_eval(node)

    body = ast.parse(f"({text},)", mode="eval").body
    assert isinstance(body, ast.Tuple)
    return [value(element) for element in body.elts]
