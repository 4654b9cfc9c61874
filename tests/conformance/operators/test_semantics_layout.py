"""The memory layout of results: pointwise operators over operands of any layout, copies in every
memory format, and operators with a layout of their own.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from random import Random

import pytest

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402

ROUNDS = 1500
FORMATS = ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")
REFUSALS = (RuntimeError, ValueError, TypeError, IndexError)
Call = Callable[..., object]


def make_layout(random: Random, shape: list[int]) -> torch.Tensor:
    """Return a tensor of these sizes, permuted, with gaps, or repeated."""
    order = list(range(len(shape)))
    random.shuffle(order)
    inner = [shape[dim] * random.choice((1, 1, 1, 2)) for dim in order]
    if random.random() < 0.2 and inner:
        at = random.randrange(len(inner))
        base = torch.rand([1 if i == at else n for i, n in enumerate(inner)]).expand(inner)
    else:
        base = torch.rand(inner)
    back = sorted(range(len(order)), key=order.__getitem__)
    steps = (max(inner[b] // max(n, 1), 1) for b, n in zip(back, shape, strict=True))
    cut = tuple(slice(None, None, step) for step in steps)
    return base.permute(back)[cut]


def shapes(random: Random) -> tuple[list[int], list[int]]:
    """Return two sizes that broadcast; often they are equal."""
    rank = random.choice((1, 2, 3, 3, 4, 4, 5))
    full = [random.choice((1, 2, 2, 3, 4)) for _ in range(rank)]
    if random.random() < 0.5:
        return full, full
    other = [random.choice((n, 1)) for n in full][random.choice((0, 0, 1)) :]
    return (full, other) if random.random() < 0.5 else (other, full)


POINTWISE: dict[str, Call] = {
    "add": lambda lib, x, y: lib.add(x, y),
    "add alpha": lambda lib, x, y: lib.add(x, y, alpha=2),
    "add number": lambda lib, x, y: x + 2,
    "number sub": lambda lib, x, y: 1 - x,
    "add of types": lambda lib, x, y: x.to(lib.float64) * y.to(lib.float64),
    "lt": lambda lib, x, y: x < y,
    "where": lambda lib, x, y: lib.where(x > 0.5, y, x),
    "neg": lambda lib, x, y: -x,
    "exp": lambda lib, x, y: x.exp(),
    "relu": lambda lib, x, y: lib.relu(x),
    "gelu": lambda lib, x, y: lib.nn.functional.gelu(x),
    "sigmoid": lambda lib, x, y: lib.sigmoid(x),
    "clamp": lambda lib, x, y: lib.clamp(x, 0.2, 0.7),
    "clamp tensor": lambda lib, x, y: lib.clamp(x, y),
    "pow": lambda lib, x, y: x**2,
    "pow tensor": lambda lib, x, y: x**y,
    "remainder": lambda lib, x, y: x % (y + 1),
    "addcmul": lambda lib, x, y: lib.addcmul(x, y, y),
    "lerp": lambda lib, x, y: lib.lerp(x, y, 0.3),
    "logical_not": lambda lib, x, y: lib.logical_not(x),
    "isnan": lambda lib, x, y: lib.isnan(x),
    "masked_fill": lambda lib, x, y: x.masked_fill(y > 0.5, 1.0),
    "maximum": lambda lib, x, y: lib.maximum(x, y),
    "round": lambda lib, x, y: lib.round(x),
    "atan2": lambda lib, x, y: lib.atan2(x, y),
}
OTHERS: dict[str, Call] = {
    "clone": lambda lib, x, f: x.clone(memory_format=f),
    "to": lambda lib, x, f: x.to(lib.float64, memory_format=f),
    "to copy": lambda lib, x, f: x.to(lib.float32, copy=True, memory_format=f),
    "contiguous": lambda lib, x, f: x.contiguous(memory_format=f),
    "empty_like": lambda lib, x, f: lib.empty_like(x, memory_format=f).zero_(),
    "zeros_like": lambda lib, x, f: lib.zeros_like(x, memory_format=f),
    "full_like": lambda lib, x, f: lib.full_like(x, 2, memory_format=f),
    "ones_like": lambda lib, x, f: lib.ones_like(x),
    "is_contiguous": lambda lib, x, f: x.is_contiguous(memory_format=f),
    "double": lambda lib, x, f: x.double(),
    "sum": lambda lib, x, f: x.sum(0),
    "sum keep": lambda lib, x, f: x.sum(-1, keepdim=True),
    "mean": lambda lib, x, f: x.mean(-1),
    "amax": lambda lib, x, f: x.amax(0),
    "max": lambda lib, x, f: x.max(0)[1],
    "argmax": lambda lib, x, f: x.argmax(-1),
    "all": lambda lib, x, f: (x > 0).all(0),
    "cumsum": lambda lib, x, f: x.cumsum(0),
    "sort": lambda lib, x, f: x.sort(0)[0],
    "sort indices": lambda lib, x, f: x.sort(-1)[1],
    "topk": lambda lib, x, f: x.topk(1, 0)[0],
    "softmax": lambda lib, x, f: x.softmax(0),
    "cat": lambda lib, x, f: lib.cat([x, x], 0),
    "cat last": lambda lib, x, f: lib.cat([x, x], -1),
    "stack": lambda lib, x, f: lib.stack([x, x], -1),
    "matmul": lambda lib, x, f: lib.matmul(x, x.transpose(-1, -2)),
    "flip": lambda lib, x, f: x.flip([0]),
    "roll": lambda lib, x, f: x.roll([1], [0]),
    "tril": lambda lib, x, f: x.tril(),
    "index_select": lambda lib, x, f: x.index_select(0, lib.tensor([0, 0])),
    "index": lambda lib, x, f: x[lib.tensor([0, 0])],
    "index last": lambda lib, x, f: x[..., lib.tensor([0, 0])],
    "index mask": lambda lib, x, f: x[x > 0.5],
    "gather": lambda lib, x, f: x.gather(0, lib.zeros_like(x, dtype=lib.int64)),
    "repeat": lambda lib, x, f: x.repeat([2] * x.dim()),
    "repeat_interleave": lambda lib, x, f: x.reshape([-1]).repeat_interleave(2, 0),
    "reshape": lambda lib, x, f: x.reshape([-1]),
    "var": lambda lib, x, f: x.var(-1),
    "norm": lambda lib, x, f: x.norm(2.0, [0]),
    "std": lambda lib, x, f: x.std(0),
    "logsumexp": lambda lib, x, f: x.logsumexp([0]),
    "prod": lambda lib, x, f: x.prod(0),
}


def facts(value: object) -> object:
    if not hasattr(value, "shape"):
        return value
    strides = value.strides if isinstance(value, ts.Tensor) else value.stride()
    sizes = tuple(value.array.shape if isinstance(value, ts.Tensor) else value.shape)
    return sizes, [st for n, st in zip(sizes, strides, strict=True) if n > 1]


def answer(call: Call, *arguments: object) -> object:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return facts(call(*arguments))
    except REFUSALS as error:
        return f"{type(error).__name__}: {error}"[:120]


def describe(tensor: torch.Tensor) -> str:
    return f"{tuple(tensor.shape)}:{tensor.stride()}"


def ours_of(tensor: torch.Tensor) -> ts.Tensor:
    return ts.Tensor.of(tensor.detach())


def disagreements(name: str, cases: Iterator[tuple], call: Call) -> list[str]:
    wrong = []
    for described, theirs, ours in cases:
        expected, got = answer(call, torch, *theirs), answer(call, ts, *ours)
        both = isinstance(expected, str) and isinstance(got, str)
        if expected != got and not both:
            wrong.append(f"{name} {described}: {expected}, ours {got}")
    return wrong


def pointwise_cases(rounds: int = ROUNDS) -> Iterator[tuple]:
    random = Random(7)
    for _ in range(rounds):
        x, y = (make_layout(random, shape) for shape in shapes(random))
        yield f"{describe(x)} {describe(y)}", (x, y), (ours_of(x), ours_of(y))


def copy_cases(rounds: int = ROUNDS) -> Iterator[tuple]:
    random = Random(11)
    for _ in range(rounds):
        x, name = make_layout(random, shapes(random)[0]), random.choice(FORMATS)
        yield f"{describe(x)} {name}", (x, getattr(torch, name)), (ours_of(x), getattr(ts, name))


@pytest.mark.parametrize("name", POINTWISE)
def test_pointwise(name: str) -> None:
    wrong = disagreements(name, pointwise_cases(300), POINTWISE[name])
    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong[:10])


@pytest.mark.parametrize("name", OTHERS)
def test_others(name: str) -> None:
    wrong = disagreements(name, copy_cases(200), OTHERS[name])
    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong[:10])
