"""Calls repeated by executors: the small models of the zoo, and detected differences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from executed import options
from repeated import EnginesDifferError, Repeated
from zoo_archives import golden, play

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors import fused_group
from xdsl_torchscript.runtime.modules.engines import ACTIVE, engine_named
from xdsl_torchscript.runtime.values import Value

MODELS = golden()
SMALL = [("lstm", 0.0), ("convnext_block", 0.5), ("mel_spectrogram", 0.5), ("tagger", 1.0)]
"""Small models, and how often checks fail; `make conformance-executor` runs all."""

CALLS = 3

SAMPLED = """
def f(x):
    x.mul_(0.5)
    return torch.tanh(x + torch.rand([2, 3])) * 2.0
"""


@pytest.fixture(autouse=True, params=["profile", "specialize"])
def engine(request: pytest.FixtureRequest) -> Iterator[Repeated]:
    engine, ACTIVE.engine = ACTIVE.engine, Repeated(CALLS, engine_named(request.param))
    with options(native=False):
        yield ACTIVE.engine
    ACTIVE.engine = engine


@pytest.mark.parametrize(("name", "failures"), SMALL)
def test_models_of_the_zoo(name: str, failures: float, engine: Repeated) -> None:
    archive, recording = MODELS[name]
    with options(native=False, check_failures=failures):
        assert play(ts.load(archive), recording) < 2e-5
    assert engine.stages["STATIC"] or engine.stages["SYMBOLIC"]


def test_a_repeated_call_has_the_effects_of_one() -> None:
    """On its inputs and on the random stream."""
    f = ts.compile(SAMPLED).f
    found, expected = np.ones((2, 3), np.float32), np.ones((2, 3), np.float32)
    ts.manual_seed(3)
    results = [np.asarray(f(found)) for _ in range(3)]
    ts.manual_seed(3)
    for result in results:
        expected *= 0.5
        wanted = np.tanh(expected + np.asarray(ts.rand([2, 3]))) * 2
        np.testing.assert_allclose(result, wanted, rtol=1e-6)
    np.testing.assert_array_equal(found, expected)


def test_another_result_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def call(group: fused_group.FusedGroup, *values: Value) -> tuple[Value, ...]:
        return tuple(ts.neg(value) for value in original(group, *values))

    original = fused_group.FusedGroup.call
    monkeypatch.setattr(fused_group.FusedGroup, "call", call)
    f = ts.compile("def f(x):\n    return torch.tanh(x + 1.0) * 2.0\n").f
    with pytest.raises(EnginesDifferError, match=r"'f', call [12] by the executor: result 0"):
        f(np.ones((2, 3), np.float32))
