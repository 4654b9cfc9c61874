"""Functions without anything to fuse: their calls are inlined, and other inputs get plans."""

from __future__ import annotations

import numpy as np
import pytest
from test_executors import arrays

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.profiling_executor import MAX_SPECS
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.interpreter.instructions import Call

pytestmark = pytest.mark.usefixtures("compiled_now")


def test_a_function_over_numbers() -> None:
    f = ts.compile("def f(n: int):\n    return n + 1\n").f
    assert [f(1), f(2), f(3)] == [2, 3, 4]
    assert executor_of(f).stage is Stage.SIMPLIFIED


def test_calls_are_inlined() -> None:
    text = """
def word(x: str, i: int) -> str:
    return x[i]

def f(x: str, n: int) -> List[str]:
    found: List[str] = []
    for i in range(n):
        found.append(word(x, i))
    return found
"""
    f = ts.compile(text).f
    assert [f("abc", 3) for _ in range(3)] == [["a", "b", "c"]] * 3
    executor = executor_of(f)
    assert executor.stage is Stage.SIMPLIFIED
    assert not any(isinstance(i, Call) for i in executor.code.instructions)
    with pytest.raises(RuntimeFault) as simplified:
        f("abc", 4)
    with ts.optimized_execution(False), pytest.raises(RuntimeFault) as interpreted:
        f("abc", 4)
    assert str(simplified.value) == str(interpreted.value)
    assert "called from 'f'" in str(simplified.value)


def test_inputs_of_other_types_get_a_plan() -> None:
    text = """
def f(x: Optional[Tensor], n: int):
    if x is None:
        return n, torch.zeros([n])
    return n, torch.tanh(x * 2.0) + x
"""
    f = ts.compile(text).f
    executor = executor_of(f)
    for _ in range(4):
        assert f(None, 2)[1].shape == (2,)
    assert executor.stage is Stage.SIMPLIFIED
    (x,) = arrays((3,))
    for _ in range(4):
        f(x, 2)
    assert executor.stage is Stage.STATIC and executor.groups[0].kernel is not None
    np.testing.assert_allclose(f(x, 2)[1].array, np.tanh(x * 2) + x, rtol=1e-5)
    assert f(None, 3)[1].shape == (3,)


def test_many_types_end_the_profiling() -> None:
    f = ts.compile("def f(x: Tensor):\n    return x.shape\n").f
    executor = executor_of(f)
    for rank in range(6):
        for _ in range(4):
            assert f(np.zeros([2] * rank, np.float32)) == [2] * rank
    assert executor.stage is Stage.SIMPLIFIED
    assert len(executor._without_groups) == MAX_SPECS
