"""Calls of operators on arrays and images, with PyTorch's answers in `data/array_operators.npz`,
which `tests/conformance/operators/gen_array_operators.py` writes.

The arguments are those of the schema by position, defaults included.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

GOLDEN = Path(__file__).with_name("data") / "array_operators.npz"


def image(*shape: int, dtype: str = "float32") -> np.ndarray:
    """Return numbers without order or repetition, the same on every machine."""
    count = int(np.prod(shape))
    return ((np.arange(count) * 37 % 101 - 50) / 8).astype(dtype).reshape(shape)


X1, X2, X3 = image(2, 4, 9), image(2, 4, 6, 7), image(1, 2, 5, 4, 6)
I2 = image(3, 5, dtype="int64")
PLACES = np.array([[0, 2, 1, 0, 2], [1, 1, 0, 2, 0]])
GRID = image(2, 3, 4, 2) / 5

CASES: list[tuple[str, tuple[object, ...]]] = [
    ("aten.conv1d", (X1, image(6, 4, 3), image(6), [2], [1], [1], 1)),
    ("aten.conv2d", (X2, image(4, 2, 3, 2), None, [1, 2], [1, 0], [1, 2], 2)),
    ("aten.conv2d", (X2, image(8, 1, 3, 3), image(8), [1, 1], [1, 1], [1, 1], 4)),
    ("aten.conv2d.padding", (X2, image(2, 4, 3, 2), None, [1, 1], "same", [1, 2], 1)),
    ("aten.conv3d", (X3, image(3, 2, 2, 2, 3), None, [1, 1, 1], [1, 0, 1], [1, 1, 1], 1)),
    ("aten.conv_transpose2d.input",
     (X2, image(4, 3, 3, 3), image(6), [2, 1], [1, 1], [1, 0], 2, [1, 1])),
    ("aten.max_pool2d_with_indices", (X2, [3, 2], [2], [1, 1], [1, 1], True)),
    ("aten.max_pool1d", (X1, [3], [], [1], [2], False)),
    ("aten.avg_pool2d", (X2, [3, 3], [2, 2], [1, 1], True, False, None)),
    ("aten.avg_pool3d", (X3, [2, 2, 2], [], [1, 0, 1], False, True, None)),
    ("aten.adaptive_avg_pool2d", (X2, [4, 3])),
    ("aten.adaptive_max_pool2d", (X2, [4, 3])),
    ("aten.max_unpool2d", (image(1, 2, 2, 2), np.array([[[[0, 3], [9, 14]], [[1, 6], [8, 11]]]]),
                           [4, 4])),
    ("aten.pad", (X2, [1, 2, 2, 1], "reflect", None)),
    ("aten.pad", (X1, [2, 1], "replicate", None)),
    ("aten.pad", (X2, [1, 2, 3, 0], "circular", None)),
    ("aten.constant_pad_nd", (X1, [-1, 2, 1, 0], 1.5)),
    ("aten.upsample_nearest2d.vec", (X2, None, [1.7, 0.6])),
    ("aten._upsample_nearest_exact2d", (X2, [4, 11], None, None)),
    ("aten.upsample_linear1d", (X1, [13], False, None)),
    ("aten.upsample_bilinear2d", (X2, [9, 4], True, None, None)),
    ("aten.upsample_bicubic2d.vec", (X2, None, False, [2.0, 1.5])),
    ("aten.upsample_trilinear3d", (X3, [3, 7, 9], False, None, None, None)),
    ("aten._upsample_bilinear2d_aa", (X2, [3, 4], False, None, None)),
    ("aten.grid_sampler", (X2, GRID, 0, 0, False)),
    ("aten.grid_sampler", (X2, GRID, 2, 2, True)),
    ("aten.grid_sampler", (X2, GRID, 1, 1, False)),
    ("aten.affine_grid_generator", (image(2, 2, 3), [2, 1, 3, 4], False)),
    ("aten.im2col", (X2, [2, 3], [1, 2], [1, 1], [2, 1])),
    ("aten.col2im", (image(1, 8, 12), [5, 4], [2, 2], [1, 1], [0, 0], [1, 1])),
    ("aten.unfold", (X1, 2, 4, 3)),
    ("aten.pixel_shuffle", (X2, 2)),
    ("aten.pixel_unshuffle", (image(1, 2, 4, 6), 2)),
    ("aten.channel_shuffle", (X2, 2)),
    ("aten.scatter_reduce.two", (image(3, 5), 0, PLACES, image(2, 5), "mean", False)),
    ("aten.scatter.reduce", (image(3, 5), 0, PLACES, image(2, 5), "multiply")),
    ("aten.index_reduce", (image(3, 5), 0, np.array([2, 0]), image(2, 5), "amax", True)),
    ("aten.put", (I2, np.array([0, -1, 7]), np.array([5, 6, 7]), False)),
    ("aten.take_along_dim", (image(3, 5), PLACES, 0)),
    ("aten.masked_scatter", (I2, I2 > 0, np.arange(15))),
    ("aten.slice_scatter", (image(3, 5), image(3, 2), 1, 0, 4, 2)),
    ("aten.diagonal_scatter", (image(3, 5), image(3), 1, 0, 1)),
    ("aten.searchsorted.Tensor",
     (np.array([1.0, 3, 3, 7]), np.array([[0.0, 3], [7, 9]]), False, True, None, None)),
    ("aten.bucketize.Tensor", (I2, np.array([-3, 0, 2]), True, False)),
    ("aten.histc", (image(3, 5), 4, 0, 0)),
    ("aten.isin.Tensor_Tensor", (I2, np.array([0, 3, -6]), False, True)),
    ("aten.unique_consecutive", (np.array([1, 1, 2, 2, 2, 1]), True, True, None)),
    ("aten.repeat_interleave.self_Tensor", (I2, np.array([2, 0, 1]), 0, None)),
    ("aten.cross", (image(4, 3), image(4, 3)[::-1].copy(), None)),
    ("aten.cumulative_trapezoid.dx", (image(3, 5), 0.5, 1)),
    ("aten.as_strided", (X1, [2, 3], [1, 2], 4)),
    ("aten.logspace", (0, 2, 5, 2.0, None, None, None, None)),
    ("aten.einsum", ("...ik,...j->ij", [image(2, 3, 2), image(2, 4)], None)),
    ("aten.cumsum_", (image(3, 5), 1, None)),
    ("aten.unsqueeze_", (X1, 1)),
    ("aten.index_put.hacked_twin", (image(3, 5), [np.array([0, 2])], image(5), True)),
    ("aten.tril.out", (image(3, 5), -1, np.zeros(0, np.float32))),
    ("aten.sort.values", (I2, 1, True, np.zeros(0, np.int64), np.zeros(0, np.int64))),
]  # fmt: skip


def arrays_of(result: object) -> list[np.ndarray]:
    """Return the results as a list of arrays, also for a single result."""
    return [np.asarray(r) for r in (result if isinstance(result, tuple | list) else (result,))]
