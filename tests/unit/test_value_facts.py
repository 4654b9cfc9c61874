"""Ranges of numbers, and facts across branches and loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from line_count import grows_linearly, lines_run
from test_alias import Program
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED, Facts
from xdsl_torchscript.lowering.analysis.ranges import ANY, Range
from xdsl_torchscript.lowering.analysis.rules import pointwise
from xdsl_torchscript.lowering.analysis.shapes import Shape, broadcast
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def facts_of(body: str, arguments: str) -> tuple[Program, TypeFacts]:
    program = Program(body, arguments)
    function = next(op for op in program.module.walk() if isinstance(op, FuncOp))
    return program, TypeFacts(function)


def test_ranges() -> None:
    program, facts = facts_of(
        """
  %five : int = prim::Constant[value=5]()
  %t : bool = prim::Constant[value=1]()
  %s : int = aten::size(%x, %one)
  %m : int = prim::min(%s, %five)
  %d : int = aten::sub(%m, %five)
  %p : int = aten::mul(%d, %d)
  %w : int = aten::add(%s, %one)
  %r : int = prim::Loop(%five, %t, %n)
    block0(%i : int, %a : int):
      %k : int = aten::add(%i, %one)
      -> (%t, %k)
  %o : int = prim::If(%c)
    block0():
      -> (%m)
    block1():
      -> (%d)
  return (%r, %p, %w, %o)
""",
        "%x : Tensor, %n : int, %c : bool",
    )
    expected = {
        "n": ANY, "five": Range(5, 5), "s": Range(0), "m": Range(0, 5), "d": Range(-5, 0),
        "p": Range(0, 25), "i": Range(0, 4), "k": Range(1, 5), "r": ANY, "o": Range(-5, 5),
        "w": ANY,  # the sum may wrap
    }  # fmt: skip
    loop = program.op("r")
    assert isinstance(loop.regions[0].block.args[0].name_hint, str)
    values = {name: program[name] for name in expected if name != "i"}
    values["i"] = loop.regions[0].block.args[0]
    assert {name: facts.range_of(value) for name, value in values.items()} == expected


@pytest.mark.parametrize(
    ("size", "range"), [("s0", Range(low=2)), ("0", Range(0, 0)), ("1", Range(1, 1))]
)
def test_the_range_of_a_size_follows_from_its_type(size: str, range: Range) -> None:
    body = "  %v : int = prim::size_value(%n)\n  return (%v)\n"
    program, facts = facts_of(body, f"%n : Size({size})")
    assert facts.range_of(program["v"]) == range
    assert STATED.range_of(program["v"]) == range


def test_a_range_is_not_followed_forever() -> None:
    lines = ["  %a0 : int = aten::mul(%n, %n)"]
    lines += [f"  %a{i} : int = prim::max(%a{i - 1}, %a{i - 1})" for i in range(1, 200)]
    body = "\n".join([*lines, "  return (%a199)\n"])
    program, facts = facts_of(body, "%n : int")
    assert facts.range_of(program["a199"]) == ANY


def test_types_of_branches_join() -> None:
    program, facts = facts_of(
        """
  %a : Tensor = prim::If(%c)
    block0():
      %b : Tensor = aten::relu(%x)
      -> (%b)
    block1():
      -> (%y)
  return (%a)
""",
        "%x : Float(2, 3), %y : Float(2, 4), %c : bool",
    )
    assert str(facts.type_of(program["a"])) == "!ts.tensor<[2,?],f32>"
    assert not facts.faults


def test_a_fault_of_the_first_iteration_alone_is_none() -> None:
    program, facts = facts_of(
        """
  %t : bool = prim::Constant[value=1]()
  %r : Tensor = prim::Loop(%one, %t, %x)
    block0(%i : int, %a : Tensor):
      %b : Tensor = aten::unsqueeze(%a, %one)
      -> (%t, %b)
  return (%r)
""",
        "%x : Float(2)",
    )
    assert str(facts.type_of(program["r"])) == "!ts.tensor<*,f32>"


def test_a_nest_of_loops_takes_few_walks() -> None:
    """The carried values of the innermost loop weaken the types of every enclosing loop."""

    def cost(depth: int) -> int:
        lines = ["  %a0 : Tensor = aten::relu(%x)"]
        for level in range(1, depth + 1):
            lines.append(f"  %r{level} : Tensor = prim::Loop(%n, %t, %a{level - 1})")
            lines.append(f"    block0(%i{level} : int, %a{level} : Tensor):")
        lines.append(f"  %r{depth + 1} : Tensor = aten::reshape(%a{depth}, %sizes)")
        lines += [f"    -> (%t, %r{level})" for level in range(depth + 1, 1, -1)]
        lines.append("  return (%r1)\n")
        program = Program("\n".join(lines), "%x : Float(2, 3), %n : int, %t : bool, %sizes : int[]")
        function = next(op for op in program.module.walk() if isinstance(op, FuncOp))
        count = lines_run(lambda: facts.append(TypeFacts(function)))
        assert str(facts[-1].type_of(program["r1"])) == "!ts.tensor<*,f32>"
        return count

    facts: list[TypeFacts] = []
    assert grows_linearly(cost, 4)


def test_operands_of_the_same_types_are_typed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[object] = []

    def counted(operands: Iterable[Sequence[Dim]]) -> Shape:
        shapes.append(operands)
        return broadcast(operands)

    monkeypatch.setattr(pointwise, "broadcast", counted)
    products = "\n".join(f"  %v{i} : Tensor = aten::mul(%x, %x)" for i in range(50))
    program, facts = facts_of(f"{products}\n  return (%v49)\n", "%x : Float(2, 3571)")
    assert str(facts.type_of(program["v49"])) == "!ts.tensor<[2,3571],f32>"
    assert len(shapes) == 1


POPPED = """
  %l : Tensor[] = prim::ListConstruct(%x, %y)
{before}
  %a : Tensor = aten::pop(%l, %one)
  %b : Tensor = aten::pop(%l, %one)
  return (%a)
"""
WRITES = {
    "an append": "  %w : Tensor[] = aten::append(%l, %x)",
    "a holder": "  %t : (Tensor[], Tensor) = prim::TupleConstruct(%l, %x)",
    "a branch": """
   = prim::If(%c)
    block0():
      %w : Tensor[] = aten::append(%l, %x)
      -> ()
    block1():
      -> ()""",
}


def pop_type(before: str) -> tuple[Program, tuple[Facts, ...]]:
    program, facts = facts_of(POPPED.format(before=before), "%x : Tensor, %y : Tensor, %c : bool")
    return program, (STATED, facts)


def test_elements_before_the_first_write() -> None:
    program, both = pop_type("  %n : int = aten::len(%l)")
    for facts in both:
        found = facts.elements_before(program.op("a"), program["l"])
        assert list(found) == [program["x"], program["y"]]


@pytest.mark.parametrize("write", WRITES)
def test_elements_after_a_write_in_the_text(write: str) -> None:
    program, _ = pop_type(WRITES[write])
    with pytest.raises(NotConstantError, match="may have been written"):
        STATED.elements_before(program.op("a"), program["l"])


@pytest.mark.parametrize("before", ["", WRITES["an append"], WRITES["a branch"]])
def test_elements_after_a_write(before: str) -> None:
    program, both = pop_type(before)
    for facts in both:
        with pytest.raises(NotConstantError, match="may have been written"):
            facts.elements_before(program.op("b"), program["l"])
