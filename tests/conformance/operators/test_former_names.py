"""Operators that TorchScript had before `torch.nn.functional.interpolate` was compiled, as archives
of old releases call them: the same answer or a refusal on both sides."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
TESTS = Path(__file__).parents[2]
sys.path[:0] = [str(TESTS / "unit"), str(Path(__file__).parent)]

from asking import to_tensor  # noqa: E402
from tensor_comparison import difference  # noqa: E402

from xdsl_torchscript.runtime.interpreter.code import implementation_of  # noqa: E402

MODES = ("nearest", "area", "linear", "bilinear", "bicubic", "trilinear", "sharp")
RANKS = (1, 2, 3)

CALLS: dict[str, tuple[tuple[object, ...], ...]] = {
    "__interpolate": ((7, None), (None, 1.5)),
    "__interpolate.size_list": (([5, 7, 3], None), (None, 1.5)),
    "__interpolate.scale_list": ((7, None), (None, [1.5, 0.7, 2.0])),
    "__interpolate.size_list_scale_list": (([5, 7, 3], None), (None, [1.5, 0.7, 2.0])),
    "__upsample": ((7, None), (None, 2), (None, None)),
    "__upsample.size_list": (([5, 7, 3], None), (None, 2)),
    "__upsample_nearest": ((7, None), (None, 2)),
    "__upsample_nearest.size_list": (([5, 7, 3], None), (None, 2)),
    "__upsample_bilinear": ((7, None), (None, 2)),
    "__upsample_bilinear.size_list": (([5, 7, 3], None), (None, 2)),
    "__upsample_bilinear.scale_list": ((7, None), (None, [2, 3, 2])),
    "__upsample_bilinear.size_list_scale_list": (([5, 7, 3], None), (None, [2, 3, 2])),
}
"""Sizes and factors; lists are cut to as many as the image has dimensions. PyTorch reads beyond the
end of shorter ones.
"""

OPTIONS: dict[str, tuple[tuple[object, ...], ...]] = {
    "__interpolate": tuple(product((None, True, False), (None, True, False), (False,))),
    "__upsample": ((None,), (True,), (False,)),
}
"""The arguments after the mode."""


def questions(name: str) -> list[tuple[object, ...]]:
    kind = name.partition(".")[0]
    has_mode = kind in OPTIONS
    endings = [(m, *rest) for m in MODES for rest in OPTIONS[kind]] if has_mode else [()]
    return [
        (torch.rand([2, 3, 4, 5, 4][: rank + 2], generator=torch.Generator().manual_seed(rank)),
         *(part[:rank] if isinstance(part, list) else part for part in given), *ending)
        for rank in RANKS for given in CALLS[name] for ending in endings
    ]  # fmt: skip


def answer(ask: object, operands: tuple[object, ...]) -> object:
    try:
        return ask(*operands)  # type: ignore[operator]
    except (RuntimeError, ValueError, IndexError, TypeError) as error:
        return type(error)


@pytest.mark.parametrize("name", CALLS)
def test_the_same_answer_or_a_refusal(name: str) -> None:
    kind = name.partition(".")[0]
    theirs, _ = torch._C._jit_get_operation(f"aten::{kind}")
    ours = implementation_of(f"aten.{name}")
    assert ours is not None
    wrong: list[str] = []
    for operands in questions(name):
        expected = to_tensor(answer(theirs, operands))
        got = answer(ours, tuple(map(to_tensor, operands)))
        both_refuse = isinstance(expected, type) and isinstance(got, type)
        if not both_refuse and (found := difference(expected, got)):
            wrong.append(f"{operands[0].dim() - 2} dimensions, {operands[1:]}: {found}")
    assert not wrong, "\n".join(wrong[:20])
