"""Functions as bytes: the same text, names and locations, and no functions with loose ends."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from typing import Any

import pytest
from mlir_programs import module_of
from xdsl.ir import Operation
from xdsl.printer import Printer

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.locations import file_position
from xdsl_torchscript.frontend.source import line_at
from xdsl_torchscript.lowering.core.function_pickle import Exchange
from xdsl_torchscript.lowering.core.walk import nested_operations

PROGRAMS = sorted((Path(__file__).parents[1] / "lit" / "run").glob("*.mlir"))


def _text(op: Operation) -> str:
    stream = io.StringIO()
    Printer(stream, print_debuginfo=True).print_op(op)
    return stream.getvalue()


def _copy(value: Any) -> Any:
    """Return a copy of a copy: what another process answers that gets the value and returns it."""
    ours, theirs = Exchange(), Exchange()
    return ours.loads(theirs.dumps(theirs.loads(ours.dumps(value))))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs_stay_the_same(path: Path) -> None:
    module = module_of(path.read_text(encoding="utf-8"))
    again = _copy(module)
    again.verify()
    assert _text(again) == _text(module)


def test_locations_and_names_stay_the_same() -> None:
    op = ts.compile("def f(x: Tensor, n: int):\n    y = x + n\n    return y * 2\n").f.op
    again = _copy([op, 3])[0]
    names = [result.name_hint for each in nested_operations(again) for result in each.results]
    assert "y" in names
    assert 'loc("<compile>":2:9)' in _text(again)
    assert _text(again) == _text(op)


def test_messages_have_the_lines_of_the_source() -> None:
    """A copy of a name has no lines."""
    op = ts.compile("def f(xs: List[int]):\n    return xs[3]\n").f.op
    again = next(each for each in nested_operations(_copy(op)) if "getitem" in each.name)
    location = file_position(again.location)
    assert location is not None
    assert line_at(location) == "    return xs[3]"


def test_an_operand_from_outside_is_refused() -> None:
    module = module_of(
        """func.func @f(%x: !ts.tensor) -> !ts.tensor {
          %y = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
          func.return %y : !ts.tensor
        }"""
    )
    relu = next(op for op in nested_operations(module) if op.name == "aten.relu")
    relu.detach()
    with pytest.raises(pickle.PicklingError, match=r"'func\.return' has .* operands from outside"):
        Exchange().dumps(module)
