"""Lists and dicts that know their type: where they are made, and that no others are."""

from __future__ import annotations

import copy

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.prim import DictConstructOp, ListConstructOp
from xdsl_torchscript.runtime.interpreter.typed_containers import loses_type
from xdsl_torchscript.runtime.modules.objects import TypedDict, TypedList
from xdsl_torchscript.runtime.values import type_of

ASKS = "def asks(a: Any) -> bool:\n    return isinstance(a, List[int])\n"


def loses_types(body: str) -> list[bool]:
    """Return for each list and dict of a function whether it may lose its type."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    unit = ts.compile(f"{ASKS}def f(x: Tensor, n: int):\n{lines}")
    makers = (op for op in unit.f.op.walk() if isinstance(op, ListConstructOp | DictConstructOp))
    return [loses_type(op.result) for op in makers]


@pytest.mark.parametrize(
    "body",
    [
        "a: Any = n\nif n > 1:\n    a = [n]\nreturn a",
        "a: Any = n\nfor i in range(n):\n    a = {i: n}\nreturn a",
        "a: Union[int, List[int]] = n\nif n > 1:\n    a = [n]\nreturn a",
        "a: Optional[Union[int, List[int]]] = None\nif n > 1:\n    a = [n]\nreturn a",
        "a: Tuple[Any, int] = (torch.jit.annotate(Any, [n]), 1)\nreturn a",
        "l = [n]\nif n > 1:\n    l = l\nb = torch.jit.annotate(Any, l)\nreturn b",
        "l = [n]\nl.append(n)\nreturn asks(l)",
    ],
    ids=["branch", "loop", "union", "optional", "tuple", "later", "call"],
)
def test_containers_that_lose_their_type(body: str) -> None:
    assert loses_types(body) == [True]


@pytest.mark.parametrize(
    "body",
    [
        "l = [n]\nl.append(n)\nreturn x.reshape(l)",
        "return [x, x]",
        "l = [x]\nfor i in range(n):\n    l.append(x)\nreturn torch.cat(l)",
        "l = [n]\nif n > 1:\n    l = [1]\nreturn len(l)",
        "return ([n], {n: x})",
    ],
    ids=["operators", "returned", "loop", "branch", "tuple"],
)
def test_other_containers_are_those_of_python(body: str) -> None:
    assert loses_types(body) and not any(loses_types(body))


def test_results_are_those_of_python() -> None:
    unit = ts.compile(
        "def f(n: int) -> Any:\n"
        "    a: Any = {'k': n}\n"
        "    if n > 1:\n"
        "        a = [n]\n"
        "    return a\n"
    )
    assert [type(unit.f(n)) for n in (1, 2)] == [dict, list]


def test_types_stay_with_copies() -> None:
    element = ts.compile("def f(xs: List[int], d: Dict[str, int]): return xs, d").f.op
    list_type, dict_type = element.function_type.inputs.data
    made = TypedList([1], list_type), TypedDict({"a": 1}, dict_type)  # pyright: ignore
    for value in (*made, *copy.deepcopy(made), *copy.copy(made)):
        assert type_of(value) in (list_type, dict_type)
    assert made == ([1], {"a": 1})
    assert [str(type_of(v)) for v in ([], {})] == [
        "!ts.list<!ts.tensor>",
        "!ts.dict<!ts.str, !ts.tensor>",
    ]
