"""Programs of the loops level give numpy's numbers when they run natively."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import native_programs
import numpy as np
import pytest
from line_count import grows_linearly, lines_run
from native_programs import CONVERSIONS, lower, parse, to_llvm_ir
from xdsl.context import Context

from xdsl_torchscript.lowering.loops_to_llvm.lower_scf_to_cf import LowerScfToCfPass
from xdsl_torchscript.runtime.native.engine import compile_ir

native = partial(native_programs.native, pipeline=CONVERSIONS)
F32 = np.float32
SAMPLES = np.array(
    [-3.5, -1.0, -0.25, -0.0, 0.0, 0.3, 0.75, 1.0, 2.5, 7.0, np.inf, -np.inf, np.nan]
)
INTS = np.array([-9, -8, -7, -3, -1, 0, 1, 2, 5, 7, 8, 63], dtype=np.int64)


def elementwise(body: str, given: str, made: str, inputs: int = 1) -> str:
    """Return a function for `out[i] = body(in[i], ...)`, with `%a`, `%b` to `%r`."""
    names = "abc"[:inputs]
    arguments = "".join(f", %m{n}: memref<?x{given}>" for n in names)
    loads = "\n".join(f"%{n} = memref.load %m{n}[%i] : memref<?x{given}>" for n in names)
    return f"""
    func.func @f(%n: index{arguments}, %out: memref<?x{made}>) {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      scf.for %i = %zero to %n step %one {{
        {loads}
        {body}
        memref.store %r, %out[%i] : memref<?x{made}>
      }}
      func.return
    }}"""


def vectorwise(body: str, given: str, made: str) -> str:
    """Return the same on a vector of four: `%a`, `%b` to `%r`."""
    return f"""
    func.func @f(%ma: memref<4x{given}>, %mb: memref<4x{given}>, %out: memref<4x{made}>) {{
      %i = arith.constant 0 : index
      %a = vector.load %ma[%i] : memref<4x{given}>, vector<4x{given}>
      %b = vector.load %mb[%i] : memref<4x{given}>, vector<4x{given}>
      {body}
      vector.store %r, %out[%i] : memref<4x{made}>, vector<4x{made}>
      func.return
    }}"""


UNARY = {
    "absf": np.abs, "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin,
    "asinh": np.arcsinh, "atan": np.arctan, "atanh": np.arctanh, "cbrt": np.cbrt,
    "ceil": np.ceil, "cos": np.cos, "cosh": np.cosh, "erf": np.vectorize(math.erf),
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "floor": np.floor, "log": np.log,
    "log10": np.log10, "log1p": np.log1p, "log2": np.log2, "roundeven": np.round,
    "rsqrt": lambda x: 1 / np.sqrt(x), "sin": np.sin, "sinh": np.sinh, "sqrt": np.sqrt,
    "tan": np.tan, "tanh": np.tanh, "trunc": np.trunc,
}  # fmt: skip


@pytest.mark.parametrize(("dtype", "tolerance"), [("f32", 2e-7), ("f64", 4e-16), ("f16", 1e-3)])
def test_unary_math(dtype: str, tolerance: float) -> None:
    """All functions in one program: a compilation each would take most of the time."""
    names = list(UNARY)
    body = "\n".join(
        f"%{name} = math.{name} %a : {dtype}\n"
        f"%j{k} = arith.constant {k} : index\n"
        f"memref.store %{name}, %out[%i, %j{k}] : memref<?x{len(names)}x{dtype}>"
        for k, name in enumerate(names)
    )
    program = elementwise(body, dtype, dtype).replace(
        f"%out: memref<?x{dtype}>", f"%out: memref<?x{len(names)}x{dtype}>"
    ).replace(f"memref.store %r, %out[%i] : memref<?x{dtype}>", "")  # fmt: skip
    numpy_type = {"f32": np.float32, "f64": np.float64, "f16": np.float16}[dtype]
    x = SAMPLES.astype(numpy_type)
    out = np.zeros((len(x), len(names)), numpy_type)
    native(program)(len(x), x, out)
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        expected = np.stack([UNARY[name](wide) for name in names], axis=1).astype(numpy_type)
    np.testing.assert_allclose(out, expected, rtol=4 * tolerance, atol=tolerance)


@pytest.mark.parametrize("name", ["tanh", "erf", "cbrt", "exp", "round"])
def test_math_on_vectors(name: str) -> None:
    x = np.array([0.5, -1.25, 2.5, -0.5], np.float32)
    out = np.zeros(4, np.float32)
    native(vectorwise(f"%r = math.{name} %a : vector<4xf32>", "f32", "f32"))(x, x, out)
    away_from_zero = lambda v: np.copysign(np.floor(np.abs(v) + 0.5), v)  # noqa: E731
    expected = {**UNARY, "round": away_from_zero}[name](x.astype(np.float64))
    np.testing.assert_allclose(out, expected, rtol=5e-7)


FLOAT_BINARY = {
    "arith.addf": np.add, "arith.subf": np.subtract, "arith.mulf": np.multiply,
    "arith.divf": np.divide, "arith.remf": np.fmod, "arith.maximumf": np.maximum,
    "arith.minimumf": np.minimum, "arith.maxnumf": np.fmax, "arith.minnumf": np.fmin,
    "math.powf": np.power, "math.atan2": np.arctan2, "math.copysign": np.copysign,
}  # fmt: skip


@pytest.mark.parametrize("name", FLOAT_BINARY)
def test_float_binary(name: str) -> None:
    a, b = (grid.ravel() for grid in np.meshgrid(SAMPLES, SAMPLES))
    out = np.zeros_like(a)
    native(elementwise(f"%r = {name} %a, %b : f64", "f64", "f64", 2))(len(a), a, b, out)
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(out, FLOAT_BINARY[name](a, b), rtol=1e-15)


def floor_division(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a // b


INT_BINARY = {
    "addi": np.add, "subi": np.subtract, "muli": np.multiply, "andi": np.bitwise_and,
    "ori": np.bitwise_or, "xori": np.bitwise_xor, "maxsi": np.maximum, "minsi": np.minimum,
    "floordivsi": floor_division, "ceildivsi": lambda a, b: -(-a // b), "remsi": np.fmod,
    "divsi": lambda a, b: np.trunc(a / b).astype(np.int64),
    "maxui": lambda a, b: np.maximum(a.view(np.uint64), b.view(np.uint64)).view(np.int64),
    "divui": lambda a, b: (a.view(np.uint64) // b.view(np.uint64)).view(np.int64),
    "remui": lambda a, b: (a.view(np.uint64) % b.view(np.uint64)).view(np.int64),
    "ceildivui": lambda a, b: (
        a.view(np.uint64) // b.view(np.uint64) + (a.view(np.uint64) % b.view(np.uint64) != 0)
    ).view(np.int64),
}  # fmt: skip


@pytest.mark.parametrize("name", INT_BINARY)
def test_int_binary(name: str) -> None:
    a, b = (grid.ravel() for grid in np.meshgrid(INTS, INTS[INTS != 0]))
    out = np.zeros_like(a)
    native(elementwise(f"%r = arith.{name} %a, %b : i64", "i64", "i64", 2))(len(a), a, b, out)
    np.testing.assert_array_equal(out, INT_BINARY[name](a, b))


@pytest.mark.parametrize(
    ("name", "numpy_name"), [("shli", "left_shift"), ("shrsi", "right_shift"), ("shrui", "")]
)
def test_shifts(name: str, numpy_name: str) -> None:
    a, b = (grid.ravel() for grid in np.meshgrid(INTS, np.arange(5)))
    out = np.zeros_like(a)
    native(elementwise(f"%r = arith.{name} %a, %b : i64", "i64", "i64", 2))(len(a), a, b, out)
    logical = (a.view(np.uint64) >> b.astype(np.uint64)).view(np.int64)
    np.testing.assert_array_equal(out, getattr(np, numpy_name)(a, b) if numpy_name else logical)


COMPARISONS = {
    "oeq": lambda a, b: a == b, "olt": lambda a, b: a < b, "ole": lambda a, b: a <= b,
    "ogt": lambda a, b: a > b, "oge": lambda a, b: a >= b,
    "one": lambda a, b: (a < b) | (a > b), "une": lambda a, b: a != b,
    "ueq": lambda a, b: ~((a < b) | (a > b)), "ult": lambda a, b: ~(a >= b),
    "uge": lambda a, b: ~(a < b), "uno": lambda a, b: np.isnan(a) | np.isnan(b),
    "ord": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
}  # fmt: skip


@pytest.mark.parametrize("predicate", COMPARISONS)
def test_float_comparisons_and_booleans_in_memory(predicate: str) -> None:
    a, b = (grid.ravel() for grid in np.meshgrid(SAMPLES, SAMPLES))
    out = np.full(a.shape, 7, np.uint8)
    program = elementwise(f"%r = arith.cmpf {predicate}, %a, %b : f64", "f64", "i1", 2)
    native(program)(len(a), a, b, out)
    np.testing.assert_array_equal(out, COMPARISONS[predicate](a, b).astype(np.uint8))


def test_integer_comparisons() -> None:
    a, b = (grid.ravel() for grid in np.meshgrid(INTS, INTS))
    for predicate, expected in {"slt": a < b, "ult": a.view(np.uint64) < b.view(np.uint64)}.items():
        out = np.zeros(a.shape, np.uint8)
        program = elementwise(f"%r = arith.cmpi {predicate}, %a, %b : i64", "i64", "i1", 2)
        native(program)(len(a), a, b, out)
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize(
    ("body", "given", "made", "convert"),
    [
        ("%r = arith.fptosi %a : f64 to i32", "f64", "i32", lambda x: x.astype(np.int32)),
        ("%r = arith.truncf %a : f64 to f32", "f64", "f32", lambda x: x.astype(np.float32)),
        ("%r = arith.sitofp %a : i64 to f32", "i64", "f32", lambda x: x.astype(np.float32)),
        ("%r = arith.uitofp %a : i64 to f64", "i64", "f64", lambda x: x.view(np.uint64) * 1.0),
        ("%r = arith.trunci %a : i64 to i8", "i64", "i8", lambda x: x.astype(np.int8)),
        ("%c = arith.trunci %a : i64 to i8\n%r = arith.extui %c : i8 to i64", "i64", "i64",
         lambda x: x.astype(np.uint8).astype(np.int64)),
        ("%c = arith.index_cast %a : i64 to index\n%r = arith.index_cast %c : index to i32",
         "i64", "i32", lambda x: x.astype(np.int32)),
        ("%r = arith.bitcast %a : f64 to i64", "f64", "i64", lambda x: x.view(np.int64)),
        ("%r = math.absi %a : i64", "i64", "i64", np.abs),
        ("%r = math.ctpop %a : i64", "i64", "i64",
         lambda x: np.array([bin(v & (2**64 - 1)).count("1") for v in x.tolist()])),
        ("%r = arith.negf %a : f64", "f64", "f64", np.negative),
    ],
)  # fmt: skip
def test_casts_and_integer_math(
    body: str, given: str, made: str, convert: Callable[[Any], Any]
) -> None:
    x = np.array([-3.7, -1.0, 0.0, 0.5, 2.99, 100.0]) if given == "f64" else INTS
    expected = convert(x)
    out = np.zeros_like(expected)
    native(elementwise(body, given, made))(len(x), x, out)
    np.testing.assert_array_equal(out, expected)


def test_integer_power() -> None:
    base = np.array([2, -3, 1, -1, 0, 7, 1, -1, -1, 5], np.int64)
    power = np.array([10, 3, 5, 3, 0, 0, -4, -3, -2, -1], np.int64)
    out = np.zeros_like(base)
    native(elementwise("%r = math.ipowi %a, %b : i64", "i64", "i64", 2))(
        len(base), base, power, out
    )
    np.testing.assert_array_equal(out, [1024, -27, 1, -1, 1, 1, 1, -1, 1, 0])


def test_extended_arithmetic() -> None:
    a = np.array([2**62, -5, 3, 2**63 - 1], np.int64)
    b = np.array([8, 7, -2, 2**63 - 1], np.int64)
    out = np.zeros_like(a)
    body = "%low, %r = arith.mulsi_extended %a, %b : i64"
    native(elementwise(body, "i64", "i64", 2))(len(a), a, b, out)
    assert out.tolist() == [int(x) * int(y) >> 64 for x, y in zip(a, b, strict=True)]


VECTOR_BODIES = {
    "%r = vector.fma %a, %b, %a : vector<4xf32>": lambda a, b: a * b + a,
    "%m = arith.cmpf olt, %a, %b : vector<4xf32>\n"
    "%r = arith.select %m, %a, %b : vector<4xi1>, vector<4xf32>": np.minimum,
    "%x = vector.extract %a[2] : f32 from vector<4xf32>\n"
    "%r = vector.broadcast %x : f32 to vector<4xf32>": lambda a, b: np.full(4, a[2]),
    "%x = vector.extract %a[1] : f32 from vector<4xf32>\n"
    "%r = vector.insert %x, %b[3] : f32 into vector<4xf32>": lambda a, b: np.append(b[:3], a[1]),
    "%r = vector.shuffle %a, %b [6, 0, 3, 5] : vector<4xf32>, vector<4xf32>": lambda a, b: (
        np.concatenate([a, b])[[6, 0, 3, 5]]
    ),
    '%x = "vector.reduction"(%a) <{kind = #vector.kind<add>, fastmath = #arith.fastmath<none>}>'
    " : (vector<4xf32>) -> f32\n%r = vector.broadcast %x : f32 to vector<4xf32>": lambda a, b: (
        np.full(4, a[0] + a[1] + a[2] + a[3], np.float32)
    ),
    "%x = vector.reduction <maximumf>, %a : vector<4xf32> into f32\n"
    "%r = vector.broadcast %x : f32 to vector<4xf32>": lambda a, b: np.full(4, a.max()),
    "%k = arith.constant 3 : index\n%m = vector.create_mask %k : vector<4xi1>\n"
    "%r = vector.maskedload %ma[%i], %m, %b : memref<4xf32>, vector<4xi1>, vector<4xf32>"
    " into vector<4xf32>": lambda a, b: np.append(a[:3], b[3]),
    "%k = arith.constant 2 : index\n%m = vector.create_mask %k : vector<4xi1>\n"
    "vector.maskedstore %mb[%i], %m, %a : memref<4xf32>, vector<4xi1>, vector<4xf32>\n"
    "%r = vector.load %mb[%i] : memref<4xf32>, vector<4xf32>": lambda a, b: np.append(a[:2], b[2:]),
    "%z = arith.constant dense<[1.0, -2.0, 0.5, 4.0]> : vector<4xf32>\n"
    "%r = arith.addf %a, %z : vector<4xf32>": lambda a, b: a + np.float32([1, -2, 0.5, 4]),
}


@pytest.mark.parametrize("body", VECTOR_BODIES)
def test_vectors(body: str) -> None:
    a, b = np.array([3, -1, 4, 2], np.float32), np.array([2, 7, -1, 8], np.float32)
    expected = VECTOR_BODIES[body](a, b)
    out = np.zeros(4, np.float32)
    native(vectorwise(body, "f32", "f32"))(a, b, out)
    np.testing.assert_array_equal(out, expected)


INT_VECTOR_BODIES = {
    "%r = arith.floordivsi %a, %b : vector<4xi64>": lambda a, b: a // b,
    "%r = arith.ceildivsi %a, %b : vector<4xi64>": lambda a, b: -(-a // b),
    "%x = arith.index_cast %a : vector<4xi64> to vector<4xindex>\n"
    "%y = arith.addi %x, %x : vector<4xindex>\n"
    "%r = arith.index_cast %y : vector<4xindex> to vector<4xi64>": lambda a, b: 2 * a,
    "%r = math.absi %a : vector<4xi64>": lambda a, b: np.abs(a),
    "%k = arith.constant dense<3> : vector<4xi64>\n"
    "%r = math.ipowi %a, %k : vector<4xi64>": lambda a, b: a**3,
    "%low, %r = arith.mulsi_extended %a, %b : vector<4xi64>": lambda a, b: np.where(
        a * b < 0, -1, 0
    ),
    "%x = vector.reduction <minsi>, %a : vector<4xi64> into i64\n"
    "%r = vector.broadcast %x : i64 to vector<4xi64>": lambda a, b: np.full(4, a.min()),
    "%x = vector.bitcast %a : vector<4xi64> to vector<8xi32>\n"
    "%r = vector.bitcast %x : vector<8xi32> to vector<4xi64>": lambda a, b: a,
    "%c = arith.constant dense<[true, false, true, true]> : vector<4xi1>\n"
    "%r = arith.select %c, %a, %b : vector<4xi1>, vector<4xi64>": lambda a, b: np.where(
        [True, False, True, True], a, b
    ),
}


@pytest.mark.parametrize("body", INT_VECTOR_BODIES)
def test_vectors_of_integers(body: str) -> None:
    a, b = np.array([-9, 7, 8, -1], np.int64), np.array([2, -2, 3, 5], np.int64)
    out = np.zeros(4, np.int64)
    native(vectorwise(body, "i64", "i64"))(a, b, out)
    np.testing.assert_array_equal(out, INT_VECTOR_BODIES[body](a, b))


def test_vectors_of_booleans_take_a_byte_per_lane() -> None:
    a, b = np.array([3, -1, 4, 2], np.float32), np.array([2, 7, -1, 8], np.float32)
    out = np.full(6, 9, np.uint8)
    native(vectorwise("%r = arith.cmpf olt, %a, %b : vector<4xf32>", "f32", "i1"))(a, b, out)
    assert out.tolist() == [0, 1, 0, 1, 9, 9]


CONTROL = """
func.func @f(%n: index, %x: memref<?xf64>, %out: memref<8xf64>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %seven = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f64
  // A sum over a loop in a loop, with a condition that has a result.
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %f0) -> (f64) {
    %inner = scf.for %j = %zero to %i step %one iter_args(%acc2 = %acc) -> (f64) {
      %v = memref.load %x[%j] : memref<?xf64>
      %positive = arith.cmpf ogt, %v, %f0 : f64
      %w = scf.if %positive -> (f64) {
        scf.yield %v : f64
      } else {
        %minus = arith.negf %v : f64
        scf.yield %minus : f64
      }
      %next = arith.addf %acc2, %w : f64
      scf.yield %next : f64
    }
    scf.yield %inner : f64
  }
  memref.store %sum, %out[%zero] : memref<8xf64>
  // How often 7 can be halved.
  %k, %times = scf.while (%k0 = %seven, %t0 = %f0) : (index, f64) -> (index, f64) {
    %more = arith.cmpi sgt, %k0, %zero : index
    scf.condition(%more) %k0, %t0 : index, f64
  } do {
  ^bb0(%k1 : index, %t1 : f64):
    %half = arith.divui %k1, %two : index
    %f1 = arith.constant 1.0 : f64
    %t2 = arith.addf %t1, %f1 : f64
    scf.yield %half, %t2 : index, f64
  }
  memref.store %times, %out[%one] : memref<8xf64>
  %chosen = scf.index_switch %n -> f64
  case 4 {
    %v = arith.constant 44.0 : f64
    scf.yield %v : f64
  }
  case 5 {
    %v = arith.constant 55.0 : f64
    scf.yield %v : f64
  }
  default {
    scf.yield %f0 : f64
  }
  memref.store %chosen, %out[%two] : memref<8xf64>
  // The largest |x[i]| * j by a parallel loop of two dimensions.
  %largest = "scf.parallel"(%zero, %zero, %n, %three, %one, %one, %f0)
      <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
  ^bb0(%i : index, %j : index):
    %v = memref.load %x[%i] : memref<?xf64>
    %abs = math.absf %v : f64
    %ji = arith.index_cast %j : index to i64
    %jf = arith.sitofp %ji : i64 to f64
    %p = arith.mulf %abs, %jf : f64
    scf.reduce (%p : f64) {
    ^bb1(%l : f64, %r : f64):
      %m = arith.maximumf %l, %r : f64
      scf.reduce.return %m : f64
    }
  }) : (index, index, index, index, index, index, f64) -> f64
  memref.store %largest, %out[%three] : memref<8xf64>
  %region = scf.execute_region -> (f64) {
    %early = arith.cmpi eq, %n, %three : index
    cf.cond_br %early, ^a, ^b
  ^a:
    scf.yield %f0 : f64
  ^b:
    scf.yield %sum : f64
  }
  %four = arith.constant 4 : index
  memref.store %region, %out[%four] : memref<8xf64>
  func.return
}
"""


@pytest.mark.parametrize("opt_level", [0, 1, 3])
def test_control_flow(opt_level: int) -> None:
    x = np.array([1.5, -2.0, 4.0, -0.5, 3.0])
    out = np.zeros(8)
    native(CONTROL, opt_level=opt_level)(5, x, out)
    prefix = sum(np.abs(x[:i]).sum() for i in range(5))
    assert out.tolist() == [prefix, 3.0, 55.0, 8.0, prefix, 0.0, 0.0, 0.0]


MEMORY = """
"memref.global"() <{sym_name = "table", sym_visibility = "private", type = memref<2x3xf32>,
  initial_value = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 0.1]]> : tensor<2x3xf32>}> : () -> ()
"memref.global"() <{sym_name = "flags", sym_visibility = "private", type = memref<2xi1>,
  initial_value = dense<[true, false]> : tensor<2xi1>}> : () -> ()
func.func @f(%n: index, %x: memref<?x3xf32>, %out: memref<?x3xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %t = memref.get_global @table : memref<2x3xf32>
  %g = memref.get_global @flags : memref<2xi1>
  %copy = memref.alloc(%n) : memref<?x3xf32>
  %size = memref.dim %copy, %zero : memref<?x3xf32>
  "memref.copy"(%x, %copy) : (memref<?x3xf32>, memref<?x3xf32>) -> ()
  %row = memref.alloca() : memref<3xf32>
  scf.for %i = %zero to %size step %one {
    scf.for %j = %zero to %three step %one {
      %v = memref.load %copy[%i, %j] : memref<?x3xf32>
      %w = memref.load %t[%one, %j] : memref<2x3xf32>
      %p = arith.mulf %v, %w : f32
      memref.store %p, %row[%j] : memref<3xf32>
      %flag = memref.load %g[%zero] : memref<2xi1>
      %q = memref.load %row[%j] : memref<3xf32>
      %r = arith.select %flag, %q, %v : f32
      memref.store %r, %out[%i, %j] : memref<?x3xf32>
    }
  }
  memref.dealloc %copy : memref<?x3xf32>
  func.return
}
"""


def test_memory() -> None:
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    out = np.zeros_like(x)
    native(MEMORY)(4, x, out)
    np.testing.assert_array_equal(out, x * np.float32([4, 5, 0.1]))


def test_buffers_pass_through_casts_and_branches() -> None:
    call = native("""
    func.func @f(%n: index, %c: i1, %out: memref<3xindex>) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %b = memref.alloc(%n) : memref<?xindex>
      %d = "memref.cast"(%b) : (memref<?xindex>) -> memref<3xindex>
      scf.for %i = %zero to %n step %one {
        memref.store %i, %d[%i] : memref<3xindex>
      }
      %m = scf.if %c -> (memref<3xindex>) {
        scf.yield %d : memref<3xindex>
      } else {
        scf.yield %out : memref<3xindex>
      }
      "memref.copy"(%m, %out) : (memref<3xindex>, memref<3xindex>) -> ()
      memref.dealloc %b : memref<?xindex>
      func.return
    }""")
    out = np.full(3, 9, np.int64)
    call(3, 0, out)
    assert out.tolist() == [9, 9, 9]
    call(3, 1, out)
    assert out.tolist() == [0, 1, 2]


def test_results_go_to_the_slots_behind_the_arguments() -> None:
    text = """
    func.func @f(%a: i64, %b: f64) -> (i1, f64) {
      %five = arith.constant 5 : i64
      %c = arith.cmpi sgt, %a, %five : i64
      func.return %c, %b : i1, f64
    }"""
    table = np.zeros(4, np.int64)
    table[0] = 6
    table[1:2].view(np.float64)[0] = 1.5
    compile_ir(to_llvm_ir(text)).entry("f_packed")(table.ctypes.data)
    assert table[2:3].view(np.bool_)[0]
    assert table[3:4].view(np.float64)[0] == 1.5


def test_functions_with_several_results() -> None:
    call = native("""
    func.func private @both(%a: i64, %b: i64) -> (i64, i64) {
      %s = arith.addi %a, %b : i64
      %p = arith.muli %a, %b : i64
      func.return %s, %p : i64, i64
    }
    func.func @f(%a: i64, %b: i64, %out: memref<2xi64>) {
      %s, %p = func.call @both(%a, %b) : (i64, i64) -> (i64, i64)
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      memref.store %s, %out[%zero] : memref<2xi64>
      memref.store %p, %out[%one] : memref<2xi64>
      func.return
    }""")
    out = np.zeros(2, np.int64)
    call(6, 7, out)
    assert out.tolist() == [13, 42]


def test_scalar_arguments_of_each_width() -> None:
    call = native("""
    func.func @f(%b: i1, %i: i32, %s: f32, %d: f64, %out: memref<1xf64>) {
      %zero = arith.constant 0 : index
      %x = arith.sitofp %i : i32 to f64
      %y = arith.extf %s : f32 to f64
      %z = arith.addf %x, %y : f64
      %w = arith.addf %z, %d : f64
      %r = arith.select %b, %w, %d : f64
      memref.store %r, %out[%zero] : memref<1xf64>
      func.return
    }""")
    out = np.zeros(1)
    call(1, np.int32(-3), F32(0.5), 10.0, out)
    assert out[0] == 7.5


def cost_of_flattening(count: int) -> int:
    """Count the lines that lower-scf-to-cf executes for so many loops in one function."""
    loops = "\n".join(
        f"scf.for %i{k} = %n to %n step %n {{ memref.store %c, %out[%i{k}] : memref<?xf64> }}"
        for k in range(count)
    )
    module = parse(f"""
    func.func @f(%n: index, %c: f64, %out: memref<?xf64>) {{
      {loops}
      func.return
    }}""")
    return lines_run(lambda: LowerScfToCfPass().apply(Context(), module))


def test_lowering_control_flow_takes_linear_time() -> None:
    assert grows_linearly(cost_of_flattening, 25)


def test_nothing_is_left_of_the_loops_level() -> None:
    for text in (CONTROL, MEMORY):
        names = {op.name for op in lower(text).walk()} - {"builtin.module"}
        assert all(name.startswith("llvm.") for name in names)
