"""Hooks of modules: methods that run before and behind `forward` when Python calls the module."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from archive_files import archive, text
from archive_files import module as module_of

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.modules import PRE_HOOKS
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.runtime.modules.handle import program_of

EMPTY = module_of(text("training"), b"\x88")
CODE = """class M(Module):
  __parameters__ = []
  __buffers__ = []
  __forward_pre_hooks__ = ["look", "before", ]
  __forward_hooks__ = ["behind", ]
  training : bool
  def forward(self: __torch__.M,
    x: Tensor) -> Tensor:
    return torch.add(x, 1)
  def look(self: __torch__.M,
    inp: Tuple[Tensor]) -> NoneType:
    return None
  def before(self: __torch__.M,
    inp: Tuple[Tensor]) -> Tensor:
    return torch.mul((inp)[0], 10)
  def behind(self: __torch__.M,
    inp: Tuple[Tensor],
    out: Tensor) -> Tuple[Tensor, Tensor]:
    return ((inp)[0], out)
"""


def load(code: str = CODE) -> ts.ScriptModule:
    return ts.load(archive(EMPTY, {"code/__torch__.py": code.encode(), "version": b"3\n"}))


def answers(module: ts.ScriptModule) -> list[list[float]]:
    return [part.tolist() for part in module(np.ones(1))]


def test_hooks_run_where_a_module_is_called() -> None:
    module = load()
    assert answers(module) == [[10.0], [11.0]]
    assert module.forward(np.ones(1)).tolist() == [2.0]


def test_hooks_are_saved(tmp_path: Path) -> None:
    ts.save(load(), tmp_path / "m.pt")
    assert answers(ts.load(tmp_path / "m.pt")) == [[10.0], [11.0]]


def test_hooks_are_written_in_ir() -> None:
    op = program_of(load()).definitions.class_op("__torch__.M")
    assert op.hooks(PRE_HOOKS) == ["look", "before"]
    assert '__forward_hooks__ = ["behind"]' in str(op)


def test_a_hook_that_is_missing() -> None:
    with pytest.raises(
        (SourceError, ts.ArchiveError), match="the hook 'gone' is not a method of 'M'"
    ):
        load(CODE.replace('"before"', '"gone"'))(np.ones(1))
