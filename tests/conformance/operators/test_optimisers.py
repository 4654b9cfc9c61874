"""Steps of optimisers against PyTorch's."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from directly import ask, call_operator, compare, numbers  # noqa: E402

A = torch.ops.aten


def _lists(count: int, dtype: torch.dtype) -> list[list[torch.Tensor]]:
    """Return lists of two parameters; states are not negative."""
    sizes = ([2, 3], [4])
    signed = [[numbers(*size, dtype=dtype) for size in sizes] for _ in range(2)]
    return signed + [[numbers(*size, dtype=dtype).abs() for size in sizes] for _ in range(count)]


def _steps() -> list[torch.Tensor]:
    return [torch.tensor(3.0), torch.tensor(7.0)]


def _both(name: str, lists: list[list[torch.Tensor]], options: dict[str, object]) -> None:
    """Compare the functional form, and the form that writes its lists."""
    ask(f"_fused_{name}", *lists, **options)
    copies = [[tensor.clone() for tensor in tensors] for tensors in lists]
    base, _, overload = name.partition(".")
    writes = f"_fused_{base}_" + (f".{overload}" if overload else "")
    got, given = call_operator(writes, *lists, **options)
    assert got is None
    getattr(getattr(A, f"_fused_{base}_"), overload or "default")(*copies, **options)
    compare(copies, given[: len(copies)], writes)


def _options(**kinds: object) -> list[dict[str, object]]:
    return [
        dict(zip(kinds, chosen, strict=True))
        for chosen in itertools.product(*map(list, kinds.values()))
    ]


SCALES = (None, torch.tensor(2.0))
FOUND = (None, torch.tensor(1.0))


@pytest.fixture(autouse=True)
def _seeded() -> None:
    torch.manual_seed(0)


@pytest.mark.parametrize("kind", ["adam", "adamw"])
def test_adam(kind: str) -> None:
    for dtype in (torch.float32, torch.float64):
        for options in _options(
            beta1=[0.9], beta2=[0.95], weight_decay=[0, 0.1], eps=[1e-6], amsgrad=[False, True],
            maximize=[False, True], grad_scale=SCALES, found_inf=FOUND,
        ):  # fmt: skip
            lists = _lists(3 if options["amsgrad"] else 2, dtype)
            lists += [_steps()] if options["amsgrad"] else [[], _steps()]
            _both(kind, lists, {"lr": 0.1, **options})
            _both(f"{kind}.tensor_lr", lists, {"lr": torch.tensor(0.1), **options})


def test_sgd() -> None:
    for momentum in (0, 0.9):
        for options in _options(
            lr=[0.1], dampening=[0, 0.2] if momentum else [0], nesterov=[False, momentum > 0],
            maximize=[False, True], is_first_step=[False, True], grad_scale=SCALES,
            found_inf=FOUND,
        ):  # fmt: skip
            lists = _lists(1 if momentum else 0, torch.float32) + ([] if momentum else [[]])
            _both("sgd", lists, {"weight_decay": 0.1, "momentum": momentum, **options})


def test_adagrad() -> None:
    for options in _options(
        lr_decay=[0, 0.5], weight_decay=[0, 0.1], eps=[1e-6], maximize=[False, True],
        grad_scale=SCALES, found_inf=FOUND,
    ):  # fmt: skip
        _both("adagrad", [*_lists(1, torch.float32), _steps()], {"lr": 0.1, **options})


@pytest.mark.parametrize("gradients", [[1.0, 2.0], [1.0, float("inf")], [float("nan"), 0.0]])
def test_unscaled_gradients(gradients: list[float]) -> None:
    given = [torch.tensor(gradients), torch.ones(2, 2)], torch.tensor(0.0), torch.tensor(0.5)
    ask("_amp_foreach_non_finite_check_and_unscale", *given)


@pytest.mark.parametrize("found", [0.0, 1.0])
@pytest.mark.parametrize("steps", [0, 1])
@pytest.mark.parametrize("scale", [8.0, 3e38])
def test_scales(scale: float, steps: int, found: float) -> None:
    tracker = torch.tensor(steps, dtype=torch.int32)
    given = torch.tensor(scale), tracker, torch.tensor(found), 2.0, 0.5, 2
    ask("_amp_update_scale", *given)
    ask("_amp_update_scale_", *[a.clone() if isinstance(a, torch.Tensor) else a for a in given])
