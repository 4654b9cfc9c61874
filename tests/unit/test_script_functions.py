"""`ts.script` of functions: names, constants, annotations, calls, errors."""

# ruff: noqa: UP006, UP035, UP037, UP045
# pyright: basic
from __future__ import annotations

import enum
import math
import typing as t
from math import sqrt
from typing import Any, List, NamedTuple, Optional, Tuple

import numpy as np
import pytest
from graph_programs import error_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault

FACTOR = 3
NAMES = ("a", "b")
NUMBERS = [1, 2, 3]
HALF = np.float64(0.5)
WEIGHTS = np.ones(2)


def triple(x: int) -> int:
    return x * FACTOR


# ---- names


def test_a_decorator_makes_a_script_function() -> None:
    @ts.script
    def f(x: int, y: int = 2) -> int:
        return x + y

    assert isinstance(f, ts.ScriptFunction)
    assert f(1) == 3
    assert f(1, y=5) == 6
    assert ts.script(f) is f


def test_functions_are_scripted_with_their_callees() -> None:
    def outer(x: int) -> int:
        return triple(x) + triple(1)

    assert ts.script(outer)(2) == 9


def test_constants_of_globals_and_closures() -> None:
    offset, label = 10, "n"

    def f(x: int) -> Tuple[int, str, str, float, int]:
        total = 0
        for number in NUMBERS:
            total += number
        return x * FACTOR + offset, NAMES[1], label, HALF, total

    assert ts.script(f)(2) == (16, "b", "n", 0.5, 6)


def test_each_closure_is_a_function_of_its_own() -> None:
    def make(n: int):
        def f(x: int) -> int:
            return x + n

        return ts.script(f)

    one, two = make(1), make(2)
    assert (one(1), two(1)) == (2, 3)


def test_functions_of_modules_by_any_name() -> None:
    def f(x: float) -> float:
        return sqrt(x) + math.floor(x) + math.pi

    assert ts.script(f)(4.0) == 2.0 + 4 + math.pi


def test_ts_is_torch() -> None:
    def f(x: ts.Tensor) -> ts.Tensor:
        return ts.tanh(x)

    assert "aten::tanh" in str(ts.script(f).graph)


def test_torch_need_not_be_installed() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:  # noqa: F821
        return torch.relu(x)  # noqa: F821

    assert ts.script(f)(np.array([-1.0, 2.0])).array.tolist() == [0.0, 2.0]


def test_constants_of_other_modules() -> None:
    def f(x: float) -> float:
        return x * np.pi

    assert ts.script(f)(1.0) == math.pi


# ---- annotations


class Point(NamedTuple):
    x: int
    label: str = "p"


class Color(enum.Enum):
    RED = 1
    GREEN = 2


def test_spellings_of_annotations() -> None:
    def f(a: Optional[int], b: "List[int]", c: t.Dict[str, int], d: int | None = None) -> int:
        total = b[0] + c["k"]
        if a is not None:
            total += a
        return total

    assert ts.script(f)(None, [1], {"k": 2}) == 3
    schema = "f(int? a, int[] b, Dict(str, int) c, int? d=None) -> int"
    assert str(ts.script(f).schema) == schema


def test_type_comments() -> None:
    def f(x, n):
        # type: (float, int) -> float
        return x * n

    assert ts.script(f)(1.5, 2) == 3.0

    def g(
        x,  # type: int
        y,  # type: List[int]
    ):
        # type: (...) -> int
        return x + y[0]

    assert ts.script(g)(1, [2]) == 3


def test_classes_that_are_local() -> None:
    class Pair(NamedTuple):
        a: int
        b: int

    def f(p: Pair) -> Pair:
        return Pair(p.b, p.a)

    assert tuple(ts.script(f)((1, 2))) == (2, 1)


def test_named_tuples_have_defaults() -> None:
    def f(n: int) -> Point:
        return Point(n)

    made = ts.script(f)(3)
    assert (made.x, made.label) == (3, "p")


def test_enums() -> None:
    favourite = Color.GREEN

    def f(c: Color) -> Tuple[bool, str, int]:
        return c == favourite, c.name, Color.RED.value

    assert ts.script(f)(Color.GREEN) == (True, "GREEN", 1)


def test_defaults_are_those_that_python_evaluated() -> None:
    def f(n: int = FACTOR + 1, name: str = NAMES[0]) -> Tuple[str, int]:
        return name, n

    assert ts.script(f)() == ("a", 4)


def test_dicts_are_defaults() -> None:
    unit = ts.compile(
        "def f(d: Dict[str, int] = {'a': 1, 'b': -2}, e: Dict[int, float] = {}):\n"
        "    d['c'] = 3\n"
        "    return d, e\n"
    )
    assert unit.f() == unit.f() == ({"a": 1, "b": -2, "c": 3}, {})
    assert str(unit.f.schema).startswith(
        'f(Dict(str, int) d={"a": 1, "b": -2}, Dict(int, float) e={}'
    )
    assert ts.compile(unit.f.code).f() == unit.f()


# ---- marks


def test_is_scripting_and_annotate() -> None:
    def f() -> int:
        if ts.is_scripting():
            return len(ts.annotate(List[int], [])) + 1
        return 0

    assert f() == 0
    assert ts.script(f)() == 1


def test_unused_functions_raise_when_they_run() -> None:
    @ts.unused
    def left_out(x: int) -> int:
        return sorted({x})[0]

    def f(x: int) -> int:
        if x > 0:
            return x
        return left_out(x)

    scripted = ts.script(f)
    assert scripted(1) == 1
    with pytest.raises(RuntimeFault, match="'left_out' is marked unused"):
        scripted(-1)


def test_ignored_functions_are_refused() -> None:
    @ts.ignore
    def python(x: int) -> int:
        return x

    def f(x: int) -> int:
        return python(x)

    assert "'python' is marked ignore: a program cannot call back" in error_of(f)


# ---- errors


def test_errors_show_both_places() -> None:
    def inner(x: int):
        return x.nothing()

    def outer(x: int):
        return inner(x)

    message = error_of(outer)
    lines = message.splitlines()
    assert __file__ in lines[0]
    assert "has no 'nothing'" in lines[0]
    assert lines[1].strip() == "return x.nothing()"
    assert lines[3].endswith("note: 'inner' is called here")
    assert lines[4].strip() == "return inner(x)"
    assert lines[5].strip() == "^"


def test_callees_with_annotated_results_are_compiled_too() -> None:
    def inner(x: int) -> int:
        return x.nothing()

    def outer(x: int) -> int:
        return inner(x)

    assert "note: 'inner' is called here" in error_of(outer)


def test_recursion_is_refused() -> None:
    def forever(n: int) -> int:
        return forever(n - 1)

    assert "calls itself" in error_of(forever)


def test_a_failure_stays_a_failure() -> None:
    def f(x: int) -> int:
        return x.nothing()

    assert error_of(f) == error_of(f)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (WEIGHTS, "take it as an argument, or make it a buffer of a module"),
        (object(), "an object of Python's type 'object' cannot be used in a script"),
        ({"a": 1}, "an object of Python's type 'dict' cannot be used in a script"),
        ([1, "a"], "the elements of this list differ in type"),
        ([], "it is empty"),
    ],
)
def test_objects_that_are_no_constants(value: Any, reason: str) -> None:
    def f():
        return value

    assert reason in error_of(f)


def test_python_functions_without_meaning() -> None:
    def f(x: ts.Tensor) -> ts.Tensor:
        return np.sin(x)

    assert "is Python and cannot be called in a script" in error_of(f)


def test_modules_are_called_by_modules() -> None:
    module = ts.Sequential()

    def f(x: ts.Tensor) -> ts.Tensor:
        return module(x)

    assert "only the module that has it as an attribute" in error_of(f)


def test_unknown_annotations() -> None:
    def f(x: np.ndarray) -> int:
        return 1

    message = error_of(f)
    assert "'np.ndarray' is not a TorchScript type" in message
    assert message.splitlines()[1].strip().startswith("def f(x: np.ndarray)")


def test_objects_that_cannot_be_scripted() -> None:
    with pytest.raises(TypeError, match="not an object of type 'int'"):
        ts.script(3)  # type: ignore
    with pytest.raises(TypeError, match="a single method cannot be scripted"):
        ts.script(Holder().method)


class Holder:
    def method(self) -> int:
        return 1
