"""Calls of operators from Python: `aten::add` of a tensor and a number.

Overloads are resolved as in a script, with two additions. An int converts to a float, and a
one-element integer tensor to an int. An active trace records the calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import ComplexType, f64, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, Dtype
from xdsl_torchscript.dialects.schema.calls import (
    BoundOperand,
    DefaultOperand,
    ExplicitOperand,
    MatchedSchema,
    VariadicOperand,
    match_call,
    no_overload,
    with_object,
)
from xdsl_torchscript.dialects.schema.matching import Bindings
from xdsl_torchscript.dialects.schema.model import Constant, FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import ImplicitConversion
from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.dialects.subtyping import substitute
from xdsl_torchscript.dialects.types import (
    DeviceType,
    ListType,
    NamedTupleType,
    NumberType,
    OptionalType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.runtime.diagnosis import DIAGNOSED, diagnose
from xdsl_torchscript.runtime.errors import MissingOperatorsError
from xdsl_torchscript.runtime.interpreter.execution import implementation_of
from xdsl_torchscript.runtime.modules.objects import NamedTupleValue
from xdsl_torchscript.runtime.operators.core import Implementation, quiet
from xdsl_torchscript.runtime.operators.derived import from_python
from xdsl_torchscript.runtime.tensor import Tensor, dtype_of
from xdsl_torchscript.runtime.tracing.active import current, recording
from xdsl_torchscript.runtime.tracing.recorder import Implicit
from xdsl_torchscript.runtime.values import Device, Value, type_of

_TENSOR, _COMPLEX = TensorType.get(), ComplexType(f64)
_PYTHON_DTYPES: Mapping[type, str] = {
    float: "float64", int: "int64", bool: "bool", complex: "complex128",
}  # fmt: skip


class OperatorError(TypeError):
    """No overload of an operator accepts the values; the message has the reason against each."""


# ---- values


def _list(value: list[Any]) -> Value:
    return [*map(plain, value)]


def _tuple(value: tuple[Any, ...]) -> Value:
    return (*map(plain, value),)


def _item(value: Any) -> Value:
    return value.item()


def _numpy_dtype(value: np.dtype[Any]) -> int:
    return dtype_of(np.empty(0, value)).code


def _python_type(value: type) -> Value:
    if value in _PYTHON_DTYPES:
        return BY_TORCH_NAME[_PYTHON_DTYPES[value]].code
    if issubclass(value, np.generic):
        return _numpy_dtype(np.dtype(cast(Any, value)))
    raise TypeError(f"'{value.__name__}' is not a type of tensor elements")


_PLAIN: tuple[tuple[type, Callable[[Any], Value]], ...] = (
    (list, _list),
    (tuple, _tuple),
    (Dtype, lambda value: value.code),
    (np.ndarray, Tensor.of),
    (np.generic, _item),
    (np.dtype, _numpy_dtype),
    (type, _python_type),
)
_AS_THEY_ARE = frozenset({Tensor, bool, int, float, complex, str, type(None)})


def plain(value: Any) -> Value:
    """Convert a Python value to TorchScript's: an array to a tensor, a dtype to a number."""
    if type(value) in _AS_THEY_ARE:
        return value
    found = next((convert for kind, convert in _PLAIN if isinstance(value, kind)), None)
    if found is not None:
        return found(value)
    return Tensor.of(value) if _is_array(value) else value


def _is_array(value: Any) -> bool:
    return hasattr(value, "__dlpack__") or hasattr(value, "__array__")


def with_tensors(value: Any) -> Any:
    """Replace arrays by tensors, in lists and tuples too; keep anything else."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, list):
        return [with_tensors(part) for part in cast("list[Any]", value)]
    if type(value) is tuple:
        return tuple(with_tensors(part) for part in cast("tuple[Any, ...]", value))
    if isinstance(value, np.generic):
        return cast(Any, value)
    return Tensor.of(value) if _is_array(value) else value


# ---- which overload

TypeKey: TypeAlias = "type | Attribute | tuple[TypeKey, ...]"
"""A key for the type of a value, cheaper to create and to compare than the type."""


@dataclass(frozen=True)
class _Slot:
    """An argument of a call by its position or name, as overload resolution sees it."""

    place: int | str
    type: Attribute


class _Reading:
    """A mode of reading values during overload resolution."""

    def key(self, value: Value) -> TypeKey:
        if isinstance(value, list | tuple):
            parts = cast("Sequence[Value]", value)
            return tuple(dict.fromkeys(self.key(part) for part in parts))
        return self.leaf(value)

    def leaf(self, value: Value) -> TypeKey:
        if isinstance(value, Tensor):
            return Tensor
        kind = type(cast(object, value))
        return kind if kind in _AS_THEY_ARE else type_of(value)


class _Sizes(_Reading):
    """A one-element integer tensor fits an int."""

    def leaf(self, value: Value) -> TypeKey:
        if isinstance(value, Tensor) and not value.array.ndim and value.array.dtype.kind in "iu":
            return int
        return super().leaf(value)


class _Numbers(_Sizes):
    """An int fits a float, besides."""

    def leaf(self, value: Value) -> TypeKey:
        found = super().leaf(value)
        return NumberType() if found is int else found


_READINGS = (_Reading(), _Sizes(), _Numbers())
_NUMBERS_FIRST = frozenset(
    f"aten::{name}"
    for name in ("add", "sub", "mul", "div", "true_divide", "floor_divide", "subtract", "multiply",
                 "divide")
)  # fmt: skip
"""Operators that Python also calls with a number in place of their first tensor."""
_NUMBERS = (bool, int, float, complex)


def _type_of_key(key: TypeKey) -> Attribute:
    """Return a key's type; lists are tuples, and so fit any list that their elements fit."""
    if isinstance(key, tuple):
        return TupleType.get(list(map(_type_of_key, key)))
    if isinstance(key, Attribute):
        return key
    return _TENSOR if key is Tensor else type_of(key())


# ---- operands

_Take: TypeAlias = Callable[[Tensor, str], Value]
"""A function from a tensor and an extracting operator to the number in the tensor."""
_Fetch: TypeAlias = Callable[[Sequence[Value], Mapping[str, Value], _Take], Value]

_FROM_TENSOR: Mapping[Attribute, str] = {
    i64: "aten::Int",
    f64: "aten::Float",
    _COMPLEX: "aten::Complex",
    NumberType(): "aten::ScalarImplicit",
}
_CASTS: Mapping[Attribute, Callable[[Any], Value]] = {i64: int, f64: float, _COMPLEX: complex}


def _number(tensor: Tensor, kind: str) -> Value:
    found = tensor.array.item()
    return int(found) if kind == "aten::Int" else found


def _fit(value: Value, formal: Attribute, take: _Take) -> Value:
    """Convert a value that fits `formal` to that type."""
    if value is None:
        return None
    if isinstance(formal, OptionalType):
        formal = formal.element
    if isinstance(value, Tensor):
        return take(value, _FROM_TENSOR[formal]) if formal in _FROM_TENSOR else value
    if isinstance(formal, ListType) and isinstance(value, list | tuple):
        return [_fit(part, formal.element, take) for part in cast("Sequence[Value]", value)]
    if isinstance(formal, DeviceType) and isinstance(value, str):
        return Device(value)
    return _CASTS[formal](value) if formal in _CASTS else value


def _default(value: Constant) -> Value:
    return [_default(part) for part in value] if isinstance(value, tuple) else value


def _fetch(operand: BoundOperand[_Slot], bindings: Bindings) -> _Fetch:
    """Return how to fetch an argument's value from a call's values."""
    formal = substitute(operand.argument.type, bindings)
    match operand:
        case DefaultOperand():
            known = operand.argument.default
            return lambda args, kwargs, take: _default(known.value if known else None)
        case VariadicOperand():
            first = operand.values[0].place
            return lambda args, kwargs, take: _fit(args[cast(int, first) :], formal, take)
        case ExplicitOperand():
            place, count = operand.value.place, operand.argument.size or 1
            repeats = operand.conversion is ImplicitConversion.REPEAT

            def fetch(args: Sequence[Value], kwargs: Mapping[str, Value], take: _Take) -> Value:
                value = args[place] if isinstance(place, int) else kwargs[place]
                return _fit([value] * count if repeats else value, formal, take)

            return fetch


@dataclass(frozen=True)
class _BoundOverload:
    """An overload, for values of certain types at certain positions."""

    schema: FunctionSchema
    bindings: Bindings
    function: Implementation
    fetches: tuple[_Fetch, ...]

    def run(self, args: Sequence[Value], kwargs: Mapping[str, Value]) -> Value:
        operands = [fetch(args, kwargs, _number) for fetch in self.fetches]
        recorder = current()
        if recorder is None:
            return self._execute(operands)
        recorded = [fetch(args, kwargs, Implicit) for fetch in self.fetches]
        with recording(None):
            result = self._execute(operands)
        recorder.record_operator(self.schema, self.bindings, recorded, result)
        return result

    def _execute(self, operands: Sequence[Value]) -> Value:
        with quiet():
            try:
                result = self.function(*operands)
            except DIAGNOSED as error:
                found = diagnose(error, self.schema.op_name, operands)
                if found is error:
                    raise
                raise found from error
        returns = self.schema.returns
        named = len(returns) > 1 and all(r.name for r in returns)
        return NamedTupleValue(result, _named_results_type(self.schema)) if named else result


@cache
def _named_results_type(schema: FunctionSchema) -> NamedTupleType:
    """Return the type of several results, which have names: `x.max(dim=0).values`."""
    fields = [(r.name, r.type) for r in schema.returns]
    return NamedTupleType.get(schema.kind.removeprefix("aten::"), fields)


_Keys: TypeAlias = tuple[TypeKey, ...]


@cache
def _prepare(
    reading: _Reading, kind: str, args: _Keys, names: tuple[str, ...], named: _Keys
) -> _BoundOverload | str:
    """Return the call for values of these types, or the reasons against all overloads.

    Raises MissingOperatorsError for an overload without implementation.
    """
    slots = [_Slot(place, _type_of_key(key)) for place, key in enumerate(args)]
    pairs = zip(names, named, strict=True)
    named_slots = {name: _Slot(name, _type_of_key(key)) for name, key in pairs}
    matched = match_call(kind, slots, named_slots)
    if not isinstance(matched, MatchedSchema):
        return no_overload(kind, slots, named_slots, matched)
    function = implementation_of(matched.schema.op_name, partial(from_python, implementation_of))
    if function is None:
        raise MissingOperatorsError([(matched.schema.op_name, None)])
    fetches = tuple(_fetch(operand, matched.bindings) for operand in matched.operands)
    return _BoundOverload(matched.schema, matched.bindings, function, fetches)


_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}
"""Numpy's names of arguments, which PyTorch takes in Python, too."""


def call(kind: str, *args: Any, **kwargs: Any) -> Value:
    """Call the operator `aten::add` on these values.

    Raises OperatorError if no overload accepts them, MissingOperatorsError if the overload has no
    implementation, and the errors of the implementation.
    """
    values = tuple(map(plain, args))
    named = {name: plain(value) for name, value in kwargs.items()}
    refusal = ""
    for reading in _READINGS:
        keys = tuple(map(reading.key, values))
        if kind in _NUMBERS_FIRST and keys[1:2] == (Tensor,) and keys[0] in _NUMBERS:
            keys = (Tensor, *keys[1:])
        named_keys = tuple(map(reading.key, named.values()))
        found = _prepare(reading, kind, keys, tuple(named), named_keys)
        if isinstance(found, _BoundOverload):
            return found.run(values, named)
        refusal = refusal or found
    if kwargs.keys() & _NUMPY_NAMES.keys():
        return call(kind, *args, **{_NUMPY_NAMES.get(n, n): v for n, v in kwargs.items()})
    raise OperatorError(refusal)


def _at(place: int) -> _Fetch:
    return lambda args, kwargs, take: args[place]


def call_overload(name: str, *operands: Value) -> Value:
    """Call an overload that scripts never resolve to, such as `aten.view.dtype`.

    The operands match its schema. Raises the errors of the implementation.
    """
    schema, function = operator_table()[name], implementation_of(name)
    if function is None:
        raise MissingOperatorsError([(name, None)])
    return _BoundOverload(schema, {}, function, tuple(map(_at, range(len(operands))))).run(
        operands, {}
    )


class Builtin:
    """An operator as a function of Python: `ts.tanh`, and with `self` the method `x.tanh`.

    In a script the name means the operator `torchscript_kind`.
    """

    __slots__ = ("_self", "torchscript_kind")

    def __init__(self, kind: str, *self_: Tensor) -> None:
        self.torchscript_kind = kind
        self._self = self_

    @property
    def kind(self) -> str:
        return self.torchscript_kind

    def __call__(self, *args: Any, **kwargs: Any) -> Value:
        if not self._self:
            return call(self.torchscript_kind, *args, **kwargs)
        values, named = with_object(self.torchscript_kind, self._self[0], args, kwargs)
        return call(self.torchscript_kind, *values, **named)

    def __repr__(self) -> str:
        return f"<operator {self.torchscript_kind}>"
