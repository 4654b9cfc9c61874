"""Tensor constants are printed as PyTorch prints them."""

import math
import random

import pytest

from xdsl_torchscript.frontend.graph_text.tensor_text import read_values, write_tensor

torch = pytest.importorskip("torch")

SHAPES = [
    (2,),
    (7,),
    (10,),
    (1, 10),
    (2, 5),
    (5, 2),
    (2, 2, 2),
    (2, 1, 2, 2),
    (10, 1),
    (0,),
    (2, 0),
]
SCALES = [1e-30, 1e-7, 1e-3, 0.1, 1.0, 30.0, 2e4, 3e5, 5e7, 9e8, 1e12]


def torch_text(tensor) -> str:
    class Holder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.t = tensor

        def forward(self):
            return self.t

    graph = str(torch.jit.freeze(torch.jit.script(Holder().eval())).graph)
    return graph.split("prim::Constant[value=", 1)[1].rsplit("]()", 1)[0]


def random_tensor(rng: random.Random):
    shape = rng.choice(SHAPES)
    integers = rng.random() < 0.3
    scale = rng.choice(SCALES)
    spread = rng.choice([1, 1, 1, 1e-6])
    count = torch.Size(shape).numel()
    values = [rng.uniform(-1, 1) * scale * rng.choice([1, spread]) for _ in range(count)]
    if rng.random() < 0.1 and values:
        values[0] = rng.choice([float("nan"), float("inf"), -float("inf")])
        integers = False
    if integers:
        return torch.tensor([int(v) for v in values], dtype=torch.int64).reshape(shape), "Long"
    return torch.tensor(values, dtype=torch.float64).reshape(shape), "Double"


@pytest.mark.parametrize("seed", range(200))
def test_text_of_a_tensor(seed: int) -> None:
    tensor, name = random_tensor(random.Random(seed))
    text = torch_text(tensor)
    values = [float(v) for v in tensor.flatten().tolist()]
    assert write_tensor(values, tuple(tensor.shape), name) == text
    read = read_values(text[: text.rindex("[")], tuple(tensor.shape))
    finite = [abs(v) for v in values if math.isfinite(v)]
    assert read == pytest.approx(values, rel=1e-4, abs=1e-4 * max(finite, default=0), nan_ok=True)
