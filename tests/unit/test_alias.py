"""Alias analysis: its queries and moves on small programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.analysis import points_to
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.closures import Closures
from xdsl_torchscript.lowering.analysis.operator_results import bind_results
from xdsl_torchscript.lowering.analysis.value_locations import ValueLocations


class Program:
    """A graph with its analysis; values and operations by name."""

    def __init__(self, body: str, arguments: str = "%x : Tensor, %y : Tensor") -> None:
        text = f"graph({arguments}):\n  %one : int = prim::Constant[value=1]()\n{body}"
        self.module = parse_graph(text, "test.graph")
        function = next(op for op in self.module.walk() if isinstance(op, FuncOp))
        self.aliases = AliasAnalysis(function)
        self._values = {a.name_hint: a for a in function.body.block.args}
        for op in self.aliases.order.operations:
            self._values |= {result.name_hint: result for result in op.results}

    def __getitem__(self, name: str) -> SSAValue:
        return self._values[name]

    def op(self, name: str) -> Operation:
        owner = self[name].owner
        assert isinstance(owner, Operation)
        return owner


MUTATION = """
  %a : Tensor = aten::mul(%x, %y)
  %v : Tensor = aten::t(%a)
  %b : Tensor = aten::relu(%y)
  %w : Tensor = aten::add_(%v, %one, %one)
  %c : Tensor = aten::relu(%a)
  %d : Tensor = aten::relu(%b)
  return (%c, %d)
"""


def test_arguments_may_alias_and_fresh_tensors_do_not():
    program = Program(MUTATION)
    aliases = program.aliases
    assert aliases.may_alias(program["x"], program["y"])
    assert aliases.may_alias(program["a"], program["v"])
    assert not aliases.may_alias(program["a"], program["b"])
    assert not aliases.may_alias(program["a"], program["x"])


def test_writes_reach_the_base_of_a_view():
    program = Program(MUTATION)
    aliases = program.aliases
    assert aliases.writes_to(program.op("w"), program["a"])
    assert not aliases.writes_to(program.op("w"), program["b"])
    assert aliases.has_writers(program["a"])
    assert not aliases.has_writers(program["b"])
    assert aliases.is_mutated_between(program["a"], program.op("v"), program.op("c"))
    assert not aliases.is_mutated_between(program["b"], program.op("v"), program.op("d"))


def test_a_write_of_elements_keeps_the_properties():
    program = Program("""
  %a : Tensor = aten::mul(%x, %one)
  %b : Tensor = aten::mul(%x, %one)
  %yes : bool = prim::Constant[value=1]()
  %v : Tensor = aten::add_(%a, %one, %one)
  %w : Tensor = aten::requires_grad_(%b, %yes)
  return (%v, %w)
""")
    aliases = program.aliases
    assert aliases.has_writers(program["a"]) and aliases.has_writers(program["b"])
    assert not aliases.has_changed_properties(program["a"])
    assert aliases.has_changed_properties(program["b"])


def test_reads_do_not_pass_writes():
    program = Program(MUTATION)
    aliases = program.aliases
    assert not aliases.can_move_before(program.op("c"), program.op("w"))
    assert aliases.can_move_before(program.op("d"), program.op("w"))
    assert not aliases.can_move_after(program.op("w"), program.op("c"))
    # The write moves with the reads of its result.
    assert aliases.moves_after(program.op("w"), program.op("d")) == [
        program.op("w"), program.op("c"),
    ]  # fmt: skip
    assert aliases.moves_before(program.op("w"), program.op("b")) == [program.op("w")]
    assert not aliases.can_move_before(program.op("w"), program.op("v"))


def test_a_query_of_sizes_passes_a_write_of_elements():
    program = Program("""
  %a : Tensor = aten::mul(%x, %y)
  %w : Tensor = aten::add_(%a, %one, %one)
  %n : int = aten::size(%a, %one)
  %u : Tensor = aten::unsqueeze_(%a, %one)
  %m : int = aten::size(%a, %one)
  return (%n, %m)
""")
    aliases = program.aliases
    assert aliases.can_move_before(program.op("n"), program.op("w"))
    assert not aliases.can_move_before(program.op("m"), program.op("u"))


def test_a_loop_reads_its_write_in_the_next_iteration():
    program = Program(
        """
  %t : bool = prim::Constant[value=1]()
  %a : Tensor = aten::mul(%x, %y)
  %p : Tensor = aten::relu(%a)
  %r : Tensor = prim::Loop(%one, %t, %x)
    block0(%i : int, %s : Tensor):
      %q : Tensor = aten::relu(%a)
      %w : Tensor = aten::add_(%a, %one, %one)
      -> (%t, %q)
  return (%r, %p)
"""
    )
    aliases = program.aliases
    assert aliases.is_mutated_between(program["a"], program.op("p"), program.op("q"))
    assert not aliases.reads_same(program.op("p"), program.op("q"))


def test_results_share_unless_written_or_both_escaping():
    program = Program("""
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::mul(%x, %y)
  %c : Tensor = aten::mul(%x, %y)
  %d : Tensor = aten::mul(%x, %y)
  %w : Tensor = aten::add_(%d, %one, %one)
  %e : Tensor = aten::add(%a, %b, %one)
  return (%b, %c, %e)
""")
    share = program.aliases.may_share
    assert share(program.op("a"), program.op("b"))
    assert not share(program.op("b"), program.op("c"))  # the caller would see one tensor for two
    assert not share(program.op("a"), program.op("d"))


def test_training_writes_running_statistics():
    text = """
  %train : bool = prim::Constant[value={train}]()
  %none : NoneType = prim::Constant()
  %f : float = prim::Constant[value=0.1]()
  %m : Tensor = aten::zeros_like(%x, %none, %none, %none, %none, %none)
  %b : Tensor = aten::batch_norm(%y, %none, %none, %m, %m, %train, %f, %f, %train)
  return (%b)
"""
    for train in (0, 1):
        program = Program(text.format(train=train))
        assert program.aliases.has_writers(program["m"]) == bool(train)


def test_side_effects():
    program = Program("""
  %none : NoneType = prim::Constant()
  %a : Tensor = aten::rand_like(%x, %none, %none, %none, %none, %none)
  %b : Tensor = aten::add_(%x, %one, %one)
  %c : Tensor = aten::add(%x, %one, %one)
  return (%a)
""")
    aliases = program.aliases
    assert aliases.has_side_effects(program.op("a"))  # the generator moves on
    assert not aliases.has_side_effects(program.op("b"))
    assert not aliases.has_side_effects(program.op("c"))


def _nest(depth: int) -> str:
    """Return nested loops that carry a tensor through all of them."""
    head = "".join(
        f"%r{i} : Tensor = prim::Loop(%n, %b, %a{i})\n block0(%i{i} : int, %a{i + 1} : Tensor):\n"
        for i in range(depth)
    )
    ends = "".join(
        f"%w{i} : Tensor = aten::t(%r{i + 1})\n -> (%b, %w{i})\n" for i in reversed(range(depth))
    )
    inner = f"%r{depth} : Tensor = aten::add_(%a{depth}, %a{depth}, %n)\n"
    return f"{head}{inner}{ends} return (%r0)\n"


@pytest.mark.parametrize("depth", [1, 8])
def test_a_nest_of_loops_is_walked_three_times(depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first walk extends the carried values of a loop, the second the views of these."""
    walks: Counter[Operation] = Counter()

    def counted(values: ValueLocations, op: SchemaOp) -> None:
        walks[op] += 1
        bind_results(values, op)

    monkeypatch.setattr(points_to, "bind_results", counted)
    Program(_nest(depth), "%a0 : Tensor, %n : int, %b : bool")
    assert max(walks.values()) <= 3


def test_closures_of_a_growing_set_follow_each_edge_once() -> None:
    class Edges(list[int]):
        followed = 0

        def __getitem__(self, number: Any) -> Any:
            self.followed += 1
            return super().__getitem__(number)

    count = 200
    edges = Edges(1 << (count + number) for number in range(count))
    closures = Closures(edges)
    for size in range(1, count + 1):
        assert closures.of((1 << size) - 1) == ((1 << size) - 1) << count
    assert edges.followed == count
