"""Seconds of processor time that analyses and clean-up passes take on graphs of 10,000 operations.

python benchmarks/passes.py [--operations N] [--only PATTERN]
"""

from __future__ import annotations

import argparse
import gc
import re
import time
from collections.abc import Callable, Iterator
from functools import partial

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.registry import load_pass

PASSES = ("cse", "dce", "constant-propagation", "licm", "propagate-types", "fold-branches")

_HEAD = """graph(%x : Tensor, %y : Float(2, 3), %n : int):
  %one : int = prim::Constant[value=1]()
  %true : bool = prim::Constant[value=1]()
  %sizes : int[] = prim::ListConstruct(%one, %one)
"""


def _chain(count: int) -> Iterator[str]:
    """Yield pointwise operators, every second one in place."""
    yield "  %v0 : Tensor = aten::mul(%x, %y)"
    for i in range(1, count):
        call = f"add_(%v{i - 1}, %one, %one)" if i % 2 else f"mul(%v{i - 1}, %y)"
        yield f"  %v{i} : Tensor = aten::{call}"
    yield f"  return (%v{count - 1})"


def _views(count: int) -> Iterator[str]:
    """Yield views of views."""
    yield "  %v0 : Tensor = aten::mul(%x, %y)"
    for i in range(1, count):
        yield f"  %v{i} : Tensor = aten::unsqueeze(%v{i - 1}, %one)"
    yield f"  return (%v{count - 1})"


def _reshapes(count: int) -> Iterator[str]:
    """Yield tensors each of which may be a view of any earlier one, or a copy."""
    yield "  %v0 : Tensor = aten::mul(%x, %y)"
    for i in range(1, count):
        yield f"  %v{i} : Tensor = aten::reshape(%v{i - 1}, %sizes)"
    yield f"  return (%v{count - 1})"


def _folds(count: int) -> Iterator[str]:
    """Yield constant integers, each computed from the previous one."""
    yield "  %v0 : int = aten::add(%one, %one)"
    for i in range(1, count):
        yield f"  %v{i} : int = aten::add(%v{i - 1}, %one)"
    yield f"  return (%v{count - 1})"


def _invariants(count: int) -> Iterator[str]:
    """Yield a loop that may not run, whose whole body is invariant and cannot raise."""
    yield "   = prim::Loop(%n, %true)"
    yield "    block0(%i : int):"
    yield "      %v0 : Float(2, 3) = aten::mul(%y, %y)"
    for i in range(1, count):
        call = f"mul(%v{i - 1}, %y)" if i % 2 else "add(%y, %y, %one)"
        yield f"      %v{i} : Float(2, 3) = aten::{call}"
    yield "      -> (%true)"
    yield "  return (%one)"


def _deep_invariants(count: int) -> Iterator[str]:
    """As `_invariants`, inside of fifty loops."""
    for depth in range(50):
        yield "   = prim::Loop(%n, %true)"
        yield f"    block0(%i{depth} : int):"
    for i in range(count):
        yield f"      %v{i} : Float(2, 3) = aten::mul(%y, %y)"
    yield from ["      -> (%true)"] * 50
    yield "  return (%one)"


def _list(count: int) -> Iterator[str]:
    """Yield a list that every second operation extends, read at the end."""
    yield "  %l : Tensor[] = prim::ListConstruct()"
    for i in range(count // 2):
        yield f"  %v{i} : Tensor = aten::mul(%x, %y)"
        yield f"  %m{i} : Tensor[] = aten::append(%l, %v{i})"
    yield "  %r : Tensor = aten::cat(%l, %one)"
    yield "  return (%r)"


def _reads(count: int) -> Iterator[str]:
    """Yield a list that is alternately appended to and concatenated."""
    yield "  %l : Tensor[] = prim::ListConstruct()"
    for i in range(count // 3):
        yield f"  %v{i} : Tensor = aten::mul(%x, %y)"
        yield f"  %m{i} : Tensor[] = aten::append(%l, %v{i})"
        yield f"  %r{i} : Tensor = aten::cat(%l, %one)"
    yield "  return (%one)"


def _unknown(count: int) -> Iterator[str]:
    """Yield a call of unknown code at every fifth operation."""
    yield "  %v0 : Tensor = aten::mul(%x, %y)"
    for i in range(1, count):
        call = f"my::op(%v{i - 1})" if i % 5 == 0 else f"aten::mul(%v{i - 1}, %y)"
        yield f"  %v{i} : Tensor = {call}"
    yield f"  return (%v{count - 1})"


def _loops(count: int) -> Iterator[str]:
    """Yield adjacent nests of loops, eight deep."""
    for i in range(count // 24):
        for depth in range(8):
            yield f"  {'  ' * depth} = prim::Loop(%one, %true)"
            yield f"  {'  ' * depth}  block0(%i{i}_{depth} : int):"
            yield f"  {'  ' * depth}    %v{i}_{depth} : Tensor = aten::mul(%x, %y)"
        for depth in reversed(range(8)):
            yield f"  {'  ' * depth}    -> (%true)"
    yield "  return (%one)"


def _branches(count: int) -> Iterator[str]:
    """Yield adjacent nests of branches, a hundred deep."""
    for i in range(count // 400):
        for depth in range(100):
            yield f"  {'  ' * depth} = prim::If(%true)"
            yield f"  {'  ' * depth}  block0():"
            yield f"  {'  ' * depth}    %v{i}_{depth} : Tensor = aten::add_(%x, %one, %one)"
        for depth in reversed(range(100)):
            yield f"  {'  ' * depth}    -> ()"
            yield f"  {'  ' * depth}  block1():"
            yield f"  {'  ' * depth}    -> ()"
    yield "  return (%one)"


def _choices(count: int) -> Iterator[str]:
    """Yield branches that choose the tensor which the next branch reads and writes."""
    yield "  %v0 : Tensor = aten::mul(%x, %y)"
    for i in range(1, count // 4 + 1):
        yield f"  %c{i} : bool = aten::is_floating_point(%v{i - 1})"
        yield f"  %v{i} : Tensor = prim::If(%c{i})"
        yield "    block0():"
        yield f"      %a{i} : Tensor = aten::reshape(%v{i - 1}, %sizes)"
        yield f"      -> (%a{i})"
        yield "    block1():"
        yield f"      %b{i} : Tensor = aten::add_(%v{i - 1}, %one, %one)"
        yield f"      -> (%b{i})"
    yield f"  return (%v{count // 4})"


def _carrying_nests(count: int) -> Iterator[str]:
    """Yield adjacent nests of loops, eight deep, that carry a tensor throughout."""
    yield "  %r0_0 : Tensor = aten::mul(%x, %y)"
    for i in range(count // 24):
        for depth in range(8):
            before = f"%a{i}_{depth - 1}" if depth else f"%r{i}_0"
            result = f"%r{i}_{depth}" if depth else f"%r{i + 1}_0"
            yield f"  {'  ' * depth}{result} : Tensor = prim::Loop(%one, %true, {before})"
            yield f"  {'  ' * depth}  block0(%i{i}_{depth} : int, %a{i}_{depth} : Tensor):"
        yield f"  {'  ' * 8}%v{i} : Tensor = aten::reshape(%a{i}_7, %sizes)"
        for depth in reversed(range(8)):
            inner = f"%v{i}" if depth == 7 else f"%r{i}_{depth + 1}"
            yield f"  {'  ' * depth}    %w{i}_{depth} : Tensor = aten::mul({inner}, %y)"
            yield f"  {'  ' * depth}    -> (%true, %w{i}_{depth})"
    yield f"  return (%r{count // 24}_0)"


def _weakening_loops(count: int) -> Iterator[str]:
    """Loops in loops, fifty deep, that carry a tensor of which only the entry states the sizes."""
    each, carried = count // 50, "%y"
    for depth in range(50):
        yield f"  %r{depth} : Tensor = prim::Loop(%n, %true, {carried})"
        yield f"    block0(%i{depth} : int, %v{depth}_0 : Tensor):"
        for i in range(1, each):
            yield f"      %v{depth}_{i} : Tensor = aten::mul(%v{depth}_{i - 1}, %v{depth}_0)"
        carried = f"%v{depth}_{each - 1}"
    yield f"      %last : Tensor = aten::unsqueeze({carried}, %n)"
    for depth in reversed(range(50)):
        yield f"      -> (%true, {'%last' if depth == 49 else f'%r{depth + 1}'})"
    yield "  return (%r0)"


GRAPHS: dict[str, Callable[[int], Iterator[str]]] = {
    "chain": _chain, "views": _views, "reshapes": _reshapes, "folds": _folds, "list": _list,
    "reads": _reads, "unknown": _unknown, "invariants": _invariants,
    "deep invariants": _deep_invariants, "loops": _loops,
    "carried": _carrying_nests, "weakened": _weakening_loops, "branches": _branches,
    "choices": _choices,
}  # fmt: skip


def _seconds(work: Callable[[ModuleOp], object], module: ModuleOp) -> float:
    """Return the processor time of work on a copy of the module."""
    copy = module.clone()
    gc.collect()
    start = time.process_time()
    work(copy)
    return time.process_time() - start


def _analyse(module: ModuleOp) -> None:
    AliasAnalysis(next(op for op in module.ops if isinstance(op, FuncOp)))


def _apply(name: str, module: ModuleOp) -> None:
    run_pipeline([load_pass(name)()], LazyContext(), module)


WORK: dict[str, Callable[[ModuleOp], None]] = {"AliasAnalysis": _analyse} | {
    name: partial(_apply, name) for name in PASSES
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", type=int, default=10_000)
    parser.add_argument("--only", default=".*", help="a regular expression of analyses and passes")
    parser.add_argument("--graphs", default=".*", help="a regular expression of graphs")
    parser.add_argument("--repeat", type=int, default=3, help="take the least of so many times")
    options = parser.parse_args()
    for graph, lines in GRAPHS.items():
        if not re.fullmatch(options.graphs, graph):
            continue
        text = _HEAD + "\n".join(lines(options.operations))
        module = parse_graph(text, graph)
        for name, work in WORK.items():
            if re.fullmatch(options.only, name):
                seconds = min(_seconds(work, module) for _ in range(options.repeat))
                print(f"{graph:15} {name:22} {seconds:7.2f} s", flush=True)


if __name__ == "__main__":
    main()
