"""The plan of a function on disk: an earlier process may have kept it, and this one keeps its own.

    disk = DiskPlan()
    disk.find(function, linker, takes_constants, outlines, facts)   # when the function is hot
    results = disk.run(inputs)                                      # until there is a plan
    key = disk.key(outlines, facts)                                 # of the plan that is made
    kernel = disk.take_kernel(key, constants)
    disk.store(whole, kernel)

It imports what reads the disk for the first function that is hot.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.errors import NoValueError
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.executors.early_plan import EarlyPlan
    from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
    from xdsl_torchscript.runtime.executors.whole_plan import WholePlan
    from xdsl_torchscript.runtime.native.kernel import Kernel


class DiskPlan:
    """The kernel that was found, and the key under which the disk is to keep the plan, if any."""

    def __init__(self) -> None:
        self.early: EarlyPlan | None = None
        """The kernel of an earlier process, if there is one, until the plan is made."""
        self.kept_as: str | None = None
        """The key of the plan, None if the disk is not to keep it."""

    def find(
        self,
        function: FuncOp,
        linker: Linker | None,
        takes_constants: bool,
        outlines: Sequence[Value],
        facts: Hashable,
    ) -> None:
        """Let calls run the kernel of an earlier process, unless they wait for the plan."""
        if not OPTIONS.native or OPTIONS.check_failures or not OPTIONS.fuses:
            return
        make = lazy_import("xdsl_torchscript.runtime.executors.early_plan:EarlyPlan")
        try:
            early = make(function, linker, (takes_constants, OPTIONS.min_size))
        except NoValueError:  # of a constant that the program only names
            return
        if OPTIONS.compile == "background":
            early.find(outlines, facts)
        self.early = early

    def run(self, inputs: Sequence[Value]) -> Values | None:
        """Return the results for the inputs, None if there is no kernel, or it does not suit."""
        early = self.early  # which another thread may take away
        return None if early is None else early.run(inputs)

    def key(self, outlines: Sequence[Value], facts: Hashable) -> str | None:
        """Return the key of the plan for a call, None if the disk is not to keep it."""
        return None if self.early is None else self.early.key(outlines, facts)

    def take_kernel(self, key: str | None, constants: ModuleConstants) -> Kernel | None:
        """Return the kernel of a key, if it is the one that was found, and for these arguments."""
        return None if self.early is None else self.early.take_kernel(key, constants)

    def store(self, whole: WholePlan, kernel: Kernel) -> None:
        """Keep the plan, if there is a key for it."""
        if self.kept_as is not None:
            store = lazy_import("xdsl_torchscript.runtime.executors.stored_plan:store_plan")
            store(self.kept_as, whole, kernel)
