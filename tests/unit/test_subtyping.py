"""Subtyping and unification against a table taken from PyTorch."""

from itertools import product
from pathlib import Path

import pytest
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.subtyping import (
    bind,
    flows_into,
    has_variables,
    is_subtype_of,
    substitute,
    unify,
    unify_all,
    without_facts,
)
from xdsl_torchscript.dialects.type_text import parse_type, print_type

TABLE = (Path(__file__).parent / "data" / "subtyping.txt").read_text().splitlines()
RELATIONS = [line.split(" ", 2) for line in TABLE if not line.startswith("#")]
TYPES = [parse_type(text) for kind, _, text in RELATIONS if kind == "type"]
BELOW = {int(a): set(map(int, bs.split())) for kind, a, bs in RELATIONS if kind == "below"}
UNIFIED = {
    (int(a), int(rest.split(" ", 1)[0])): parse_type(rest.split(" ", 1)[1])
    for kind, a, rest in RELATIONS
    if kind == "unify"
}


@pytest.mark.parametrize("a", range(len(TYPES)), ids=map(print_type, TYPES))
def test_subtypes_as_in_pytorch(a: int):
    found = {b for b in range(len(TYPES)) if is_subtype_of(TYPES[a], TYPES[b])}
    wrong = found ^ BELOW[a]
    assert not wrong, [print_type(TYPES[b]) for b in wrong]


def expected_union(a: int, b: int) -> Attribute | None:
    if b in BELOW[a]:
        return TYPES[b]
    return TYPES[a] if a in BELOW[b] else UNIFIED.get((a, b))


@pytest.mark.parametrize("a", range(len(TYPES)), ids=map(print_type, TYPES))
def test_unification_as_in_pytorch(a: int):
    for b in range(len(TYPES)):
        assert unify(TYPES[a], TYPES[b]) == expected_union(a, b), print_type(TYPES[b])


def test_the_table_speaks_of_all_its_types():
    assert len(TYPES) > 70
    assert set(BELOW) == set(range(len(TYPES)))


def test_a_subtype_flows():
    for a, b in product(TYPES, repeat=2):
        if is_subtype_of(a, b):
            assert flows_into(a, b)
    assert all(is_subtype_of(a, a) for a in TYPES)


@pytest.mark.parametrize(
    ("a", "b", "flows"),
    [
        ("Tensor", "Float(2, 3)", True),
        ("Float(2)", "Double(3)", True),
        ("Tensor[]", "Float(2)[]", True),
        ("(int, Tensor)", "(int, Float(2))", True),
        ("Dict(str, Float(2))", "Dict(str, Tensor)", True),
        ("NoneType", "Tensor?", True),
        ("Tensor?", "Tensor", False),
        ("int", "float", False),
    ],
)
def test_facts_of_tensors_do_not_stop_a_value(a: str, b: str, flows: bool):
    assert flows_into(parse_type(a), parse_type(b)) == flows


def test_without_facts_looks_everywhere():
    attr = parse_type("(Float(2)[], Dict(str, Long(1)?), NamedTuple(x : Float(2)), int)")
    expected = "(Tensor[], Dict(str, Tensor?), NamedTuple(x : Tensor), int)"
    assert print_type(without_facts(attr)) == expected


@pytest.mark.parametrize(
    ("types", "joined"),
    [
        ([], None),
        (["int"], "int"),
        (["int", "NoneType", "int"], "int?"),
        (["Float(2)", "Float(3)"], "Float(*)"),
        (["int", "str"], None),
        (["int", "str", "int"], None),
    ],
)
def test_unify_all(types: list[str], joined: str | None):
    assert unify_all(map(parse_type, types)) == (joined and parse_type(joined))


@pytest.mark.parametrize(
    ("formal", "actual", "env"),
    [
        ("t", "int", {"t": "int"}),
        ("t[]", "Tensor?[]", {"t": "Tensor?"}),
        ("t[]", "(int, int)", {"t": "int"}),
        ("t?", "int?", {"t": "int"}),
        ("t?", "int", {"t": "int"}),
        ("Dict(k, v)", "Dict(str, int[])", {"k": "str", "v": "int[]"}),
        ("Dict(int, v)", "Dict(int, Tensor)", {"v": "Tensor"}),
        ("(a, b)", "(int, str)", {"a": "int", "b": "str"}),
        ("Future(t)", "Future(Tensor)", {"t": "Tensor"}),
        ("Await(t)", "Await(int)", {"t": "int"}),
        ("RRef(t)[]", "RRef(int)[]", {"t": "int"}),
        ("(t, t)", "(Tensor, Float(2))", {"t": "Tensor"}),
        ("int", "str", {}),
        ("t?", "NoneType", {}),
    ],
)
def test_bind(formal: str, actual: str, env: dict[str, str]):
    found: dict[str, Attribute] = {}
    assert bind(parse_type(formal), parse_type(actual), found)
    assert {name: print_type(attr) for name, attr in found.items()} == env


@pytest.mark.parametrize(
    ("formal", "actual"),
    [
        ("t[]", "int"),
        ("t[]", "(int, str)"),
        ("Dict(k, v)", "int[]"),
        ("(a, b)", "(int, int, int)"),
        ("(a, b)", "int"),
        ("Future(t)", "Await(int)"),
        ("(t, t)", "(int, str)"),
        ("Union(t, int)", "int"),
    ],
)
def test_bind_refuses(formal: str, actual: str):
    assert not bind(parse_type(formal), parse_type(actual), {})


def test_substitute():
    formal = parse_type("(t, Dict(str, u[])?, v)")
    env = {"t": parse_type("int"), "u": parse_type("Tensor")}
    assert has_variables(formal)
    assert print_type(substitute(formal, env)) == "(int, Dict(str, Tensor[])?, v)"
