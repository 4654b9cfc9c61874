"""Every operator over lists of tensors, against PyTorch."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from xdsl_torchscript.dialects.schema.table import operator_table  # noqa: E402
from xdsl_torchscript.runtime.interpreter.code import implementation_of  # noqa: E402
from xdsl_torchscript.runtime.operators.core import quiet  # noqa: E402
from xdsl_torchscript.runtime.tensor import Tensor as Ours  # noqa: E402

NAMES = [n for n in operator_table().op_names("aten") if n.startswith("aten._foreach_")]


def _list() -> list[torch.Tensor]:
    """Positive, so that powers and roots are numbers."""
    return [torch.rand(3, 3) + 0.5, torch.rand(4) + 0.5, (torch.rand(2, 5) + 0.5).T]


_VALUES = {
    "Tensor[]": _list, "Scalar": lambda: 1.5, "Scalar[]": lambda: [0.5, 2.0, 1.25],
    "Tensor": lambda: torch.tensor(0.75), "ScalarType?": lambda: None, "bool": lambda: False,
    "MemoryFormat?": lambda: None,
}  # fmt: skip


def _argument(name: str, argument: object) -> object:
    if name.startswith("aten._foreach_mm"):
        return [torch.rand(3, 3) for _ in range(3)]
    if argument.name == "scalars" and argument.spelling == "Tensor":
        return torch.tensor([0.5, 2.0, 1.25])
    return _VALUES[argument.spelling.replace("(a!)", "")]()


def _ours(value: object) -> object:
    if isinstance(value, torch.Tensor):
        return Ours.of(value.clone())
    return [_ours(part) for part in value] if isinstance(value, list) else value


def _alike(theirs: object, ours: object) -> bool:
    if isinstance(theirs, torch.Tensor):
        return torch.allclose(theirs, torch.from_numpy(ours.array.copy()), 1e-5, equal_nan=True)
    return len(theirs) == len(ours) and all(map(_alike, theirs, ours))


@pytest.mark.parametrize("name", NAMES)
def test_lists(name: str) -> None:
    torch.manual_seed(0)
    schema = operator_table()[name]
    values = [_argument(name, a) for a in schema.arguments]
    mine = [_ours(value) for value in values]
    _, operator, *overload = name.split(".")
    theirs = getattr(getattr(torch.ops.aten, operator), overload[0] if overload else "default")
    place = len([a for a in schema.arguments if not a.kwarg_only])
    named = {a.name: v for a, v in zip(schema.arguments[place:], values[place:], strict=True)}
    expected = theirs(*values[:place], **named)
    run = implementation_of(name)
    assert run is not None
    with quiet():
        got = run(*mine)
    if not schema.is_mutable:
        assert _alike(list(expected), got)
    lists = [(v, m) for v, m in zip(values, mine, strict=True) if isinstance(v, list)]
    assert all(_alike(v, m) for v, m in lists if isinstance(v[0], torch.Tensor))
