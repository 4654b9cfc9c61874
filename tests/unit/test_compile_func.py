"""`ts.compile_func` and `ts.compile`: accepted arguments, and errors for others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from console_blocks import ROOT

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.errors import InputMismatch, NativeUnsupported

X = np.array([1.0, 2.0], np.float32)
TEXT = """
def half(x):
    return x / 2

def f(x, n: int = 3):
    return half(x) * n
"""


def test_a_scripted_function_with_its_calls_and_defaults() -> None:
    kernel = ts.compile_func(ts.compile(TEXT).f, [X])
    (found,) = kernel(ts.Tensor(X), 3)
    assert found.tolist() == [1.5, 3.0]


def test_a_function_of_ir() -> None:
    op = ts.compile(TEXT).half.op
    (found,) = ts.compile_func(op, [ts.Tensor(X)], symbolic=True)(ts.Tensor(np.ones(3, np.float32)))
    assert found.tolist() == [0.5] * 3


def test_a_module_of_ir_and_a_name() -> None:
    module = compile_source("def f(x):\n    return x + x\n")
    (found,) = ts.compile_func(module, "f", [ts.Tensor(X)])(ts.Tensor(X))
    assert found.tolist() == [2.0, 4.0]
    with pytest.raises(KeyError):
        ts.compile_func(module, "g", [ts.Tensor(X)])


def test_inputs_are_checked_as_in_a_call() -> None:
    with pytest.raises(InputMismatch, match="takes for 'n' a value of type int"):
        ts.compile_func(ts.compile(TEXT).f, [X, "n"])


MODULE = ts.load(ROOT / "examples" / "classifier.pt")


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ((TEXT, "f", [X]), r"\(str, str, list\); ts.compile creates functions from text"),
        ((MODULE, [X]), r"\(ScriptModule, list\); ts.set_engine\(\"native\"\) compiles modules"),
        ((MODULE.forward, [X]), r"\(ScriptMethod, list\); ts.set_engine"),
        ((ts.compile(TEXT).f, "f", [X]), r"\(ScriptFunction, str, list\)"),
        ((ts.compile(TEXT).f, X), r"\(ScriptFunction, ndarray\)"),
        ((len,), r"\(builtin_function_or_method\)"),
    ],
)
def test_anything_else_is_refused(arguments: Any, found: str) -> None:
    with pytest.raises(TypeError, match=rf"takes \(ModuleOp, name, inputs\) or .*not {found}"):
        ts.compile_func(*arguments)


def test_compile_takes_a_text() -> None:
    def f(x: Any) -> Any:
        return x

    for given in (f, 3):
        with pytest.raises(TypeError, match=r"takes a text in Python's syntax.*ts\.script"):
            ts.compile(given)  # pyright: ignore[reportArgumentType]


def test_a_default_of_another_type_needs_an_annotation() -> None:
    with pytest.raises(SourceError, match="the default is int, not Tensor; annotate 'y: int'"):
        ts.compile("def g(x, y=2):\n    return x * y\n").g(X)
    with pytest.raises(SourceError, match=r"the default is str, not int\n"):
        ts.compile("def g(x, y: int = 'a'):\n    return x * y\n").g(X)


def test_a_kernel_takes_arrays_and_names_the_input_that_does_not_fit() -> None:
    twice = ts.compile("def f(x: Tensor, n: int):\n    return x * n\n").f
    array = np.ones(3, np.float32)
    kernel = ts.compile_func(twice, [array, 2])
    (result,) = kernel(array, 3)
    np.testing.assert_array_equal(result, np.full(3, 3, np.float32))
    with pytest.raises(InputMismatch, match=r"input 0 of @f is !ts.tensor<.*f64.*compiled for"):
        kernel(array.astype(np.float64), 2)
    with pytest.raises(InputMismatch, match="input 0 of @f is a 'object', compiled for"):
        kernel(object(), 2)


LISTS = """
def joined(xs: list[Tensor]):
    return torch.cat(xs, 0), xs[-1] + len(xs)

def appended(xs: list[Tensor]):
    xs.append(xs[0])
    return xs[0] + 1

def same(xs: list[Tensor]):
    return xs
"""


def test_a_list_of_tensors_is_as_long_as_the_first_one() -> None:
    script, xs = ts.compile(LISTS).joined, [ts.Tensor(X), ts.Tensor(np.ones(3, np.float32))]
    kernel = ts.compile_func(script, [xs])
    for _ in range(3):
        (found,) = kernel(xs)
        assert [part.tolist() for part in found] == [[1.0, 2.0, 1.0, 1.0, 1.0], [3.0, 3.0, 3.0]]
    with pytest.raises(InputMismatch, match="expected a list of 2 elements"):
        kernel([*xs, *xs])
    with pytest.raises(InputMismatch):
        kernel(xs[::-1])


@pytest.mark.parametrize("name", ["appended", "same"])
def test_a_list_that_is_written_or_returned_is_refused(name: str) -> None:
    with pytest.raises(NativeUnsupported, match="a list that is written or handed on"):
        ts.compile_func(getattr(ts.compile(LISTS), name), [[ts.Tensor(X)]])
