"""`with strict_fusion()`: plans fuse its block, or calls raise UnfusedError."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from graph_programs import function_of, text_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS, Options
from xdsl_torchscript.runtime.executors.stages import Stage

X = np.diag(np.arange(1, 9, dtype=np.float32))

FUSED = {
    "adds": """
def f(x):
    with torch.jit.strict_fusion():
        return x + x + x
""",
    "one operator": """
def f(x):
    with torch.jit.strict_fusion():
        return x + x
""",
    "an empty block": """
def f(x):
    with torch.jit.strict_fusion():
        pass
    return x
""",
    "a list that a group takes": """
def f(x):
    with torch.jit.strict_fusion():
        y = torch.cat([x, x * 2, x + 1]) * 3
    return y
""",
    "a loop": """
def f(x):
    y = x
    with torch.jit.strict_fusion():
        for i in range(3):
            y = y * x + 1
    return y
""",
    "an unfused operator behind the block": """
def f(x):
    with torch.jit.strict_fusion():
        y = x + x + x
    return y, torch.linalg.inv(x + 5 * torch.eye(8))
""",
    "constants and chunks": """
def f(x):
    with torch.jit.strict_fusion():
        a, b = torch.chunk(x, 2, 1)
        return a * b + torch.tensor(2.0)
""",
}

UNFUSED = {
    "no kernel": ("return torch.linalg.cond(x) * x", "<compile>:4:16: error: 'aten.linalg_cond'"),
    "a print": ("y = x + x + x; print(y)", "<compile>:4:24: error: 'prim.Print' op"),
    "a tuple": ("return x + x + x, x", "<compile>:4:16: error: 'prim.TupleConstruct' op"),
    "an effect": ("x.exponential_()", "'aten.exponential_' op is in no fusion group: has an"),
    "random numbers": ("return x + torch.rrelu(x, 0.1, 0.3, True) + x", "'aten.rrelu' op"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def profiling() -> Iterator[None]:
    saved = vars(Options()) | vars(OPTIONS)
    OPTIONS.compile = "now"
    with ts.optimized_execution(True):
        yield
    vars(OPTIONS).update(saved)


def unfused(body: str) -> ts.ScriptFunction:
    begin = "def f(x):\n    with torch.jit.strict_fusion():\n        pass\n        "
    return ts.compile(begin + body).f


def flat(result: object) -> list[np.ndarray]:
    return [np.asarray(part) for part in (result if isinstance(result, tuple) else (result,))]


@pytest.mark.parametrize("engine", ["profile", "native"])
@pytest.mark.parametrize("program", FUSED)
def test_fused_blocks_run(program: str, engine: str) -> None:
    if engine == "native" and "unfused" in program:
        pytest.skip("the native engine compiles every operator or none")
    function = ts.compile(FUSED[program]).f
    with ts.optimized_execution(False):
        expected = flat(function(X))
    ts.set_engine(engine)
    try:
        for _ in range(4):
            for got, wanted in zip(flat(function(X)), expected, strict=True):
                np.testing.assert_allclose(got, wanted, rtol=1e-6)
    finally:
        ts.set_engine("profile")


@pytest.mark.parametrize(("body", "message"), UNFUSED.values(), ids=UNFUSED)
def test_the_second_call_raises(body: str, message: str) -> None:
    function = unfused(body)
    function(X.copy())
    for _ in range(2):
        with pytest.raises(ts.UnfusedError) as caught:
            function(X.copy())
        assert message in str(caught.value)
        assert str(caught.value).startswith("'strict_fusion' forbids unfused operations: move")
    assert executor_of(function).stage is Stage.UNFUSED
    assert caught.value.findings


def test_the_interpreter_checks_nothing() -> None:
    function = unfused("return torch.linalg.cond(x)")
    with ts.optimized_execution(False):
        for _ in range(3):
            np.testing.assert_array_equal(np.asarray(function(X)), np.linalg.cond(X))


def test_the_specializing_engine_checks_each_plan() -> None:
    function = unfused("return torch.linalg.cond(x) if x.dim() == 2 else x + x + x")
    ts.set_engine("specialize")
    try:
        with pytest.raises(ts.UnfusedError, match="faster algorithm"):
            function(X)
        np.testing.assert_array_equal(np.asarray(function(X[0])), X[0] * 3)
    finally:
        ts.set_engine("profile")


def test_a_fused_block_costs_nothing() -> None:
    function = ts.compile(FUSED["adds"]).f
    for _ in range(4):
        function(X)
    plan, *_ = str(ts.last_executed_optimized_graph()).split("with prim::")
    assert "prim::TensorExprGroup" in plan and "strict_fusion" not in plan


def test_writes_before_a_block_are_seen_in_it() -> None:
    function = ts.compile("""
def f(x):
    y = x * 1
    y.add_(1)
    with torch.jit.strict_fusion():
        z = y * x + y
    y.add_(1)
    return z, y
""").f
    for _ in range(4):
        z, y = function(X)
        np.testing.assert_allclose(np.asarray(z), (X + 1) * X + X + 1, rtol=1e-5)
        np.testing.assert_allclose(np.asarray(y), X + 2, rtol=1e-6)


@ts.script
def unfused_inverse(x: ts.Tensor) -> ts.Tensor:
    with ts.strict_fusion():
        return x.pinverse()


def test_a_trace_keeps_the_block_of_a_script() -> None:
    traced = ts.trace(lambda x: unfused_inverse(x) * 2, (ts.tensor(X),), check_trace=False)
    with pytest.raises(ts.UnfusedError, match=r"aten.*pinverse"):
        for _ in range(3):
            traced(X)
    with pytest.warns(UserWarning, match="only in scripts"):
        untraced = ts.trace(in_python, (ts.tensor(X),), check_trace=False)
    for _ in range(3):
        np.testing.assert_array_equal(np.asarray(untraced(X)), X + X)


def in_python(x: ts.Tensor) -> ts.Tensor:
    with ts.strict_fusion():
        return x + x


class Strict(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        with ts.strict_fusion():
            return x.pinverse()


def test_a_loaded_module_keeps_the_block(tmp_path: Path) -> None:
    ts.save(ts.script(Strict()), tmp_path / "strict.pt")
    module = ts.load(tmp_path / "strict.pt")
    module(X)
    with pytest.raises(ts.UnfusedError, match=r"aten.*pinverse"):
        module(X)


@pytest.mark.parametrize("inlined", [False, True])
def test_graph_text_names_a_class_that_it_does_not_contain(inlined: bool) -> None:
    fused = function_of(text_of(unfused("return x + x + x"), inlined))
    for _ in range(3):
        np.testing.assert_allclose(np.asarray(fused(X)), 3 * X, rtol=1e-6)
    not_fused = function_of(text_of(unfused("return torch.linalg.cond(x)"), inlined))
    np.testing.assert_array_equal(np.asarray(not_fused(X)), np.linalg.cond(X))
    with pytest.raises(ts.UnfusedError, match=r"aten.*cond"):
        not_fused(X)


def test_a_class_that_nothing_defines_is_named() -> None:
    text = str(unfused("return x + x").graph).replace("strict_fusion", "unknown")
    graph = function_of(text)
    with pytest.raises(ts.RuntimeFault, match=r"no method '__torch__.torch.jit.unknown.__init__'"):
        graph(X)
