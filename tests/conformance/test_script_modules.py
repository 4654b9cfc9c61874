"""ScriptModule and ScriptFunction beside those of PyTorch: trees, states, schemas, errors."""

# ruff: noqa: UP006, UP007, UP035, UP045  # PyTorch reads these annotations

from __future__ import annotations

import copy
import enum
import io
from typing import Any, NamedTuple

import pytest

torch = pytest.importorskip("torch")

from typing import Dict, List, Optional, Tuple, Union  # noqa: E402

from xdsl_torchscript.runtime.errors import (  # noqa: E402
    InputMismatch,
    RuntimeFault,
    StateError,
)
from xdsl_torchscript.runtime.modules.load import load  # noqa: E402
from xdsl_torchscript.runtime.modules.script_module import ScriptModule  # noqa: E402
from xdsl_torchscript.runtime.modules.unit import compile  # noqa: E402


class Color(enum.Enum):
    RED = 1


class P(NamedTuple):
    x: torch.Tensor
    y: int = 3


class Sub(torch.nn.Module):
    __constants__ = ["k"]

    def __init__(self):
        super().__init__()
        self.k = 3
        self.lin = torch.nn.Linear(2, 2)

    def forward(
        self,
        x,
        n: int = 3,
        s: str = 'a"b',
        f: float = 1.5,
        g: float = 1.0,
        small: float = 1e-5,
        pair: Tuple[int, int] = (1, 2),
        o: Optional[int] = None,
        b: bool = True,
        d: Optional[torch.device] = None,
    ):
        return self.lin(x) * n


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([Sub(), Sub()])
        self.d = torch.nn.ModuleDict({"a": Sub()})
        self.seq = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())
        self.shared = self.layers[0]
        self.register_buffer("b", torch.ones(2))
        self.p = torch.nn.Parameter(torch.ones(3))
        self.register_buffer("loose", torch.ones(1), persistent=False)
        self.c = Color.RED
        self.n = 3
        self.register_buffer("maybe", None)
        self.register_parameter("bias", None)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.seq(x) + self.d["a"](x) * self.n

    @torch.jit.export
    def other(
        self,
        p: P,
        c: Color,
        t: Tuple[int, float],
        table: Dict[str, torch.Tensor],
        any: Any,
        u: Union[int, str],
        xs: List[Optional[int]],
    ) -> P:
        return p


@pytest.fixture(scope="module")
def theirs() -> Any:
    torch.manual_seed(0)
    buffer = io.BytesIO()
    torch.jit.save(torch.jit.script(M()), buffer)
    buffer.seek(0)
    return torch.jit.load(buffer)


@pytest.fixture
def ours(theirs: Any) -> ScriptModule:
    buffer = io.BytesIO()
    torch.jit.save(theirs, buffer)
    return load(buffer.getvalue())


def test_the_tree_is_shown_as_pytorch_shows_it(ours: ScriptModule, theirs: Any) -> None:
    assert str(ours) == str(theirs).replace("RecursiveScriptModule", "ScriptModule")


@pytest.mark.parametrize(
    "walk", ["named_parameters", "named_buffers", "named_modules", "named_children"]
)
def test_names_and_their_order(ours: ScriptModule, theirs: Any, walk: str) -> None:
    assert [n for n, _ in getattr(ours, walk)()] == [n for n, _ in getattr(theirs, walk)()]


def test_state_dict(ours: ScriptModule, theirs: Any) -> None:
    state, expected = ours.state_dict(), theirs.state_dict()
    assert [*state] == [*expected]
    for name, tensor in expected.items():
        assert torch.equal(torch.from_numpy(state[name].array.copy()), tensor)


def test_load_state_dict_names_the_same_keys(ours: ScriptModule, theirs: Any) -> None:
    given = {"b": torch.zeros(2), "zz": torch.ones(1)}
    assert ours.load_state_dict(given, strict=False) == tuple(
        theirs.load_state_dict(given, strict=False)
    )
    assert ours.b.array.tolist() == [0, 0]
    wrong = {"b": torch.zeros(3), "zz": torch.ones(1)}
    with pytest.raises(StateError) as refused:
        ours.load_state_dict(wrong)
    with pytest.raises(RuntimeError) as expected:
        theirs.load_state_dict(wrong)
    assert all(f'"{name}"' in str(expected.value) for name in _missing(refused.value.faults))
    assert len(_missing(refused.value.faults)) == len(theirs.state_dict()) - 1


def _missing(faults: tuple[str, ...]) -> list[str]:
    return [fault.split("'")[1] for fault in faults if fault.endswith("is missing")]


def test_schemas_of_methods(ours: ScriptModule, theirs: Any) -> None:
    assert str(ours.forward.schema) == str(theirs.forward.schema)
    assert str(ours.other.schema) == str(theirs.other.schema)
    sub = getattr(theirs.layers, "0")._c._get_method("forward").schema
    assert str(ours.layers[0].forward.schema) == str(sub)


def test_results(ours: ScriptModule, theirs: Any) -> None:
    x = torch.randn(3, 2)
    expected = theirs(x).detach()
    for given in (x, x.numpy()):
        assert torch.allclose(torch.from_numpy(ours(given).array), expected, atol=1e-6)
    ours.n = theirs.n = 5
    found = torch.from_numpy(ours(x).array)
    assert torch.allclose(found, theirs(x).detach(), atol=1e-6)
    theirs.n = 3
    twin = copy.deepcopy(ours)
    assert torch.equal(torch.from_numpy(twin(x).array), found)
    assert str(twin) == str(ours)
    assert twin.shared.lin.weight is twin.layers[0].lin.weight is not ours.shared.lin.weight


FUNCTIONS = """
def int_(x: int): return x
def float_(x: float): return x
def bool_(x: bool): return x
def str_(x: str): return x
def floats(x: List[float]): return x
def pair(x: Tuple[int, float]): return x
def table(x: Dict[str, int]): return x
def maybe(x: Optional[int]): return x
def either(x: Union[int, str]): return x
def tensor(x): return x
def two(x: int, n: int = 3, m: float = 2.0): return x
"""
MEANINGLESS = [
    ("bool_", None), ("bool_", 1j), ("tensor", None), ("table", None),
    ("table", []),
]  # fmt: skip
"""PyTorch takes these: None becomes False, a tensor without elements or an empty dict."""
GIVEN = [
    (name, value)
    for name in FUNCTIONS.replace("(", " ").split()
    for value in (True, 3, 2.5, "a", None, 2**70, [1, 2], (1, 2), (1, 2.5), [1, "a"], {"a": 1},
                  {1: 1}, [], {}, 1j)
    if f"def {name}(" in FUNCTIONS and (name, value) not in MEANINGLESS
]  # fmt: skip


@pytest.mark.parametrize("name, value", GIVEN, ids=[f"{n}-{v!r}" for n, v in GIVEN])
def test_arguments_are_accepted_and_refused_as_in_pytorch(name: str, value: object) -> None:
    theirs = getattr(torch.jit.CompilationUnit(FUNCTIONS), name)
    ours = getattr(compile("from typing import *\n" + FUNCTIONS), name)
    try:
        expected = theirs(value)
    except (RuntimeError, TypeError):
        with pytest.raises(InputMismatch):
            ours(value)
        return
    found = ours(value)
    assert found == expected and type(found) is type(expected)


@pytest.mark.parametrize("name", ["int_", "floats", "pair", "table", "maybe", "either", "two"])
def test_schemas_of_functions(name: str) -> None:
    theirs = getattr(torch.jit.CompilationUnit(FUNCTIONS), name)
    ours = getattr(compile("from typing import *\n" + FUNCTIONS), name)
    assert str(ours.schema) == str(theirs.schema)


@pytest.mark.parametrize(
    "args, kwargs", [((), {}), ((1, 2, 3.0, 4), {}), ((1,), {"k": 1}), ((1,), {"x": 1})]
)
def test_calls_that_both_refuse(args: Any, kwargs: Any) -> None:
    """Both tell the declaration."""
    theirs = torch.jit.CompilationUnit(FUNCTIONS).two
    ours = compile("from typing import *\n" + FUNCTIONS).two
    with pytest.raises(RuntimeError) as expected:
        theirs(*args, **kwargs)
    with pytest.raises(InputMismatch) as found:
        ours(*args, **kwargs)
    declaration = "two(int x, int n=3, float m=2.) -> int"
    assert declaration in str(expected.value) and declaration in str(found.value)


FAILING = """
def inner(x: int) -> int:
    if x > 1:
        raise ValueError("bad thing")
    assert x > 0, "too small"
    return x

def outer(x: int) -> int:
    return inner(x) + 1
"""


@pytest.mark.parametrize("given", [2, 0])
def test_exceptions_of_a_program(given: int) -> None:
    with pytest.raises(torch.jit.Error) as expected:
        torch.jit.CompilationUnit(FAILING).outer(given)
    with pytest.raises(RuntimeFault) as found:
        compile(FAILING).outer(given)
    assert found.value.reason == str(expected.value).strip().splitlines()[-1]
    assert [caller.name for caller in found.value.calls] == ["outer"]
