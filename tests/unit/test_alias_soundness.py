"""Alias analysis: programs on which an answer of "no" is easily wrong."""

from __future__ import annotations

import pytest
from mlir_programs import module_of
from test_alias import Program
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp, IfOp, IfYieldOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis


class Mlir:
    """A function in MLIR text with its analysis; values by name."""

    def __init__(self, body: str, arguments: str = "%x: !ts.tensor") -> None:
        text = f"func.func @f({arguments}) -> !ts.tensor {{\n{body}\n}}"
        module = module_of(text)
        self._function = next(op for op in module.walk() if isinstance(op, FuncOp))
        self.aliases = AliasAnalysis(self._function)

    def __getitem__(self, name: str) -> SSAValue:
        for op in self._function.walk():
            arguments = (a for region in op.regions for block in region.blocks for a in block.args)
            for value in (*op.results, *arguments):
                if value.name_hint == name:
                    return value
        raise KeyError(name)

    def op(self, name: str) -> Operation:
        owner = self[name].owner
        assert isinstance(owner, Operation)
        return owner


def test_a_list_taken_out_of_a_list_is_that_list() -> None:
    program = Program("""
  %l : int[] = prim::ListConstruct(%one)
  %ll : int[][] = prim::ListConstruct(%l)
  %e : int[] = aten::__getitem__(%ll, %one)
  %m : int[] = aten::append(%e, %one)
  return (%l)
""")
    assert program.aliases.may_alias(program["l"], program["e"])
    assert program.aliases.has_writers(program["l"])


def test_adding_to_a_list_in_place_returns_the_list() -> None:
    program = Program("""
  %l : int[] = prim::ListConstruct(%one)
  %m : int[] = aten::add_(%l, %l)
  return (%m)
""")
    assert program.aliases.may_alias(program["l"], program["m"])


def test_a_dict_holds_its_keys() -> None:
    program = Program("""
  %a : Tensor = aten::relu(%x)
  %d : Dict(Tensor, int) = prim::DictConstruct()
   = aten::_set_item(%d, %a, %one)
  %k : Tensor[] = aten::keys(%d)
  %e : Tensor = aten::__getitem__(%k, %one)
  return (%e)
""")
    assert program.aliases.may_alias(program["a"], program["e"])


def test_indices_of_a_split_are_read() -> None:
    program = Program("""
  %a : Tensor = aten::relu(%x)
  %i : Tensor = aten::relu(%y)
  %s : Tensor[] = aten::tensor_split(%a, %i, %one)
  %w : Tensor = aten::add_(%i, %one, %one)
  return (%s)
""")
    assert not program.aliases.can_move_before(program.op("w"), program.op("s"))


def test_sorting_objects_reads_them() -> None:
    program = Program("""
  %a : Tensor = aten::relu(%x)
  %l : Tensor[] = prim::ListConstruct(%a)
  %s : Tensor[] = aten::sorted(%l)
  %w : Tensor = aten::add_(%a, %one, %one)
  return (%s)
""")
    assert not program.aliases.can_move_before(program.op("w"), program.op("s"))


def test_sorting_tuples_of_numbers_reads_the_list_alone() -> None:
    program = Program(
        """
  %s : (int, str)[] = aten::sorted(%x)
  %a : (int, str)[] = aten::append(%y, %p)
  %b : (int, str)[] = aten::append(%x, %p)
  %c : (int, str)[] = aten::append(%s, %p)
  return (%s)
""",
        "%x : (int, str)[], %y : (int, str)[], %p : (int, str)",
    )
    aliases, sort = program.aliases, program.op("s")
    assert not aliases.may_alias(program["s"], program["x"])
    assert aliases.can_move_before(program.op("c"), program.op("b"))
    for write in ("a", "b", "c"):  # arguments may be one list
        assert not aliases.can_move_before(program.op(write), sort)


def test_results_of_one_operator_may_share() -> None:
    program = Program("""
  %a : Tensor, %b : Tensor, %c : Tensor = aten::_transform_bias_rescale_qkv(%x, %y, %one)
  return (%a)
""")
    assert program.aliases.may_alias(program["a"], program["b"])


def test_a_returned_constant_may_be_an_argument_of_the_next_call() -> None:
    program = Program(
        """
  %c : int[] = prim::Constant[value=[1, 2]]()
  %d : int[] = prim::Constant[value=[1, 2]]()
  return (%c)
""",
        "%x : int[]",
    )
    aliases = program.aliases
    assert aliases.may_alias(program["x"], program["c"])
    assert not aliases.may_alias(program["x"], program["d"])


def test_a_constant_keeps_writes_of_earlier_calls() -> None:
    program = Program("""
  %l : Tensor[] = prim::Constant[value=annotate(List[Tensor], [])]()
  %e : Tensor = aten::__getitem__(%l, %one)
  %a : Tensor = aten::relu(%x)
  %m : Tensor[] = aten::append(%l, %a)
  return (%one)
""")
    assert program.aliases.may_alias(program["e"], program["a"])


def test_an_attribute_keeps_a_constant_of_an_earlier_call() -> None:
    program = Mlir(
        """
  %one = prim.Constant 1 : i64
  %l = prim.GetAttr(%self) {name = "l"} : (!ts.class<@M>) -> !ts.list<i64>
  %c = prim.Constant [1] : !ts.list<i64>
  prim.SetAttr(%self, %c) {name = "l"} : (!ts.class<@M>, !ts.list<i64>) -> ()
  func.return %x : !ts.tensor""",
        "%x: !ts.tensor, %self: !ts.class<@M>",
    )
    assert program.aliases.may_alias(program["l"], program["c"])


def test_a_resource_is_shared_with_other_functions() -> None:
    program = Mlir("""
  %c = prim.Constant dense_resource<w> : tensor<2xf32> : !ts.tensor
  ts.operator "my::op"() : () -> ()
  %y = aten.relu(%c) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor""")
    assert program.aliases.has_writers(program["c"])
    assert program.aliases.may_alias(program["x"], program["c"])


def test_a_region_of_a_foreign_operation_passes_on_its_values() -> None:
    program = Mlir("""
  %t = prim.Constant true
  %one = prim.Constant 1 : i64
  %r = scf.if %t -> (!ts.tensor) {
    %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    scf.yield %a : !ts.tensor
  } else {
    %b = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
    scf.yield %b : !ts.tensor
  }
  func.return %r : !ts.tensor""")
    assert program.aliases.may_alias(program["r"], program["a"])
    assert program.aliases.may_alias(program["r"], program["b"])


def test_a_region_of_a_foreign_operation_without_tensors_writes() -> None:
    program = Mlir("""
  %t = prim.Constant true
  %one = prim.Constant 1 : i64
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  scf.if %t {
    %b = aten.t(%a) : (!ts.tensor) -> !ts.tensor
    %w = aten.add_.Scalar(%b, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
    scf.yield
  }
  func.return %a : !ts.tensor""")
    assert program.aliases.has_writers(program["a"])


def test_values_of_a_foreign_loop_come_back() -> None:
    program = Mlir(
        """
  %one = prim.Constant 1 : i64
  %r = scf.for %i = %n to %n step %n iter_args(%s = %x) -> (!ts.tensor) {
    %v = aten.t(%s) : (!ts.tensor) -> !ts.tensor
    %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    scf.yield %a : !ts.tensor
  }
  func.return %r : !ts.tensor""",
        "%x: !ts.tensor, %n: index",
    )
    aliases = program.aliases
    assert aliases.may_alias(program["v"], program["a"])


def test_a_foreign_loop_may_have_run_before() -> None:
    program = Mlir(
        """
  %one = prim.Constant 1 : i64
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %p = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  scf.for %i = %n to %n step %n {
    %q = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
    %w = aten.add_.Scalar(%a, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
    scf.yield
  }
  func.return %p : !ts.tensor""",
        "%x: !ts.tensor, %n: index",
    )
    assert not program.aliases.reads_same(program.op("p"), program.op("q"))


def test_an_awaited_value_is_that_value() -> None:
    program = Mlir("""
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %f = prim.awaitable_nowait(%a) : (!ts.tensor) -> !ts.await<!ts.tensor>
  %r = prim.awaitable_wait(%f) : (!ts.await<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor""")
    assert program.aliases.may_alias(program["r"], program["a"])


def test_a_deferred_body_may_run_after_later_operations() -> None:
    program = Mlir("""
  %one = prim.Constant 1 : i64
  %p = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  %f = prim.awaitable(%x) : (!ts.tensor) -> !ts.await<!ts.tensor> {
  ^bb0(%z: !ts.tensor):
    %q = aten.neg(%z) : (!ts.tensor) -> !ts.tensor
    prim.return %q : !ts.tensor
  }
  %w = aten.add_.Scalar(%x, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %p : !ts.tensor""")
    assert not program.aliases.reads_same(program.op("p"), program.op("q"))


def test_nothing_moves_behind_the_end_of_a_block() -> None:
    program = Program("""
  %a : Tensor = aten::relu(%x)
  return (%one)
""")
    end = program.aliases.order.operations[-1]
    assert isinstance(end, ReturnOp)
    assert not program.aliases.can_move_after(program.op("a"), end)
    assert not program.aliases.can_move_before(end, program.op("a"))


def test_objects_that_are_compared_do_not_become_one() -> None:
    program = Program("""
  %a : Tensor = aten::relu(%x)
  %b : Tensor = aten::relu(%x)
  %s : bool = aten::__is__(%a, %b)
  return (%s)
""")
    assert not program.aliases.may_share(program.op("a"), program.op("b"))


@pytest.mark.parametrize("kind", ["_no_grad_uniform_", "_no_grad_normal_"])
def test_initialisation_draws_random_numbers(kind: str) -> None:
    program = Program(f"""
  %f : float = prim::Constant[value=1.]()
  %none : NoneType = prim::Constant()
  %a : Tensor = aten::{kind}(%x, %f, %f, %none)
  return (%a)
""")
    assert program.aliases.has_side_effects(program.op("a"))


def test_branches_a_thousand_deep() -> None:
    condition, body = ConstantOp.from_bool(True), Block()
    function = FuncOp("deep", ([], []), Region(body))
    body.add_op(condition)
    for _ in range(1000):
        then, other = Block(), Block([IfYieldOp()])
        body.add_op(IfOp(condition, [], Region(then), Region(other)))
        body.add_op(ReturnOp() if body.parent_op() is function else IfYieldOp())
        body = then
    body.add_op(IfYieldOp())
    aliases = AliasAnalysis(function)
    assert not aliases.effects(condition.next_op).writes
    assert len(aliases.order.operations) == 3002


def fork_function(body: str, after: str = "", result: str = "a") -> Mlir:
    """Return a function that forks `body`, on `%a` as `%z`, and waits for it."""
    return Mlir(f"""
  %one = prim.Constant 1 : i64
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %f = prim.fork(%a) : (!ts.tensor) -> !ts.future<!ts.tensor> {{
  ^bb0(%z: !ts.tensor):
    {body}
    prim.return %w : !ts.tensor
  }}
  {after}
  %r = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %{result} : !ts.tensor""")


_WRITES = "%w = aten.relu_(%z) : (!ts.tensor) -> !ts.tensor"
_READS = "%w = aten.relu(%z) : (!ts.tensor) -> !ts.tensor"


def test_a_fork_may_write_until_the_wait() -> None:
    aliases = (program := fork_function(_WRITES)).aliases
    for name in ("f", "r"):
        assert aliases.writes_to(program.op(name), program["a"])
        assert not aliases.writes_to(program.op(name), program["b"])
        assert not aliases.writes_to(program.op(name), program["x"])
    assert aliases.may_alias(program["a"], program["r"])


def test_a_fork_that_only_reads_writes_nothing() -> None:
    aliases = (program := fork_function(_READS)).aliases
    assert not any(aliases.has_writers(program[name]) for name in ("x", "a", "b", "r"))
    assert not aliases.may_alias(program["b"], program["r"])


def test_forks_and_waits_are_never_dropped_or_moved() -> None:
    """A wait raises the fork's exception, even if its result is unused."""
    aliases = (program := fork_function(_READS)).aliases
    fork, wait = program.op("f"), program.op("r")
    assert aliases.has_side_effects(fork) and aliases.has_side_effects(wait)
    assert not aliases.can_move_before(wait, fork)


def test_nothing_that_a_fork_reads_is_written_before_the_wait() -> None:
    writes = "%u = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor"
    aliases = (program := fork_function(_READS, writes)).aliases
    assert not aliases.can_move_before(program.op("u"), program.op("f"))
    assert not aliases.can_move_after(program.op("u"), program.op("r"))


def test_a_fork_in_a_fork_writes_before_either_wait() -> None:
    inner = """%g = prim.fork(%z) : (!ts.tensor) -> !ts.future<!ts.tensor> {
    ^bb0(%q: !ts.tensor):
      %v = aten.relu_(%q) : (!ts.tensor) -> !ts.tensor
      prim.return %v : !ts.tensor
    }
    %w = aten.wait(%g) : (!ts.future<!ts.tensor>) -> !ts.tensor"""
    aliases = (program := fork_function(inner)).aliases
    assert aliases.writes_to(program.op("r"), program["a"])
    assert not aliases.writes_to(program.op("r"), program["b"])
    assert aliases.may_alias(program["a"], program["r"])


def test_a_future_that_others_have_may_be_waited_for_there() -> None:
    """Its arguments may then be written by any unknown code."""
    shared = 'ts.operator "my::share"(%f) : (!ts.future<!ts.tensor>) -> ()'
    aliases = (program := fork_function(_READS, shared)).aliases
    assert aliases.writes_to(program.op("r"), program["a"])
    assert not aliases.writes_to(program.op("r"), program["b"])


def test_a_future_of_the_caller_may_write_everything() -> None:
    program = Mlir(
        """
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %r = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor""",
        "%x: !ts.tensor, %f: !ts.future<!ts.tensor>",
    )
    assert program.aliases.writes_to(program.op("r"), program["x"])
    assert not program.aliases.writes_to(program.op("r"), program["a"])
    assert program.aliases.may_alias(program["x"], program["r"])


def test_the_result_of_a_wait_is_returned_by_the_future() -> None:
    aliases = (program := fork_function(_READS, result="r")).aliases
    assert aliases.escapes(program["w"])
    assert not aliases.escapes(program["b"])
