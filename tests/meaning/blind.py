"""The passes of the package with an analysis of aliases that gives wrong answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Kind
from xdsl_torchscript.lowering.analysis.memory_effects import Effects
from xdsl_torchscript.lowering.core.registry import load_pass

_own_effects = AliasAnalysis.own_effects


def _forgetting(*kinds: Kind) -> Callable[[AliasAnalysis, Operation], Effects]:
    """Return effects of operations without writes of these kinds of locations."""

    def effects(aliases: AliasAnalysis, op: Operation) -> Effects:
        found = _own_effects(aliases, op)
        return Effects(found.reads, found.writes & ~aliases.memory.only(found.writes, kinds))

    return effects


def _always(answer: Any) -> Callable[..., Any]:
    return lambda *_: answer


BLIND: dict[str, tuple[str, str, Any]] = {
    "cse: no write between two reads": ("cse", "reads_same", _always(True)),
    "cse: any two objects may be one": ("cse", "may_share", _always(True)),
    "cse: nothing is allocated": ("cse", "allocated_locations", _always(0)),
    "cse: nothing is written": ("cse", "effects", _always(Effects())),
    "dce: sizes are not written": ("dce", "own_effects", _forgetting(Kind.TENSOR)),
    "dce: elements are not written": ("dce", "own_effects", _forgetting(Kind.STORAGE)),
    "dce: lists are not written": ("dce", "own_effects", _forgetting(Kind.LIST, Kind.NUMBERS)),
    "dce: dicts are not written": ("dce", "own_effects", _forgetting(Kind.DICT)),
    "dce: attributes are not written": ("dce", "own_effects", _forgetting(Kind.OBJECT)),
    "dce: nothing is printed or drawn": ("dce", "own_effects", _forgetting(Kind.STATE)),
    "fold-branches: nothing is written": ("fold-branches", "written", 0),
}
"""The pass, the query of the analysis, and the wrong answer to it."""


@dataclass(frozen=True)
class BlindPass(ModulePass):
    """A pass of the package with one of the wrong answers of `BLIND`."""

    how: str

    name = "blind"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        pass_name, query, answer = BLIND[self.how]
        with patch.object(AliasAnalysis, query, answer):
            load_pass(pass_name)().apply(ctx, op)
