"""Archives that the installed PyTorch writes now are read as PyTorch reads them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from archive_files import describe_tensor, follow  # noqa: E402

from xdsl_torchscript.frontend.archive import TensorRecord, read_archive  # noqa: E402
from xdsl_torchscript.tools.inspection.report import report  # noqa: E402
from xdsl_torchscript.tools.inspection.text import report_text  # noqa: E402

nn = torch.nn
MODULES = {
    "Linear": lambda: nn.Linear(3, 2),
    "Bilinear": lambda: nn.Bilinear(2, 3, 2),
    "Conv2d": lambda: nn.Conv2d(2, 4, 3, padding="same"),
    "ConvTranspose1d": lambda: nn.ConvTranspose1d(2, 2, 3),
    "BatchNorm2d": lambda: nn.BatchNorm2d(3),
    "InstanceNorm1d": lambda: nn.InstanceNorm1d(3, affine=True),
    "LayerNorm": lambda: nn.LayerNorm([2, 3]),
    "GroupNorm": lambda: nn.GroupNorm(1, 2),
    "RMSNorm": lambda: nn.RMSNorm(3),
    "Embedding": lambda: nn.Embedding(5, 3, padding_idx=0),
    "EmbeddingBag": lambda: nn.EmbeddingBag(5, 3),
    "LSTM": lambda: nn.LSTM(2, 3, 2, bidirectional=True),
    "GRUCell": lambda: nn.GRUCell(2, 3),
    "RNN": lambda: nn.RNN(2, 3),
    "MultiheadAttention": lambda: nn.MultiheadAttention(4, 2),
    "TransformerEncoder": lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2),
    "PReLU": lambda: nn.PReLU(2),
    "Softmax": lambda: nn.Softmax(0),
    "MaxPool2d": lambda: nn.MaxPool2d(2),
    "Upsample": lambda: nn.Upsample(scale_factor=2.0),
    "CTCLoss": lambda: nn.CTCLoss(),
    "CrossEntropyLoss": lambda: nn.CrossEntropyLoss(weight=torch.ones(3)),
    "Sequential": lambda: nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.ReLU(), nn.Dropout())),
    "Bfloat16": lambda: nn.Linear(3, 2).to(torch.bfloat16),
    "Double": lambda: nn.Linear(3, 2, dtype=torch.float64),
}


def save_bytes(module) -> bytes:
    stream = io.BytesIO()
    torch.jit.save(module, stream)
    return stream.getvalue()


def describe(value) -> dict[str, object]:
    return {
        "dtype": str(value.dtype).removeprefix("torch."),
        "shape": list(value.shape),
        "requires_grad": value.requires_grad,
        "data": value.detach().to(torch.float64).flatten().tolist(),
    }


@pytest.mark.parametrize("name", MODULES)
def test_modules_of_torch_nn(name: str) -> None:
    module = torch.jit.script(MODULES[name]())
    of = read_archive(save_bytes(module))
    of.verify()
    assert not of.other_records
    tensors = dict(module.named_parameters()) | dict(module.named_buffers())
    for path, tensor in tensors.items():
        record = follow(of.root, path)
        assert isinstance(record, TensorRecord), path
        assert describe_tensor(of, record) == describe(tensor), path
    found = report(of)
    assert found.modules.parameters == sum(p.numel() for p in module.parameters())
    assert "is not readable code" not in report_text(found, everything=True)


def test_code_equals_that_of_pytorch() -> None:
    module = torch.jit.script(nn.Linear(3, 2))
    of = read_archive(save_bytes(module))
    (source,) = of.sources.values()
    body = module.code.split(":\n", 1)[1]
    assert body.replace(" ", "") in source.replace(" ", "")


def test_a_frozen_traced_network() -> None:
    network = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU()).eval()
    frozen = torch.jit.freeze(torch.jit.trace(network, torch.ones(1, 1, 4, 4)))
    of = read_archive(save_bytes(frozen))
    constants = [c for c in of.constants if isinstance(c, TensorRecord)]
    assert {tuple(c.shape) for c in constants} >= {(2, 1, 3, 3), (2,)}
    for constant in constants:
        assert of.array(constant).shape == constant.shape
    assert any("constants baked into the code" in line for line in report(of).warnings)
