"""ts-inspect on archives that PyTorch writes."""

# pyright: basic
from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from test_archives import saved  # noqa: E402
from torch import nn  # noqa: E402

from xdsl_torchscript.frontend.archive import read_archive  # noqa: E402
from xdsl_torchscript.tools.inspection.report import report  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")


def test_a_traced_module_is_clean() -> None:
    network = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
    stored = saved(torch.jit.trace(network, torch.ones(1, 2)))
    assert read_archive(stored).other_records
    assert report(read_archive(stored)).verdict == "clean"
