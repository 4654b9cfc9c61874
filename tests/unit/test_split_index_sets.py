"""Joined and padded tensors, whose loops are split into parts, have the interpreter's elements."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.stages import Stage

pytestmark = pytest.mark.usefixtures("compiled_now")

PROGRAMS = {
    "rotary embedding": """a, b = x.chunk(2, -1)
    return x * y + torch.cat([-b, a], -1) * y.flip(0)""",
    "rows": "return torch.cat([x, y, x]).relu() + 1",
    "rows of one": "return torch.cat([x[:1], y, x[-1:]]).tanh()",
    "columns of one": "return torch.cat([x[:, :1], y, x[:, -1:]], 1).tanh()",
    "middle axis": "return torch.cat([x.view(6, 4, 5), y.view(6, 4, 5)[:, 1:]], 1) * 2",
    "sum of a joined row": "return torch.cat([x, y * 2], -1).sum(-1)",
    "product of joined factors": "return torch.cat([x, y], 1) @ torch.cat([y, x], 1).t()",
    "stacked": "return torch.stack([x, y], 1) * 2 + torch.stack([y, x], 1)",
    "nested": "return torch.cat([torch.cat([x, y], 1), torch.cat([y, x], 1)]) - 1",
    "seventeen parts": "return torch.cat([x[:, :1], y] * 8 + [x], 1) * 2",
    "constant part": "return torch.cat([torch.zeros(12, 3), x], 1) + 1",
    "written rows": """z = x * 1
    z[:, 2:7] = y[:, :5]
    z[4] = 0.5
    return z""",
    "padded rows": "return torch.nn.functional.pad(x, (0, 0, 1, 2), value=2.0) * 2",
    "padded columns": "return torch.nn.functional.pad(x, (1, 2), value=-1.0).relu()",
    "padded image": "return torch.nn.functional.pad(x.view(1, 2, 6, 10), (1, 1, 1, 1)) + 1",
    "rolled": "return x.roll(3, 1) + y.roll(-2, 0)",
    "chosen columns": "return torch.where(torch.arange(10) < 4, x, y) * 2",
}

OF_ANY_WIDTH = (
    "sum of a joined row", "columns of one", "stacked", "nested", "constant part", "padded rows",
    "padded columns",
)  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("engine", ["profile", "native"])
def test_parts_are_those_of_the_interpreter(name: str, engine: str) -> None:
    f = ts.compile(f"def f(x, y):\n    {PROGRAMS[name]}\n").f
    x, y = np.random.default_rng(0).standard_normal((2, 12, 10), np.float32)
    ts.set_engine("interp")
    want = f(x, y).numpy()
    ts.set_engine(engine)
    for _ in range(3):
        np.testing.assert_allclose(f(x, y).numpy(), want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", OF_ANY_WIDTH)
def test_parts_of_any_size_are_those_of_the_interpreter(name: str) -> None:
    ts.set_fusion_strategy([("STATIC", 1), ("DYNAMIC", 1)])
    f = ts.compile(f"def f(x, y):\n    {PROGRAMS[name]}\n").f
    for width in (10, 7, 40, 2, 3, 1, 17, 0, 64):
        x, y = np.random.default_rng(0).standard_normal((2, 12, width), np.float32)
        with ts.optimized_execution(False):
            want = f(x, y).numpy()
        for _ in range(3):
            np.testing.assert_allclose(f(x, y).numpy(), want, rtol=1e-5, atol=1e-6)
    executor = executor_of(f)
    while executor.fallbacks and executor.stage is not Stage.SYMBOLIC:
        executor = executor.fallbacks[0]
    assert executor.stage is Stage.SYMBOLIC
    assert not {op.name for op in executor.refusals} & {"aten.cat", "aten.stack", "aten.pad"}
