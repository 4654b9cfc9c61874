"""The errors of the expanded math functions, in units in the last place, over all their range."""

import functools
import platform
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from native_programs import CONVERSIONS, lower, native
from wide_erf import wide_erf
from xdsl.dialects.builtin import f64

from xdsl_torchscript.lowering.loops.elementary.angles import SPLIT, TRIG_LIMIT
from xdsl_torchscript.runtime.native.target import fuses_multiply_add, host_target

WIDE = np.longdouble
BOTH = {
    "exp": 1.2, "exp2": 1.2, "expm1": 1.5, "log": 0.9, "log1p": 0.9, "log2": 1.8, "log10": 1.9,
    "sinh": 1.5, "cosh": 1.3, "asinh": 1.8, "acosh": 1.8, "atanh": 2.0, "sin": 2.0, "cos": 2.0,
    "asin": 2.0, "acos": 1.2,
}  # fmt: skip
F32 = {"erf": 1.8, "tan": 0.8, "atan": 1.5, "tanh": 2.5}
F64 = {"erf": 1.4, "tan": 1.6, "atan": 1.7, "tanh": 2.1}
BOUNDS = {
    **{(name, element): bound for name, bound in BOTH.items() for element in ("f32", "f64")},
    **{(name, "f32"): bound for name, bound in F32.items()},
    **{(name, "f64"): bound for name, bound in F64.items()},
}
"""The bounds in the docstring of the pass, with and without fused multiply-add."""

LIBRARY = {
    "exp": 0.6, "exp2": 0.6, "expm1": 0.8, "log": 0.6, "log1p": 0.8, "log2": 0.6, "log10": 1.6,
    "cosh": 1.5, "sinh": 1.7, "asinh": 1.7, "acosh": 2.0, "atanh": 1.6, "tanh": 2.1, "sin": 0.6,
    "cos": 0.6, "tan": 0.7, "asin": 0.6, "acos": 0.6, "atan": 0.6, "erf": 1.1,
}  # fmt: skip
"""The bounds of glibc's f64 functions, which `precision=exact` calls."""

FAST = {"exp": 2.4, "log": 3.5}
"""The bounds of the functions that `precision=fast` changes."""

FUSED = fuses_multiply_add(host_target())

LIMITS = {"f32": TRIG_LIMIT, "f64": SPLIT[f64].limit}
"""The sizes from which the library computes some trigonometric functions."""

DTYPES: dict[str, Any] = {"f32": np.float32, "f64": np.float64}
INTEGERS: dict[str, Any] = {"f32": np.int32, "f64": np.int64}
NAMES = {
    "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan",
    "atan2": "arctan2", "atanh": "arctanh", "powf": "power",
}  # fmt: skip
"""Numpy's names."""
CONTRACT = " fastmath<contract>"
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-45, -1e-45, 1e-310, 5e-324]


def text(function: str, element: str, lanes: int) -> str:
    kind = f"vector<{lanes}x{element}>" if lanes else element
    read, write = ("vector.load", "vector.store") if lanes else ("memref.load", "memref.store")
    suffix = f", {kind}" if lanes else ""
    return f"""
    func.func @f(%n: index, %m: memref<?x{element}>, %out: memref<?x{element}>) {{
      %c0 = arith.constant 0 : index
      %step = arith.constant {lanes or 1} : index
      scf.for %i = %c0 to %n step %step {{
        %x = {read} %m[%i] : memref<?x{element}>{suffix}
        %y = math.{function} %x : {kind}
        {write} %y, %out[%i] : memref<?x{element}>{suffix}
      }}
      func.return
    }}"""


@functools.cache
def expanded(
    function: str, element: str, lanes: int, fma: bool, precision: str = "default"
) -> Callable[..., None]:
    """Return the compiled expansion; without `fma`, no product is contracted with a sum."""
    spec = f"expand-math{{fma={str(fma).lower()} precision={precision}}}"
    program = str(lower(text(function, element, lanes), spec))
    program = program if fma else program.replace(CONTRACT, "")
    return native(program, opt_level=2, pipeline=CONVERSIONS)


def run(
    function: str,
    element: str,
    lanes: int,
    x: Any,
    *,
    fma: bool = FUSED,
    precision: str = "default",
) -> Any:
    out = np.empty_like(x)
    expanded(function, element, lanes, fma, precision)(len(x), x, out)
    return out


@functools.cache
def samples(element: str) -> Any:
    """Return every exponent, both signs, and the places where functions switch polynomials."""
    rng = np.random.default_rng(3)
    dtype = DTYPES[element]
    bits = rng.integers(np.iinfo(INTEGERS[element]).min, np.iinfo(INTEGERS[element]).max, 1 << 17)
    anything = bits.astype(INTEGERS[element]).view(dtype)
    usual = np.concatenate([rng.uniform(-s, s, 1 << 15) for s in (0.01, 1, 3, 30, 110, 760, 1e4)])
    small = np.exp(rng.uniform(-40, 0, 1 << 15)) * rng.choice([-1.0, 1.0], 1 << 15)
    near_one = 1 - np.exp(rng.uniform(-30, 3, 1 << 15))
    quarters = np.arange(-(1 << 14), 1 << 14) * (np.pi / 2)
    with np.errstate(over="ignore"):
        special = np.array(SPECIAL, dtype=dtype)
        parts = map(dtype, (usual, small, near_one, 2 - near_one, quarters))
        every = np.concatenate([special, anything, *parts, turns(rng, dtype)])
    return every[: len(every) // 8 * 8].copy()


def turns(rng: np.random.Generator, dtype: Any) -> Any:
    """Return the neighbours of multiples of pi / 2, at which reductions cancel."""
    near = (rng.integers(-(1 << 26), 1 << 26, 1 << 15) * (np.pi / 2)).astype(dtype)
    return np.concatenate([near, np.nextafter(near, dtype(0))])


def exact(function: str, *arguments: Any) -> Any:
    """Return the value in a wider format."""
    found = wide_erf if function == "erf" else getattr(np, NAMES.get(function, function))
    return found(*(argument.astype(WIDE) for argument in arguments))


def ulps(got: Any, true: Any) -> Any:
    """Return the error in ulp of the exact result, rounded to the type of `got`."""
    with np.errstate(all="ignore"):
        unit = np.spacing(np.abs(true.astype(got.dtype))).astype(WIDE)
        unit = np.where(np.isfinite(unit), unit, np.spacing(np.finfo(got.dtype).max))
        far = np.abs(got.astype(WIDE) - true) / unit
    rounded = true.astype(got.dtype)
    same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
    return np.where(same, np.minimum(np.nan_to_num(far), 0.5), far)


@pytest.mark.parametrize("lanes", [0, 8])
@pytest.mark.parametrize(("function", "element"), BOUNDS)
def test_error(function: str, element: str, lanes: int) -> None:
    check_error(function, element, lanes, BOUNDS[function, element], fma=FUSED)


@pytest.mark.parametrize(("function", "element"), BOUNDS)
def test_error_without_fused_multiply_add(function: str, element: str) -> None:
    check_error(function, element, 8, BOUNDS[function, element], fma=False)


@pytest.mark.parametrize("lanes", [0, 8])
@pytest.mark.parametrize("function", [name for name, element in BOUNDS if element == "f32"])
def test_exact_functions_are_rounded_once(function: str, lanes: int) -> None:
    x = samples("f32")
    got = run(function, "f32", lanes, x, precision="exact")
    with np.errstate(all="ignore"):
        assert np.max(ulps(got, exact(function, x))) <= 0.51


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the bounds are those of glibc")
@pytest.mark.parametrize(("function", "bound"), LIBRARY.items())
def test_exact_functions_of_f64_are_those_of_the_library(function: str, bound: float) -> None:
    x = samples("f64")
    got = run(function, "f64", 0, x, precision="exact")
    with np.errstate(all="ignore"):
        assert np.max(ulps(got, exact(function, x))) <= bound


@pytest.mark.parametrize("fma", sorted({False, FUSED}))
@pytest.mark.parametrize(("function", "bound"), FAST.items())
def test_error_of_fast_functions(function: str, bound: float, fma: bool) -> None:
    """Positive subnormal arguments count as 0, and results below 2^-125.4 may be 0."""
    x = samples("f32")
    x = np.concatenate([x, np.linspace(-110, 90, 1 << 16, dtype=np.float32)])
    got = run(function, "f32", 8, x, fma=fma, precision="fast")
    flushed = np.where((x > 0) & (x < np.finfo(np.float32).tiny), np.float32(0), x)
    with np.errstate(all="ignore"):
        true = exact(function, flushed)
        far = ulps(got, true)
    far[(got == 0) & (np.abs(true) < 2**-125.4)] = 0
    worst = int(np.argmax(np.where(np.isnan(far), np.inf, far)))
    assert far[worst] <= bound, (x[worst], got[worst], far[worst])


def check_error(function: str, element: str, lanes: int, bound: float, *, fma: bool) -> None:
    x = samples(element)
    if function in ("sin", "cos", "tan"):
        x = np.where(np.abs(x) > LIMITS[element], DTYPES[element](0.5), x)
    got = run(function, element, lanes, x, fma=fma)
    with np.errstate(all="ignore"):
        far = ulps(got, exact(function, x))
    worst = int(np.argmax(np.where(np.isnan(far), np.inf, far)))
    assert far[worst] <= bound, (x[worst], got[worst], far[worst])


@pytest.mark.parametrize(("function", "element"), BOUNDS)
def test_zero_keeps_its_sign(function: str, element: str) -> None:
    x = np.array([-0.0, 0.0] * 4, dtype=DTYPES[element])
    got = run(function, element, 8, x)
    with np.errstate(all="ignore"):
        expected = exact(function, x).astype(x.dtype)
    np.testing.assert_array_equal(got, expected)
    assert np.all((np.signbit(got) == np.signbit(expected)) | np.isnan(expected))


@pytest.mark.parametrize("fma", [False, True])
@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("function", ["sin", "cos", "tan"])
@pytest.mark.parametrize(
    "largest",
    [5.9e3, 6.1e3, 9.9e4, 1.1e5, 9.9e5, 1e6, 9.9e7, 1.1e8, 9.9e8, 1.1e9, 1e20, np.inf, np.nan],
)
def test_the_largest_lane_decides_for_all(
    function: str, element: str, fma: bool, largest: float
) -> None:
    x = np.array([largest, 1e-3, -0.0, 0.5, -3.0, 1e-45, 100.0, -largest], DTYPES[element])
    with np.errstate(invalid="ignore"):
        expected = exact(function, x)
    got = run(function, element, 8, x, fma=fma)
    assert np.all(ulps(got, expected) <= BOUNDS[function, element])
    assert np.signbit(got[2]) == np.signbit(expected[2])


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("function", ["tanh", "erf"])
def test_bounded_functions_stay_within_their_bounds(function: str, element: str) -> None:
    x = np.linspace(2, 24, 1 << 14, dtype=DTYPES[element])
    assert np.abs(run(function, element, 8, x)).max() == 1


@pytest.mark.skipif(not FUSED, reason="the limit is that of fused multiply-add")
@pytest.mark.parametrize("function", ["sin", "cos"])
def test_error_up_to_the_limit_of_fused_reductions(function: str) -> None:
    rng = np.random.default_rng(5)
    near = rng.integers(-(6 << 26), 6 << 26, 1 << 16) * (np.pi / 2)
    x = np.concatenate([near, rng.uniform(-9.9e8, 9.9e8, 1 << 16)])
    far = ulps(run(function, "f64", 8, x, fma=True), exact(function, x))
    worst = int(np.argmax(far))
    assert far[worst] <= BOUNDS[function, "f64"], (x[worst], far[worst])


SIGMOID = """
    func.func @f(%n: index, %m: memref<?xELEMENT>, %out: memref<?xELEMENT>) {
      %c0 = arith.constant 0 : index
      %step = arith.constant 8 : index
      %one = arith.constant dense<1.0> : vector<8xELEMENT>
      scf.for %i = %c0 to %n step %step {
        %x = vector.load %m[%i] : memref<?xELEMENT>, vector<8xELEMENT>
        %y = math.exp %x : vector<8xELEMENT>
        %z = arith.addf %one, %y : vector<8xELEMENT>
        vector.store %z, %out[%i] : memref<?xELEMENT>, vector<8xELEMENT>
      }
      func.return
    }"""


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_exp_that_is_added_to_one(element: str) -> None:
    """The sum is as exact as with every exponential: up to infinity, and 1 for the smallest."""
    x = samples(element)
    x = np.concatenate([x, np.linspace(-750, 720, 1 << 14, dtype=x.dtype)])
    out = np.empty_like(x)
    native(str(lower(SIGMOID.replace("ELEMENT", element), "expand-math")))(len(x), x, out)
    with np.errstate(all="ignore"):
        far = ulps(out, 1 + exact("exp", x))
    assert np.max(np.where(np.isnan(far), np.inf, far)) <= BOUNDS["exp", element] + 0.5


PAIRS = """
    func.func @f(%n: index, %a: memref<?xELEMENT>, %b: memref<?xELEMENT>, %out: memref<?xELEMENT>) {
      %c0 = arith.constant 0 : index
      %step = arith.constant 8 : index
      scf.for %i = %c0 to %n step %step {
        %x = vector.load %a[%i] : memref<?xELEMENT>, vector<8xELEMENT>
        %y = vector.load %b[%i] : memref<?xELEMENT>, vector<8xELEMENT>
        %z = FUNCTION %x, %y : vector<8xELEMENT>
        vector.store %z, %out[%i] : memref<?xELEMENT>, vector<8xELEMENT>
      }
      func.return
    }"""


@functools.cache
def expanded_pairs(function: str, element: str, fma: bool) -> Callable[..., None]:
    text = PAIRS.replace("FUNCTION", function).replace("ELEMENT", element)
    program = str(lower(text, f"expand-math{{fma={str(fma).lower()}}}"))
    return native(program if fma else program.replace(CONTRACT, ""), opt_level=2)


def run_pairs(function: str, a: Any, b: Any, *, fma: bool = FUSED) -> Any:
    out = np.empty_like(a)
    expanded_pairs(function, "f32" if a.dtype == np.float32 else "f64", fma)(len(a), a, b, out)
    return out


def special_pairs(dtype: Any = np.float32) -> tuple[Any, Any]:
    """Return all pairs of special numbers, each in a vector of its own."""
    numbers = np.array([*SPECIAL, 0.5, -0.5, 2, -2, 3, -3, 1e38, -1e38, 1e-38], dtype)
    a, b = np.meshgrid(numbers, numbers)
    return np.repeat(a.ravel(), 8), np.repeat(b.ravel(), 8)


def usual_pairs(dtype: Any = np.float32) -> tuple[Any, Any]:
    """Return pairs of ordinary numbers of both signs and many sizes."""
    rng = np.random.default_rng(4)
    a, b = (np.exp(rng.uniform(-20, 20, 1 << 16)) for _ in range(2))
    near = rng.uniform(-20, 20, 1 << 16)
    signs = rng.choice([-1.0, 1.0], 1 << 17)
    left, right = np.concatenate([a, np.abs(near)]), np.concatenate([b, near[::-1]])
    return (left * signs).astype(dtype), right.astype(dtype)


def powers(dtype: Any = np.float32) -> tuple[Any, Any]:
    """Return finite bases with exponents up to the limits of powers, and with whole ones."""
    rng = np.random.default_rng(5)
    bases = np.concatenate(
        [
            np.exp(rng.uniform(-80, 80, 1 << 16)),
            1 + np.exp2(rng.uniform(-30, -1, 1 << 16)) * rng.choice([-1.0, 1.0], 1 << 16),
            np.finfo(dtype).tiny * rng.uniform(0.01, 1, 1 << 15),
        ]
    ).astype(dtype)
    logarithms = rng.uniform(-760, 720, len(bases)) * rng.choice([1.0, 0.05], len(bases))
    with np.errstate(all="ignore"):
        exponents = np.nan_to_num(logarithms / np.log(bases), posinf=9.0, neginf=-9.0).astype(dtype)
    whole = rng.integers(-40, 40, len(bases)).astype(dtype)
    signs = rng.choice([-1.0, 1.0], len(bases)).astype(dtype)
    return np.concatenate([bases, bases * signs]), np.concatenate([exponents, whole])


@pytest.mark.parametrize("fma", sorted({False, FUSED}))
@pytest.mark.parametrize("pairs", [special_pairs, usual_pairs, powers])
@pytest.mark.parametrize(
    ("function", "element", "bound"),
    [("atan2", "f32", 1.8), ("atan2", "f64", 1.8), ("powf", "f32", 0.6), ("powf", "f64", 1.3)],
)
def test_error_for_pairs(
    function: str, element: str, bound: float, pairs: Callable[..., Any], fma: bool
) -> None:
    a, b = pairs(DTYPES[element])
    got = run_pairs(f"math.{function}", a, b, fma=fma)
    with np.errstate(all="ignore"):
        far = ulps(got, exact(function, a, b))
    worst = int(np.argmax(np.where(np.isnan(far), np.inf, far)))
    assert far[worst] <= bound, (a[worst], b[worst], got[worst])


@pytest.mark.parametrize("pairs", [special_pairs, usual_pairs])
def test_remainders_are_exact(pairs: Callable[[], Any]) -> None:
    a, b = pairs()
    with np.errstate(invalid="ignore"):
        expected = np.fmod(a, b)
    got = run_pairs("arith.remf", a, b)
    np.testing.assert_array_equal(got, expected)
    signs = np.signbit(got) == np.signbit(expected)
    assert np.all(signs | np.isnan(expected))
