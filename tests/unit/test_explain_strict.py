"""`ts.explain(..., strict=True)`: operators outside of native code are an error."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.options import OPTIONS

TEXT = """
def good(x):
    return torch.tanh(x * 2.0)

def sorted(x):
    y = torch.sort(torch.tanh(x) * 2.0)[0] + 1.0
    x.exponential_()
    return y, x

def median(x):
    return torch.median(x)

def branch(x, flag: bool):
    y = torch.tanh(x) * 2.0
    if flag:
        y = torch.sort(y)[0] + 1.0
    return y

def plus(n: int, text: str):
    print(text)
    return n

def parameter(x, strict: bool):
    return torch.tanh(x * 2.0) if strict else x
"""
X = np.ones((30, 40), np.float32)

pytestmark = pytest.mark.usefixtures("kept_options")


def _error(name: str, *inputs: object) -> str:
    with pytest.raises(ts.NativeUnsupported) as caught:
        ts.explain(getattr(ts.compile(TEXT), name), *inputs, strict=True)
    return str(caught.value)


def test_native_code_alone_is_explained() -> None:
    found = ts.explain(ts.compile(TEXT).good, X, strict=True)
    assert found.facts.plans[0].kernels


def test_each_operator_has_its_place_line_and_reason() -> None:
    assert _error("sorted", X) == (
        "'sorted' runs operators outside of native code:\n"
        "<compile>:6:9: error: 'aten.sort' op has a faster algorithm in the interpreter's "
        "libraries\n"
        "    y = torch.sort(torch.tanh(x) * 2.0)[0] + 1.0\n"
        "        ^\n"
        "<compile>:7:5: error: 'aten.exponential_' op has an effect besides its results\n"
        "    x.exponential_()\n"
        "    ^"
    )


def test_a_function_without_a_plan() -> None:
    assert "'aten.median' op has a faster algorithm" in _error("median", X)


def test_a_function_without_operators_on_tensors() -> None:
    assert "'plus' runs in the interpreter" in _error("plus", 1, "printed")


def test_operators_that_do_not_run_are_no_error() -> None:
    f = ts.compile(TEXT).branch
    ts.explain(f, X, False, strict=True)
    assert "'aten.sort'" in _error("branch", X, True)


def test_groups_that_do_not_compile_are_an_error() -> None:
    OPTIONS.native = False
    text = _error("good", X)
    assert "'aten.mul.Scalar' op is interpreted: not compiled" in text
    assert "'aten.tanh' op is interpreted: not compiled" in text


def test_the_plan_for_earlier_types_is_none_of_this_call() -> None:
    f = ts.compile(TEXT).good
    ts.explain(f, X)
    found = ts.explain(f, X[:5, :6], strict=True)
    assert [len(plan.kernels) for plan in found.facts.plans] == [0, 1]


def test_operators_of_fallback_graphs_are_an_error() -> None:
    f = ts.compile(TEXT).sorted
    ts.explain(f, X)
    with pytest.raises(ts.NativeUnsupported, match=r"'aten\.sort' op has a faster algorithm"):
        ts.explain(f, X[:25], strict=True)


def test_a_parameter_of_this_name_is_passed_by_position() -> None:
    ts.explain(ts.compile(TEXT).parameter, X, True, strict=True)
