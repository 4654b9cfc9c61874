"""Results of tensors of two types have the type that PyTorch gives them, in each engine."""

from __future__ import annotations

import pytest
from rule_checker import Checker, RuleListener

import xdsl_torchscript as ts

PROMOTED, OF_SELF, OF_TARGET = range(3)

LOSSES = {
    "torch.nn.functional.mse_loss(x, y)": PROMOTED,
    "torch.nn.functional.smooth_l1_loss(x, y, reduction='none')": PROMOTED,
    "torch.nn.functional.kl_div(x, y, reduction='sum')": PROMOTED,
    "torch.dist(x, y)": PROMOTED,
    "torch.nn.functional.huber_loss(x, y, reduction='none')": OF_SELF,
    "torch.nn.functional.soft_margin_loss(x, y)": OF_SELF,
    "torch.nn.functional.binary_cross_entropy_with_logits(x, y)": OF_TARGET,
}
PAIRS = {
    ("float32", "float64"): ("float64", "float32", "float64"),
    ("float64", "float16"): ("float64", "float64", "float16"),
    ("bfloat16", "float32"): ("float32", "bfloat16", "float32"),
    ("float16", "bfloat16"): ("float32", "float16", "bfloat16"),
}


@pytest.fixture(autouse=True)
def engine_kept(kept_options: None) -> None:
    """Restore the engine."""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@pytest.mark.parametrize("loss", LOSSES)
def test_losses_of_two_types(loss: str, pair: tuple[str, str], engine: str) -> None:
    x, y = (
        ts.tensor([0.25, 0.5, 1], dtype=getattr(ts, name)) * scale
        for name, scale in zip(pair, (1, 0.5), strict=True)
    )
    unit = ts.compile(f"def f(x, y):\n    return {loss}\n")
    ts.set_engine(engine)
    found = unit.f(x, y)
    wide = ts.compile(f"def f(x, y):\n    return {loss}\n").f(x.double(), y.double())
    assert found.dtype.torch_name == PAIRS[pair][LOSSES[loss]]
    assert ts.allclose(found.double(), wide, rtol=2e-2)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_an_outer_product_is_promoted_with_what_it_is_added_to(engine: str) -> None:
    unit = ts.compile("def f(x, y, z):\n    return torch.addr(x, y, z)\n")
    ts.set_engine(engine)
    y, z = ts.ones(2), ts.ones(3)
    assert unit.f(ts.ones(2, 3), y.half(), z).dtype == ts.float32
    assert unit.f(ts.ones(2, 3), y, z.double()).dtype == ts.float64
    assert unit.f(ts.ones(3).double()[0], y, z).dtype == ts.float64


@pytest.mark.parametrize(
    "call",
    [
        "torch.cov(x, aweights=y)",
        "torch.native_layer_norm(x, [3], None, y, 0.1)",
        "torch.native_group_norm(x[None, :, None], y, y, 1, 3, 1, 1, 0.1)",
    ],
)
def test_predicted_types_are_those_of_the_interpreter(call: str) -> None:
    checker = Checker()
    code = ts.compile(f"def f(x, y):\n    return {call}\n").f.executable
    ts.run(code, [ts.ones(3).half(), ts.ones(3)], RuleListener(checker))
    assert checker.wrong == {}
