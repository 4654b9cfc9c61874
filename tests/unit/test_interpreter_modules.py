"""The interpreter on programs of several functions and classes."""

from __future__ import annotations

import sys
import weakref

import numpy as np
import pytest
from mlir_programs import unit_of

from xdsl_torchscript.runtime.errors import MissingOperatorsError, NoValueError, RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Executable
from xdsl_torchscript.runtime.interpreter.interpreter import unwind
from xdsl_torchscript.runtime.modules.futures import Awaitable, Future
from xdsl_torchscript.runtime.modules.objects import EnumMember, NamedTupleValue
from xdsl_torchscript.runtime.operators.table import register_implementation
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import type_of


def tensor(*values: float) -> Tensor:
    return Tensor(np.array(values, np.float32))


FUNCTIONS = """
    func.func @double(%x: !ts.tensor) -> !ts.tensor {
      %one = prim.Constant 1 : i64
      %r = aten.add.Tensor(%x, %x, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
      func.return %r : !ts.tensor
    }
    func.func @f(%x: !ts.tensor) -> !ts.tensor {
      %g = prim.Constant @double : !ts.function<@double>
      %y = prim.CallFunction(%g, %x) : (!ts.function<@double>, !ts.tensor) -> !ts.tensor
      %z = prim.CallFunction(%g, %y) : (!ts.function<@double>, !ts.tensor) -> !ts.tensor
      func.return %z : !ts.tensor
    }
"""


def test_functions_call_functions() -> None:
    unit = unit_of(FUNCTIONS)
    assert unit.f(tensor(1, 2)).array.tolist() == [4, 8]
    assert str(unit.code("f")) == (
        "0 = Load\n1 = Constant\n2 = double move(0)\n3 = double move(2)\n= Store move(3)"
    )


def test_without_a_linker_a_call_is_missing() -> None:
    op = unit_of(FUNCTIONS).f.op
    with pytest.raises(MissingOperatorsError, match=r"no implementation of 'prim.CallFunction'"):
        Code.from_func(op)


def test_a_callee_releases_moved_arguments() -> None:
    """The argument dies at its last use in the callee, before the next operator there runs."""
    program = """
        func.func @inner(%x: !ts.tensor) -> i1 {
          %y = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
          %r = test_modules.is_dead() : () -> i1
          func.return %r : i1
        }
        func.func @f(%x: !ts.tensor) -> i1 {
          %y = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
          test_modules.watch(%y) : (!ts.tensor) -> ()
          %g = prim.Constant @inner : !ts.function<@inner>
          %z = prim.CallFunction(%g, %y) : (!ts.function<@inner>, !ts.tensor) -> i1
          func.return %z : i1
        }
    """
    program = program.replace("test_modules.is_dead()", 'ts.operator "test_modules::is_dead"()')
    program = program.replace("test_modules.watch(", 'ts.operator "test_modules::watch"(')
    watched: list[weakref.ref[Tensor]] = []
    register_implementation("test_modules.watch", lambda x: watched.append(weakref.ref(x)))
    register_implementation("test_modules.is_dead", lambda: watched[-1]() is None)
    assert unit_of(program).f(tensor(1)) is True


def test_a_fault_lists_its_callers() -> None:
    unit = unit_of(FUNCTIONS)
    with pytest.raises(RuntimeFault) as caught:
        run(unit.code("f"), ["text"])
    assert str(caught.value).splitlines()[1:] == ["test.mlir:9:8: note: called from 'f'"]
    assert str(caught.value).startswith("test.mlir:4:8: error: 'aten.add.Tensor' op failed: ")


COUNTER = """
    ts.class @__torch__.Counter {
      ts.attr @n : i64
      func.func @__init__(%self: !ts.class<@__torch__.Counter>, %n: i64) -> !ts.none {
        prim.SetAttr(%self, %n) {name = "n"} : (!ts.class<@__torch__.Counter>, i64) -> ()
        %none = prim.Constant : !ts.none
        func.return %none : !ts.none
      }
      func.func @get(%self: !ts.class<@__torch__.Counter>) -> i64 {
        %n = prim.GetAttr(%self) {name = "n"} : (!ts.class<@__torch__.Counter>) -> i64
        func.return %n : i64
      }
    }
    ts.class @__torch__.Half {
      func.func @get(%self: !ts.class<@__torch__.Half>) -> i64 {
        %n = prim.Constant 21 : i64
        func.return %n : i64
      }
    }
    ts.interface @__torch__.Number {
      func.func private @get(!ts.interface<@__torch__.Number>) -> i64
    }
    func.func @make(%n: i64) -> !ts.class<@__torch__.Counter> {
      %c = prim.CreateObject() : () -> !ts.class<@__torch__.Counter>
      %u = prim.CallMethod(%c, %n) {name = "__init__"}
        : (!ts.class<@__torch__.Counter>, i64) -> !ts.none
      func.return %c : !ts.class<@__torch__.Counter>
    }
    func.func @empty() -> !ts.class<@__torch__.Counter> {
      %c = prim.CreateObject() : () -> !ts.class<@__torch__.Counter>
      func.return %c : !ts.class<@__torch__.Counter>
    }
    func.func @get(%x: !ts.interface<@__torch__.Number>) -> i64 {
      %r = prim.CallMethod(%x) {name = "get"} : (!ts.interface<@__torch__.Number>) -> i64
      func.return %r : i64
    }
    func.func @half() -> !ts.class<@__torch__.Half> {
      %c = prim.CreateObject() : () -> !ts.class<@__torch__.Half>
      func.return %c : !ts.class<@__torch__.Half>
    }
    func.func @has(%c: !ts.class<@__torch__.Counter>) -> i1 {
      %r = prim.HasAttr(%c) {name = "n"} : (!ts.class<@__torch__.Counter>) -> i1
      func.return %r : i1
    }
    func.func @is_counter(%x: !ts.any) -> i1 {
      %r = prim.isinstance(%x) {types = [!ts.class<@__torch__.Counter>]} : (!ts.any) -> i1
      func.return %r : i1
    }
"""


def test_a_method_is_that_of_the_class_of_the_object() -> None:
    unit = unit_of(COUNTER)
    assert unit.get(unit.make(7)) == 7
    assert unit.get(unit.half()) == 21


def test_attributes_exist_when_they_are_set() -> None:
    unit = unit_of(COUNTER)
    assert unit.has(unit.make(1)) is True
    assert unit.has(unit.empty()) is False
    with pytest.raises(RuntimeFault, match=r"'n' of <object of __torch__.Counter> was never set"):
        unit.get(unit.empty())


def test_isinstance_knows_classes() -> None:
    unit = unit_of(COUNTER)
    assert unit.is_counter(unit.make(1)) is True
    assert unit.is_counter(unit.half()) is False
    assert unit.is_counter(3) is False


def test_a_method_that_the_class_lacks() -> None:
    unit = unit_of("""
        ts.class @C {}
        func.func @f() -> i64 {
          %c = prim.CreateObject() : () -> !ts.class<@C>
          %r = prim.CallMethod(%c) {name = "g"} : (!ts.class<@C>) -> i64
          func.return %r : i64
        }
    """)
    with pytest.raises(RuntimeFault, match=r"test.mlir:5:8: .* the program has no method 'C.g'"):
        unit.f()


FACTORIAL = """
    func.func @factorial(%n: i64) -> i64 {
      %one = prim.Constant 1 : i64
      %small = aten.le.int(%n, %one) : (i64, i64) -> i1
      %r = prim.If %small -> (i64) {
        prim.If.yield %one : i64
      } else {
        %g = prim.Constant @factorial : !ts.function<@factorial>
        %m = aten.sub.int(%n, %one) : (i64, i64) -> i64
        %s = prim.CallFunction(%g, %m) : (!ts.function<@factorial>, i64) -> i64
        %p = aten.mul.int(%s, %n) : (i64, i64) -> i64
        prim.If.yield %p : i64
      }
      func.return %r : i64
    }
"""


def test_functions_may_call_themselves() -> None:
    assert unit_of(FACTORIAL).factorial(10) == 3628800


@pytest.mark.parametrize("limit", [1000, 50_000])
def test_too_many_calls_are_a_fault(limit: int) -> None:
    unit, before = unit_of(FACTORIAL), sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        with pytest.raises(RuntimeFault, match="calls are nested too deeply") as caught:
            unit.factorial(10**6)
    finally:
        sys.setrecursionlimit(before)
    text = str(caught.value)
    assert "more calls" in text and len(text.splitlines()) < 20
    assert unit.factorial(10) == 3628800


MANAGER = """
    ts.class @Mgr {
      ts.attr @log : !ts.list<i64>
      func.func @__enter__(%self: !ts.class<@Mgr>) -> i64 {
        %one = prim.Constant 1 : i64
        %l = prim.GetAttr(%self) {name = "log"} : (!ts.class<@Mgr>) -> !ts.list<i64>
        %u = aten.append.t(%l, %one) : (!ts.list<i64>, i64) -> !ts.list<i64>
        func.return %one : i64
      }
      func.func @__exit__(%self: !ts.class<@Mgr>, %a: !ts.any, %b: !ts.any, %c: !ts.any)
          -> !ts.none {
        %two = prim.Constant 2 : i64
        %l = prim.GetAttr(%self) {name = "log"} : (!ts.class<@Mgr>) -> !ts.list<i64>
        %u = aten.append.t(%l, %two) : (!ts.list<i64>, i64) -> !ts.list<i64>
        %none = prim.Constant : !ts.none
        func.return %none : !ts.none
      }
    }
    func.func @make() -> !ts.class<@Mgr> {
      %l = prim.ListConstruct() : () -> !ts.list<i64>
      %c = prim.CreateObject() : () -> !ts.class<@Mgr>
      prim.SetAttr(%c, %l) {name = "log"} : (!ts.class<@Mgr>, !ts.list<i64>) -> ()
      func.return %c : !ts.class<@Mgr>
    }
    func.func @f(%m: !ts.class<@Mgr>, %n: i64) -> i64 {
      %k = prim.Enter(%m) : (!ts.class<@Mgr>) -> i64
      %l = prim.GetAttr(%m) {name = "log"} : (!ts.class<@Mgr>) -> !ts.list<i64>
      %u = aten.append.t(%l, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
      %q = aten.floordiv.int(%n, %n) : (i64, i64) -> i64
      %none = prim.Constant : !ts.none
      prim.Exit(%m, %none, %none, %none) : (!ts.class<@Mgr>, !ts.none, !ts.none, !ts.none) -> ()
      func.return %k : i64
    }
"""


def test_with_enters_and_leaves() -> None:
    unit = unit_of(MANAGER)
    manager = unit.make()
    assert unit.f(manager, 5) == 1
    assert manager.log == [1, 5, 2]


def test_with_exits_its_managers_after_a_failure() -> None:
    unit = unit_of(MANAGER)
    manager = unit.make()
    with pytest.raises(RuntimeFault, match="division by zero"):
        unit.f(manager, 0)
    assert manager.log == [1, 0, 2]


def test_a_missing_operator_of_an_exit_hides_no_failure() -> None:
    left: list[object] = []

    def exit_of(entered: object) -> Executable:
        left.append(entered)
        raise MissingOperatorsError([("aten.lost", None)])

    unwind(exit_of, (1, (2, None)))
    assert left == [1, 2]


FORK = """
    func.func @f(%x: i64) -> i64 {
      %f = prim.fork(%x) : (i64) -> !ts.future<i64> {
      ^bb0(%y: i64):
        %q = aten.floordiv.int(%y, %y) : (i64, i64) -> i64
        prim.return %q : i64
      }
      %r = aten.wait(%f) : (!ts.future<i64>) -> i64
      func.return %r : i64
    }
    func.func @only_fork(%x: i64) -> !ts.future<i64> {
      %f = prim.fork(%x) : (i64) -> !ts.future<i64> {
      ^bb0(%y: i64):
        %q = aten.floordiv.int(%y, %y) : (i64, i64) -> i64
        prim.return %q : i64
      }
      func.return %f : !ts.future<i64>
    }
    func.func @later(%x: i64) -> !ts.await<i64> {
      %f = prim.awaitable(%x) : (i64) -> !ts.await<i64> {
      ^bb0(%y: i64):
        prim.Print(%y) : (i64) -> ()
        prim.return %y : i64
      }
      func.return %f : !ts.await<i64>
    }
    func.func @waits(%f: !ts.await<i64>) -> i64 {
      %r = prim.awaitable_wait(%f) : (!ts.await<i64>) -> i64
      func.return %r : i64
    }
"""


def test_fork_and_wait() -> None:
    unit = unit_of(FORK)
    assert unit.f(3) == 1
    future = unit.only_fork(3)
    assert isinstance(future, Future) and future.wait() == 1
    assert str(type_of(future)) == "!ts.future<i64>"


def test_a_fork_that_fails_fails_at_each_wait() -> None:
    unit = unit_of(FORK)
    future = unit.only_fork(0)
    forked = "test.mlir:12:8: note: forked in 'only_fork'"
    for _ in range(2):
        with pytest.raises(RuntimeFault) as caught:
            future.wait()
        assert str(caught.value).splitlines()[1:] == [forked]
        assert str(caught.value).startswith("test.mlir:14:10: error: 'aten.floordiv.int' op failed")
    with pytest.raises(RuntimeFault) as caught:
        unit.f(0)
    assert str(caught.value).splitlines()[1:] == [
        "test.mlir:3:8: note: forked in 'f'",
        "test.mlir:8:8: note: waited for in 'f'",
    ]


def test_an_awaitable_runs_once_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    unit = unit_of(FORK)
    later = unit.later(3)
    assert isinstance(later, Awaitable)
    assert capsys.readouterr().out == ""
    assert [unit.waits(later), unit.waits(later)] == [3, 3]
    assert capsys.readouterr().out == "3\n"


ENUM = """
    ts.enum @__torch__.Color : i64 {RED = 1, GREEN = 2}
    func.func @red() -> !ts.enum<@__torch__.Color> {
      %c = prim.Constant @__torch__.Color::@RED : !ts.enum<@__torch__.Color>
      func.return %c : !ts.enum<@__torch__.Color>
    }
    func.func @is_red(%c: !ts.enum<@__torch__.Color>) -> i1 {
      %d = prim.Constant @__torch__.Color::@RED : !ts.enum<@__torch__.Color>
      %r = aten.eq.enum(%c, %d)
        : (!ts.enum<@__torch__.Color>, !ts.enum<@__torch__.Color>) -> i1
      func.return %r : i1
    }
    func.func @parts(%c: !ts.enum<@__torch__.Color>) -> !ts.tuple<!ts.str, i64> {
      %n = prim.EnumName(%c) : (!ts.enum<@__torch__.Color>) -> !ts.str
      %v = prim.EnumValue.int(%c) : (!ts.enum<@__torch__.Color>) -> i64
      %r = prim.TupleConstruct(%n, %v) : (!ts.str, i64) -> !ts.tuple<!ts.str, i64>
      func.return %r : !ts.tuple<!ts.str, i64>
    }
    func.func @unknown() -> !ts.enum<@__torch__.Color> {
      %c = prim.Constant @__torch__.Color::@BLUE : !ts.enum<@__torch__.Color>
      func.return %c : !ts.enum<@__torch__.Color>
    }
"""


def test_enums() -> None:
    unit = unit_of(ENUM)
    assert unit.red() == EnumMember("__torch__.Color", "RED", 1)
    green = unit.enum_member("__torch__.Color", "GREEN")
    assert (unit.is_red(unit.red()), unit.is_red(green)) == (True, False)
    assert unit.parts(green) == ("GREEN", 2)
    with pytest.raises(NoValueError, match=r"the program defines no '__torch__.Color.BLUE'"):
        unit.unknown()


def test_named_tuples_have_fields() -> None:
    unit = unit_of("""
        !P = !ts.named_tuple<@__torch__.P, x: !ts.tensor, n: i64>
        func.func @f(%x: !ts.tensor) -> !P {
          %n = prim.Constant 3 : i64
          %r = prim.TupleConstruct(%x, %n) : (!ts.tensor, i64) -> !P
          func.return %r : !P
        }
        func.func @second(%p: !P) -> i64 {
          %x, %n = prim.TupleUnpack(%p) : (!P) -> (!ts.tensor, i64)
          func.return %n : i64
        }
    """)
    found = unit.f(tensor(1))
    assert isinstance(found, NamedTupleValue)
    assert (found.n, found._fields, found[1]) == (3, ("x", "n"), 3)
    assert repr(found).startswith("P(x=tensor(") and repr(found).endswith(", n=3)")
    assert unit.second(found) == unit.second((tensor(1), 3)) == 3
    with pytest.raises(AttributeError, match="has no field 'y'"):
        _ = found.y


def test_a_program_raises_under_the_name_of_its_class() -> None:
    unit = unit_of("""
        func.func @g(%n: i64) -> i64 {
          %m = prim.Constant "bad thing" : !ts.str
          %c = prim.Constant "builtins.ValueError" : !ts.str
          prim.RaiseException(%m, %c) : (!ts.str, !ts.str) -> ()
          func.return %n : i64
        }
        func.func @f(%n: i64) -> i64 {
          %g = prim.Constant @g : !ts.function<@g>
          %r = prim.CallFunction(%g, %n) : (!ts.function<@g>, i64) -> i64
          func.return %r : i64
        }
    """)
    with pytest.raises(RuntimeFault) as caught:
        unit.f(1)
    assert caught.value.class_name == "builtins.ValueError"
    assert str(caught.value) == (
        "test.mlir:5:3: error: 'prim.RaiseException' op failed: builtins.ValueError: bad thing\n"
        "test.mlir:10:8: note: called from 'f'"
    )


def test_constants_name_resources_and_objects() -> None:
    text = """
        func.func @f(%x: !ts.tensor) -> !ts.tensor {
          %w = prim.Constant dense_resource<c0> : tensor<2xf32> : !ts.tensor
          %r = aten.mul.Tensor(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
          func.return %r : !ts.tensor
        }
    """
    given = {"c0": np.array([2, 3], np.float32)}
    assert unit_of(text, given).f(tensor(1, 1)).array.tolist() == [2, 3]
    with pytest.raises(RuntimeFault, match="the program does not contain the elements of 'c0'"):
        unit_of(text).f(tensor(1, 1))
