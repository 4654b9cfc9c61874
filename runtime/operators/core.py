"""Promotion, conversion and the common function shapes of the operator families.

An implementation takes the schema's arguments by position, defaults included; `arguments.py` binds
them by name. It returns the result, or a tuple of results. Tensors are passed as `Tensor`, numbers
as Python numbers. Callers run implementations under `quiet()`: a division by zero has a result and
does not warn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, DTYPES
from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.layout import match_memory_format
from xdsl_torchscript.runtime.operators.promotion import common_dtype, holds, keeps_dtype
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor, numpy_dtype

Implementation: TypeAlias = Callable[..., Any]
Lookup: TypeAlias = "Callable[[str], Implementation | None]"
"""Finds the function of an operator by name."""
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

UNCONVERTED = frozenset(
    dtype
    for dtype in (numpy_dtype(d) for d in DTYPES if d.numpy)
    if dtype.kind in "biufc" and dtype not in _WIDER
)
"""Types whose operators are computed in the type itself."""

_PRESERVES_DTYPE: dict[type, frozenset[NumpyDtype]] = {
    number: frozenset(d for d in UNCONVERTED if keeps_dtype(d, number))
    for number in (bool, int, float, complex)
}
"""The types of tensors that a number operand of some type does not change."""

_NONE: frozenset[NumpyDtype] = frozenset()

# Bypass the constructor of `Tensor`, which would cost every pointwise operator a tenth of a
# microsecond.
_new: Callable[[type[Tensor]], Tensor] = Tensor.__new__


def quiet() -> np.errstate:
    return np.errstate(all="ignore")


def is_integral(dtype: NumpyDtype) -> bool:
    """Return whether it is an integer or bool type."""
    return dtype.kind in "iub"


def floating_dtype(dtype: NumpyDtype) -> NumpyDtype:
    """Return the result type of a function over the reals: float32 for integers, else the type
    itself."""
    return FLOAT32 if is_integral(dtype) else dtype


def real_dtype(dtype: NumpyDtype) -> NumpyDtype:
    """Return the type of the parts and magnitudes of complex numbers; any other type itself."""
    return np.finfo(dtype).dtype if dtype.kind == "c" else dtype


def work_dtype(dtype: NumpyDtype) -> NumpyDtype:
    return _WIDER.get(dtype, dtype)


def as_array(value: Operand, dtype: NumpyDtype) -> Array:
    """Return a tensor's elements, or a number as a 0-d array, converted as in C."""
    if isinstance(value, Tensor):
        array = value.array
        return array if array.dtype is dtype else convert(array, dtype)
    return number_array(value, dtype)


@lru_cache(maxsize=4096)
def _known_number(value: Number, dtype: NumpyDtype) -> Array:
    array = convert(np.array(value), dtype)
    array.flags.writeable = False
    return array


def number_array(value: Number, dtype: NumpyDtype) -> Array:
    """Return a number as a 0-d array, converted as in C. Equal numbers give equal elements, except
    for the two zeros."""
    if value or type(value) is int:
        return _known_number(value, dtype)
    return convert(np.asarray(value), dtype)


def working_array(tensor: Tensor) -> Array:
    """Return the elements of a tensor in the working precision of its type."""
    array = tensor.array
    return array.astype(work_dtype(array.dtype), copy=False)


def elements(value: Operand, dtype: NumpyDtype) -> Array:
    """Return operands as `as_array`, in the type's working precision. A number is rounded to the
    type first, so that 0.1 equals 0.1 in sixteen bits."""
    return as_array(value, dtype).astype(work_dtype(dtype), copy=False)


def tensor(result: Any) -> Tensor:
    """Return a new tensor over the result of a numpy function, which may be a numpy scalar."""
    return Tensor(np.asarray(result))


def wrap_result(result: Any, dtype: NumpyDtype, *operands: Array) -> Tensor:
    """Return a new tensor of the type over a numpy result, in the memory format of the operands."""
    array: Array = result if type(result) is np.ndarray else np.asarray(result)
    if array.dtype is not dtype:
        array = convert(array, dtype)
    made = _new(Tensor)
    made.array = match_memory_format(array, operands) if operands and array.ndim > 1 else array
    made.device, made.requires_grad = "cpu", False
    return made


def apply(function: ArrayFunction, dtype: NumpyDtype, *operands: Operand) -> Tensor:
    """Apply `function` to the operands converted to `dtype`, in its working precision."""
    work = _WIDER.get(dtype, dtype)
    result = wrap_result(function(*[as_array(operand, work) for operand in operands]), dtype)
    return result if result.array.ndim < 2 else pointwise(result, *operands)


def of_elements(function: ArrayFunction, dtype: NumpyDtype, *operands: Operand) -> Tensor:
    """Apply `function` as `apply`; numbers are rounded to the type first."""
    result = wrap_result(function(*[elements(operand, dtype) for operand in operands]), dtype)
    return result if result.array.ndim < 2 else pointwise(result, *operands)


def pointwise(result: Tensor, *operands: Operand) -> Tensor:
    """Return the result in the layout that PyTorch derives from the operands."""
    arrays = [operand.array for operand in operands if isinstance(operand, Tensor)]
    array = match_memory_format(result.array, arrays)
    return result if array is result.array else Tensor(array)


_NUMBER = Tensor(np.zeros(()))


def _promoted(result: Tensor, self: Operand, other: Operand) -> Tensor:
    """Return the result in the layout of two operands that are promoted: a number counts as a
    tensor without dimensions."""
    if result.array.ndim < 2:
        return result
    return pointwise(result, *(x if isinstance(x, Tensor) else _NUMBER for x in (self, other)))


def _wrap_pointwise(result: Any, dtype: NumpyDtype, one: Array, two: Array) -> Tensor:
    """Wrap a result as `wrap_result`; skip conversions if type and layout already match."""
    rank = result.ndim
    if result.dtype is not dtype or (
        rank != 1
        and not (
            rank and result.flags.c_contiguous and one.flags.c_contiguous and two.flags.c_contiguous
        )
    ):
        return wrap_result(result, dtype, one, two)
    made = _new(Tensor)
    made.array, made.device, made.requires_grad = result, "cpu", False
    return made


# ---- operators on elements
#
# Each is a numpy function for the types that it computes in, and a `general` one, which converts.


def unary_op(function: Unary, general: Implementation, floats_only: bool = False) -> Implementation:
    """Return an operator of one tensor whose result has its type."""
    return partial(_apply_unary, *_directly(function, floats_only), general)


def binary_op(
    function: Binary,
    general: Implementation,
    floats_only: bool = False,
    answer: NumpyDtype | None = None,
) -> Implementation:
    """Return an operator of two tensors, or a tensor and a number. `answer` is the result type if
    it differs from the operands'."""
    return partial(_apply_binary, *_directly(function, floats_only), general, answer)


def tensor_scalars_op(function: ArrayFunction, general: Implementation) -> Implementation:
    """Return an operator of one tensor and numbers or None. Numbers out of the type's range are
    left to `general`."""
    return partial(_apply_scalars, *_directly(function, floats_only=False), general, None)


def bind_scalars(function: Implementation, *numbers: Number | None) -> Implementation | None:
    """Bind the numbers of an operator, converted once; the result takes the tensor alone. Returns
    None for other operators."""
    if not isinstance(function, partial) or function.func not in (_apply_binary, _apply_scalars):
        return None
    call, types, general, answer = function.args
    is_operand = function.func is _apply_binary
    given = [n for n in numbers if n is not None]
    kept = types.intersection(*(_PRESERVES_DTYPE[type(n)] for n in given))
    if not is_operand:
        kept = {dtype for dtype in kept if all(holds(dtype, n) for n in given)}
    with quiet():
        rows = {dtype: [_scalar_operand(n, dtype) for n in numbers] for dtype in kept}
    alone = len(numbers) == 1
    converted = {dtype: row[0] if alone else row for dtype, row in rows.items()}
    bound = call if alone else partial(_spread, call)

    def unbound(self: Tensor) -> Tensor:
        return general(self, *numbers)

    return partial(_apply_bound, bound, converted, unbound, answer, is_operand)


def _spread(function: ArrayFunction, array: Array, numbers: Sequence[Array | None]) -> Any:
    return function(array, *numbers)


def _scalar_operand(number: Number | None, dtype: NumpyDtype) -> Array | None:
    return None if number is None else number_array(number, dtype)


def _apply_unary(
    function: Unary, types: frozenset[NumpyDtype], general: Implementation, self: Tensor
) -> Tensor:
    array = self.array
    dtype = array.dtype
    if dtype not in types:
        return general(self)
    return _wrap_pointwise(function(array), dtype, array, array)


def _apply_binary(
    function: Binary,
    types: frozenset[NumpyDtype],
    general: Implementation,
    answer: NumpyDtype | None,
    self: Operand,
    other: Operand,
) -> Tensor:
    if not isinstance(self, Tensor):
        return general(self, other)
    array = self.array
    dtype = array.dtype
    if isinstance(other, Tensor):
        second = other.array
    elif dtype in _PRESERVES_DTYPE.get(type(other), _NONE):
        second = number_array(other, dtype)
    else:
        return general(self, other)
    if second.dtype is not dtype or dtype not in types:
        return general(self, other)
    expected = dtype if answer is None else answer
    return _wrap_pointwise(function(array, second), expected, array, second)


def _apply_scalars(
    function: ArrayFunction,
    types: frozenset[NumpyDtype],
    general: Implementation,
    answer: NumpyDtype | None,
    self: Tensor,
    *numbers: Number | None,
) -> Tensor:
    array = self.array
    dtype = array.dtype
    if dtype not in types or not all(
        number is None
        or (dtype in _PRESERVES_DTYPE.get(type(number), _NONE) and holds(dtype, number))
        for number in numbers
    ):
        return general(self, *numbers)
    scalars = [_scalar_operand(number, dtype) for number in numbers]
    return _wrap_pointwise(function(array, *scalars), dtype, array, array)


def _apply_bound(
    function: ArrayFunction,
    converted: Mapping[NumpyDtype, Any],
    general: Callable[[Tensor], Tensor],
    answer: NumpyDtype | None,
    is_operand: bool,
    self: Tensor,
) -> Tensor:
    """Apply a function to a tensor and the numbers that `converted` holds for its type. A number
    that `is_operand` counts for the layout of the result."""
    array = self.array
    dtype = array.dtype
    if dtype not in converted:
        return general(self)
    numbers = converted[dtype]
    expected = dtype if answer is None else answer
    second = numbers if is_operand else array
    return _wrap_pointwise(function(array, numbers), expected, array, second)


ELEMENTWISE = (_apply_unary, _apply_binary, _apply_scalars)
"""The functions behind operators on elements; their third argument is the `general` operator."""


def same(function: Unary) -> Implementation:
    """Return an operator whose result has the type of its one tensor."""

    def run(self: Tensor) -> Tensor:
        return apply(function, self.array.dtype, self)

    return unary_op(function, run)


def real(function: Unary) -> Implementation:
    """Return an operator over the reals: integers are converted to float32."""

    def run(self: Tensor) -> Tensor:
        return apply(function, floating_dtype(self.array.dtype), self)

    return unary_op(function, run, floats_only=True)


def predicate(function: Unary) -> Implementation:
    """Return an operator from one tensor to a bool tensor."""

    def run(self: Tensor) -> Tensor:
        result = function(as_array(self, work_dtype(self.array.dtype)))
        return pointwise(wrap_result(result, BOOL), self)

    return run


def promote_operands(function: Binary, keeps_numbers: bool = False) -> Implementation:
    """Return an operator whose operands and result have the promoted type. Next to sixteen-bit
    floats a number is rounded to them, unless the operator keeps it, as products do in PyTorch."""
    among = apply if keeps_numbers else of_elements

    def run(self: Operand, other: Operand) -> Tensor:
        return _promoted(among(function, common_dtype(self, other), self, other), self, other)

    return binary_op(function, run)


def promote_to_real(function: Binary, keeps_numbers: bool = False) -> Implementation:
    """Return an operator as `promote_operands`; integers are converted to float32."""
    among = apply if keeps_numbers else of_elements

    def run(self: Operand, other: Operand) -> Tensor:
        dtype = floating_dtype(common_dtype(self, other))
        return _promoted(among(function, dtype, self, other), self, other)

    return binary_op(function, run, floats_only=True)


def comparison(function: Binary) -> Implementation:
    """Return an operator from promoted operands to a bool tensor."""

    def run(self: Operand, other: Operand) -> Tensor:
        dtype = common_dtype(self, other)
        result = tensor(function(elements(self, dtype), elements(other, dtype)))
        return _promoted(result, self, other)

    return binary_op(function, run, answer=BOOL)


class Restricted:
    """An array function that refuses operands of some kinds of types, with a TypeError."""

    def __init__(self, name: str, function: ArrayFunction, refused: str) -> None:
        self.name, self.function, self.refused = name, function, refused

    def __call__(self, *arrays: Array) -> Any:
        dtype = arrays[0].dtype
        if dtype.kind in self.refused:
            raise BadType(f"'{self.name}' is not defined on {dtype} tensors")
        return self.function(*arrays)


def without_bool(name: str, function: ArrayFunction) -> Restricted:
    """Return the array function; it raises BadType for bool operands."""
    return Restricted(name, function, "b")


def on_floats(name: str, function: ArrayFunction) -> Restricted:
    """Return the array function; it raises BadType for integer operands."""
    return Restricted(name, function, "iub")


def on_reals(name: str, function: ArrayFunction) -> Restricted:
    """Return the array function; it raises BadType for complex operands, which have no order."""
    return Restricted(name, function, "c")


def _directly(
    function: ArrayFunction, floats_only: bool
) -> tuple[ArrayFunction, frozenset[NumpyDtype]]:
    """Return the function on unconverted arrays, and the types for which it is defined."""
    refused = "iub" if floats_only else ""
    if isinstance(function, Restricted):
        function, refused = function.function, refused + function.refused
    return function, frozenset(dtype for dtype in UNCONVERTED if dtype.kind not in refused)
