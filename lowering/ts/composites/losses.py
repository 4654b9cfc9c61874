"""A reduction is 0 (none), 1 (mean) or 2 (sum)."""

from __future__ import annotations

import torch
from torch import Tensor


def _reduce(loss: Tensor, reduction: int) -> Tensor:
    if reduction == 1:
        loss = loss.mean()
    elif reduction == 2:
        loss = loss.sum()
    return loss


def l1_loss(self: Tensor, target: Tensor, reduction: int = 1) -> Tensor:
    return _reduce((self - target).abs(), reduction)


def margin_ranking_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: int = 1
) -> Tensor:
    return _reduce(torch.clamp_min(-target * (input1 - input2) + margin, 0), reduction)


def hinge_embedding_loss(
    self: Tensor, target: Tensor, margin: float = 1.0, reduction: int = 1
) -> Tensor:
    zeros = torch.zeros_like(self)
    far = torch.where(target == 1, zeros, torch.clamp_min(torch.full_like(self, margin) - self, 0))
    near = torch.where(target == -1, zeros, self)
    return _reduce(far + near, reduction)


def cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: int = 1
) -> Tensor:
    if target.dim() > 1 or input1.dim() != target.dim() + 1 or input2.dim() != target.dim() + 1:
        raise RuntimeError(
            "cosine_embedding_loss: expected a target of 0 or 1 dimensions and inputs of one more"
        )
    products = (input1 * input2).sum(target.dim())
    squares = ((input1 * input1).sum(target.dim()) + 1e-12) * (
        (input2 * input2).sum(target.dim()) + 1e-12
    )
    cosine = products / squares.sqrt()
    zeros = torch.zeros_like(cosine)
    alike = torch.where(target == 1, 1 - cosine, zeros)
    apart = torch.where(target == -1, torch.clamp_min(cosine - margin, 0), zeros)
    return _reduce(alike + apart, reduction)


def pairwise_distance(
    x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-06, keepdim: bool = False
) -> Tensor:
    last = max(x1.dim(), x2.dim()) - 1
    return torch.norm(x1 - x2 + eps, p, [last], keepdim)


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-06,
    swap: bool = False,
    reduction: int = 1,
) -> Tensor:
    if anchor.dim() != positive.dim() or anchor.dim() != negative.dim():
        raise RuntimeError(
            f"triplet_margin_loss: anchor, positive and negative have {anchor.dim()}, "
            f"{positive.dim()} and {negative.dim()} dimensions; expected the same number"
        )
    near = torch.pairwise_distance(anchor, positive, p, eps)
    far = torch.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.minimum(far, torch.pairwise_distance(positive, negative, p, eps))
    return _reduce(torch.clamp_min(margin + near - far, 0), reduction)


def kl_div(self: Tensor, target: Tensor, reduction: int = 1, log_target: bool = False) -> Tensor:
    if not (self.is_floating_point() and target.is_floating_point()):
        raise RuntimeError("kl_div: expected tensors of floating point numbers")
    if log_target:
        loss = torch.exp(target) * (target - self)
    else:
        loss = torch.xlogy(target, target) - target * self
    return _reduce(loss, reduction)


def poisson_nll_loss(
    input: Tensor, target: Tensor, log_input: bool, full: bool, eps: float, reduction: int
) -> Tensor:
    if log_input:
        loss = torch.exp(input) - target * input
    else:
        loss = input - target * torch.log(input + eps)
    if full:
        stirling = target * torch.log(target) - target + 0.5 * torch.log(6.283185307179586 * target)
        loss = loss + stirling.masked_fill(target <= 1, 0)
    return _reduce(loss, reduction)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-08) -> Tensor:
    if eps < 0:
        raise RuntimeError(f"cosine_similarity: eps is {eps}, and must not be negative")
    if x1.dtype != x2.dtype:
        dtype = torch.result_type(x1, x2)
        x1 = x1.to(dtype)
        x2 = x2.to(dtype)
    a, b = x1, x2
    if a.size() != b.size():
        a, b = torch.ops.aten.broadcast_tensors([x1, x2])
    if not a.is_floating_point() and not a.is_complex():
        raise RuntimeError("cosine_similarity: expected tensors of a floating type")
    lengths = torch.clamp_min(torch.linalg.vector_norm(a, 2, [dim], True), eps)
    others = torch.clamp_min(torch.linalg.vector_norm(b, 2, [dim], True), eps)
    return ((a / lengths) * (b / others)).sum(dim)


def pdist(self: Tensor, p: float = 2.0) -> Tensor:
    if self.dim() != 2:
        raise RuntimeError(f"pdist: expected a matrix, got a tensor of {self.dim()} dimensions")
    if p < 0:
        raise RuntimeError(f"pdist: expected a non-negative order, got {p}")
    return torch.ops.aten._pdist_forward(self.contiguous(), p)


def multilabel_margin_loss(self: Tensor, target: Tensor, reduction: int = 1) -> Tensor:
    loss, _targets = torch.ops.aten.multilabel_margin_loss_forward(self, target, reduction)
    return loss


def nll_loss(
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
) -> Tensor:
    loss, _weights = torch.ops.aten.nll_loss_forward(self, target, weight, reduction, ignore_index)
    return loss


def nll_loss2d(
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
) -> Tensor:
    loss, _weights = torch.ops.aten.nll_loss2d_forward(
        self, target, weight, reduction, ignore_index
    )
    return loss


def nll_loss_nd(
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
) -> Tensor:
    if self.dim() < 1:
        raise RuntimeError("nll_loss: expected an input of at least one dimension")
    if self.dim() != 1 and (target.dim() < 1 or self.size(0) != target.size(0)):
        raise RuntimeError(
            f"nll_loss: an input of size {self.size()} and a target "
            f"of size {target.size()} differ in the first size"
        )
    if self.dim() <= 2:
        return torch.ops.aten.nll_loss(self, target, weight, reduction, ignore_index)
    if self.dim() == 4:
        return torch.ops.aten.nll_loss2d(self, target, weight, reduction, ignore_index)
    sizes = target.size()
    if [self.size(0)] + self.size()[2:] != sizes:
        raise RuntimeError(
            f"nll_loss: an input of size {self.size()} takes a target "
            f"of size {[self.size(0)] + self.size()[2:]}, not {sizes}"
        )
    places = target.numel() // max(self.size(0), 1)
    scores = self.reshape([self.size(0), self.size(1), 1, places])
    loss = torch.ops.aten.nll_loss2d(
        scores, target.reshape([self.size(0), 1, places]), weight, reduction, ignore_index
    )
    if reduction == 0:
        loss = loss.view(sizes)
    return loss


def _by_class(weight: Tensor, rank: int, classes: int) -> Tensor:
    sizes = [1] * rank
    sizes[classes] = weight.size(0)
    return weight.view(sizes)


def _against_probabilities(
    logs: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    classes: int,
    smoothing: float,
) -> Tensor:
    if not target.is_floating_point():
        raise RuntimeError(
            "cross_entropy_loss: a target of the size of the "
            "input holds probabilities, and is of a floating type"
        )
    count = logs.size(classes)
    if smoothing > 0:
        target = target * (1 - smoothing) + smoothing / count
    products = logs * target
    if weight is not None:
        products = products * _by_class(weight, logs.dim(), classes)
    if reduction == 0:
        return -products.sum(classes)
    if reduction == 2:
        return -products.sum()
    if logs.numel() == 0:
        return -products.sum() * float("nan")
    return -products.sum() / (logs.numel() // count)


def _against_all(
    logs: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    classes: int,
    ignore_index: int,
) -> Tensor:
    if weight is None:
        loss = -logs.sum(classes)
    else:
        loss = -(logs * _by_class(weight, logs.dim(), classes)).sum(classes)
    ignored = target == ignore_index
    loss = loss.masked_fill(ignored, 0)
    if reduction == 0:
        return loss
    if reduction == 2:
        return loss.sum()
    if weight is None:
        return loss.masked_select(~ignored).mean()
    return loss.sum() / weight.gather(0, target.masked_select(~ignored)).sum()


def cross_entropy_loss(
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Tensor:
    if label_smoothing < 0 or label_smoothing > 1:
        raise RuntimeError(
            f"cross_entropy_loss: expected a label smoothing from 0 to 1, got {label_smoothing}"
        )
    classes = 1
    if self.dim() < 2:
        classes = 0
    logs = torch.log_softmax(self, classes, dtype=self.dtype)
    if self.size() == target.size():
        if ignore_index >= 0:
            raise RuntimeError(
                "cross_entropy_loss: no probability is ignored, ignore_index must not be given"
            )
        return _against_probabilities(logs, target, weight, reduction, classes, label_smoothing)
    loss = torch.ops.aten.nll_loss_nd(logs, target, weight, reduction, ignore_index)
    if label_smoothing > 0:
        smooth = _against_all(logs, target, weight, reduction, classes, ignore_index)
        loss = (1 - label_smoothing) * loss + smooth * (label_smoothing / self.size(classes))
    return loss


def _reduced_loss(loss: Tensor, reduction: int) -> Tensor:
    if reduction == 1:
        return loss.mean()
    if reduction == 2:
        return loss.sum()
    return loss


def multi_margin_loss(
    self: Tensor,
    target: Tensor,
    p: number = 1,
    margin: number = 1,
    weight: Tensor | None = None,
    reduction: int = 1,
) -> Tensor:
    order = float(p)
    if (order != 1.0 and order != 2.0) or self.dim() > 2 or self.numel() == 0:
        raise RuntimeError(
            "multi_margin_loss: expected an order of 1 or 2 and at most two dimensions, got "
            f"{order} and {self.size()}"
        )
    rows = self.view([1, -1]) if self.dim() < 2 else self
    places = target.reshape([-1, 1])
    if places.size(0) != rows.size(0) or (weight is not None and weight.numel() != rows.size(1)):
        raise RuntimeError(
            "multi_margin_loss: expected a class for each row and a weight for each class"
        )
    apart = torch.clamp_min(rows - rows.gather(1, places) + margin, 0)
    if order == 2.0:
        apart = apart * apart
    if weight is not None:
        apart = apart * weight.index_select(0, places.reshape([-1])).unsqueeze(1)
    loss = apart.scatter(1, places, 0).sum([1]) / rows.size(1)
    if self.dim() < 2:
        loss = loss.squeeze(0)
    return _reduced_loss(loss, reduction)


def multilabel_margin_loss_forward(
    self: Tensor, target: Tensor, reduction: int
) -> tuple[Tensor, Tensor]:
    if self.size() != target.size() or self.dim() > 2 or self.numel() == 0:
        raise RuntimeError(
            "multilabel_margin_loss: expected targets of the size of at most two dimensions, got "
            f"{target.size()} for {self.size()}"
        )
    rows = self.view([1, -1]) if self.dim() < 2 else self
    targets = target.reshape([1, -1]) if target.dim() < 2 else target
    given = (targets < 0).cumsum(1) == 0
    places = torch.where(given, targets, 0)
    is_target = torch.zeros_like(rows).scatter_add(1, places, given.to(rows.dtype)) > 0
    apart = torch.clamp_min(1 - rows.gather(1, places).unsqueeze(2) + rows.unsqueeze(1), 0)
    counted = given.unsqueeze(2) & ~is_target.unsqueeze(1)
    loss = torch.where(counted, apart, 0).sum([1, 2]) / rows.size(1)
    if self.dim() < 2:
        loss = loss.squeeze(0)
    return _reduced_loss(loss, reduction), is_target.to(rows.dtype).view(self.size())
