"""Failures of a user's operators of any kind report the line and the calls."""

from __future__ import annotations

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault


class _Own(Exception):
    def __new__(cls, code: int) -> _Own:
        return super().__new__(cls, code)

    def __init__(self, code: int) -> None:
        super().__init__(f"code {code}")


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (Exception("bare"), "bare"),
        (AssertionError(), "AssertionError"),
        (FileNotFoundError(2, "gone", "f"), r"\[Errno 2\] gone: 'f'"),
        (UserWarning("taken seriously"), "taken seriously"),
        (_Own(3), "code 3"),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("entry", ["called", "forked"])
def test_any_failure_of_an_operator_has_its_line(
    failure: Exception, reason: str, entry: str
) -> None:
    name, kept = (f"{space}_{entry}::{type(failure).__name__}" for space in ("fails", "kept"))

    def fails() -> None:
        raise failure

    left: list[int] = []
    ts.register_operator(f"{name}() -> ()", fails)
    ts.register_operator(f"{kept}() -> ()", lambda: left.append(1))
    unit = ts.compile(
        "class Managed:\n"
        "    def __enter__(self):\n        pass\n"
        "    def __exit__(self, a: Any, b: Any, c: Any):\n"
        f"        torch.ops.{kept.replace('::', '.')}()\n"
        f"def one():\n    with Managed():\n        torch.ops.{name.replace('::', '.')}()\n"
        "def called():\n    one()\n"
        "def forked():\n    torch.jit.wait(torch.jit.fork(one))\n"
    )
    with pytest.raises(type(failure), match=f":8:9: error: '.*' op failed: {reason}\n") as caught:
        unit.function(entry)()
    assert isinstance(caught.value, RuntimeFault)
    assert caught.value.__cause__ is failure
    assert caught.value.calls[-1].name == entry
    assert left == [1]
