"""`ts.optimize_for_inference`: return a frozen module with a ready plan, like `torch.jit`'s."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from xdsl_torchscript.runtime.executors.options import OPTIONS, set_compile_mode
from xdsl_torchscript.runtime.modules.engines import ACTIVE
from xdsl_torchscript.runtime.modules.freeze import freeze
from xdsl_torchscript.runtime.modules.script_module import ScriptModule, require_module


def optimize_for_inference(
    mod: ScriptModule,
    other_methods: Sequence[str] | None = None,
    example_inputs: Sequence[Any] | None = None,
) -> ScriptModule:
    """Return a frozen copy of a module, which is put into evaluation mode first. A module without
    the attribute `training`, such as a frozen one, is returned as it is.

    `other_methods` stay callable, besides `forward`. With `example_inputs` of `forward`, and under
    the profiling executor, make and compile the plan for these types at once. Its calls run on
    copies of the module and the inputs.

    Raises:
        TypeError: for anything but a scripted module.
        AttributeError: for one of `other_methods` that the module lacks.
        Error, SaveError, PassFailedException: as `ts.freeze`.
        InputMismatch, RuntimeFault: as a call with the example inputs.
    """
    require_module(mod, "optimise")
    frozen = freeze(mod.eval(), other_methods) if hasattr(mod, "training") else mod
    if example_inputs is not None and ACTIVE.engine.name == "profile":
        _warm_up(frozen, example_inputs)
    return frozen


def _warm_up(module: ScriptModule, inputs: Sequence[Any]) -> None:
    """Profile `forward`, and let its groups compile: copies of a module share its plans."""
    mode = set_compile_mode("now")
    try:
        for _ in range(OPTIONS.profiled_runs + 1):
            deepcopy(module)(*deepcopy(tuple(inputs)))
    finally:
        set_compile_mode(mode)
