"""Functions that PyTorch writes in Python: a script that calls one has PyTorch's nodes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from functional_calls import CALLS
from xdsl.traits import IsTerminator

from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.runtime.modules.unit import CompilationUnit

HEAD = "import torch\nimport torch.nn.functional as F\nfrom torch import Tensor\n"
HEAD += "from typing import Optional\n"
TEXT = "".join(
    f"\ndef call_{number}({parameters}):\n    return {expression}\n"
    for number, (parameters, expression) in enumerate(CALLS)
)
FOLDED = ("loss", "kl_div", "cross_entropy", "lp_pool", "tensordot")
"""Here PyTorch's inlining folds conditions on constants, so that it has fewer nodes."""
IGNORED = ("prim::Constant", "prim::unchecked_cast", "prim::Uninitialized")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, int]]:
    path: Path = tmp_path_factory.mktemp("functional") / "calls.py"
    path.write_text(HEAD + TEXT)
    command = [sys.executable, str(Path(__file__).with_name("functional_nodes.py")), str(path)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


UNIT = CompilationUnit(HEAD + TEXT, "calls.py")


def ours(name: str) -> Counter[str]:
    func = inline_into_copy(UNIT.function(name).op, UNIT)
    ops = [op for op in func.walk() if not op.has_trait(IsTerminator) and op is not func]
    return Counter("::".join(op.name.split(".")[:2]) for op in ops)


@pytest.mark.parametrize("number", range(len(CALLS)), ids=[text for _, text in CALLS])
def test_nodes_are_those_of_torch(number: int, theirs: dict[str, dict[str, int]]) -> None:
    name = f"call_{number}"
    expected = Counter(theirs[name])
    got = ours(name)
    for kind in IGNORED:
        expected.pop(kind, None)
        got.pop(kind, None)
    folded = any(word in CALLS[number][1] for word in FOLDED)
    differ = {"missing": expected - got, "extra": got - expected}
    assert not differ["missing"] and (folded or not differ["extra"]), differ
