"""Questions about types and layouts that PyTorch has answered in `data/semantics.json.xz`, which
`tests/conformance/operators/gen_semantics.py` writes. `lib` is PyTorch or ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

GOLDEN = Path(__file__).with_name("data") / "semantics.json.xz"
CHAIN_LENGTH = 8

NAMES = ("bool", "uint8", "int8", "int32", "int64", "float16", "bfloat16", "float32", "float64",
         "complex64", "complex128")  # fmt: skip
NUMBERS: dict[str, Any] = {"True": True, "2": 2, "2.5": 2.5, "1j": 1j}
OPERANDS = (*NAMES, *(f"{name}()" for name in NAMES), *NUMBERS)
_REFUSALS = (RuntimeError, ValueError, TypeError, IndexError, ArithmeticError, AttributeError)


def operand(lib: Any, name: str, which: int) -> Any:
    if name in NUMBERS:
        return NUMBERS[name]
    data = 3 if name.endswith("()") else [3, 2 - which, 1]
    return lib.tensor(data, dtype=getattr(lib, name.removesuffix("()")))


Call = Callable[..., Any]

BINARY: dict[str, Call] = {
    "add": lambda lib, x, y: x + y,
    "sub": lambda lib, x, y: x - y,
    "mul": lambda lib, x, y: x * y,
    "div": lambda lib, x, y: x / y,
    "floor_divide": lambda lib, x, y: x // y,
    "remainder": lambda lib, x, y: x % y,
    "pow": lambda lib, x, y: lib.pow(x, y),
    "lt": lambda lib, x, y: x < y,
    "eq": lambda lib, x, y: x == y,
    "maximum": lambda lib, x, y: lib.maximum(x, y),
    "bitwise_and": lambda lib, x, y: x & y,
    "where": lambda lib, x, y: lib.where(lib.tensor([True, False, True]), x, y),
    "add_": lambda lib, x, y: x.add_(y),
    "div_": lambda lib, x, y: x.div_(y),
    "masked_fill": lambda lib, x, y: x.masked_fill(lib.tensor(True), y),
    "cat": lambda lib, x, y: lib.cat([x, y]),
    "lerp": lambda lib, x, y: lib.lerp(x, x, y),
}
_SHORT = {"complex": "c", "float": "f", "bfloat": "bf", "uint": "u", "int": "i", "bool": "b"}


def answer(call: Call, lib: Any, x: Any, y: Any) -> str:
    """Return the result type in a few letters; - for an error, . for anything but tensors."""
    try:
        result = call(lib, x, y)
    except _REFUSALS:
        return "-"
    if not hasattr(result, "dtype"):
        return "."
    name = str(result.dtype).rpartition(".")[2]
    if name == "complex32":
        return "-"
    word = name.rstrip("0123456789")
    return _SHORT[word] + name.removeprefix(word)


def make_strided(lib: Any, random: Random) -> tuple[Any, Any]:
    """Return two tensors that broadcast, permuted, with gaps or repeated."""
    rank = random.choice((2, 3, 4, 4, 5))
    full = [random.choice((1, 2, 3)) for _ in range(rank)]
    return tuple(_make_layout(lib, random, [random.choice((n, n, 1)) for n in full]) for _ in "xy")


def _make_layout(lib: Any, random: Random, shape: list[int]) -> Any:
    order = list(range(len(shape)))
    random.shuffle(order)
    inner = [shape[dim] * random.choice((1, 1, 2)) for dim in order]
    count = 1
    for n in inner:
        count *= n
    base = lib.arange(count).reshape(inner).to(lib.float32)
    back = sorted(range(len(order)), key=order.__getitem__)
    cut = tuple(slice(None, None, inner[b] // n) for b, n in zip(back, shape, strict=True))
    return base.permute(back)[cut]


_LOSSES = (
    "mse_loss", "smooth_l1_loss", "huber_loss", "soft_margin_loss", "binary_cross_entropy",
)  # fmt: skip


def _loss(name: str) -> Call:
    """Return a loss of probabilities and others in row-major order, element by element."""

    def call(lib: Any, x: Any, y: Any) -> Any:
        given = x / 1e6
        return getattr(lib.nn.functional, name)(given, given.contiguous(), reduction="none")

    return call


LAYOUTS: dict[str, Call] = {
    "add": lambda lib, x, y: x + y,
    "mul number": lambda lib, x, y: x * 2,
    "lt": lambda lib, x, y: x < y,
    "where": lambda lib, x, y: lib.where(x > 5, y, x),
    "neg": lambda lib, x, y: -x,
    "clamp": lambda lib, x, y: x.clamp(1, 7),
    "addcmul": lambda lib, x, y: lib.addcmul(x, y, y),
    "clone": lambda lib, x, y: x.clone(),
    "double": lambda lib, x, y: x.double(),
    "zeros_like": lambda lib, x, y: lib.zeros_like(x),
    "channels_last": lambda lib, x, y: x.contiguous(memory_format=lib.channels_last) + 1,
    "channels_last_3d": lambda lib, x, y: x.to(lib.int64, memory_format=lib.channels_last_3d),
    "sum": lambda lib, x, y: x.sum(0),
    "sort": lambda lib, x, y: x.sort(-1)[0],
    "cat": lambda lib, x, y: lib.cat([x, x], 1),
    "index": lambda lib, x, y: x[..., lib.tensor([0, 0])],
    "matmul": lambda lib, x, y: x @ x.transpose(-1, -2),
    **{name: _loss(name) for name in _LOSSES},
    "binary_cross_entropy_with_logits": lambda lib, x, y: (
        lib.nn.functional.binary_cross_entropy_with_logits(x.contiguous(), x, reduction="none")
    ),
    "rot90 of no quarter": lambda lib, x, y: lib.rot90(x, 4, [0, 1]),
    "rot90 of one quarter": lambda lib, x, y: lib.rot90(x, 1, [0, 1]),
    "rot90 of two quarters": lambda lib, x, y: lib.rot90(x, 2, [0, 1]),
    "rot90 of three quarters": lambda lib, x, y: lib.rot90(x, -1, [-1, 0]),
    "angle": lambda lib, x, y: lib.angle(x),
    "angle of complex numbers": lambda lib, x, y: lib.angle(x.to(lib.complex64)),
}
