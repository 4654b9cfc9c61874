"""`strict_fusion` beside PyTorch's: blocks that PyTorch accepts are accepted here, too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.runtime.executors.options import OPTIONS, Options  # noqa: E402
from xdsl_torchscript.runtime.modules.engines import ACTIVE, engine_named  # noqa: E402

ACCEPTED = {
    "adds": "y = x + x + x",
    "nothing": "y = x",
    "a list that a group takes": "y = torch.cat([x, x * 2, x + 1]) * 3",
    "a short loop": "\n        y = x\n        for i in range(3):\n            y = y * x + 1",
    "a constant tensor": "y = x + x + torch.tensor(2.0)",
    "chunks": "a, b = torch.chunk(x, 2, 1); y = a * b + a",
    "a product": "y = x @ x + x",
}
REJECTED = {
    "numbers drawn into a tensor": "x.uniform_(); y = x + x + x",
    "a print": "y = x + x + x; print(1)",
    "an item": "y = (x + x + x)[0, 0].item()",
    "another context": "y = x + x + x\n        with torch.no_grad():\n            y = y * x * x",
    "a tuple": "y = (x + x + x, x)",
    "eigenvalues": "y = x + x + torch.linalg.eigvalsh(x.repeat(2, 2))[:4]",
}
MORE = {
    "a determinant": "y = x + x + torch.det(x)",
    "a write": "x.add_(1); y = x + x + x",
    "one operator": "y = x + x",
    "sort": "y = (x + x + x).sort()[0]",
    "softmax": "y = torch.softmax(x, 0) * 2 + 1",
    "sum": "y = (x * x + x).sum()",
    "a view": "y = x.t() + x + x",
    "random numbers": "y = x + torch.rand_like(x) + x",
    "a size": "y = x + x * x.size(0)",
}
"""Blocks that only PyTorch rejects: it fuses fewer operators."""


def program(block: str) -> str:
    block = block.replace("; ", "\n        ")
    return f"def f(x):\n    with torch.jit.strict_fusion():\n        {block}\n    return y\n"


@pytest.fixture(autouse=True)
def fuser(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let both fuse two operators or more on the CPU, at the second call.

    Calls that may raise are not repeated by another engine.
    """
    monkeypatch.setattr(ACTIVE, "engine", engine_named("profile"))
    monkeypatch.setattr(OPTIONS, "min_size", Options.min_size)
    old = torch._C._jit_can_fuse_on_cpu(), torch._C._jit_texpr_fuser_enabled()
    llvm = torch._C._jit_get_te_must_use_llvm_cpu()
    torch._C._jit_override_can_fuse_on_cpu(True)
    torch._C._jit_set_texpr_fuser_enabled(True)
    torch._C._jit_set_te_must_use_llvm_cpu(False)
    mode = ts.set_compile_mode("now")
    with ts.optimized_execution(True):
        yield
    ts.set_compile_mode(mode)
    torch._C._jit_override_can_fuse_on_cpu(old[0])
    torch._C._jit_set_texpr_fuser_enabled(old[1])
    torch._C._jit_set_te_must_use_llvm_cpu(llvm)


@pytest.mark.parametrize("name", [*ACCEPTED, *REJECTED, *MORE])
def test_as_in_pytorch(name: str) -> None:
    block = (ACCEPTED | REJECTED | MORE)[name]
    x, theirs = torch.rand(4, 4), torch.jit.CompilationUnit(program(block)).f
    ours = ts.compile(program(block)).f
    found: list[bool] = []
    for function, argument, error in (
        (theirs, x, RuntimeError),
        (ours, x.numpy(), ts.UnfusedError),
    ):
        try:
            for _ in range(4):
                function(argument.copy() if function is ours else argument.clone())
            found.append(True)
        except error as raised:
            assert function is ours or "Found" in str(raised)
            found.append(False)
    assert found == [name in ACCEPTED, name not in REJECTED]
