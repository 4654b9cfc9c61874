"""The interpreter: code, control flow, release of values, and errors."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from textwrap import dedent
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from graph_programs import graph
from xdsl.ir import Operation

from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault
from xdsl_torchscript.runtime.interpreter import code as code_module
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Frame
from xdsl_torchscript.runtime.interpreter.instructions import Apply
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

LSTM_CELL = """
graph(%x : Tensor, %hx : Tensor, %cx : Tensor, %w_ih : Tensor, %w_hh : Tensor, %b_ih : Tensor,
      %b_hh : Tensor):
  %8 : int = prim::Constant[value=1]()
  %9 : Tensor = aten::t(%w_ih)
  %10 : Tensor = aten::mm(%x, %9)
  %11 : Tensor = aten::t(%w_hh)
  %12 : Tensor = aten::mm(%hx, %11)
  %13 : Tensor = aten::add(%10, %12, %8)
  %14 : Tensor = aten::add(%13, %b_ih, %8)
  %gates : Tensor = aten::add(%14, %b_hh, %8)
  %i : Tensor, %f : Tensor, %c : Tensor, %o : Tensor = prim::ConstantChunk[chunks=4, dim=1](%gates)
  %ingate : Tensor = aten::sigmoid(%i)
  %forgetgate : Tensor = aten::sigmoid(%f)
  %cellgate : Tensor = aten::tanh(%c)
  %outgate : Tensor = aten::sigmoid(%o)
  %25 : Tensor = aten::mul(%forgetgate, %cx)
  %26 : Tensor = aten::mul(%ingate, %cellgate)
  %cy : Tensor = aten::add(%25, %26, %8)
  %28 : Tensor = aten::tanh(%cy)
  %hy : Tensor = aten::mul(%outgate, %28)
  %30 : (Tensor, Tensor) = prim::TupleConstruct(%hy, %cy)
  return (%30)
"""


def tensor(*values: float) -> Tensor:
    return Tensor(np.array(values, np.float32))


def test_code_of_the_lstm_cell_reads_as_in_the_overview_of_torchscript() -> None:
    expected = """\
        0, 1, 2, 3, 4, 5, 6 = Load
        7 = Constant
        8 = t move(3)
        9 = mm move(0), move(8)
        10 = t move(4)
        11 = mm move(1), move(10)
        12 = add move(9), move(11), 7
        13 = add move(12), move(5), 7
        14 = add move(13), move(6), 7
        15, 16, 17, 18 = ConstantChunk move(14)
        19 = sigmoid move(15)
        20 = sigmoid move(16)
        21 = tanh move(17)
        22 = sigmoid move(18)
        23 = mul move(20), move(2)
        24 = mul move(19), move(21)
        25 = add move(23), move(24), move(7)
        26 = tanh 25
        27 = mul move(22), move(26)
        28 = TupleConstruct move(27), move(25)
        = Store move(28)"""
    assert str(Code.from_func(graph(LSTM_CELL))) == dedent(expected)


def test_lstm_cell_computes() -> None:
    rng = np.random.default_rng(0)
    shapes = [(2, 3), (2, 4), (2, 4), (16, 3), (16, 4), (16,), (16,)]
    arrays = [rng.standard_normal(s) for s in shapes]
    x, hx, cx, w_ih, w_hh, b_ih, b_hh = arrays

    def sigmoid(a: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-a))

    i, f, c, o = np.split(x @ w_ih.T + hx @ w_hh.T + b_ih + b_hh, 4, axis=1)
    cy = sigmoid(f) * cx + sigmoid(i) * np.tanh(c)
    hy = sigmoid(o) * np.tanh(cy)
    ((got_hy, got_cy),) = run(Code.from_func(graph(LSTM_CELL)), [Tensor(a) for a in arrays])
    np.testing.assert_allclose(got_hy.array, hy, rtol=1e-12)
    np.testing.assert_allclose(got_cy.array, cy, rtol=1e-12)


BRANCH = """
graph(%a : Tensor, %b : Tensor, %c : bool):
  %1 : int = prim::Constant[value=1]()
  %d : Tensor = aten::add(%a, %b, %1)
  %e : Tensor = prim::If(%c)
    block0():
      %p : Tensor = aten::add(%d, %d, %1)
      -> (%p)
    block1():
      %q : Tensor = aten::add(%b, %d, %1)
      -> (%q)
  return (%e)
"""


def test_a_branch_drops_values_that_only_the_other_uses() -> None:
    expected = """\
        0, 1, 2 = Load
        3 = Constant
        4 = add move(0), 1, 3
        JumpIfFalse move(2) -> 6
        Drop move(1)
        6 = add 4, move(4), move(3)
        5 = Move move(6)
        Jump -> 8
        L6: 7 = add move(1), move(4), move(3)
        5 = Move move(7)
        L8: = Store move(5)"""
    assert str(Code.from_func(graph(BRANCH))) == dedent(expected)


@pytest.mark.parametrize(("condition", "expected"), [(True, [6.0]), (False, [5.0])])
def test_branch(condition: bool, expected: list[float]) -> None:
    (got,) = run(Code.from_func(graph(BRANCH)), [tensor(1), tensor(2), condition])
    assert got.array.tolist() == expected


LOOP = """
graph(%n : int, %start : int, %limit : int):
  %true : bool = prim::Constant[value=1]()
  %one : int = prim::Constant[value=1]()
  %last : int, %sum : int = prim::Loop(%n, %true, %start, %one)
    block0(%i : int, %a : int, %b : int):
      %c : int = aten::add(%a, %b)
      %d : int = aten::add(%c, %i)
      %more : bool = aten::lt(%d, %limit)
      -> (%more, %d, %a)
  %r : int[] = prim::ListConstruct(%last, %sum)
  return (%r)
"""


def loop(n: int, a: int, limit: int) -> list[int]:
    b, i, condition = 1, 0, True
    while condition and i < n:
        a, b = a + b + i, a
        condition = a < limit
        i += 1
    return [a, b]


@pytest.mark.parametrize("arguments", [(0, 5, 10), (1, 5, 100), (7, 1, 1000), (9, 1, 30)])
def test_loop_counts_and_carries(arguments: tuple[int, int, int]) -> None:
    assert run(Code.from_func(graph(LOOP)), arguments) == (loop(*arguments),)


def test_loop_inside_of_branch_inside_of_loop() -> None:
    func = graph("""
    graph(%x : Tensor, %n : int):
      %true : bool = prim::Constant[value=1]()
      %zero : int = prim::Constant[value=0]()
      %two : int = prim::Constant[value=2]()
      %y : Tensor = prim::Loop(%n, %true, %x)
        block0(%i : int, %a : Tensor):
          %m : int = aten::remainder(%i, %two)
          %odd : bool = aten::gt(%m, %zero)
          %b : Tensor = prim::If(%odd)
            block0():
              %c : Tensor = prim::Loop(%i, %true, %a)
                block0(%j : int, %d : Tensor):
                  %e : Tensor = aten::add(%d, %x, %two)
                  -> (%true, %e)
              -> (%c)
            block1():
              -> (%a)
          -> (%true, %b)
      return (%y)
    """)
    (got,) = run(Code.from_func(func), [tensor(1), 6])
    assert got.array.tolist() == [1 + 2 * (1 + 3 + 5)]


def test_every_value_is_released_at_its_last_use(monkeypatch: pytest.MonkeyPatch) -> None:
    alive: list[weakref.ref[Tensor]] = []
    most = 0

    def watched(self: Tensor) -> Tensor:
        nonlocal most
        made = Tensor(self.array + 1)
        alive.append(weakref.ref(made))
        most = max(most, sum(r() is not None for r in alive))
        return made

    monkeypatch.setattr(
        "xdsl_torchscript.runtime.interpreter.code.implementation_of",
        lambda name, *_: watched if name == "aten.sin" else None,
    )
    func = graph("""
    graph(%x : Tensor, %n : int):
      %true : bool = prim::Constant[value=1]()
      %y : Tensor = prim::Loop(%n, %true, %x)
        block0(%i : int, %a : Tensor):
          %b : Tensor = aten::sin(%a)
          %c : Tensor = aten::sin(%b)
          %d : Tensor = aten::sin(%c)
          -> (%true, %d)
      %unused : Tensor = aten::sin(%y)
      %z : Tensor = aten::sin(%y)
      return (%z)
    """)
    (got,) = run(Code.from_func(func), [tensor(0), 4])
    assert got.array.tolist() == [13.0]
    assert len(alive) == 14
    assert most == 2


def test_missing_operators_are_all_named_before_anything_runs() -> None:
    func = graph("""
    graph(%x : Tensor):
      %a : Tensor = my::first(%x) # model.py:3:4
      %b : Tensor = my::second(%a)
      %c : Tensor = my::first(%b)
      return (%c)
    """)
    with pytest.raises(MissingOperatorsError) as caught:
        Code.from_func(func)
    assert [name for name, _ in caught.value.missing] == ["my.first", "my.second"]
    assert "model.py:3:4: error: no implementation of 'my.first'" in str(caught.value)


def test_a_missing_operator_in_a_branch_is_named_when_it_is_reached() -> None:
    func = graph("""
    graph(%x : Tensor, %c : bool):
      %r : Tensor = prim::If(%c)
        block0():
          %a : Tensor = my::first(%x) # model.py:3:4
          -> (%a)
        block1():
          -> (%x)
      return (%r)
    """)
    code, x = Code.from_func(func), tensor(1)
    assert run(code, [x, False]) == (x,)
    with pytest.raises(MissingOperatorsError, match=r"^model.py:3:4: .* 'my.first'$"):
        run(code, [x, True])


FALLBACKS = """
    graph(%x : Tensor, %c : bool):
      %r : Tensor = prim::If(%c)
        block0():
          %a : Tensor = prim::FallbackGraph_0(%x)
          -> (%a)
        block1():
          -> (%x)
      return (%r)
    with prim::FallbackGraph_0 = graph(%y : Tensor):
      %b : Tensor = my::first(%y) # model.py:7:4
      return (%b)
    """


def test_a_missing_operator_in_a_fallback_is_named_when_it_is_reached() -> None:
    code, x = Code.from_func(graph(FALLBACKS)), tensor(1)
    assert run(code, [x, False]) == (x,)
    for _ in range(2):
        with pytest.raises(MissingOperatorsError, match=r"^model.py:7:4: .* 'my.first'$"):
            run(code, [x, True])


def test_a_fork_in_a_branch_that_is_not_taken_is_not_built() -> None:
    func = graph("""
    graph(%x : Tensor, %c : bool):
      %r : Tensor = prim::If(%c)
        block0():
          %f : Future(Tensor) = prim::fork_0(%x)
          %a : Tensor = aten::wait(%f)
          -> (%a)
        block1():
          -> (%x)
      return (%r)
    with prim::fork_0 = graph(%y : Tensor):
      %b : Tensor = my::first(%y) # model.py:8:4
      return (%b)
    """)
    code, x = Code.from_func(func), tensor(1)
    assert run(code, [x, False]) == (x,)
    with pytest.raises(MissingOperatorsError, match=r"^model.py:8:4: .* 'my.first'$"):
        run(code, [x, True])


def test_a_fallback_graph_is_built_by_the_first_run_once_for_all_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[str] = []
    original, begin = code_module._subgraph, Barrier(8)

    def build(*arguments: Any) -> Code:
        built.append(arguments[-1].name)
        return original(*arguments)

    monkeypatch.setattr(code_module, "_subgraph", build)
    code, x = Code.from_func(graph(FALLBACKS.replace("my::first", "aten::relu"))), tensor(-1)
    assert run(code, [x, False]) == (x,) and not built

    def call(_: int) -> Any:
        begin.wait()
        return run(code, [x, True])[0].array.tolist()

    with ThreadPoolExecutor(8) as threads:
        assert [*threads.map(call, range(8))] == [[0]] * 8
    assert built == ["prim.FallbackGraph"]


def test_groups_that_always_run_miss_operators_before_anything_runs() -> None:
    func = graph("""
    graph(%x : Tensor):
      %r : Tensor = prim::TensorExprGroup_0(%x)
      %s : Tensor = my::second(%r)
      return (%s)
    with prim::TensorExprGroup_0 = graph(%y : Tensor):
      %b : Tensor = my::first(%y)
      return (%b)
    """)
    with pytest.raises(MissingOperatorsError) as caught:
        Code.from_func(func)
    assert [name for name, _ in caught.value.missing] == ["my.first", "my.second"]


def test_failure_names_operator_and_place() -> None:
    func = graph("""
    graph(%a : Tensor, %b : Tensor):
      %c : Tensor = aten::mm(%a, %b) # model.py:7:11
      return (%c)
    """)
    with pytest.raises(RuntimeFault, match=r"^model.py:7:11: error: 'aten.mm' op failed: .*shapes"):
        run(Code.from_func(func), [tensor(1), tensor(2)])


def test_exception_of_the_program_is_a_fault_with_its_message() -> None:
    func = graph("""
    graph(%x : Tensor):
      %m : str = prim::Constant[value="no luck"]()
      %k : str = prim::Constant[value="builtins.ValueError"]()
       = prim::RaiseException(%m, %k)
      return (%x)
    """)
    with pytest.raises(RuntimeFault, match="no luck"):
        run(Code.from_func(func), [tensor(1)])


def test_wrong_number_of_inputs() -> None:
    with pytest.raises(TypeError, match="takes 3 inputs, got 1"):
        run(Code.from_func(graph(LOOP)), [1])


def test_subgraph_is_interpreted() -> None:
    func = graph("""
    graph(%x : Float(2)):
      %y : Float(2) = prim::TensorExprGroup_0(%x)
      return (%y)
    with prim::TensorExprGroup_0 = graph(%a : Float(2)):
      %b : Float(2) = aten::mul(%a, %a)
      %c : Float(2) = aten::neg(%b)
      return (%c)
    """)
    (got,) = run(Code.from_func(func), [tensor(2, 3)])
    assert got.array.tolist() == [-4.0, -9.0]


GROUP = """
    graph(%x : Float(2)):
      %y : Float(2) = prim::TensorExprGroup_0(%x)
      %z : Float(2) = aten::neg(%y)
      return (%z)
    with prim::TensorExprGroup_0 = graph(%a : Float(2)):
      %b : Float(2) = aten::mul(%a, %a)
      return (%b)
    """


def test_a_subgraph_runs_the_function_that_it_is_given() -> None:
    called: list[str] = []

    def plan(op: Operation) -> Callable[[Value], Value]:
        def run(x: Value) -> Value:
            called.append(op.name)
            return x

        return run

    code = Code.from_func(graph(GROUP), implementations=plan)
    for _ in range(2):
        (got,) = run(code, [tensor(2, 3)])
        assert got.array.tolist() == [-2.0, -3.0]
    assert called == 2 * ["prim.TensorExprGroup"]


def test_an_instruction_knows_its_op_and_its_values() -> None:
    func = graph(LOOP)
    code = Code.from_func(func)
    for instruction in code.instructions:
        assert len(instruction.operands) == len(instruction.inputs)
        assert len(instruction.results) == len(instruction.outputs)
    ops = [op for op in func.walk() if op.name.startswith("aten.")]
    applied = [i for i in code.instructions if isinstance(i, Apply)]
    assert [i.op for i in applied if i.op in ops] == ops
    assert all(i.operands == tuple(i.op.operands) for i in applied)


def test_a_frame_can_be_entered_at_any_instruction() -> None:
    code = Code.from_func(graph(BRANCH))
    listed = [str(instruction) for instruction in code.instructions]
    start = listed.index("7 = add move(1), move(4), move(3)")
    registers = list(code.registers)
    registers[1], registers[4] = tensor(2), tensor(5)
    (got,) = Frame(code, registers, start).run()
    assert got.array.tolist() == [7.0]


def test_in_place_operator_writes_through_a_view() -> None:
    func = graph("""
    graph(%x : Tensor):
      %zero : int = prim::Constant[value=0]()
      %one : int = prim::Constant[value=1]()
      %row : Tensor = aten::select(%x, %zero, %one)
      %r : Tensor = aten::add_(%row, %one, %one)
      return (%x)
    """)
    (got,) = run(Code.from_func(func), [Tensor(np.zeros((2, 2), np.float32))])
    assert got.array.tolist() == [[0, 0], [1, 1]]
