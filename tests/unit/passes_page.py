"""The generator of `docs/passes.md`: the summary, options and contract of each pass.

python tests/unit/passes_page.py          writes the page
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from xdsl_torchscript.lowering.core.levels import GROUPS
from xdsl_torchscript.lowering.core.pass_base import Option, needs_of, options_of, summary_of
from xdsl_torchscript.lowering.core.registry import PASSES, load_pass

PAGE = Path(__file__).parents[2] / "docs" / "passes.md"

HEAD = """# Passes

For authors of pass pipelines: every pass with its level, contract and options. This page is
generated (`make bless-docs`) from the pass classes; `ts-opt --list-passes` prints the same, and the
passes of xDSL.

- **Level**: the level of the input, a row of `lowering/core/contracts.py`, or a group:
  {groups}.
  Before each pass, `ts-opt` rejects operations of another level and names the missing passes.
- **Requires**: checked before the pass: the contract of a level, or the absence of a dialect, such
  as `no-scf`.
- **Ensures**: checked after the pass by `--verify-each`.
- **Preserves**: analyses that remain valid. Another one is computed anew on the next request if the
  operation has changed.
"""


def _option(option: Option) -> str:
    default = "required" if option.default is None else f"default {option.default or repr('')}"
    return f"`{option.name}`: {option.type}, {default}; {option.help}"


def _row(name: str) -> str:
    pass_class = load_pass(name)
    does = "<br>".join([summary_of(pass_class), *map(_option, options_of(pass_class))])
    cells = [f"`{name}`", *map(_code, needs_of(pass_class).values()), does]
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def _code(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", ")) if names else ""


def _folder(name: str) -> str:
    """Return the folder of a pass below `lowering/`, such as `ts/fusion`."""
    return PASSES[name].rpartition(".")[0].replace(".", "/")


def _sections() -> Iterator[str]:
    for folder, names in groupby(PASSES, key=_folder):
        yield f"\n## lowering/{folder}\n"
        yield "| pass | level | requires | ensures | preserves | summary; options |"
        yield "|---|---|---|---|---|---|"
        yield from map(_row, names)


def page() -> str:
    groups = ", ".join(f"`{name}` ({', '.join(levels)})" for name, levels in GROUPS.items())
    return "\n".join([HEAD.format(groups=groups).rstrip(), *_sections()]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
