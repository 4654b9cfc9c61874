"""Strings, lists, dicts and hashes where TorchScript's answers are not Python's."""

from __future__ import annotations

import math

import pytest

from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.operators.table import implementation
from xdsl_torchscript.runtime.values import Device

NAN = math.nan
ANSWERS: list[tuple[str, tuple[object, ...], object]] = [
    ("aten.find", ("abab", "b", 1, -2), 1),
    ("aten.find", ("abab", "b", 3, 1), -1),
    ("aten.find", ("", "", 1, 0), 1),
    ("aten.rfind", ("abab", "b", 0, 3), 1),
    ("aten.index.str", ("abab", "b", -2, -1), 3),
    ("aten.count", ("abab", "ab", 0, 3), 2),
    ("aten.count", ("abab", "ab", 3, 1), 0),
    ("aten.startswith", ("abab", "b", 1, 0), True),
    ("aten.endswith", ("abab", "ab", 0, -3), True),
    ("aten.split.str", (" a b  c ", None, 1), ["a", "b", "c"]),
    ("aten.partition", ("abc", ""), ("", "", "abc")),
    ("aten.rpartition", ("abc", ""), ("abc", "", "")),
    ("aten.splitlines", ("a\n\nb\n", True), ["a", "\n", "", "\n", "b", "\n"]),
    ("aten.splitlines", ("a\r\nb", False), ["a", "", "b"]),
    ("aten.splitlines", ("", False), []),
    ("aten.popitem.int", ({1: 2, 3: 4},), (1, 2)),
    ("aten.eq.float_list", ([NAN], [NAN]), False),
    ("aten.ne.float_list", ([NAN], [NAN]), True),
    ("aten.sum.complex", ([1j, 2.0 + 0j],), 2 + 1j),
    ("aten.hash.generic", (-1,), -1),
    ("aten.hash.generic", ("",), 6142509188972423790),
    ("aten.hash.generic", ("hello world, longer than 8",), -8229877461507932412),
    ("aten.hash.generic", (2.5,), -9080642332174582316),
    ("aten.hash.generic", ((1, ("a", 2.5)),), -6662061686377038429),
    ("aten.hash.generic", (Device("cuda"),), 65791),
    ("aten.div.complex", (1 + 2j, 0j), complex(math.inf, math.inf)),
    ("aten.log.complex", (0j,), complex(-math.inf, 0)),
    ("aten.angle.float", (-0.0,), math.pi),
]
REFUSED: list[tuple[str, tuple[object, ...], type[Exception], str]] = [
    ("aten.index.str", ("abc", "c", 0, -3), ValueError, "'c' is not in 'abc'"),
    ("aten.startswith", ("abc", "c", 4, -1), IndexError, "place 4"),
    ("aten.hash.generic", ([1],), TypeError, "list has no hash"),
    ("aten.device", ("abc",), ValueError, "'abc' is no device"),
    ("aten.device.with_index", ("cpu", -1), ValueError, "'cpu:-1'"),
    ("aten.popitem.int", ({},), KeyError, "empty"),
]


def call(name: str, *arguments: object) -> object:
    function = implementation(name)
    assert function is not None
    with quiet():
        return function(*arguments)


@pytest.mark.parametrize(("name", "arguments", "expected"), ANSWERS)
def test_answer(name: str, arguments: tuple[object, ...], expected: object) -> None:
    assert call(name, *arguments) == expected


@pytest.mark.parametrize(("name", "arguments", "error", "message"), REFUSED)
def test_refusal(
    name: str, arguments: tuple[object, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(name, *arguments)


def test_the_sum_of_no_floats_is_a_float() -> None:
    assert str(call("aten.sum.float", [])) == "0.0"
