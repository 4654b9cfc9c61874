"""The texts of the library (TorchScript, in `sources/`), and the names that each defines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_DEFINED = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)

SOURCES = Path(__file__).with_name("sources")

TEXTS: Mapping[str, tuple[str, ...]] = {
    "__torch__.torch.nn.functional.": (
        "activation", "attention", "dropout", "embedding", "images", "losses", "normalisation",
        "pooling", "resampling", "unpooling",
    ),
    "__torch__.torch.nn._reduction.": ("reduction",),
    "__torch__.torch.functional.": ("functions",),
    "__torch__.torch.classes.quantized.": ("packed_params",),
    "__torch__.torch.classes.rnn.": ("cell_params",),
}  # fmt: skip
"""The files for each prefix of qualified names; together they form one text."""


@cache
def text_of(prefix: str) -> str:
    """Return the text that defines the functions of a prefix."""
    paths = (SOURCES / f"{name}.py" for name in TEXTS[prefix])
    return "\n".join(path.read_text("utf-8") for path in paths)


@cache
def names_of(prefix: str) -> tuple[str, ...]:
    """Return the names that a text defines, without the prefix."""
    return tuple(_DEFINED.findall(text_of(prefix)))


def overloads_of(prefix: str, name: str) -> tuple[str, ...]:
    """Return the qualified names of a function's overloads: `tensordot`, `tensordot__1`, ..."""
    found = [n for n in names_of(prefix) if n == name or n.startswith(f"{name}__")]
    return tuple(f"{prefix}{n}" for n in found)
