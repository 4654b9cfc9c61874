"""The observable behaviour of a program: results, written inputs, aliasing, text, exceptions."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np
from copies import Copier
from declared import UNKNOWN, Declared, is_open
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.objects import Object, TypedDict, TypedList
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.runtime.storage import address_of, owner_of
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

Fact = tuple[str, object]
"""A place, such as `result 0[1]`, and its value."""

_SEED = 1234


class TierDiffersError(AssertionError):
    """Generated code differs from the plain interpreter."""


@dataclass(frozen=True)
class Observation:
    """Everything that a caller can see of one execution."""

    facts: tuple[Fact, ...]
    raised_at: str | None
    """The place of the operation that failed; None if none did."""

    def difference(
        self, other: Observation, exact: bool = True, *, every_stride: bool = True
    ) -> str | None:
        """Return the first place at which the other execution differs, or None.

        Unless `exact`, elements may differ by roundings. Unless `every_stride`, strides may differ
        where a size is 1: they address nothing.
        """
        if self.facts == other.facts:
            return None
        ours, theirs = dict(self.facts), dict(other.facts)
        if not every_stride:
            ours, theirs = _addressing(ours), _addressing(theirs)
        for place in (*ours, *theirs):
            before, after = ours.get(place, "absent"), theirs.get(place, "absent")
            if before != after and (exact or not _is_close(before, after)):
                return f"{place}: {before} became {after}"
        return None if tuple(ours) == tuple(theirs) else "the places differ in their order"


def _addressing(facts: Mapping[str, Any]) -> dict[str, object]:
    """Return facts without the strides of dimensions of size 1."""
    found = dict(facts)
    for place in (place for place in facts if place.endswith(".strides")):
        sizes = facts[f"{place.removesuffix('.strides')}.sizes"]
        found[place] = tuple(s for s, n in zip(facts[place], sizes, strict=True) if n != 1)
    return found


class _Describer:
    """Flattens values into facts. A second encounter names the position of the first one. An empty
    list or dict has its dynamic type where its static type is not known: a program may query it
    there.
    """

    def __init__(self, declared: Declared | None) -> None:
        self._declared = declared
        self._places: dict[int, str] = {}
        self._memories: dict[int, tuple[str, int]] = {}

    def describe(self, place: str, value: Value, type: Attribute) -> Iterator[Fact]:
        if isinstance(value, tuple):
            yield place, f"tuple of {len(value)}"
            yield from self._elements(place, dict(enumerate(value)), type)
            return
        if not isinstance(value, Tensor | list | dict | Object):
            yield place, _scalar(value)
            return
        if isinstance(value, list | dict) and not value and is_open(type):
            yield f"{place}.type", str(value.type) if isinstance(value, _TYPED) else None
        first = self._places.setdefault(id(value), place)
        if first != place:
            yield place, f"the same object as {first}"
        elif isinstance(value, Tensor):
            yield from self._tensor(place, value)
        else:
            yield from self._container(place, value, type)

    def _container(
        self, place: str, value: list[Value] | dict[Value, Value] | Object, declared: Attribute
    ) -> Iterator[Fact]:
        match value:
            case list():
                parts = dict(enumerate(value))
            case dict():
                parts = {_key(key): element for key, element in value.items()}
            case _:
                parts = value.slots
        # The type of a list with values follows from these: whether it is a TypedList is not
        # observable.
        kind = type(value).__base__ if type(value) in _TYPED else type(value)
        yield place, (kind.__name__, tuple(parts))
        yield from self._elements(place, parts, declared)

    def _elements(
        self, place: str, parts: Mapping[object, Value], type: Attribute
    ) -> Iterator[Fact]:
        for key, element in parts.items():
            static = self._declared.element(type, key) if self._declared else UNKNOWN
            yield from self.describe(f"{place}[{key}]", element, static)

    def _tensor(self, place: str, value: Tensor) -> Iterator[Fact]:
        array = value.array
        yield f"{place}.dtype", array.dtype.name
        yield f"{place}.sizes", array.shape
        yield f"{place}.strides", value.strides
        yield f"{place}.options", (value.device, value.requires_grad)
        yield f"{place}.elements", _elements(array)
        if array.size:
            start = address_of(array)
            first, origin = self._memories.setdefault(id(owner_of(array)), (place, start))
            yield f"{place}.memory", (first, start - origin)


_TYPED = (TypedDict, TypedList)
_BYTES_OF_HALVES = 2


def _key(key: Value) -> object:
    return "tensor" if isinstance(key, Tensor) else (type(key).__name__, repr(key))


def _scalar(value: Value) -> object:
    return type(value).__name__, repr(value)


def _elements(array: np.ndarray) -> object:
    """Return the bits of the elements, with a single NaN."""
    if _has_fractions(array) and np.isnan(array).any():
        array = np.where(np.isnan(array), np.full((), np.nan, array.dtype), array)
    return _Elements(array.tobytes(), array)


def _has_fractions(array: np.ndarray) -> bool:
    return array.dtype.kind in "fc" or array.dtype == ml_dtypes.bfloat16


@dataclass(frozen=True, eq=False)
class _Elements:
    """Elements that compare by their bits and print as numbers."""

    bits: bytes
    array: np.ndarray

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Elements) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __str__(self) -> str:
        return str(self.array.tolist())


def _is_close(a: object, b: object) -> bool:
    match a, b:
        case ("float", str(one)), ("float", str(other)):
            return np.isclose(float(one), float(other), rtol=1e-4, atol=1e-5, equal_nan=True)
    if not (isinstance(a, _Elements) and isinstance(b, _Elements)):
        return False
    if not _has_fractions(a.array):
        return False
    one, other = a.array.astype(np.complex128), b.array.astype(np.complex128)
    if a.array.dtype.itemsize > _BYTES_OF_HALVES:
        return np.allclose(one, other, rtol=1e-4, atol=1e-5, equal_nan=True)
    # Kernels round once where the interpreter rounds parts, which may cancel each other.
    unit = float(ml_dtypes.finfo(a.array.dtype).eps)
    largest = np.max(np.abs(one), initial=0.0, where=np.isfinite(one))
    return np.allclose(one, other, rtol=4 * unit, atol=4 * unit * largest, equal_nan=True)


def facts_of(values: Mapping[str, Value], declared: Declared | None = None) -> tuple[Fact, ...]:
    """Describe values completely, including which of them share memory."""
    describer = _Describer(declared)
    types = {} if declared is None else declared.places
    return tuple(
        fact
        for place, value in values.items()
        for fact in describer.describe(place, value, types.get(place, UNKNOWN))
    )


Entry = tuple[str, ...]
"""The name of a function, or of a class and a method."""

NO_RESOURCES: Mapping[str, np.ndarray] = {}


def observe(
    module: ModuleOp,
    inputs: Sequence[Value],
    entry: Entry = ("main",),
    resources: Mapping[str, np.ndarray] = NO_RESOURCES,
) -> Observation:
    """Run a function of a module on copies of the inputs: by the plain interpreter, and again with
    all code generated.

    Raises MissingOperatorsError for operators that the interpreter does not compute, and
    TierDiffersError if generated code differs.
    """
    with tier(enabled=False):
        plain = _observe(module, inputs, entry, resources)
    with tier(hot=0):
        difference = plain.difference(_observe(module, inputs, entry, resources))
    if difference is not None:
        raise TierDiffersError(f"generated code differs from the plain interpreter: {difference}")
    return plain


def _observe(
    module: ModuleOp,
    inputs: Sequence[Value],
    entry: Entry,
    resources: Mapping[str, np.ndarray],
) -> Observation:
    unit = CompilationUnit.from_module(module, resources)
    own = unit.definitions
    if len(entry) == 1:
        code, function = unit.code(*entry), own.function(*entry)
    else:
        code, function = unit.method_code(*entry), own.method(*entry)
    return observe_call(partial(run, code), inputs, Declared.of(function, own))


def observe_call(
    call: Callable[[Sequence[Value]], Sequence[Value]],
    inputs: Sequence[Value],
    declared: Declared | None = None,
) -> Observation:
    """Call a function on copies of the inputs, with the generator seeded."""
    copier = Copier()
    arguments = [copier(value) for value in inputs]
    printed, error, place = io.StringIO(), None, None
    results: Sequence[Value] = ()
    manual_seed(_SEED)
    with redirect_stdout(printed):
        try:
            results = call(list(arguments))
        except RuntimeFault as fault:
            error, place = _error_text(fault), str(fault.position)
    places = {f"input {i}": value for i, value in enumerate(arguments)}
    places |= {f"result {i}": value for i, value in enumerate(results)}
    facts = facts_of(places, declared)
    return Observation((*facts, ("text", printed.getvalue()), ("error", error)), place)


def _error_text(fault: RuntimeFault) -> str:
    kind = fault.class_name or type(fault.__cause__ or fault).__name__
    return f"{kind} at {fault.position}: {fault.reason}"
