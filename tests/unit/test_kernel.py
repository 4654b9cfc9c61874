"""Native kernels: specialisation, symbolic sizes, results, refusals and accuracy."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.errors import InputMismatch, NativeUnsupported
from xdsl_torchscript.runtime.interpreter.code import Code, implementation_of
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.tools.run.compare import ulp_distance


def parse_module(text: str) -> ModuleOp:
    return parse_graph(dedent(text), "test.graph")


def compile_kernel(text: str, *inputs: object, symbolic: bool = False) -> Kernel:
    return compile_func(parse_module(text), "graph", inputs, symbolic=symbolic)


def floats(*shape: int, dtype: type = np.float32) -> Tensor:
    return Tensor(np.random.default_rng(7).standard_normal(shape).astype(dtype))


SQUARE = """
graph(%x : Tensor):
  %y : Tensor = aten::mul(%x, %x)
  return (%y)
"""
ADD = """
graph(%x : Tensor, %y : Tensor):
  %1 : int = prim::Constant[value=1]()
  %z : Tensor = aten::add(%x, %y, %1)
  return (%z)
"""


def test_static_kernel_takes_only_its_sizes() -> None:
    kernel = compile_kernel(SQUARE, floats(2, 3))
    (got,) = kernel(floats(2, 3))
    np.testing.assert_array_equal(got.array, floats(2, 3).array ** 2)
    for other in (floats(3, 2), floats(6), floats(2, 3, dtype=np.float64), 3):
        with pytest.raises(InputMismatch, match=r"input 0 of @graph is .*, compiled for"):
            kernel(other)


def test_symbolic_kernel_takes_all_sizes_but_one() -> None:
    kernel = compile_kernel(SQUARE, floats(2, 3), symbolic=True)
    (first,) = kernel.inputs
    assert isinstance(first, TensorType) and first.shape == ("s0", "s1")
    for shape in ((2, 3), (17, 5), (4, 4)):
        (got,) = kernel(floats(*shape))
        np.testing.assert_array_equal(got.array, floats(*shape).array ** 2)
    with pytest.raises(InputMismatch):
        kernel(floats(1, 3))


def test_equal_sizes_are_one_symbol_and_ones_stay() -> None:
    kernel = compile_kernel(ADD, floats(4, 1), floats(4), symbolic=True)
    assert [t.shape for t in kernel.inputs if isinstance(t, TensorType)] == [("s0", 1), ("s0",)]
    (got,) = kernel(floats(6, 1), floats(6))
    np.testing.assert_array_equal(got.array, floats(6, 1).array + floats(6).array)
    with pytest.raises(InputMismatch):
        kernel(floats(6, 1), floats(5))


def test_declared_sizes_stay_in_a_symbolic_kernel() -> None:
    kernel = compile_kernel(
        SQUARE.replace("%x : Tensor", "%x : Float(2, *)"), floats(2, 5), symbolic=True
    )
    (first,) = kernel.inputs
    assert isinstance(first, TensorType) and first.shape == (2, "s0")


def test_views_and_read_only_arrays_are_taken() -> None:
    kernel = compile_kernel(SQUARE, floats(3, 2))
    view = floats(2, 3).array.T
    frozen = view.copy()
    frozen.flags.writeable = False
    for array in (view, frozen):
        (got,) = kernel(Tensor(array))
        np.testing.assert_array_equal(got.array, array**2)


def test_the_same_tensor_may_come_twice() -> None:
    x = floats(5)
    (got,) = compile_kernel(ADD, x, x)(x, x)
    np.testing.assert_array_equal(got.array, x.array * 2)


def test_results_are_new_memory_on_each_call() -> None:
    kernel = compile_kernel(SQUARE, floats(4))
    (first,), (second,) = kernel(floats(4)), kernel(floats(4))
    assert not first.shares_memory(second)


def test_an_input_that_is_a_result_comes_back() -> None:
    x = floats(3)
    (got,) = compile_kernel("graph(%x : Tensor):\n  return (%x)\n", x)(x)
    assert got is x


VIEWS = """
graph(%x : Tensor):
  %two : int = prim::Constant[value=2]()
  %t : Tensor = aten::t(%x)
  %y : Tensor = aten::mul(%t, %two)
  %z : Tensor = aten::t(%y)
  %pair : (Tensor, Tensor) = prim::TupleConstruct(%z, %t)
  return (%y, %pair)
"""


def test_results_share_memory_and_have_strides_as_in_pytorch() -> None:
    x = floats(2, 3)
    y, (z, t) = compile_kernel(VIEWS, x)(x)
    np.testing.assert_array_equal(y.array, x.array.T * 2)
    assert (y.strides, z.strides, t.strides) == ((1, 3), (3, 1), (1, 3))
    assert y.shares_memory(z) and t.shares_memory(x) and not y.shares_memory(x)


def test_layout_follows_the_strides_of_the_input() -> None:
    kernel = compile_kernel(SQUARE, floats(3, 2))
    for array in (floats(3, 2).array, floats(2, 3).array.T, floats(3, 4).array[:, ::2]):
        (got,) = kernel(Tensor(array))
        (wanted,) = interpreted_square(Tensor(array))
        assert got.strides == wanted.strides


def interpreted_square(x: Tensor) -> tuple[Tensor]:
    function = parse_module(SQUARE).body.block.first_op
    assert isinstance(function, FuncOp)
    (result,) = run(Code.from_func(function), [x])
    assert isinstance(result, Tensor)
    return (result,)


RESHAPED = """
graph(%x : Tensor):
  %all : int = prim::Constant[value=-1]()
  %sizes : int[] = prim::ListConstruct(%all)
  %y : Tensor = aten::SHAPE(%x, %sizes)
  return (%y)
"""


def test_other_views_need_another_kernel() -> None:
    """A reshape of these strides is a copy, which this kernel does not compute."""
    x = floats(2, 3)
    kernel = compile_kernel(RESHAPED.replace("SHAPE", "reshape"), x)
    (got,) = kernel(x)
    assert got.shares_memory(x)
    turned = Tensor(floats(3, 2).array.T)
    with pytest.raises(InputMismatch, match="other views"):
        kernel(turned)
    (copied,) = compile_kernel(RESHAPED.replace("SHAPE", "reshape"), turned)(turned)
    assert not copied.shares_memory(turned)
    np.testing.assert_array_equal(copied.array, turned.array.reshape(-1))


def test_a_view_that_pytorch_refuses_is_not_compiled() -> None:
    x = Tensor(floats(3, 2).array.T)
    with pytest.raises(NativeUnsupported, match=r"test.graph:5.*'aten.view' op failed"):
        compile_kernel(RESHAPED.replace("SHAPE", "view"), x)


def test_parts_of_a_list_are_views() -> None:
    x = floats(4, 3)
    text = """
    graph(%x : Tensor):
      %zero : int = prim::Constant[value=0]()
      %two : int = prim::Constant[value=2]()
      %parts : Tensor[] = aten::chunk(%x, %two, %zero)
      %a : Tensor, %b : Tensor = prim::ListUnpack(%parts)
      %c : Tensor = aten::mul(%a, %b)
      return (%b, %c)
    """
    b, c = compile_kernel(text, x)(x)
    assert b.shares_memory(x) and not c.shares_memory(x)


def test_tuples_numbers_and_lists_come_back() -> None:
    text = """
    graph(%x : Tensor, %n : int, %f : float, %b : bool):
      %twice : int = aten::add(%n, %n)
      %half : float = aten::div(%f, %n)
      %not : bool = aten::__not__(%b)
      %y : Tensor = aten::neg(%x)
      %pair : (int, Tensor) = prim::TupleConstruct(%twice, %y)
      %list : Tensor[] = prim::ListConstruct(%y, %x)
      return (%pair, %half, %not, %list)
    """
    x = floats(2)
    kernel = compile_kernel(text, x, 3, 1.5, True)
    (twice, y), half, negated, (a, b) = kernel(x, 4, 2.0, False)
    assert (twice, half, negated) == (8, 0.5, True)
    np.testing.assert_array_equal(y.array, -x.array)
    np.testing.assert_array_equal(a.array, -x.array)
    np.testing.assert_array_equal(b.array, x.array)


def test_numbers_are_checked_too() -> None:
    kernel = compile_kernel("graph(%n : int):\n  %m : int = aten::neg(%n)\n  return (%m)\n", 3)
    assert kernel(4) == (-4,)
    with pytest.raises(InputMismatch, match="is f64, compiled for i64"):
        kernel(4.0)


def test_a_refusal_has_a_location_and_a_reason() -> None:
    text = """
    graph(%x : Tensor):
      %y : Tensor = my::op(%x) # model.py:5:2
      return (%y)
    """
    with pytest.raises(NativeUnsupported, match=r"model.py:5:2: error: "):
        compile_kernel(text, floats(2))


def test_input_that_the_program_does_not_declare() -> None:
    with pytest.raises(InputMismatch):
        compile_kernel("graph(%x : Double(2)):\n  return (%x)\n", floats(2))
    with pytest.raises(InputMismatch, match="takes 2 inputs, got 1"):
        compile_kernel(ADD, floats(2))


def test_unknown_function() -> None:
    with pytest.raises(KeyError, match="no function '@f'; the module has @graph"):
        compile_func(parse_module(SQUARE), "f", [floats(2)])


def test_module_is_left_as_it_was() -> None:
    module = parse_module(SQUARE)
    before = str(module)
    compile_func(module, "graph", [floats(2)])
    assert str(module) == before


_EXACT: dict[str, Callable[..., np.ndarray]] = {
    "aten::add(%x, %y, %1)": np.add,
    "aten::sub(%x, %y, %1)": np.subtract,
    "aten::mul(%x, %y)": np.multiply,
    "aten::div(%x, %y)": np.divide,
    "aten::sqrt(%x)": lambda x, y: np.sqrt(x),
}


@pytest.mark.parametrize("expression", _EXACT)
def test_arithmetic_is_within_two_ulp_of_float64(expression: str) -> None:
    text = f"""
    graph(%x : Tensor, %y : Tensor):
      %1 : int = prim::Constant[value=1]()
      %z : Tensor = {expression}
      return (%z)
    """
    generator = np.random.default_rng(3)
    x, y = (np.exp(generator.uniform(-20, 20, 4096)).astype(np.float32) for _ in range(2))
    (got,) = compile_kernel(text, Tensor(x), Tensor(y))(Tensor(x), Tensor(y))
    expected = _EXACT[expression](x.astype(np.float64), y.astype(np.float64))
    assert ulp_distance(got.array, expected.astype(np.float32)) <= 2


_TOLERANCE = {"sin": 4, "cos": 4, "tan": 4, "exp": 4, "log": 4, "tanh": 4, "erf": 4, "atan": 4}
"""The error bounds of native code for these functions in float32, in ulp."""


@pytest.mark.parametrize("name", _TOLERANCE)
def test_functions_keep_their_tolerance(name: str) -> None:
    x = np.random.default_rng(5).uniform(0.01 if name == "log" else -30, 30, 4096)
    single = x.astype(np.float32)
    function = implementation_of(f"aten.{name}")
    assert function is not None
    exact = function(Tensor(single.astype(np.float64))).array
    text = f"graph(%x : Tensor):\n  %y : Tensor = aten::{name}(%x)\n  return (%y)\n"
    (got,) = compile_kernel(text, Tensor(single))(Tensor(single))
    assert ulp_distance(got.array, exact.astype(np.float32)) <= _TOLERANCE[name]
