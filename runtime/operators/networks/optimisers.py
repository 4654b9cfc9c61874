"""Steps of optimisers on lists of parameters, and the scale of losses that are trained in 16 bits.

A step with infinite gradients is skipped; scaled gradients are divided by the scale in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import by_name
from xdsl_torchscript.runtime.operators.core import (
    Implementation,
    Number,
    Table,
    as_array,
    work_dtype,
)
from xdsl_torchscript.runtime.tensor import Array, Tensor

_Update = Callable[..., Sequence[Any]]
"""From a parameter, its gradient, its states and the options by name to the parameter and states
after the step. A state may be None."""


def _descent_direction(parameter: Array, gradient: Array, decay: float, maximize: bool) -> Array:
    """Return the gradient in the direction of descent, with weight decay."""
    turned = -gradient if maximize else gradient
    return turned + parameter * decay if decay else turned


def _sgd(
    parameter: Array, gradient: Array, momentum_buffer: Array | None, *, weight_decay: float,
    momentum: float, lr: float, dampening: float, nesterov: bool, maximize: bool,
    is_first_step: bool,
) -> Sequence[Any]:  # fmt: skip
    g = _descent_direction(parameter, gradient, weight_decay, maximize)
    if momentum_buffer is None or not momentum:
        return parameter - lr * g, momentum_buffer
    kept = g if is_first_step else momentum_buffer * momentum + g * (1 - dampening)
    return parameter - lr * (g + kept * momentum if nesterov else kept), kept


def _adagrad(
    parameter: Array, gradient: Array, total: Array, step: Array, *, lr: float, lr_decay: float,
    weight_decay: float, eps: float, maximize: bool,
) -> Sequence[Any]:  # fmt: skip
    """Update after Duchi et al. (2011)."""
    g = _descent_direction(parameter, gradient, weight_decay, maximize)
    rate = lr / (1 + (float(step) - 1) * lr_decay)
    added = total + g * g
    return parameter - rate * g / (np.sqrt(added) + eps), added, step


def _adam(decoupled: bool) -> _Update:
    """Return the update of Kingma and Ba (2015); `decoupled` weight decay follows Loshchilov and
    Hutter (2019).
    """

    def update(
        parameter: Array, gradient: Array, mean: Array, square: Array, largest: Array | None,
        step: Array, *, lr: float, beta1: float, beta2: float, weight_decay: float, eps: float,
        amsgrad: bool, maximize: bool,
    ) -> Sequence[Any]:  # fmt: skip
        g = _descent_direction(parameter, gradient, 0 if decoupled else weight_decay, maximize)
        start = parameter * (1 - lr * weight_decay) if decoupled else parameter
        average = mean + (g - mean) * (1 - beta1)
        spread = square * beta2 + g * g * (1 - beta2)
        peak = np.maximum(largest, spread) if amsgrad and largest is not None else largest
        used = peak if amsgrad and peak is not None else spread
        count = float(step)
        scale = np.sqrt(used) / np.sqrt(1 - beta2**count) + eps
        moved = start - lr / (1 - beta1**count) * average / scale
        return moved, average, spread, peak, step

    return update


def _plain(option: Number | Tensor) -> Number:
    return option.array.item() if isinstance(option, Tensor) else option


def _write(tensor: Tensor | None, values: Any) -> None:
    if tensor is not None:
        np.copyto(tensor.array, values, casting="unsafe")


def _in_place(update: _Update) -> Implementation:
    """Return the step that writes parameters and states.

    It raises ValueError for lists whose length differs from the parameters'.
    """

    def run(*, grad_scale: Tensor | None, found_inf: Tensor | None, **arguments: Any) -> None:
        lists = _lists(arguments)
        count = len(lists[0])
        if any(len(tensors) not in (0, count) for tensors in lists):
            raise BadValue(f"{count} parameters and lists of {[len(each) for each in lists[1:]]}")
        if found_inf is not None and found_inf.array.item() == 1:
            return
        options = {n: _plain(v) for n, v in arguments.items() if not isinstance(v, list)}
        for place in range(count):
            own = [tensors[place] if tensors else None for tensors in lists]
            worked: list[Any] = [
                None if tensor is None else as_array(tensor, work_dtype(tensor.array.dtype))
                for tensor in own
            ]
            if grad_scale is not None:
                worked[1] = worked[1] / _plain(grad_scale)
                _write(own[1], worked[1])
            made = update(*worked, **options)
            for tensor, values in zip((own[0], *own[2:]), made, strict=True):
                _write(tensor, values)

    return run


def _lists(arguments: Mapping[str, Any]) -> list[list[Tensor]]:
    """Return parameters, gradients and states: the arguments that are lists."""
    return [value for value in arguments.values() if isinstance(value, list)]


def _copy(value: Any) -> Any:
    """Copy a tensor, or the tensors of a list; other values remain."""
    if isinstance(value, list):
        return [_copy(each) for each in cast("list[Any]", value)]
    return value.over(value.array.copy(order="K")) if isinstance(value, Tensor) else value


def _on_copies(update: _Update, results: int) -> Implementation:
    """Return the step on copies; its results are the first `results` lists."""
    write = _in_place(update)

    def run(**arguments: Any) -> tuple[list[Tensor], ...]:
        copies = {name: _copy(value) for name, value in arguments.items()}
        write(**copies)
        return tuple(_lists(copies)[:results])

    return run


_OPTIMISERS: Sequence[tuple[str, _Update, int]] = (
    ("sgd", _sgd, 3),
    ("adagrad", _adagrad, 4),
    ("adam", _adam(decoupled=False), 5),
    ("adamw", _adam(decoupled=True), 5),
)
"""Names, updates, and the number of lists among the results."""


def _steps() -> Iterator[tuple[str, Implementation]]:
    for name, update, results in _OPTIMISERS:
        for suffix, run in (("_", _in_place(update)), ("", _on_copies(update, results))):
            kind = f"aten._fused_{name}{suffix}"
            yield from by_name(run, kind, f"{kind}.tensor_lr").items()


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
    scaled, found = _copy(list(self)), _copy(found_inf)
    _check_and_unscale_(scaled, found, inv_scale)
    return scaled, found


def _update_scale_(
    self: Tensor, growth_tracker: Tensor, found_inf: Tensor, growth: float, backoff: float,
    interval: int,
) -> Tensor:  # fmt: skip
    """Shrink the scale after infinite gradients; grow it after enough steps without."""
    steps = 0 if found_inf.array.item() else growth_tracker.array.item() + 1
    factor = growth if steps == interval else 1.0 if steps else backoff
    scaled = self.array * factor
    if np.all(np.isfinite(scaled)):
        _write(self, scaled)
    _write(growth_tracker, 0 if steps == interval else steps)
    return self


def _update_scale(self: Tensor, growth_tracker: Tensor, *options: Any) -> tuple[Tensor, Tensor]:
    scale, tracker = _copy(self), _copy(growth_tracker)
    return _update_scale_(scale, tracker, *options), tracker


OPTIMISERS: Table = {
    **dict(_steps()),
    "aten._amp_foreach_non_finite_check_and_unscale_": _check_and_unscale_,
    "aten._amp_foreach_non_finite_check_and_unscale": _check_and_unscale,
    "aten._amp_update_scale_": _update_scale_,
    "aten._amp_update_scale": _update_scale,
}
