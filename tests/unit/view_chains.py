"""Chains of views and writes on a random tensor, generated step by step from its sizes.

A step is a method and its arguments. Some steps are wrong on purpose and must fail.
`conformance/operators/test_semantics_views.py` runs the steps in PyTorch as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

Step: TypeAlias = tuple[str, list[Any]]
Sizes: TypeAlias = Sequence[int]

DTYPES = ("float32", "int64", "complex64", "uint8", "bfloat16")


def sizes(random: Random) -> list[int]:
    rank = random.choice((0, 1, 2, 2, 3, 3, 4, 4))
    return [random.choice((0, 1, 1, 2, 3, 4, 5, 6) if rank < 4 else (1, 2, 3)) for _ in range(rank)]


def _dim(random: Random, shape: Sizes) -> int:
    """Return a dimension, occasionally one out of range."""
    bound = max(len(shape), 1)
    return random.randint(-bound, bound - 1) if random.random() < 0.96 else bound


def _dims(random: Random, shape: Sizes) -> list[int]:
    return [_dim(random, shape), _dim(random, shape)]


def _size(random: Random, shape: Sizes, dim: int) -> int:
    return shape[dim] if -len(shape) <= dim < len(shape) else 1


def _factors(random: Random, count: int) -> list[int]:
    """Return sizes of `count` elements."""
    made: list[int] = []
    while count > 1 and random.random() < 0.8:
        divisor = random.choice([d for d in range(1, count + 1) if count % d == 0])
        made.append(divisor)
        count //= divisor
    made.append(count)
    random.shuffle(made)
    if random.random() < 0.2:
        made.insert(random.randrange(len(made) + 1), 1)
    if random.random() < 0.3:
        made[random.randrange(len(made))] = -1
    return made


def _reshape(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return [_factors(random, math.prod(shape))]


def _permute(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    order = list(range(len(shape)))
    random.shuffle(order)
    return [order]


def _expand(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    wanted = [random.choice((2, 3, n, -1)) if n == 1 else random.choice((n, -1)) for n in shape]
    lead = [random.randint(0, 3) for _ in range(random.choice((0, 0, 1, 2)))]
    return [lead + wanted]


def _sliced(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    bounds = [random.choice((None, random.randint(-7, 7))) for _ in range(2)]
    return [_dim(random, shape), *bounds, random.choice((1, 1, 2, 3))]


def _select(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    dim = _dim(random, shape)
    size = _size(random, shape, dim)
    return [dim, random.randint(-size, max(size - 1, 0)) if random.random() < 0.95 else size]


def _narrow(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    dim = _dim(random, shape)
    size = _size(random, shape, dim)
    start = random.randint(0, size)
    return [dim, start, random.randint(0, size - start + (random.random() < 0.05))]


def _as_strided(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    rank = random.randint(0, 3)
    wanted = [random.randint(0, 3) for _ in range(rank)]
    steps = [random.randint(0, 4) for _ in range(rank)]
    return [wanted, steps, random.choice((None, 0, random.randint(0, 12)))]


def _unfold(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    dim = _dim(random, shape)
    return [dim, random.randint(0, max(_size(random, shape, dim), 1)), random.randint(1, 3)]


def _flatten(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return sorted(_dims(random, shape))


def _diagonals(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return [random.randint(-3, 3), *_dims(random, shape)]


def _unflatten(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    dim = _dim(random, shape)
    return [dim, _factors(random, _size(random, shape, dim))]


def _nothing(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return []


def _one_dim(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return [_dim(random, shape)]


def _new_dim(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return [random.randint(-len(shape) - 1, len(shape))]


def _two_dims(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return _dims(random, shape)


def _parts(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return [random.randint(1, 4), _dim(random, shape)]


def _format(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    return [random.choice(("contiguous_format", "channels_last", "preserve_format"))]


def _resize(random: Random, shape: Sizes, strides: Sizes) -> list[Any]:
    """Return sizes without additional elements, whose values are undefined."""
    held = 1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))
    made: list[int] = []
    for _ in range(random.randint(0, 3)):
        made.append(random.randint(0, held // max(math.prod(made), 1)))
    return [made]


_STEPS: dict[str, tuple[int, Callable[..., list[Any]]]] = {
    "view": (4, _reshape),
    "reshape": (3, _reshape),
    "permute": (4, _permute),
    "expand": (3, _expand),
    "slice": (5, _sliced),
    "select": (3, _select),
    "narrow": (2, _narrow),
    "as_strided": (2, _as_strided),
    "unfold": (2, _unfold),
    "flatten": (2, _flatten),
    "unflatten": (1, _unflatten),
    "diagonal": (2, _diagonals),
    "transpose": (2, _two_dims),
    "movedim": (1, _two_dims),
    "swapaxes": (1, _two_dims),
    "unsqueeze": (1, _new_dim),
    "squeeze": (1, _nothing),
    "squeeze.dim": (1, _one_dim),
    "t": (1, _nothing),
    "mT": (1, _nothing),
    "chunk": (1, _parts),
    "split": (1, _parts),
    "tensor_split": (1, _parts),
    "unbind": (1, _one_dim),
    "detach": (1, _nothing),
    "contiguous": (1, _nothing),
    "clone": (1, _format),
    "view_as_real": (1, _nothing),
    "view_as_complex": (1, _nothing),
    "view.dtype": (1, lambda random, shape, strides: [random.choice(DTYPES)]),
    "fill_": (1, lambda random, shape, strides: [random.randint(1, 9)]),
    "add_": (2, lambda random, shape, strides: [random.randint(1, 9)]),
    "mul_": (1, lambda random, shape, strides: [random.randint(2, 3)]),
    "zero_": (1, _nothing),
    "shift_": (1, _nothing),
    "twice": (2, _nothing),
    "resize_": (1, _resize),
}
_ASK_WHERE = ("as_strided", "resize_", "view.dtype", "view_as_complex")
_NAMES = tuple(_STEPS)
_WEIGHTS = tuple(weight for weight, _ in _STEPS.values())


def _meet(shape: Sizes, strides: Sizes) -> bool:
    """Return whether elements may overlap, other than by repetition."""
    span = 1
    for step, n in sorted((s, n) for s, n in zip(strides, shape, strict=True) if n > 1 and s):
        if step < span:
            return True
        span += step * (n - 1)
    return False


def _is_contiguous(shape: Sizes, strides: Sizes) -> bool:
    return all(s == math.prod(shape[i + 1 :]) for i, s in enumerate(strides))


def next_step(random: Random, shape: Sizes, strides: Sizes) -> Step:
    """Return the next step.

    Steps avoid the position of empty tensors, and the order of writes to overlapping elements.
    """
    (name,) = random.choices(_NAMES, _WEIGHTS)
    if name in _ASK_WHERE and 0 in shape:
        return "detach", []
    if name in ("add_", "mul_", "shift_") and _meet(shape, strides):
        return "detach", []
    if name == "shift_" and not _is_contiguous(shape, strides):
        return "detach", []
    return name, _STEPS[name][1](random, shape, strides)


def _slice(x: Any, dim: int, start: int | None, end: int | None, step: int) -> Any:
    rank = x.dim()
    if not -rank <= dim < rank:
        raise IndexError(dim)
    return x[(slice(None),) * (dim % rank) + (slice(start, end, step),)]


def _shift(x: Any) -> Any:
    """Write from a neighbour: refused where both are dense."""
    x[1:].copy_(x[:-1])
    return x


def run_step(library: Any, x: Any, step: Step) -> Any:
    """Run a step on a tensor of PyTorch or ours; of several parts the last one is the result."""
    name, arguments = step
    method = name.partition(".")[0]
    if name == "slice":
        return _slice(x, *arguments)
    if name == "shift_":
        return _shift(x)
    if name == "twice":
        return x + x
    if name == "clone":
        return x.clone(memory_format=getattr(library, arguments[0]))
    if name == "view.dtype":
        return x.view(getattr(library, arguments[0]))
    if name == "mT":
        return x.mT
    owner = library if name.startswith("view_as") else x
    given = [x, *arguments] if owner is library else arguments
    result = getattr(owner, method)(*given)
    return result[-1] if isinstance(result, list | tuple) else result
