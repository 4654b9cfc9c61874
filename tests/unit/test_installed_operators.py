"""Tensors have their operators, however a program comes by them."""

from __future__ import annotations

import ast
import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.eager.install import METHODS
from xdsl_torchscript.runtime.tensor import CONVERTERS, Tensor

SOURCE = Path(__file__).parents[2] / "runtime" / "tensor.py"


def declared_methods() -> set[str]:
    """Return the methods that `tensor.py` declares for type checkers alone."""
    (tensor,) = (
        n for n in ast.parse(SOURCE.read_text()).body if getattr(n, "name", "") == "Tensor"
    )
    guarded = (node for node in ast.iter_child_nodes(tensor) if isinstance(node, ast.If))
    inner = [node for guard in guarded for node in guard.body]
    assigned = [t for node in inner if isinstance(node, ast.Assign) for t in node.targets]
    names = {target.id for target in assigned if isinstance(target, ast.Name)}
    return names | {node.name for node in inner if isinstance(node, ast.FunctionDef)}


def test_type_checkers_see_the_installed_methods() -> None:
    assert declared_methods() == METHODS.keys()
    assert METHODS.keys() <= {*dir(Tensor)}


PATHS = {
    "the public class": "import xdsl_torchscript as ts; x = ts.Tensor(np.ones(2))",
    "an operator of the package": "import xdsl_torchscript as ts; x = ts.ones(2)",
    "a public function of a module below the operators": (
        "import xdsl_torchscript as ts\n"
        "x = ts.operator_rules('aten::ones').implementation([2], None, None, None, None)"
    ),
    "a function of a program": (
        "from xdsl_torchscript.runtime.modules.unit import CompilationUnit as Unit\n"
        "x = Unit('def f(x: Tensor) -> Tensor: return x').f(np.ones(2))"
    ),
    "a parameter": (
        "from xdsl_torchscript.runtime.modules.module_base import Parameter\n"
        "x = Parameter(np.ones(2))"
    ),
    "a pickle": (
        "import pickle, sys\n"
        f"x = pickle.loads({pickle.dumps(Tensor(np.ones(2)))!r})\n"
        "assert 'xdsl_torchscript.runtime.modules.load' not in sys.modules"
    ),
}


@pytest.mark.parametrize("path", PATHS)
def test_a_tensor_has_its_operators(path: str) -> None:
    code = f"import numpy as np\n{PATHS[path]}\nprint((1 + x).view(2, 1).double().tolist())"
    shown = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert shown == "[[2.0], [2.0]]\n"


def test_pickles_and_copies_preserve_tensors() -> None:
    x = Tensor(np.arange(6.0).reshape(2, 3).T, "cuda:0", requires_grad=True)
    for made in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x)):
        assert (type(made), made.device, made.requires_grad) == (Tensor, "cuda:0", True)
        np.testing.assert_array_equal(made.array, x.array)
    assert copy.copy(x).array is x.array
    assert not copy.deepcopy(x).shares_memory(x)


def test_tensors_over_one_array_stay_so_in_a_pickle() -> None:
    x = Tensor(np.ones(2))
    one, other = pickle.loads(pickle.dumps([x, Tensor(x.array)]))
    assert one.shares_memory(other)


SCRIPTED = """
import pickle, numpy as np, xdsl_torchscript as ts

class M(ts.Module):
    def forward(self, x):
        return x + 1

print(pickle.loads(pickle.dumps(ts.script(M())))(np.ones(2)).tolist())
"""


def test_a_module_that_was_never_loaded_is_pickled(tmp_path: Path) -> None:
    program = tmp_path / "scripted.py"
    program.write_text(SCRIPTED)
    assert subprocess.check_output([sys.executable, program], text=True) == "[2.0, 2.0]\n"


def test_a_tensor_of_another_package_is_converted_by_a_registered_function() -> None:
    class Foreign:
        def __init__(self, elements: list[float]) -> None:
            self.elements = elements

    def converted(value: object) -> Tensor | None:
        return Tensor(np.array(value.elements)) if isinstance(value, Foreign) else None

    CONVERTERS.append(converted)
    try:
        assert ts.Tensor.of(Foreign([1.0, 2.0])).tolist() == [1, 2]
    finally:
        CONVERTERS.remove(converted)
    assert ts.Tensor.of(np.ones(1)).tolist() == [1]
