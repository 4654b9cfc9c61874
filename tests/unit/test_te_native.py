"""Programs of the te level give numpy's numbers natively, whichever of the optional passes run."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from native_programs import native
from xdsl.parser import Parser
from xdsl.transforms import get_all_passes

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.core.registry import pass_factories
from xdsl_torchscript.lowering.pipelines import PIPELINES

F32 = np.float32

PATHS = {
    "plain": "convert-te-to-loops,flatten-indices",
    "inlined": "inline-producers{expensive-uses=9},convert-te-to-loops,flatten-indices",
    "collapsed": "convert-te-to-loops,flatten-indices,collapse-loops",
    "vectors": "convert-te-to-loops,flatten-indices,vectorize-loops{width=4}",
    "whole": ",".join(PIPELINES["te-to-loops"]),
}


def to_loops(text: str, pipeline: str) -> str:
    ctx = LazyContext.complete()
    module = Parser(ctx, text).parse_module()
    run_pipeline(build_pipeline(pipeline, {**get_all_passes(), **pass_factories()}), ctx, module)
    module.verify()
    return str(module)


class Case(NamedTuple):
    """A program `@f`, its arguments, and the results that it must give."""

    text: str
    arguments: Callable[[np.random.Generator], tuple[Any, ...]]
    results: Callable[..., tuple[Any, ...]]


def numbers(*shape: int) -> Callable[[np.random.Generator], tuple[Any, ...]]:
    return lambda rng: (rng.standard_normal(shape).astype(F32),)


SIN = """
func.func @f(%t: tensor<3x50xf32>) -> tensor<3x50xf32> {
  %x = te.compute (%i = 3, %j = 50) : tensor<3x50xf32> {
    %0 = te.load %t[%i, %j] : tensor<3x50xf32>
    %1 = math.sin %0 : f32
    te.yield %1 : f32
  }
  %y = te.compute (%i = 3, %j = 50) : tensor<3x50xf32> {
    %0 = te.load %x[%i, %j] : tensor<3x50xf32>
    %1 = te.load %x[%i, %j] : tensor<3x50xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  func.return %y : tensor<3x50xf32>
}"""

BROADCAST = """
func.func @f(%row: tensor<1x20xf32>, %column: tensor<6x1xf32>, %k: f32)
    -> (tensor<6x20xf32>, tensor<20x6xf32>, f32) {
  %c0 = arith.constant 0 : index
  %sum = te.compute (%i = 6, %j = 20) : tensor<6x20xf32> {
    %0 = te.load %row[%c0, %j] : tensor<1x20xf32>
    %1 = te.load %column[%i, %c0] : tensor<6x1xf32>
    %2 = arith.mulf %1, %k : f32
    %3 = arith.addf %0, %2 : f32
    te.yield %3 : f32
  }
  %transposed = te.compute (%i = 20, %j = 6) : tensor<20x6xf32> {
    %0 = te.load %sum[%j, %i] : tensor<6x20xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  func.return %sum, %transposed, %k : tensor<6x20xf32>, tensor<20x6xf32>, f32
}"""

SYMBOLIC = """
func.func @f(%n: index, %m: index, %t: tensor<?x?xf32> {te.sizes = array<i64: 0, 1>})
    -> (tensor<?x?xf32>, tensor<?x?xi1>, tensor<?xf32>, tensor<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = te.compute (%i = %n, %j = %m) : tensor<?x?xf32> {
    %0 = te.load %t[%i, %j] : tensor<?x?xf32>
    %1 = arith.addf %0, %0 : f32
    te.yield %1 : f32
  }
  %positive = te.compute (%i = %n, %j = %m) : tensor<?x?xi1> {
    %0 = te.load %two[%i, %j] : tensor<?x?xf32>
    %1 = arith.cmpf ogt, %0, %zero : f32
    te.yield %1 : i1
  }
  %relu = te.compute (%i = %n, %j = %m) : tensor<?x?xf32> {
    %0 = te.load %positive[%i, %j] : tensor<?x?xi1>
    %1 = te.load %two[%i, %j] : tensor<?x?xf32>
    %2 = arith.select %0, %1, %zero : f32
    te.yield %2 : f32
  }
  %sum = te.reduce (%i = %m) over (%j = %n) init (%acc = %zero : f32) : tensor<?xf32> {
    %0 = te.load %relu[%j, %i] : tensor<?x?xf32>
    %1 = arith.addf %acc, %0 : f32
    te.yield %1 : f32
  }
  func.return %relu, %positive, %sum, %relu
      : tensor<?x?xf32>, tensor<?x?xi1>, tensor<?xf32>, tensor<?x?xf32>
}"""

SCALARS = """
func.func @f(%t: tensor<f32>, %e: tensor<0x4xf32>, %b: i1)
    -> (tensor<f32>, tensor<0x4xf32>, tensor<4xf32>, i1) {
  %zero = arith.constant 0.0 : f32
  %x = te.compute () : tensor<f32> {
    %0 = te.load %t[] : tensor<f32>
    %1 = arith.addf %0, %0 : f32
    te.yield %1 : f32
  }
  %sum = te.reduce (%i = 4) over (%j = 0) init (%acc = %zero : f32) : tensor<4xf32> {
    %0 = te.load %e[%j, %i] : tensor<0x4xf32>
    %1 = arith.addf %acc, %0 : f32
    te.yield %1 : f32
  }
  func.return %x, %e, %sum, %b : tensor<f32>, tensor<0x4xf32>, tensor<4xf32>, i1
}"""

CONTROL = """
func.func @f(%a: tensor<11xf32>, %b: tensor<11xf32>, %n: index, %c: i1)
    -> (tensor<11xf32>, tensor<11xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %r, %s, %u = scf.for %k = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %v = %one)
      -> (tensor<11xf32>, tensor<11xf32>, f32) {
    %sum = te.compute (%i = 11) : tensor<11xf32> {
      %c10 = arith.constant 10 : index
      %back = arith.subi %c10, %i : index
      %0 = te.load %x[%back] : tensor<11xf32>
      %1 = te.load %y[%i] : tensor<11xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    %z = scf.if %c -> (tensor<11xf32>) {
      %double = te.compute (%i = 11) : tensor<11xf32> {
        %0 = te.load %sum[%i] : tensor<11xf32>
        %1 = arith.mulf %0, %v : f32
        te.yield %1 : f32
      }
      scf.yield %double : tensor<11xf32>
    } else {
      scf.yield %sum : tensor<11xf32>
    }
    %w = arith.addf %v, %one : f32
    scf.yield %y, %z, %w : tensor<11xf32>, tensor<11xf32>, f32
  }
  func.return %r, %s, %u : tensor<11xf32>, tensor<11xf32>, f32
}"""

WHILE = """
func.func @f(%a: tensor<9xf32>, %limit: f32) -> (tensor<9xf32>, tensor<9xf32>) {
  %c0 = arith.constant 0 : index
  %r, %s = scf.while (%x = %a, %y = %a) : (tensor<9xf32>, tensor<9xf32>)
      -> (tensor<9xf32>, tensor<9xf32>) {
    %0 = te.load %x[%c0] : tensor<9xf32>
    %1 = arith.cmpf olt, %0, %limit : f32
    scf.condition(%1) %y, %x : tensor<9xf32>, tensor<9xf32>
  } do {
  ^bb0(%p: tensor<9xf32>, %q: tensor<9xf32>):
    %next = te.compute (%i = 9) : tensor<9xf32> {
      %2 = te.load %q[%i] : tensor<9xf32>
      %3 = arith.addf %2, %2 : f32
      te.yield %3 : f32
    }
    scf.yield %next, %q : tensor<9xf32>, tensor<9xf32>
  }
  func.return %r, %s : tensor<9xf32>, tensor<9xf32>
}"""


def relu(n: int, m: int, t: Any) -> tuple[Any, ...]:
    twice = t + t
    kept = np.where(twice > 0, twice, F32(0))
    return kept, twice > 0, kept.sum(axis=0, dtype=F32), kept


def iterate(a: Any, b: Any, n: int, c: int) -> tuple[Any, ...]:
    v = F32(1)
    for _ in range(n):
        total = a[::-1] + b
        a, b, v = b, total * v if c else total, v + F32(1)
    return a, b, np.array([v])


def double_up(a: Any, limit: Any) -> tuple[Any, ...]:
    x = y = a
    while x[0] < limit:
        x, y = x + x, x
    return y, x


def make_sizes(n: int, m: int) -> Callable[[np.random.Generator], tuple[Any, ...]]:
    return lambda rng: (n, m, rng.standard_normal((n, m)).astype(F32))


SEQUENCES = """
func.func @f(%t: tensor<5x40xf32>, %k: tensor<40xindex>) -> (tensor<5x40xf32>, tensor<5x40xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = te.scan (%i = 5, %j = 40) along 0 init (%acc = %zero : f32) : tensor<5x40xf32> {
    %0 = te.load %t[%i, %j] : tensor<5x40xf32>
    %1 = arith.addf %acc, %0 : f32
    te.yield %1 : f32
  }
  %r = te.scatter (%i = 5, %j = 40) into %s : tensor<5x40xf32> {
    %0 = te.load %t[%i, %j] : tensor<5x40xf32>
    %1 = te.load %k[%j] : tensor<40xindex>
    te.put %0 at [%i, %1] add : f32
  }
  func.return %s, %r : tensor<5x40xf32>, tensor<5x40xf32>
}
"""


def sequences(t: Any, k: Any) -> tuple[Any, ...]:
    sums = np.cumsum(t, 0)
    added = sums.copy()
    np.add.at(added, (slice(None), k), t)
    return sums, added


CASES = {
    "sin": Case(SIN, numbers(3, 50), lambda t: (np.sin(t) ** 2,)),
    "broadcast": Case(
        BROADCAST,
        lambda rng: (*numbers(1, 20)(rng), *numbers(6, 1)(rng), F32(0.5)),
        lambda r, c, k: (r + c * k, -(r + c * k).T, np.array([k])),
    ),
    **{
        f"symbolic {n}x{m}": Case(SYMBOLIC, make_sizes(n, m), relu)
        for n, m in [(0, 5), (5, 0), (1, 1), (3, 7), (4, 8), (2, 27)]
    },
    "scalars": Case(
        SCALARS,
        lambda rng: (np.array(1.5, F32), np.zeros((0, 4), F32), 1),
        lambda t, e, b: (t + t, e, np.zeros(4, F32), np.array([True])),
    ),
    **{
        f"control {n} {c}": Case(
            CONTROL,
            lambda rng, n=n, c=c: (*numbers(11)(rng), *numbers(11)(rng), n, c),
            iterate,
        )
        for n, c in [(0, 0), (1, 1), (4, 0), (5, 1)]
    },
    "sequences": Case(
        SEQUENCES, lambda rng: (*numbers(5, 40)(rng), rng.integers(0, 7, 40)), sequences
    ),
    "while": Case(WHILE, lambda rng: (np.linspace(1, 3, 9, dtype=F32), F32(20)), double_up),
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", CASES)
def test_same_as_numpy(name: str, path: str) -> None:
    case = CASES[name]
    arguments = case.arguments(np.random.default_rng(7))
    expected = [np.ascontiguousarray(value) for value in case.results(*arguments)]
    outputs = [np.full(value.shape, 77, dtype=value.dtype) for value in expected]
    native(to_loops(case.text, PATHS[path]))(*arguments, *outputs)
    for output, value in zip(outputs, expected, strict=True):
        np.testing.assert_allclose(output, value, rtol=2e-6, atol=1e-6)
