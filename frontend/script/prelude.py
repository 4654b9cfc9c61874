"""Classes that PyTorch defines for scripts, as texts; a program that names one compiles it."""

from __future__ import annotations

from collections.abc import Mapping

_GRAD_MODE = """
class {name}:
    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        torch.set_grad_enabled({mode})

    def __exit__(self, kind: Any, value: Any, traceback: Any):
        torch.set_grad_enabled(self.prev)
"""

_RECORD_FUNCTION = """
class record_function:
    def __init__(self, name: str, args: Optional[str] = None):
        self.name = name
        self.args = args
        self.handle: Optional[Tensor] = None

    def __enter__(self):
        self.handle = torch.ops.profiler._record_function_enter(self.name, self.args)
        return self

    def __exit__(self, kind: Any, value: Any, traceback: Any):
        handle = self.handle
        if handle is not None:
            torch.ops.profiler._record_function_exit(handle)
"""

_STRICT_FUSION = """
class strict_fusion:
    def __init__(self):
        pass

    def __enter__(self):
        pass

    def __exit__(self, kind: Any, value: Any, traceback: Any):
        pass
"""

TEXTS: Mapping[str, str] = {
    "torch.autograd.grad_mode.no_grad": _GRAD_MODE.format(name="no_grad", mode=False),
    "torch.autograd.grad_mode.enable_grad": _GRAD_MODE.format(name="enable_grad", mode=True),
    "torch.autograd.profiler.record_function": _RECORD_FUNCTION,
    "torch.jit.strict_fusion": _STRICT_FUSION,
}
"""The texts by the name in PyTorch; programs prefix it with `__torch__.`."""
