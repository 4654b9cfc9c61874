"""Programs that would make endless types are errors, at once."""

from __future__ import annotations

import time

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.script.compiler import compile_source
from xdsl_torchscript.frontend.source import SourceError


def test_tuples_that_double_in_each_line() -> None:
    lines = [f"    x{level + 1} = (x{level}, x{level})" for level in range(60)]
    with pytest.raises(
        SourceError, match=r"f.py:\d+:\d+: error: a tuple with more than 10000 parts"
    ):
        compile_source("\n".join(["def f(x0):", *lines, "    return 1"]), "f.py")


def test_long_tuples() -> None:
    compile_source(f"def f():\n    return ({'1, ' * 5000})", "f.py")


def test_long_lists_are_printed_in_linear_time() -> None:
    """20,000 numbers took 11 seconds when each constant looked for what stands before it."""
    function = ts.compile(f"def f(): return [{'1, ' * 20_000}]").f
    assert function.schema is not None
    start = time.process_time()
    assert function.code.count("1") == 20_000
    assert time.process_time() - start < 4
