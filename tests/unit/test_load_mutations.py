"""Damaged archives are loaded and all their code compiled: a value or one error, and nothing runs.

One file in twenty of those that test_archive_mutations.py reads; TS_ARCHIVE_MUTATIONS and
TS_ARCHIVE_SEED apply. Reading is bounded by `Limits`; this tests the stages after it.
"""

from __future__ import annotations

import os
import random
import re
import tracemalloc
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from archive_files import archive, module, text, zip_records
from test_archive_mutations import COUNT, RECORDS, SEED, damage

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import ArchiveError
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.runtime.errors import MissingOperatorsError
from xdsl_torchscript.runtime.modules.handle import program_of

LEAST_BYTES = 64 << 20
BYTES_PER_BYTE = 4000
"""The memory that docs/security.md promises: over the bytes of the code."""

REFUSALS = (ArchiveError, SourceError)
WORDS = re.compile(r"\w+|\s+|.")


def with_damaged_code(number: int) -> bytes:
    """Return a sound archive with words of its code moved, repeated, or removed."""
    rng = random.Random(f"{SEED}:code:{number}")
    inside = dict(RECORDS[rng.choice(sorted(RECORDS))])
    path = rng.choice(sorted(n for n in inside if n.endswith(".py")))
    words = WORDS.findall(inside[path].decode())
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, other = rng.randrange(len(words)), rng.randrange(len(words))
        words[at : at + rng.randint(0, 2)] = words[other : other + rng.randint(0, 3)]
    inside[path] = "".join(words).encode()
    return zip_records(inside)


def load(data: bytes) -> str:
    """Load an archive and compile all declarations."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program: Any = program_of(ts.load(data)).definitions
        assert isinstance(program, Program)
        program.compile_all()
    except REFUSALS as error:
        assert str(error)
        return "refused"
    return "loaded"


def test_damaged_archives() -> None:
    counts = {"loaded": 0, "refused": 0}
    for number in range(COUNT // 20):
        make = damage if number % 2 else with_damaged_code
        data = make(number)
        try:
            counts[load(data)] += 1
        except BaseException as error:
            error.add_note(f"{make.__name__}({number}) of seed {SEED}")
            raise
    assert min(counts.values()) > COUNT // 20 // 30


HEAD = """class M(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
"""


BODY = f"{HEAD}  def forward(self: __torch__.M, x: Tensor) -> Tensor:\n"


def of_code(code: str) -> bytes:
    return archive(module(text("training"), b"\x88"), {"code/__torch__.py": code.encode()})


def hostile_code(canary: Path) -> dict[str, str]:
    """Code that touches a file, in each position for code."""
    python = f'__import__("os").system("touch {canary}")'
    method = "  def forward(self: __torch__.M, x: Tensor) -> Tensor:\n"
    return {
        "top": f"{python}\n{HEAD}",
        "import": f"import os\nos.system('touch {canary}')\n{HEAD}",
        "class body": f"{HEAD}  {python}\n",
        "base": f"class M({python}):\n  training : bool\n",
        "annotation": f"{HEAD}  x : {python}\n",
        "constant": f"{HEAD}  x : Final[int] = {python}\n",
        "decorator": f"@{python}\n{HEAD}",
        "body": f"{HEAD}{method}    {python}\n    return x\n",
        "default": f"{HEAD}  def f(self: __torch__.M, x: int={python}) -> int:\n    return x\n",
        "argument": f"{HEAD}  def f(self: __torch__.M, x: {python}) -> int:\n    return 1\n",
        "result": f"{HEAD}  def f(self: __torch__.M) -> {python}:\n    return 1\n",
        "f-string": f"{HEAD}{method}    s = f'{{{python}}}'\n    return x\n",
        "eval": f"{HEAD}{method}    eval({python!r})\n    return x\n",
        "open": f"{HEAD}{method}    open('{canary}', 'w')\n    return x\n",
        "attribute": f"{HEAD}{method}    x.__class__.__init__.__globals__['os']\n    return x\n",
        "lambda": f"{HEAD}{method}    (lambda: {python})()\n    return x\n",
        "lists": f"{HEAD}  __parameters__ = [{python}, ]\n",
        "setstate": f"{HEAD}  def __setstate__(self: __torch__.M, s: bool) -> NoneType:\n"
        f"    {python}\n",
        "state that runs": f"{HEAD}  def __setstate__(self: __torch__.M, s: bool) -> NoneType:\n"
        f"    open('{canary}')\n    self.training = s\n",
    }


def test_nothing_of_the_code_runs(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    for kind, code in hostile_code(canary).items():
        assert load(of_code(code)) == "refused", kind
    assert not canary.exists()


def test_a_command_as_an_operator_is_none(tmp_path: Path) -> None:
    """Any name may be an operator; calling one without implementation is an error."""
    canary = tmp_path / "canary"
    body = f"    ops.os.system('touch {canary}')\n    return x\n"
    module = ts.load(of_code(BODY + body))
    with pytest.raises(MissingOperatorsError, match=r"os\.system|os::system"):
        module(np.ones(1))
    assert not canary.exists()


def nested(opening: str, closing: str, depth: int) -> str:
    head = f"{HEAD}  def forward(self: __torch__.M, x: Tensor) -> Tensor:\n    y = "
    return f"{head}{opening * depth}x{closing * depth}\n    return x\n"


ENDLESS: dict[str, str] = {
    "parentheses": nested("(", ")", 100_000),
    "calls": nested("torch.neg(", ")", 20_000),
    "unary": nested("-", "", 100_000),
    "blocks": BODY + "".join(f"{' ' * (4 + i)}if True:\n" for i in range(90)) + " " * 99 + "pass\n",
    "many blocks": BODY
    + "".join(f"{' ' * (4 + i)}if True:\n" for i in range(900))
    + " " * 999
    + "x\n",
    "doubled": BODY
    + "    a0 = (x, x)\n"
    + "".join(f"    a{i + 1} = (a{i}, a{i})\n" for i in range(60))
    + "    return x\n",
    "a type in types": f"{HEAD}  y : {'List[' * 5000}int{']' * 5000}\n",
    "digits": f"{BODY}    return x + {'9' * 100_000}\n",
    "power": f"{BODY}    y = 10 ** 10 ** 10 ** 10\n    return x\n",
    "repeated text": f"{BODY}    y = 'a' * 10000000000\n    return x\n",
    "null bytes": f"{HEAD}\0",
    "classes in a ring": "class M(Module):\n  training : __torch__.A\nclass A(Module):\n"
    "  m : __torch__.M\n",
    "class in itself": "class M(Module):\n  training : __torch__.M\n",
    "named tuple in itself": f"class P(NamedTuple):\n  p : __torch__.P\n{HEAD}  q : __torch__.P\n",
}


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("kind", ENDLESS)
def test_code_without_end(kind: str) -> None:
    data = of_code(ENDLESS[kind])
    tracemalloc.start()
    try:
        load(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < LEAST_BYTES + BYTES_PER_BYTE * len(ENDLESS[kind])


def test_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The canary of the other tests can show: a command that is executed makes a file."""
    called: list[str] = []
    monkeypatch.setattr(os, "system", called.append)
    for number in range(40):
        load(with_damaged_code(number))
    assert not called
