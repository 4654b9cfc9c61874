"""Write results into tensors that a program gives as `out`.

PyTorch has three ways. Most operators convert the result, within a category of types. Its
structured kernels do not: `out` has the result's type. Neither do generated overloads, which also
ignore the result's memory layout when `out` is resized.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.layout import empty_with, preserve_strides
from xdsl_torchscript.runtime.operators.pointwise.casts import can_cast
from xdsl_torchscript.runtime.storage import refuse_overlap, refuse_repeated
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor


def check_category(source: NumpyDtype, target: NumpyDtype) -> None:
    """Raise BadType if PyTorch does not convert implicitly between the types."""
    if not can_cast(source, target):
        raise BadType(f"a result of type {source} cannot be written into a {target} tensor")


def check_apart(target: Tensor, operands: Sequence[object]) -> None:
    """Raise BadValue if an operand partly shares memory with the written tensor."""
    for operand in operands:
        if isinstance(operand, Tensor):
            refuse_overlap(target.array, operand.array)


@dataclass(frozen=True)
class Outputs:
    """The rules by which a result is written into a given tensor."""

    converts: bool = True
    keeps_layout: bool = True

    def write(self, out: Tensor, result: Tensor) -> Tensor:
        """Write the result into `out`, which takes on its shape.

        Raises TypeError for a type that does not fit, and ValueError for a tensor that cannot be
        written.
        """
        self._check(out, result)
        if out.array.shape != result.array.shape:
            out.array = (
                empty_with(result.array.shape, preserve_strides(result.array), out.array.dtype)
                if self.keeps_layout
                else np.empty(result.array.shape, out.array.dtype)
            )
        return out.copy_(result)

    def write_all(
        self, outs: Sequence[Tensor], results: Sequence[Tensor | None]
    ) -> tuple[Tensor, ...]:
        """Write several results: all, or none if one is refused. Results of None are skipped."""
        if len(outs) != len(results):
            raise BadValue(f"{len(results)} results cannot be written into {len(outs)} tensors")
        pairs = list(zip(outs, results, strict=True))
        for out, result in pairs:
            if result is not None:
                self._check(out, result)
        return tuple(out if result is None else self.write(out, result) for out, result in pairs)

    def into(self, function: Implementation, *arguments: Any) -> Tensor:
        """Compute and write into `out`, the last argument."""
        *inputs, out = arguments
        check_apart(out, inputs)
        return self.write(out, function(*inputs))

    def into_list(self, function: Implementation, *arguments: Any) -> Any:
        """Compute a list and write it into the last argument, a list of tensors."""
        *inputs, outs = arguments
        return list(self.write_all(outs, function(*inputs)))

    def into_several(
        self, function: Implementation, count: int, *arguments: Any
    ) -> tuple[Tensor, ...]:
        """Compute and write into the last `outputs` arguments."""
        return self.write_all(arguments[-count:], function(*arguments[:-count]))

    def _check(self, out: Tensor, result: Tensor) -> None:
        source, target = result.array.dtype, out.array.dtype
        if self.converts:
            check_category(source, target)
        elif source != target:
            raise BadType(f"a result of type {source} needs an out of that type, not of {target}")
        if out.array.shape == result.array.shape:
            refuse_repeated(out.array)


CONVERTED = Outputs()
TYPED = Outputs(converts=False)
GENERATED = Outputs(converts=False, keeps_layout=False)

_TYPED = frozenset(f"aten::{name}" for name in ("matmul", "split_with_sizes_copy", "unbind_copy"))
"""Operators that behave as structured ones, though PyTorch does not declare them so."""


def outputs_of(schema: FunctionSchema) -> Outputs:
    """Return the way in which an overload with `out` writes it."""
    if "generated" in schema.tags:
        return GENERATED
    return TYPED if "structured" in schema.tags or schema.kind in _TYPED else CONVERTED
