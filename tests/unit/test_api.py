"""The names of `import xdsl_torchscript as ts`."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from api_stub import STUB, stub

import xdsl_torchscript as ts

GRAPH = """graph(%x : Tensor, %y : Tensor):
  %1 : int = prim::Constant[value=1]()
  %s : Tensor = aten::add(%x, %y, %1)
  %t : Tensor = test_api::twice(%s)
  return (%t)
"""


@pytest.mark.parametrize("name", ts.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(ts, name).__name__ == name


def test_the_stub_is_up_to_date() -> None:
    assert STUB.read_text() == stub(), "run make bless-docs"
    assert "__getattr__" not in stub(), "unknown names are errors of a type checker"


def test_completion_lists_exports_operators_and_dtypes() -> None:
    assert {"load", "script", "tanh", "float32", "linalg", "__version__"} <= {*dir(ts)}


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'load_everything'"):
        getattr(ts, "load_everything")  # noqa: B009


def test_importing_costs_nothing() -> None:
    code = "import sys, xdsl_torchscript; print(*(m for m in sys.modules if m.startswith('xdsl')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    dialects = "xdsl_torchscript.dialects"
    helpers = [f"{dialects}.{name}" for name in ("after_fork", "finish_imports", "lazy_import")]
    assert sorted(done.stdout.split()) == ["xdsl_torchscript", dialects, *helpers]


def test_compile_and_call() -> None:
    module = ts.parse_graph(GRAPH.replace("test_api::twice(%s)", "aten::neg(%s)"))
    x, y = ts.Tensor(np.ones(3, np.float32)), ts.Tensor(np.arange(3, dtype=np.float32))
    (native,) = ts.compile_func(module, "graph", [x, y])(x, y)
    (interpreted,) = ts.run(ts.Code.from_func(next(iter(module.ops))), [x, y])
    np.testing.assert_array_equal(np.asarray(native), [-1, -2, -3])
    np.testing.assert_array_equal(np.asarray(interpreted), [-1, -2, -3])


def test_an_operator_of_the_user() -> None:
    ts.register_schema("test_api::twice(Tensor x) -> Tensor")
    ts.register_implementation("test_api.twice", lambda x: ts.Tensor(x.array * 2))
    module = ts.parse_graph(GRAPH)
    x = ts.Tensor(np.ones(2))
    (result,) = ts.run(ts.Code.from_func(next(iter(module.ops))), [x, x])
    np.testing.assert_array_equal(np.asarray(result), [4, 4])


def test_an_operator_of_the_user_runs_everywhere() -> None:
    ts.register_operator("test_own::scaled(Tensor x, *, float by=2.) -> Tensor",
                         lambda x, by: x.array * by)  # fmt: skip
    x = ts.Tensor.of([1.0, 2.0])
    assert ts.compile("def f(x): return torch.ops.test_own.scaled(x)").f(x).tolist() == [2.0, 4.0]
    module = ts.parse_graph(
        "graph(%x : Tensor):\n  %c : float = prim::Constant[value=3.]()\n"
        "  %y : Tensor = test_own::scaled(%x, %c)\n  return (%y)\n"
    )
    (y,) = ts.run(ts.Code.from_func(next(iter(module.ops))), [x])
    assert y.tolist() == [3.0, 6.0]
    with pytest.raises(ValueError, match="already registered"):
        ts.register_operator("test_own::scaled(Tensor x) -> Tensor", lambda x: x)
