"""Traces against PyTorch's: the same function traced by both is the same graph."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.modules.module_base import Module, Parameter

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))
from traced_functions import FUNCTIONS, modules  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")

X, Y = np.random.default_rng(0).standard_normal((2, 2, 3)).astype(np.float32)
_NAME = r"%[\w.]+"


def nodes(text: str) -> Iterator[str]:
    """The lines of a graph without types, places and scopes, and with numbered values. A number is
    a tensor where PyTorch hands it to an operator on tensors."""
    numbers: dict[str, str] = {}

    def numbered(part: str) -> str:
        return re.sub(_NAME, lambda m: numbers.setdefault(m[0], f"%{len(numbers)}"), part)

    for line in filter(None, text.splitlines()):
        code = re.sub(r"(, scope: [\w.]+)?( # .*)?$", "", line)
        code = re.sub(r"value=\{(.*)\}", r"value=\1", code)
        results, equals, call = code.rpartition(" = ")
        if equals:
            call_text = numbered(call)
            yield f"{[numbered(r) for r in re.findall(_NAME, results)]} = {call_text}"
        elif " : " in code:
            yield f"inputs {[numbered(name) for name in re.findall(_NAME, code)]}"
        else:
            yield numbered(code)


def trace_with_torch(function: Any) -> Any:
    return torch.jit.trace(
        function, (torch.from_numpy(X.copy()), torch.from_numpy(Y.copy())), check_trace=False
    )


def arrays(value: Any) -> list[np.ndarray[Any, Any]]:
    if isinstance(value, tuple | list):
        return [array for part in value for array in arrays(part)]
    return [value.detach().numpy() if isinstance(value, torch.Tensor) else value.array]


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_function(function: Callable[..., Any]) -> None:
    theirs = trace_with_torch(lambda x, y: function(torch, x, y))
    ours = ts.trace(lambda x, y: function(ts, x, y), (X, Y))
    assert list(nodes(str(ours.graph))) == list(nodes(str(theirs.graph)))
    # Other sizes than those of the examples.
    a, b = np.arange(12, dtype=np.float32).reshape(4, 3), np.ones((4, 3), np.float32)
    wanted = arrays(theirs(torch.from_numpy(a.copy()), torch.from_numpy(b.copy())))
    found = arrays(ours(a.copy(), b.copy()))
    assert len(wanted) == len(found)
    for w, f in zip(wanted, found, strict=True):
        assert w.dtype == f.dtype
        np.testing.assert_allclose(f, w, 1e-5, 1e-6)


def test_modules() -> None:
    theirs = trace_with_torch(
        modules(torch, torch.nn.Module, lambda v: torch.nn.Parameter(torch.tensor(v)))
    )
    ours = ts.trace(modules(ts, Module, lambda v: Parameter(np.float32(v))), (X, Y))
    assert list(nodes(str(ours.graph))) == list(nodes(str(theirs.graph)))
    for name in ("first", "gate"):
        own, wanted = getattr(ours, name).graph, getattr(theirs, name).graph
        assert list(nodes(str(own))) == list(nodes(str(wanted)))
    assert [n for n, _ in ours.named_parameters()] == [n for n, _ in theirs.named_parameters()]
    assert [n for n, _ in ours.named_buffers()] == [n for n, _ in theirs.named_buffers()]
    for w, f in zip(arrays(theirs(*map(torch.tensor, (X, Y)))), arrays(ours(X, Y)), strict=True):
        np.testing.assert_allclose(f, w, 1e-5)


def test_torch_loads_a_saved_trace() -> None:
    ours = ts.trace(modules(ts, Module, lambda v: Parameter(np.float32(v))), (X, Y))
    stream = io.BytesIO()
    ts.save(ours, stream)
    theirs = torch.jit.load(io.BytesIO(stream.getvalue()))
    for w, f in zip(arrays(theirs(*map(torch.tensor, (X, Y)))), arrays(ours(X, Y)), strict=True):
        np.testing.assert_allclose(f, w, 1e-5)
