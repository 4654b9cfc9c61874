"""Draw random numbers into given `out` tensors, in their memory order and types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.outputs import CONVERTED, GENERATED
from xdsl_torchscript.runtime.operators.random.generator import Generator
from xdsl_torchscript.runtime.operators.random.sampling import SAMPLING
from xdsl_torchscript.runtime.tensor import Tensor

_UNIFORM, _NORMAL = SAMPLING["aten.uniform_"], SAMPLING["aten.normal_"]
_WHOLE = SAMPLING["aten.random_.from"]


def _size(out: Tensor, size: Sequence[int]) -> Tensor:
    if any(n < 0 for n in size):
        raise BadValue(f"sizes must not be negative, found {list(size)}")
    if out.array.shape != tuple(size):
        out.array = np.empty(tuple(size), out.array.dtype)
    return out


def _standard(filler: Implementation) -> Implementation:
    """Return the operator that draws from a distribution of unit parameters."""

    def run(*, size: Sequence[int], out: Tensor, generator: Generator | None = None) -> Tensor:
        return filler(_size(out, size), 0, 1, generator)

    return run


def _randint(
    *, high: int, size: Sequence[int], out: Tensor, low: int = 0,
    generator: Generator | None = None,
) -> Tensor:  # fmt: skip
    return _WHOLE(_size(out, size), low, high, generator)


def _normal_sized(
    *, mean: float, std: float, size: Sequence[int], generator: Generator | None, out: Tensor
) -> Tensor:
    return _NORMAL(_size(out, size), mean, std, generator)


def _normal_of(
    mean: Tensor | float, std: Tensor | float, generator: Generator | None, out: Tensor
) -> Tensor:
    """Draw standard numbers, scale and shift them. `out` keeps its sizes if the deviation is a
    number."""
    arrays = [t.array if isinstance(t, Tensor) else np.asarray(t) for t in (mean, std)]
    if isinstance(std, Tensor):
        _size(out, np.broadcast_shapes(*[array.shape for array in arrays]))
    if arrays[1].dtype.kind == "c" or np.any(arrays[1] < 0):
        raise BadValue("a standard deviation must be a non-negative number")
    drawn = _NORMAL(Tensor(np.empty_like(out.array)), 0, 1, generator).array
    result = (drawn * arrays[1] + arrays[0]).astype(out.array.dtype)
    if result.shape != out.array.shape:
        raise BadValue(
            f"a mean and a deviation of sizes {list(result.shape)} for an out of sizes "
            f"{list(out.array.shape)}"
        )
    return CONVERTED.write(out, Tensor(result))


def _leaky_(self: Tensor, noise: Tensor, *options: Any) -> Tensor:
    return self.copy_(SAMPLING["aten.rrelu_with_noise"](self, noise, *options))


RANDOM_OUT: Table = {
    "aten.rrelu_with_noise_": _leaky_,
    "aten.rrelu_with_noise.out": partial(CONVERTED.into, SAMPLING["aten.rrelu_with_noise"]),
    "aten.normal.out": partial(GENERATED.into, SAMPLING["aten.normal_functional"]),
    **by_name(_standard(_UNIFORM), "aten.rand.out", "aten.rand.generator_out"),
    **by_name(_standard(_NORMAL), "aten.randn.out", "aten.randn.generator_out"),
    **by_name(
        _randint,
        "aten.randint.out",
        "aten.randint.generator_out",
        "aten.randint.low_out",
        "aten.randint.low_generator_out",
    ),
    **by_name(_normal_sized, "aten.normal.float_float_out"),
    "aten.normal.Tensor_float_out": _normal_of,
    "aten.normal.float_Tensor_out": _normal_of,
    "aten.normal.Tensor_Tensor_out": _normal_of,
}
