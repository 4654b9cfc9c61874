"""Argument specs: the facts about the inputs of a call that a specialised plan relies on.

    spec_of((x, (y, None), 2))    # dtype, rank, requires_grad and device of x and y; y is defined

As in PyTorch's ArgumentSpec, sizes are not part of it. Nor is any property that a write may change
unnoticed by a plan, such as a list's elements. Sizes and elements are part of the facts of a call,
on which a kernel relies.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias, cast

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import NoneType, OptionalType, TensorType, TupleType
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.operators.language.modes import is_grad_enabled
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

Spec: TypeAlias = Hashable
"""The key of a plan: equal for inputs that one plan serves."""

Seen: TypeAlias = "TensorType | tuple[Seen, ...] | bool"
"""The facts that a call shows of an argument: types of tensors, and whether others are None."""


def spec_of(value: Value) -> Spec:
    """Return the spec of a value: of a tensor, of a tuple's elements, or whether it is None.

    Raises NoValueError for a tensor without elements.
    """
    if isinstance(value, Tensor):
        array = value.array
        return array.dtype, array.ndim, value.requires_grad, value.device
    if type(value) is tuple:
        return tuple(map(spec_of, cast("tuple[Any, ...]", value)))
    return value is None


def specs_of(inputs: Sequence[Value]) -> tuple[Spec, ...]:
    """Return the specs of inputs, one for all with a tensor without elements."""
    try:
        return tuple(map(spec_of, inputs))
    except NoValueError:
        return ("no elements",)


def types_in(value: Value) -> Seen:
    """Return a tensor's type, those in a tuple, or whether the value is None."""
    if isinstance(value, Tensor):
        return value.type
    if type(value) is tuple:
        return tuple(map(types_in, cast("tuple[Any, ...]", value)))
    return value is None


def specialize_type(declared: Attribute, seen: Seen) -> Attribute:
    """Return an argument's type, declared as that type, for all values of the same spec."""
    match declared:
        case TensorType() if isinstance(seen, TensorType):
            return _of_rank(seen)
        case TensorType():
            return TensorType.get(undefined=True)
        case OptionalType():
            return NoneType() if seen is True else specialize_type(declared.element, seen)
        case TupleType() if isinstance(seen, tuple):
            return TupleType.get(list(map(specialize_type, declared.elements, seen)))
        case _:
            return declared


def _of_rank(type: TensorType) -> TensorType:
    """Return the type without sizes and strides."""
    sizes = None if type.shape is None else [None] * len(type.shape)
    return TensorType.get(sizes, type.dtype, device=type.device, requires_grad=type.requires_grad)


def facts_of_call(inputs: Sequence[Value]) -> Hashable:
    """Return the facts of a call in this thread that a kernel of fixed sizes relies on."""
    return is_grad_enabled(), *map(facts_of, inputs)


def facts_if_known(inputs: Sequence[Value]) -> Hashable:
    """Return the facts of a call, None for one with a tensor without elements."""
    try:
        return facts_of_call(inputs)
    except NoValueError:
        return None


def facts_of(value: Value) -> Hashable:
    """Return the facts of an input. Raises NoValueError for a tensor without elements."""
    if isinstance(value, Tensor):
        array = value.array
        return array.dtype, array.shape, value.requires_grad, value.device
    if isinstance(value, tuple | list):
        return tuple(map(facts_of, cast("Sequence[Any]", value)))
    if isinstance(value, dict):
        items = cast("dict[Any, Any]", value).items()
        return tuple((_fact_of_key(key), facts_of(part)) for key, part in items)
    return type(cast(object, value))


def _fact_of_key(key: Value) -> Hashable:
    return key if isinstance(key, str | int) else type(cast(object, key))
