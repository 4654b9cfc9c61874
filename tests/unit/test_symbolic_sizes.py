"""Programs that compute with sizes are one kernel for all sizes, which machine code calls."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

PROGRAMS = {
    "positions": "return x + torch.arange(x.size(1)).unsqueeze(1) * 0.5",
    "positions of a shape": "return x + torch.arange(x.shape[1], dtype=x.dtype)[:, None] * 0.5",
    "causal mask of positions": """p = torch.arange(x.size(1))
    s = torch.matmul(x, x.transpose(1, 2)).masked_fill(p[None, :] > p[:, None], -1e9)
    return torch.softmax(s, -1)""",
    "causal mask of a triangle": """b, t, c = x.size()
    m = torch.triu(torch.full((t, t), float('-inf')), diagonal=1)
    return torch.softmax(torch.matmul(x, x.transpose(1, 2)) + m, -1)""",
    "state of zeros": "return torch.tanh(x.sum(1) + torch.zeros(x.size(0), 8)) * x.size(1)",
    "heads": """b, t, c = x.size()
    q = torch.relu(x).view(b, t, 2, c // 2).transpose(1, 2)
    s = torch.softmax(q @ q.transpose(-2, -1), -1) @ q
    return s.transpose(1, 2).reshape(b, t, c) + x""",
    "mask of lengths": """n = (x[:, :, 0] > 0.5).sum(1) + 1
    m = torch.arange(x.size(1))[None, :] < n[:, None]
    return (x * m.unsqueeze(-1)).sum(1) / n[:, None]""",
    "expansion": "return x[0, 0].expand(x.size(0), x.size(1), 8) * x + 1",
    "rows of a batch": """b, t, c = x.shape
    y = (x * 2).view(b * t, c)
    return torch.log_softmax(y, -1).view(b, t, c) - torch.arange(t + 1).sum()""",
    "grid": "return x * torch.linspace(-1.0, 1.0, x.size(1)).unsqueeze(-1)",
    "table of positions": "return x + table()[:x.size(1)]",
    "difference of steps": "return x[:, 1:] - x[:, :x.size(1) - 1] * 0.5",
    "first steps": "return x[:, :2].sum(1) + x[:, -1]",
    "steps behind others": "return torch.cat([x * 2, x[:, :1]], 1)[:, x.size(1):] + x.sum(1, True)",
    "second half": "return torch.cat([x, x * 2], 1)[:, x.size(1):] + 1",
    "narrow table": "return x + table().narrow(0, 1, x.size(1))",
    "steps moved by one": "z = x * 2\n    z[:, 1:] = x[:, :-1] + 1\n    return z * 0.5",
    "every other step": "z = x * 2\n    z[:, ::2] = x[:, ::2] + 1\n    return z * 0.5",
    "first half": """z, n = x * 2, x.size(1) // 2
    z[:, :n] = x[:, :n] + 1
    return z * 0.5""",
    "all but two steps": "return torch.cat([x[:, :-2] * 2, x], 1)",
    "every other row": "return x[:, ::2] * 2",
    "half of the rows": "return x[:, : x.size(1) // 2] * 2",
    "loss of classes": """y = (x[1, :, 0] > 0.5).long()
    return torch.nn.functional.cross_entropy(x[0], y)""",
    "classes": "return torch.nn.functional.one_hot((x[0, :, 0] > 0.5).long(), 8) * x",
    "pairs of channels": "return torch.nn.functional.adaptive_avg_pool1d(x * 2, 4)",
    "rows times a table": "return torch.relu(torch.mm(x[0], table()[:8].t())) + 1",
    "rolled steps": "return x - torch.roll(x, 1, 1)",
    "rolled far, and back": "return torch.roll(torch.roll(x * 2, 35, 1), -7, [1])",
    "rolled twice": "return torch.roll(x * 2, [1, -3, 2], [1, 0, 1]) + x",
    "pairs of steps": "return torch.stack([x * 2, x], -1)",
    "rows times a vector": "return torch.mv(x[1], table()[3]) * 2",
}
"""Bodies of functions of a tensor of batches, steps and 8 channels."""
TABLE = """
def table():
    return torch.arange(48 * 8, dtype=torch.float32).view(48, 8) / 8

"""

FEWER = {
    "narrow": "x.narrow(1, 0, 5)",
    "narrow_copy": "x.narrow_copy(1, 2, 4)",
    "narrow from the end": "x.narrow(1, -5, 4)",
    "narrow to a size": "table().narrow(0, 0, 4 * x.size(1) - 30)",
    "slice": "x[:, :5]",
    "slice to a size": "table()[:8 * x.size(1)]",
    "slice to another size": "x[:, :torch.zeros(5).size(0)]",
    "slice to all but": "x[:, :x.size(1) - 4]",
    "last steps": "x[:, x.size(1) - 3:]",
    "steps from a size": "torch.ones(2, 12, 8)[:, x.size(1):]",
    "select": "x[:, 5]",
    "halves": "x.view(2, 2, x.size(1) // 2, 8)",
    "a size less four": "torch.ones(x.size(1) - 4, 8)",
    "unfold": "x.unfold(1, 5, 1)",
    "all but two, joined": "torch.cat([x[:, :-2], x[:, 1:]], 1)",
}
"""Expressions with other results, or errors, for few or many steps."""

DECODER = """
def rotate(x, angle):
    a, b = x.chunk(2, -1)
    return x * angle.cos() + torch.cat([-b, a], -1) * angle.sin()

def decode(x, weights, keys, values):
    b, t, c = x.size()
    past = keys.size(2)
    angle = torch.outer(torch.arange(past + t).float(), torch.linspace(0.1, 1.0, 4))
    angle = torch.cat([angle, angle], -1)[past:]
    q, k, v = torch.matmul(x, weights).view(b, t, 3, c // 8, 8).permute(2, 0, 3, 1, 4).unbind(0)
    keys = torch.cat([keys, rotate(k, angle)], 2)
    values = torch.cat([values, v], 2)
    late = torch.arange(past + t).unsqueeze(0) > (torch.arange(t) + past).unsqueeze(1)
    scores = (rotate(q, angle) @ keys.transpose(-2, -1)).masked_fill(late, -1e9)
    return torch.softmax(scores, -1) @ values, keys, values
"""


def batch(steps: int) -> np.ndarray:
    return np.random.default_rng(steps).random((2, steps, 8), np.float32)


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_kernel_computes_with_any_number_of_steps(name: str, python_calls: list[str]) -> None:
    unit = ts.compile(f"{TABLE}def f(x):\n    {PROGRAMS[name]}\n")
    for steps in range(2, 12):
        unit.f(batch(steps))
    del python_calls[:]
    found = {steps: unit.f(batch(steps)).numpy() for steps in range(12, 40)}
    assert python_calls == []
    ts.set_engine("interp")
    for steps, result in found.items():
        want = unit.f(batch(steps)).numpy()
        assert (result.shape, result.dtype) == (want.shape, want.dtype)
        np.testing.assert_allclose(result, want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", FEWER)
def test_fewer_or_more_steps(name: str) -> None:
    unit = ts.compile(f"{TABLE}def f(x):\n    return {FEWER[name]} * 2 + 1\n")
    for steps in (8, 10, 12, 14, 16, 18):
        unit.f(batch(steps))
    for steps in (9, 6, 5, 4, 3, 2, 1, 0, 40, 7):
        found, want = (_outcome(unit.f, batch(steps), engine) for engine in ("profile", "interp"))
        assert type(found) is type(want)
        np.testing.assert_equal(found, want)


def test_layouts_are_those_of_sizes_that_a_symbol_can_have() -> None:
    """A column is row-major, and so is its transpose, which of more columns is not."""
    f = ts.compile("def f(x):\n    return (x[:, 1:] * 2).t() + 1\n").f
    for columns in (5, 6, 7, 8, 9, 2, 2, 2, 5, 10, 11, 12):
        x = np.random.default_rng(columns).random((columns + 2, columns), np.float32)
        found, want = f(x).numpy(), (x[:, 1:] * 2).T + 1
        np.testing.assert_allclose(found, want, rtol=1e-6)
        assert columns == 2 or found.strides == want.strides


def _outcome(function: Callable, x: np.ndarray, engine: str) -> np.ndarray | str:
    """Return the result, or the error, of a call under an engine."""
    ts.set_engine(engine)
    try:
        return function(x).numpy()
    except ts.Error as error:
        return str(error)


def test_one_kernel_decodes_with_growing_caches(python_calls: list[str]) -> None:
    decode, weights = ts.compile(DECODER).decode, batch(72).reshape(16, 72)[:, :48]
    found: dict[str, list[np.ndarray]] = {}
    for engine in ("profile", "interp"):
        keys = values = np.zeros((1, 2, 0, 8), np.float32)
        results = found[engine] = []
        ts.set_engine(engine)
        for step in range(30):
            if step == 12:
                del python_calls[:]
            x = np.random.default_rng(step).standard_normal((1, 1 if step else 5, 16), np.float32)
            result, keys, values = (part.numpy() for part in decode(x, weights, keys, values))
            results.append(result)
        assert engine == "interp" or python_calls == []
    for one, other in zip(*found.values(), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
