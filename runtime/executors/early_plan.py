"""The kernel of an earlier process, which runs the calls of a function until its plan is made.

    early = EarlyPlan(source(), linker, options)
    early.find(outlines, facts)           # when the function is hot
    results = early.run(inputs)           # None where the kernel does not suit
    key = early.key(outlines, facts)      # of the plan that is made for a profiled call

The plan of the same types takes over the kernel (`take_kernel`), so the function has the same
states and graphs as without it. Only a function whose plan is a single kernel has one.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
from xdsl_torchscript.runtime.executors.plan_keys import InlinedFunction
from xdsl_torchscript.runtime.executors.stored_plan import FoundPlan, find_plan
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.values import Value


class EarlyPlan:
    """The plan of a function from the disk; `options` are facts that it depends on besides."""

    def __init__(self, function: FuncOp, linker: Linker | None, options: Hashable) -> None:
        self._function = InlinedFunction.of(function, linker)
        self._linker, self._options = linker, options
        self._found: tuple[str, FoundPlan] | None = None

    def key(self, outlines: Sequence[Value], facts: Hashable) -> str | None:
        """Return the key of the plan for a call, None if the disk keeps none. `outlines` have what
        constants are taken from."""
        attributes = self._function.facts_of_attributes(outlines)
        return self._function.key("profile", self._options, facts, attributes)

    def find(self, outlines: Sequence[Value], facts: Hashable) -> None:
        """Look for the plan for a call."""
        key = self.key(outlines, facts)
        found = find_plan(key, outlines, self._linker)
        if key is not None and found is not None:
            found.kernel.use_builtin()
            self._found = key, found

    def run(self, inputs: Sequence[Value]) -> Values | None:
        """Return the results for the inputs, None if there is no kernel, or it does not suit."""
        if self._found is None:
            return None
        _, found = self._found
        return found.run(inputs) if found.whole.constants.are_valid_for(inputs) else None

    def take_kernel(self, key: str | None, constants: ModuleConstants) -> Kernel | None:
        """Return the kernel of a key, if it is the one that was found, and for these arguments."""
        if self._found is None or self._found[0] != key:
            return None
        _, (whole, kernel) = self._found
        return kernel if whole.constants.arguments == constants.arguments else None
