"""The same Python through torch.jit.script and ts.script: same results, same operators."""

# pyright: basic
from __future__ import annotations

import importlib
import io
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, List  # noqa: UP035

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.modules.handle import object_of

torch = pytest.importorskip("torch")


def _beside(name: str) -> Any:
    """Import a module of this folder."""
    sys.path.insert(0, str(Path(__file__).parent))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


def _buffer(module: Any, name: str, value: Any) -> None:
    torch.nn.Module.register_buffer(module, name, torch.from_numpy(value.copy()))


TORCH = SimpleNamespace(
    Module=type("Module", (torch.nn.Module,), {"register_buffer": _buffer}),
    Parameter=lambda array: torch.nn.Parameter(torch.from_numpy(array.copy())),
    ModuleList=torch.nn.ModuleList,
    ModuleDict=torch.nn.ModuleDict,
    Sequential=torch.nn.Sequential,
    Attribute=torch.jit.Attribute,
    export=torch.jit.export,
    unused=torch.jit.unused,
)
MODELS = _beside("live_models").MODELS
CALLS = _beside("live_functions").CALLS


def plain(value: Any) -> Any:
    """Return arrays for tensors, and tuples for lists and named tuples."""
    if isinstance(value, torch.Tensor):
        return value.detach().numpy()
    if isinstance(value, ts.Tensor):
        return value.array
    return tuple(map(plain, value)) if isinstance(value, tuple | list) else value


def assert_same(expected: Any, found: Any) -> None:
    if isinstance(expected, tuple):
        assert len(expected) == len(found)
        for e, f in zip(expected, found, strict=True):
            assert_same(e, f)
    elif isinstance(expected, np.ndarray):
        assert expected.dtype == found.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-6)
    else:
        assert expected == found


# PyTorch pools constants, and omits unused reads of attributes.
IDLE = ("prim::Constant", "prim::GetAttr", "prim::TupleUnpack")


def kinds(graph: Any) -> Counter[str]:
    """Count the operators of a graph by kind."""
    found: Counter[str] = Counter()
    for node in graph.nodes():
        found[node.kind()] += node.kind() not in IDLE
        for block in node.blocks():
            found += kinds(block)
    return +found


@pytest.mark.parametrize("name", MODELS)
def test_modules(name: str) -> None:
    theirs, calls = MODELS[name](TORCH)
    mine, _ = MODELS[name](ts)
    scripted, ours = torch.jit.script(theirs), ts.script(mine)
    assert kinds(ours.graph) == kinds(scripted.graph)
    for call in calls:
        expected = plain(scripted(*map(torch.from_numpy, call)))
        assert_same(expected, plain(ours(*call)))
    theirs_state = {k: plain(v) for k, v in scripted.state_dict().items()}
    ours_state = {k: plain(v) for k, v in ours.state_dict().items()}
    assert list(theirs_state) == list(ours_state)
    for key in theirs_state:
        np.testing.assert_allclose(ours_state[key], theirs_state[key])


@torch.jit.interface
class Shape:
    def area(self, scale: float) -> float:
        pass


@torch.jit.script
class Square:
    def __init__(self, side: float):
        self.side = side

    def area(self, scale: float) -> float:
        return self.side * self.side * scale


def total_area(side: float) -> float:
    first: Shape = Square(side)
    shapes: List[Shape] = [first, Square(1.0)]  # noqa: UP006
    total = 0.0
    for shape in shapes:
        total += shape.area(2.0)
    return total


def test_interfaces_of_pytorch() -> None:
    assert ts.script(total_area)(3.0) == torch.jit.script(total_area)(3.0) == 20.0


def shared_classes(names: list[str]) -> list[int]:
    """Return the first position of each name: equal for lists with the same sharing."""
    return [names.index(name) for name in names]


@pytest.mark.parametrize("name", ["attention", "containers", "attributes", "lstm_cell"])
def test_classes_are_shared_as_in_pytorch(name: str) -> None:
    """Modules whose attributes agree have the same class, others do not."""
    scripted, ours = torch.jit.script(MODELS[name](TORCH)[0]), ts.script(MODELS[name](ts)[0])
    theirs = dict(scripted.named_modules())
    mine = dict(ours.named_modules())
    assert list(theirs) == list(mine)
    assert shared_classes([str(m._c._type()) for m in theirs.values()]) == shared_classes(
        [object_of(m).class_name for m in mine.values()]
    )


@pytest.mark.parametrize("name", MODELS)
def test_pytorch_loads_saved_scripts(name: str) -> None:
    """The archive computes in PyTorch, and in ours, what the scripted module computes."""
    module, calls = MODELS[name](ts)
    scripted, file = ts.script(module), io.BytesIO()
    ts.save(scripted, file)
    loaded, again = torch.jit.load(io.BytesIO(file.getvalue())), ts.load(file.getvalue())
    for call in calls:
        theirs = plain(loaded(*map(torch.from_numpy, call)))
        assert_same(theirs, plain(scripted(*call)))
        assert_same(theirs, plain(again(*call)))


@pytest.mark.parametrize(
    ("function", "args", "kwargs"),
    [pytest.param(*call, id=f"{call[0].__name__}-{i}") for i, call in enumerate(CALLS)],
)
def test_functions(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    theirs, ours = torch.jit.script(function), ts.script(function)
    arrays = [arg.numpy() if isinstance(arg, torch.Tensor) else arg for arg in args]
    assert_same(plain(theirs(*args, **kwargs)), plain(ours(*arrays, **kwargs)))
    assert str(ours.schema).partition("(")[2] == str(theirs.schema).partition("(")[2]
