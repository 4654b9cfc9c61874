"""The symbolic sizes of tensor arguments."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, I64, DenseArrayBase
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.te.axes import INDEX, tensor_type

SIZES = "te.sizes"
"""Attribute of a tensor argument: for each `?` in its type, the position of the `index` argument
with that size."""


def sizes_of_argument(function: func.FuncOp, position: int) -> tuple[int, ...] | None:
    """Return the positions of the arguments that are the symbolic sizes of a tensor argument.

    Return None if the function has no `te.sizes` for it. Raises VerifyException for an invalid one.
    """
    types = function.function_type.inputs.data
    attributes = function.arg_attrs
    sizes = None if attributes is None else attributes.data[position].data.get(SIZES)
    if sizes is None:
        return None
    numbers = sizes.get_values() if isa(sizes, DenseArrayBase[I64]) else ()
    tensor = tensor_type(types[position])
    dynamic = 0 if tensor is None else tensor.get_shape().count(DYNAMIC_INDEX)
    if len(numbers) != dynamic or not numbers:
        raise VerifyException(
            f"argument {position} of type {types[position]} has {SIZES} of {len(numbers)} numbers, "
            f"but {dynamic} dynamic sizes"
        )
    if not all(0 <= n < len(types) and types[n] == INDEX for n in numbers):
        raise VerifyException(f"argument {position} has {SIZES} that are not of type index")
    return numbers
