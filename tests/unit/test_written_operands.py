"""Operators that write their first operand refuse one whose elements overlap, before they write or
draw anything; those that set all elements to one value do not.
"""

from __future__ import annotations

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault

REFUSED = [
    "x.index_add_(0, torch.tensor([0, 1]), torch.ones(2, 3))",
    "x.index_copy_(0, torch.tensor([0, 1]), torch.ones(2, 3))",
    "x.normal_()",
    "x.uniform_()",
    "x.random_()",
    "x.random_(3)",
    "x.random_(1, 3)",
    "x.log_normal_()",
    "x.exponential_()",
    "x.cauchy_()",
    "x.geometric_(0.5)",
    "x.fill_(torch.tensor(2.0))",
    "x.add_(1.0)",
    "x.copy_(torch.ones(2, 3))",
    "x.put_(torch.tensor([0]), torch.ones(1))",
    "x.scatter_(0, torch.zeros(2, 3, dtype=torch.int64), 1.0)",
]
ALLOWED = {
    "x.fill_(2.0)": [[2.0] * 3] * 2,
    "x.zero_()": [[0.0] * 3] * 2,
    "x.masked_fill_(x == x, 5.0)": [[5.0] * 3] * 2,
}


def _program(call: str) -> ts.CompilationUnit:
    return ts.CompilationUnit(f"def f(x: Tensor):\n  {call}\n  return torch.rand(1)\n")


@pytest.mark.parametrize("call", REFUSED)
def test_refused_and_nothing_is_written_or_drawn(call: str) -> None:
    base = ts.tensor([[1.0], [-2.0]])
    ts.manual_seed(3)
    first = ts.rand(1).tolist()
    ts.manual_seed(3)
    with pytest.raises(RuntimeFault):
        _program(call).f(base.expand([2, 3]))
    assert base.tolist() == [[1.0], [-2.0]]
    assert ts.rand(1).tolist() == first


@pytest.mark.parametrize(("call", "expected"), ALLOWED.items())
def test_one_value_for_all(call: str, expected: list[list[float]]) -> None:
    shared = ts.tensor([[1.0], [-2.0]]).expand([2, 3])
    _program(call).f(shared)
    assert shared.tolist() == expected
