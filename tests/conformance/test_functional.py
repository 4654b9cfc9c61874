"""Functions that PyTorch writes in Python: a script that calls one has PyTorch's nodes."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from functional_calls import CALLS  # noqa: E402
from xdsl.traits import IsTerminator  # noqa: E402

from xdsl_torchscript.lowering.ts.inline_calls import inlined  # noqa: E402
from xdsl_torchscript.runtime.modules.unit import CompilationUnit  # noqa: E402

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
def scripts(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    path: Path = tmp_path_factory.mktemp("functional") / "calls.py"
    path.write_text(HEAD + TEXT)
    spec = importlib.util.spec_from_file_location("functional_scripts", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


UNIT = CompilationUnit(HEAD + TEXT, "calls.py")


def ours(name: str) -> Counter[str]:
    func = inlined(UNIT.function(name).op, UNIT)
    ops = [op for op in func.walk() if not op.has_trait(IsTerminator) and op is not func]
    return Counter("::".join(op.name.split(".")[:2]) for op in ops)


def theirs(block: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for node in block.nodes():
        found[node.kind()] += 1
        for nested in node.blocks():
            found += theirs(nested)
    return found


@pytest.mark.parametrize("number", range(len(CALLS)), ids=[text for _, text in CALLS])
def test_nodes_are_those_of_torch(number: int, scripts: ModuleType) -> None:
    name = f"call_{number}"
    expected = theirs(torch.jit.script(getattr(scripts, name)).inlined_graph)
    got = ours(name)
    for kind in IGNORED:
        expected.pop(kind, None)
        got.pop(kind, None)
    folded = any(word in CALLS[number][1] for word in FOLDED)
    differ = {"missing": expected - got, "extra": got - expected}
    assert not differ["missing"] and (folded or not differ["extra"]), differ
