"""If operands need no conversion, numpy is called on them as they are: the answer is that of the
general way, in value, type and strides."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable

import numpy as np
import pytest

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import (
    Binary,
    Number,
    Operand,
    Restricted,
    apply,
    as_array,
    bind_scalars,
    comparison,
    floating_dtype,
    number_array,
    promote_operands,
    promote_to_real,
    quiet,
    real,
    same,
    tensor_scalars_op,
    without_bool,
)
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.operators.reductions.reduction import mean_of
from xdsl_torchscript.runtime.tensor import Array, Tensor, numpy_dtype

DTYPES = ("float32", "float64", "float16", "bfloat16", "int64", "int32", "uint8", "bool",
          "complex64")  # fmt: skip
NUMBERS = (2, -3, 300, 0, 2**60 + 2**36 + 1, 0.5, -0.0, 0.0, 1e300, math.nan, True)


def tensors(dtype: str) -> list[Tensor]:
    """Return tensors of ranks 0 to 2: contiguous, transposed and with gaps."""
    values = np.arange(1, 17).reshape(4, 4).astype(numpy_dtype(BY_TORCH_NAME[dtype]))
    arrays = (values, values.T, values[:, ::2].repeat(2, 1)[::-1], values[0], values[0, :1][0])
    return [Tensor(array) for array in arrays]


def outcome(function: Callable[..., Tensor], *arguments: object) -> object:
    try:
        result = function(*arguments)
    except TypeError as error:
        return str(error)
    return result.array.dtype, result.array.shape, result.strides, result.array.tobytes()


def operands(dtype: str) -> list[Operand]:
    return [*tensors(dtype), *tensors("float32"), *tensors("int64"), *NUMBERS]


def in_common_type(function: Binary, a: Operand, b: Operand) -> Tensor:
    return apply(function, common_dtype(a, b), a, b)


def in_common_real_type(function: Binary, a: Operand, b: Operand) -> Tensor:
    return apply(function, floating_dtype(common_dtype(a, b)), a, b)


@pytest.mark.parametrize("dtype", DTYPES)
def test_two_operands(dtype: str) -> None:
    kinds = [
        (promote_operands(np.add), np.add, in_common_type),
        (promote_operands(lambda a, b: a * b), np.multiply, in_common_type),
        (
            promote_operands(without_bool("f", np.maximum)),
            without_bool("f", np.maximum),
            in_common_type,
        ),
        (promote_to_real(np.true_divide), np.true_divide, in_common_real_type),
    ]
    pairs = [(a, b) for a in tensors(dtype) for b in operands(dtype)]
    with quiet():
        for direct, function, general in kinds:
            for a, b in [*pairs, *((b, a) for a, b in pairs)]:
                assert outcome(direct, a, b) == outcome(general, function, a, b), (function, a, b)


@pytest.mark.parametrize("dtype", DTYPES)
def test_comparison_is_that_of_the_common_type(dtype: str) -> None:
    with quiet():
        for a in tensors(dtype):
            for b in operands(dtype):
                common = common_dtype(a, b)
                result = comparison(np.less_equal)(a, b)
                expected = np.less_equal(as_array(a, common), as_array(b, common))
                assert result.array.dtype == np.bool_
                np.testing.assert_array_equal(result.array, expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_one_operand(dtype: str) -> None:
    negative = without_bool("f", np.negative)
    with quiet():
        for a in tensors(dtype):
            kind = a.array.dtype
            assert outcome(same(negative), a) == outcome(apply, negative, kind, a)
            assert outcome(real(np.exp), a) == outcome(apply, np.exp, floating_dtype(kind), a)


def test_zeros_keep_their_signs() -> None:
    float32 = np.dtype(np.float32)
    signs = [bool(np.signbit(number_array(n, float32))) for n in (0, -0.0, 0.0, -0.0, False, 0)]
    assert signs == [False, True, False, True, False, False]


def test_numbers_of_the_table_cannot_be_written() -> None:
    with pytest.raises(ValueError):
        number_array(2.0, np.dtype(np.float32))[...] = 3


def unreached(*arguments: object) -> Tensor:
    raise NotImplementedError("the general operator")


@pytest.mark.parametrize(
    ("dtype", "numbers", "taken"),
    [
        ("float32", (2, 0.5), True),
        ("float64", (True, None), True),
        ("int64", (2, 3), True),
        ("int64", (2, 0.5), False),
        ("float32", (2, 1j), False),
        ("float16", (2, 0.5), False),
        ("complex64", (2, 0.5), False),
    ],
)
def test_known_numbers_do_not_change_the_types_of_tensors(
    dtype: str, numbers: tuple[Number, Number | None], taken: bool
) -> None:
    def held(a: Array, low: Array, high: Array | None) -> Array:
        assert low.dtype == a.dtype and (high is None or high.dtype == a.dtype)
        return a + low

    operator = tensor_scalars_op(Restricted("f", held, "c"), unreached)
    run = bind_scalars(operator, *numbers)
    assert run is not None
    for a in tensors(dtype):
        if taken:
            assert outcome(run, a) == outcome(operator, a, *numbers)
            assert run(a).array.dtype == a.array.dtype
        else:
            with pytest.raises(NotImplementedError):
                run(a)
            with pytest.raises(NotImplementedError):
                operator(a, *numbers)


def call_directly(name: str, *arguments: object) -> Tensor:
    function = implementation_of(name)
    assert function is not None
    return function(*arguments)


def matrices(dtype: str, *shape: int) -> list[Tensor]:
    """Return matrices: contiguous, transposed, with gaps, with repeated rows, and reversed."""
    values = (
        np.arange(1, 1 + math.prod(shape)).reshape(shape).astype(numpy_dtype(BY_TORCH_NAME[dtype]))
    )
    turned = np.ascontiguousarray(values.swapaxes(-1, -2)).swapaxes(-1, -2)
    gaps = values.repeat(2, -1)[..., ::2]
    one = np.broadcast_to(values[..., :1, :], shape)
    return [Tensor(array) for array in (values, turned, gaps, one, values[..., ::-1])]


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64", "uint8", "complex64"])
def test_products_of_matrices_are_row_major(dtype: str) -> None:
    for name, left, right in (
        ("aten.mm", (2, 3), (3, 4)),
        ("aten.matmul", (2, 3), (3, 4)),
        ("aten.bmm", (2, 2, 3), (2, 3, 4)),
        ("aten.matmul", (2, 2, 3), (3, 4)),
    ):
        for a in matrices(dtype, *left):
            for b in matrices(dtype, *right):
                found = call_directly(name, a, b).array
                expected = a.array.astype(np.complex128) @ b.array.astype(np.complex128)
                assert found.flags.c_contiguous and found.dtype == a.array.dtype
                np.testing.assert_allclose(found, expected.astype(found.dtype), rtol=1e-3)


@pytest.mark.parametrize(
    ("name", "shapes", "message"),
    [
        ("aten.mm", ((2, 3), (2, 3)), r"'aten.mm' of shapes \[2, 3\] and \[2, 3\]"),
        ("aten.mm", ((3,), (3, 2)), r"'aten.mm' of shapes \[3\] and \[3, 2\]"),
        ("aten.bmm", ((1, 2, 3), (2, 3, 2)), "'aten.bmm' of 1 and 2 matrices"),
        ("aten.matmul", ((), (2, 2)), "'aten.matmul' needs at least 1 dimension"),
        ("aten.matmul", ((2, 2, 3), (3, 3, 2)), "'?"),
    ],
)
def test_products_of_other_sizes_are_refused(
    name: str, shapes: tuple[tuple[int, ...], tuple[int, ...]], message: str
) -> None:
    a, b = (Tensor(np.ones(shape, np.float32)) for shape in shapes)
    with pytest.raises(ValueError, match=message):
        call_directly(name, a, b)


@pytest.mark.parametrize("types", ["float32 float64", "bool bool"])
def test_products_of_other_types_are_refused(types: str) -> None:
    a, b = (Tensor(np.ones((2, 2), dtype)) for dtype in types.split())
    with pytest.raises(TypeError, match=r"'aten\.mm' (of|is not defined on)"):
        call_directly("aten.mm", a, b)


@pytest.mark.parametrize("dtype", DTYPES)
def test_joined_tensors_are_row_major(dtype: str) -> None:
    for a in matrices(dtype, 3, 3):
        for b in [*matrices(dtype, 3, 3), *matrices("float32", 3, 3), *matrices("int64", 3, 3)]:
            common = common_dtype(a, b)
            arrays = [as_array(a, common), as_array(b, common)]
            for dim in (0, 1, -1):
                cat, stack = (
                    call_directly("aten.cat", [a, b], dim),
                    call_directly("aten.stack", [a, b], dim),
                )
                for found, expected in (
                    (cat.array, np.concatenate(arrays, dim)), (stack.array, np.stack(arrays, dim)),
                ):  # fmt: skip
                    assert found.dtype == common and found.flags.c_contiguous
                    np.testing.assert_array_equal(found, expected)


def test_empty_vectors_join_tensors_of_any_rank() -> None:
    grid, nothing = Tensor(np.ones((2, 2), np.float32)), Tensor(np.ones(0, np.float32))
    assert call_directly("aten.cat", [nothing, grid, nothing], 1).shape == (2, 2)
    assert call_directly("aten.cat", [nothing, nothing], 0).shape == (0,)


@pytest.mark.parametrize(
    ("name", "shapes", "dim", "error", "message"),
    [
        ("aten.cat", [(2, 2), (3, 3)], 0, ValueError, r"\[2, 2\] and, in place 1, \[3, 3\]"),
        ("aten.cat", [(2, 2), (3,)], 0, ValueError, "of rank 2 and, in place 1, 1"),
        ("aten.cat", [(), ()], 0, ValueError, "a 0-d tensor has none"),
        ("aten.cat", [(2, 2), (2, 2)], 2, IndexError, r"2 is not within \[-2, 1\]"),
        ("aten.stack", [(2, 2), (2, 3)], 0, ValueError, r"\[\[2, 2\], \[2, 3\]\]"),
        ("aten.stack", [(2,), (2,)], 2, IndexError, r"2 is not within \[-2, 1\]"),
    ],
)
def test_tensors_that_do_not_fit_are_not_joined(
    name: str, shapes: list[tuple[int, ...]], dim: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call_directly(name, [Tensor(np.ones(shape, np.float32)) for shape in shapes], dim)


@pytest.mark.parametrize("dtype", DTYPES)
def test_expanded_tensors_are_views(dtype: str) -> None:
    for a in [*matrices(dtype, 1, 4), *matrices(dtype, 4, 1)]:
        found = call_directly("aten.expand", a, [3, 4, -1 if a.shape[1] == 4 else 2], False)
        expected = np.broadcast_to(a.array, found.shape)
        assert found.shares_memory(a)
        steps = [s for s, n in zip(found.array.strides, found.shape, strict=True) if n > 1]
        assert steps == [s for s, n in zip(expected.strides, found.shape, strict=True) if n > 1]
        np.testing.assert_array_equal(found.array, expected)


@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (1, 3), (0, 3), (3, 0), (3,), ()])
def test_the_mean_is_that_of_numpy(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(0).random(shape)
    axes = [None, *range(-len(shape), 0), tuple(range(len(shape)))]
    with quiet(), warnings.catch_warnings(action="ignore"):
        for axis in axes:
            for keep in (False, True):
                expected = np.mean(values, axis=axis, keepdims=keep)
                found = np.asarray(mean_of(values, axis, None, None, keep))
                np.testing.assert_array_equal(found, expected, strict=False)
                assert found.shape == np.shape(expected)


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("aten.silu", ()),
        ("aten.gelu", ("none",)),
        ("aten.gelu", ("tanh",)),
        ("aten.hardsigmoid", ()),
        ("aten.hardswish", ()),
        ("aten.leaky_relu", (0.1,)),
        ("aten.elu", (1, 1, 1)),
        ("aten.relu", ()),
        ("aten.sigmoid", ()),
        ("aten.abs", ()),
        ("aten.clamp", (-1, 1)),
        ("aten.pow.Tensor_Scalar", (2,)),
        ("aten.sum", (None,)),
        ("aten.mean", (None,)),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16"])
def test_a_tensor_without_dimensions_is_one_element(
    name: str, rest: tuple[object, ...], dtype: str
) -> None:
    for element in (-2.5, 0.5):
        line = np.array([element]).astype(numpy_dtype(BY_TORCH_NAME[dtype]))
        found = call_directly(name, Tensor(line.reshape(())), *rest)
        assert found.array.dtype == line.dtype and found.shape == ()
        assert found.array.tobytes() == call_directly(name, Tensor(line), *rest).array.tobytes()
