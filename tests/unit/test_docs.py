"""Commands in README and docs print their documented output (`make bless-docs` updates it)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from console_blocks import ROOT, pairs, run
from forks import forked_tools

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CASES = [
    pytest.param(command, printed, id=f"{document.name}-{number}")
    for document in DOCUMENTS
    for number, (command, printed) in enumerate(pairs(document.read_text()))
]


@pytest.fixture(scope="module")
def tools() -> Iterator[str]:
    with forked_tools() as folder:
        yield folder


@pytest.mark.parametrize(("command", "printed"), CASES)
def test_document_is_true(command: str, printed: str, tools: str) -> None:
    if command.startswith(("make ", "pip ", "git ")):
        pytest.skip("sets an environment up; continuous integration runs it from a fresh clone")
    assert run(command, tools) == printed
