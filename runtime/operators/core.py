"""What the operator families share: promotion, conversion and the common function shapes.

An implementation takes the arguments of the schema by position, defaults included, and returns
the result, or a tuple of results. Tensors come and go as `Tensor`, numbers as Python numbers.
Floating point answers such as a division by zero are answers here, not warnings: callers run
implementations under `quiet()`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor, numpy_dtype

Implementation: TypeAlias = Callable[..., Any]
Table: TypeAlias = dict[str, Implementation]
Number: TypeAlias = bool | int | float | complex
Operand: TypeAlias = Tensor | Number
ArrayFunction: TypeAlias = Callable[..., Any]
Unary: TypeAlias = Callable[[Any], Any]
Binary: TypeAlias = Callable[[Any, Any], Any]

BOOL, INT64 = np.dtype(np.bool_), np.dtype(np.int64)
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
BFLOAT16 = numpy_dtype(BY_TORCH_NAME["bfloat16"])

_WIDER: dict[NumpyDtype, NumpyDtype] = {np.dtype(np.float16): FLOAT32, BFLOAT16: FLOAT32}
"""Sixteen-bit floats are computed in float32 and rounded once, as PyTorch does on CPUs."""


def quiet() -> np.errstate:
    return np.errstate(all="ignore")


def is_integral(dtype: NumpyDtype) -> bool:
    """Whether it is an integer or bool type."""
    return dtype.kind in "iub"


def floating(dtype: NumpyDtype) -> NumpyDtype:
    """The type in which a function over the reals answers: integers become float32."""
    return FLOAT32 if is_integral(dtype) else dtype


def real_dtype(dtype: NumpyDtype) -> NumpyDtype:
    """The type of the parts and magnitudes of complex numbers; any other type itself."""
    return np.finfo(dtype).dtype if dtype.kind == "c" else dtype


def work_dtype(dtype: NumpyDtype) -> NumpyDtype:
    return _WIDER.get(dtype, dtype)


def as_array(value: Operand, dtype: NumpyDtype) -> Array:
    """The elements of a tensor, or a number as a 0-d array, converted as C converts."""
    if isinstance(value, Tensor):
        array = value.array
        return array if array.dtype is dtype else array.astype(dtype, copy=False)
    return np.asarray(value).astype(dtype)


def tensor(result: Any) -> Tensor:
    """A new tensor over what a numpy function answers (0-d answers come as numpy scalars)."""
    return Tensor(np.asarray(result))


def rounded(result: Any, dtype: NumpyDtype) -> Tensor:
    """A new tensor of the given type."""
    array = np.asarray(result)
    return Tensor(array if array.dtype is dtype else array.astype(dtype, copy=False))


def apply(function: ArrayFunction, dtype: NumpyDtype, *operands: Operand) -> Tensor:
    """`function` over the operands converted to `dtype`, computed in its working precision."""
    work = _WIDER.get(dtype, dtype)
    result = function(*[as_array(operand, work) for operand in operands])
    return rounded(result, dtype)


def same(function: Unary) -> Implementation:
    """An operator whose result has the type of its one tensor."""

    def run(self: Tensor) -> Tensor:
        return apply(function, self.array.dtype, self)

    return run


def real(function: Unary) -> Implementation:
    """An operator over the reals: integers are read as float32."""

    def run(self: Tensor) -> Tensor:
        return apply(function, floating(self.array.dtype), self)

    return run


def predicate(function: Unary) -> Implementation:
    """An operator from one tensor to a bool tensor."""

    def run(self: Tensor) -> Tensor:
        return rounded(function(as_array(self, work_dtype(self.array.dtype))), BOOL)

    return run


def promoted(function: Binary) -> Implementation:
    """An operator whose operands and result have the promoted type."""

    def run(self: Operand, other: Operand) -> Tensor:
        return apply(function, common_dtype(self, other), self, other)

    return run


def promoted_real(function: Binary) -> Implementation:
    """Like `promoted`; integers are read as float32."""

    def run(self: Operand, other: Operand) -> Tensor:
        return apply(function, floating(common_dtype(self, other)), self, other)

    return run


def comparison(function: Binary) -> Implementation:
    """An operator from promoted operands to a bool tensor."""

    def run(self: Operand, other: Operand) -> Tensor:
        work = work_dtype(common_dtype(self, other))
        return tensor(function(as_array(self, work), as_array(other, work)))

    return run


def into(function: Implementation) -> Implementation:
    """The overload with `out`, which comes last: the result is written there."""

    def run(*arguments: Any) -> Tensor:
        out: Tensor = arguments[-1]
        return out.copy_(function(*arguments[:-1]))

    return run


def without_bool(name: str, function: Any) -> Any:
    """The array function, refusing bool operands with a TypeError."""

    def run(*arrays: Array) -> Any:
        if arrays[0].dtype.kind == "b":
            raise TypeError(f"'{name}' is not defined on bool tensors")
        return function(*arrays)

    return run


def on_floats(name: str, function: Any) -> Any:
    """The array function, refusing integer operands with a TypeError."""

    def run(*arrays: Array) -> Any:
        only_floating(name, arrays[0].dtype)
        return function(*arrays)

    return run


def only_floating(name: str, dtype: NumpyDtype) -> None:
    """TypeError for integer operands of an operator that PyTorch defines on floats only."""
    if is_integral(dtype):
        raise TypeError(f"'{name}' is not defined on {dtype} tensors")
