"""A call of each composite operator that native code runs, of plain float32 tensors.

`tests/unit/test_composites_native.py` compiles each and compares it with the interpreter;
`docs/operators.md` calls these operators native.
"""

from __future__ import annotations

ARGUMENTS = "x: Tensor, y: Tensor, v: Tensor, w: Tensor, m: Tensor, c: Tensor"
"""x and y are [2,3], v is [3], w is [2], m is [3,3], c is [2,4,3]."""

CALLS: dict[str, str] = {
    "aten._add_relu.Tensor": "torch.ops.aten._add_relu(x, y)",
    "aten._chunk_cat": "torch.ops.aten._chunk_cat([x, c[:, :, 0]], 1, 2)",
    "aten._grad_sum_to_size": "torch.ops.aten._grad_sum_to_size(c, [4, 1])",
    "aten._masked_softmax_backward":
        "torch.ops.aten._masked_softmax_backward(x, y.sigmoid(), x > 0)",
    "aten._pdist_forward": "torch.ops.aten._pdist_forward(c[0], 1.5)",
    "aten._masked_softmax":
        "torch.ops.aten._masked_softmax(c.unsqueeze(1), x > 0, 3, 1), "
        "torch.ops.aten._masked_softmax(m, m < 0)",
    "aten._native_multi_head_attention":
        "torch.ops.aten._native_multi_head_attention("
        "c, c, c, 3, 3, torch.cat([m, m.t(), m]), torch.cat([v, v, v]), m, v, c[0, :, :1] > 0, "
        "True, False, 0), "
        "torch.ops.aten._native_multi_head_attention("
        "c, c, c, 3, 1, torch.cat([m, m.t(), m]), torch.cat([v, v, v]), m, v)",
    "aten._softmax_backward_data":
        "torch.ops.aten._softmax_backward_data(x, y.softmax(1), 1, torch.float32)",
    "aten._transformer_encoder_layer_fwd":
        "torch.ops.aten._transformer_encoder_layer_fwd("
        "c, 3, 3, torch.cat([m, m.t(), m]), torch.cat([v, v, v]), m, v, True, True, 1e-5, "
        "v, v, v, v, torch.cat([m, m]), torch.cat([v, v]), torch.cat([m, m], 1), v), "
        "torch.ops.aten._transformer_encoder_layer_fwd("
        "c, 3, 1, torch.cat([m, m.t(), m]), torch.cat([v, v, v]), m, v, False, False, 1e-5, "
        "v, v, v, v, torch.cat([m, m]), torch.cat([v, v]), torch.cat([m, m], 1), v, "
        "c[:, :, 0] > 0, 1)",
    "aten.adjoint": "torch.adjoint(x)",
    "aten.affine_grid_generator":
        "torch.affine_grid_generator(c[:, :2], [2, 1, 3, 4], False), "
        "torch.affine_grid_generator(c[:, :2], [2, 2, 1, 5], True), "
        "torch.affine_grid_generator("
        "torch.cat([c, c[:, :, :1]], 2)[:, :3], [2, 1, 3, 4, 2], False)",
    "aten.allclose": "x + int(torch.allclose(x, y, 1.0, 9.0))",
    "aten.atleast_1d": "torch.ops.aten.atleast_1d(x)",
    "aten.atleast_1d.Sequence": "torch.ops.aten.atleast_1d([x, v])",
    "aten.atleast_2d": "torch.ops.aten.atleast_2d(v)",
    "aten.atleast_2d.Sequence": "torch.ops.aten.atleast_2d([x, v])",
    "aten.atleast_3d": "torch.ops.aten.atleast_3d(x)",
    "aten.atleast_3d.Sequence": "torch.ops.aten.atleast_3d([x, v])",
    "aten.broadcast_to": "torch.broadcast_to(v, [2, 3])",
    "aten.cdist": "torch.cdist(x, c, 3.0)",
    "aten.combinations": "torch.combinations(v, 2, True)",
    "aten.conj_physical": "torch.conj_physical(x)",
    "aten.corrcoef": "torch.corrcoef(c[0])",
    "aten.cosine_embedding_loss": "torch.ops.aten.cosine_embedding_loss(x, y, w.sign(), 0.1)",
    "aten.cosine_similarity": "torch.cosine_similarity(x, c[:, 0], 1)",
    "aten.cov": "torch.cov(c[1], correction=0)",
    "aten.copy": "torch.ops.aten.copy(x, v)",
    "aten.cpu": "x.cpu()",
    "aten.diff": "torch.diff(c, 2, dim=1)",
    "aten.embedding_bag":
        "torch.ops.aten.embedding_bag(m, torch.arange(4) * 2 % 3, torch.arange(2) * 3)[0], "
        "torch.ops.aten.embedding_bag("
        "m.double(), torch.arange(4) * 2 % 3, torch.arange(3) * 2, mode=1, "
        "include_last_offset=True)",
    "aten.embedding_bag.padding_idx":
        "torch.ops.aten.embedding_bag("
        "m, torch.arange(4) * 2 % 3, torch.arange(2) * 3, False, 0, False, "
        "torch.cat([w, w]), False, -1)",
    "aten.equal": "x + int(torch.equal(x, y))",
    "aten.expand_as": "v.expand_as(x)",
    "aten.float_power.Scalar": "torch.float_power(2, x)",
    "aten.float_power.Tensor_Scalar": "torch.float_power(x, 3)",
    "aten.float_power.Tensor_Tensor": "torch.float_power(x.abs(), y)",
    "aten.ger": "torch.ger(v, w)",
    "aten.gradient.scalarint": "torch.gradient(c, spacing=2.0, dim=1, edge_order=2)",
    "aten.hinge_embedding_loss": "torch.ops.aten.hinge_embedding_loss(x, y.sign())",
    "aten.im2col": "torch.ops.aten.im2col(c, [3, 2], [1, 2], [1, 0], [2, 1])",
    "aten.isclose": "torch.isclose(x, y, rtol=0.5)",
    "aten.isfinite": "torch.isfinite(x / y)",
    "aten.isreal": "torch.isreal(x)",
    "aten.kl_div": "torch.ops.aten.kl_div(x, y.abs(), 2)",
    "aten.kron": "torch.kron(x, v)",
    "aten.l1_loss": "torch.ops.aten.l1_loss(x, y)",
    "aten.len.Tensor": "x + len(c)",
    "aten.linalg_matrix_norm": "torch.linalg.matrix_norm(c, float('inf'), keepdim=True)",
    "aten.linalg_matrix_norm.str_ord": "torch.linalg.matrix_norm(c, 'nuc', dim=[0, 1])",
    "aten.linalg_norm": "torch.linalg.norm(c, 2, dim=[0, 2])",
    "aten.linalg_norm.ord_str": "torch.linalg.norm(m, 'fro')",
    "aten.linalg_vander": "torch.linalg.vander(v, N=4)",
    "aten.linalg_vecdot": "torch.linalg.vecdot(x, y)",
    "aten.log_sigmoid": "torch.ops.aten.log_sigmoid(x)",
    "aten.mH": "x.mH",
    "aten.mT": "x.mT",
    "aten.margin_ranking_loss": "torch.ops.aten.margin_ranking_loss(x, y, y.sign(), 0.5)",
    "aten.matrix_H": "x.H",
    "aten.max_pool2d_with_indices_backward":
        "torch.ops.aten.max_pool2d_with_indices_backward(c[:, :2, :2], c, [2, 2], [1, "
        "1], [0, 0], [1, 1], False, torch.arange(8).view([2, 2, 2]))",
    "aten.max_unpool2d":
        "torch.ops.aten.max_unpool2d(c[:, :2, :2], torch.arange(8).view([2, 2, 2]) * 2, [4, 4])",
    "aten.max_unpool3d":
        "torch.ops.aten.max_unpool3d(c[None], torch.arange(24).view([1, 2, 4, 3]), [2, "
        "3, 5], [1, 1, 1], [0, 0, 0])",
    "aten.meshgrid": "torch.ops.aten.meshgrid([v, w])",
    "aten.meshgrid.indexing": "torch.meshgrid([v, w], indexing='xy')",
    "aten.multi_margin_loss": "torch.ops.aten.multi_margin_loss(x, torch.arange(2), 2, 0.5, v)",
    "aten.multilabel_margin_loss_forward":
        "torch.ops.aten.multilabel_margin_loss_forward(x, torch.arange(6).view([2, 3]) % 4 - 1, 0)",
    "aten.native_channel_shuffle": "torch.native_channel_shuffle(c, 2)",
    "aten.numpy_T": "x.T",
    "aten.outer": "torch.outer(v, w)",
    "aten.poisson_nll_loss": "torch.ops.aten.poisson_nll_loss(x, y.abs(), False, True, 1e-8, 1)",
    "aten.prelu": "torch.prelu(x, v)",
    "aten.ravel": "torch.ravel(x)",
    "aten.relu6": "torch.ops.aten.relu6(x)",
    "aten.renorm": "torch.renorm(c, 2, 0, 1.5)",
    "aten.repeat_interleave.self_int": "torch.repeat_interleave(x, 2, dim=1)",
    "aten.reshape_as": "x.reshape_as(y.t())",
    "aten.scaled_dot_product_attention":
        "torch.scaled_dot_product_attention(c, c[:, :3], c[:, 1:], x[:, :1, None] > 0), "
        "torch.scaled_dot_product_attention(c, c, c, is_causal=True, scale=0.5), "
        "torch.scaled_dot_product_attention(c, c, c, c @ c.transpose(1, 2))",
    "aten.selu": "torch.selu(x)",
    "aten.square": "torch.square(x)",
    "aten.sum_to_size": "c.sum_to_size([4, 1])",
    "aten.trapezoid.dx": "torch.trapezoid(x, dx=0.5)",
    "aten.trapezoid.x": "torch.trapezoid(x, v)",
    "aten.trapz.dx": "torch.trapz(x, dx=0.5)",
    "aten.trapz.x": "torch.trapz(y, x)",
    "aten.type_as": "x.type_as(y)",
    "aten.unflatten.int": "torch.unflatten(c, 1, [2, -1])",
    "aten.unsafe_chunk": "torch.ops.aten.unsafe_chunk(c, 3, 1)",
    "aten.view_as": "x.view_as(y)",
}  # fmt: skip
"""Op name -> expression."""
