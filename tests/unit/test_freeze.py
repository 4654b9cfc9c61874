"""`ts.freeze`: frozen modules compute the same, without the attributes that nothing writes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mlir_programs import module_of
from xdsl.ir import Operation

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.ts.modules import freeze
from xdsl_torchscript.runtime import constant_evaluator
from xdsl_torchscript.runtime.modules import frozen_optimizations
from xdsl_torchscript.runtime.modules.handle import program_of
from xdsl_torchscript.runtime.modules.script_module import ScriptModule

ROOT = Path(__file__).resolve().parents[2]


class Counter(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = ts.Parameter(ts.Tensor(np.array([1.0, 2.0], np.float32)))
        self.calls = 0
        self.step = 2

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.calls += self.step
        if self.training:
            self.weight.add_(1)
        return x * self.weight + self.calls

    @ts.export
    def count(self) -> int:
        return self.calls


def counter() -> ScriptModule:
    return ts.script(Counter().eval())


def test_results_are_the_same() -> None:
    module = ts.load(ROOT / "examples/classifier.pt")
    frozen = ts.freeze(module)
    x = 3 * np.random.default_rng(0).normal(size=(4, 4)).astype(np.float32)
    assert frozen(x) == module(x)
    assert frozen(x, sure=0.6) == module(x, sure=0.6)
    assert frozen.state_dict() == {}
    assert list(frozen.named_children()) == []


def test_a_class_stays_in_the_module_if_a_pass_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no memory")

    module = module_of("""
        ts.class @M module {
          func.func @forward(%self: !ts.class<@M>, %x: !ts.tensor) -> !ts.tensor {
            func.return %x : !ts.tensor
          }
        }
        ts.object @m : !ts.class<@M> {}
    """)
    monkeypatch.setattr(freeze.PeepholePass, "run", fail)
    with pytest.raises(RuntimeError, match="no memory"):
        freeze.FreezePass().run(LazyContext.complete(), module, Analyses())
    assert [op.name for op in module.ops] == ["ts.class", "ts.object"]


def test_attributes_that_are_set_stay() -> None:
    module, x = counter(), np.array([1.0, 1.0], np.float32)
    frozen = ts.freeze(module)
    assert [frozen(x).tolist(), frozen(x).tolist()] == [[3.0, 4.0], [5.0, 6.0]]
    assert frozen.calls == 4
    assert module.calls == 0
    assert not hasattr(frozen, "weight")
    assert "add_" not in str(frozen.graph)


def test_preserved_attributes_stay() -> None:
    frozen = ts.freeze(counter(), preserved_attrs=["step", "count"])
    frozen.step = 10
    frozen(np.ones(2, np.float32))
    assert frozen.count() == 10


class Nested(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Counter()

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.inner(x)


def test_a_path_keeps_the_submodule() -> None:
    frozen = ts.freeze(ts.script(Nested().eval()), ["inner.step"])
    frozen.inner.step = 10
    assert frozen(np.ones(2, np.float32)).tolist() == [11.0, 12.0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("iner", "'Nested' has no attribute 'iner'; close names: inner"),
        ("eval", "'Nested' has no attribute 'eval'"),
        ("inner.stepp", "'Counter' has no attribute 'stepp'; close names: step"),
    ],
)
def test_unknown_attributes_are_not_preserved(name: str, message: str) -> None:
    with pytest.raises(AttributeError, match=message):
        ts.freeze(ts.script(Nested().eval()), ["forward", name])
    with pytest.raises(AttributeError, match=message):
        ts.optimize_for_inference(ts.script(Nested()), [name])


@pytest.mark.parametrize("program", [Counter(), ts.compile("def f(x):\n    return x").f, None])
@pytest.mark.parametrize(
    ("function", "purpose"),
    [
        (ts.freeze, "freeze"),
        (ts.optimize_for_inference, "optimise"),
        (ts.run_frozen_optimizations, "optimise"),
    ],
)
def test_only_scripted_modules_are_frozen(function: Any, purpose: str, program: Any) -> None:
    message = f"cannot {purpose} '{type(program).__name__}': expected a module of ts.script or ts"
    with pytest.raises(TypeError, match=message):
        function(program)


def test_a_frozen_module_is_saved() -> None:
    frozen = ts.freeze(counter())
    loaded = ts.load(frozen.save_to_buffer())
    assert loaded(np.ones(2, np.float32)).tolist() == [3.0, 4.0]


class Kind(Enum):
    PLUS = 1
    MINUS = 2


class Shared(ts.Module):
    """Two tensors of one memory, one of which is written, and a tensor of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.total = ts.Tensor(np.zeros(4, np.float32))
        self.first = self.total[:2]
        self.bias = ts.Tensor(np.array([1.0, 2.0], np.float32))
        self.kind = Kind.PLUS

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.total.add_(1)
        y = x + self.first
        if self.kind == Kind.PLUS:
            y = y + self.bias
        return y


def test_copies_share_memory_with_each_other_alone() -> None:
    module, x = ts.script(Shared().eval()), np.zeros(2, np.float32)
    frozen = ts.freeze(module)
    module.bias.fill_(9)
    module.total.fill_(9)
    assert [frozen(x).tolist(), frozen(x).tolist()] == [[2.0, 3.0], [3.0, 4.0]]
    assert module.total.tolist() == [9.0] * 4


class Caching(ts.Module):
    """A network with state that it writes in place and returns, in one of several ways."""

    def __init__(self, way: int) -> None:
        super().__init__()
        self.weight = ts.Parameter(np.eye(2, dtype=np.float32))
        self.bias = ts.Tensor(np.ones(2, np.float32))
        self.cache = ts.Tensor(np.zeros((3, 2), np.float32))
        self.steps = [ts.Tensor(np.zeros(2, np.float32))]
        self.way = way

    def forward(self, x: ts.Tensor) -> tuple[ts.Tensor, ts.Tensor]:
        if self.way == 0:
            self.cache[1] = x[0]
        elif self.way == 1:
            row = self.cache.t()[1] if x.sum() > 0 else self.bias
            row.mul_(2).add_(1)
        elif self.way == 2:
            self.steps[0].add_(1)
        else:
            self.cache += 1
        return x @ self.weight + self.bias, self.cache


@pytest.mark.parametrize(
    ("way", "kept"),
    [
        (0, ["cache"]),
        (1, ["bias", "cache"]),
        (2, ["bias", "cache", "steps", "weight"]),
        (3, ["cache"]),
    ],
)
def test_only_written_tensors_stay(way: int, kept: list[str]) -> None:
    module, x = ts.script(Caching(way).eval()), np.ones((1, 2), np.float32)
    frozen = ts.freeze(module)
    assert sorted(set(re.findall(r'GetAttr\[name="(\w+)"', str(frozen.graph)))) == kept
    for _ in range(3):
        found, expected = frozen(x), module(x)
        assert [part.tolist() for part in found] == [part.tolist() for part in expected]


class Stepping(ts.Module):
    """A buffer that is set to the tensor that it has, after writes."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = ts.Parameter(np.ones(2, np.float32))
        self.steps = ts.Tensor(np.zeros(2, np.float32))
        self.other = ts.Tensor(np.zeros(2, np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.steps = self.steps.add_(1).mul_(2)
        return x * self.weight + self.steps + self.other


class Linking(Stepping):
    """Another buffer is set to the tensor."""

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.other = self.steps.add_(1)
        return x * self.weight + self.steps + self.other


class Returning(Stepping):
    """The buffer is set to the tensor that it had before."""

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        old = self.steps
        self.steps = self.other
        self.steps = old.add_(1)
        return x * self.weight + self.steps + self.other


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        (Stepping, {"steps"}),
        (Linking, {"steps", "other", "weight"}),
        (Returning, {"steps", "other", "weight"}),
    ],
)
def test_a_tensor_that_is_set_to_itself_is_only_written(
    kind: type[Stepping], kept: set[str]
) -> None:
    """Archives have `self.steps += 1` as such an assignment."""
    module, x = ts.script(kind().eval()), np.ones(2, np.float32)
    frozen = ts.freeze(module)
    assert set(re.findall(r'GetAttr\[name="(\w+)"', str(frozen.graph))) == kept
    for _ in range(3):
        assert frozen(x).tolist() == module(x).tolist()


class Summing(ts.Module):
    """A convolution whose bias is, when it is frozen, computed from a view of the summand."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = ts.Tensor(np.ones((2, 1, 1, 1), np.float32))
        self.summand = ts.Tensor(np.ones((2, 1, 1), np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return ts.conv2d(x, self.weight) + self.summand


def test_views_that_freezing_evaluates_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(op: Operation, *arguments: Any, **options: Any) -> Sequence[ConstantOp]:
        if op.name == "aten.add.Tensor":
            raise NotConstantError("a sum")
        return constant_evaluator.evaluate(op, *arguments, **options)

    monkeypatch.setattr(frozen_optimizations, "evaluate", evaluate)
    module, x = ts.script(Summing().eval()), np.ones((1, 1, 1, 1), np.float32)
    frozen = ts.freeze(module)
    assert "aten::reshape" not in str(frozen.graph)
    module.summand.fill_(9)
    assert frozen(x).flatten().tolist() == [2.0, 2.0]


def test_tensors_that_nothing_names_are_not_kept() -> None:
    frozen = ts.freeze(ts.script(Summing().eval()))
    assert [array.shape for array in program_of(frozen).resources.values()] == [(2, 1, 1, 1), (2,)]


class Affine(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = ts.Tensor(np.array([2.0, 3.0], np.float32))
        self.bias = ts.Tensor(np.array([1.0, 2.0], np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return x * self.scale + self.bias


def test_a_frozen_module_is_frozen_again() -> None:
    once = ts.freeze(ts.script(Affine().eval()), preserved_attrs=["bias"])
    once.bias.fill_(4)
    twice = ts.freeze(once)
    assert twice(np.ones(2, np.float32)).tolist() == [6.0, 7.0]
    assert twice.state_dict() == {}


def test_edits_are_frozen() -> None:
    module = ts.script(Affine().eval())
    graph = module.forward.graph
    (result,) = graph.outputs()
    negated = graph.create("aten::neg", [result], 1).insertAfter(result.node())
    graph.eraseOutput(0)
    graph.registerOutput(negated.output())
    engine = ts.set_engine("native")
    try:
        assert ts.freeze(module)(np.ones(2, np.float32)).tolist() == [-3.0, -5.0]
    finally:
        ts.set_engine(engine)


def test_training_mode_is_rejected() -> None:
    module = ts.script(Counter())
    with pytest.raises(ts.Error, match=r"cannot freeze a module in training mode: call eval\(\)"):
        ts.freeze(module)
