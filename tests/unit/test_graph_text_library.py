"""Graph text that names definitions of PyTorch's library, which it does not contain."""

from __future__ import annotations

import numpy as np
import pytest
from graph_programs import function_of, text_of

import xdsl_torchscript as ts


@pytest.mark.parametrize("inlined", [False, True])
def test_graph_text_turns_gradients_off(inlined: bool) -> None:
    body = "    with torch.no_grad():\n        y = torch.is_grad_enabled()\n"
    function = ts.compile(f"def f():\n{body}    return y, torch.is_grad_enabled()\n").f
    graph = function_of(text_of(function, inlined))
    assert [graph() for _ in range(3)] == [(False, True)] * 3


def test_functions_of_the_library_are_found() -> None:
    x = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    source = "def f(x):\n    return torch.nn.functional.normalize(x, dim=1)\n"
    graph = function_of(text_of(ts.compile(source).f))
    expected = x / np.linalg.norm(x, axis=1, keepdims=True)
    for _ in range(3):
        np.testing.assert_allclose(np.asarray(graph(x)), expected, rtol=1e-6)


def test_an_unknown_function_is_named() -> None:
    source = "def f(x):\n    return torch.nn.functional.normalize(x, dim=1)\n"
    text = text_of(ts.compile(source).f).replace("functional.normalize", "functional.unknown")
    graph = function_of(text)
    with pytest.raises(ts.RuntimeFault, match=r"no function '__torch__.torch.nn.*unknown'"):
        graph(np.ones((2, 2), np.float32))
