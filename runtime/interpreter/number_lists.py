"""The tensors of lists of numbers, as kernels take them.

tensor_of_numbers([3, 4], i64)          # tensor([3, 4])
tensor_of_numbers([3, True], i64)       # without dimensions: no list of ints
tensor_of_numbers([3, 2**64], i64)      # the same
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

_NUMBERS: dict[Attribute, type] = {i64: int, f64: float, i1: bool}


def tensor_of_numbers(numbers: Sequence[Value], element: Attribute) -> Tensor:
    """Return a new tensor of one dimension with the numbers in a list of ints, floats or bools,
    which `element` says. It has no dimensions if they are of other types, or of more than 64
    bits."""
    number = _NUMBERS[element]
    if all(type(each) is number for each in numbers):
        try:
            return Tensor(np.array(numbers, np.dtype(number)))
        except OverflowError:
            pass
    return Tensor(np.zeros((), np.dtype(number)))
