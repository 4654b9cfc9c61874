"""Operators of torchvision that detection networks are saved with."""

from __future__ import annotations

from math import ceil

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import (
    INT64,
    Table,
    work_dtype,
    working_array,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, Tensor


def _nms(dets: Tensor, scores: Tensor, iou_threshold: float) -> Tensor:
    """Return the boxes, best first, that overlap with each better box by at most the threshold."""
    if dets.array.ndim != 2 or dets.shape[1] != 4 or scores.shape != dets.shape[:1]:
        raise BadValue(f"boxes of shape {list(dets.shape)} with scores {list(scores.shape)}")
    boxes = working_array(dets)
    order = np.argsort(-scores.array, kind="stable")
    kept: list[int] = []
    while len(order):
        best, rest = order[0], order[1:]
        kept.append(int(best))
        box, others = boxes[best], boxes[rest]
        low = np.maximum(box[:2], others[:, :2])
        high = np.minimum(box[2:], others[:, 2:])
        common = np.prod(np.maximum(high - low, 0), axis=1)
        areas = np.prod(others[:, 2:] - others[:, :2], axis=1)
        union = np.prod(box[2:] - box[:2]) + areas - common
        order = rest[~(common / union > iou_threshold)]
    return Tensor(np.array(kept, INT64))


def _line_weights(points: Array, size: int) -> tuple[Array, Array, Array, Array]:
    """Return the two elements next to each point and their weights, 0 outside the image."""
    outside = (points < -1) | (points > size)
    held = np.maximum(points, 0)
    low = np.minimum(held.astype(INT64), size - 1)
    high = np.minimum(low + 1, size - 1)
    share = np.where(low >= size - 1, 0, held - low).astype(points.dtype)
    inside = (~outside).astype(points.dtype)
    return low, high, (1 - share) * inside, share * inside


def _pool(
    image: Array, box: Array, sizes: tuple[int, int], sampling_ratio: int, aligned: bool
) -> Array:
    """Return means over a grid of interpolated points in each part of the box."""
    matrices: list[Array] = []
    for axis, count in enumerate(sizes):
        start, end = box[1 - axis], box[3 - axis]
        extent = end - start if aligned else max(end - start, box.dtype.type(1))
        step = extent / box.dtype.type(count)
        samples = sampling_ratio if sampling_ratio > 0 else ceil(float(step))
        size = image.shape[1 + axis]
        matrix = np.zeros((count, size), image.dtype)
        offsets = (np.arange(max(samples, 0)) + 0.5).astype(box.dtype) / max(samples, 1)
        points = start + (np.arange(count)[:, None] + offsets).astype(box.dtype) * step
        low, high, first, second = _line_weights(points, size)
        rows = np.broadcast_to(np.arange(count)[:, None], points.shape)
        np.add.at(matrix, (rows, low), first)
        np.add.at(matrix, (rows, high), second)
        matrices.append(matrix / max(samples, 1))
    vertical, horizontal = matrices
    return vertical @ image @ horizontal.T


def _roi_align(
    input: Tensor,
    rois: Tensor,
    spatial_scale: float,
    pooled_height: int,
    pooled_width: int,
    sampling_ratio: int,
    aligned: bool,
) -> Tensor:
    """Pool parts of an image in regions without rounding their edges, after He et al., "Mask R-CNN"
    (2017).

    Interpolation is linear in each dimension, so a region is a product with one matrix for each.
    """
    check_floating("torchvision.roi_align", input.array.dtype)
    if rois.array.ndim != 2 or rois.shape[1] != 5 or input.array.ndim != 4:
        raise BadValue(f"regions {list(rois.shape)} of images {list(input.shape)}")
    work = work_dtype(input.array.dtype)
    images, regions = (t.array.astype(work, copy=False) for t in (input, rois))
    made = np.empty((len(regions), images.shape[1], pooled_height, pooled_width), work)
    boxes = regions[:, 1:] * work.type(spatial_scale) - work.type(0.5 if aligned else 0)
    for target, number, box in zip(made, regions[:, 0].astype(INT64), boxes, strict=True):
        sizes = (pooled_height, pooled_width)
        target[...] = _pool(images[number], box, sizes, sampling_ratio, aligned)
    return wrap_result(made, input.array.dtype)


DETECTION: Table = {
    "torchvision.nms": _nms,
    "torchvision.roi_align": _roi_align,
}
