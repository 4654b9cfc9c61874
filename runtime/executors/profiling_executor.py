"""The profiling executor: profile a function, fuse what its types allow, guard, and fall back.

    executor = ProfilingExecutor(name, source, code, linker)
    executor.run(inputs)      # interpreted, then profiled, then by the plan

After PyTorch's ProfilingGraphExecutor. A plan is right for inputs of any type: a group of operators
runs natively where its type check passes, and its fallback graph where it does not. The fallback
graph has an executor of its own, so another set of types is profiled and gets another plan, as
often as the fusion strategy says. No side effect is repeated: groups have none.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import (
    FallbackGraphOp,
    TensorExprGroupOp,
    TypeCheckOp,
)
from xdsl_torchscript.lowering.core.refusals import collected_refusals
from xdsl_torchscript.lowering.ts.create_fusion_groups import create_fusion_groups
from xdsl_torchscript.lowering.ts.inlining import copied
from xdsl_torchscript.lowering.ts.insert_guards import insert_guards
from xdsl_torchscript.lowering.ts.type_check_fusion_groups import check_fusion_groups
from xdsl_torchscript.lowering.ts_to_te.create_compilable_groups import group_refusal
from xdsl_torchscript.lowering.ts_to_te.create_function_group import create_function_group
from xdsl_torchscript.runtime.executors.background import schedule
from xdsl_torchscript.runtime.executors.clean_up import FAILURES, clean_up
from xdsl_torchscript.runtime.executors.fused_group import FusedGroup, function_of
from xdsl_torchscript.runtime.executors.last_graph import LAST
from xdsl_torchscript.runtime.executors.log import (
    LogLevel,
    log,
    log_graph,
    logged_pass,
    logged_reasons,
)
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants, take_constants
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.plan_operators import as_operator, run_type_check
from xdsl_torchscript.runtime.executors.profiling_record import ProfilingRecord
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.executors.whole_plan import WholePlan, whole_plan
from xdsl_torchscript.runtime.interpreter.builder import Implementations
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Values, new_frame
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.native.compile_worker import WORKER
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.values import Value

MAX_VARIANTS = 4
"""Executors of one function for different constants of modules, such as `training`."""

_FILE = "profiling_executor"

Run: TypeAlias = Callable[[Code, Sequence[Value]], Values]


class ProfilingExecutor:
    """The execution of one function. Safe to call from several threads.

    `source` gives a copy of the function with its calls inlined, `code` is the interpreter's.
    `depth` counts the plans that came before: that of a fallback graph is one more than the plan's.
    `variants` is the number of executors, this one included, that the values of attributes of
    modules may have; the last takes none as constants.
    """

    def __init__(
        self,
        source: Callable[[], FuncOp],
        code: Code,
        linker: Linker | None = None,
        depth: int = 0,
        start: Run = run,
        variants: int = MAX_VARIANTS,
    ) -> None:
        self.stage = Stage.INTERPRETED
        self.graph: FuncOp | None = None
        """The profiled graph or the plan's, None before there is one."""
        self.groups: list[FusedGroup] = []
        self.fallbacks: list[ProfilingExecutor] = []
        self.refusals: dict[Operation, str] = {}
        """Why operations of the plan, or of the function that has none, are in no group."""
        self.unplanned_calls = 0
        """The calls that were answered without a plan."""
        self._whole: WholePlan | None = None
        self.constants = ModuleConstants()
        """The attributes that the profiled graph and the plan take as constants."""
        self._source, self._linker, self._depth, self._start = source, linker, depth, start
        self._variants = variants
        self._other: ProfilingExecutor | None = None
        """The executor for modules with other constants."""
        self._plain = code
        self._current: tuple[Code, ProfilingRecord | None] = code, None
        """The code that runs now, and the profile that it records."""
        self._final: Code | None = None
        """The code that runs once the function is optimised, or stays interpreted."""
        self._direct: Callable[..., Values] | None = None
        """The kernel of the group that is the whole plan; it leaves other types to `_final`."""
        self._lock = threading.Lock()
        self._is_busy = False

    def run(self, inputs: Sequence[Value]) -> Values:
        """Return the results for the inputs. Raises as the interpreter."""
        code, direct = self._final, self._direct
        if code is None:
            return self._warm_up(inputs)
        if not self.constants.hold(inputs):
            return self.variant(inputs).run(inputs)
        if self._depth == 0:
            LAST.graph = self.graph
        return self._start(code, inputs) if direct is None else direct(*inputs)

    @property
    def code(self) -> Code:
        """The code that runs now."""
        return self._current[0]

    def variant(self, inputs: Sequence[Value]) -> ProfilingExecutor:
        """Return the executor for the constants in these inputs: this one, or another of the same
        function."""
        if self.constants.hold(inputs):
            return self
        with self._lock:
            if self._other is None:
                self._other = ProfilingExecutor(
                    self._source, self._plain, self._linker, variants=self._variants - 1
                )
        return self._other.variant(inputs)

    def whole_plan(self, inputs: Sequence[Value]) -> WholePlan | None:
        """Return the plan for the constants in these inputs, if it is one group and has a kernel:
        callables may skip the executor."""
        return self.variant(inputs)._whole

    def plans(self) -> Iterator[tuple[FuncOp, Code]]:
        """Yield the graph and the code of each plan: its own, then those of fallback graphs and of
        other constants."""
        code, _ = self._current
        if self.stage.is_optimized and self.graph is not None:
            yield self.graph, code
        for executor in self.fallbacks:
            yield from executor.plans()
        if self._other is not None:
            yield from self._other.plans()

    def _warm_up(self, inputs: Sequence[Value]) -> Values:
        prepare = partial(self._prepare, inputs[:1])
        if self.stage is Stage.INTERPRETED and OPTIONS.compile == "now":
            self._advance(prepare)
        code, record = self._current
        if not self.constants.hold(inputs):
            return self.variant(inputs).run(inputs)
        self.unplanned_calls += 1
        if self._depth == 0:
            LAST.graph = self.graph
        results = self._start(code, inputs)
        if self.stage is Stage.INTERPRETED and OPTIONS.compile == "background":
            self._advance(prepare)  # which would slow this call down before
        if record is not None:
            record.finish_run()
            self._note_run(record)
        if self.stage is Stage.OPTIMIZING:
            self._advance(self._optimize)
        return results

    def _note_run(self, record: ProfilingRecord) -> None:
        """Stop profiling after enough runs, and begin to optimise after enough work."""
        with self._lock:  # runs of other threads may end after the plan is ready
            if self.stage is not Stage.PROFILING or not record.is_complete:
                return
            if OPTIONS.compile == "now" or record.runs * record.work >= OPTIONS.min_work:
                self.stage = Stage.OPTIMIZING
            self._current = self._plain, record

    def _advance(self, step: Callable[[], None]) -> None:
        """Have a step taken, unless one is under way."""
        with self._lock:
            if self._is_busy:
                return
            self._is_busy = True
        schedule(lambda: self._take(step))

    def _take(self, step: Callable[[], None]) -> None:
        try:
            with logged_reasons():
                step()
            self._log()
        except FAILURES as error:
            self._give_up()
            warnings.warn(
                f"'{self._plain.name}' stays interpreted: {error} "
                "(ts.set_engine('interp') turns optimisation off)",
                RuntimeWarning,
                stacklevel=2,
            )
        finally:
            self._is_busy = False

    def _log(self) -> None:
        title = f"'{self._plain.name}' runs {self.stage.value}"
        log(LogLevel.UPDATE, _FILE, title)
        if self.graph is not None:
            log_graph(LogLevel.DUMP, _FILE, title, self.graph)

    def _give_up(self) -> None:
        self._current, self.graph = (self._plain, None), None
        self.stage, self._final = Stage.UNOPTIMIZED, self._plain

    def _prepare(self, first: Sequence[Value]) -> None:
        """Make the profiled graph: optimisations that hold for all types, then profiling. `first`
        is the first input, if there is any."""
        if self.stage is not Stage.INTERPRETED:
            return
        function = self._source()
        if self._variants > 1:
            self.constants = take_constants(function, first)
        function = clean_up(function)
        if function is None:
            self._give_up()
            return
        record = ProfilingRecord(function, OPTIONS.profiled_runs)
        self.graph = record.function
        self._current = self._build(record.function, record.implementation), record
        self.stage = Stage.PROFILING

    def _optimize(self) -> None:
        """Make the plan from what was profiled."""
        _, record = self._current
        if self.stage is not Stage.OPTIMIZING or record is None:
            return
        if OPTIONS.native and OPTIONS.compile == "background":
            WORKER.start()
        is_static = OPTIONS.kind_at(self._depth) == "STATIC"
        record.state_types(static=is_static)
        function = copied(record.function)
        with logged_pass("insert_guards", function):
            insert_guards(function)
        if not self._create_groups(function):
            self._give_up()
            return
        with logged_pass("type_check_fusion_groups", function):
            check_fusion_groups(function)
        self._current = self._build(function, self._implementation), None
        self.graph, self.stage = function, Stage.STATIC if is_static else Stage.SYMBOLIC
        self._final, _ = self._current

    def _create_groups(self, function: FuncOp) -> bool:
        """Make the whole function a group, or else parts of it; return whether there is one."""
        with collected_refusals() as self.refusals:
            with logged_pass("create_function_group", function):
                group = create_function_group(function)
            if group is not None:
                return True
            with logged_pass("create_fusion_groups", function):
                return bool(create_fusion_groups(function, group_refusal, OPTIONS.min_size))

    def _build(self, function: FuncOp, implementations: Implementations) -> Code:
        return Code.from_func(function, self._linker, self._plain.name, implementations)

    def _implementation(self, op: Operation) -> Implementation | None:
        """Return what runs a check, a group or a fallback graph of the plan."""
        if isinstance(op, TypeCheckOp):
            return run_type_check(op)
        if isinstance(op, TensorExprGroupOp):
            group = FusedGroup(op, schedule, partial(self._use_kernel, op))
            self.groups.append(group)
            return as_operator(op, group.call)
        if isinstance(op, FallbackGraphOp) and OPTIONS.kind_at(self._depth + 1) is not None:
            executor = ProfilingExecutor(
                lambda: function_of(op),
                Code.from_block(op.body, self._plain.name),
                depth=self._depth + 1,
                start=_execute,
            )
            self.fallbacks.append(executor)
            return as_operator(op, lambda *inputs: executor.run(inputs))
        return None

    def _use_kernel(self, op: TensorExprGroupOp, kernel: Kernel) -> None:
        """Call the kernel of a group without the interpreter if the group is the whole plan."""
        table = kernel.table
        if table is None or OPTIONS.check_failures:
            return
        self._whole = whole_plan(op, self.constants, table)
        if self._whole is not None and self._whole.takes_arguments_in_order:
            plan, _ = self._current
            self._direct = kernel.builtin(lambda *inputs: self._start(plan, inputs))


def _execute(code: Code, inputs: Sequence[Value]) -> Values:
    """Run a code inside of another one."""
    return code.execute(new_frame(code, inputs))
