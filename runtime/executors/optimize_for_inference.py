"""`ts.optimize_for_inference`: a frozen module whose plan is ready, as that of `torch.jit`."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from xdsl_torchscript.runtime.executors.options import OPTIONS, set_compile_mode
from xdsl_torchscript.runtime.modules.engines import ACTIVE
from xdsl_torchscript.runtime.modules.freeze import freeze
from xdsl_torchscript.runtime.modules.script_module import ScriptModule


def optimize_for_inference(
    mod: ScriptModule,
    other_methods: Sequence[str] | None = None,
    example_inputs: Sequence[Any] | None = None,
) -> ScriptModule:
    """Return a frozen copy of a module, which is put into evaluation mode first.

    `other_methods` stay callable, besides `forward`. With `example_inputs` of `forward`, and if
    functions run under the profiling executor, the plan for inputs of these types is made and
    compiled at once, by calls on copies of the module and the inputs. Batch norms are not folded
    into convolutions, unlike in PyTorch: the caller can reach weights, and write them.

    Raises:
        Error, SaveError, PassFailedException: as `ts.freeze`.
        InputMismatch, RuntimeFault: as a call with the example inputs.
    """
    frozen = freeze(mod.eval() if hasattr(mod, "training") else mod, other_methods)
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
