"""New tensors from sizes and numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    FLOAT32,
    FLOAT64,
    INT64,
    Number,
    Operand,
    Table,
    is_integral,
    number_array,
    work_dtype,
)
from xdsl_torchscript.runtime.operators.layout import CONTIGUOUS, empty_with, format_steps, like
from xdsl_torchscript.runtime.operators.pointwise.casts import (
    cast_tensor,
    dtype_from_code,
    dtype_or,
    element,
)
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor
from xdsl_torchscript.runtime.values import Device

_DEFAULTS: dict[type, NumpyDtype] = {
    bool: np.dtype(np.bool_),
    int: INT64,
    float: FLOAT32,
    complex: np.dtype(np.complex64),
}


def _default(number: Number) -> NumpyDtype:
    return _DEFAULTS[type(number)]


def _fill(shape: Sequence[int], value: Number, dtype: NumpyDtype) -> Tensor:
    if any(n < 0 for n in shape):
        raise BadValue(f"sizes must not be negative, found {list(shape)}")
    return Tensor(np.full(tuple(shape), element(value, dtype), dtype))


def _full(size: list[int], value: Number, dtype: int | None, *_options: Any) -> Tensor:
    return _fill(size, value, dtype_or(dtype, _default(value)))


def _zeros(size: list[int], dtype: int | None, *_options: Any) -> Tensor:
    return _fill(size, 0, dtype_or(dtype, FLOAT32))


def _ones(size: list[int], dtype: int | None, *_options: Any) -> Tensor:
    return _fill(size, 1, dtype_or(dtype, FLOAT32))


def _empty(
    size: list[int],
    dtype: int | None,
    layout: Any,
    device: Device | None,
    pinned: Any,
    memory_format: int | None,
) -> Tensor:
    """Return zeros, so that runs are reproducible."""
    target = dtype_or(dtype, FLOAT32)
    if memory_format is None or memory_format == CONTIGUOUS:
        return _fill(size, 0, target)
    made = empty_with(size, format_steps(size, memory_format), target)
    made[...] = 0
    return Tensor(made)


def _full_like(
    self: Tensor, fill_value: Number, dtype: int | None, memory_format: int | None
) -> Tensor:
    made = like(self.array, dtype_or(dtype, self.array.dtype), memory_format)
    made[...] = element(fill_value, made.dtype)
    return Tensor(made)


def _new_full(self: Tensor, size: list[int], fill_value: Number, dtype: int | None) -> Tensor:
    return _fill(size, fill_value, dtype_or(dtype, self.array.dtype))


def _arange(end: Number, dtype: int | None, start: Number = 0, step: Number = 1) -> Tensor:
    """Return `start + i * step`, computed in float64 for float results. Integer types truncate the
    bounds; only int64 counts the elements from the remainder
    (aten/src/ATen/native/RangeFactories.cpp: `arange_out`)."""
    if isinstance(start, complex) or isinstance(end, complex) or isinstance(step, complex):
        raise BadValue("'aten.arange' needs real numbers")
    target = None if dtype is None else dtype_from_code(dtype)
    against = (end - start) * step < 0  # pyright: ignore[reportOperatorIssue]
    if target == INT64:
        start, end, step = int(start), int(end), int(step)
    if step == 0:
        raise BadValue("'aten.arange' needs a step other than 0")
    length = (end - start) / step  # pyright: ignore[reportOperatorIssue]
    if against:
        raise BadValue(f"'aten.arange' from {start} to {end} goes against its step {step}")
    if isinstance(start, int) and isinstance(end, int) and isinstance(step, int):
        return Tensor(np.arange(start, end, step).astype(target or INT64, copy=False))
    if target is not None and target.kind in "iu":
        start, step = int(start), int(step)
    values = start + np.arange(math.ceil(length)) * step
    return Tensor(convert(values, target or FLOAT32))


def _line_dtype(dtype: int | None, *ends: Number) -> NumpyDtype:
    complex_ends = any(isinstance(end, complex) for end in ends)
    return dtype_or(dtype, _DEFAULTS[complex] if complex_ends else FLOAT32)


def _number(value: Operand) -> Number:
    return value.item() if isinstance(value, Tensor) else value


def _space(name: str, start: Number, end: Number, steps: int, dtype: NumpyDtype) -> Array:
    """Return equidistant numbers, counted from the nearer end, with fused multiplications in
    float32. Integer types truncate the ends first
    (aten/src/ATen/native/cpu/RangeFactoriesKernel.cpp: `linspace_kernel`)."""
    if steps < 0:
        raise BadValue(f"'aten.{name}' of {steps} steps")
    work = FLOAT64 if is_integral(dtype) else dtype
    first, last = (number_array(end, dtype).astype(work) for end in (start, end))
    if steps < 2:
        return np.full(steps, first)
    step = (last - first) / work.type(steps - 1)
    wide = FLOAT64 if work == FLOAT32 else work
    first, last, step = (number.astype(wide) for number in (first, last, step))
    at = np.arange(steps)
    up, down = at.astype(wide), at[::-1].astype(wide)
    return np.where(at < steps // 2, first + step * up, last - step * down)


def _linspace(
    start: Operand, end: Operand, steps: int, dtype: int | None, *_options: Any
) -> Tensor:
    first, last = _number(start), _number(end)
    target = _line_dtype(dtype, first, last)
    return Tensor(_space("linspace", first, last, steps, target).astype(target))


def _logspace(
    start: Operand, end: Operand, steps: int, base: float, dtype: int | None, *_options: Any
) -> Tensor:
    first, last = _number(start), _number(end)
    target = _line_dtype(dtype, first, last)
    exponents = _space("logspace", first, last, steps, target)
    work = work_dtype(exponents.dtype)
    return Tensor(np.power(work.type(base), exponents.astype(work)).astype(target))


def _eye(n: int, dtype: int | None, *_options: Any) -> Tensor:
    return Tensor(np.eye(n, dtype=dtype_or(dtype, FLOAT32)))


def _eye_m(n: int, m: int, dtype: int | None, *_options: Any) -> Tensor:
    return Tensor(np.eye(n, m, dtype=dtype_or(dtype, FLOAT32)))


def _scalar_tensor(value: Number, dtype: int | None, *_options: Any) -> Tensor:
    return _fill((), value, dtype_or(dtype, FLOAT32))


def with_grad(made: Tensor, requires_grad: bool) -> Tensor:
    """Set whether a tensor requires a gradient and return it. Raises BadValue for a tensor of
    integers or bools that should."""
    if requires_grad and is_integral(made.array.dtype):
        raise BadValue("only tensors of floating point and complex dtype can require gradients")
    made.requires_grad = requires_grad
    return made


def _tensor_of_number(
    value: Number, dtype: int | None, device: Device | None, requires_grad: bool = False
) -> Tensor:
    """Convert through the default dtype, as PyTorch's scripts: 0.1 as float64 is 0.1f there."""
    made = _as_tensor(_fill((), value, _default(value)), dtype, device)
    return with_grad(made, requires_grad)


def _leaf(data: Any, otherwise: Number) -> Number:
    """Return the first number in nested lists."""
    while isinstance(data, list):
        if not data:
            return otherwise
        data = data[0]  # pyright: ignore[reportUnknownVariableType]
    return data  # pyright: ignore[reportUnknownVariableType]


def tensor_of_list(
    data: list[Any],
    dtype: int | None,
    device: Device | None,
    requires_grad: bool = False,
    *,
    otherwise: Number = 0.0,
) -> Tensor:
    """Return a tensor of the numbers in nested lists; without numbers it has the type of
    `otherwise`."""
    numbers = np.array(data, _default(_leaf(data, otherwise)))
    return with_grad(_as_tensor(Tensor(numbers), dtype, device), requires_grad)


def _as_tensor(data: Tensor, dtype: int | None, device: Device | None) -> Tensor:
    return cast_tensor(data, dtype_or(dtype, data.array.dtype))


_OVERLOADS = ("", ".Tensor_Tensor", ".Tensor_Scalar", ".Scalar_Tensor")

CREATION: Table = {
    "aten.zeros": _zeros,
    "aten.ones": _ones,
    "aten.empty.memory_format": _empty,
    "aten.full": _full,
    **by_name(_full_like, "aten.full_like"),
    **by_name(_full_like, "aten.zeros_like", "aten.empty_like", fill_value=0),
    **by_name(_full_like, "aten.ones_like", fill_value=1),
    **by_name(_new_full, "aten.new_full"),
    **by_name(_new_full, "aten.new_zeros", fill_value=0),
    **by_name(_new_full, "aten.new_ones", fill_value=1),
    **by_name(_arange, "aten.arange", "aten.arange.start", "aten.arange.start_step"),
    **{f"aten.linspace{overload}": _linspace for overload in _OVERLOADS},
    **{f"aten.logspace{overload}": _logspace for overload in _OVERLOADS},
    "aten.eye": _eye,
    "aten.eye.m": _eye_m,
    "aten.scalar_tensor": _scalar_tensor,
    **{
        f"aten.{name}.{kind}": _tensor_of_number
        for name in ("tensor", "as_tensor")
        for kind in ("bool", "int", "float", "complex")
    },
    "aten.tensor": tensor_of_list,
    "aten.as_tensor": _as_tensor,
    "aten.as_tensor.list": tensor_of_list,
}
