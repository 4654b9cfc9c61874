"""Steps of optimisers on lists of parameters, and the scale of losses that are trained in 16 bits.

A step is skipped where infinite gradients were found; gradients that were scaled are divided by
the scale, and stay so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import (
    Implementation,
    Number,
    Table,
    as_array,
    work_dtype,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor

_Update = Callable[..., Sequence[Any]]
"""Of a parameter, its gradient, its states and options: the parameter and states behind the step.
An array that is None is none of this parameter's."""


def _directed(parameter: Array, gradient: Array, decay: float, maximize: bool) -> Array:
    """The gradient, with that of the squared parameter for weight decay."""
    turned = -gradient if maximize else gradient
    return turned + parameter * decay if decay else turned


def _sgd(
    parameter: Array, gradient: Array, momentum_buffer: Array | None, decay: float,
    momentum: float, lr: float, dampening: float, nesterov: bool, maximize: bool, first: bool,
) -> Sequence[Any]:  # fmt: skip
    g = _directed(parameter, gradient, decay, maximize)
    if momentum_buffer is None or not momentum:
        return parameter - lr * g, momentum_buffer
    kept = g if first else momentum_buffer * momentum + g * (1 - dampening)
    return parameter - lr * (g + kept * momentum if nesterov else kept), kept


def _adagrad(
    parameter: Array, gradient: Array, total: Array, step: Array, lr: float, lr_decay: float,
    decay: float, eps: float, maximize: bool,
) -> Sequence[Any]:  # fmt: skip
    """Duchi et al. (2011)."""
    g = _directed(parameter, gradient, decay, maximize)
    rate = lr / (1 + (float(step) - 1) * lr_decay)
    added = total + g * g
    return parameter - rate * g / (np.sqrt(added) + eps), added, step


def _adam(decoupled: bool) -> _Update:
    """Kingma and Ba (2015). Decoupled, weights decay by themselves, after Loshchilov and Hutter
    (2019)."""

    def update(
        parameter: Array, gradient: Array, mean: Array, square: Array, largest: Array | None,
        step: Array, lr: float, beta1: float, beta2: float, decay: float, eps: float,
        amsgrad: bool, maximize: bool,
    ) -> Sequence[Any]:  # fmt: skip
        g = _directed(parameter, gradient, 0 if decoupled else decay, maximize)
        start = parameter * (1 - lr * decay) if decoupled else parameter
        average = mean + (g - mean) * (1 - beta1)
        spread = square * beta2 + g * g * (1 - beta2)
        peak = np.maximum(largest, spread) if amsgrad and largest is not None else largest
        used = peak if amsgrad and peak is not None else spread
        count = float(step)
        scale = np.sqrt(used) / np.sqrt(1 - beta2**count) + eps
        moved = start - lr / (1 - beta1**count) * average / scale
        return moved, average, spread, peak, step

    return update


def _found(flag: Tensor | None) -> bool:
    return flag is not None and flag.array.item() == 1


def _plain(option: Number | Tensor) -> Number:
    return option.array.item() if isinstance(option, Tensor) else option


def _worked(tensor: Tensor | None) -> Array | None:
    return None if tensor is None else as_array(tensor, work_dtype(tensor.array.dtype))


def _write(tensor: Tensor | None, values: Any) -> None:
    if tensor is not None:
        np.copyto(tensor.array, values, casting="unsafe")


def _in_place(update: _Update, lists: int) -> Implementation:
    """Parameters, gradients and states are the first `lists` arguments. ValueError for lists that
    do not fit the parameters."""

    def run(*arguments: Any) -> None:
        held, (*options, scale, found) = arguments[:lists], arguments[lists:]
        count = len(held[0])
        if any(len(tensors) not in (0, count) for tensors in held):
            raise BadValue(f"{count} parameters and lists of {[len(each) for each in held[1:]]}")
        if _found(found):
            return
        numbers = [_plain(option) for option in options]
        for place in range(count):
            own = [tensors[place] if tensors else None for tensors in held]
            worked: list[Any] = [_worked(tensor) for tensor in own]
            if scale is not None:
                worked[1] = worked[1] / _plain(scale)
                _write(own[1], worked[1])
            made = update(*worked, *numbers)
            for tensor, values in zip((own[0], *own[2:]), made, strict=True):
                _write(tensor, values)

    return run


def _copies(tensors: Sequence[Tensor]) -> list[Tensor]:
    return [t.over(t.array.copy(order="K")) for t in tensors]


def _apart(update: _Update, lists: int, results: int) -> Implementation:
    """On copies, of which the first `results` lists are told."""
    write = _in_place(update, lists)

    def run(*arguments: Any) -> tuple[list[Tensor], ...]:
        held = [_copies(tensors) for tensors in arguments[:lists]]
        write(*held, *arguments[lists:])
        return tuple(held[:results])

    return run


_OPTIMISERS: Sequence[tuple[str, _Update, int, int]] = (
    ("sgd", _sgd, 3, 3),
    ("adagrad", _adagrad, 4, 4),
    ("adam", _adam(decoupled=False), 6, 5),
    ("adamw", _adam(decoupled=True), 6, 5),
)
"""Names, updates, how many lists they take, and how many of these are told."""


# ---- the scale of losses


def _check_and_unscale_(self: Sequence[Tensor], found_inf: Tensor, inv_scale: Tensor) -> None:
    factor = _plain(inv_scale)
    for gradient in self:
        values = as_array(gradient, work_dtype(gradient.array.dtype))
        if not np.all(np.isfinite(values)):
            found_inf.array[...] = 1
        _write(gradient, values * factor)


def _check_and_unscale(
    self: Sequence[Tensor], found_inf: Tensor, inv_scale: Tensor
) -> tuple[list[Tensor], Tensor]:
    scaled, (found,) = _copies(self), _copies([found_inf])
    _check_and_unscale_(scaled, found, inv_scale)
    return scaled, found


def _update_scale_(
    self: Tensor, growth_tracker: Tensor, found_inf: Tensor, growth: float, backoff: float,
    interval: int,
) -> Tensor:  # fmt: skip
    """Smaller where gradients were infinite, larger behind so many steps in which they were not."""
    steps = 0 if found_inf.array.item() else growth_tracker.array.item() + 1
    factor = growth if steps == interval else 1.0 if steps else backoff
    scaled = self.array * factor
    if np.all(np.isfinite(scaled)):
        _write(self, scaled)
    _write(growth_tracker, 0 if steps == interval else steps)
    return self


def _update_scale(self: Tensor, growth_tracker: Tensor, *options: Any) -> tuple[Tensor, Tensor]:
    scale, tracker = _copies([self, growth_tracker])
    return _update_scale_(scale, tracker, *options), tracker


OPTIMISERS: Table = {
    **{
        f"aten._fused_{name}_{variant}": _in_place(update, lists)
        for name, update, lists, _ in _OPTIMISERS
        for variant in ("", ".tensor_lr")
    },
    **{
        f"aten._fused_{name}{variant}": _apart(update, lists, results)
        for name, update, lists, results in _OPTIMISERS
        for variant in ("", ".tensor_lr")
    },
    "aten._amp_foreach_non_finite_check_and_unscale_": _check_and_unscale_,
    "aten._amp_foreach_non_finite_check_and_unscale": _check_and_unscale,
    "aten._amp_update_scale_": _update_scale_,
    "aten._amp_update_scale": _update_scale,
}
