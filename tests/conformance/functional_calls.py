"""Calls of functions that PyTorch writes in Python: `(parameters, expression)`."""

X = "x: Tensor"
XY = "x: Tensor, y: Tensor"

CALLS: tuple[tuple[str, str], ...] = (
    *((X, f"F.{name}(x)") for name in (
        "relu relu6 elu selu celu leaky_relu rrelu hardtanh hardswish hardsigmoid silu mish glu "
        "tanhshrink softsign sigmoid tanh softmax softmin log_softmax gumbel_softmax dropout "
        "alpha_dropout feature_alpha_dropout dropout1d dropout2d dropout3d normalize gelu "
        "logsigmoid softplus softshrink hardshrink"
    ).split()),
    *((X, f"F.{name}(x, inplace=True)") for name in (
        "relu relu6 elu selu celu leaky_relu rrelu hardtanh hardswish hardsigmoid silu mish "
        "dropout alpha_dropout dropout2d"
    ).split()),
    (X, "F.softmax(x, dim=1)"),
    (X, "F.softmax(x, 1, dtype=torch.float64)"),
    (X, "F.log_softmax(x, dim=-1)"),
    (X, "F.gumbel_softmax(x, tau=2.0, hard=True)"),
    (X, "F.threshold(x, 1.0, 2.0)"),
    (X, "F.threshold(x, 1.0, 2.0, True)"),
    (X, "F.dropout(x, 0.3, False)"),
    ("x: Tensor, m: Optional[Tensor], v: Optional[Tensor]", "F.batch_norm(x, m, v)"),
    ("x: Tensor, m: Optional[Tensor], v: Optional[Tensor]", "F.batch_norm(x, m, v, training=True)"),
    (X, "F.instance_norm(x)"),
    (X, "F.layer_norm(x, [3])"),
    (X, "F.rms_norm(x, [3])"),
    (X, "F.group_norm(x, 2)"),
    (X, "F.local_response_norm(x, 2)"),
    (X, "F.normalize(x, p=1.0, dim=0)"),
    (X, "F.pad(x, [1, 1])"),
    (X, "F.pad(x, (1, 1), 'reflect')"),
    (X, "F.pad(x, [1, 1], value=2.0)"),
    (XY, "F.embedding(x, y)"),
    (XY, "F.embedding(x, y, padding_idx=0, max_norm=1.0)"),
    *((XY, f"F.{name}(x, y)") for name in (
        "nll_loss cross_entropy kl_div binary_cross_entropy binary_cross_entropy_with_logits "
        "mse_loss l1_loss smooth_l1_loss huber_loss poisson_nll_loss hinge_embedding_loss "
        "soft_margin_loss multilabel_margin_loss multi_margin_loss"
    ).split()),
    *((XY, f"F.{name}(x, y, reduction='sum')") for name in (
        "nll_loss cross_entropy kl_div binary_cross_entropy mse_loss l1_loss huber_loss"
    ).split()),
    (XY, "F.cross_entropy(x, y, ignore_index=0, label_smoothing=0.1)"),
    ("x: Tensor, y: Tensor, z: Tensor", "F.margin_ranking_loss(x, y, z)"),
    ("x: Tensor, y: Tensor, z: Tensor", "F.cosine_embedding_loss(x, y, z)"),
    ("x: Tensor, y: Tensor, z: Tensor", "F.triplet_margin_loss(x, y, z)"),
    ("x: Tensor, y: Tensor, n: Tensor, m: Tensor", "F.ctc_loss(x, y, n, m)"),
    (X, "F.unfold(x, 2)"),
    (X, "F.unfold(x, (2, 3), stride=2)"),
    (X, "F.fold(x, (4, 4), 2)"),
    (X, "F.affine_grid(x, [1, 1, 2, 2])"),
    (XY, "F.grid_sample(x, y)"),
    (XY, "F.grid_sample(x, y, 'nearest', align_corners=True)"),
    (X, "F.max_pool1d(x, 2)"),
    (X, "F.max_pool2d(x, 2)"),
    (X, "F.max_pool2d(x, (2, 2), stride=2, padding=1)"),
    (X, "F.max_pool2d(x, 2, return_indices=True)"),
    (X, "F.max_pool3d(x, 2)"),
    (X, "F.adaptive_max_pool1d(x, 2)"),
    (X, "F.adaptive_max_pool2d(x, 2)"),
    (X, "F.adaptive_max_pool2d(x, (2, 2), return_indices=True)"),
    (X, "F.adaptive_avg_pool1d(x, 2)"),
    (X, "F.adaptive_avg_pool2d(x, 2)"),
    (X, "F.adaptive_avg_pool3d(x, (1, 2, 3))"),
    (X, "F.avg_pool2d(x, 2)"),
    (X, "F.lp_pool1d(x, 2.0, 2)"),
    (X, "F.lp_pool2d(x, 2.0, 2)"),
    (XY, "F.linear(x, y)"),
    (XY, "F.conv2d(x, y)"),
    (XY, "F.conv2d(x, y, stride=2, padding='same')"),
    (XY, "F.conv_transpose1d(x, y)"),
    (XY, "F.prelu(x, y)"),
    (XY, "F.cosine_similarity(x, y)"),
    (XY, "F.pairwise_distance(x, y)"),
    (X, "F.one_hot(x, 5)"),
    (X, "F.pixel_shuffle(x, 2)"),
    (X, "F.pixel_unshuffle(x, 2)"),
    (XY, "F.scaled_dot_product_attention(x, y, y)"),
    (X, "torch.unique(x)"),
    (X, "torch.unique(x, return_inverse=True)"),
    (X, "torch.unique(x, return_counts=True)"),
    (X, "torch.split(x, 2)"),
    (X, "torch.split(x, [1, 2])"),
    (XY, "torch.tensordot(x, y)"),
    (XY, "torch.tensordot(x, y, dims=([0], [1]))"),
    (XY, "torch.einsum('ij,jk->ik', x, y)"),
    (XY, "torch.meshgrid(x, y)"),
    (XY, "torch.broadcast_tensors(x, y)"),
    (XY, "torch.cartesian_prod(x, y)"),
    (XY, "torch.cdist(x, y)"),
    (X, "torch.atleast_1d(x)"),
    (XY, "torch.block_diag(x, y)"),
)  # fmt: skip
