"""The tables that are keyed by op name name ops that exist, and agree with the op families."""

from __future__ import annotations

import pytest

from xdsl_torchscript.dialects.families import ALIASES, NAMED, POINTWISE, Family, family_of
from xdsl_torchscript.dialects.prim import PRIM
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import BUILTIN_LOWERINGS
from xdsl_torchscript.lowering.ts_to_te.pointwise.operators import POINTWISE_RULES
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import REDUCTIONS
from xdsl_torchscript.lowering.ts_to_te.scalars import SCALAR_OPERATORS
from xdsl_torchscript.runtime.operators.table import FAMILIES

TABLES = {"ts_to_te": BUILTIN_LOWERINGS, **FAMILIES}


@pytest.mark.parametrize("table", TABLES)
def test_every_key_is_an_op(table: str) -> None:
    unknown = [n for n in TABLES[table] if n not in operator_table() and not PRIM.lookup(n)]
    assert not unknown


FAMILIES_OF = {
    "lowered element by element": (POINTWISE_RULES, POINTWISE),
    "lowered reductions": (REDUCTIONS, {Family.REDUCTION}),
    "lowered scalars": (SCALAR_OPERATORS, {Family.SCALAR, Family.QUERY}),
    "arithmetic": (FAMILIES["arithmetic"], POINTWISE),
    "math": (FAMILIES["math"], POINTWISE),
    "logical": (FAMILIES["logical"], POINTWISE),
    "reduction": (FAMILIES["reduction"], {Family.REDUCTION}),
}


@pytest.mark.parametrize("table", FAMILIES_OF)
def test_rules_are_of_the_family(table: str) -> None:
    rules, families = FAMILIES_OF[table]
    assert not {name: family_of(name) for name in rules if family_of(name) not in families}


def test_names_of_families_are_operators() -> None:
    names = {name for named in NAMED.values() for name in named} | {*ALIASES, *ALIASES.values()}
    known = {n for n in names if schemas_of(f"aten::{n}") or schemas_of(f"prim::{n}")}
    assert sorted(names - known) == []


def test_an_alias_has_the_overloads_of_its_target() -> None:
    for alias, name in ALIASES.items():
        theirs = {tuple(a.type for a in s.arguments) for s in schemas_of(f"aten::{name}")}
        ours = {tuple(a.type for a in s.arguments) for s in schemas_of(f"aten::{alias}")}
        assert ours & theirs, (alias, name)
