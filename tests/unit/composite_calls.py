"""A call of each composite operator that native code runs, of plain float32 tensors.

`tests/unit/test_composites_native.py` compiles each and compares it with the interpreter;
`docs/operators.md` calls these operators native.
"""

from __future__ import annotations

ARGUMENTS = "x: Tensor, y: Tensor, v: Tensor, w: Tensor, m: Tensor, c: Tensor"
"""x and y are [2,3], v is [3], w is [2], m is [3,3], c is [2,4,3]."""

CALLS: dict[str, str] = {
    "aten._add_relu.Tensor": "torch.ops.aten._add_relu(x, y)",
    "aten._grad_sum_to_size": "torch.ops.aten._grad_sum_to_size(c, [4, 1])",
    "aten._masked_softmax_backward":
        "torch.ops.aten._masked_softmax_backward(x, y.sigmoid(), x > 0)",
    "aten.adjoint": "torch.adjoint(x)",
    "aten.atleast_1d": "torch.ops.aten.atleast_1d(x)",
    "aten.atleast_1d.Sequence": "torch.ops.aten.atleast_1d([x, v])",
    "aten.atleast_2d": "torch.ops.aten.atleast_2d(v)",
    "aten.atleast_2d.Sequence": "torch.ops.aten.atleast_2d([x, v])",
    "aten.atleast_3d": "torch.ops.aten.atleast_3d(x)",
    "aten.atleast_3d.Sequence": "torch.ops.aten.atleast_3d([x, v])",
    "aten.broadcast_to": "torch.broadcast_to(v, [2, 3])",
    "aten.cosine_embedding_loss": "torch.ops.aten.cosine_embedding_loss(x, y, w.sign(), 0.1)",
    "aten.diff": "torch.diff(c, 2, dim=1)",
    "aten.expand_as": "v.expand_as(x)",
    "aten.float_power.Scalar": "torch.float_power(2, x)",
    "aten.float_power.Tensor_Scalar": "torch.float_power(x, 3)",
    "aten.float_power.Tensor_Tensor": "torch.float_power(x.abs(), y)",
    "aten.ger": "torch.ger(v, w)",
    "aten.hinge_embedding_loss": "torch.ops.aten.hinge_embedding_loss(x, y.sign())",
    "aten.isclose": "torch.isclose(x, y, rtol=0.5)",
    "aten.isfinite": "torch.isfinite(x / y)",
    "aten.isreal": "torch.isreal(x)",
    "aten.kl_div": "torch.ops.aten.kl_div(x, y.abs(), 2)",
    "aten.kron": "torch.kron(x, v)",
    "aten.l1_loss": "torch.ops.aten.l1_loss(x, y)",
    "aten.linalg_vecdot": "torch.linalg.vecdot(x, y)",
    "aten.log_sigmoid": "torch.ops.aten.log_sigmoid(x)",
    "aten.mH": "x.mH",
    "aten.mT": "x.mT",
    "aten.margin_ranking_loss": "torch.ops.aten.margin_ranking_loss(x, y, y.sign(), 0.5)",
    "aten.matrix_H": "x.H",
    "aten.meshgrid": "torch.ops.aten.meshgrid([v, w])",
    "aten.meshgrid.indexing": "torch.meshgrid([v, w], indexing='xy')",
    "aten.native_channel_shuffle": "torch.native_channel_shuffle(c, 2)",
    "aten.outer": "torch.outer(v, w)",
    "aten.poisson_nll_loss": "torch.ops.aten.poisson_nll_loss(x, y.abs(), False, True, 1e-8, 1)",
    "aten.prelu": "torch.prelu(x, v)",
    "aten.ravel": "torch.ravel(x)",
    "aten.relu6": "torch.ops.aten.relu6(x)",
    "aten.repeat_interleave.self_int": "torch.repeat_interleave(x, 2, dim=1)",
    "aten.reshape_as": "x.reshape_as(y.t())",
    "aten.selu": "torch.selu(x)",
    "aten.square": "torch.square(x)",
    "aten.sum_to_size": "c.sum_to_size([4, 1])",
    "aten.trapezoid.dx": "torch.trapezoid(x, dx=0.5)",
    "aten.trapezoid.x": "torch.trapezoid(x, v)",
    "aten.trapz.dx": "torch.trapz(x, dx=0.5)",
    "aten.trapz.x": "torch.trapz(y, x)",
    "aten.type_as": "x.type_as(y)",
    "aten.unflatten.int": "torch.unflatten(c, 1, [2, -1])",
    "aten.view_as": "x.view_as(y)",
}  # fmt: skip
"""Op name -> expression."""
