"""`reduce_module`: the reduced program, the number of predicate runs, and the safety of edits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.tools.reduce.edits import Mutator, computing_ops, text_of, update_signatures
from xdsl_torchscript.tools.reduce.search import MUTATORS, NotInterestingError, reduce_module

SOURCE = """
from typing import Dict, List, Optional, Tuple
from torch import Tensor

class Counter(object):
    def __init__(self, start: int):
        self.n = start
        self.unused = start

    def up(self, by: int, unused: int) -> int:
        self.n += by
        return self.n

def helper(x: Tensor, unused: int) -> Tensor:
    return x.relu() + 1

def main(x: Tensor, y: Tensor, n: int, flag: bool, names: Dict[str, int]) -> Tuple[Tensor, int]:
    parts: List[Tensor] = [x, y, x + y]
    counter = Counter(3)
    for i in range(n):
        if flag:
            y = y * x
            parts.append(y.tanh())
        else:
            y = helper(y, i)
        counter.up(i, 7)
    x.add_(1.5)
    print("sum", parts[0], names)
    return helper(x, 2) + y, counter.n
"""
GROUP = """
graph(%a : Float(2, 3, strides=[3, 1]), %b : Float(2, 3, strides=[3, 1])):
  %t : Float(2, 3) = prim::TensorExprGroup_0(%a, %b)
  return (%t)
with prim::TensorExprGroup_0 = graph(%x : Float(2, 3), %y : Float(2, 3)):
  %c : int = prim::Constant[value=5]()
  %s : Float(2, 3) = aten::mul(%x, %y)
  %r : Float(2, 3) = aten::add(%s, %x, %c)
  return (%r)
"""


def script() -> ModuleOp:
    return compile_source(SOURCE, "program.py")


def group() -> ModuleOp:
    return parse_graph(GROUP, "group.graph")


def names(module: ModuleOp) -> list[str]:
    return [op.name for op in computing_ops(module)]


def has(*wanted: str) -> Callable[[ModuleOp], bool]:
    return lambda module: set(wanted) <= set(names(module))


def test_one_op_and_its_constant_are_left() -> None:
    reduced = reduce_module(script(), has("aten.tanh"))
    assert names(reduced) == ["prim.Constant", "aten.tanh"]


def test_a_loop_is_left_where_it_matters() -> None:
    def inside(module: ModuleOp) -> bool:
        found = [op for op in module.walk() if op.name == "aten.tanh"]
        parents = [op.parent_op() for op in found]
        return any(parent is not None and parent.name == "prim.Loop" for parent in parents)

    reduced = reduce_module(
        compile_source(
            "from torch import Tensor\n"
            "def f(x: Tensor, n: int) -> Tensor:\n"
            "    for i in range(n):\n"
            "        x = (x + i).tanh() * 2\n"
            "    return x\n",
            "loop.py",
        ),
        inside,
    )
    constants = ["prim.Constant"] * 3
    assert sorted(names(reduced)) == ["aten.tanh", *constants, "prim.Loop"]


def test_a_class_loses_unneeded_members() -> None:
    reduced = reduce_module(script(), has("prim.SetAttr"))
    text = text_of(reduced)
    assert "unused" not in text
    assert names(reduced).count("prim.SetAttr") == 1


def test_types_and_sizes_are_simplified() -> None:
    reduced = reduce_module(group(), has("prim.TensorExprGroup"))
    assert "[2,3]" not in text_of(reduced)
    sized = reduce_module(group(), lambda module: ",3]" in text_of(module))
    assert "!ts.tensor<[1,3],f32>" in text_of(sized)


def test_a_subgraph_is_taken_apart() -> None:
    assert names(reduce_module(group(), has("aten.mul.Tensor"))) == [
        "prim.Constant",
        "aten.mul.Tensor",
    ]


def test_a_wrong_rewrite_is_found_by_results() -> None:
    """A pass that drops writes, against the interpreter."""
    module = parse_graph(
        """graph(%x : Float(3)):
  %two : int = prim::Constant[value=2]()
  %a : Tensor = aten::mul(%x, %two)
  %b : Tensor = aten::relu(%a)
  %c : Tensor = aten::neg(%b)
  %d : Tensor = aten::add_(%c, %two, %two)
  %e : Tensor = aten::exp(%c)
  %f : Tensor = aten::mul(%e, %b)
  return (%f, %a)
""",
        "writes.graph",
    )

    def computed(function_of: ModuleOp) -> list[str]:
        function = function_of.body.block.first_op
        inputs = [Tensor(np.ones(3, np.float32)) for _ in function.body.block.args]
        return [repr(value) for value in run(Code.from_func(function), inputs)[0]]

    def is_wrong(candidate: ModuleOp) -> bool:
        try:
            expected = computed(candidate)
            for op in [op for op in candidate.walk() if op.name == "aten.add_.Scalar"]:
                op.results[0].replace_all_uses_with(op.operands[0])
                op.detach()
                op.erase()
            return computed(candidate) != expected
        except Exception:  # noqa: BLE001 - a candidate may fail in any way
            return False

    reduced = reduce_module(module, is_wrong)
    assert [name for name in names(reduced) if name != "prim.Constant"] == ["aten.add_.Scalar"]


def test_the_original_is_left_as_it_is() -> None:
    module = script()
    before = text_of(module)
    reduce_module(module, has("aten.tanh"))
    assert text_of(module) == before


def test_the_result_is_the_same_each_time() -> None:
    first, second = (reduce_module(script(), has("prim.If", "aten.relu")) for _ in range(2))
    assert text_of(first) == text_of(second)


def test_each_candidate_verifies_and_is_tested_once() -> None:
    asked: list[str] = []

    def predicate(module: ModuleOp) -> bool:
        assert not verify_all(module)
        asked.append(text_of(module))
        return "aten.tanh" in asked[-1]

    reduce_module(script(), predicate)
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("limit", [1, 2, 5, 20])
def test_the_number_of_runs_is_bounded(limit: int) -> None:
    runs = 0

    def predicate(module: ModuleOp) -> bool:
        nonlocal runs
        runs += 1
        return "prim.If" in names(module)

    reduced = reduce_module(script(), predicate, max_runs=limit)
    assert runs <= limit
    assert "prim.If" in names(reduced)


def test_an_original_that_is_not_interesting_is_refused() -> None:
    with pytest.raises(NotInterestingError, match="does not hold for the original"):
        reduce_module(script(), lambda module: False)


@pytest.mark.parametrize("mutator", MUTATORS, ids=lambda mutator: mutator.__name__)
@pytest.mark.parametrize("program", [script, group], ids=["script", "group"])
def test_edits_of_any_chunk_keep_the_uses_whole(
    mutator: Mutator, program: Callable[[], ModuleOp]
) -> None:
    """All edits together and each alone give a module that can be printed and cloned."""
    original = program()
    count = len(mutator(original))
    for chunk in [slice(None), *(slice(i, i + 1) for i in range(count))]:
        module = original.clone()
        for edit in mutator(module)[chunk]:
            edit()
        update_signatures(module)
        assert text_of(module.clone()) == text_of(module)
