"""The sizes that vary among the calls of a function, by the types for which it has plans.

A fallback graph runs where the check of a plan fails. A plan of its own for symbolic sizes keeps
the sizes that were the same in all plans before it: of `x` in `linear(x, w)` the rows may vary,
but not the columns, which are those of the weights.

    earlier = checked_types(second, checked_types(first, {}))    # {(0,): Float(*, 64)}
    varying = VaryingSizes.among(earlier, {(0,): Float(9, 64)})
    varying.of((0,), (9, 64))                                    # [True, False]
    varying.of(None, (64, 9))                                    # [False, True]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from typing import TypeAlias

from xdsl.ir import OpResult, SSAValue

from xdsl_torchscript.dialects.prim import FallbackGraphOp, IfOp, TypeCheckOp
from xdsl_torchscript.dialects.subtyping import merge_tensors
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts.modules.attribute_paths import container_of, source_of

ArgumentPart: TypeAlias = tuple[int, ...]
"""The number of an argument, then of an element of this list, tuple or dict, and so on."""

ArgumentTypes: TypeAlias = Mapping[ArgumentPart, TensorType]
"""Types of tensors among the arguments of a function and their elements."""


def part_of(value: SSAValue, arguments: Mapping[SSAValue, int]) -> ArgumentPart | None:
    """Return which of the numbered arguments, or of their elements, a value is; None for another
    value."""
    if value in arguments:
        return (arguments[value],)
    source = source_of(value)
    if source.path:
        return None
    if source.root is not value:
        return part_of(source.root, arguments)
    container = container_of(value)
    whole = None if container is None else part_of(container, arguments)
    if whole is None or not isinstance(value, OpResult):
        return None
    return (*whole, value.index)


def checked_types(fallback: FallbackGraphOp, earlier: ArgumentTypes) -> ArgumentTypes:
    """Return the types of a fallback graph's inputs that its plan checks, merged with those of
    `earlier` plans for them."""
    branch = fallback.parent_op()
    check = branch.condition.owner if isinstance(branch, IfOp) else None
    if not isinstance(check, TypeCheckOp):
        return {}
    arguments = {value: number for number, value in enumerate(fallback.inputs)}
    found: dict[ArgumentPart, TensorType] = {}
    for value, type in zip(check.inputs, check.types, strict=True):
        part = part_of(value, arguments)
        if part is not None and isinstance(type, TensorType):
            found[part] = merge_tensors(earlier.get(part, type), type)
    return found


def merge_types(calls: Sequence[ArgumentTypes]) -> ArgumentTypes:
    """Return the types of the parts of arguments in any of these calls, merged."""
    merged: dict[ArgumentPart, TensorType] = {}
    for part, type in chain.from_iterable(types.items() for types in calls):
        merged[part] = merge_tensors(merged.get(part, type), type)
    return merged


@dataclass(frozen=True)
class VaryingSizes:
    """The sizes that vary: all, if no types of earlier plans are known."""

    earlier: ArgumentTypes
    sizes: frozenset[Dim]
    """The present sizes of arguments where earlier ones differ."""

    @classmethod
    def among(cls, earlier: ArgumentTypes, now: ArgumentTypes) -> VaryingSizes:
        """Compare the types of arguments with the earlier ones."""
        compared, sizes = cls(earlier, frozenset()), set[Dim]()
        for part in earlier.keys() & now.keys():
            shape = now[part].shape or ()
            sizes.update(compress(shape, compared.of(part, shape)))
        return cls(earlier, frozenset(sizes))

    def of(self, part: ArgumentPart | None, shape: Shape) -> list[bool]:
        """Return which sizes of a part of an argument, or of another value, may vary."""
        known = None if part is None else self.earlier.get(part)
        if known is not None and known.shape is not None and len(known.shape) == len(shape):
            return [size != before for size, before in zip(shape, known.shape, strict=True)]
        return [not self.earlier or size in self.sizes for size in shape]
