"""The observable facts of empty lists, and of strides."""

from __future__ import annotations

import numpy as np
import pytest
from declared import Declared
from observation import Observation, observe, observe_call

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.types import ListType
from xdsl_torchscript.runtime.modules.objects import TypedList
from xdsl_torchscript.runtime.values import Value


def _observe_call(results: str, made: Value, known: bool = True) -> Observation:
    """Observe a call that returns `made` for each of the result types."""
    unit = ts.compile(f"def f(x: {results}) -> {results}: return x\n")
    declared = Declared.of(unit.definitions.function("f"), unit.definitions)
    return observe_call(lambda inputs: [made], [], declared if known else None)


def _typed() -> TypedList:
    type = ts.compile("def f(x: List[int]): return x").f.op.function_type.inputs.data[0]
    assert isinstance(type, ListType)
    return TypedList([], type)


@pytest.mark.parametrize("type", ["List[int]", "Optional[List[int]]"])
def test_the_type_of_an_empty_list_is_that_of_the_program(type: str) -> None:
    assert _observe_call(type, []).difference(_observe_call(type, _typed())) is None


@pytest.mark.parametrize(
    ("type", "known"),
    [("Any", True), ("Union[int, List[int]]", True), ("List[int]", False)],
)
def test_the_type_of_an_empty_list_is_observed(type: str, known: bool) -> None:
    plain, typed = _observe_call(type, [], known), _observe_call(type, _typed(), known)
    assert plain.difference(typed) == "result 0.type: None became !ts.list<i64>"


def test_a_program_does_not_show_types_that_it_states() -> None:
    unit = ts.compile("def f(x: List[int]) -> Tuple[List[int], Any]: return x, x\n")
    facts = observe(unit.module, [[]], (unit.f.op.sym_name.data,)).facts
    assert [place for place, _ in facts if place.endswith(".type")] == ["result 0[1].type"]


def test_elements_are_of_the_type_that_the_program_states() -> None:
    closed, open = "Tuple[List[int], List[List[int]]]", "Tuple[List[int], List[Any]]"
    plain, typed = ([], [[]]), (_typed(), [_typed()])
    assert _observe_call(closed, plain).difference(_observe_call(closed, typed)) is None
    reason = _observe_call(open, plain).difference(_observe_call(open, typed))
    assert reason == "result 0[1][0].type: None became !ts.list<i64>"


def test_the_type_is_observed_wherever_the_program_may_query_it() -> None:
    both = "Tuple[List[int], Any]"
    one, other = [], _typed()
    reason = _observe_call(both, (one, one)).difference(_observe_call(both, (other, other)))
    assert reason == "result 0[1].type: None became !ts.list<i64>"


@pytest.mark.parametrize(
    ("sizes", "one", "other", "every", "seen"),
    [
        ((1, 3), (3, 1), (1, 1), False, False),
        ((1, 3), (3, 1), (1, 1), True, True),
        ((2, 3), (3, 1), (1, 2), False, True),
    ],
    ids=["of a size of 1", "every stride", "of other sizes"],
)
def test_strides(
    sizes: tuple[int, ...], one: tuple[int, ...], other: tuple[int, ...], every: bool, seen: bool
) -> None:
    def observed(strides: tuple[int, ...]) -> Observation:
        array = np.lib.stride_tricks.as_strided(np.zeros(6), sizes, [8 * s for s in strides])
        return observe_call(lambda inputs: [ts.Tensor(array)], [])

    reason = observed(one).difference(observed(other), every_stride=every)
    assert reason == (f"result 0.strides: {one} became {other}" if seen else None)
