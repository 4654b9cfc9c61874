"""Subtyping, unification and type variables, with TorchScript's rules.

`is_subtype_of`, `unify` and `bind` answer as PyTorch's `isSubtypeOf`, `unifyTypes` and
`matchTypeVariables` do; a table taken from PyTorch checks it. A type does not hold the definitions
that decide whether a class implements an interface: here every class does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, TypeVar

from xdsl.dialects.builtin import ComplexType, f64, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import (
    AnyClassType,
    AnyEnumType,
    AnyListType,
    AnyTupleType,
    AnyType,
    AwaitType,
    ClassType,
    DictType,
    EnumType,
    FutureType,
    InterfaceType,
    ListType,
    NamedTupleType,
    NoneType,
    NumberType,
    OptionalType,
    RRefType,
    SizeType,
    TensorType,
    TupleType,
    UnionType,
    VarType,
)

_T = TypeVar("_T")

_TENSOR = TensorType.get()

NUMBERS: tuple[Attribute, ...] = (i64, f64, ComplexType(f64))
"""The types that `Scalar` covers."""

# Supertypes without a structure: each accepts all types of the listed kinds.
_TOPS: Mapping[type[Attribute], tuple[type[Attribute], ...]] = {
    AnyListType: (ListType,),
    AnyTupleType: (TupleType, NamedTupleType),
    AnyClassType: (ClassType,),
    AnyEnumType: (EnumType,),
    InterfaceType: (ClassType,),
}


def is_subtype_of(a: Attribute, b: Attribute) -> bool:
    """Return whether a value of type `a` may be used where a `b` is expected."""
    if a is b or a == b or isinstance(b, AnyType):
        return True
    match a:
        case TensorType() if isinstance(b, TensorType):
            return b == _TENSOR or merge_tensors(a, b) == b
        case UnionType():
            choices = _choices(b)
            return all(any(is_subtype_of(x, y) for y in choices) for x in a.elements)
        case OptionalType() if isinstance(b, OptionalType | UnionType):
            return is_subtype_of(NoneType(), b) and is_subtype_of(a.element, b)
        case NoneType() if isinstance(b, OptionalType):
            return True
        case SizeType():
            return is_subtype_of(i64, b)
        case NumberType() if isinstance(b, UnionType):
            return all(is_subtype_of(number, b) for number in NUMBERS)
        case FutureType() | AwaitType() | RRefType() if isinstance(b, type(a)):
            return is_subtype_of(a.element, b.element)
        case TupleType() | NamedTupleType() if isinstance(b, TupleType | NamedTupleType):
            return _is_subtuple_of(a, b)
        case _:
            return _is_below(a, b)


def _is_below(a: Attribute, b: Attribute) -> bool:
    """Apply the rules that depend on the supertype's kind."""
    if isinstance(b, OptionalType):
        return is_subtype_of(a, b.element)
    if isinstance(b, UnionType):
        return any(is_subtype_of(a, choice) for choice in b.elements)
    if isinstance(b, NumberType):
        return a in NUMBERS
    return isinstance(a, _TOPS.get(type(b), ()))


def _is_subtuple_of(a: TupleType | NamedTupleType, b: TupleType | NamedTupleType) -> bool:
    if isinstance(b, NamedTupleType) and not (
        isinstance(a, NamedTupleType) and a.fields == b.fields
    ):
        return False
    return len(a.elements) == len(b.elements) and all(map(is_subtype_of, a.elements, b.elements))


def _choices(b: Attribute) -> Sequence[Attribute]:
    """Return the types that a member of a union may have, to be a `b`."""
    match b:
        case UnionType():
            return tuple(b.elements)
        case OptionalType():
            return (NoneType(), *_choices(b.element))
        case NumberType():
            return NUMBERS
        case _:
            return (b,)


def _same(a: _T, b: _T) -> _T | None:
    return a if a == b else None


def _same_each(a: Sequence[_T] | None, b: Sequence[_T] | None) -> Sequence[_T | None] | None:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(map(_same, a, b))


def merge_tensors(a: TensorType, b: TensorType) -> TensorType:
    """Return the tensor type with the facts common to both."""
    return TensorType.get(
        _same_each(a.shape, b.shape),
        _same(a.dtype, b.dtype),
        strides=_same_each(a.strides, b.strides),
        device=_same(a.device, b.device),
        requires_grad=_same(a.requires_grad, b.requires_grad),
        undefined=_same(a.undefined, b.undefined),
    )


def map_types(attr: Attribute, leaf: Callable[[Attribute], Attribute]) -> Attribute:
    """Return `attr` with `leaf` applied to its innermost types."""
    if type(attr) not in _PARTS:
        return leaf(attr)
    match attr:
        case ListType() | OptionalType() | FutureType() | AwaitType() | RRefType():
            return type(attr)(map_types(attr.element, leaf))
        case DictType():
            return DictType(map_types(attr.key, leaf), map_types(attr.value, leaf))
        case TupleType() | UnionType():
            return type(attr).get([map_types(element, leaf) for element in attr.elements])
        case NamedTupleType():
            fields = [(name, map_types(element, leaf)) for name, element, _ in attr.rows]
            return NamedTupleType.get(
                attr.symbol.data, fields, [default.data for default in attr.defaults]
            )
        case _:
            return leaf(attr)


def without_facts(attr: Attribute) -> Attribute:
    """Return `attr` without the facts of its tensors and sizes."""
    return map_types(attr, _without_facts)


def _without_facts(type: Attribute) -> Attribute:
    if isinstance(type, SizeType):
        return i64
    return TensorType.get() if isinstance(type, TensorType) else type


def flows_into(a: Attribute, b: Attribute) -> bool:
    """Return whether a value of type `a` may become a `b` where control flow joins.

    Like `is_subtype_of`, but ignore tensor facts: TorchScript's passes refine the types of some
    values and leave others for later.
    """
    return is_subtype_of(a, b) or is_subtype_of(without_facts(a), without_facts(b))


def unify(a: Attribute, b: Attribute) -> Attribute | None:
    """Return the common type of values of types `a` and `b`, or None if TorchScript has no such
    type."""
    if is_subtype_of(a, b):
        return b
    if is_subtype_of(b, a):
        return a
    if isinstance(a, NoneType) or isinstance(b, NoneType):
        return OptionalType(b if isinstance(a, NoneType) else a)
    found = _unify_parts(a, b)
    if found is not None:
        return found
    # Containers whose tensors differ only in facts.
    a, b = without_facts(a), without_facts(b)
    if is_subtype_of(a, b):
        return b
    return a if is_subtype_of(b, a) else None


def _unify_parts(a: Attribute, b: Attribute) -> Attribute | None:
    """Unify two types part by part."""
    match a, b:
        case TensorType(), TensorType():
            return merge_tensors(a, b)
        case OptionalType(), _:
            element = unify(a.element, b)
            return None if element is None else _optional(element)
        case _, OptionalType():
            element = unify(b.element, a)
            return None if element is None else _optional(element)
        case FutureType(), FutureType():
            element = unify(a.element, b.element)
            return None if element is None else FutureType(element)
        case TupleType() | NamedTupleType(), TupleType() | NamedTupleType():
            if len(a.elements) != len(b.elements):
                return None
            elements = [unify(x, y) for x, y in zip(a.elements, b.elements, strict=True)]
            known = [element for element in elements if element is not None]
            return TupleType.get(known) if len(known) == len(elements) else None
        case _:
            return None


def _optional(element: Attribute) -> Attribute:
    return element if isinstance(element, OptionalType) else OptionalType(element)


def unify_all(types: Iterable[Attribute]) -> Attribute | None:
    """Unify types from left to right; return None if that fails or there are none."""

    def step(a: Attribute | None, b: Attribute) -> Attribute | None:
        return None if a is None else unify(a, b)

    first, *rest = [*types] or [None]
    return reduce(step, (t for t in rest if t is not None), first)


def _element(t: ListType | OptionalType | FutureType | AwaitType | RRefType) -> Sequence[Attribute]:
    return (t.element,)


def _elements(t: TupleType | UnionType | NamedTupleType) -> Sequence[Attribute]:
    return t.elements.data


def _key_and_value(t: DictType) -> Sequence[Attribute]:
    return t.key, t.value


_PARTS: Mapping[type[Attribute], Callable[[Any], Sequence[Attribute]]] = {
    ListType: _element,
    OptionalType: _element,
    FutureType: _element,
    AwaitType: _element,
    RRefType: _element,
    DictType: _key_and_value,
    TupleType: _elements,
    UnionType: _elements,
    NamedTupleType: _elements,
}


def contained_types(attr: Attribute) -> Sequence[Attribute]:
    """Return the types that a type is composed of, in order."""
    parts = _PARTS.get(type(attr))
    return () if parts is None else parts(attr)


def has_variables(attr: Attribute) -> bool:
    """Return whether a type variable occurs in `attr`."""
    return isinstance(attr, VarType) or any(map(has_variables, contained_types(attr)))


def bind(formal: Attribute, actual: Attribute, env: dict[str, Attribute]) -> bool:
    """Match `actual` against the type variables of `formal` and record them in `env`.

    Return whether the variables could be bound; a variable keeps its first binding. `actual` need
    not be a subtype: compare with `substitute(formal, env)` for that.
    """
    if not has_variables(formal):
        return True
    match formal, actual:
        case VarType(), _:
            bound = env.setdefault(formal.variable.data, actual)
            return unify(bound, actual) is not None
        case OptionalType(), OptionalType():
            return bind(formal.element, actual.element, env)
        case OptionalType(), _:
            return isinstance(actual, NoneType) or bind(formal.element, actual, env)
        case ListType(), TupleType() | NamedTupleType():
            element = unify_all(actual.elements)
            return element is not None and bind(formal.element, element, env)
        case DictType(), DictType():
            return bind(formal.key, actual.key, env) and bind(formal.value, actual.value, env)
        case TupleType(), TupleType() | NamedTupleType():
            same_length = len(formal.elements) == len(actual.elements)
            pairs = zip(formal.elements, actual.elements, strict=False)
            return same_length and all(bind(f, a, env) for f, a in pairs)
        case ((ListType() | FutureType() | AwaitType() | RRefType()), _):
            return isinstance(actual, type(formal)) and bind(formal.element, actual.element, env)
        case _:
            return False


def substitute(attr: Attribute, env: Mapping[str, Attribute]) -> Attribute:
    """Return `attr` with the variables in `env` replaced by their bindings."""

    def leaf(t: Attribute) -> Attribute:
        return env.get(t.variable.data, t) if isinstance(t, VarType) else t

    return map_types(attr, leaf)
