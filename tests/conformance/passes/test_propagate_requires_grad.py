"""`propagate-requires-grad` against PyTorch's pass of that name, as the graphs show it that the
specialising executor plans: no gradient is required where PyTorch says so, and nowhere else."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from specializing import specializing_executor  # noqa: E402

from xdsl_torchscript.dialects.lazy import LazyContext  # noqa: E402
from xdsl_torchscript.dialects.types import TensorType  # noqa: E402
from xdsl_torchscript.frontend.graph_text import parse_graph  # noqa: E402
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline  # noqa: E402
from xdsl_torchscript.lowering.ts.functions import (  # noqa: E402
    torchscript_functions,
    values_of,
)
from xdsl_torchscript.lowering.ts.types.propagate_requires_grad import (  # noqa: E402
    PropagateRequiresGradPass,
)

PROGRAMS = {
    "pointwise": "y = x * w + b\n    return torch.relu(y), torch.tanh(b)",
    "products": "y = torch.mm(x, w)\n    return y.t(), torch.cat([w, b]), y + b",
    "comparisons": "y = x > w\n    return y, torch.where(y, w, b), w.sum(1) <= 0.5",
    "views": "y = x[0]\n    z = b.view(-1)\n    return y, z, w.transpose(0, 1), w.unsqueeze(0)",
    "detached": "y = (x * b).detach()\n    return y * w, y + b",
    "branch": "y = b\n    if bool(w.sum() > 0.0):\n        y = b * w\n    return y * b, y + x",
    "loop": "y = b\n    for i in range(3):\n        y = y * w\n    return y, y + x",
}
_FLAG = re.compile(r"(%[\w.]+) : [A-Z]\w*\([^()]*requires_grad=(\d)")
_HEADER = re.compile(r"graph\(.*?\):\n", re.DOTALL)


def plan_graph(body: str, flags: Sequence[bool]) -> tuple[str, Sequence[bool]]:
    """Return the graph that PyTorch plans for arguments of which some require gradients, and
    whether the results do."""
    code = f"def f(x: Tensor, w: Tensor, b: Tensor):\n    {body}\n"
    function = torch.jit.CompilationUnit(code).f
    inputs = [torch.randn(4, 4, requires_grad=flag) for flag in flags]
    text = re.sub(r"%(\d)", r"%n\1", str(function.graph_for(*inputs)))
    return text, [result.requires_grad for result in function(*inputs)]


def known_to_pytorch(text: str) -> Sequence[str]:
    """Return the values that require no gradient, without the results of differentiable graphs:
    PyTorch creates these after the pass, without the dependence of results on inputs."""
    graph, _, _ = text.partition("\nwith prim::")
    lines = [line for line in graph.splitlines() if "prim::DifferentiableGraph" not in line]
    return [name[1:] for line in lines for name, flag in _FLAG.findall(line) if flag == "0"]


def without_flags(text: str) -> str:
    """Return a graph in which only the arguments state whether they require gradients."""
    header = _HEADER.match(text)
    assert header is not None
    body, mark, subgraphs = text[header.end() :].partition("\nwith prim::")
    return header[0] + re.sub(r"requires_grad=\d, ", "", body) + mark + subgraphs


@pytest.mark.parametrize("flags", [*itertools.product([False, True], repeat=3)], ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_flags_are_those_of_pytorch(name: str, flags: Sequence[bool]) -> None:
    with specializing_executor():
        text, actual = plan_graph(PROGRAMS[name], flags)
    module: Any = parse_graph(without_flags(text), "planned")
    run_pipeline([PropagateRequiresGradPass()], LazyContext(), module)
    (function,) = torchscript_functions(module)
    ours = {v.name_hint: v.type for v in values_of(function) if isinstance(v.type, TensorType)}
    unknown = [v for v in known_to_pytorch(text) if ours[v].requires_grad is None]
    assert not unknown, f"PyTorch knows that these require no gradient: {unknown}\n{text}"
    results = function.body.block.last_op.operands[0].owner.operands
    said = [value.type.requires_grad for value in results]
    assert not [flag for flag, true in zip(said, actual, strict=True) if flag is False and true]
