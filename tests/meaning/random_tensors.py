"""Random programs on tensors that native code computes, as Python, with inputs.

Shapes are tracked, so every statement is valid. Sizes are small, but some exceed the width of a
vector by a few elements.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.tensor import Tensor

_SIZES = (1, 2, 3, 5, 17, 33)
_MOST = 400
"""The largest number of elements: Python visits each of them."""

_UNARY = (
    *("torch.relu({})", "torch.sigmoid({})", "torch.tanh({})", "torch.neg({})", "torch.abs({})"),
    *("torch.sin({})", "torch.cos({})", "torch.floor({})", "torch.round({})", "torch.erf({})"),
    *("torch.exp(torch.clamp({}, -9.0, 9.0))", "torch.sqrt(torch.abs({}))"),
    *("torch.log1p(torch.abs({}))", "{} * 0.5 + 1.0", "torch.clamp({}, -1.0, 2.0)"),
)
_BINARY = ("{} + {}", "{} - {}", "{} * {}", "torch.maximum({}, {})", "torch.minimum({}, {})",
           "torch.where({0} > {1}, {0}, {1} * 2.0)", "{} / (torch.abs({}) + 1.0)")  # fmt: skip
_WHOLE = (
    *("{} + {}", "{} - {}", "{} * {}", "torch.maximum({}, {})"),
    *("{} // (torch.abs({}) + 1)", "{} % (torch.abs({}) + 2)", "{} & {}", "{} ^ {}"),
    "torch.where({0} < {1}, {0} + 1, {1})",
)
_REDUCTIONS = ("sum", "mean", "amax", "amin")

Shape = tuple[int, ...]


@dataclass(frozen=True)
class _Value:
    name: str
    shape: Shape
    is_whole: bool = False


class _Writer:
    """A program in the making: its lines, and the tensors in scope."""

    def __init__(self, source: random.Random) -> None:
        self.random = source
        self.lines: list[str] = []
        self.values: list[_Value] = []

    def add(self, text: str, shape: Shape, is_whole: bool = False) -> None:
        name = f"v{len(self.lines)}"
        self.lines.append(f"    {name} = {text}")
        self.values.append(_Value(name, shape, is_whole))

    def pick(self, test: Callable[[_Value], bool]) -> _Value | None:
        """Return one of the tensors, a recent one rather than an old one."""
        found = [value for value in self.values if test(value)]
        return self.random.choice(found[-4:]) if found else None


def _float(value: _Value) -> bool:
    return not value.is_whole


def _unary(to: _Writer) -> None:
    if (x := to.pick(_float)) is not None:
        to.add(to.random.choice(_UNARY).format(x.name), x.shape)


def _binary(to: _Writer) -> None:
    x = to.pick(lambda _: True)
    y = x and to.pick(lambda v: v.is_whole == x.is_whole and _join(x.shape, v.shape) is not None)
    if x is None or y is None:
        return
    shape = _join(x.shape, y.shape) or ()
    if prod(shape) <= _MOST:
        forms = _WHOLE if x.is_whole else _BINARY
        to.add(to.random.choice(forms).format(x.name, y.name), shape, x.is_whole)


def _join(a: Shape, b: Shape) -> Shape | None:
    try:
        return np.broadcast_shapes(a, b)
    except ValueError:
        return None


def _cast(to: _Writer) -> None:
    x = to.pick(lambda _: True)
    if x is None:
        return
    if x.is_whole:
        to.add(f"torch.clamp({x.name}, -99, 99).to(torch.float32)", x.shape)
    else:
        to.add(f"torch.clamp({x.name}, -99.0, 99.0).to(torch.int64)", x.shape, True)


def _reduce(to: _Writer) -> None:
    x = to.pick(lambda v: len(v.shape) > 0)
    if x is None:
        return
    dim, keeps = to.random.randrange(len(x.shape)), to.random.random() < 0.5
    shape = (*x.shape[:dim], *((1,) if keeps else ()), *x.shape[dim + 1 :])
    kind = "amax" if x.is_whole else to.random.choice(_REDUCTIONS)
    to.add(f"torch.{kind}({x.name}, [{dim}], keepdim={keeps})", shape, x.is_whole)


def _normalise(to: _Writer) -> None:
    if (x := to.pick(lambda v: _float(v) and len(v.shape) > 0)) is None:
        return
    forms = (
        f"torch.softmax({x.name}, {to.random.randrange(len(x.shape))})",
        f"torch.layer_norm({x.name}, [{x.shape[-1]}])",
    )
    to.add(to.random.choice(forms), x.shape)


def _arg(to: _Writer) -> None:
    if (x := to.pick(lambda v: len(v.shape) > 0)) is None:
        return
    dim = to.random.randrange(len(x.shape))
    to.add(f"torch.argmax({x.name}, {dim})", x.shape[:dim] + x.shape[dim + 1 :], True)


def _view(to: _Writer) -> None:
    if (x := to.pick(lambda v: len(v.shape) > 1)) is None:
        return
    rows, *rest = x.shape
    forms: list[tuple[str, Shape]] = [
        (f"{x.name}.transpose(0, 1)", (x.shape[1], x.shape[0], *x.shape[2:])),
        (f"{x.name}.flatten()", (prod(x.shape),)),
        (f"{x.name}[{rows // 2}:]", (rows - rows // 2, *rest)),
        (f"torch.flip({x.name}, [-1])", x.shape),
        (f"{x.name}[..., ::2]", (*x.shape[:-1], -(-x.shape[-1] // 2))),
        (f"{x.name}.unsqueeze(1)", (rows, 1, *rest)),
        (f"{x.name}[{rows - 1}]", tuple(rest)),
        (f"torch.cat([{x.name}, {x.name}], 0)", (2 * rows, *rest)),
        (f"torch.stack([{x.name}, {x.name}], 1)", (rows, 2, *rest)),
    ]
    text, shape = to.random.choice(forms)
    if prod(shape) <= _MOST:
        to.add(text, shape, x.is_whole)


def _product(to: _Writer) -> None:
    x = to.pick(lambda v: _float(v) and len(v.shape) == 2)
    y = x and to.pick(lambda v: _float(v) and len(v.shape) == 2 and v.shape[0] == x.shape[1])
    if x is None or y is None or x.shape[0] * y.shape[1] > _MOST:
        return
    to.add(f"torch.tanh(torch.matmul({x.name}, {y.name}) * 0.1)", (x.shape[0], y.shape[1]))


def _loop(to: _Writer) -> None:
    """A loop that carries a tensor."""
    if (x := to.pick(_float)) is None:
        return
    name = f"w{len(to.lines)}"
    to.lines += [
        f"    {name} = {x.name}",
        f"    for i in range({to.random.randrange(4)}):",
        f"        {name} = torch.tanh({name}) * 0.5 + {x.name}",
    ]
    to.values.append(_Value(name, x.shape))


_STATEMENTS = (_unary, _unary, _binary, _binary, _binary, _cast, _reduce, _reduce, _normalise, _arg,
               _view, _view, _product, _loop)  # fmt: skip


def tensor_program(seed: int, steps: int = 8) -> tuple[str, ModuleOp, list[Tensor]]:
    """Return the text of a function `f`, its module, and inputs."""
    source = random.Random(seed)
    to = _Writer(source)
    shapes = [(source.choice(_SIZES), source.choice(_SIZES)) for _ in range(2)]
    shapes = [s if prod(s) <= _MOST else (3, 33) for s in shapes]
    to.values = [_Value("x", shapes[0]), _Value("y", shapes[1]), _Value("z", shapes[0][::-1])]
    inputs = [_input(seed, number, value.shape) for number, value in enumerate(to.values)]
    while len(to.lines) < steps:
        source.choice(_STATEMENTS)(to)
    results = ", ".join(value.name for value in to.values[-3:])
    head = "def f(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):"
    text = "\n".join(["import torch", "", head, *to.lines, f"    return ({results})", ""])
    return text, compile_source(text, f"random {seed}"), inputs


def _input(seed: int, number: int, shape: Shape) -> Tensor:
    elements = np.random.default_rng((seed, number)).normal(size=shape) * 2
    return Tensor(elements.astype(np.float32))
