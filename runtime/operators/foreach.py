"""Operators over tensor lists, by the operators on tensors.

`aten._foreach_add.List` computes `aten.add.Tensor` for each pair of its two lists,
`aten._foreach_add_.ScalarList` computes `aten.add_.Scalar`, and so on. A list argument gives one
element to each call, any other argument is common to all calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.matching import fits
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.dialects.types import ListType, NumberType, TensorType
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Implementation, Lookup, Number
from xdsl_torchscript.runtime.operators.outputs import GENERATED
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.storage import refuse_repeated
from xdsl_torchscript.runtime.tensor import Tensor

Spread: TypeAlias = Callable[[Any, int], Sequence[Any]]
"""A function from an argument and a number of calls to its value in each call."""

_PREFIX = "aten::_foreach_"

_BOUNDS = {"maximum": "clamp_min", "minimum": "clamp_max"}
"""Operators without in-place and number overloads, and the operators that have these."""


def _each(values: list[Any], count: int) -> list[Any]:
    if len(values) != count:
        raise BadValue(f"lists of one length, not of {count} and {len(values)}")
    return values


def _repeat(value: Any, count: int) -> list[Any]:
    if isinstance(value, Tensor) and value.array.ndim:
        raise BadValue(f"a tensor next to lists must be 0-d, found shape {list(value.array.shape)}")
    return [value] * count


def _numbers(value: Tensor, count: int) -> list[Any]:
    """Return the numbers in a tensor that is passed in place of a list of numbers."""
    return _each(value.array.reshape(-1).tolist(), count)


def _spread(argument: Argument, formal: Attribute) -> Spread | None:
    """Return the spread of an argument over the calls, or None if it does not fit them."""
    actual = argument.type
    if isinstance(actual, ListType):
        return _each if fits(actual.element, formal) else None
    if fits(actual, formal):
        return _repeat
    is_number = isinstance(actual, TensorType) and isinstance(formal, NumberType)
    return _numbers if is_number else None


@dataclass(frozen=True)
class _Calls:
    """Calls of one operator: how the lists are spread over them, and the arguments left over."""

    function: Implementation
    spreads: tuple[Spread, ...]
    defaults: tuple[Any, ...]
    first_list: int

    def __call__(self, *arguments: Any) -> list[Any]:
        count = len(arguments[self.first_list])
        if not count:
            raise BadValue("expected a list of at least one tensor, got an empty one")
        columns = [s(a, count) for s, a in zip(self.spreads, arguments, strict=True)]
        return [self.function(*row, *self.defaults) for row in zip(*columns, strict=True)]


def _calls(inputs: Sequence[Argument], plain: FunctionSchema, found: Lookup) -> _Calls | None:
    rest = plain.arguments[len(inputs) :]
    if len(plain.arguments) < len(inputs) or any(a.default is None for a in rest):
        return None
    pairs = zip(inputs, plain.arguments, strict=False)
    spreads = [_spread(argument, formal.type) for argument, formal in pairs]
    function = found(plain.op_name)
    if function is None or None in spreads:
        return None
    first_list = next(i for i, a in enumerate(inputs) if isinstance(a.type, ListType))
    defaults = tuple(a.default.value for a in rest if a.default is not None)
    return _Calls(function, tuple(s for s in spreads if s), defaults, first_list)


def _norm(found: Lookup) -> Implementation | None:
    norm = found("aten.linalg_vector_norm")
    if norm is None:
        return None

    def run(self: Tensor, order: Number, dtype: int | None) -> Tensor:
        return norm(self, order, None, False, dtype)

    return run


def _power_sum(found: Lookup) -> Implementation | None:
    """Return a norm without its root."""
    length, power = found("aten.abs"), found("aten.pow.Tensor_Scalar")
    total = found("aten.sum")
    if length is None or power is None or total is None:
        return None

    def run(self: Tensor, order: Number, dtype: int | None) -> Tensor:
        check_floating("aten._foreach_powsum", self.array.dtype)
        return total(power(length(self), order), dtype)

    return run


_MADE: dict[str, Callable[[Lookup], Implementation | None]] = {
    "norm": _norm,
    "powsum": _power_sum,
}
"""Operators whose arguments differ from those of the operator on single tensors."""


def _element_calls(name: str, inputs: Sequence[Argument], found: Lookup) -> _Calls | None:
    if name in _MADE:
        function = _MADE[name](found)
        return None if function is None else _Calls(function, (_each, _repeat, _repeat), (), 0)
    plain, in_place = name.removesuffix("_"), "_" * name.endswith("_")
    last = inputs[-1].type
    numeric = isinstance(last.element if isinstance(last, ListType) else last, NumberType)
    if plain in _BOUNDS and (in_place or numeric):
        plain = _BOUNDS[plain]
    candidates = (_calls(inputs, plain, found) for plain in schemas_of(f"aten::{plain}{in_place}"))
    return next((calls for calls in candidates if calls is not None), None)


def over_lists(name: str, found: Lookup) -> Implementation | None:
    """Return the function of a `_foreach_` operator, based on a function that `found` finds, or
    None."""
    schema = operator_table().get(name)
    if schema is None or not schema.kind.startswith(_PREFIX):
        return None
    inputs = [a for a in schema.arguments if a.name != "out"]
    calls = _element_calls(schema.kind.removeprefix(_PREFIX), inputs, found)
    if calls is None or not schema.is_mutable:
        return calls

    def into(*arguments: Any) -> None:
        *given, outs = arguments
        GENERATED.write_all(outs, calls(*given))

    def in_place(*arguments: Any) -> None:
        for target in arguments[0]:
            refuse_repeated(target.array)
        calls(*arguments)

    return into if len(inputs) < len(schema.arguments) else in_place
