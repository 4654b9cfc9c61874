"""`__setstate__` of an archive runs when it is loaded, for a bounded number of instructions."""

from __future__ import annotations

import pytest
from archive_files import GOLDEN, archive, name

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import ArchiveError, Limits

HEAD = "class M(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n"
STATE = "  def __setstate__(self: __torch__.M, s: bool) -> NoneType:\n    self.training = s\n"
OBJECT = b"\x80\x02" + name("__torch__", "M") + b")\x81\x88b."

ENDLESS = {
    "a loop": "    while s:\n      s = True\n",
    "a loop over numbers": "    n = 1\n    while n > 0:\n      n = (n + 1) % 7 + 1\n",
    "a range": "    for i in range(9223372036854775807):\n      s = True\n",
    "a tensor": "    x = torch.zeros([1])\n    while s:\n      x = torch.add(x, 1)\n",
}


def state_file(body: str) -> bytes:
    code = f"{HEAD}{STATE}{body}    return None\n"
    return archive(OBJECT, {"code/__torch__.py": code.encode(), "version": b"3\n"})


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_state_that_never_ends_is_an_error(kind: str) -> None:
    message = r"'__setstate__' of __torch__.M that runs too long.*an end within .*state_steps"
    with pytest.raises(ArchiveError, match=message):
        ts.load(state_file(ENDLESS[kind]), limits=Limits(state_steps=10_000))


def test_the_default_ends_too() -> None:
    with pytest.raises(ArchiveError, match="that runs too long"):
        ts.load(state_file(ENDLESS["a loop"]))


def test_states_that_end_are_restored() -> None:
    body = "    n = 0\n    for i in range(100):\n      n = torch.add(n, 1)\n"
    assert ts.load(state_file(body)).training is True


def test_a_budget_of_nothing_refuses_code_that_runs() -> None:
    with pytest.raises(ArchiveError, match="__setstate__"):
        ts.load(GOLDEN / "stateful.pt", limits=Limits(state_steps=0))
    ts.load(GOLDEN / "layers.pt", limits=Limits(state_steps=0))


def test_faults_of_the_state_stay_faults() -> None:
    with pytest.raises(ts.RuntimeFault, match=r"aten\.mm"):
        ts.load(state_file("    x = torch.mm(torch.zeros([1]), torch.zeros([1]))\n"))
