"""Operators of images, beyond PyTorch's samples: every layout and type, and refusals.

Both sides get the same operands by schema position. Either both return equal values, type, sizes
and strides, or both refuse.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
TESTS = Path(__file__).parents[2]
sys.path[:0] = [str(TESTS / "unit"), str(Path(__file__).parent)]

from asking import to_tensor  # noqa: E402
from tensor_comparison import difference, flat  # noqa: E402

from xdsl_torchscript.runtime.interpreter.code import implementation_of  # noqa: E402

TYPES = {
    name: getattr(torch, name)
    for name in ("float32", "float64", "bfloat16", "float16", "int64", "bool", "complex64", "uint8")
}
LAYOUTS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "contiguous": lambda t: t,
    "channels last": lambda t: t.contiguous(memory_format=torch.channels_last),
    "transposed": lambda t: t.transpose(-1, -2).contiguous().transpose(-1, -2),
    "sliced": lambda t: torch.cat([t, t], 1)[:, ::2],
    "expanded": lambda t: t[:1].expand_as(t),
}
BROADER = (
    "upsample_nearest2d", "_upsample_nearest_exact2d", "reflection_pad2d", "replication_pad2d",
    "adaptive_avg_pool2d",
)  # fmt: skip
"""These move elements or take means, and do so for more types than PyTorch has code for."""

OVERLOADS = {"conv_transpose2d": "input", "softmax": "int", "log_softmax": "int"}


def values(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Return numbers of both signs that every type represents exactly."""
    count = int(np.prod(sizes))
    numbers = (torch.arange(count) * 37 + 11) % 23
    signed = (numbers - (0 if dtype in (torch.uint8, torch.bool) else 11)).to(torch.float32) / 2
    return (signed if dtype.is_floating_point else signed * 2).to(dtype).reshape(sizes)


X = "the image"
"""Placeholder for the operand of each layout and type."""

W, B, LINE = (8, 4, 3, 3), (8,), (4,)
CALLS: list[tuple[object, ...]] = [
    ("conv2d", X, W, B, [1, 1], [1, 1], [1, 1], 1),
    ("conv2d", X, W, None, [2, 1], [0, 1], [1, 2], 1),
    ("conv2d", X, (8, 4, 1, 1), B, [1, 1], [0, 0], [1, 1], 1),
    ("conv2d", X, (8, 4, 1, 1), B, [2, 2], [0, 0], [1, 1], 1),
    ("conv2d", X, (4, 1, 3, 3), LINE, [1, 1], [1, 1], [1, 1], 4),
    ("conv2d", X, (8, 1, 3, 2), B, [2, 3], [2, 1], [2, 1], 4),
    ("conv2d", X, (6, 2, 3, 3), None, [1, 1], [1, 1], [1, 1], 2),
    ("conv2d", X, (8, 3, 3, 3), None, [1, 1], [1, 1], [1, 1], 1),
    ("conv2d", X, W, LINE, [1, 1], [1, 1], [1, 1], 1),
    ("conv2d", X, W, None, [1, 1], [-1, 0], [1, 1], 1),
    ("conv2d", X, W, None, [0, 1], [0, 0], [1, 1], 1),
    ("conv2d", X, (8, 4, 9, 9), None, [1, 1], [0, 0], [1, 1], 1),
    ("conv2d", X, (3, 2, 3, 3), None, [1, 1], [0, 0], [1, 1], 2),
    ("conv2d", X, (0, 4, 3, 3), None, [1, 1], [0, 0], [1, 1], 1),
    ("conv_transpose2d", X, (4, 3, 2, 2), (3,), [2, 2], [0, 0], [0, 0], 1, [1, 1]),
    ("conv_transpose2d", X, (4, 3, 3, 3), None, [2, 1], [1, 1], [1, 0], 2, [1, 2]),
    ("conv_transpose2d", X, (4, 3, 3, 3), None, [1, 1], [0, 0], [1, 0], 1, [1, 1]),
    ("conv_transpose2d", X, (4, 3, 3, 3), None, [1, 1], [5, 5], [0, 0], 1, [1, 1]),
    ("max_pool2d", X, [2, 3], [], [0, 1], [1, 1], False),
    ("max_pool2d", X, [3, 3], [2, 2], [1, 1], [1, 2], True),
    ("max_pool2d", X, [2, 2], [], [2, 2], [1, 1], False),
    ("max_pool2d", X, [9, 2], [], [0, 0], [1, 1], False),
    ("max_pool2d_with_indices", X, [3, 2], [2, 1], [1, 0], [1, 1], True),
    ("avg_pool2d", X, [3, 2], [2, 1], [1, 0], True, True, None),
    ("avg_pool2d", X, [3, 2], [2, 1], [1, 0], True, False, None),
    ("avg_pool2d", X, [3, 2], [], [0, 0], False, True, 5),
    ("avg_pool2d", X, [3, 2], [], [0, 0], False, True, 0),
    ("avg_pool2d", X, [9, 2], [], [0, 0], False, True, None),
    ("adaptive_avg_pool2d", X, [1, 1]),
    ("adaptive_avg_pool2d", X, [3, 4]),
    ("adaptive_avg_pool2d", X, [9, 0]),
    ("adaptive_max_pool2d", X, [3, 4]),
    ("adaptive_max_pool2d", X, [9, 2]),
    ("batch_norm", X, LINE, LINE, LINE, "variance", False, 0.1, 1e-5, True),
    ("batch_norm", X, None, LINE, None, None, True, 0.1, 1e-5, True),
    ("batch_norm", X, LINE, None, LINE, LINE, True, 0.1, 1e-5, True),
    ("batch_norm", X, LINE, None, (3,), (3,), False, 0.1, 1e-5, True),
    ("group_norm", X, 2, LINE, LINE, 1e-5, True),
    ("group_norm", X, 3, None, None, 1e-5, True),
    ("group_norm", X, 2, (3,), None, 1e-5, True),
    ("instance_norm", X, LINE, LINE, None, None, True, 0.1, 1e-5, True),
    ("instance_norm", X, LINE, None, LINE, "variance", False, 0.1, 1e-5, True),
    ("layer_norm", X, [6], (6,), (6,), 1e-5, True),
    ("layer_norm", X, [5, 6], None, None, 1e-5, True),
    ("layer_norm", X, [5], None, None, 1e-5, True),
    ("layer_norm", X, [6], (5,), None, 1e-5, True),
    ("rms_norm", X, [6], (6,), None),
    ("rms_norm", X, [6], (5,), None),
    ("softmax", X, 1, None),
    ("softmax", X, -1, None),
    ("softmax", X, 4, None),
    ("log_softmax", X, 2, None),
    ("upsample_nearest2d", X, [10, 12], None, None),
    ("upsample_nearest2d", X, [7, 3], 1.5, None),
    ("upsample_nearest2d", X, [0, 3], None, None),
    ("upsample_nearest2d", X, [5, 12], 1.15, 2.1),
    ("upsample_nearest2d", X, [125, 6], 25.1, 1.15),
    ("_upsample_nearest_exact2d", X, [7, 3], None, None),
    ("_upsample_nearest_exact2d", X, [5, 6], 1.15, 1.15),
    ("upsample_bilinear2d", X, [10, 12], False, None, None),
    ("upsample_bilinear2d", X, [7, 3], True, None, None),
    ("upsample_bilinear2d", X, [5, 12], False, 1.15, 2.1),
    ("upsample_bicubic2d", X, [7, 12], False, None, None),
    ("upsample_bicubic2d", X, [5, 12], False, 1.15, 2.1),
    ("upsample_bicubic2d", X, [7, 3], True, None, None),
    ("_upsample_bilinear2d_aa", X, [3, 4], False, None, None),
    ("_upsample_bicubic2d_aa", X, [3, 12], False, None, None),
    ("_upsample_bilinear2d_aa", X, [5, 7], False, 1.15, 1.2),
    ("_upsample_bicubic2d_aa", X, [5, 7], False, 1.15, 1.2),
    ("reflection_pad2d", X, [1, 2, 3, 0]),
    ("reflection_pad2d", X, [6, 2, 3, 0]),
    ("replication_pad2d", X, [1, 2, 7, 0]),
    ("constant_pad_nd", X, [1, 2, 3, -1], 1),
    ("constant_pad_nd", X, [1, -9], 1),
    ("_pad_circular", X, [1, 2, 3, 0]),
    ("pixel_shuffle", X, 2),
    ("pixel_shuffle", X, 3),
    ("channel_shuffle", X, 2),
    ("channel_shuffle", X, 3),
    ("im2col", X, [2, 3], [1, 2], [1, 0], [2, 1]),
    ("glu", X, 1),
    ("glu", X, 2),
    ("prelu", X, LINE),
    ("prelu", X, (1,)),
    ("prelu", X, (3,)),
    *[(name, X) for name in (
        "relu", "relu_", "relu6", "hardswish", "hardsigmoid", "silu", "mish", "log_sigmoid", "selu",
        "tanh", "sigmoid",
    )],
    ("gelu", X, {"approximate": "none"}), ("gelu", X, {"approximate": "tanh"}),
    ("gelu", X, {"approximate": "exact"}),
    ("hardtanh", X, -2, 3), ("leaky_relu", X, 0.1), ("leaky_relu", X, 1.5), ("leaky_relu", X, -0.5),
    ("elu", X, 1, 1, 1), ("elu", X, 0.5, 2, 3), ("celu", X, 0.7), ("celu", X, 0),
    ("softplus", X, 1, 20), ("softplus", X, 2, 3), ("threshold", X, 1, 2),
    ("hardshrink", X, 2), ("softshrink", X, 2), ("softshrink", X, -1),
]  # fmt: skip


def operand(part: object, image: torch.Tensor) -> object:
    if part == X and isinstance(part, str):
        return image.clone()
    if part == "variance":
        return torch.tensor([1, 3, 2, 4]).to(image.dtype)
    if isinstance(part, tuple):
        return values(*part, dtype=image.dtype)
    return part


def theirs(name: str, operands: list[object]) -> list[object] | str:
    """Return PyTorch's results, or the class of its error."""
    named = operands.pop() if isinstance(operands[-1], dict) else {}
    try:
        overload = getattr(getattr(torch.ops.aten, name), OVERLOADS.get(name, "default"))
        return flat(overload(*operands, **named))
    except (RuntimeError, IndexError) as error:
        return type(error).__name__


def ours(name: str, operands: list[object]) -> list[object] | str:
    overload = f".{OVERLOADS[name]}" if name in OVERLOADS else ""
    function = implementation_of(f"aten.{name}{overload}")
    assert function is not None, name
    try:
        with np.errstate(all="ignore"):
            given = [v for o in operands for v in (o.values() if isinstance(o, dict) else [o])]
            return flat(function(*map(to_tensor, given)))
    except (RuntimeError, IndexError, ValueError, TypeError, ZeroDivisionError) as error:
        return f"{type(error).__name__}: {error}"


def judge_call(name: str, parts: list[object], image: torch.Tensor) -> Iterator[str]:
    operands = [operand(part, image) for part in parts]
    got, expected = ours(name, operands), theirs(name, operands)
    more = name in BROADER or image.dtype not in (torch.bool, torch.complex64)
    if more and expected == "NotImplementedError":
        return
    if isinstance(expected, str) or isinstance(got, str):
        if not (isinstance(expected, str) and isinstance(got, str)):
            yield f"refused by us with {got}" if isinstance(got, str) else f"not a {expected}"
        return
    for a, b in zip(expected, got, strict=True):
        found = difference(to_tensor(a), b)
        if found:
            yield str(found)


@pytest.mark.parametrize("dtype", TYPES)
def test_images(dtype: str) -> None:
    wrong: list[str] = []
    for name, *parts in CALLS:
        for layout, laid_out in LAYOUTS.items():
            image = laid_out(values(2, 4, 5, 6, dtype=TYPES[dtype]))
            if name.endswith("_") and layout == "expanded":
                continue
            wrong += [f"{name} {parts[1:]} {layout}: {w}" for w in judge_call(name, parts, image)]
    assert not wrong, "\n" + "\n".join(wrong)
