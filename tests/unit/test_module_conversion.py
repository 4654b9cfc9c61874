"""ScriptModule in Python: conversions, properties, and special methods."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from mlir_programs import unit_of
from test_script_module import NET, weights

from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.modules.script_object import ScriptObject
from xdsl_torchscript.runtime.modules.unit import compile


@pytest.fixture
def net() -> ScriptModule:
    return unit_of(NET, weights()).net


def test_to_converts_parameters_and_buffers_of_real_numbers(net: ScriptModule) -> None:
    before = dict(net.named_parameters())
    assert net.half() is net
    assert {t.array.dtype for t in net.parameters()} == {np.dtype(np.float16)}
    assert all(tensor is before[name] for name, tensor in net.named_parameters())
    assert {t.array.dtype for t in net.double().parameters()} == {np.dtype(np.float64)}
    assert {t.array.dtype for t in net.to("cpu", np.float32).parameters()} == {np.dtype("f4")}
    with pytest.raises(TypeError, match="floating-point"):
        net.to(np.int64)
    with pytest.raises(ValueError, match="no device 'cuda'"):
        net.to(device="cuda")


def test_requires_grad_(net: ScriptModule) -> None:
    assert not any(p.requires_grad for p in net.requires_grad_(False).parameters())
    assert all(p.requires_grad for p in net.requires_grad_().parameters())
    assert all(p.requires_grad for p in copy.deepcopy(net).parameters())


def test_modules_of_ir_are_pickled(net: ScriptModule) -> None:
    again = pickle.loads(pickle.dumps(net))
    assert [t.tolist() for t in again.parameters()] == [t.tolist() for t in net.parameters()]


PROPERTIES = """
class C:
    def __init__(self, n: int):
        self.n = n

    @property
    def twice(self) -> int:
        return self.n * 2

    @property
    def size(self) -> int:
        return self.n

    @size.setter
    def size(self, value: int):
        self.n = value + 1

def make(n: int): return C(n)
def later(n: int): return torch.jit.fork(make, n)
def order(n: int): return sorted([(2, n), (1, n)])
"""


def test_properties_are_attributes() -> None:
    made = compile(PROPERTIES).make(3)
    made.size = 10
    assert (made.twice, made.size) == (22, 11)
    with pytest.raises(AttributeError, match="no setter"):
        made.twice = 3


def test_the_result_of_a_future_is_converted_for_python() -> None:
    made = compile(PROPERTIES).later(3).wait()
    assert isinstance(made, ScriptObject) and made.n == 3


def test_a_module_without_forward_lists_its_methods() -> None:
    text = "builtin.module { ts.class @M module { %s } ts.object @m : !ts.class<@M> {} }"
    method = (
        "func.func @forward__0(%self: !ts.class<@M>) -> !ts.none "
        "{ %0 = prim.Constant : !ts.none func.return %0 : !ts.none }"
    )
    with pytest.raises(AttributeError, match=r"no method 'forward'.*'forward__0'"):
        unit_of(text.replace("%s", method), {}).m()
