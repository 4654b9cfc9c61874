"""A fusion group at run time: interpreted until its kernel is compiled."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from time import perf_counter

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.prim import SubgraphOp, TensorExprGroupOp
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.runtime.errors import (
    BrokenAssumption,
    FailedRun,
    InputMismatch,
    OutOfBounds,
    RuntimeFault,
)
from xdsl_torchscript.runtime.executors.background import hand_over, take_over, while_alive
from xdsl_torchscript.runtime.executors.failures import FAILURES
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.whole_plan import constant_inputs
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Values, new_frame
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.native.compile_worker import WORKER
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.values import Value

NAME = "fused"
"""The name of the function that is compiled."""

_PATIENCE = 16
"""The calls in a row that break assumptions of a kernel after which one of as many tries it."""

Schedule = Callable[[Callable[[], None]], None]
"""Runs a task now, or later in another thread."""


class FusedGroup:
    """The execution of one group: `call` runs its kernel if there is one for the inputs. `name` is
    that of the function in messages.

    `kernel` is None until it is compiled, for the inputs of the first call, or else of the next one
    that does not fail; `compiled` is then called with it. `failure` is the reason why it cannot be
    compiled. `failed` is called with an error of compiling or running the kernel, and with which of
    them.
    """

    def __init__(
        self,
        op: TensorExprGroupOp,
        name: str,
        schedule: Schedule,
        compiled: Callable[[Kernel], None],
        failed: Callable[[Exception, str], None],
    ) -> None:
        self.op = op
        self.kernel: Kernel | None = None
        self.failure: str | None = None
        self._schedule, self._compiled, self._failed = schedule, compiled, failed
        self._code = Code.from_block(op.body, name)
        self._lock = survive_fork(threading.RLock())
        self._requested = False
        self._awaits_good_call = False
        """Whether the call that it was to be compiled for fails."""
        self._broken = 0
        """The calls in a row that broke an assumption of the kernel, or came after many such."""

    def call(self, *values: Value) -> Values:
        """Return the group's results. Raises the errors of its operators."""
        kernel = self.kernel
        if kernel is None and not self._awaits_good_call:
            self._request(values)
            kernel = self.kernel
        if kernel is not None and self._expects_kernel():
            try:
                results = kernel.call(*values)
                self._broken = 0
                return results
            except BrokenAssumption:
                self._broken += 1
            except (InputMismatch, RuntimeFault):
                pass  # other sizes or views, or an error, which the interpreter locates
            except OutOfBounds:
                raise  # what `ts.set_check_bounds` is to find
            except FAILURES as error:
                self._failed(error, "its kernel fails")
        begin = perf_counter()
        results = self._code.execute(new_frame(self._code, values))
        if kernel is None and self.failure is None:
            self._attempt(hand_over, perf_counter() - begin)
        if self._awaits_good_call:
            self._awaits_good_call = False
            self._request(values)
        return results

    def _expects_kernel(self) -> bool:
        """Return whether to try the kernel: in each call, or in one of 16 after as many in a row
        broke its assumptions, as slices that are clipped do. Count a call that does not try it."""
        if self._broken < _PATIENCE:
            return True
        self._broken += 1
        return self._broken % _PATIENCE == 0

    def use(self, kernel: Kernel) -> None:
        """Run calls by a kernel of the group."""
        self._requested = True
        kernel.use_builtin()
        self._compiled(kernel)
        self.kernel = kernel

    def _request(self, values: Sequence[Value]) -> None:
        """Have the kernel compiled, once, before the call goes on if it waits for plans."""
        with self._lock:
            requested, self._requested = self._requested, True
        if not OPTIONS.native or self.failure is not None:
            return
        if not requested:
            self._attempt(lambda: self._schedule(while_alive(self._compile, values)))
        elif OPTIONS.compile == "now":
            self._attempt(take_over, self)

    def _attempt(self, step: Callable[..., None], *arguments: object) -> None:
        """Take a step towards the kernel. If it fails, the group stays interpreted."""
        try:
            step(*arguments)
        except FAILURES as error:
            self.failure = str(error)
            self._failed(error, "it does not compile")

    def _compile(self, values: Sequence[Value]) -> None:
        try:
            module = ModuleOp([function_of(self.op)])
            elsewhere = OPTIONS.uses_worker
            kernel = compile_func(
                module,
                NAME,
                values,
                symbolic=has_symbols(self.op),
                constants=constant_inputs(self.op),
                typing=WORKER.typed_functions if elsewhere else None,
                backend=WORKER.machine_code if elsewhere else None,
            )
            self.use(kernel)
        except FailedRun:  # which the interpreter reports; its inputs say nothing of others
            self._awaits_good_call, self._requested = True, False
        except FAILURES as error:
            self.failure = str(error)
            self._failed(error, "it does not compile")


def has_symbols(op: TensorExprGroupOp) -> bool:
    """Return whether a group is for tensors of any sizes."""
    return bool(symbols_of([argument.type for argument in op.body.args]))


def function_of(op: SubgraphOp) -> FuncOp:
    """Return a subgraph's body as a function."""
    copy = op.clone()
    region = copy.detach_region(0)
    copy.drop_all_references()
    last = region.block.last_op
    assert last is not None
    returned = ReturnOp(*last.operands)
    propagate_location(last, [returned])
    Rewriter.replace_op(last, returned, [])
    types = [arg.type for arg in region.block.args], list(returned.operand_types)
    return FuncOp(NAME, types, region)
