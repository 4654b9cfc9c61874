"""Random programs: native code against the interpreter.

Compiled for static and for symbolic sizes, and with passes left out that are there for speed: with
or without them, a program means the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from random_graphs import DTYPES, RandomGraph, disagreement

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.pipelines import PIPELINES
from xdsl_torchscript.runtime.errors import NativeUnsupported, RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native import compile_kernel, machine_code
from xdsl_torchscript.runtime.tensor import Tensor

_COMPILED = tuple(dtype for dtype in DTYPES if dtype != "uint8")
_FULL = PIPELINES["ts-to-llvm"]
_FOR_SPEED = (
    "inline-producers",
    "fuse-loops",
    "collapse-loops",
    "fuse-rows",
    "pack-panels",
    "parallelize-loops",
    "hoist-allocations",
    "tile-contractions",
    "vectorize-transposes",
    "vectorize-loops",
    "plan-memory",
    "expand-math",
    "cse",
    "dce",
)
_NO_SIZE = re.compile(
    r"symbolic size|computed size|unknown sizes|no size for|does not reshape|from the end"
    r"|no argument brings|begins at index .*, which is known only at run time"
)
"""Errors of symbolic sizes, where a size is computed from them."""


def _without(left_out: set[str]) -> tuple[str, ...]:
    """Return the part of the pipeline below the ts level without some passes."""
    lowering = _FULL[_FULL.index("convert-ts-to-te") :]
    return tuple(spec for spec in lowering if spec.partition("{")[0] not in left_out)


def _wrong(graph: RandomGraph, results: tuple[object, ...]) -> list[str]:
    found = [disagreement(v, r.array) for v, r in zip(graph.results, results, strict=True)]
    pairs = zip(graph.results, found, strict=True)
    return [f"%{v.name} of {v.made_by}: {text}\n{graph.text}" for v, text in pairs if text]


def _is_straight_line(graph: RandomGraph) -> bool:
    """Return whether the program has no control flow, so that native code can infer views."""
    return "block0" not in graph.text


def _memory(inputs: Sequence[Any], results: Sequence[Any]) -> list[Any]:
    """Return the observable memory: strides, and which values share elements."""
    arrays = [value.array for value in (*results, *inputs) if isinstance(value, Tensor)]
    strides = [
        [step for size, step in zip(a.shape, a.strides, strict=True) if size > 1 and a.size]
        for a in arrays
    ]
    return [*strides, *(np.may_share_memory(a, b) for a, b in combinations(arrays, 2))]


@pytest.mark.parametrize("seed", range(120))
def test_engines_agree(seed: int) -> None:
    graph = RandomGraph(seed, dtypes=_COMPILED)
    module = parse_graph(graph.text, "random.graph")
    (interpreted,) = run(Code.from_func(module.body.block.first_op), graph.inputs)
    assert not _wrong(graph, interpreted)
    compiled = compile_kernel.compile_func(module, "graph", graph.inputs)
    (native,) = compiled(*graph.inputs)
    assert not _wrong(graph, native)
    if _is_straight_line(graph):
        assert _memory(graph.inputs, native) == _memory(graph.inputs, interpreted)


@pytest.mark.parametrize("seed", range(120))
def test_generated_code_agrees_with_the_plain_interpreter(seed: int) -> None:
    graph = RandomGraph(seed, dtypes=_COMPILED)
    code = Code.from_func(parse_graph(graph.text, "random.graph").body.block.first_op)
    with tier(enabled=False):
        (plain,) = run(code, graph.inputs)
    with tier(hot=0):
        (generated,) = run(code, graph.inputs)
    assert _memory(graph.inputs, generated) == _memory(graph.inputs, plain)
    assert _bits(generated) == _bits(plain)


def _bits(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.array.dtype, value.shape, value.array.tobytes()
    return list(map(_bits, value)) if isinstance(value, list | tuple) else repr(value)


@pytest.mark.parametrize("seed", range(3000, 3060))
def test_memory_of_turned_inputs_agrees(seed: int) -> None:
    """Inputs with reversed memory order."""
    graph = RandomGraph(seed, dtypes=_COMPILED)
    module = parse_graph(graph.text, "random.graph")
    turned = [_transpose(value) for value in graph.inputs]
    code = Code.from_func(module.body.block.first_op)
    try:
        (interpreted,) = run(code, turned)
    except RuntimeFault:
        with pytest.raises(NativeUnsupported, match="when interpreted"):
            compile_kernel.compile_func(module, "graph", turned)
        return
    (native,) = compile_kernel.compile_func(module, "graph", turned)(*turned)
    assert not _wrong(graph, native)
    if _is_straight_line(graph):
        assert _memory(turned, native) == _memory(turned, interpreted)


def _transpose(value: Any) -> Any:
    return Tensor(value.array.copy(order="F")) if isinstance(value, Tensor) else value


@pytest.mark.parametrize("seed", range(1000, 1040))
def test_symbolic_sizes_agree(seed: int) -> None:
    graph = RandomGraph(seed, dtypes=_COMPILED)
    module = parse_graph(graph.text, "random.graph")
    try:
        compiled = compile_kernel.compile_func(module, "graph", graph.inputs, symbolic=True)
    except NativeUnsupported as error:
        assert all(map(_NO_SIZE.search, str(error).splitlines())), error
        return
    (native,) = compiled(*graph.inputs)
    assert not _wrong(graph, native)
    (interpreted,) = run(Code.from_func(module.body.block.first_op), graph.inputs)
    if _is_straight_line(graph):
        assert _memory(graph.inputs, native) == _memory(graph.inputs, interpreted)


@pytest.mark.parametrize("seed", range(2000, 2060))
def test_passes_for_speed_keep_the_meaning(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = RandomGraph(seed, dtypes=_COMPILED)
    module = parse_graph(graph.text, "random.graph")
    choice = random.Random(seed)
    left_out = set(choice.sample(_FOR_SPEED, choice.randint(1, len(_FOR_SPEED))))
    width = f"vectorize-loops{{width={choice.choice((2, 3, 4, 8, 16))}}}"
    specs = (re.sub(r"vectorize-loops({\w+=\d+})?", width, spec) for spec in _without(left_out))
    monkeypatch.setattr(machine_code, "_LOWERING", tuple(specs))
    (native,) = compile_kernel.compile_func(module, "graph", graph.inputs)(*graph.inputs)
    assert not _wrong(graph, native), f"without {left_out}, {width}"
