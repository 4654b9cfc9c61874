"""Archives that ts-opt has transformed and saved run in PyTorch, with their weights."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from xdsl_torchscript.tools import ts_opt  # noqa: E402

nn = torch.nn
PASSES = "--pass-pipeline=inline-calls,constant-propagation,cse,dce"
MODULES = {
    "mlp": (lambda: nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), (3, 4)),
    "convolution": (lambda: nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2)), (1, 1, 5, 5)),
    "attention": (lambda: nn.TransformerEncoderLayer(4, 2, 8).eval(), (3, 2, 4)),
    "recurrent": (lambda: nn.GRUCell(4, 3), (2, 4)),
}


@pytest.mark.parametrize("name", MODULES)
def test_pytorch_runs_a_transformed_archive(name: str, tmp_path: Path) -> None:
    make, shape = MODULES[name]
    torch.manual_seed(0)
    module = torch.jit.script(make().eval())
    before, after = tmp_path / "a.pt", tmp_path / "b.pt"
    torch.jit.save(module, str(before))
    assert ts_opt.main([str(before), PASSES, "-t", "pt", "-o", str(after)]) == 0
    found = torch.jit.load(str(after))
    x = torch.randn(shape)
    torch.testing.assert_close(found(x), module(x))
    for key, value in module.state_dict().items():
        assert torch.equal(found.state_dict()[key], value)
