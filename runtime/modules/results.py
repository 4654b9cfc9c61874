"""The conversion of a function's result to Python, chosen once by its declared type.

    Tuple[List[str], Dict[str, int], Tensor]

Lists and dicts of numbers, tensors and ASCII strings are copied at once. All other values are left
to `LinkedProgram.export`, which looks at each one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import DictType, ListType, StrType, TensorType, TupleType

ConvertResult: TypeAlias = Callable[[Any], Any]

_NUMBERS = frozenset({i64, f64, i1, ComplexType(f64)})


def result_converter(type: Attribute, export: ConvertResult) -> ConvertResult:
    """Return a function that converts values of a type as `export` does."""
    match type:
        case TupleType():
            converters = [result_converter(element, export) for element in type.elements]
            return lambda values: tuple([c(values[i]) for i, c in enumerate(converters)])
        case ListType():
            are_same = _test_of(type.element)
            return lambda values: [*values] if are_same(values) else export(values)
        case DictType():
            keys_are_same, are_same = _test_of(type.key), _test_of(type.value)
            return lambda entries: (
                dict(entries)
                if keys_are_same(entries) and are_same(entries.values())
                else export(entries)
            )
        case _:
            return export


def _test_of(type: Attribute) -> Callable[[Iterable[Any]], bool]:
    """Return the test of whether values of a type are the same in Python."""
    if isinstance(type, StrType):
        return lambda strings: "".join(strings).isascii()
    same = isinstance(type, TensorType) or type in _NUMBERS
    return lambda values: same
