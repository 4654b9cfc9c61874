"""The order in which the registry resolves a name: user's, written, composite, derived."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.interpreter.instructions import Apply, Call, Wait
from xdsl_torchscript.runtime.operators.arguments import NamedCall, SchemaArgument, by_name
from xdsl_torchscript.runtime.operators.registry import Registry
from xdsl_torchscript.runtime.operators.table import FAMILIES, IMPLEMENTATIONS

COMPOSITES = {"aten.tanh": "composite tanh", "aten.outer": "composite outer"}
WITH_COMPOSITES = Registry(lambda name: (lambda: COMPOSITES[name]) if name in COMPOSITES else None)
WITHOUT = Registry(lambda name: None)


def resolved(name: str) -> Callable[..., Any]:
    function = WITH_COMPOSITES.resolve(name)
    assert function is not None
    return function


def test_a_written_function_precedes_a_composite() -> None:
    assert resolved("aten.tanh") is IMPLEMENTATIONS["aten.tanh"]


def test_a_composite_precedes_a_derived_variant() -> None:
    assert WITHOUT.resolve("aten.concat") is IMPLEMENTATIONS["aten.cat"]
    composite = Registry(lambda name: print if name == "aten.concat" else None)
    assert composite.resolve("aten.concat") is print


def test_steps_of_the_caller_precede_all_in_their_order() -> None:
    first = {"aten.tanh": print}
    second = {"aten.tanh": len, "aten.cat": len}
    steps = (first.get, second.get)
    assert WITH_COMPOSITES.resolve("aten.tanh", *steps) is print
    assert WITH_COMPOSITES.resolve("aten.cat", *steps) is len
    assert WITH_COMPOSITES.resolve("aten.cosh", *steps) is IMPLEMENTATIONS["aten.cosh"]


@pytest.mark.parametrize(
    ("source", "op_name", "kind"),
    [
        ("def f(x: int) -> Tuple[int, int]: return x, x", "prim.TupleConstruct", Apply),
        ("def f(x: Future[int]) -> int: return torch.jit.wait(x)", "aten.wait", Wait),
        ("def f(x: Tensor) -> Tensor: return torch.outer(x, x)", "aten.outer", Call),
        ("def f(x: Tensor) -> Tensor: return torch.tanh(x)", "aten.tanh", Apply),
        ("def f(x: Tensor) -> Tensor: return x.tanh_()", "aten.tanh_", Apply),
    ],
)
def test_every_step_gives_its_instruction(source: str, op_name: str, kind: type) -> None:
    code = ts.compile(source).f.executable
    (found,) = (i for i in code.instructions if i.op_name == op_name)
    assert type(found) is kind


def test_a_call_from_python_with_a_number_and_out_converts_its_result() -> None:
    out = ts.zeros(2, dtype=ts.float64)
    ts.add(ts.ones(2, dtype=ts.int32), 1, out=out)
    assert out.tolist() == [2, 2]
    written = implementation_of("aten.add.Scalar_out")
    assert written is not None
    with pytest.raises(TypeError):
        written(ts.ones(2, dtype=ts.int32), 1, 1, out)


def test_variants_of_composites_are_derived() -> None:
    assert WITHOUT.resolve("aten.outer.out") is None
    assert WITH_COMPOSITES.resolve("aten.outer.out") is not None


def test_an_operator_of_the_user_has_variants_by_its_schema() -> None:
    ts.register_operator("registry_test::grow(Tensor self) -> Tensor", lambda x: x + 1)
    ts.register_operator("registry_test::grow_(Tensor(a!) self) -> Tensor(a!)")
    in_place = implementation_of("registry_test.grow_")
    assert in_place is not None
    x = ts.ones(2)
    in_place(x)
    assert x.tolist() == [2.0, 2.0]


def test_a_written_operator_is_not_registered_again() -> None:
    with pytest.raises(ValueError, match=r"'aten\.tanh' has an implementation already"):
        ts.register_implementation("aten.tanh", lambda x: x)


def test_an_unknown_name_resolves_to_nothing() -> None:
    assert implementation_of("registry_test.none") is None


NAMED = {
    name: call
    for family in FAMILIES.values()
    for name, call in family.items()
    if isinstance(call, NamedCall)
}


@pytest.mark.parametrize("name", NAMED)
def test_named_arguments_fit_the_schema(name: str) -> None:
    call = NAMED[name]
    taken = {argument: object() for _, argument in call.names}
    inspect.signature(call.function).bind(**taken, **call.given)


def test_arguments_are_bound_by_name() -> None:
    def randint(*, high: int, size: list[int], low: int = 0, dtype: int) -> tuple[object, ...]:
        return low, high, size, dtype

    table = by_name(randint, "aten.randint", "aten.randint.low")
    assert table["aten.randint"](7, [2], 4, None, None, None) == (0, 7, [2], 4)
    assert table["aten.randint.low"](3, 7, [2], 4, None, None, None) == (3, 7, [2], 4)


def test_missing_arguments_are_bound_or_have_a_default() -> None:
    def full(input: object, fill_value: object, dtype: object, memory_format: object = 7) -> object:
        return input, fill_value, dtype, memory_format

    table = by_name(full, "aten.new_ones", "aten.ones_like", fill_value=1)
    with pytest.raises(TypeError, match="size"):
        table["aten.new_ones"]("x", [2], 6, None, None, None)
    assert table["aten.ones_like"]("x", 6, None, None, None, 0) == ("x", 1, 6, 0)


def test_arguments_bind_to_parameters_of_other_names() -> None:
    def sub(self: object, other: object, alpha: object) -> object:
        return self, other, alpha

    swapped = {"self": SchemaArgument("other"), "other": SchemaArgument("self")}
    assert by_name(sub, "aten.rsub.Tensor", **swapped)["aten.rsub.Tensor"](1, 2, 3) == (2, 1, 3)

    def lu_solve(factors: object, right: object, left: object) -> object:
        return factors, right, left

    renamed = {"factors": SchemaArgument("LU_data"), "right": SchemaArgument("self")}
    table = by_name(lu_solve, "aten.lu_solve", **renamed, left=True)
    with pytest.raises(TypeError, match="LU_pivots"):
        table["aten.lu_solve"](1, 2, 3)


def test_an_argument_may_bind_to_two_parameters() -> None:
    def bernoulli(self: object, p: object, generator: object) -> object:
        return self, p, generator

    table = by_name(bernoulli, "aten.bernoulli", p=SchemaArgument("self"))
    assert table["aten.bernoulli"](1, 2) == (1, 1, 2)


def test_a_constant_replaces_an_argument() -> None:
    def factors(self: object, pivot: object, check_errors: object) -> object:
        return self, pivot, check_errors

    table = by_name(factors, "aten._lu_with_info", check_errors=False)
    assert table["aten._lu_with_info"](1, 2, True) == (1, 2, False)


def test_a_function_of_the_schema_is_called_itself() -> None:
    def tanh(self: object) -> object:
        return self

    assert NamedCall("aten.tanh", tanh).bound is tanh
