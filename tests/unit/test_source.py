"""Source lines in error messages."""

from __future__ import annotations

from xdsl_torchscript.frontend.source import format_caret


def test_control_characters_do_not_reach_the_terminal() -> None:
    line = "\tx = '\x1b[31m\x9b2Jé' + y\r"
    assert format_caret(line, 16) == "\tx = '\ufffd[31m\ufffd2Jé' + y\ufffd\n\t" + " " * 14 + "^"
