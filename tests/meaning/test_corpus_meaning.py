"""Every pass keeps the meaning of the committed programs, and verifies on those without inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

import pytest
from corpus import (
    DUMPS,
    compiled_graphs,
    lit_programs,
    release_programs,
    state_input_types,
    zoo_programs,
)
from judge import WRONG, judge
from random_programs import Program
from subjects import NEEDS_INPUTS, all_subjects
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.crashes import CRASHES
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.verification import verify_all

SUBJECTS = all_subjects()
ROUND = ("batch-mm", "decompose", "fold-conv-bn", "fold-linear-bn", "optimize-frozen")
"""The passes after which elements differ by roundings, by parts of their names."""


def _faults(programs: Iterable[Program]) -> str:
    found = [
        f"{program.name}, {subject.name}: {verdict.reason}"
        for program in programs
        for subject in SUBJECTS
        for verdict in [
            judge(program, subject, exact=not any(name in subject.name for name in ROUND))
        ]
        if verdict.outcome in WRONG
    ]
    return "\n".join(found)


@pytest.mark.parametrize("programs", [compiled_graphs, lit_programs])
def test_committed_graphs(programs: Callable[[], Iterator[Program]]) -> None:
    faults = _faults(chain.from_iterable((plain, state_input_types(plain)) for plain in programs()))
    assert not faults, faults


@pytest.mark.parametrize("programs", [release_programs, zoo_programs])
def test_committed_archives(programs: Callable[[], Iterator[Program]]) -> None:
    faults = _faults(map(state_input_types, programs()))
    assert not faults, faults


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.stem)
def test_graphs_without_inputs(path: Path) -> None:
    """A pass leaves a valid program, or reports why it cannot."""
    module = parse_graph(path.read_text(encoding="utf-8"), path.name)
    for subject in SUBJECTS:
        if subject.name in NEEDS_INPUTS:
            continue
        changed = module.clone()
        try:
            run_pipeline(subject.steps(None), LazyContext(), changed)
        except PassFailedException as error:
            assert not isinstance(error.__cause__, CRASHES), f"{subject.name}: {error}"
        else:
            assert not verify_all(changed), subject.name
