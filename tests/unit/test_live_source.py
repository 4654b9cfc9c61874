"""Source, marks and types of live objects."""

# ruff: noqa: UP006, UP007, UP035, UP045
from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Dict, Final, List, NamedTuple, Optional, Tuple, Union

import pytest
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.types import (
    AnyType,
    ClassType,
    DictType,
    ListType,
    NoneType,
    OptionalType,
    StrType,
    TensorType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.script.live.marks import (
    Mark,
    annotate,
    export,
    ignore,
    is_scripting,
    mark_of,
    unused,
)
from xdsl_torchscript.frontend.script.live.source import source_of
from xdsl_torchscript.frontend.script.live.types import (
    NoTypeError,
    is_final,
    type_from_object,
    type_of_value,
)
from xdsl_torchscript.frontend.source import SourceError

TENSOR = TensorType.get()


def lines_of(function: Callable[..., Any]) -> list[str]:
    """Return the lines of this file at the positions of the tree's statements."""
    script, node = source_of(function)  # pyright: ignore[reportArgumentType]
    text = Path(__file__).read_text().splitlines()
    return [text[script.position(s)[0] - 1][script.position(s)[1] - 1 :] for s in node.body]


def plain(x: int) -> int:
    y = x + 1
    return y  # noqa: RET504


class Holder:
    def method(self, x: int) -> int:
        text = """one
two"""
        return x + len(text)


def test_places_are_those_of_the_file() -> None:
    assert lines_of(plain) == ["y = x + 1", "return y  # noqa: RET504"]


def test_indented_functions_keep_their_columns() -> None:
    def inner(x: int) -> int:
        return x - 1

    assert lines_of(inner) == ["return x - 1"]
    assert lines_of(Holder.method) == ['text = """one', "return x + len(text)"]


def test_strings_of_several_lines_keep_their_text() -> None:
    _, node = source_of(Holder.method)  # pyright: ignore[reportArgumentType]
    assert ast.literal_eval(typing.cast(ast.Assign, node.body[0]).value) == "one\ntwo"


def test_decorators_are_part_of_the_definition() -> None:
    @unused
    def inner(x: int) -> int:
        return x

    _, node = source_of(inner)  # pyright: ignore[reportArgumentType]
    assert len(node.decorator_list) == 1


def test_no_source() -> None:
    namespace: dict[str, Any] = {}
    exec("def f(x):\n    return x\n", namespace)
    with pytest.raises(SourceError, match=r"<string>:1:1: error: the source of 'f' .* ts\.compile"):
        source_of(namespace["f"])


def test_lambda_and_async_are_refused() -> None:
    with pytest.raises(SourceError, match="a lambda cannot be scripted"):
        source_of(lambda x: x)  # pyright: ignore[reportUnknownLambdaType, reportArgumentType]

    async def later(x: int) -> int:
        return x

    with pytest.raises(SourceError, match=r"'async' is not part[^\0]*async def later[^\0]*\^"):
        source_of(later)  # pyright: ignore[reportArgumentType]


# ---- marks


def test_marks() -> None:
    assert mark_of(export(lambda: 1)) is Mark.EXPORT
    assert mark_of(unused(lambda: 1)) is Mark.UNUSED
    assert mark_of(ignore(lambda: 1)) is Mark.IGNORE
    assert mark_of(ignore(drop=True)(lambda: 1)) is Mark.UNUSED
    assert mark_of(plain) is None
    assert mark_of(unused(property(lambda self: 1))) is Mark.UNUSED


def test_eager_meaning() -> None:
    assert annotate(List[int], [1]) == [1]
    assert not is_scripting()


# ---- types


class Own:
    pass


def named(what: object) -> Attribute | None:
    return ClassType.get("__torch__.Own") if what in (Own, "Own") else None


class Point(NamedTuple):
    x: int


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (int, i64),
        (float, f64),
        (bool, i1),
        (str, StrType()),
        (None, NoneType()),
        (Any, AnyType()),
        (ts.Tensor, TENSOR),
        (list, ListType(TENSOR)),
        (List, ListType(TENSOR)),
        (List[int], ListType(i64)),
        (list[list[int]], ListType(ListType(i64))),
        (Dict[str, int], DictType(StrType(), i64)),
        (dict[str, ts.Tensor], DictType(StrType(), TENSOR)),
        (Tuple[int, float], TupleType.get([i64, f64])),
        (tuple[int], TupleType.get([i64])),
        (Optional[int], OptionalType(i64)),
        (int | None, OptionalType(i64)),
        (Union[int, None], OptionalType(i64)),
        (Union[int, str], UnionType.get([i64, StrType()])),
        (Final[int], i64),
        (Annotated[int, "unit"], i64),
        (Own, ClassType.get("__torch__.Own")),
        (List["Own"], ListType(ClassType.get("__torch__.Own"))),
        (set, None),
        (Callable[[int], int], None),
        (Tuple[int, ...], None),
        (List[set[int]], None),
        (3, None),
    ],
)
def test_types_of_annotations(annotation: Any, expected: Attribute | None) -> None:
    assert type_from_object(annotation, named) == expected


def test_final() -> None:
    assert is_final(Final[int])
    assert is_final(Final)
    assert is_final("ts.Final[int]")
    assert is_final("Final")
    assert not is_final(int)
    assert not is_final("FinalBoss")


def host(value: object) -> Attribute | None:
    return TENSOR if isinstance(value, ts.Tensor) else None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, i1),
        (1, i64),
        (None, NoneType()),
        ([1, 2], ListType(i64)),
        ((1, "a"), TupleType.get([i64, StrType()])),
        ({"a": 1.0}, DictType(StrType(), f64)),
        ([1, None], ListType(OptionalType(i64))),
        (ts.Tensor.of([1.0]), TENSOR),
        ([[1], [2]], ListType(ListType(i64))),
    ],
)
def test_types_of_values(value: Any, expected: Attribute) -> None:
    assert type_of_value(value, host) == expected


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "the element type of an empty list is unknown"),
        ({}, "the element type of an empty dict is unknown"),
        ([1, "a"], "differ in type"),
        (object(), "a 'object' is not a TorchScript value"),
        ([{1, 2}], "a 'set' is not a TorchScript value"),
    ],
)
def test_values_without_type(value: Any, reason: str) -> None:
    with pytest.raises(NoTypeError, match=reason):
        type_of_value(value, host)


def test_the_source_is_found_without_asking_other_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(inspect, "getabsfile", lambda thing, *_: asked.append(thing) or "")
    monkeypatch.setattr(inspect, "modulesbyfile", {})
    _, node = source_of(test_the_source_is_found_without_asking_other_modules)
    assert node.name == "test_the_source_is_found_without_asking_other_modules"
    assert not asked
