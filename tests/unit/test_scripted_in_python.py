"""Scripted functions and modules among Python's own tools: help, signatures, pickle, instances."""

from __future__ import annotations

import copy
import inspect
import io
import pickle
import pydoc
from pathlib import Path

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import InputMismatch, RuntimeFault

ARCHIVES = Path(__file__).parent / "data/archives"


def documented(x: ts.Tensor, n: int = 2, *, scale: float = 1.5) -> list[ts.Tensor]:
    """Return x several times."""
    return [x * scale for _ in range(n)]


def test_a_scripted_function_keeps_name_and_documentation() -> None:
    f = ts.script(documented)
    assert (f.__name__, f.__doc__, f.__module__) == (
        "documented",
        "Return x several times.",
        documented.__module__,
    )
    shown = "(x: 'Tensor', n: 'int' = 2, *, scale: 'float' = 1.5) -> 'List[Tensor]'"
    assert str(inspect.signature(f)) == shown
    text = pydoc.render_doc(f, renderer=pydoc.plaintext)
    assert "Return x several times." in text


def test_functions_and_methods_of_a_text_have_a_signature() -> None:
    unit = ts.compile("def f(x, n: int = 2) -> Tuple[int, int]:\n    return n, n\n")
    assert unit.f.__name__ == "f"
    assert str(inspect.signature(unit.f)) == "(x: 'Tensor', n: 'int' = 2) -> 'Tuple[int, int]'"
    module = ts.load(Path(__file__).parent / "data/archives/layers.pt")
    assert [*inspect.signature(module.forward).parameters] == ["x", "times"]


class Scaled:
    def __init__(self, x: ts.Tensor, n: int) -> None:
        self.x = x
        self.n = n

    def scaled(self) -> ts.Tensor:
        self.n += 1
        return self.x * self.n


def test_an_instance_of_a_class_is_copied_into_the_program() -> None:
    ts.script(Scaled)

    def f(p: Scaled) -> ts.Tensor:
        return p.scaled()

    scripted = ts.script(f)
    point = Scaled(np.ones(2, np.float32), 2)
    assert scripted(point).tolist() == [3.0, 3.0]
    assert point.n == 2
    point.n = "two"
    with pytest.raises(InputMismatch, match=r"Scaled, whose 'n' must be of type int, not a str"):
        scripted(point)
    del point.n
    with pytest.raises(InputMismatch, match="Scaled, but has no attribute 'n'"):
        scripted(point)
    with pytest.raises(InputMismatch, match="Scaled, not an int, 3"):
        scripted(3)


def test_two_dtypes_come_with_the_cast_to_write() -> None:
    f = ts.compile("def f(x, w):\n    return torch.mm(x, w)\n").f
    with pytest.raises(RuntimeFault, match=r"and float32 tensors; convert .*ts\.float32"):
        f(np.ones((2, 2)), np.ones((2, 2), np.float32))


def test_objects_that_are_not_programs_are_refused_in_one_line() -> None:
    state = {"w": ts.Tensor(np.ones((300, 300)))}
    with pytest.raises(TypeError, match="cannot save 'dict'") as caught:
        ts.save(state, "state.pt")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", ["layers", "sharing", "stateful", "attributes"])
def test_a_module_is_pickled_as_its_archive(name: str) -> None:
    module = ts.load(ARCHIVES / f"{name}.pt")
    again = pickle.loads(pickle.dumps(module))
    assert isinstance(again, ts.ScriptModule)
    assert again.code == module.code
    for key, tensor in module.state_dict().items():
        assert again.state_dict()[key].tolist() == tensor.tolist()
        assert not again.state_dict()[key].shares_memory(tensor)


def test_tensors_that_modules_share_stay_shared() -> None:
    module = ts.load(ARCHIVES / "layers.pt")
    first, second = pickle.loads(pickle.dumps([module, module]))
    assert first is second


def test_copies_go_on_without_an_archive() -> None:
    module = ts.load(ARCHIVES / "layers.pt")
    key, tensor = next(iter(module.state_dict().items()))
    assert copy.copy(module).state_dict()[key].shares_memory(tensor)
    assert not copy.deepcopy(module).state_dict()[key].shares_memory(tensor)


def test_a_pickle_of_something_else_is_refused() -> None:
    unit = ts.compile("class C:\n    def __init__(self):\n        self.n = 1\n")
    with pytest.raises(pickle.PicklingError, match="pickle the module"):
        pickle.dump(unit.create("C"), io.BytesIO())
    with pytest.raises(pickle.PicklingError, match="pickle its modules, save its functions"):
        pickle.dump(unit, io.BytesIO())


def test_a_function_is_copied_as_one_of_python() -> None:
    function = ts.compile("def f(n: int) -> int:\n    return n + 1\n").f
    assert copy.copy(function) is function
    assert copy.deepcopy({"f": function})["f"] is function


@pytest.mark.parametrize("name", ["function", "method"])
def test_a_pickle_of_a_callable_is_refused(name: str) -> None:
    module = ts.load(ARCHIVES / "layers.pt")
    function = ts.compile("def f(n: int) -> int:\n    return n + 1\n").f
    with pytest.raises(pickle.PicklingError, match=r"pickle a module, or use ts.save"):
        pickle.dumps({"function": function, "method": module.forward}[name])
