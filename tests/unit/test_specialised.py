"""Operators with arguments that a program fixes answer and refuse as they do otherwise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.interpreter.code import Code, implementation_of
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.operators.specialisation import specialise
from xdsl_torchscript.runtime.operators.specialiser import UNKNOWN
from xdsl_torchscript.runtime.tensor import Tensor, numpy_dtype

DIMS = (0, 1, 2, 3, -1, -2, -3, -4)
SIZES = ([24], [6, 4], [2, 3, 4], [-1], [4, -1], [0], [0, -1], [-1, -1], [-2, 12], [5], [], [1])
ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "aten.transpose.int": [(a, b) for a in DIMS for b in DIMS],
    "aten.permute": [([0, 1, 2],), ([2, 0, 1],), ([-1, 0, 1],), ([0, 0, 1],), ([0],), ([],)],
    "aten.select.int": [(d, i) for d in DIMS for i in (0, 1, -1, 3, -9)],
    "aten.slice.Tensor": [
        (d, start, end, step)
        for d in DIMS
        for start, end, step in (
            (None, None, 1), (0, 2, 1), (-2, 9, 1), (1, None, 2), (0, 3, 0), (2, 1, 1), (0, 3, -1),
        )
    ],
    "aten.squeeze.dim": [(d,) for d in DIMS],
    "aten.unsqueeze": [(d,) for d in (*DIMS, 4, -5)],
    "aten.flatten.using_ints": [(0, -1), *((a, b) for a in DIMS for b in DIMS)],
    "aten.reshape": [(size,) for size in SIZES],
    "aten.view": [(size,) for size in SIZES],
}  # fmt: skip
ARRAYS = (
    np.arange(24, dtype=np.float32).reshape(2, 3, 4),
    np.arange(24, dtype=np.float32).reshape(4, 3, 2).T,
    np.arange(24, dtype=np.float32).reshape(4, 6)[:, ::2],
    np.arange(24, dtype=np.float32),
    np.arange(24, dtype=np.float32).reshape(1, 24, 1),
    np.arange(24, dtype=np.float32)[None, :, None],
    np.empty((0, 3), np.float32),
    np.array(3, np.float32),
)
NUMBERS = (2, -3, 300, 0, 0.5, -0.0, 0.0, math.nan, True, 1 + 2j, 2**60 + 1)
DTYPES = ("float32", "float64", "float16", "bfloat16", "int64", "uint8", "bool", "complex64")
BINARY = (
    "aten.mul.Tensor", "aten.mul.Scalar", "aten.div.Scalar", "aten.gt.Scalar", "aten.eq.Scalar",
    "aten.remainder.Scalar", "aten.maximum",
)  # fmt: skip


def outcome(function: Callable[..., Any], *arguments: Any) -> object:
    try:
        result = function(*arguments)
    except (ArithmeticError, IndexError, TypeError, ValueError) as error:
        return type(error), str(error)
    if not isinstance(result, Tensor):
        return result
    array = result.array
    return (array.dtype, array.shape, result.strides, array.tobytes(), result.device,
            result.requires_grad)  # fmt: skip


def both(name: str, self: Tensor, fixed: tuple[Any, ...]) -> tuple[object, object]:
    """Return the results of the specialised and the general operator; of the general one twice
    without the other, which `test_every_operator_is_specialised` limits.
    """
    function = implementation_of(name)
    assert function is not None
    faster = specialise(name, function, [UNKNOWN, *fixed])
    general = outcome(function, self, *fixed)
    return (general if faster is None else outcome(faster, self)), general


@pytest.mark.parametrize("name", ARGUMENTS)
def test_views(name: str) -> None:
    for array in ARRAYS:
        for fixed in ARGUMENTS[name]:
            found, expected = both(name, Tensor(array, "cuda", True), fixed)
            assert found == expected, (name, array.shape, fixed)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_views_are_views_where_the_general_ones_are(name: str) -> None:
    function = implementation_of(name)
    assert function is not None
    viewed, fixed = Tensor(ARRAYS[0]), ARGUMENTS[name][0]
    faster = specialise(name, function, [UNKNOWN, *fixed])
    assert faster is not None
    result = faster(viewed)
    assert result is not viewed and result.shares_memory(viewed)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_numbers(name: str, dtype: str) -> None:
    kind = numpy_dtype(BY_TORCH_NAME[dtype])
    values = np.arange(1, 13).reshape(3, 4).astype(kind)
    with quiet():
        for array in (values, values.T, values[0], values[0, 0:1].reshape(()), values[:, ::2]):
            for number in NUMBERS:
                found, expected = both(name, Tensor(array), (number,))
                assert found == expected, (number, array.shape)


OF_NUMBERS: dict[str, list[tuple[Any, ...]]] = {
    "aten.clamp": [(low, high) for low in (None, *NUMBERS) for high in (None, 3, 0.5, math.nan)],
    "aten.clamp_min": [(n,) for n in NUMBERS],
    "aten.clamp_max": [(n,) for n in NUMBERS],
    "aten.pow.Tensor_Scalar": [(n,) for n in (*NUMBERS, 1, 3, 2.0, -1, -0.5, 1.0, 2 + 0j)],
    "aten.leaky_relu": [(n,) for n in NUMBERS],
    "aten.elu": [(1, 1, 1), (0.5, 2.0, 1), (math.inf, 1, 1), (1, 1, 1 + 2j)],
    "aten.softplus": [(1, 20), (0.5, 2)],
    "aten.hardshrink": [(0.5,), (3,)],
    "aten.gelu": [("none",), ("tanh",), ("other",)],
    "aten.softmax.int": [(dim, code) for dim in DIMS for code in (None, 7)],
    "aten.log_softmax.int": [(dim, code) for dim in DIMS for code in (None, 7)],
    "aten.to.dtype": [
        (code, False, copy, None) for code in (3, 6, 7, 15, 99) for copy in (False, True)
    ],
    "aten.size.int": [(dim,) for dim in DIMS],
}


def grids(kind: Any) -> list[Any]:
    """Return arrays: contiguous, transposed, with gaps, negative, of rank 1 and 0, empty."""
    values = np.arange(1, 13).reshape(3, 4).astype(kind)
    signed = values - values[:, 1:2] if values.dtype.kind != "b" else ~values
    return [values, signed, values.T, values[:, ::2], values[0], values[0, 0:1].reshape(()),
            values[:0]]  # fmt: skip


@pytest.mark.parametrize("name", [*ARGUMENTS, *OF_NUMBERS])
def test_arguments_known_at_run_time_alone_are_passed(name: str) -> None:
    function = implementation_of(name)
    assert function is not None
    viewed, fixed = Tensor(ARRAYS[0]), (ARGUMENTS | OF_NUMBERS)[name][0]
    expected = outcome(function, viewed, *fixed)
    for place, value in enumerate(fixed):
        arguments = [UNKNOWN, *fixed[:place], UNKNOWN, *fixed[place + 1 :]]
        faster = specialise(name, function, arguments)
        assert faster is None or outcome(faster, viewed, value) == expected, place


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", OF_NUMBERS)
def test_arguments_other_than_the_tensor_are_known(name: str, dtype: str) -> None:
    with quiet():
        for array in grids(numpy_dtype(BY_TORCH_NAME[dtype])):
            for fixed in OF_NUMBERS[name]:
                found, expected = both(name, Tensor(array), fixed)
                assert found == expected, (fixed, array.shape)


AXES = (None, [], [0], [-1], [0, 1], [1, 0], [0, 0], [5], [-3])
REDUCTIONS: dict[str, list[tuple[Any, ...]]] = {
    **{f"aten.{n}": [(code,) for code in (None, 6, 7)] for n in ("sum", "mean")},
    **{f"aten.{n}": [(axes, keep, code) for axes in AXES for keep in (False, True)
                     for code in (None, 7)] for n in ("sum.dim_IntList", "mean.dim")},
    **{f"aten.{n}": [(axes or [], keep) for axes in AXES for keep in (False, True)]
       for n in ("amax", "amin")},
    **{f"aten.{n}": [(dim, keep) for dim in (None, 0, -1, 5) for keep in (False, True)]
       for n in ("argmax", "argmin")},
    "aten.max": [()],
    "aten.min": [()],
}  # fmt: skip


SUMS = ("aten.add.Scalar", "aten.sub.Scalar", "aten.add.Tensor")
FACTORS = (1, 1.0, True, 2)
CASES: dict[str, list[tuple[Any, ...]]] = {
    **ARGUMENTS,
    **OF_NUMBERS,
    **REDUCTIONS,
    **{name: [(n,) for n in NUMBERS] for name in BINARY},
    **{name: [(n, alpha) for n in NUMBERS for alpha in FACTORS] for name in SUMS},
}
GENERAL = {
    "aten.permute": 1, "aten.slice.Tensor": 16, "aten.reshape": 2, "aten.view": 2, "aten.clamp": 1,
    "aten.pow.Tensor_Scalar": 5, "aten.gelu": 1, "aten.softmax.int": 8, "aten.log_softmax.int": 8,
    "aten.to.dtype": 6, "aten.sum": 2, "aten.mean": 2, "aten.sum.dim_IntList": 18,
    "aten.mean.dim": 18, **dict.fromkeys(SUMS, 34),
}  # fmt: skip
"""The number of cases that the general operator computes; none for all other operators."""


@pytest.mark.parametrize("name", CASES)
def test_every_operator_is_specialised(name: str) -> None:
    function = implementation_of(name)
    assert function is not None
    found = [specialise(name, function, [UNKNOWN, *arguments]) for arguments in CASES[name]]
    assert found.count(None) == GENERAL.get(name, 0) < len(found)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name: str, dtype: str) -> None:
    kind = numpy_dtype(BY_TORCH_NAME[dtype])
    cube = np.arange(24).reshape(2, 3, 4).astype(kind)
    with quiet():
        for array in (*grids(kind), cube, cube.transpose(2, 0, 1)):
            for fixed in REDUCTIONS[name]:
                found, expected = both(name, Tensor(array), fixed)
                assert found == expected, (fixed, array.shape)


def test_an_element_that_is_no_number_reaches_the_extreme() -> None:
    array = np.array([1, math.nan, 3], np.float32)
    for name, fixed in (("aten.amax", ([0], False)), ("aten.max", ())):
        function = implementation_of(name)
        assert function is not None
        faster = specialise(name, function, [UNKNOWN, *fixed])
        assert faster is not None and math.isnan(faster(Tensor(array)).item())


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("number", NUMBERS)
def test_filled_by_a_mask(dtype: str, number: Any) -> None:
    function = implementation_of("aten.masked_fill.Scalar")
    assert function is not None
    faster = specialise("aten.masked_fill.Scalar", function, [UNKNOWN, UNKNOWN, number])
    assert faster is not None
    masks = [np.arange(12).reshape(3, 4) % 2 == 0, np.array([True, False, True, False]),
             np.array(True), np.ones((3, 4), np.uint8), np.ones((4, 3), bool).T]  # fmt: skip
    with quiet():
        for array in grids(numpy_dtype(BY_TORCH_NAME[dtype]))[:3]:
            for mask in masks:
                a, b = Tensor(array), Tensor(mask)
                assert outcome(faster, a, b) == outcome(function, a, b, number), mask.shape


def never(*arguments: Any) -> Any:
    raise NotImplementedError("the general operator")


SHORT: dict[str, tuple[Any, ...]] = {
    "aten.view": ([6, 4],),
    "aten.squeeze.dim": (0,),
    "aten.chunk": (2, -1),
    "aten.size.int": (1,),
    "aten.sum": (None,),
    "aten.sum.dim_IntList": ([-1], True, None),
    "aten.mean": (None,),
    "aten.mean.dim": ([0, 2], False, None),
    "aten.amax": ([0], False),
    "aten.min": (),
    "aten.argmax": (-1, False),
    "aten.argmin": (None, False),
    "aten.softmax.int": (-1, None),
    "aten.log_softmax.int": (0, None),
    "aten.pow.Tensor_Scalar": (2,),
    "aten.gelu": ("tanh",),
    "aten.to.dtype": (7, False, False, None),
}


@pytest.mark.parametrize("name", SHORT)
def test_the_short_way_is_taken(name: str) -> None:
    faster = specialise(name, never, [UNKNOWN, *SHORT[name]])
    assert faster is not None
    faster(Tensor(np.ones((1, 6, 4), np.float32)))


ASKED_BACK = {
    "an element type that is wanted": ("aten.sum", (7,)),
    "a copy that is wanted": ("aten.to.dtype", (7, False, True, None)),
    "no element type": ("aten.to.dtype", (99, False, False, None)),
    "softmax in another type": ("aten.softmax.int", (-1, 7)),
    "a dimension known when it runs": ("aten.size.int", (UNKNOWN,)),
    "an exponent without a function": ("aten.pow.Tensor_Scalar", (2.5,)),
    "an approximation that is none": ("aten.gelu", ("other",)),
    "a negative number of parts": ("aten.chunk", (-2, 0)),
}


@pytest.mark.parametrize("case", ASKED_BACK)
def test_the_short_way_is_not_there(case: str) -> None:
    name, fixed = ASKED_BACK[case]
    assert specialise(name, never, [UNKNOWN, *fixed]) is None


@pytest.mark.parametrize("name", ["aten.sum", "aten.softmax.int", "aten.pow.Tensor_Scalar"])
def test_other_types_go_the_general_way(name: str) -> None:
    faster = specialise(name, never, [UNKNOWN, *SHORT[name]])
    assert faster is not None
    for dtype in (np.int64, np.float16, np.bool_):
        with pytest.raises(NotImplementedError):
            faster(Tensor(np.ones((1, 6, 4), dtype)))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", SUMS)
def test_sums_with_a_factor(name: str, dtype: str) -> None:
    kind = numpy_dtype(BY_TORCH_NAME[dtype])
    with quiet():
        for array in (np.arange(1, 13).reshape(3, 4).astype(kind), np.array(2, kind)):
            for number in NUMBERS:
                for alpha in FACTORS:
                    found, expected = both(name, Tensor(array), (number, alpha))
                    assert found == expected, (number, alpha, array.shape)


def operands(kind: Any) -> list[tuple[Tensor, Tensor]]:
    """Return destinations and sources: of one type and size, broadcast, overlapping, repeated."""

    def line() -> Any:
        return np.arange(1, 13).astype(kind)

    whole, grid = line(), line().reshape(3, 4)
    fixed = line()
    fixed.flags.writeable = False
    arrays = [
        (line(), line()), (line().reshape(3, 4), line()[:4].copy()), (line()[:4].copy(), grid),
        (whole[:-1], whole[1:]), (whole, whole), (whole[::2], whole[::2]),
        (np.broadcast_to(line()[:1], (12,)), line()), (line(), np.arange(12.0)),
        (line(), np.arange(12)), (fixed, line()), (np.array(2, kind), np.array(3, kind)),
    ]  # fmt: skip
    return [(Tensor(a), Tensor(b)) for a, b in arrays]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["aten.add_.Tensor", "aten.sub_.Tensor", "aten.mul_.Tensor",
                                  "aten.div_.Tensor"])  # fmt: skip
def test_results_written_into_the_first_operand(name: str, dtype: str) -> None:
    function, kind = implementation_of(name), numpy_dtype(BY_TORCH_NAME[dtype])
    assert function is not None
    rest = [1] if name[5:8] in ("add", "sub") else []
    faster = specialise(name, function, [UNKNOWN, UNKNOWN, *rest])
    assert faster is not None
    with quiet():
        for (a, b), (c, d) in zip(operands(kind), operands(kind), strict=True):
            assert outcome(faster, a, b) == outcome(function, c, d, *rest)
            assert a.array.tobytes() == c.array.tobytes()
            assert b.array.tobytes() == d.array.tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["aten.add_.Scalar", "aten.sub_.Scalar", "aten.mul_.Scalar"])
def test_numbers_written_into_the_first_operand(name: str, dtype: str) -> None:
    function, kind = implementation_of(name), numpy_dtype(BY_TORCH_NAME[dtype])
    assert function is not None
    rest = [] if name.startswith("aten.mul") else [1]
    for number in NUMBERS:
        faster = specialise(name, function, [UNKNOWN, number, *rest])
        if isinstance(number, bool):
            assert faster is None
            continue
        assert faster is not None
        with quiet():
            for (a, _), (b, _) in zip(operands(kind), operands(kind), strict=True):
                assert outcome(faster, a) == outcome(function, b, number, *rest)
                assert a.array.tobytes() == b.array.tobytes()


@pytest.mark.parametrize("chunks", [1, 2, 3, 5, 0])
def test_parts(chunks: int) -> None:
    function = implementation_of("aten.chunk")
    assert function is not None
    for array in ARRAYS:
        for dim in DIMS:
            faster = specialise("aten.chunk", function, [UNKNOWN, chunks, dim]) or (
                lambda self, dim=dim: function(self, chunks, dim)
            )
            for _ in range(2):
                found, expected = (
                    list_calls(run, Tensor(array, "cuda"), *rest)
                    for run, rest in ((faster, ()), (function, (chunks, dim)))
                )
                assert found == expected, (array.shape, dim)


def list_calls(function: Callable[..., list[Tensor]], *arguments: Any) -> object:
    try:
        parts = function(*arguments)
    except (IndexError, ValueError) as error:
        return type(error), str(error)
    return [outcome(lambda part=part: part) for part in parts]


def test_unknown_arguments_stay_arguments() -> None:
    transpose = implementation_of("aten.transpose.int")
    assert transpose is not None
    assert specialise("aten.transpose.int", transpose, [UNKNOWN, 0, UNKNOWN]) is None
    assert specialise("aten.transpose.int", transpose, [UNKNOWN, UNKNOWN, 0]) is None


def generate(source: str) -> str:
    code = ts.compile(source).f.executable
    with tier(hot=0):
        run(code, [Tensor(ARRAYS[3][:6])])
    return "\n".join(source.text for source in code.generated.sources.values())


def test_lists_that_are_only_read_are_made_once() -> None:
    kept = "def f(x: Tensor):\n    return x.view([2, 3]).reshape([-1])"
    grown = "def f(x: Tensor):\n    s = [6]\n    x.view(s)\n    s.append(1)\n    return x.view(s)"
    assert generate(kept).count("(") == 1 + 3  # the chain, and its views one by one
    assert generate(grown).count("(") == 1 + 4
    code = ts.compile(grown).f.executable
    with tier(hot=0):
        for _ in range(2):
            (result,) = run(code, [Tensor(ARRAYS[3][:6])])
            assert result.shape == (6, 1)


def test_a_constant_list_that_is_written_is_read_again() -> None:
    module = ts.parse_graph("""graph(%x : Tensor):
  %size : int[] = prim::Constant[value=[6, 1]]()
   = aten::reverse(%size)
  %y : Tensor = aten::view(%x, %size)
  return (%y)
""")
    code = Code.from_func(next(iter(module.ops)))
    with tier(hot=0):
        shapes = [run(code, [Tensor(ARRAYS[3][:6])])[0].shape for _ in range(2)]
    assert shapes == [(1, 6), (6, 1)]


# The strides that PyTorch gives to a result of a single matrix, whose first stride is arbitrary: a
# number that is promoted is an operand of another shape, others are attributes of the operator.
@pytest.mark.parametrize("hot", [False, True])
@pytest.mark.parametrize(
    ("body", "strides"),
    [
        *((f"x {op} 2", (6, 1, 3)) for op in ("*", "+", "-", "/", "%", "//", ">", "==")),
        ("x * 2.5", (6, 1, 3)),
        ("1 - x", (6, 1, 3)),
        *((f"x.{call}", (12, 1, 3)) for call in ("clamp(1, 2)", "clamp_min(1)", "neg()")),
        ("x ** 2", (12, 1, 3)),
        ("torch.threshold(x, 0, 2)", (12, 1, 3)),
        ("x * x", (12, 1, 3)),
    ],
)
@pytest.mark.parametrize("dtype", [np.dtype(np.float32), np.dtype(np.int64)])
def test_numbers_count_for_the_layout_where_they_are_promoted(
    body: str, strides: tuple[int, ...], hot: bool, dtype: np.dtype[Any]
) -> None:
    memory = np.ones(13, dtype)
    array = np.ndarray((1, 3, 2), dtype, memory, 0, [step * dtype.itemsize for step in (12, 1, 3)])
    code = ts.compile(f"def f(x: Tensor):\n    return {body}").f.executable
    with tier(enabled=hot, hot=0):
        (result,) = run(code, [Tensor(array)])
    assert result.stride() == list(strides)
