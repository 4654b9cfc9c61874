"""`docs/api-parity.md` agrees with the classes, and lists every name of PyTorch."""

from __future__ import annotations

import pytest
from api_page import PAGE, Parity, page, parities


@pytest.mark.parametrize("parity", parities(), ids=lambda parity: parity.title)
def test_each_name_is_here_or_has_a_reason(parity: Parity) -> None:
    assert parity.unexplained == []


@pytest.mark.parametrize("parity", parities(), ids=lambda parity: parity.title)
def test_missing_names_have_a_reason(parity: Parity) -> None:
    assert parity.outdated == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "run make bless-docs"
