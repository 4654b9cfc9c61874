"""`specialize-autograd-zero` on the backward graphs that PyTorch derives, for each set of gradients
that may be absent: nothing is left that PyTorch's own executor specialises away."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from specializing import specializing_executor  # noqa: E402
from xdsl.dialects.builtin import ModuleOp  # noqa: E402

from xdsl_torchscript.dialects.lazy import LazyContext  # noqa: E402
from xdsl_torchscript.frontend.graph_text import parse_graph  # noqa: E402
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline  # noqa: E402
from xdsl_torchscript.lowering.core.verification import verify_all  # noqa: E402
from xdsl_torchscript.lowering.ts.profiling.specialize_autograd_zero import (  # noqa: E402
    SpecializeAutogradZeroPass,
)

PROGRAMS = {
    "products": "y = torch.mm(x, w)\n    return torch.tanh(y) * torch.sigmoid(y) + b, y * 2.0",
    "chain": "y = torch.tanh(x * w)\n    return y, torch.relu(y + b)",
    "three results": "y = x * w\n    z = y + b\n    return y, z, torch.sigmoid(y * z)",
    "shared": "y = torch.sigmoid(x) * torch.tanh(w)\n    return y + y * b, y - b",
    "lstm cell": (
        "g = torch.mm(x, w) + b\n    c = torch.tanh(g + x)\n"
        "    y = torch.sigmoid(g) * w + torch.sigmoid(g * x) * c\n"
        "    return torch.sigmoid(g - w) * torch.tanh(y), y"
    ),
}
_AUTOGRAD = ("prim.GradOf", "prim.AutogradAdd", "prim.AutogradAnyNonZero")
_HEADER = re.compile(r"graph\(.*?\):\n", re.DOTALL)


def backward(body: str, used: Sequence[int]) -> tuple[str, str]:
    """Return the backward graph with the types that its inputs have when the results `used` alone
    have gradients, and the plan that PyTorch makes of it."""
    code = f"def f(x: Tensor, w: Tensor, b: Tensor):\n    {body}\n"
    function = torch.jit.CompilationUnit(code).f
    inputs = [torch.randn(4, 4, requires_grad=True) for _ in range(3)]
    results = function(*inputs)
    sum(results[n].sum() for n in used if n < len(results)).backward()
    (plan,) = function.get_debug_state().execution_plans.values()
    (executor,) = plan.code.grad_executor_states()
    (specialized,) = executor.execution_plans.values()
    text = str(specialized.graph)
    header = _HEADER.match(text)
    assert header is not None
    return _HEADER.sub(header[0], str(executor.graph), count=1), text


def kinds(module: ModuleOp) -> Counter[str]:
    return Counter(op.name for op in module.walk() if op.name in _AUTOGRAD)


def read(text: str) -> ModuleOp:
    return parse_graph(text, "backward")


@pytest.mark.parametrize("used", [(0,), (1,), (0, 1)], ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_left_that_pytorch_specializes(name: str, used: Sequence[int]) -> None:
    with specializing_executor():
        text, plan = backward(PROGRAMS[name], used)
    module: Any = read(text)
    assert kinds(module)["prim.GradOf"], "the graph has nothing to specialise"
    run_pipeline([SpecializeAutogradZeroPass()], LazyContext(), module)
    assert not verify_all(module)
    assert not kinds(module) - kinds(read(plan))


def test_without_types_nothing_is_done() -> None:
    """PyTorch takes a plain `Tensor` for a present gradient; here it may be absent."""
    with specializing_executor():
        text, _ = backward(PROGRAMS["products"], (0,))
    untyped = re.sub(r"(%\S+ : )(?:Tensor\[Undefined\]|Float\([^)]*\))", r"\1Tensor", text)
    module: Any = read(untyped)
    before = kinds(module)
    run_pipeline([SpecializeAutogradZeroPass()], LazyContext(), module)
    assert before
    assert kinds(module) == before
