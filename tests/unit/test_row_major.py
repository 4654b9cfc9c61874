"""The analysis of the order of elements in memory says what the interpreter does."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.analysis.row_major import is_row_major
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy

# The arguments are row-major: x has 4x6 elements, y 6x4, and z 2x3x4.
IN_ORDER = (
    "torch.mm(y.t(), x.t())", "torch.matmul(x, y)", "torch.matmul(z, x.t()[:4, :2])",
    "torch.addmm(x[:, :4], y.t(), x.t())", "torch.nn.functional.linear(y.t(), x)",
    "torch.nn.functional.layer_norm(y.t(), [6])", "torch.softmax(y.t(), 0)",
    "torch.log_softmax(y.t(), 1)", "torch.embedding(y.t(), torch.tensor([1, 0, 3]))",
    "torch.bmm(z.transpose(1, 2), z)", "torch.zeros([3, 2])", "torch.eye(4)",
    "y.t().contiguous()", "torch.baddbmm(z[:, :, :3], z, z.transpose(1, 2))",
    "x + 1", "x * y.reshape(4, 6)", "torch.relu(x) > x", "x[:, :1] + x[:1]", "x + x[0]",
    "torch.zeros_like(x)", "torch.rand_like(x)", "torch.bernoulli(x, 0.5)",
    "torch.dropout(x, 0.5, True)", "x.view(2, 12)", "x.reshape(2, 3, 4)", "z.flatten(1)",
    "x.unsqueeze(1)", "x.clone()", "x.detach()", "x.double()", "z[0]", "z[:, 1]", "x[::2]",
    "x[:, ::2]", "torch.select_scatter(x, x[0], 0, 1)", "z[:, :2].reshape(2, 8)",
    "torch.conv1d(z, z[:, :, :2])", "torch.max_pool1d(z, 2)", "torch.group_norm(z, 3)",
    "torch.cat([x, x * 2], 1)", "torch.stack([x, x], 1)", "torch.gather(x, 1, (x * 2).long())",
    "torch.sum(z, [1])", "torch.mean(z, [0], True)", "torch.max(z, 1)[0]", "x.repeat(2, 3)",
    "torch.index_select(x, 1, torch.tensor([1, 0]))", "torch.cumsum(x, 0)",
    "torch.where(x > 0, x, x * 2)", "torch.sigmoid(torch.tanh(x))",
)  # fmt: skip
OTHERS = (
    "x.t()", "x.t() + 1", "torch.rand_like(x.t())", "z.permute(2, 0, 1) * 2", "x.t().clone()",
    "z.transpose(0, 1).select(2, 0)", "torch.zeros_like(x.t())",
)  # fmt: skip
"""Those whose elements are in another order."""


def _result(expression: str) -> tuple[FuncOp, np.ndarray]:
    function = ts.CompilationUnit(f"def f(x, y, z):\n    return {expression}\n").f
    shapes = (4, 6), (6, 4), (2, 3, 4)
    inputs = [np.random.default_rng(0).random(shape, dtype=np.float32) for shape in shapes]
    linked = function.program
    inlined = linked.prepare(inline_into_copy(linked.prepare(function.op), linked))
    return inlined, function(*inputs).array


def _in_order(array: np.ndarray) -> bool:
    """Return whether a tensor like this one is row-major."""
    return np.empty_like(array).flags.c_contiguous


@pytest.mark.parametrize("expression", IN_ORDER)
def test_results_in_order(expression: str) -> None:
    function, array = _result(expression)
    assert _in_order(array)
    last = function.body.block.last_op
    assert last is not None and is_row_major(last.operands[0])


@pytest.mark.parametrize("expression", OTHERS)
def test_results_in_another_order(expression: str) -> None:
    function, array = _result(expression)
    assert not _in_order(array)
    last = function.body.block.last_op
    assert last is not None and not is_row_major(last.operands[0])
