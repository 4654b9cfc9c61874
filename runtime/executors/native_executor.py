"""The native executor: machine code for every call, or an error with the reason.

    executor = NativeExecutor(source, code, linker)
    executor.run(inputs)      # by the kernel for the types and sizes of the inputs

The first call with inputs of new types waits for their kernel. Numbers among the inputs are data.
If a function does not compile like that, those that decide sizes are constants, and new ones have a
kernel of their own. Where an operator fails, the interpreter repeats the call, which has no side
effects, for its error. The `OPTIONS.max_plans` most recently used kernels are kept.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.executors.argument_constants import is_constant_argument
from xdsl_torchscript.runtime.executors.argument_spec import facts_of_call
from xdsl_torchscript.runtime.executors.executor import Executor, Start
from xdsl_torchscript.runtime.executors.failures import Failures
from xdsl_torchscript.runtime.executors.last_graph import LAST
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.plan_keys import InlinedFunction
from xdsl_torchscript.runtime.executors.stored_plan import StoredPlan, find_plan
from xdsl_torchscript.runtime.executors.whole_plan import WholePlan
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.executors.native_plan import KernelPlan, PlanMaker


class NativeExecutor(Executor):
    """The execution of one function. Safe to call from several threads."""

    has_kernels = True

    def __init__(
        self, source: Callable[[], FuncOp], code: Callable[[], Code], linker: Linker | None
    ) -> None:
        self._source, self._code, self._linker = source, code, linker
        self.failures = Failures()
        self._plans: OrderedDict[Hashable, KernelPlan | StoredPlan] = OrderedDict()
        self._takes_arguments = False
        """Whether arguments that decide sizes are constants of plans."""
        self._taken: set[int] = set()
        """The numbers of these arguments."""
        self._lock = survive_fork(threading.RLock())

    def run(self, inputs: Sequence[Value], start: Start = run) -> Values:
        """Return the results for the inputs. Raises as the interpreter, and NativeUnsupported with
        the operation that has no machine code."""
        takes_arguments = self._takes_arguments
        try:
            return self._run(inputs, start)
        except NativeUnsupported:
            if takes_arguments or not any(map(is_constant_argument, inputs)):
                raise
        with self._lock:
            self._takes_arguments = True
        return self._run(inputs, start)

    def _run(self, inputs: Sequence[Value], start: Start) -> Values:
        facts = facts_of_call(inputs), self._inlined.facts_of_attributes(inputs)
        with self._lock:
            key = self._with_constants(facts, inputs)
            plan = self._plans.get(key)
            if plan is None:
                plan = self._plan(inputs, facts)
                key = self._with_constants(facts, inputs)
                self._plans[key] = plan
            self._plans.move_to_end(key)
            if len(self._plans) > OPTIONS.max_plans:
                self._plans.popitem(last=False)
        LAST.call.graph = plan.graph
        return plan.run(inputs, start)

    def whole_plans(self) -> Sequence[WholePlan]:
        with self._lock:
            found = [plan.whole for plan in reversed(self._plans.values())]
        return [whole for whole in found if whole is not None]

    def plans(self) -> Iterator[tuple[FuncOp, Code]]:
        """Yield the graph and each plan's code."""
        for plan in tuple(self._plans.values()):
            yield plan.made

    @cached_property
    def _inlined(self) -> InlinedFunction:
        return InlinedFunction.of(self._source(), self._linker)

    @cached_property
    def maker(self) -> PlanMaker:
        """The maker of the plans that are not on disk."""
        make = lazy_import("xdsl_torchscript.runtime.executors.native_plan:PlanMaker")
        return make(self._inlined.function, self._code, self._linker)

    def _with_constants(self, facts: Hashable, inputs: Sequence[Value]) -> Hashable:
        """Return the facts of a call, and its arguments that are constants."""
        values = (_hashable(inputs[number]) for number in sorted(self._taken))
        return self._takes_arguments, facts, *values

    def _plan(
        self, inputs: Sequence[Value], facts: tuple[Hashable, Hashable]
    ) -> KernelPlan | StoredPlan:
        """Return the plan for inputs like these: without constants among them, from the disk if it
        has one. Raises NativeUnsupported, and MissingOperatorsError."""
        if self._takes_arguments:
            plan = self.maker.make(inputs, None, frozenset(range(len(inputs))))
            self._taken.update(number for number, _ in plan.constants.arguments)
            return plan
        key = self._inlined.key(*facts)

        def make(inputs: Sequence[Value]) -> tuple[FuncOp, Code]:
            return self.maker.make(inputs, key).made

        found = find_plan(key, inputs, self._linker)
        return self.maker.make(inputs, key) if found is None else StoredPlan(found, inputs, make)


def _hashable(value: Value) -> Hashable:
    """Return a constant argument for a key."""
    return tuple(cast("list[Value]", value)) if isinstance(value, list) else cast(Hashable, value)
