"""Pass `fuse-groups` is `fuse_groups.py`, `FuseGroupsPass` and `fuse-groups.mlir`: always."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from passes_page import PAGE, page
from xdsl.transforms import get_all_passes

from xdsl_torchscript.lowering.core.levels import ABSENT, GROUPS, LEVEL_NAMES
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.registry import PASSES, REPLACES_XDSL, load_pass

ROOT = Path(__file__).resolve().parents[2]


def level_of(name: str) -> str:
    return PASSES[name].split(".")[0]


@pytest.mark.parametrize("name", PASSES)
def test_names_match(name: str) -> None:
    module, cls = PASSES[name].split(":")
    assert module.rpartition(".")[2] == name.replace("-", "_")
    assert cls == "".join(word.capitalize() for word in name.split("-")) + "Pass"
    assert load_pass(name).name == name


@pytest.mark.parametrize("name", PASSES)
def test_pass_explains_itself(name: str) -> None:
    cls = load_pass(name)
    assert (cls.__doc__ or "").strip(), "no docstring"
    assert not (cls.__doc__ or "").startswith(f"{cls.__name__}("), "only the generated docstring"
    options = [f for f in dataclasses.fields(cls) if f.name != "name"]
    assert all(f.metadata.get("help") for f in options), "an option without help"
    integers = [f for f in options if re.search(r"\bint\b", str(f.type))]
    assert all("least" in f.metadata for f in integers), "an integer without its least value"


@pytest.mark.parametrize("name", PASSES)
def test_pass_states_its_needs(name: str) -> None:
    cls = load_pass(name)
    options = {field.name for field in dataclasses.fields(cls)}
    assert issubclass(cls, TsPass)
    assert {"level", "requires", "ensures", "preserves"} <= vars(cls).keys() | options
    assert cls.level in GROUPS or cls.level in LEVEL_NAMES
    assert {*cls.requires, *cls.ensures} <= {*LEVEL_NAMES, *ABSENT}
    assert all(isinstance(analysis, type) for analysis in cls.preserves)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "run `make bless-docs`"


@pytest.mark.parametrize("name", PASSES)
def test_pass_has_a_lit_test(name: str) -> None:
    assert (ROOT / "tests/lit/passes" / level_of(name) / f"{name}.mlir").is_file()


TRANSFORMATIONS = [n for n in PASSES if level_of(n) == "ts" and not n.startswith("print-")]
"""The passes inside the ts level that change a program."""

MUST_NOT_FIRE = re.compile(r"@(\w+_)?(stays?|keeps?|leaves|passes)_\w+")
"""The name of a function, or of an object with a method, that gives the reason for no change."""


@pytest.mark.parametrize("name", TRANSFORMATIONS)
def test_each_pass_has_cases_that_must_not_fire_and_invalid_ones(name: str) -> None:
    folder = ROOT / "tests/lit/passes/ts"
    assert MUST_NOT_FIRE.search((folder / f"{name}.mlir").read_text())
    (rejected,) = folder.glob(f"{name}-invalid.*")
    assert re.search(r"expected-error|CHECK: .*(error|pass|unknown)", rejected.read_text())


def test_every_pass_file_is_registered() -> None:
    """A base class of passes, such as `LoopPass`, has no name."""
    registered = {target.split(":")[0] for target in PASSES.values()}
    lowering = ROOT / "lowering"
    for path in lowering.rglob("*.py"):
        text = path.read_text()
        defines = re.search(r"Pass\((\w+, )*(TsPass|ModulePass|LoopPass)\)", text)
        if not defines or not re.search(r'^    name = "', text, re.MULTILINE):
            continue
        module = ".".join(path.relative_to(lowering).with_suffix("").parts)
        assert module in registered, f"{module} defines a pass that the registry does not name"


def test_replacements_of_xdsl_passes_are_named() -> None:
    """xDSL's own tools refuse a second pass of one name."""
    assert set(PASSES) & set(get_all_passes()) == REPLACES_XDSL
