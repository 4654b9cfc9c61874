"""The request and the answer of the passes that make a plan (`plan_passes.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.lowering.ts.modules.attribute_paths import Path


@dataclass(frozen=True)
class Goal:
    """The facts and options of a plan besides its graph: the lengths of tensor lists and dicts
    among the inputs, the numbers of optional tuples that are given, whether quantised layers
    multiply bytes, whether there are groups, and the operators that each must have."""

    lengths: Mapping[tuple[int, Path], int]
    given: Set[int]
    bytes: bool
    fuses: bool
    min_size: int


class Optimized(NamedTuple):
    """The graph of a plan, or of one that is not worthwhile: without groups and called functions.
    `refusals` are the reasons why operations are in no group, by their numbers in the walk."""

    graph: FuncOp
    refusals: Mapping[int, str]
    is_worthwhile: bool
