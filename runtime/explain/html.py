"""An explanation as one page without external resources."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape

from xdsl_torchscript.runtime.explain.tables import NAMES, NUMBERS, Section

_STYLE = """
:root { color-scheme: light dark; --back: #ffffff; --text: #1f2328; --dim: #57606a;
  --line: #d0d7de; --link: #0550ae; --mark: #fff3bf; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0d1117; --text: #e6edf3; --dim: #9198a1; --line: #3d444d; --link: #79c0ff;
    --mark: #4b3d00; }
}
body { background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 70rem; padding: 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; overflow-wrap: anywhere; }
p { color: var(--dim); margin: .25rem 0; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
nav li { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .8rem .3rem 0; text-align: left;
  vertical-align: top; }
.name { min-width: 9rem; overflow-wrap: anywhere; }
.number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
summary { cursor: pointer; padding: .3rem 0; }
pre { border: 1px solid var(--line); border-radius: 6px; font-size: .8rem; margin: .3rem 0;
  overflow-x: auto; padding: .8rem; }
mark { background: var(--mark); color: inherit; }
@media (max-width: 48rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; overflow-wrap: anywhere; }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  td, .number { border: 0; padding: 0; text-align: left; white-space: normal; }
  td::before { color: var(--dim); content: attr(data-column) ": "; }
}
"""


def html_of(title: str, sections: Sequence[Section], names: Collection[str]) -> str:
    """Return a page with the sections under a title; the names of groups, `names`, are
    highlighted."""
    body = "\n".join(_section(n, section, names) for n, section in enumerate(sections))
    links = "\n".join(
        f'<li><a href="#{_anchor(n)}">{escape(section.title)}</a></li>'
        for n, section in enumerate(sections)
    )
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
<nav aria-label="Sections">
<ul>
{links}
</ul>
</nav>
{body}
</body>
</html>
"""


def _anchor(number: int) -> str:
    return f"section-{number}"


def _section(number: int, section: Section, names: Collection[str]) -> str:
    parts = [f'<h2 id="{_anchor(number)}">{escape(section.title)}</h2>']
    if section.note:
        parts.append(f"<p>{escape(section.note)}</p>")
    if section.rows:
        heads = (f'<th{_class(c)} scope="col">{escape(c)}</th>' for c in section.columns)
        rows = [_row(section.columns, row, names) for row in section.rows]
        table = [f"<thead><tr>{''.join(heads)}</tr></thead>", "<tbody>", *rows, "</tbody>"]
        parts += ['<div class="wide"><table>', *table, "</table></div>"]
    if section.text:
        count = len(section.text.splitlines())
        text = _mark(section.text, names)
        parts.append(f"<details open><summary>{count} lines</summary>")
        parts.append(f'<pre tabindex="0">{text}</pre></details>')
    return "\n".join(["<section>", *parts, "</section>"])


def _row(columns: Sequence[str], cells: Sequence[str], names: Collection[str]) -> str:
    written = (
        f'<td{_class(column)} data-column="{escape(column)}">{_mark(cell, names)}</td>'
        for column, cell in zip(columns, cells, strict=True)
    )
    return f"<tr>{''.join(written)}</tr>"


def _class(column: str) -> str:
    kind = "number" if column in NUMBERS else "name" if column in NAMES else ""
    return f' class="{kind}"' if kind else ""


def _mark(text: str, names: Collection[str]) -> str:
    """Escape a text, and mark the names in it."""
    if not names:
        return escape(text)
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"\b({pattern})\b", r"<mark>\1</mark>", escape(text))
