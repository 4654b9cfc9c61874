"""Links between documents hold, on GitHub and on the site; both listings name every page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
PICTURES = sorted((ROOT / "docs").rglob("*.svg"))
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + PAGES
_FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.M)


def prose(document: Path) -> str:
    return _FENCED.sub("", document.read_text())


def anchors(document: Path) -> set[str]:
    """Return the anchors that GitHub gives to headings."""
    headings = _HEADING.findall(prose(document))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(document: Path) -> Iterator[str]:
    for link in _LINK.findall(prose(document)):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(document: Path) -> None:
    assert list(broken_links(document)) == []


def test_pages_link_to_pages_and_pictures_alone() -> None:
    """The site holds nothing else: other files are linked by their address on GitHub."""
    outside = [
        f"{page.name}: {link}"
        for page in PAGES
        for link in _LINK.findall(prose(page))
        if not link.startswith(("https://", "#"))
        and (page.parent / link.partition("#")[0]).resolve() not in PAGES + PICTURES
    ]
    assert outside == []


@pytest.mark.parametrize("listing", ["docs/index.md", "mkdocs.yml"])
def test_every_page_is_listed(listing: str) -> None:
    text = (ROOT / listing).read_text()
    names = [str(page.relative_to(ROOT / "docs")) for page in PAGES]
    assert [name for name in names if name != "index.md" and name not in text] == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Top\n\n[a](none.md) [b](#top) [c](#none) [d](page.md#top)\n")
    assert list(broken_links(page)) == ["none.md", "#none"]
