"""`ts.explain(..., strict=True)`: an error if a call runs operators outside of native code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.ir import Operation

from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.core.diagnostics import Finding, about
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.runtime.errors import NativeUnsupported, describe
from xdsl_torchscript.runtime.executors.fused_group import FusedGroup
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.explain.operations import fallbacks_of, own_operations
from xdsl_torchscript.runtime.explain.times import RunListener


def check_is_native(
    executor: ProfilingExecutor, function: Operation, name: str, listener: RunListener
) -> None:
    """Check that the calls of a function which were listened to ran all operators on tensors as
    native code. Raises NativeUnsupported with each other operator, its place and the reason."""
    findings = list(dict.fromkeys(_findings(executor, function, listener)))
    if findings:
        title = f"'{name}' runs operators outside of native code:"
        raise NativeUnsupported("\n".join([title, *map(describe, findings)]))


def _findings(
    executor: ProfilingExecutor, op: Operation, listener: RunListener
) -> Iterator[Finding]:
    """Yield the findings of an executor of a function or fallback graph, and of those below it."""
    if not listener.has_seen(executor.code):
        return
    if not executor.stage.is_optimized and not executor.refusals:
        yield about(op, f"'{executor.name}' runs {executor.stage.value}")
    for op in _operations_that_ran(executor, listener):
        if isinstance(op, SchemaOp) and op in executor.refusals:
            yield about(op, executor.refusals[op])
    for group in executor.groups:
        if group.kernel is None and group.op in listener.inputs:
            yield from _findings_of_group(group)
    for fallback_op, fallback in fallbacks_of(executor):
        yield from _findings(fallback, fallback_op, listener)


def _operations_that_ran(executor: ProfilingExecutor, listener: RunListener) -> Iterable[Operation]:
    """Return the operations of a plan that ran; without a plan, all that have a refusal."""
    if executor.graph is None or not executor.stage.is_optimized:
        return executor.refusals
    return [op for op in own_operations(executor.graph) if listener.seconds(op) is not None]


def _findings_of_group(group: FusedGroup) -> Iterator[Finding]:
    reason = group.failure or "not compiled"
    for op in operations_of(group.op, SchemaOp):
        yield about(op, f"is interpreted: {reason}")
