"""Results in Python, converted by their declared types: the same as value by value."""

from __future__ import annotations

from typing import Any

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.type_text import parse_type
from xdsl_torchscript.dialects.types import ListType
from xdsl_torchscript.runtime.modules.objects import TypedList
from xdsl_torchscript.runtime.modules.results import result_converter

X = ts.tensor([1.0])
NUMBERS = TypedList([1, 2], ListType(parse_type("int")))

COPIED: dict[str, list[Any]] = {
    "int[]": [[], [1, -2], NUMBERS],
    "float[]": [[0.5]],
    "bool[]": [[True]],
    "complex[]": [[1j]],
    "Tensor[]": [[X, X]],
    "str[]": [[], ["", "a"]],
    "Dict(str, int)": [{}, {"b": 1, "a": 2}],
    "Dict(int, Tensor)": [{1: X}],
    "Dict(int, str)": [{1: "a"}],
    "(str[], Dict(str, int))": [(["a"], {"b": 1})],
    "(int[], (bool[], float[]))": [([1], ([True], []))],
}
LEFT: dict[str, list[Any]] = {
    "int": [1],
    "str": ["ü"],
    "Tensor": [X],
    "NoneType": [None],
    "str[]": [["a", "ü"]],
    "Dict(str, int)": [{"a": 1, "ü": 2}],
    "Dict(int, str)": [{1: "ü"}],
    "int[][]": [[[1], []]],
    "str?[]": [["a", None]],
    "int[]?": [None, [1]],
    "Any[]": [[1, "a"]],
    "Dict(str, int[])": [{"a": [1]}],
}


@pytest.mark.parametrize("name", COPIED)
def test_plain_values_are_copied_at_once(name: str) -> None:
    convert = result_converter(parse_type(name), lambda value: pytest.fail("one by one"))
    for value in COPIED[name]:
        made = convert(value)
        assert made == value and made is not value
        assert type(made) is (list if isinstance(value, list) else type(value))


@pytest.mark.parametrize("name", LEFT)
def test_other_values_are_left_to_the_export(name: str) -> None:
    convert = result_converter(parse_type(name), lambda value: ("exported", value))
    for value in LEFT[name]:
        assert convert(value) == ("exported", value)


def test_the_elements_of_a_tuple_are_converted_each() -> None:
    convert = result_converter(parse_type("(str, int[])"), lambda value: ("exported", value))
    assert convert(("a", [1])) == (("exported", "a"), [1])
