"""An explanation as one page without external resources."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape

from xdsl_torchscript.runtime.explain.tables import NUMBERS, Section

_STYLE = """
:root { color-scheme: light dark; --line: #d0d7de; --dim: #57606a; --mark: #fff3bf; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3d444d; --dim: #9198a1; --mark: #4b3d00; }
}
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; }
p { color: var(--dim); margin: .25rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .8rem .3rem 0; text-align: left;
  vertical-align: top; }
.number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
pre { border: 1px solid var(--line); border-radius: 6px; font-size: .8rem; overflow-x: auto;
  padding: .8rem; }
mark { background: var(--mark); color: inherit; }
"""


def html_of(title: str, sections: Sequence[Section], names: Collection[str]) -> str:
    """Return a page of the sections under a title; `names`, those of groups, stand out in it."""
    body = "\n".join(_section(section, names) for section in sections)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
{body}
</body>
</html>
"""


def _section(section: Section, names: Collection[str]) -> str:
    parts = [f"<h2>{escape(section.title)}</h2>"]
    if section.note:
        parts.append(f"<p>{escape(section.note)}</p>")
    if section.rows:
        head = _row("th", section.columns, section.columns, ())
        rows = [_row("td", section.columns, row, names) for row in section.rows]
        table = "\n".join(["<thead>", head, "</thead>", "<tbody>", *rows, "</tbody>"])
        parts.append(f'<div class="wide"><table>\n{table}\n</table></div>')
    if section.text:
        parts.append(f"<pre>{_marked(section.text, names)}</pre>")
    return "\n".join(["<section>", *parts, "</section>"])


def _row(tag: str, columns: Sequence[str], cells: Sequence[str], names: Collection[str]) -> str:
    written = (
        f"<{tag}{_class(column)}>{_marked(cell, names)}</{tag}>"
        for column, cell in zip(columns, cells, strict=True)
    )
    return f"<tr>{''.join(written)}</tr>"


def _class(column: str) -> str:
    return ' class="number"' if column in NUMBERS else ""


def _marked(text: str, names: Collection[str]) -> str:
    """Escape a text, and mark the names in it."""
    if not names:
        return escape(text)
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"\b({pattern})\b", r"<mark>\1</mark>", escape(text))
