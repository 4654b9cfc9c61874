"""`batch-mm` and `decompose-ops` on random graphs of matrix products: nothing is left that
PyTorch's passes of these names remove, and the results are the same up to rounding."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from xdsl.dialects.builtin import ModuleOp  # noqa: E402
from xdsl.passes import ModulePass  # noqa: E402

from xdsl_torchscript.dialects.lazy import LazyContext  # noqa: E402
from xdsl_torchscript.frontend.graph_text import parse_graph  # noqa: E402
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline  # noqa: E402
from xdsl_torchscript.lowering.core.verification import verify_all  # noqa: E402
from xdsl_torchscript.lowering.ts.decomposition.decompose_ops import DecomposeOpsPass  # noqa: E402
from xdsl_torchscript.lowering.ts.simplification.batch_mm import BatchMmPass  # noqa: E402
from xdsl_torchscript.runtime.interpreter.execution import run  # noqa: E402
from xdsl_torchscript.runtime.modules.unit import CompilationUnit  # noqa: E402
from xdsl_torchscript.runtime.tensor import Tensor  # noqa: E402

_TYPE = "Float(3, 3, strides=[3, 1], requires_grad=0, device=cpu)"
_GRAPHS = 150
_INPUTS = 3


def random_graph(rng: random.Random) -> str:
    """Return a graph in which sums of products are likely. No sum is scaled: PyTorch's `batch-mm`
    forgets the factor of `add`, and ours leaves such a sum."""
    lines = ["%one : int = prim::Constant[value=1]()", "%two : int = prim::Constant[value=2]()"]
    inputs = [f"%x{n}" for n in range(_INPUTS)]
    open_values: list[str] = []
    for number in range(rng.randint(6, 16)):
        value, kind = f"%v{number}", rng.choice(("mm", "mm", "mm", "add", "add", "addmm", "relu_"))
        if kind == "add" and len(open_values) > 1:
            a, b = (open_values.pop(rng.randrange(len(open_values))) for _ in range(2))
            lines.append(f"{value} : Tensor = aten::add({a}, {b}, %one)")
        elif kind == "addmm":
            a, b, c = rng.choices(inputs + open_values, k=3)
            factors = rng.choice(("%one, %one",) * 3 + ("%two, %one",))
            lines.append(f"{value} : Tensor = aten::addmm({a}, {b}, {c}, {factors})")
        elif kind == "relu_" and rng.random() < 0.2:
            lines.append(f"{value} : Tensor = aten::relu_({rng.choice(inputs)})")
            continue
        else:
            lines.append(f"{value} : Tensor = aten::mm({rng.choice(inputs)}, {rng.choice(inputs)})")
        open_values.append(value)
    header = ", ".join(f"{name} : {_TYPE}" for name in inputs)
    total = f"%all : Tensor[] = prim::ListConstruct({', '.join(open_values)})"
    body = "".join(f"  {line}\n" for line in [*lines, total])
    return f"graph({header}):\n{body}  return (%all)\n"


def kinds(graph: Any) -> Counter[str]:
    counted = ("aten::mm", "aten::add", "aten::addmm")
    return Counter(node.kind() for node in graph.nodes() if node.kind() in counted)


def our_kinds(module: ModuleOp) -> Counter[str]:
    return Counter("::".join(op.name.split(".")[:2]) for op in module.walk())


def results(module: ModuleOp) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    inputs = [Tensor(rng.normal(size=(3, 3)).astype(np.float32)) for _ in range(_INPUTS)]
    unit = CompilationUnit.from_module(module)
    (name,) = (op.sym_name.data for op in module.ops)
    (found,) = run(unit.code(name), inputs)
    return [value.array for value in [*found, *inputs]]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (torch._C._jit_pass_batch_mm, BatchMmPass()),
        (torch._C._jit_pass_decompose_ops, DecomposeOpsPass()),
    ],
    ids=["batch-mm", "decompose-ops"],
)
def test_nothing_is_left_that_pytorch_removes(theirs: Any, ours: ModulePass) -> None:
    fired = 0
    for seed in range(_GRAPHS):
        text = random_graph(random.Random(seed))
        graph = torch._C.parse_ir(text)
        before = kinds(graph)
        theirs(graph)
        module: Any = parse_graph(text, f"seed {seed}")
        expected = results(module.clone())
        run_pipeline([ours], LazyContext(), module)
        assert not verify_all(module)
        removed = before - kinds(graph)
        left = {kind for kind in removed if our_kinds(module)[kind] > kinds(graph)[kind]}
        assert not left, f"seed {seed} leaves {left}\n{text}"
        for a, b in zip(expected, results(module), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-3)
        fired += bool(removed)
    assert fired > _GRAPHS // 20
