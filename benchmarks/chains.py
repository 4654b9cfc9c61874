"""Chains of a repeated line of TorchScript, and the minimal numpy calls for each.

Each chain covers an operator that common models use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

LENGTH = 40

Array = np.ndarray[Any, Any]


def _random(*shape: int) -> Array:
    return np.random.default_rng(0).random(shape, np.float32)


def _mask(*shape: int) -> Array:
    return _random(*shape) > 0.5


@dataclass(frozen=True)
class Chain:
    """A line, its numpy form, its number of instructions, and the inputs x, y and z."""

    line: str
    numpy_form: Callable[..., object]
    instructions: int = 1
    inputs: tuple[Array, ...] = (_random(5), _random(5))

    @property
    def source(self) -> str:
        """The line, repeated LENGTH times."""
        arguments = ", ".join(f"{name}: Tensor" for name in "xyz"[: len(self.inputs)])
        lines = f"    {self.line}\n" * LENGTH
        return f"def f({arguments}) -> Tensor:\n{lines}    return x\n"

    def numpy(self) -> None:
        """Run the numpy calls of the chain."""
        form = self.numpy_form
        x, *rest = self.inputs
        for _ in range(LENGTH):
            x = form(x, *rest)


_ONE, _TWO, _HALF = (np.asarray(np.float32(n)) for n in (1, 2, 0.5))
_GRID, _BATCH = (_random(2, 2), _random(2, 2)), (_random(1, 2, 2), _random(1, 2, 2))
_LAYER = (_random(2, 2), _random(2, 2), _random(2))


def _sigmoid(x: Array, _: Array) -> Any:
    return np.divide(_ONE, np.add(np.exp(np.negative(x)), _ONE))


def _softmax(x: Array) -> Any:
    powers = np.subtract(x, np.fmax.reduce(x, axis=-1, keepdims=True))
    np.exp(powers, powers)
    return np.divide(powers, np.add.reduce(powers, axis=-1, keepdims=True), powers)


def _log_softmax(x: Array) -> Any:
    below = np.subtract(x, np.fmax.reduce(x, axis=-1, keepdims=True))
    powers = np.add.reduce(np.exp(below), axis=-1, keepdims=True)
    return np.subtract(below, np.log(powers), below)


def _silu(x: Array, _: Array) -> Any:
    powers = np.exp(np.negative(x))
    return np.divide(x, np.add(powers, _ONE, powers))


def _gelu(x: Array, _: Array) -> Any:
    share = special.erf(np.multiply(x, _HALF))
    np.multiply(np.add(share, _ONE, share), _HALF, share)
    return np.multiply(share, x, share)


def _mean(x: Array) -> Any:
    total = np.add.reduce(x, axis=-1, keepdims=True)
    return np.divide(total, _TWO, total)


def _layer_norm(x: Array, weight: Array, bias: Array) -> Any:
    values = np.subtract(x, _mean(x))
    spread = np.divide(np.vecdot(values, values, keepdims=True), _TWO)
    scale = np.divide(_ONE, np.sqrt(np.add(spread, _HALF, spread), spread), spread)
    np.multiply(values, scale, values)
    np.multiply(values, weight, values)
    return np.add(values, bias, values)


def _batch_norm(x: Array, mean: Array, variance: Array) -> Any:
    scale = np.divide(_ONE, np.sqrt(np.add(variance, _HALF)))
    shift = np.multiply(np.negative(mean), scale)
    values = np.multiply(x, scale)
    return np.add(values, shift, values)


def _embedding(x: Array, table: Array) -> Any:
    x.min(), x.max()
    return table.take(x, 0)[..., 0]


CHAINS = (
    Chain("x = x + y", np.add),
    Chain("x = x * y", np.multiply),
    Chain("x = x - y", np.subtract),
    Chain("x = x / y", np.true_divide),
    Chain("x = x * 2.0", lambda x, _: np.multiply(x, _TWO)),
    Chain("x = -x", lambda x, _: np.negative(x)),
    Chain("x = torch.abs(x)", lambda x, _: np.absolute(x)),
    Chain("x = torch.sqrt(x)", lambda x, _: np.sqrt(x)),
    Chain("x = x ** 2", lambda x, _: np.square(x)),
    Chain("x = torch.clamp(x, 0.0, 1.0)", lambda x, _: np.minimum(np.maximum(x, _HALF), _ONE)),
    Chain("x = torch.tanh(x)", lambda x, _: np.tanh(x)),
    Chain("x = torch.exp(x)", lambda x, _: np.exp(x)),
    Chain("x = torch.sigmoid(x)", _sigmoid),
    Chain("x = torch.relu(x)", lambda x, _: x.clip(0, np.inf)),
    Chain("x = torch.ops.aten.silu(x)", _silu),
    Chain("x = torch.nn.functional.gelu(x)", _gelu),
    Chain(
        "x = torch.ops.aten.leaky_relu(x, 0.1)",
        lambda x, _: np.maximum(x, np.multiply(x, _HALF)),
    ),
    Chain("x = torch.dropout(x, 0.5, False)", lambda x, _: x),
    Chain("x.mul_(y)", lambda x, y: np.multiply(x, y, x)),
    Chain("x = x != y", np.not_equal, inputs=(_mask(5), _mask(5))),
    Chain(
        "x = (x > 0.5).to(torch.float32)",
        lambda x, _: np.greater(x, _HALF).astype(np.float32),
        instructions=2,
    ),
    Chain(
        "x = torch.where(z, x, y)",
        lambda x, y, z: np.where(z, x, y),
        inputs=(_random(5), _random(5), _mask(5)),
    ),
    Chain(
        "x = x.masked_fill(y, 0.5)",
        lambda x, y: np.where(y, _HALF, x),
        inputs=(_random(5), _mask(5)),
    ),
    Chain("x = x.view([5])", lambda x, _: x.reshape(5)),
    Chain("x = x.reshape([-1])", lambda x, _: x.reshape(-1)),
    Chain("x = x.view([x.size(0), -1])", lambda x, _: x.reshape(x.shape[0], -1), 3, _GRID),
    Chain("x = x.unsqueeze(0).flatten(0)", lambda x, _: x[None, ...].reshape(5), instructions=2),
    Chain("x = x.contiguous()", lambda x, _: x),
    Chain("x = x.expand([5])", lambda x, _: np.ndarray((5,), x.dtype, x, 0, (4,))),
    Chain("x = x.t()", lambda x, _: x.T, inputs=_GRID),
    Chain("x = x.transpose(0, 1)", lambda x, _: x.swapaxes(0, 1), inputs=_GRID),
    Chain("x = x.permute([1, 0])", lambda x, _: x.transpose((1, 0)), inputs=_GRID),
    Chain("x = x.unsqueeze(0)[0]", lambda x, _: x[None, ...][0, ...], instructions=2),
    Chain("x = x.unsqueeze(0).squeeze(0)", lambda x, _: x[None, ...].reshape(5), instructions=2),
    Chain("x = x[0:5]", lambda x, _: x[0:5]),
    Chain(
        "x = x.unsqueeze(1)[:, 0]",
        lambda x, _: x[..., None][:][:, 0],
        instructions=3,
    ),
    Chain("x = x.chunk(1, 0)[0]", lambda x, _: x[0:5], instructions=2),
    Chain("x = torch.cat([x, y])[0:5]", lambda x, y: np.concatenate((x, y))[0:5], 3),
    Chain("x = torch.stack([x, y])[0]", lambda x, y: np.concatenate((x[None], y[None]))[0], 3),
    Chain(
        "x = x.sum([-1], True)",
        lambda x: np.add.reduce(x, axis=-1, keepdims=True),
        inputs=(_random(2, 1),),
    ),
    Chain("x = x.mean([-1], True)", _mean, inputs=(_random(2, 1),)),
    Chain(
        "x = x.amax([-1], True)",
        lambda x: np.maximum.reduce(x, axis=-1, keepdims=True),
        inputs=(_random(2, 1),),
    ),
    Chain("x = x.sum()", lambda x: np.add.reduce(x, axis=None), inputs=(_random(),)),
    Chain("x = x.mean()", lambda x: np.add.reduce(x, axis=None) / _ONE, inputs=(_random(),)),
    Chain("x = torch.mm(x, y)", np.matmul, inputs=_GRID),
    Chain("x = torch.matmul(x, y)", np.matmul, inputs=_GRID),
    Chain("x = torch.bmm(x, y)", np.matmul, inputs=_BATCH),
    Chain("x = torch.addmm(z, x, y)", lambda x, y, z: np.matmul(x, y) + z, inputs=_LAYER),
    Chain(
        "x = torch.nn.functional.linear(x, y, z)",
        lambda x, y, z: np.matmul(x, y.T) + z,
        inputs=_LAYER,
    ),
    Chain(
        "x = x.argmax(0, True).to(torch.float32)",
        lambda x: x.argmax(0, keepdims=True).astype(np.float32),
        instructions=2,
        inputs=(_random(1),),
    ),
    Chain("x = torch.softmax(x, -1)", _softmax, inputs=(_random(5),)),
    Chain("x = torch.log_softmax(x, -1)", _log_softmax, inputs=(_random(5),)),
    Chain(
        "x = torch.layer_norm(x, [2], y, z, 0.5)",
        _layer_norm,
        inputs=(_random(2, 2), _random(2), _random(2)),
    ),
    Chain(
        "x = torch.batch_norm(x, None, None, y, z, False, 0.1, 0.5, False)",
        _batch_norm,
        inputs=(_random(2, 2), _random(2), _random(2)),
    ),
    Chain(
        "x = torch.embedding(y, x)[:, 0]",
        _embedding,
        instructions=3,
        inputs=(np.arange(5), np.arange(5)[:, None]),
    ),
)
