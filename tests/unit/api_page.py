"""`docs/api-parity.md`: the public names of PyTorch's TorchScript, and which of them are here.

    python tests/unit/api_page.py          writes the page

The names are a record, `data/api_names.json`, that `tests/conformance/gen_api_names.py` writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

from api_reasons import REASONS

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.graph_view import Block, Graph, Node, Type, ValueView

NAMES = Path(__file__).with_name("data") / "api_names.json"
PAGE = Path(__file__).parents[2] / "docs" / "api-parity.md"

OWNERS: dict[str, Any] = {
    "ScriptModule": ts.ScriptModule,
    "ScriptFunction": ts.ScriptFunction,
    "Graph": Graph,
    "Block": Block,
    "Node": Node,
    "Value": ValueView,
    "Type": Type,
}

HEAD = """# PyTorch's names

For users who port code from `torch.jit`: each public name of PyTorch {version}'s TorchScript is
available under the same name, or listed with the reason for its absence. This page is generated
(`make bless-docs`); a test compares it with PyTorch and fails on an unlisted name.

Names of `torch.jit` are in `xdsl_torchscript` itself: `torch.jit.load` is `ts.load`. Differences of
`strict_fusion` are in [executors](executors.md#strict-fusion), those of `freeze` and
`run_frozen_optimizations` in [modules](modules.md#modules).

| class | available | missing |
|---|---|---|
"""


@dataclass(frozen=True)
class Parity:
    """The public names of one of PyTorch's classes, or of `torch.jit`."""

    title: str
    here: list[str]
    reasons: dict[str, list[str]]
    """The names that are not here, by reason."""

    unexplained: list[str]
    outdated: list[str]
    """Names that are here, or that PyTorch has not, although a reason is given."""


def _is_here(title: str, name: str) -> bool:
    if title == "torch.jit":
        return name in ts.__all__
    if title == "ScriptModule" and name == "forward":
        return True  # A method of the program, if its class has one.
    declared = (base.__annotations__ for base in OWNERS[title].__mro__[:-1])
    return hasattr(OWNERS[title], name) or any(name in names for names in declared)


def parities() -> list[Parity]:
    return [
        _parity(title, names) for title, names in json.loads(NAMES.read_text())["names"].items()
    ]


def _parity(title: str, names: list[str]) -> Parity:
    given = {name: why for why, text in REASONS[title].items() for name in text.split()}
    here = [name for name in names if _is_here(title, name)]
    missing = [name for name in names if name not in here]
    reasons: dict[str, list[str]] = {}
    for name in missing:
        if name in given:
            reasons.setdefault(given[name], []).append(name)
    unexplained = [name for name in missing if name not in given]
    return Parity(title, here, reasons, unexplained, [n for n in given if n not in missing])


def _section(parity: Parity) -> Iterator[str]:
    yield f"\n## {parity.title}\n"
    yield f"{fill(', '.join(f'`{name}`' for name in parity.here), 100, break_on_hyphens=False)}\n"
    if parity.reasons:
        yield "| missing | reason |\n|---|---|"
    for reason, names in parity.reasons.items():
        yield f"| {', '.join(f'`{name}`' for name in names)} | {reason} |"


def page() -> str:
    found = parities()
    rows = [
        f"| {p.title} | {len(p.here)} | {sum(map(len, p.reasons.values())) or ''} |" for p in found
    ]
    lines = [*rows, *(line for parity in found for line in _section(parity))]
    version = json.loads(NAMES.read_text())["version"]
    return HEAD.format(version=version) + "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
