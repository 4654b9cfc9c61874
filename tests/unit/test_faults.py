"""A failure at any point of native compilation: the interpreter answers, after one warning."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
import pytest
from xdsl.passes import ModulePass
from xdsl.transforms import get_all_passes

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.core import pass_runner
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.pipelines import PIPELINES
from xdsl_torchscript.runtime.executors import fused_group
from xdsl_torchscript.runtime.native import compile_kernel, kernel, machine_code, weight_panels
from xdsl_torchscript.runtime.passes import pass_factories

F32 = np.float32

Break = Callable[[pytest.MonkeyPatch], None]
"""Make one point fail."""


class Layer(ts.Module):
    """A convolution with packed filters, and operators that are fused with it."""

    def __init__(self) -> None:
        super().__init__()
        filters = np.random.default_rng(0).standard_normal((32, 32, 3, 3), F32)
        self.filters = ts.Parameter(filters, requires_grad=False)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y = ts.relu(ts.conv2d(x, self.filters, None, [1, 1], [1, 1])) + x
        return ts.max_pool2d(y, [2, 2]) * 2


class Injected(RuntimeError):
    """No error of the compiler is one."""


def _fail(*arguments: object, **named: object) -> None:
    raise Injected("injected")


def _function(owner: object, name: str) -> Break:
    return lambda patch: patch.setattr(owner, name, _fail)


def _pass(step: ModulePass) -> Break:
    return _function(type(step), "run" if isinstance(step, TsPass) else "apply")


def _broken_ir(patch: pytest.MonkeyPatch) -> None:
    """Let LLVM parse a module that its verifier rejects."""
    wrong = (
        "define i1 @f() {\n  %injected = xor i1 %y, 1\n  %y = xor i1 %injected, 1\n  ret i1 %y\n}\n"
    )
    emit = machine_code.llvm_ir
    patch.setattr(machine_code, "llvm_ir", lambda module: emit(module) + wrong)
    _no_cache(patch)


def _unknown_symbol(patch: pytest.MonkeyPatch) -> None:
    """Let a kernel call a function that is not there."""
    wrong = "declare void @injected()\ndefine void @f() {\n  call void @injected()\n  ret void\n}\n"
    emit = machine_code.llvm_ir
    patch.setattr(machine_code, "llvm_ir", lambda module: emit(module) + wrong)
    _no_cache(patch)


def _no_cache(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(machine_code, "compile_cached", lambda text, compile: compile())


def _failing_kernel(patch: pytest.MonkeyPatch) -> None:
    """Let kernels compile, and fail when they are called."""
    patch.setattr(kernel.Kernel, "use_builtin", lambda self: setattr(self, "call", _fail))
    patch.setattr(kernel.Kernel, "table", None)


_PIPELINES = ("before-profiling", "specialized", "ts-to-llvm")
_FACTORIES = {**get_all_passes(), **pass_factories()}
_STEPS = [s for name in _PIPELINES for s in build_pipeline(",".join(PIPELINES[name]), _FACTORIES)]

POINTS: dict[str, Break] = {s.name: _pass(s) for s in _STEPS if isinstance(s, ModulePass)}
"""The ways to make a point fail; the passes by their names."""

POINTS |= {
    "taking a group apart": _function(fused_group, "function_of"),
    "specialization": _function(compile_kernel, "specialize"),
    "packing": _function(weight_panels, "in_panels"),
    "running a pipeline": _function(machine_code, "run_pipeline"),
    "emitting LLVM IR": _function(machine_code, "llvm_ir"),
    "LLVM": _function(machine_code, "compile_object"),
    "the cache": _function(machine_code, "compile_cached"),
    "loading": _function(kernel, "load_object"),
    "a builtin": _function(kernel, "builtin_kernel"),
    "the check of levels": _function(pass_runner, "check_level"),
    "LLVM's verifier": _broken_ir,
    "the linker": _unknown_symbol,
    "a call of a kernel": _failing_kernel,
}


REASONS = {"the linker": "a function that the module only declares is not in this process"}
"""Words of the warning that differ from those of the error."""


pytestmark = pytest.mark.usefixtures("compiled_now")


@pytest.mark.parametrize("point", POINTS)
def test_the_interpreter_answers(point: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ts.freeze(ts.script(Layer()).eval())
    images = [np.random.default_rng(n).standard_normal((1, 32, 8, 8), F32) for n in range(5)]
    with ts.optimized_execution(False):
        expected = [module(image).array for image in images]
    ts.wait_for_compilation()  # of modules of other tests, which would fail, too
    POINTS[point](monkeypatch)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = [module(image).array for image in images]
    np.testing.assert_array_equal(found, expected)
    (told,) = [warning for warning in caught if warning.category is RuntimeWarning]
    assert REASONS.get(point, "injected") in str(told.message)
    assert "ts.set_engine('interp') turns optimisation off" in str(told.message)
