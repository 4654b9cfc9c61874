"""The operator families that are not pointwise, by hand: views, casts, creation, products,
reductions, numbers, containers and strings."""

from __future__ import annotations

import numpy as np
import pytest
from operator_cases import call

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.prim import PRIM_OPS
from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.runtime.errors import ScriptError
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.table import (
    FAMILIES,
    register_implementation,
)
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device

I64, I32, F32, F64 = (BY_TORCH_NAME[n].code for n in ("int64", "int32", "float32", "float64"))
MOST, LEAST = 2**63 - 1, -(2**63)


def plain(value: object) -> object:
    """Return tensors as their dtype and elements, so that results compare with literals."""
    if isinstance(value, Tensor):
        return str(value.array.dtype), value.array.tolist()
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value


def x(shape: tuple[int, ...] = (2, 3), dtype: str = "float32") -> Tensor:
    return Tensor(np.arange(np.prod(shape)).astype(dtype).reshape(shape))


F = "float32"
ROWS = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]

ANSWERS: list[tuple[str, tuple[object, ...], object]] = [
    # views
    ("aten.t", (x(),), (F, [[0, 3], [1, 4], [2, 5]])),
    ("aten.transpose.int", (x((1, 2, 2)), 0, -1), (F, [[[0], [2]], [[1], [3]]])),
    ("aten.permute", (x((1, 2, 2)), [2, 0, 1]), (F, [[[0, 2]], [[1, 3]]])),
    ("aten.view", (x(), [3, -1]), (F, [[0, 1], [2, 3], [4, 5]])),
    ("aten.reshape", (x(), [-1]), (F, [0, 1, 2, 3, 4, 5])),
    ("aten.flatten.using_ints", (x((1, 2, 2)), 1, -1), (F, [[0, 1, 2, 3]])),
    ("aten.expand", (x((1, 2)), [2, -1], False), (F, [[0, 1], [0, 1]])),
    ("aten.squeeze", (x((1, 2, 1)),), (F, [0, 1])),
    ("aten.squeeze.dim", (x((1, 2, 1)), 1), (F, [[[0], [1]]])),
    ("aten.unsqueeze", (x((2,)), -1), (F, [[0], [1]])),
    ("aten.select.int", (x(), 1, -1), (F, [2, 5])),
    ("aten.slice.Tensor", (x(), 1, 0, MOST, 2), (F, [[0, 2], [3, 5]])),
    ("aten.slice.Tensor", (x(), 1, None, -1, 1), (F, [[0, 1], [3, 4]])),
    ("aten.narrow", (x(), 1, 1, 2), (F, [[1, 2], [4, 5]])),
    ("aten.chunk", (x((5,)), 3, 0), [(F, [0, 1]), (F, [2, 3]), (F, [4])]),
    ("aten.chunk", (x((4,)), 3, 0), [(F, [0, 1]), (F, [2, 3])]),
    ("aten.split.Tensor", (x((5,)), 2, 0), [(F, [0, 1]), (F, [2, 3]), (F, [4])]),
    ("aten.split_with_sizes", (x((3,)), [1, 2], 0), [(F, [0]), (F, [1, 2])]),
    ("aten.unbind.int", (x(), 0), [(F, ROWS[0]), (F, ROWS[1])]),
    ("aten.cat", ([x(), x((0,))], 0), (F, ROWS)),
    ("aten.cat", ([x((1,)), x((1,), "float64")], 0), ("float64", [0, 0])),
    ("aten.stack", ([x((2,)), x((2,))], 1), (F, [[0, 0], [1, 1]])),
    ("aten.size", (x(),), [2, 3]),
    ("aten.size.int", (x(), -1), 3),
    ("aten.stride", (x(),), [3, 1]),
    ("aten.numel", (x(),), 6),
    ("aten.dim", (x(),), 2),
    # casts
    ("aten.to.dtype", (x((2,)), I64, False, False, None), ("int64", [0, 1])),
    ("aten.type_as", (x((2,)), x((1,), "bool")), ("bool", [False, True])),
    ("aten.item", (x((1,)),), 0.0),
    ("aten.Int.Tensor", (Tensor(np.array(2.7)),), 2),
    ("aten.Bool.Tensor", (Tensor(np.array(np.nan)),), True),
    ("prim.NumToTensor.Scalar", (2.5,), ("float64", 2.5)),
    ("prim.dtype", (x(),), F32),
    ("prim.device", (x(),), Device("cpu")),
    ("aten.is_floating_point", (x((1,), "int32"),), False),
    ("aten.result_type.Scalar", (x((1,), "int32"), 1.5), F32),
    ("aten.promote_types", (I32, F64), F64),
    # creation
    ("aten.zeros", ([2], None, None, None, None), (F, [0, 0])),
    ("aten.ones", ([1, 2], I64, None, None, None), ("int64", [[1, 1]])),
    ("aten.full", ([2], 3, None, None, None, None), ("int64", [3, 3])),
    ("aten.full_like", (x((2,)), 3, None, None, None, None, None), (F, [3, 3])),
    ("aten.arange", (3, None, None, None, None), ("int64", [0, 1, 2])),
    ("aten.arange.start_step", (1, 2.0, 0.5, None, None, None, None), (F, [1, 1.5])),
    ("aten.linspace", (0, 1, 3, None, None, None, None), (F, [0, 0.5, 1])),
    ("aten.eye", (2, None, None, None, None), (F, [[1, 0], [0, 1]])),
    ("aten.tensor", ([[1, 2], [3, 4]], None, None, False), ("int64", [[1, 2], [3, 4]])),
    ("aten.tensor.float", (1.5, F64, None, False), ("float64", 1.5)),
    ("aten.scalar_tensor", (2, None, None, None, None), (F, 2)),
    # products and reductions
    ("aten.mm", (x(), x((3, 1))), (F, [[5], [14]])),
    ("aten.matmul", (x(), x((3,))), (F, [5, 14])),
    ("aten.linear", (x((1, 3)), x(), x((2,))), (F, [[5, 15]])),
    ("aten.addmm", (x((1,)), x(), x((3, 1)), 1, 2), (F, [[10], [28]])),
    ("aten.sum", (x((3,), "bool"), None), ("int64", 2)),
    ("aten.sum.dim_IntList", (x(), [0], True, None), (F, [[3, 5, 7]])),
    ("aten.mean", (x(), None), (F, 2.5)),
    ("aten.max.dim", (x(), 1, False), ((F, [2, 5]), ("int64", [2, 2]))),
    ("aten.all", (x((2,)),), ("bool", False)),
    # numbers
    ("aten.add.int", (MOST, 1), LEAST),
    ("aten.mul.int", (2**40, 2**40), 0),
    ("aten.neg.int", (LEAST,), LEAST),
    ("aten.floordiv.int", (-7, 2), -4),
    ("aten.remainder.int", (-7, 2), 1),
    ("aten.__round_to_zero_floordiv.int", (-7, 2), -3),
    ("aten.div.int", (7, 2), 3.5),
    ("aten.pow.int_to_int", (-1, -3), -1),
    ("aten.pow.float", (2.0, -1.0), 0.5),
    ("aten.sqrt.float", (-1.0,), pytest.approx(np.nan, nan_ok=True)),
    ("aten.floor.float", (-1.5,), -2),
    ("aten.round.float", (2.5,), 2.0),
    ("prim.max.int_float", (2, 1.0), 2.0),
    ("prim.abs.int", (-3,), 3),
    ("aten.lt.int_float", (1, 1.5), True),
    ("aten.__not__", (True,), False),
    ("aten.__is__", (None, None), True),
    ("aten.__range_length", (0, 7, 3), 3),
    ("aten.__derive_index", (2, 1, 3), 7),
    # containers and strings
    ("aten.__getitem__.t", ([1, 2, 3], -1), 3),
    ("aten.len.t", ([1, 2],), 2),
    ("aten.append.t", ([1], 2), [1, 2]),
    ("aten.mul.left_t", ([1], 2), [1, 1]),
    ("aten.eq.int_list", ([1], [1]), True),
    ("aten.slice.t", ([1, 2, 3], None, None, 2), [1, 3]),
    ("aten._infer_size", ([2, 1], [3]), [2, 3]),
    ("aten._size_if_not_equal", ([2], [2]), None),
    ("aten.__contains__.str", ({"a": 1}, "a"), True),
    ("aten.get.default_str", ({}, "a", 3), 3),
    ("aten.items.str", ({"a": 1},), [("a", 1)]),
    ("aten.format", ("{}-{}", 1, "b"), "1-b"),
    ("aten.percentFormat", ("%d %s", (1, "b")), "1 b"),
    ("aten.find", ("abcb", "b", 2, -1), 3),
    ("aten.split.str", ("a b", None, -1), ["a", "b"]),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), ANSWERS)
def test_answer(name: str, arguments: tuple[object, ...], expected: object) -> None:
    assert plain(call(name, *arguments)) == expected


REFUSED: list[tuple[str, tuple[object, ...], type[Exception], str]] = [
    ("aten.mm", (x(), x()), ValueError, "shapes"),
    ("aten.mm", (x(), x((3, 1), "float64")), TypeError, "float64"),
    ("aten.bmm", (x((2, 1, 1)), x((1, 1, 1))), ValueError, "matrices"),
    ("aten.view", (x(), [4]), ValueError, "do not fit"),
    ("aten.view", (Tensor(x().array.T), [6]), ValueError, "use reshape"),
    ("aten.select.int", (x(), 0, 2), IndexError, "index 2"),
    ("aten.size.int", (x(), 2), IndexError, "dimension 2"),
    ("aten.chunk", (x(), 0, 0), ValueError, "at least one"),
    ("aten.narrow", (x(), 0, 1, 2), ValueError, "out of range for dimension"),
    ("aten.expand", (x(), [3], False), ValueError, "fewer"),
    ("aten.item", (x(),), ValueError, "6 elements"),
    ("aten.to.device", (x(), Device("cuda:0"), F32, False, False, None), ValueError, "cuda:0"),
    ("aten.mean", (x((2,), "int64"), None), TypeError, "int64"),
    ("aten.arange.start_step", (0, 1, 0, None, None, None, None), ValueError, "step"),
    ("aten.divmod.float", (1.0, 0.0), ZeroDivisionError, "zero"),
    ("aten.floordiv.int", (1, 0), ZeroDivisionError, "zero"),
    ("aten.__getitem__.t", ([1], 1), IndexError, "out of range"),
    ("aten.pop.t", ([], -1), IndexError, "empty"),
    ("aten.__getitem__.Dict_str", ({}, "a"), KeyError, "no key 'a'"),
    ("aten._unwrap_optional", (None,), ValueError, "None"),
    ("prim.RaiseException", ("no luck", None), ScriptError, "no luck"),
    ("aten.format", ("{} {}", 1), ValueError, "2 places"),
    ("aten.add_.Tensor", (x((2,), "int64"), x((2,)), 1), TypeError, "float32"),
    ("aten.mul_.Tensor", (x((1,)), x((2,))), ValueError, "shape"),
]


@pytest.mark.parametrize(("name", "arguments", "error", "message"), REFUSED)
def test_refusal(
    name: str, arguments: tuple[object, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(name, *arguments)


def test_in_place_operator_returns_its_operand_and_keeps_its_dtype() -> None:
    target = x((3,))
    assert call("aten.add_.Tensor", target, x((3,), "float64"), 2) is target
    assert plain(target) == (F, [0, 3, 6])


def test_views_share_memory() -> None:
    base = x()
    for view in (
        call("aten.t", base),
        call("aten.view", base, [6]),
        *call("aten.chunk", base, 2, 0),
    ):
        assert view.shares_memory(base)
    assert not call("aten.clone", base, None).shares_memory(base)


def test_every_name_is_an_operator() -> None:
    known = operator_table()
    written = {op.name for op in PRIM_OPS}
    names = [name for table in FAMILIES.values() for name in table]
    assert [n for n in names if n not in known and n not in written] == []
    assert len(names) == len(set(names))


def test_an_operator_can_be_added_once() -> None:
    register_implementation("test_library.twice", lambda a: a + a)
    assert call("test_library.twice", 3) == 6
    with pytest.raises(ValueError, match="already"):
        register_implementation("test_library.twice", lambda a: a)


@pytest.mark.parametrize("name", ["aten.add.Tensor", "aten.sub.Tensor", "aten.rsub.Tensor"])
def test_integers_take_no_float_as_alpha(name: str) -> None:
    x = Tensor(np.array([1, 2]))
    with pytest.raises(TypeError, match="alpha is a float, expected an int"):
        implementation_of(name)(x, x, 0.5)


def test_lerp_takes_a_weight_of_its_own_dtype() -> None:
    x, weight = Tensor(np.ones(2, np.float32)), Tensor(np.ones(2))
    with pytest.raises(TypeError, match="of one dtype"):
        implementation_of("aten.lerp.Tensor")(x, x, weight)


@pytest.mark.parametrize("distance", [-3, 8, 70])
def test_a_shift_out_of_an_unsigned_number_leaves_nothing(distance: int) -> None:
    x = Tensor(np.array([1, 249], np.uint8))
    shifted = implementation_of("aten.bitwise_right_shift.Tensor_Scalar")(x, distance)
    assert shifted.array.tolist() == [0, 0]
