"""The interpreter against PyTorch, on whole programs: each is scripted, printed as graph text, read
back, and run on the same inputs."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.errors import MissingOperatorsError
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device

torch = pytest.importorskip("torch")

HERE = Path(__file__).parent


def _programs() -> dict[str, tuple[Callable, Callable]]:
    sys.path.insert(0, str(HERE))
    try:
        modules = [importlib.import_module(f"programs.{n}") for n in ("pointwise", "language")]
    finally:
        sys.path.pop(0)
    return {
        f"{module.__name__.split('.')[1]}-{program.__name__}": (program, inputs)
        for module in modules
        for program, inputs in module.SCRIPTS.items()
        if inputs is not None
    }


PROGRAMS = _programs()


def ours(value: object) -> object:
    """Convert PyTorch's value to ours; tensors are copied."""
    if isinstance(value, torch.Tensor):
        return Tensor(value.detach().clone().numpy())
    if isinstance(value, torch.device):
        return Device(str(value))
    if isinstance(value, list | tuple):
        return (
            type(value)(map(ours, value))
            if type(value) in (list, tuple)
            else tuple(map(ours, value))
        )
    if isinstance(value, dict):
        return {ours(k): ours(v) for k, v in value.items()}
    return value


def agree(expected: object, got: object) -> bool:
    if isinstance(expected, Tensor):
        a, b = expected.array, got.array
        close = np.allclose(a, b, rtol=2e-5, atol=1e-6, equal_nan=True)
        return (a.dtype, a.shape) == (b.dtype, b.shape) and close
    if isinstance(expected, list | tuple):
        return len(expected) == len(got) and all(map(agree, expected, got))
    if isinstance(expected, dict):
        return expected.keys() == got.keys() and all(agree(v, got[k]) for k, v in expected.items())
    return expected == got or expected == pytest.approx(got)


_OUTSIDE = {
    "language-fork_and_wait": "a function as a value",
}
"""Programs that are not interpreted, besides those with unimplemented operators."""


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in _OUTSIDE])
def test_interpreter_agrees_with_torch(name: str) -> None:
    program, inputs = PROGRAMS[name]
    torch.manual_seed(0)
    values = inputs()
    scripted = torch.jit.script(program)
    function = parse_graph(str(scripted.inlined_graph), name).body.block.first_op
    assert isinstance(function, FuncOp)
    try:
        code = Code.from_func(function)
    except MissingOperatorsError as error:
        pytest.skip(", ".join(operator for operator, _ in error.missing))
    given = function.body.block.args[: len(values)]
    if len(given) != len(function.body.block.args):
        pytest.skip("relies on default arguments")
    plain, generated = ([ours(v) for v in values] for _ in range(2))
    torch.manual_seed(1)
    expected = ours(scripted(*values))
    with tier(enabled=False):
        assert_agrees(expected, code, plain)
    with tier(hot=0):
        assert_agrees(expected, code, generated)


def assert_agrees(expected: object, code: Code, arguments: list[object]) -> None:
    manual_seed(1)
    results = run(code, arguments)
    got = results[0] if len(results) == 1 else results
    assert agree(expected, got), f"expected {expected}, got {got}"
