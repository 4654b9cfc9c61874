"""Programs with unbounded types fail without running."""

from __future__ import annotations

import pytest
from line_count import grows_linearly, lines_run

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.ts.script_compiler import compile_source


def test_tuples_that_double_in_each_line() -> None:
    lines = [f"    x{level + 1} = (x{level}, x{level})" for level in range(60)]
    with pytest.raises(
        SourceError, match=r"f.py:\d+:\d+: error: a tuple with more than 10000 parts"
    ):
        compile_source("\n".join(["def f(x0):", *lines, "    return 1"]), "f.py")


def test_long_tuples() -> None:
    compile_source(f"def f():\n    return ({'1, ' * 5000})", "f.py")


def test_long_lists_are_printed_in_linear_time() -> None:
    """The cost was quadratic when each constant inspected its predecessors."""

    def cost(count: int) -> int:
        function = ts.compile(f"def f(): return [{'1, ' * count}]").f
        assert function.schema is not None
        found: list[str] = []
        lines = lines_run(lambda: found.append(function.code))
        assert found[0].count("1") == count
        return lines

    assert grows_linearly(cost, 250)
