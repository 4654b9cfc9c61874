"""ts-inspect on archives that PyTorch writes."""

# pyright: basic
from __future__ import annotations

import io

import pytest

torch = pytest.importorskip("torch")

import torch.nn.functional as F  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from xdsl_torchscript.frontend.archive import read_archive  # noqa: E402
from xdsl_torchscript.tools.inspection.report import Report, report  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")


def report_of(module: object) -> Report:
    stream = io.BytesIO()
    torch.jit.save(module, stream)
    return report(read_archive(stream.getvalue()))


def modes(module: object) -> list[str]:
    """Return the starts of the warnings, such as "dropout in training mode"."""
    return [w.partition(":")[0] for w in report_of(module).warnings if " mode: " in w]


def test_a_traced_module_is_clean() -> None:
    network = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
    traced = torch.jit.trace(network, torch.ones(1, 2))
    stream = io.BytesIO()
    torch.jit.save(traced, stream)
    assert read_archive(stream.getvalue()).other_records
    assert report_of(traced).verdict == "clean"


class AsksForTheMode(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return F.dropout(x, 0.5, self.training)


class NeverAsks(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return F.dropout(x)


class NormsTheBatch(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(8))
        self.register_buffer("var", torch.ones(8))

    def forward(self, x: Tensor) -> Tensor:
        return F.batch_norm(x, self.mean, self.var, training=self.training)


class Mixes(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        y = F.alpha_dropout(x, 0.5, self.training)
        return F.rrelu(y, training=self.training)


class Attends(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)


DROPOUT = ["dropout in training mode"]
MODULES = {
    "functional": (AsksForTheMode, DROPOUT),
    "batch norm": (NormsTheBatch, ["batch norm in training mode"]),
    "several": (Mixes, ["dropout in training mode", "rrelu in training mode"]),
    "Dropout": (nn.Dropout, DROPOUT),
    "Dropout2d": (nn.Dropout2d, DROPOUT),
    "AlphaDropout": (nn.AlphaDropout, DROPOUT),
    "RReLU": (nn.RReLU, ["rrelu in training mode"]),
    "BatchNorm1d": (lambda: nn.BatchNorm1d(8), ["batch norm in training mode"]),
    "InstanceNorm1d": (
        lambda: nn.InstanceNorm1d(8, track_running_stats=True),
        ["instance norm in training mode"],
    ),
    "LSTM": (lambda: nn.LSTM(8, 8, 2, dropout=0.5), DROPOUT),
    "GRU": (lambda: nn.GRU(8, 8, 2, dropout=0.5), DROPOUT),
    "RNN": (lambda: nn.RNN(8, 8, 2, dropout=0.5), DROPOUT),
    "MultiheadAttention": (lambda: nn.MultiheadAttention(8, 2, dropout=0.5), DROPOUT),
}


@pytest.mark.parametrize("name", MODULES)
def test_modules_that_differ_in_training_mode(name: str) -> None:
    make, expected = MODULES[name]
    module = make()
    assert sorted(modes(torch.jit.script(module))) == expected
    assert modes(torch.jit.script(module.eval())) == []


@pytest.mark.parametrize(
    ("make", "noun"),
    [
        (NeverAsks, "dropout"),
        (Attends, "dropout"),
        (lambda: nn.BatchNorm1d(8, track_running_stats=False), "batch norm"),
    ],
)
def test_modules_that_differ_in_every_mode(make, noun: str) -> None:
    module = make().eval()
    assert modes(torch.jit.script(module)) == [f"{noun} in every mode"]


def test_a_trace_keeps_its_mode() -> None:
    module = nn.Sequential(nn.BatchNorm1d(2), nn.Dropout())
    x = torch.ones(3, 2)
    trained = torch.jit.trace(module, x, check_trace=False)
    assert sorted(modes(trained)) == ["batch norm in every mode", "dropout in every mode"]
    assert modes(torch.jit.trace(module.eval(), x)) == []


@pytest.mark.parametrize(
    "make",
    [
        nn.ReLU,
        lambda: nn.Dropout(0.0),
        lambda: nn.LSTM(8, 8, 2),
        lambda: nn.InstanceNorm1d(8),
        lambda: nn.MultiheadAttention(8, 2),
        lambda: nn.LayerNorm(8),
    ],
)
def test_modules_that_do_not_differ(make) -> None:
    assert modes(torch.jit.script(make())) == []
