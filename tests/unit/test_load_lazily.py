"""The work that `ts.load` defers."""

from __future__ import annotations

import numpy as np
import pytest
from archive_files import archive, module, text

import xdsl_torchscript as ts

CODE = b"""class M(Module):
  training : bool
  def forward(self: __torch__.M,
    x: Tensor) -> Tensor:
    return torch.neg(x)
"""


def test_source_ranges_are_read_with_code() -> None:
    records = {"code/__torch__.py": CODE, "version": b"3\n"}
    records["code/__torch__.py.debug_pkl"] = b"no pickle"
    loaded = ts.load(archive(module(text("training"), b"\x88"), records))
    assert loaded.training is True
    with pytest.raises(ts.ArchiveError, match="debug_pkl"):
        loaded(np.ones(1))
