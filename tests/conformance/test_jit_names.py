"""Names of `torch.jit` and of script modules agree with PyTorch's."""

from __future__ import annotations

import io
import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402


class Model(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.register_buffer("table", torch.arange(3.0))

    def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
        y = torch.relu(self.linear(x)) + self.table[n]
        return y.sum(dim=0, keepdim=True).view(-1)


@pytest.fixture
def pair() -> tuple[object, ts.ScriptModule]:
    """Return a module in PyTorch and here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = torch.jit.script(Model().eval())
        buffer = io.BytesIO()
        torch.jit.save(made, buffer)
        return torch.jit.load(io.BytesIO(buffer.getvalue())), ts.load(buffer.getvalue())


def test_operators_of_a_module(pair: tuple[object, ts.ScriptModule]) -> None:
    theirs, mine = pair
    assert ts.export_opnames(mine) == sorted(torch.jit.export_opnames(theirs))


def test_state_by_name(pair: tuple[object, ts.ScriptModule]) -> None:
    theirs, mine = pair
    assert mine.extra_repr() == theirs.extra_repr()
    np.testing.assert_array_equal(
        np.asarray(mine.get_parameter("linear.weight")), theirs.linear.weight.detach().numpy()
    )
    seen: tuple[list[str], list[str]] = ([], [])
    theirs.apply(lambda part: seen[0].append(part.original_name))
    mine.apply(lambda part: seen[1].append(part.original_name))
    assert seen[0] == seen[1]
    for module in (theirs, mine):
        module.register_buffer("table", 10 * module.table)
    x = torch.tensor([[1.0, 2.0]])
    found = mine(ts.Tensor(x.numpy()), 1)
    np.testing.assert_allclose(np.asarray(found), theirs(x, 1).detach().numpy(), rtol=1e-6)


def test_methods_from_text(pair: tuple[object, ts.ScriptModule]) -> None:
    text = "def total(self, x: Tensor) -> Tensor:\n    return self.forward(x, 1) * 2\n"
    x = torch.tensor([[1.0, 2.0]])
    for module in pair:
        module.define(text)
    theirs, mine = pair
    expected = theirs.total(x).detach().numpy()
    np.testing.assert_allclose(np.asarray(mine.total(ts.Tensor(x.numpy()))), expected, rtol=1e-6)


def test_bytes_are_read_by_pytorch(pair: tuple[object, ts.ScriptModule]) -> None:
    theirs, mine = pair
    x = torch.tensor([[1.0, 2.0]])
    again = torch.jit.load(io.BytesIO(mine.save_to_buffer()))
    assert torch.equal(again(x, 2), theirs(x, 2))


def test_constants_next_to_the_code() -> None:
    class Traced(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + torch.arange(3) * table

    table = torch.tensor([1.0, 2.0, 3.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = torch.jit.trace(Traced(), torch.ones(3))
    buffer = io.BytesIO()
    torch.jit.save(made, buffer)
    code, constants = torch.jit.load(io.BytesIO(buffer.getvalue())).code_with_constants
    mine, found = ts.load(buffer.getvalue()).code_with_constants
    assert mine == code
    assert found.const_mapping.keys() == constants.const_mapping.keys()
    for name, value in constants.const_mapping.items():
        assert np.asarray(found.const_mapping[name]).tolist() == value.tolist()


def names_of(value: object) -> set[str]:
    return {name for name in dir(value) if not name.startswith("_")}


def test_the_state_of_an_executor_has_the_names_of_pytorch(
    pair: tuple[object, ts.ScriptModule],
) -> None:
    """PyTorch's codes count bail-outs and executors of gradients, too; ours have neither."""
    x = torch.tensor([[1.0, 2.0]])
    old = ts.set_engine("simple")
    try:
        for module in pair:
            for _ in range(3):
                module(x if module is pair[0] else ts.Tensor(x.numpy()), 1)
        theirs, mine = (module.get_debug_state() for module in pair)
    finally:
        ts.set_engine(old)
    assert names_of(theirs) == names_of(mine)
    assert names_of(theirs.fallback) == names_of(mine.fallback)
    for state in (theirs, mine):
        ((_, plan),) = state.execution_plans.items()
        assert "aten::relu" in str(plan.graph)
