"""`docs/operators.md` agrees with the tables."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from operators_page import PAGE, kind_of, verdicts

PRINTED = "import operators_page; print(operators_page.page(), end='')"


def test_the_page_is_up_to_date() -> None:
    """In a separate process: other tests register operators."""
    page = subprocess.run(
        [sys.executable, "-c", PRINTED],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert PAGE.read_text() == page, "run `make bless-docs`"


def test_names_of_the_database_are_operators() -> None:
    assert kind_of("linalg.qr") == "aten::linalg_qr"
    assert kind_of("nn.functional.conv2d") == "aten::conv2d"
    assert kind_of("sum") == "aten::sum"
    assert kind_of("var.unbiased") == "aten::var"
    assert kind_of("nn.functional.interpolate.area") is None


def test_each_operator_of_the_database_has_one_verdict() -> None:
    names = [verdict.name for verdict in verdicts()[1]]
    assert len(names) == len(set(names)) > 650
