"""`ts.Module`, `ts.Parameter` and the containers, run as plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from xdsl_torchscript.runtime.modules.containers import ModuleDict, ModuleList, Sequential
from xdsl_torchscript.runtime.modules.module_base import Module, Parameter
from xdsl_torchscript.runtime.tensor import Tensor


class Scale(Module):
    def __init__(self, factor: float) -> None:
        super().__init__()
        self.w = Parameter(np.full(2, factor))
        self.register_buffer("b", np.zeros(2))
        self.register_buffer("cache", np.ones(1), persistent=False)
        self.register_parameter("unset", None)
        self.k = 3

    def forward(self, x: Tensor) -> Tensor:
        return Tensor(x.array * self.w.array + self.b.array)


class Net(Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = Scale(2.0)
        self.layers = ModuleList([Scale(3.0), self.first])


def test_parts_under_dotted_names() -> None:
    net = Net()
    assert [name for name, _ in net.named_modules()] == ["", "first", "layers", "layers.0"]
    assert [name for name, _ in net.named_parameters()] == ["first.w", "layers.0.w"]
    assert len(list(net.buffers())) == 4
    assert list(net.state_dict()) == [
        "first.w", "layers.0.w", "first.b", "layers.0.b",
    ]  # fmt: skip


def test_arrays_are_shared() -> None:
    array = np.ones(2)
    parameter = Parameter(array)
    array[0] = 5
    assert parameter.array is array
    assert parameter.requires_grad


def test_assignment_finds_the_table() -> None:
    scale = Scale(1.0)
    scale.b = np.full(2, 7.0)
    assert scale.state_dict()["b"].array.tolist() == [7.0, 7.0]
    scale.w = None
    assert list(scale.parameters()) == []
    scale.w = Parameter(np.ones(2))
    assert len(list(scale.parameters())) == 1
    scale.w = 3
    assert scale.w == 3
    assert list(scale.parameters()) == []
    scale.k = Parameter(np.ones(1))
    assert [name for name, _ in scale.named_parameters()] == ["k"]
    del scale.k
    with pytest.raises(AttributeError, match="'Scale' has no attribute 'k'"):
        _ = scale.k


def test_training_reaches_submodules() -> None:
    net = Net().eval()
    assert not net.training
    assert not net.layers[0].training
    assert net.train().first.training


def test_state_is_written_into_the_tensors() -> None:
    scale = Scale(1.0)
    before = scale.w
    scale.load_state_dict({"w": np.full(2, 4.0), "b": np.full(2, 5.0)})
    assert before.array.tolist() == [4.0, 4.0]
    with pytest.raises(KeyError, match="missing in the state: b"):
        scale.load_state_dict({"w": np.ones(2)})
    with pytest.raises(KeyError, match="not known in the state: z"):
        scale.load_state_dict({"w": np.ones(2), "b": np.ones(2), "z": np.ones(2)})
    with pytest.raises(ValueError, match=r"'b' has the shape \(2,\), but the state has \(3,\)"):
        scale.load_state_dict({"w": np.full(2, 9.0), "b": np.ones(3)})
    assert before.array.tolist() == [4.0, 4.0]


def test_names() -> None:
    scale = Scale(1.0)
    for name in ("", "a.b"):
        with pytest.raises(KeyError, match="cannot name"):
            scale.register_buffer(name, np.ones(1))
    with pytest.raises(KeyError, match="'k' is an attribute of Scale already"):
        scale.register_buffer("k", np.ones(1))
    assert "w" in dir(scale)


def test_forgotten_init() -> None:
    class Forgetful(Module):
        def __init__(self) -> None:
            self.w = Parameter(np.ones(1))

    with pytest.raises(AttributeError, match=r"call super\(\).__init__\(\) in Forgetful"):
        Forgetful()


def test_containers() -> None:
    chain = Sequential(Scale(2.0), Scale(3.0))
    assert chain(Tensor(np.ones(2))).array.tolist() == [6.0, 6.0]
    assert len(chain) == 2
    table = ModuleDict({"a": chain})
    table["b"] = Scale(1.0)
    assert list(table) == ["a", "b"] == list(table.keys())
    assert "b" in table
    assert "c" not in table
    assert [name for name, _ in table.items()] == ["a", "b"]
    assert table["a"] is next(iter(table.values()))


def test_repr_is_a_tree() -> None:
    assert repr(Net()) == (
        "Net(\n  (first): Scale()\n  (layers): ModuleList(\n    (0): Scale()\n"
        "    (1): Scale()\n  )\n)"
    )


def test_forward_must_be_defined() -> None:
    with pytest.raises(NotImplementedError, match="Module defines no forward"):
        Module()(1)
