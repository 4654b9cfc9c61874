"""Names of `torch.jit` and of script modules, used as PyTorch's users use them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

X = np.ones(2, np.float32)


class Inner(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = ts.Parameter(np.ones(2, np.float32))
        self.register_buffer("shift", np.zeros(2, np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return x * self.weight + self.shift


class Outer(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Inner()

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.inner(x) * 2

    def both(self, x: ts.Tensor, y: ts.Tensor) -> ts.Tensor:
        return self.inner(x) + y


def values(result: Any) -> Any:
    return np.asarray(result).tolist()


# ---- modules


def test_parameters_and_buffers_are_found_by_path() -> None:
    module = ts.script(Outer())
    assert module.get_parameter("inner.weight") is module.inner.weight
    assert module.get_buffer("inner.shift") is module.inner.shift
    for path in ("inner.shift", "inner", "other"):
        with pytest.raises(AttributeError, match="is not a parameter"):
            module.get_parameter(path)
    with pytest.raises(AttributeError, match="'weight' of 'Outer' is not a buffer"):
        module.get_buffer("weight")


def test_declared_attributes_can_be_set() -> None:
    module = ts.script(Outer())
    module.inner.register_buffer("shift", np.full(2, 3, np.float32))
    module.inner.register_parameter("weight", np.full(2, 5, np.float32))
    assert values(module(X)) == [16, 16]
    module.add_module("inner", ts.script(Inner()))
    assert values(module(X)) == [2, 2]
    with pytest.raises(AttributeError, match="declares no attribute 'other'"):
        module.register_buffer("other", X)


def test_a_function_is_applied_to_all_modules() -> None:
    seen: list[str] = []
    module = ts.script(Outer())
    assert module.apply(lambda part: seen.append(part.original_name)) is module
    assert seen == ["Inner", "Outer"]


def test_element_types_by_name() -> None:
    module = ts.script(Outer())
    assert module.bfloat16().inner.weight.dtype.torch_name == "bfloat16"
    assert module.type(ts.float64).inner.weight.dtype.torch_name == "float64"
    module.zero_grad()
    assert module.extra_repr() == "original_name=Outer"


@pytest.mark.parametrize("load", [False, True])
def test_methods_are_defined_from_text(load: bool) -> None:
    module = ts.script(Outer())
    if load:
        module = ts.load(module.save_to_buffer())
    module.define("""
        def thrice(self, x: Tensor) -> Tensor:
            return self.forward(x) + torch.relu(x)
    """)
    assert values(module.thrice(X)) == [3, 3]
    with pytest.raises(ts.SourceError, match="only functions can"):
        module.define("x = 1")
    traced = ts.trace(Outer(), X)
    with pytest.raises(TypeError, match="made from IR"):
        traced.define("def f(self): return 1")


def test_archives_as_bytes() -> None:
    module = ts.script(Outer())
    assert values(ts.load(module.save_to_buffer())(X)) == [2, 2]
    function = ts.compile("def f(x): return x + 1").f
    assert values(ts.load(function.save_to_buffer({"a": "b"}))(X)) == [2, 2]


def test_code_with_the_values_of_constants() -> None:
    table = ts.Tensor(np.arange(3.0))
    code, constants = ts.trace(lambda x: x + table, np.ones(3)).code_with_constants
    assert "CONSTANTS.c0" in code
    assert values(constants.const_mapping["c0"]) == [0, 1, 2]


# ---- traces


def test_several_methods_are_traced() -> None:
    module = Outer()
    traced = ts.trace_module(module, {"forward": X, "both": (X, X)})
    assert values(traced(X)) == [2, 2] and values(traced.both(X, 3 * X)) == [4, 4]
    assert values(ts.load(traced.save_to_buffer()).both(X, X)) == [2, 2]
    assert traced.inner.weight.array is module.inner.weight.array
    with pytest.raises(TypeError, match="a module is traced by its methods"):
        ts.trace_module(lambda x: x, {"forward": X})


@ts.script_if_tracing
def signed(x: ts.Tensor) -> ts.Tensor:
    if x.sum() > 0:
        return x
    return -x


def test_a_function_is_scripted_while_it_is_traced() -> None:
    traced = ts.trace(lambda x: signed(x) + 1, X)
    assert traced.graph.findNode("prim::CallFunction") is not None
    assert values(traced(-X)) == [2, 2] and values(signed(-ts.Tensor(X))) == [1, 1]


def test_whether_a_trace_is_recorded() -> None:
    seen: list[bool] = []

    def asks(x: ts.Tensor) -> ts.Tensor:
        seen.append(ts.is_tracing())
        return x

    ts.trace(asks, X, check_trace=False)
    assert seen == [True] and not ts.is_tracing()


# ---- programs


@ts.script
def inc(x: ts.Tensor) -> ts.Tensor:
    return x + 1


@ts.script
def forks(x: ts.Tensor) -> ts.Tensor:
    with ts.strict_fusion():
        later = ts.fork(inc, x)
    return ts.wait(later)


def test_programs_are_forked_from_scripts_and_from_python() -> None:
    assert values(forks(X)) == [2, 2]
    assert values(ts.wait(ts.fork(inc, X))) == [2, 2]
    assert values(ts.fork(ts.script(Outer()), X).wait()) == [2, 2]
    later = ts.fork(lambda n: n + 1, 2)
    assert isinstance(later, ts.Future) and later.done() and later.wait() == 3
    with pytest.warns(UserWarning, match="only in scripts"), ts.strict_fusion():
        assert values(inc(X)) == [2, 2]


def test_a_fork_fails_where_it_is_waited_for() -> None:
    fails = ts.compile("def f(n: int):\n  if n < 2: raise ValueError('no')\n  return n").f
    with pytest.raises(ts.Error, match="no"):
        ts.fork(fails, 1).wait()
    assert issubclass(ts.RuntimeFault, ts.Error)


def test_the_operators_of_a_module() -> None:
    assert ts.export_opnames(ts.script(Inner())) == ["aten::add.Tensor", "aten::mul.Tensor"]
