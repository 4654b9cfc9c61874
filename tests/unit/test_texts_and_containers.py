"""Strings, lists, dicts and hashes where TorchScript's answers are not Python's."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import redirect_stdout
from itertools import product
from typing import Any

import pytest
from operator_cases import call

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.byte_strings import on_bytes
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.operators.language.strings import ON_ASCII, ON_BYTES
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
    ("aten.__contains__.float_list", ([NAN], NAN), False),
    ("aten.count.float", ([NAN, 1.0, 1.0], 1.0), 2),
    ("aten.count.float", ([NAN], NAN), 0),
    ("prim.max.float_list", ([1.0, NAN], [1.0, 2.0]), [1.0, 2.0]),
    ("prim.min.float_list", ([1.0, NAN], [1.0, 2.0]), [1.0, 2.0]),
    ("prim.min.int_list", ([1], [1, 0]), [1]),
    ("aten.__contains__.float", ({NAN: 1}, NAN), False),
    ("aten.get.default_float", ({NAN: 1}, NAN, 2), 2),
    ("aten.get.default_float", ({0.0: 1}, -0.0, 2), 1),
    ("aten.sum.complex", ([1j, 2.0 + 0j],), 2 + 1j),
    ("aten.hash.generic", (-1,), -1),
    ("aten.hash.generic", ("",), 6142509188972423790),
    ("aten.hash.generic", ("hello world, longer than 8",), -8229877461507932412),
    ("aten.hash.generic", (2.5,), -9080642332174582316),
    ("aten.hash.generic", ((1, ("a", 2.5)),), -6662061686377038429),
    ("aten.hash.generic", (Device("cuda"),), 65791),
    ("aten.hash.generic", ("ü",), 895440088682272574),
    ("aten.div.complex", (1 + 2j, 0j), complex(math.inf, math.inf)),
    ("aten.log.complex", (0j,), complex(-math.inf, 0)),
    ("aten.angle.float", (-0.0,), math.pi),
    ("aten.str", (math.copysign(NAN, -1),), "-nan"),
    ("aten.str", ([NAN, complex(-NAN, 1)],), "[nan, -nan+1.j]"),
    ("aten.str", (complex(NAN, NAN),), "nan-nanj"),
    ("aten.str", (ts.tensor([-NAN, 1], dtype=ts.float64),), "-nan\n 1\n[ CPUDoubleType{2} ]"),
    ("aten.str", (ts.tensor(-NAN, dtype=ts.float64),), "-nan\n[ CPUDoubleType{} ]"),
    ("aten.percentFormat", ("%f %F %e %E", (-NAN, -NAN, -NAN, -NAN)), "-nan -nan -nan -NAN"),
    ("aten.percentFormat", ("%F %f", (math.inf, 123456789)), "inf 123456792.000000"),
    ("aten.percentFormat", ("%e", (1e300,)), "inf"),
]
BYTES: list[tuple[str, tuple[object, ...], object]] = [
    ("aten.len.str", ("ü€😀",), 9),
    ("aten.len.str", ("e\u0301\0",), 4),
    ("aten.__getitem__.str", ("aü", -1), "\udcbc"),
    ("aten.slice.str", ("aüb", 1, 3, 1), "ü"),
    ("aten.slice.str", ("aüb", None, 2, 1), "a\udcc3"),
    ("aten.add.str", ("a\udcc3", "\udcbcb"), "aüb"),
    ("aten.join", ("\udcbc", ["\udcc3", ""]), "ü"),
    ("aten.format", ("{}\udcbc", "\udcc3"), "ü"),
    ("aten.percentFormat", ("%s%c", ("\udcc3", 188)), "ü"),
    ("aten.list", ("aü",), ["a", "\udcc3", "\udcbc"]),
    ("aten.chr", (195,), "\udcc3"),
    ("aten.chr", (321,), "A"),
    ("aten.ord", ("\udcc3",), 195),
    ("aten.upper", ("aüß",), "Aüß"),
    ("aten.title", ("öl öde",), "öL öDe"),
    ("aten.capitalize", ("öl",), "öl"),
    ("aten.isalpha", ("aü",), False),
    ("aten.isdigit", ("²",), False),
    ("aten.isprintable", ("ü",), False),
    ("aten.isidentifier", ("ü",), False),
    ("aten.islower", ("aÜ",), True),
    ("aten.isspace", ("\x1c",), False),
    ("aten.center", ("ü", 4, "-"), "-ü-"),
    ("aten.zfill", ("€", 4), "0€"),
    ("aten.expandtabs", ("ü\ta", 4), "ü  a"),
    ("aten.expandtabs", ("a\n\tb", 4), "a\n  b"),
    ("aten.find", ("aüb", "b", 0, -1), 3),
    ("aten.count", ("üü", "\udcbc", 0, -1), 2),
    ("aten.startswith", ("ü", "\udcc3", 0, -1), True),
    ("aten.replace", ("aüb", "\udcc3", "\udcc4", -1), "aļb"),
    ("aten.split.str", ("aüb", "ü", -1), ["a", "b"]),
    ("aten.split.str", ("a\x1cb\x1fc", None, -1), ["a", "b\x1fc"]),
    ("aten.splitlines", ("€", False), ["", "\udc82\udcac"]),
    ("aten.partition", ("aüb", "\udcc3"), ("a", "\udcc3", "\udcbcb")),
    ("aten.strip", ("üaü", "ü"), "a"),
    ("aten.lt.str", ("\udc80", "é"), True),
    ("aten.sorted.str", (["é", "\udc80", "z"],), ["z", "\udc80", "é"]),
    ("aten.str", (["ü", "€"],), "[ü, €]"),
    ("aten.Int.str", ("\t+12",), 12),
    ("aten.Float.str", (" -0x1p3",), -8.0),
    ("aten.Float.str", ("-Infinity",), -math.inf),
]
"""Strings are bytes; a byte outside of any character is a lone surrogate here."""

REFUSED: list[tuple[str, tuple[object, ...], type[Exception], str]] = [
    ("aten.index.str", ("abc", "c", 0, -3), ValueError, "'c' is not in 'abc'"),
    ("aten.startswith", ("abc", "c", 4, -1), IndexError, "place 4"),
    ("aten.find", ("ab", "", 3, 4), IndexError, "place 3"),
    ("aten.ord", ("ü",), TypeError, "not a string of 2 bytes"),
    ("aten.chr", (-1,), ValueError, "-1 is not a code point"),
    ("aten.center", ("a", 4, "ü"), TypeError, "one byte is needed"),
    ("aten.Int.str", ("12 ",), ValueError, "'12 ' is not an int"),
    ("aten.Int.str", ("1_0",), ValueError, "'1_0' is not an int"),
    ("aten.Int.str", ("٣",), ValueError, "is not an int"),
    ("aten.Int.str", ("9" * 19,), OverflowError, "64 bits"),
    ("aten.Float.str", ("1_0",), ValueError, "'1_0' is not a float"),
    ("aten.Float.str", ("1e999",), OverflowError, "range of floats"),
    ("aten.Float.str", ("1e-320",), OverflowError, "range of floats"),
    ("aten.hash.generic", ([1],), TypeError, "list has no hash"),
    ("aten.percentFormat", ("%g", (1.5,)), ValueError, "'%g' in '%g' does not take 1.5"),
    ("aten.device", ("abc",), ValueError, "'abc' is not a device"),
    ("aten.device.with_index", ("cpu", -1), ValueError, "'cpu:-1'"),
    ("aten.popitem.int", ({},), KeyError, "empty"),
    ("aten.index.list_float", ([NAN], NAN), ValueError, "'nan' is not in list"),
    ("aten.remove.float", ([NAN], NAN), ValueError, "'nan' is not in list"),
    ("aten.__getitem__.Dict_float", ({NAN: 1}, NAN), KeyError, "no key nan"),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), ANSWERS + BYTES)
def test_answer(name: str, arguments: tuple[object, ...], expected: object) -> None:
    assert call(name, *arguments) == expected


@pytest.mark.parametrize(("name", "arguments", "error", "message"), REFUSED)
def test_refusal(
    name: str, arguments: tuple[object, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(name, *arguments)


def _outcome(function: Callable[..., Any], *arguments: object) -> object:
    try:
        return function(*arguments)
    except (ValueError, IndexError) as error:
        return str(error)


@pytest.mark.parametrize("name", ON_ASCII)
def test_a_method_on_ascii_is_the_method_on_bytes(name: str) -> None:
    on_ascii, method = ON_ASCII[name], on_bytes(ON_BYTES[name])
    _, *parameters = schema_named(f"aten.{name}").arguments
    for char in map(chr, range(128)):
        values = {"str": ["", "a", char], "str?": ["", char, None], "int": [-2, -1, 2]}
        others = [values[parameter.spelling] for parameter in parameters]
        for arguments in product(["", char, f"aB{char}1 {char}b"], *others):
            assert _outcome(on_ascii, *arguments) == _outcome(method, *arguments)


def test_the_sum_of_no_floats_is_a_float() -> None:
    assert str(call("aten.sum.float", [])) == "0.0"


def test_a_print_writes_the_bytes(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with open(1, "w", encoding="utf-8", closefd=False) as stream, redirect_stdout(stream):
        call("prim.Print", "a", "\udcc3")
    assert capfdbinary.readouterr().out == b"a \xc3\n"


def test_strings_enter_and_leave_as_utf8() -> None:
    unit = ts.compile("def f(s: str):\n    return [s[:1], s[1:]], s[:1] + s[1:]")
    assert unit.f("ab") == (["a", "b"], "ab")
    with pytest.raises(UnicodeDecodeError, match=r"position 0: .*whole characters"):
        unit.f("ü")
    with pytest.raises(TypeError, match=r"str without surrogates, not a str, '.ud800'"):
        unit.f("\ud800")


@pytest.mark.parametrize("result", ["['a', x]", "{x: 1}", "{1: x}", "(1, [[x]])"])
def test_strings_leave_containers_as_utf8(result: str) -> None:
    unit = ts.compile(f"def f(s: str, n: int):\n    x = s[:n]\n    return {result}")
    for text, count in (("abc", 2), ("üb", 2), ("üb", 3)):
        x = text.encode()[:count].decode()
        assert repr(unit.f(text, count)) == repr(eval(result, {"x": x}))
    with pytest.raises(UnicodeDecodeError, match="whole characters"):
        unit.f("üb", 1)


RESULTS = """
class Card:
    def __init__(self, rank: int):
        self.rank = rank

def f(x: Tensor):
    l, d = ["a"], {"k": 1}
    return [Card(1)], {"c": Card(2)}, [l, l], {"d": d}, ("b", [x]), [None, None]
"""


def test_containers_leave_as_copies() -> None:
    x = ts.tensor([1.0])
    cards, by_name, lists, dicts, pair, nones = ts.compile(RESULTS).f(x)
    assert (cards[0].rank, by_name["c"].rank) == (1, 2)
    assert lists[0] is not lists[1]
    assert (lists, dicts, nones) == ([["a"], ["a"]], {"d": {"k": 1}}, [None, None])
    assert pair[0] == "b" and pair[1][0] is x


def test_a_literal_has_no_surrogates() -> None:
    with pytest.raises(SourceError, match="UTF-8, which has no surrogates"):
        ts.compile('def f():\n    return "\\ud800"').f()


def test_a_nan_is_a_new_key_each_time() -> None:
    counts: dict[float, int] = {}
    call("aten._set_item.float", counts, NAN, 1)
    call("aten._set_item.float", counts, NAN, 2)
    assert list(counts.values()) == [1, 2]


OBJECTS = """
class Card:
    def __init__(self, rank: int, name: str):
        self.rank = rank
        self.name = name
    def __lt__(self, other: Card) -> bool:
        assert self.rank >= 0, "no rank"
        return self.rank < other.rank

def in_order(ranks: List[int], names: List[str], reverse: bool):
    cards = [Card(r, n) for r, n in zip(ranks, names)]
    cards.sort(reverse=reverse)
    return [c.name for c in cards]

def copied(ranks: List[int]):
    cards = [(1, Card(r, "")) for r in ranks]
    return [c.rank for _, c in sorted(cards)], [c.rank for _, c in cards]
"""


def test_objects_are_sorted_by_their_own_order() -> None:
    unit = ts.compile(OBJECTS)
    assert unit.in_order([2, 1, 2, 0], ["a", "b", "c", "d"], False) == ["d", "b", "a", "c"]
    assert unit.in_order([2, 1, 2, 0], ["a", "b", "c", "d"], True) == ["a", "c", "b", "d"]
    assert unit.copied([3, 1, 2]) == ([1, 2, 3], [3, 1, 2])


def test_a_failing_comparison_has_the_location_of_the_sort() -> None:
    with pytest.raises(RuntimeFault, match=r":7:9: error: .*no rank") as caught:
        ts.compile(OBJECTS).copied([0, -1])
    assert [caller.name for caller in caught.value.calls] == ["copied"]
