"""Operators for which the interpreter's libraries have faster algorithms, unless tensors are small.

    is_faster_in_library(op)     # aten.linalg_inv_ex of [64,64]: True, of [32,32]: False

A call of a library from the interpreter takes 10 to 100 microseconds, whatever the size. Kernels
need no such call, but are written for programs without an interpreter: their factorisations do not
work in blocks, and eigenvalues follow from Jacobi's rotations. The limits are the sizes up to which
kernels were measured to be faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import Shape, has_at_most
from xdsl_torchscript.lowering.ts_to_te.arrays.counting import COUNTING
from xdsl_torchscript.lowering.ts_to_te.arrays.searching import SEARCHING
from xdsl_torchscript.lowering.ts_to_te.arrays.selection import selects_few
from xdsl_torchscript.lowering.ts_to_te.arrays.sorting import SORTING
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.eigenvalues import EIGENVALUES
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.factorisations import FACTORISATIONS
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.fourier import FOURIER
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.matrix_functions import MATRIX_FUNCTIONS
from xdsl_torchscript.lowering.ts_to_te.linear_algebra.reflections import REFLECTIONS
from xdsl_torchscript.lowering.ts_to_te.pointwise.bessel_functions import CYLINDRICAL
from xdsl_torchscript.lowering.ts_to_te.pointwise.divisors import DIVISORS

_CHOLESKY = ("aten.cholesky", "aten.linalg_cholesky", "aten.linalg_cholesky_ex")
_BATCHED = {*FACTORISATIONS, *REFLECTIONS, *MATRIX_FUNCTIONS}

_MOST_IN_MATRIX = dict.fromkeys(_BATCHED, 1 << 10) | dict.fromkeys(_CHOLESKY, 1 << 6)
"""Operator -> the elements of a matrix, in a batch of any size."""

_MOST_IN_OPERAND = dict.fromkeys(SEARCHING, 1 << 7) | dict.fromkeys(EIGENVALUES, 1 << 4)
"""Operator -> the elements of its first tensor."""

_MOST_COMPARED = 1 << 15
"""The pairs of elements of all lines together that kernels compare to sort them."""

_MOST_IN_RESULT = (
    dict.fromkeys(DIVISORS, 1 << 5)
    | dict.fromkeys(CYLINDRICAL, 1 << 10)
    | dict.fromkeys((*FOURIER, *COUNTING), 0)
)
"""Operator -> the elements of its result."""


def is_faster_in_library(op: Operation) -> bool:
    """Return whether the interpreter runs an operation of known types faster than a kernel does."""
    if op.name in SORTING:
        return not (selects_few(op) or _compares_few(op))
    taken, made = _shapes_of(op.operand_types), _shapes_of(op.result_types)
    in_each = [shape and shape[-2:] for shape in taken]
    return (
        _exceeds(_MOST_IN_MATRIX.get(op.name), in_each)
        or _exceeds(_MOST_IN_OPERAND.get(op.name), taken[:1])
        or _exceeds(_MOST_IN_RESULT.get(op.name), made[:1])
    )


def _shapes_of(types: Iterable[Attribute]) -> list[Shape | None]:
    return [type.shape for type in types if isinstance(type, TensorType)]


def _exceeds(most: int | None, shapes: Sequence[Shape | None]) -> bool:
    """Return whether one of these shapes may have more elements than a limit, if there is one."""
    return most is not None and not all(has_at_most(most, shape) for shape in shapes)


def _compares_few(op: Operation) -> bool:
    """Return whether the lines to sort are known to be short and few."""
    call = CallFacts(op, STATED)
    shape = call.attempt(lambda: call.shape("self"))
    if shape is None:
        return False
    line = (shape[call.axis("dim", len(shape), -1)],) if shape and call.has("dim") else shape
    return has_at_most(_MOST_COMPARED, (*shape, *line))
