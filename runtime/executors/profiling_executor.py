"""The profiling executor: profile a function, fuse operators by type, guard, and fall back.

    executor = ProfilingExecutor(source, code, linker)
    executor.run(inputs)      # interpreted, then profiled, then by the plan

After PyTorch's ProfilingGraphExecutor. A function is interpreted until it is hot. A plan is correct
for inputs of any type. A group of operators runs natively if its type check passes, else its
fallback graph runs. The fallback graph has a separate executor. So another set of types is profiled
and gets another plan, within the fusion strategy. No side effect is repeated: groups have none.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar
from weakref import ref

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.lowering.ts.inlining import detached
from xdsl_torchscript.runtime.errors import OutOfBounds, UnfusedError
from xdsl_torchscript.runtime.executors.argument_spec import Spec, facts_if_known, specs_of
from xdsl_torchscript.runtime.executors.background import (
    hand_over,
    schedule,
    take_over,
    while_alive,
)
from xdsl_torchscript.runtime.executors.disk_plan import DiskPlan
from xdsl_torchscript.runtime.executors.executor import Executor, Start, execute
from xdsl_torchscript.runtime.executors.failures import FAILURES, Failures
from xdsl_torchscript.runtime.executors.last_graph import LAST
from xdsl_torchscript.runtime.executors.log import LogLevel, log, log_graph, log_reasons
from xdsl_torchscript.runtime.executors.module_constants import NO_CONSTANTS, ModuleConstants
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.outlines import outlines_of
from xdsl_torchscript.runtime.executors.seen_arguments import SeenArguments
from xdsl_torchscript.runtime.executors.seen_sizes import SeenSizes
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.executors.variants import Variants
from xdsl_torchscript.runtime.executors.waiting_call import WaitingCall
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.suspension import Suspend
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.executors.front_plan import FrontPlan
    from xdsl_torchscript.runtime.executors.fused_group import FusedGroup
    from xdsl_torchscript.runtime.executors.profiling_record import ProfilingRecord
    from xdsl_torchscript.runtime.executors.varying_sizes import ArgumentTypes
    from xdsl_torchscript.runtime.executors.whole_plan import WholePlan
    from xdsl_torchscript.runtime.native.kernel import Kernel
    from xdsl_torchscript.runtime.operators.core import Implementation

_T = TypeVar("_T")

MAX_PROFILES = 2
"""The number of profiles without anything to fuse after which inputs of such specs are no longer
profiled."""

MAX_SPECS = 4
"""The number of specs without anything to fuse after which a function is no longer profiled."""

ANSWERS = 16
"""The calls in a row that a later plan answers before it is moved to the front."""

_WARM = 0.25
"""The sizes in calls count once they have taken this part of the threshold for hot functions."""

_PATIENCE = 10
"""A profile is repeated once calls have taken this multiple of the threshold for hot functions."""

_FILE = "profiling_executor"


def _nothing() -> None:
    return None


class ProfilingExecutor(Executor):
    """The execution of one function. Safe to call from several threads.

    `depth` counts the plans before this one: the plan of a fallback graph has one more. `variants`
    are the executors that are left for other constants. `before` returns the executor of the same
    function for other types, of whose plan this one runs the fallback graph.
    """

    def __init__(
        self,
        source: Callable[[], FuncOp],
        code: Callable[[], Code],
        linker: Linker | None = None,
        depth: int = 0,
        variants: Variants | None = None,
        failures: Failures | None = None,
        before: Callable[[], ProfilingExecutor | None] = _nothing,
        earlier: ArgumentTypes | None = None,
        seen: SeenSizes | None = None,
        arguments: SeenArguments | None = None,
    ) -> None:
        self.stage = Stage.INTERPRETED
        self.graph: FuncOp | None = None
        """The profiled graph or the plan's, None before there is one."""
        self.groups: list[FusedGroup] = []
        self.fallbacks: list[ProfilingExecutor] = []
        self.refusals: dict[Operation, str] = {}
        """The reasons why operations of the plan, or of the unplanned function, are in no group."""
        self.unplanned_calls = 0
        """The calls that were answered without a plan."""
        self.constants: ModuleConstants = NO_CONSTANTS
        """The attributes that the profiled graph and the plan take as constants."""
        self._plain = code()
        self.name, self.linker, self.depth = self._plain.name, linker, depth
        self.failures = failures or Failures()
        self.earlier = earlier or {}
        """The types of arguments that plans before this one check, merged."""
        self._seen = seen or SeenSizes()
        """The sizes in calls without a plan, of this executor and those before it."""
        self._arguments = arguments or SeenArguments()
        """The arguments in calls without a plan, of all executors of this function."""
        self._source, self._variants = source, variants or Variants()
        self._seconds = 0.0
        """The seconds that calls without a plan took."""
        self._other: ProfilingExecutor | None = None
        """The executor for modules with other constants."""
        self._current: tuple[Code, ProfilingRecord | None] = self._plain, None
        """The code that runs now, and the profile that it records."""
        self._final: Code | None = None
        """The code that runs once the function is optimised, or stays interpreted."""
        self._facts: Hashable = None
        """The facts of the call that made the function hot, then of the last one that was
        profiled."""
        self._disk = DiskPlan()
        self._whole: WholePlan | None = None
        self._before = before
        self._next: ProfilingExecutor | None = None
        """The executor of the fallback graph that is the function for other types."""
        previous = before()
        self._first = before if previous is None or previous._is_first else previous._first
        """Returns the executor of the first plan for the function, None for itself."""
        self._is_first = previous is None
        self._operators: Mapping[Operation, Implementation] = {}
        self._front: FrontPlan | None = None
        """The later plan that calls try first."""
        self._copy: FrontPlan | None = None
        """The copy of this plan for the front."""
        self._answering: ProfilingExecutor | None = None
        """The later plan that answered the last call which tried the plans in order."""
        self._answered: ProfilingExecutor | None = None
        """The one that answered those before."""
        self._answers = 0
        """The calls in a row that it answered."""
        self._direct: Callable[..., Values] | None = None
        """The kernel of the group that is the whole plan; it leaves other types to `_final`."""
        self._unfused: UnfusedError | None = None
        """The reason why calls fail: a block of strict fusion is not fused."""
        self._profiles = 0
        """The profiles that showed nothing to fuse, for inputs of new specs."""
        self._profiled: set[tuple[Spec, ...]] = set()
        """The specs of the inputs of these profiles."""
        self._without_groups: set[tuple[Spec, ...]] = set()
        """The specs of inputs for which the simplified function runs."""
        self._simplified: Code | None = None
        self._compiling = 0
        """The kernels of the plan that are being compiled. Until then calls run the function as it
        was: a plan's operators, which replace writes, take longer in the interpreter."""
        self._lock = survive_fork(threading.RLock())
        self._is_busy = False

    def run(self, inputs: Sequence[Value], start: Start = run) -> Values:
        """Return the results for the inputs. Raises as the interpreter, and UnfusedError."""
        code, direct, front = self._final, self._direct, self._front
        if code is None or self._compiling:
            return self._warm_up(inputs, start)
        if start is run:
            LAST.call.graph = self.graph
        other = None
        try:  # This takes no time, and no code of the program runs inside.
            if front is not None and front.takes(inputs):
                code, direct = front.code, None
            elif self.constants is not NO_CONSTANTS and not self.constants.are_valid_for(inputs):
                other = self._other_variant(inputs)
            elif self._is_first:
                self._order_plans()
            elif (first := self._first()) is not None:
                first._answering = self
        except FAILURES as error:
            self._fail(error)
            return start(self._plain, inputs)
        if other is not None:
            return other.run(inputs, start)
        return start(code, inputs) if direct is None or start is not run else direct(*inputs)

    def _order_plans(self) -> None:
        """Vacate the front, and move a plan there after enough answers in a row. Threads may
        disturb the count, on which no result depends."""
        answered, self._answering, self._front = self._answering, None, None
        self._answers = self._answers + 1 if answered is self._answered else 1
        self._answered = answered
        if answered is not None and self._answers % ANSWERS == 0:
            schedule(while_alive(answered._move_to_front))

    def _move_to_front(self) -> None:
        """Let calls of the function try this plan first."""
        self._attempt(self._copy_to_front)

    def _copy_to_front(self) -> None:
        first, graph, (_, record) = self._first(), self.graph, self._current
        if first is None or graph is None or record is not None:
            return
        copy = self._copy
        if copy is None:
            make = lazy_import("xdsl_torchscript.runtime.executors.front_plan:FrontPlan")
            constants, others = self._all_constants, first._run_in_order
            copy = make(graph, self._operators, constants, others, self.linker, self.name)
        self._copy = first._front = copy.renew()

    def _run_in_order(self, *inputs: Value) -> Values:
        """Run the plans in order inside the one at the front."""
        assert self._final is not None
        return execute(self._final, inputs)

    @property
    def _all_constants(self) -> ModuleConstants:
        """The constants of this plan and those before it."""
        before = self._before()
        return before._all_constants.and_those(self.constants) if before else self.constants

    @property
    def code(self) -> Code:
        """The code that runs now."""
        return self._current[0]

    def variant(self, inputs: Sequence[Value]) -> ProfilingExecutor:
        """Return the executor for the constants in these inputs: this one, or another of the same
        function."""
        return self if self.constants.are_valid_for(inputs) else self._other_variant(inputs)

    def _other_variant(self, inputs: Sequence[Value]) -> ProfilingExecutor:
        with self._lock:
            if self._other is None:
                for_arguments = not self.constants.are_arguments(inputs)
                self._other = ProfilingExecutor(
                    self._source,
                    lambda: self._plain,
                    self.linker,
                    variants=self._variants.next(for_arguments=for_arguments),
                    failures=self.failures,
                    arguments=self._arguments,
                )
                self.has_kernels = True
        return self._other.variant(inputs)

    def whole_plans(self) -> Sequence[WholePlan]:
        found: list[WholePlan] = []
        variant: ProfilingExecutor | None = self
        while variant is not None:
            executor: ProfilingExecutor | None = variant
            while executor is not None:
                if executor._whole is not None:
                    found.append(executor._whole)
                executor = executor._next
            variant = variant._other
        return found

    def plans(self) -> Iterator[tuple[FuncOp, Code]]:
        """Yield the graph and each plan's code. This executor's plan precedes the plans of fallback
        graphs and of other constants."""
        code, _ = self._current
        if self.stage.is_optimized and self.graph is not None:
            yield self.graph, code
        for executor in self.fallbacks:
            yield from executor.plans()
        if self._other is not None:
            yield from self._other.plans()

    # ---- calls without a plan

    def _warm_up(self, inputs: Sequence[Value], start: Start) -> Values:
        """Run a call that may lead to a plan: the program runs once, and outside of attempts."""
        way = self._attempt(self._choose, inputs)
        return start(self._plain, inputs) if way is None else way(inputs, start)

    def _choose(self, inputs: Sequence[Value]) -> Callable[[Sequence[Value], Start], Values]:
        """Note the inputs of a call without a plan, and return the function that runs it."""
        self._arguments.note(inputs)
        if OPTIONS.compile == "now":
            if self._is_busy or self._compiling:
                take_over(self)
            if self.stage is Stage.INTERPRETED:
                self._advance(inputs)
        with self._lock:  # the code is for these constants
            constants, simplified = self.constants, self._simplified
            code, record = self._current
        if constants is not NO_CONSTANTS and not constants.are_valid_for(inputs):
            return self._other_variant(inputs).run
        if self._unfused is not None:
            return self._refuse
        if simplified is not None:
            if specs_of(inputs) in self._without_groups:
                return partial(self._run_simplified, simplified)
            self._expect_groups()
        is_profiled = record is not None and self.stage is not Stage.OPTIMIZING
        if is_profiled:
            self._facts = facts_if_known(inputs)
            self._profiled.add(specs_of(inputs))
        if not self._is_first or self._seconds >= _WARM * OPTIONS.hot_seconds:
            self._seen.note(inputs)
        code = self._plain if self._compiling else code
        return partial(self._run_counted, code, record, is_profiled)

    def _refuse(self, inputs: Sequence[Value], start: Start) -> Values:
        assert self._unfused is not None
        raise UnfusedError(self._unfused.findings)

    def _run_counted(
        self,
        code: Code,
        record: ProfilingRecord | None,
        is_profiled: bool,
        inputs: Sequence[Value],
        start: Start,
    ) -> Values:
        if start is run:
            LAST.call.graph = self.graph
        begin = perf_counter()
        try:
            results = None if is_profiled else self._attempt(self._disk.run, inputs)
            if results is None:
                results = start(code, inputs)
        except Suspend as suspend:
            outlines = self._attempt(outlines_of, inputs) or ()
            count = partial(self._count_call, outlines, perf_counter() - begin, record)
            suspend.frames.append(WaitingCall(partial(self._attempt, count)))
            raise
        seconds = perf_counter() - begin
        self._attempt(self._count_call, inputs, seconds, record)
        if start is run and (self._is_busy or self._compiling):
            self._attempt(hand_over, seconds)
        return results

    def _run_simplified(self, simplified: Code, inputs: Sequence[Value], start: Start) -> Values:
        LAST.call.graph = self.graph
        if (first := self._first()) is not None:
            first._answering = self
        return start(simplified, inputs)

    def _count_call(
        self, inputs: Sequence[Value], seconds: float, record: ProfilingRecord | None
    ) -> None:
        """Count a call, stop profiling after enough of them, and schedule the next step."""
        self._seconds += seconds
        self.unplanned_calls += 1
        if record is not None:
            record.finish_run()
            with self._lock:  # runs of other threads may end after the plan is ready
                if self.stage is Stage.PROFILING and record.is_complete:
                    self.stage, self._current = Stage.OPTIMIZING, (self._plain, record)
        if self._seconds >= OPTIONS.hot_seconds or self.stage is Stage.OPTIMIZING:
            self._advance_if_due(inputs)

    # ---- steps to a plan

    def _attempt(self, step: Callable[..., _T], *arguments: object) -> _T | None:
        """Take a step that is not the program's. If it fails, the function stays interpreted."""
        try:
            return step(*arguments)
        except OutOfBounds:
            raise  # what `ts.set_check_bounds` is to find
        except FAILURES as error:
            self._fail(error)
            return None

    def _fail(self, error: Exception) -> None:
        self._give_up()
        self.failures.add(error, f"'{self.name}' stays interpreted")

    def _advance_if_due(self, inputs: Sequence[Value]) -> None:
        """Schedule the next step of a function that is hot, or has a profile."""
        is_hot = self.stage is Stage.INTERPRETED and self.unplanned_calls > 1
        if (is_hot or self.stage is Stage.OPTIMIZING) and OPTIONS.compile != "never":
            self._advance(inputs)

    def _advance(self, inputs: Sequence[Value]) -> None:
        """Schedule the next step, unless one is under way, or the strategy has no further plan."""
        if OPTIONS.kind_at(self.depth) is None:
            return
        with self._lock:
            if self._is_busy:
                return
            self._is_busy = True
        if self.stage is Stage.INTERPRETED:
            self._facts = facts_if_known(inputs)
        schedule(while_alive(self._take_step, outlines_of(inputs)))

    def _take_step(self, outlines: Sequence[Value]) -> None:
        try:
            with log_reasons():
                if self.stage is Stage.INTERPRETED:
                    self._begin_profile(outlines)
                elif self.stage is Stage.OPTIMIZING:
                    self._optimize(outlines)
            self._log()
        except UnfusedError as error:
            self._unfused, self.stage = error, Stage.UNFUSED
        except FAILURES as error:
            self._fail(error)
        finally:
            if self.stage is not Stage.PROFILING:
                self._disk.early = None
            self._is_busy = False

    def _start_worker(self) -> None:
        """Let the process that runs passes start while this one imports the rest."""
        if OPTIONS.uses_worker:
            lazy_import("xdsl_torchscript.runtime.native.compile_worker:WORKER").start()

    def _log(self) -> None:
        title = f"'{self.name}' runs {self.stage.value}"
        log(LogLevel.UPDATE, _FILE, title)
        if self.graph is not None:
            log_graph(LogLevel.DUMP, _FILE, title, self.graph)

    def _give_up(self) -> None:
        self._current, self.graph = (self._plain, None), None
        self._direct = self._front = self._whole = None
        self.stage, self._final = Stage.UNOPTIMIZED, self._plain

    def _profile_again(self, record: ProfilingRecord) -> None:
        """Profile once more, or run the simplified function for inputs of the same specs from now
        on."""
        self._profiles += 1
        if self._profiles == MAX_PROFILES:
            return self._simplify(record)
        self._seconds = -_PATIENCE * OPTIONS.hot_seconds
        self._current, self.graph = (self._plain, None), None
        self.stage = Stage.INTERPRETED
        return None

    def _simplify(self, record: ProfilingRecord) -> None:
        """Run the profiled graph without profiling for inputs of the specs that were profiled, or
        for all inputs: if there is no tensor among them, or after many specs."""
        simplified = lazy_import("xdsl_torchscript.runtime.executors.profiled_plan:simplified")
        self.graph, code = simplified(record, self)
        self._without_groups |= self._profiled
        self._current, self._simplified = (code, None), code
        self.stage = Stage.SIMPLIFIED
        if len(self._without_groups) >= MAX_SPECS or not any(map(any, self._without_groups)):
            self._final = code

    def _expect_groups(self) -> None:
        """Profile inputs of other specs than those for which the simplified function runs."""
        with self._lock:
            if self.stage is Stage.SIMPLIFIED:
                self._profiles, self._seconds = 0, 0.0
                self._profiled.clear()
                self._current, self.stage = (self._plain, None), Stage.INTERPRETED

    def _key_on_disk(self, outlines: Sequence[Value]) -> str | None:
        """Return the key of the plan for the profiled call, None if the disk is not to keep it."""
        is_kept = self.constants.are_valid_for(outlines)
        return self._disk.key(outlines, self._facts) if is_kept else None

    def _begin_profile(self, outlines: Sequence[Value]) -> None:
        """Look for the plan on disk, and profile the inlined function."""
        self._start_worker()
        function, takes_constants = detached(self._source()), self._variants.attributes > 1
        if OPTIONS.kind_at(self.depth) == "STATIC":
            self._disk.find(function, self.linker, takes_constants, outlines, self._facts)
        self._profile(function, outlines if takes_constants else None)

    def _profile(self, function: FuncOp, outlines: Sequence[Value] | None) -> None:
        """Let calls run the profiled graph, with constants if there are outlines to take them
        from."""
        profile_function = lazy_import(
            "xdsl_torchscript.runtime.executors.profiled_plan:profile_function"
        )
        takes_arguments = self._variants.arguments > 1
        fixed = self._arguments.fixed_in(function) if takes_arguments else frozenset[int]()
        profiled = profile_function(function, self.name, self.linker, outlines, fixed)
        if profiled is None:
            self._give_up()
            return
        with self._lock:
            if profiled.constants != self.constants:
                self._simplified = None
                self._without_groups.clear()
            self.constants, self.graph = profiled.constants, profiled.record.function
            self.linker = profiled.linker
            self._current = profiled.code, profiled.record
            self.stage = Stage.PROFILING

    def _optimize(self, outlines: Sequence[Value]) -> None:
        """Run calls with the plan for the profiled types."""
        make_plan = lazy_import("xdsl_torchscript.runtime.executors.profiled_plan:make_plan")
        _, record = self._current
        assert record is not None
        self._skip_static_plans()
        is_static = OPTIONS.kind_at(self.depth) == "STATIC"
        key = self._key_on_disk(outlines) if is_static else None
        kernel = self._disk.take_kernel(key, self.constants)
        plan = make_plan(record, self, static=is_static)
        self.refusals = plan.refusals
        if plan.code is None:
            self._profile_again(record)
            return
        self.groups, self._operators = plan.groups, plan.operators
        self.graph, self._current, self._copy = plan.graph, (plan.code, None), None
        self.stage = Stage.STATIC if is_static else Stage.SYMBOLIC
        if kernel is not None and plan.groups:
            plan.groups[0].use(kernel)
        else:
            self._disk.kept_as = key if plan.is_storable else None
        self._final = plan.code

    def _skip_static_plans(self) -> None:
        """Make the next plan for any sizes if those in calls keep changing."""
        depth = OPTIONS.next_symbolic(self.depth)
        if depth is None or depth == self.depth or not self._seen.keep_changing(static=depth):
            return
        merge = lazy_import("xdsl_torchscript.runtime.executors.varying_sizes:merge_types")
        self.depth, self.earlier = depth, merge([self.earlier, *self._seen.types()])

    def schedule_kernel(self, task: Callable[[], None]) -> None:
        """Schedule the compilation of a kernel of the plan."""
        schedule(while_alive(self._compile_kernel, task))
        with self._lock:  # after what may fail, so maybe after the end of the task
            self._compiling += 1

    def _compile_kernel(self, task: Callable[[], None]) -> None:
        try:
            task()
        finally:
            with self._lock:
                self._compiling -= 1

    def run_fallback(
        self,
        source: Callable[[], FuncOp],
        code: Code,
        checked: ArgumentTypes,
        *,
        is_whole: bool,
    ) -> Callable[..., Values]:
        """Return the function that runs a fallback graph of the plan, which may be the whole
        function's, under a separate executor."""
        executor = ProfilingExecutor(
            source,
            lambda: code,
            self.linker,
            self.depth + 1,
            failures=self.failures,
            before=ref(self) if is_whole else _nothing,
            earlier=checked,
            seen=self._seen if is_whole else None,
            arguments=self._arguments if is_whole else None,
        )
        self.fallbacks.append(executor)
        if is_whole:
            self._seen.begin_next()
            self._next, self.has_kernels = executor, True
        return lambda *inputs: executor.run(inputs, execute)

    def use_kernel(self, whole: WholePlan, kernel: Kernel) -> None:
        """Call the kernel of the group that is the whole plan without the interpreter, and keep the
        plan on disk."""
        self._disk.store(whole, kernel)
        first = self._first() or self
        assert first.graph is not None
        self._whole = replace(whole, constants=self._all_constants, graph=first.graph)
        self.has_kernels = True
        if whole.takes_arguments_in_order:
            plan, _ = self._current
            self._direct = kernel.builtin(lambda *inputs: run(plan, inputs))
