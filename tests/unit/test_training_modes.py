"""The report of ts-inspect on modules that differ in training mode."""

from __future__ import annotations

import pytest
from archive_files import archive, module, text
from test_ts_inspect import report_of

FUNCTIONAL = "__torch__.torch.nn.functional"
LIBRARY = """\
def dropout(x: Tensor, p: float=0.5, training: bool=True, inplace: bool=False) -> Tensor:
  return torch.dropout(x, p, training)
def always(x: Tensor) -> Tensor:
  return __torch__.torch.nn.functional.dropout(x, 0.5, True, False, )
def outer(x: Tensor, training: bool) -> Tensor:
  y = __torch__.torch.nn.functional.inner(x, training, )
  return y
def inner(x: Tensor, training: bool) -> Tensor:
  if False:
    z = __torch__.torch.nn.functional.outer(x, training, )
  return __torch__.torch.nn.functional.dropout(x, 0.5, training, False, )
"""
TRUE, FALSE = b"\x88", b"\x89"


def warnings(body: str, training: bytes = TRUE, *attributes: bytes) -> list[str]:
    """Return the warnings about a module with these lines in its method."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    code = (
        "class M(Module):\n  training : bool\n"
        f"  def forward(self: __torch__.M, x: Tensor) -> Tensor:\n{lines}    return x\n"
    )
    sources = {
        "code/__torch__.py": code.encode(),
        "code/__torch__/torch/nn/functional.py": LIBRARY.encode(),
    }
    pickled = module(text("training"), training, *attributes)
    return [w for w in report_of(archive(pickled, sources)).warnings if " mode: " in w]


RANDOM = "results are random until eval()"
ALWAYS = "results are random"
BATCH = "results depend on the batch, and its statistics are kept, until eval()"


@pytest.mark.parametrize(
    ("body", "noun", "effect"),
    [
        ("x = torch.dropout(x, 0.5, self.training)", "dropout", RANDOM),
        (f"x = {FUNCTIONAL}.feature_dropout_(x)", "dropout", RANDOM),
        (f"_0 = {FUNCTIONAL}.dropout\nx = _0(x, 0.5, self.training, False, )", "dropout", RANDOM),
        (
            f"training = self.training\nx = {FUNCTIONAL}.dropout(x, 0.5, training, False, )",
            "dropout",
            RANDOM,
        ),
        (f"x = {FUNCTIONAL}.outer(x, self.training, )", "dropout", RANDOM),
        ("x = torch.alpha_dropout(x, p, self.training)", "dropout", RANDOM),
        (
            "x = torch.lstm(x, h, w, True, 2, 0.5, self.training, False, False)",
            "dropout",
            RANDOM,
        ),
        ("x = torch.gru(x, s, h, w, True, 2, 0.5, self.training, False)", "dropout", RANDOM),
        ("p = self.p\nx = torch.scaled_dot_product_attention(x, x, x, None, q)", "dropout", RANDOM),
        ("x = torch.rrelu(x, 0.1, 0.3, self.training)", "rrelu", RANDOM),
        ("x = torch.batch_norm(x, None, None)", "batch norm", BATCH),
        (
            "if self.training:\n  t = True\nelse:\n  t = False\n"
            "x = torch.batch_norm(x, w, b, m, v, t, 0.1, 0.1, True)",
            "batch norm",
            BATCH,
        ),
        (
            "x = torch.instance_norm(x, w, b, m, v, self.training, 0.1, 0.1, True)",
            "instance norm",
            "statistics of the input are used and kept until eval()",
        ),
    ],
)
def test_functions_that_query_the_mode(body: str, noun: str, effect: str) -> None:
    assert warnings(body) == [f"{noun} in training mode: M; {effect}"]
    assert warnings(body, FALSE) == []


@pytest.mark.parametrize(
    ("body", "noun", "effect"),
    [
        ("x = torch.dropout(x, 0.5, True)", "dropout", ALWAYS),
        (
            f"_0 = {FUNCTIONAL}.dropout\nx = _0(x, 0.5, True, False, )",
            "dropout",
            ALWAYS,
        ),
        (f"x = {FUNCTIONAL}.always(x, )", "dropout", ALWAYS),
        (
            "x = torch.scaled_dot_product_attention(x, x, x, None, 0.5)",
            "dropout",
            ALWAYS,
        ),
        (
            "x = torch.lstm(x, h, w, True, 2, 0.5, True, False, False)",
            "dropout",
            ALWAYS,
        ),
        ("x = torch.gru(x, s, h, w, True, 2, 0.5, True, False)", "dropout", ALWAYS),
        ("x = torch.rrelu(x, 0.1, 0.3, True)", "rrelu", ALWAYS),
        (
            "x = torch.batch_norm(x, w, b, None, None, True, 0.1, 0.1, True)",
            "batch norm",
            "results depend on the batch",
        ),
        ("x = torch.dropout(x, 0.5, self.sampling)", "dropout", ALWAYS),
    ],
)
@pytest.mark.parametrize("training", [TRUE, FALSE])
def test_functions_that_never_query_the_mode(
    body: str, noun: str, effect: str, training: bytes
) -> None:
    sampling = text("sampling") + TRUE
    expected = [f"{noun} in every mode: M; {effect} after eval(), too"]
    assert warnings(body, training, sampling) == expected


@pytest.mark.parametrize(
    "body",
    [
        "x = (self.dropout).forward(x)",
        "x = torch.relu(x)",
        "x = torch.dropout(x, 0.5, False)",
        "x = torch.dropout(x, 0., self.training)",
        "x = torch.dropout(x, 0.5, self.sampling)",
        "x = torch.lstm(x, h, w, True, 2, 0., self.training, False, False)",
        "x = torch.gru(x, s, h, w, True, 2, 0., self.training, False)",
        "x = torch.gru(x, s, h, w, True, 2, 0.5, False, True)",
        "x = torch.scaled_dot_product_attention(x, x, x)",
        "x = torch.rrelu(x)",
        "x = torch.instance_norm(x, w, b, None, None, True, 0.1, 0.1, True)",
        "x = torch.batch_norm(x, w, b, m, v, False, 0.1, 0.1, True)",
        f"x = {FUNCTIONAL}.multi_head_attention_forward("
        "q, k, v, 8, 2, w, b, None, None, False, self.rate, w, b, self.training, )",
    ],
)
def test_functions_without_an_effect(body: str) -> None:
    off = (text("sampling") + FALSE, text("rate") + b"G" + bytes(8))
    assert warnings(body, TRUE, *off) == []


def test_a_rate_of_the_module_counts() -> None:
    body = (
        f"rate = self.rate\nx = {FUNCTIONAL}.multi_head_attention_forward("
        "q, k, v, 8, 2, w, b, None, None, False, rate, w, b, self.training, )"
    )
    half = text("rate") + b"G\x3f\xe0" + bytes(6)
    assert warnings(body, TRUE, half) == [f"dropout in training mode: M; {RANDOM}"]


def test_long_chains_of_functions_are_followed() -> None:
    names = [f"f{n}" for n in range(5000)]
    pairs = zip(names, [*names[1:], "dropout"], strict=True)
    chain = "".join(
        f"def {name}(x: Tensor) -> Tensor:\n  return {FUNCTIONAL}.{called}(x, 0.5, True, )\n"
        for name, called in pairs
    )
    code = f"class M(Module):\n  def forward(self, x: Tensor):\n    return {FUNCTIONAL}.f0(x, )\n"
    sources = {
        "code/__torch__.py": code.encode(),
        "code/__torch__/torch/nn/functional.py": chain.encode(),
    }
    found = report_of(archive(module(), sources)).warnings
    assert found == ("dropout in every mode: M; results are random after eval(), too",)
