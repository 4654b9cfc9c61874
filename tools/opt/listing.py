"""`--list-passes`: every pass with its summary, needs and options, read from the pass classes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from xdsl_torchscript.lowering.core.pass_base import needs_of, options_of, summary_of
from xdsl_torchscript.lowering.core.pipeline_text import PassTable
from xdsl_torchscript.lowering.core.registry import PASSES


def list_passes(available: PassTable) -> str:
    """Our passes in the order of the levels, then xDSL's by name."""
    ours = [name for name in PASSES if name in available]
    others = sorted(set(available) - set(ours))
    lines = ["Passes of xdsl-torchscript:", *_section(ours, available)]
    lines += ["", "Passes of xDSL:", *_section(others, available)]
    return "\n".join(lines)


def _section(names: list[str], available: PassTable) -> Iterator[str]:
    for name in names:
        pass_class = available[name]()
        yield f"  {name}"
        if summary := summary_of(pass_class):
            yield from textwrap.wrap(summary, 96, initial_indent="    ", subsequent_indent="    ")
        if needs := needs_of(pass_class):
            stated = (f"{need} {text}" for need, text in needs.items() if text)
            yield f"    ({'; '.join(stated)})"
        for option in options_of(pass_class):
            default = "" if option.default is None else f"default {option.default or repr('')}"
            text = f"    {option.name}: {option.type} ({default or 'required'})"
            yield f"{text}  {option.help}" if option.help else text
