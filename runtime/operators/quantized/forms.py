"""Ordinary operators on quantised tensors.

Views and other operators that only move elements need no second function: arrays of quantised
elements carry their quantizer. Operators that compute fail in numpy, as its types are opaque, and
`diagnosis.py` names the reason. What is left are operators that compute in a way of their own, and
those that would mix elements of different meaning, which reject quantised tensors.
"""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.core import ELEMENTWISE, Implementation, Table
from xdsl_torchscript.runtime.operators.quantized.joining import JOINING_FORMS
from xdsl_torchscript.runtime.operators.quantized.pointwise import POINTWISE_FORMS
from xdsl_torchscript.runtime.operators.quantized.windows import WINDOW_FORMS
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor

FORMS: Table = {**JOINING_FORMS, **POINTWISE_FORMS, **WINDOW_FORMS}
"""The functions on quantised tensors."""

_MIXING = frozenset(
    """
    _chunk_cat _index_put_impl_ _pad_enum all any argwhere as_strided_scatter bucketize
    count_nonzero diag_embed diagonal_scatter fill full_like im2col index_copy index_fill
    index_put isin isreal linalg_matrix_rank linspace logspace masked_fill masked_scatter
    max_unpool2d max_unpool3d nonzero nonzero_static ones_like put rand_like randint_like
    randn_like scatter searchsorted select_scatter slice_scatter sort tril triu _unique _unique2
    unique_consecutive unique_dim view.dtype where zeros_like
    """.split()
)
"""Operators that move elements together with others, or by their bytes."""


def with_form(name: str, function: Implementation) -> Implementation:
    """Return an operator that also accepts quantised tensors, if it has a function for them.

    It is chosen by the first operand, or the first element of a list. Elementwise functions stay
    as fast for the types that they compute in.
    """
    form = FORMS.get(name)
    if form is None:
        return _rejecting(name, function) if _is_mixing(name) else function
    bound: Any = function
    if not isinstance(function, partial) or bound.func not in ELEMENTWISE:
        return _choose(bound, form)
    of_array, types, general, *rest = bound.args
    return partial(bound.func, of_array, types, _choose(general, form), *rest)


def _is_mixing(name: str) -> bool:
    kind = name.removeprefix("aten.")
    return kind in _MIXING or kind.partition(".")[0].rstrip("_") in _MIXING


def _rejecting(name: str, function: Implementation) -> Implementation:
    """Return the operator; it raises BadType if one of its first two operands is quantised."""

    def run(*operands: Any) -> Any:
        for operand in map(_operand, operands[:2]):
            if isinstance(operand, QuantizedTensor):
                raise BadType(rejection_of(name, operand))
        return function(*operands)

    return run


def rejection_of(name: str, operand: QuantizedTensor) -> str:
    """Return the message of an operator that is not defined on a quantised tensor."""
    dtype = operand.dtype.torch_name
    return f"'{name}' is not defined on quantised tensors ({dtype}); dequantize() the operand first"


def _choose(general: Implementation, form: Implementation) -> Implementation:
    def run(first: Any, *others: Any) -> Any:
        chosen = form if isinstance(_operand(first), QuantizedTensor) else general
        return chosen(first, *others)

    return run


def _operand(first: Any) -> Any:
    """Return an argument, or the first element of a list."""
    if not isinstance(first, list):
        return first
    parts = cast("list[Any]", first)
    return parts[0] if parts else None
