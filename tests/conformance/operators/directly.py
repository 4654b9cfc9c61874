"""Single operators called with arguments in schema order, in PyTorch and here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import torch

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import Implementation, quiet
from xdsl_torchscript.runtime.tensor import Tensor

DTYPES = (torch.float32, torch.float64, torch.bfloat16)

_TOLERANCES = {torch.float64: 1e-8, torch.float16: 2e-2, torch.bfloat16: 2e-2}


def numbers(*sizes: int, dtype: torch.dtype = torch.float32, scale: float = 3.0) -> torch.Tensor:
    return (torch.rand(*sizes, dtype=torch.float64) * 2 * scale - scale).to(dtype)


def translate(value: object) -> object:
    if isinstance(value, torch.Tensor):
        return Tensor.of(value.detach().clone())
    if isinstance(value, torch.dtype):
        return BY_TORCH_NAME[str(value).removeprefix("torch.")].code
    if isinstance(value, list | tuple):
        return [translate(part) for part in value]
    return value


def compare(expected: object, got: object, what: str, tolerance: float | None = None) -> None:
    if isinstance(expected, tuple | list):
        assert len(expected) == len(got), what
        for one, other in zip(expected, got, strict=True):
            compare(one, other, what, tolerance)
        return
    if not isinstance(expected, torch.Tensor):
        assert expected == got, what
        return
    assert got is not None, what
    assert str(expected.dtype).removeprefix("torch.") == got.dtype.torch_name, what
    assert tuple(expected.shape) == got.array.shape, what
    close = _TOLERANCES.get(expected.dtype, 1e-5) if tolerance is None else tolerance
    wide = torch.complex128 if expected.is_complex() else torch.float64
    theirs = expected.detach().to(wide).numpy()
    assert np.allclose(got.array.astype(theirs.dtype), theirs, close, close, equal_nan=True), what


def ours(name: str) -> Implementation:
    function = implementation_of(f"aten.{name}")
    assert function is not None, f"{name} is missing"
    return function


def _complete_arguments(
    name: str, arguments: Sequence[object], keywords: Mapping[str, object]
) -> list[object]:
    """Our arguments, in the order of the schema, with its defaults."""
    rest = schema_named(f"aten.{name}").arguments[len(arguments) :]
    others = [keywords.get(a.name, a.default and a.default.value) for a in rest]
    return [translate(argument) for argument in (*arguments, *others)]


def call_operator(name: str, *arguments: object, **keywords: object) -> tuple[object, list[object]]:
    """Return our results, and all arguments after the call, including defaults."""
    given = _complete_arguments(name, arguments, keywords)
    with quiet():
        return ours(name)(*given), given


def _in_order(name: str, keywords: Mapping[str, object]) -> list[object]:
    return [keywords[a.name] for a in schema_named(f"aten.{name}").arguments if a.name in keywords]


Listener: TypeAlias = Callable[[str, list[object], object, Sequence[object]], None]
"""Hears the operator's name, our arguments before the call, PyTorch's answer, and its arguments
after the call."""

listeners: list[Listener] = []


def ask(name: str, *arguments: object, tolerance: float | None = None, **keywords: object) -> None:
    """Assert equal results and equal tensors of the arguments afterwards."""
    base, _, overload = name.partition(".")
    operator = getattr(getattr(torch.ops.aten, base), overload or "default")
    got, given = call_operator(name, *arguments, **keywords)
    shown = [list(a.shape) if isinstance(a, torch.Tensor) else a for a in arguments]
    what = f"{name}{shown}{keywords or ''}"
    asked = _complete_arguments(name, arguments, keywords)
    expected = operator(*arguments, **keywords)
    if tolerance is None:
        for listener in listeners:
            listener(name, asked, expected, [*arguments, *_in_order(name, keywords)])
    compare(expected, got, what, tolerance)
    for before, after in zip(arguments, given, strict=False):
        if isinstance(before, torch.Tensor) and before.numel():
            compare(before, after, f"{what}: the arguments behind it", tolerance)


def ask_autograd(
    name: str,
    forward: Callable[..., torch.Tensor],
    inputs: Sequence[torch.Tensor],
    arguments: Callable[[torch.Tensor, torch.Tensor], Sequence[object]],
    tolerance: float = 1e-8,
) -> None:
    """Compare the gradients of `inputs` from the operator on `arguments(gradient, result)`."""
    leaves = [tensor.detach().clone().requires_grad_() for tensor in inputs]
    result = forward(*leaves)
    gradient = torch.rand_like(result)
    expected = torch.autograd.grad(result, leaves, gradient)
    got, _ = call_operator(name, *arguments(gradient, result.detach()))
    compare(expected, got if isinstance(got, tuple) else (got,), name, tolerance)
