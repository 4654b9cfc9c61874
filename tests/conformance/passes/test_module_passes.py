"""PyTorch's passes on modules as a judge: operations of the kinds that they remove, ours remove.

The default is a slice of the modules, drawn with a fixed seed; `TS_JUDGE=all` judges all of them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from corpus import Case, archives, corpus_slice, modules, zoo  # noqa: E402
from module_judge import MODULE_PASSES, RefusedError, left_of  # noqa: E402

SLICE = 40
SEED = 0


def cases() -> list[Case]:
    corpus = [*zoo(), *modules(), *archives()]
    return corpus if os.environ.get("TS_JUDGE") == "all" else corpus_slice(corpus, SLICE, SEED)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_nothing_is_left_that_pytorch_removes(case: Case) -> None:
    module = case.module()
    if module is None:
        pytest.skip("PyTorch refuses the program, or it is a function")
    left: dict[str, Any] = {}
    for name in MODULE_PASSES:
        try:
            left[name] = left_of(module, name)
        except RefusedError:
            continue
    assert not any(left.values()), left


def test_a_pass_that_does_nothing_is_convicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("module_judge.run_pipeline", lambda *arguments: None)
    layers = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2))
    module = torch.jit.script(layers.eval())
    assert left_of(module, "inline-calls") == {"prim::CallMethod": 2}
