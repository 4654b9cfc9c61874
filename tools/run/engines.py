"""The engines that execute a function, imported on first use: the interpreter needs no compiler."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.values import Value
from xdsl_torchscript.tools.process import UsageError, ended_by_interrupt
from xdsl_torchscript.tools.run.subject import Subject

Execute: TypeAlias = Callable[[Subject, Sequence[Value], bool], tuple[Value, ...]]
"""A function from a subject, its inputs, and whether sizes are symbolic, to results."""


def _interpret(subject: Subject, values: Sequence[Value], symbolic: bool) -> tuple[Value, ...]:
    run = lazy_import("xdsl_torchscript.runtime.interpreter.execution:run")
    return run(subject.code(), [*subject.receiver, *values])


def _interpret_plainly(
    subject: Subject, values: Sequence[Value], symbolic: bool
) -> tuple[Value, ...]:
    """Run the interpreter without generated code."""
    tier = lazy_import("xdsl_torchscript.runtime.interpreter.codegen.tier:tier")
    with tier(enabled=False):
        return _interpret(subject, values, symbolic)


def _execute(
    name: str, subject: Subject, values: Sequence[Value], symbolic: bool
) -> tuple[Value, ...]:
    """Run an executor, which waits for its plans: results do not depend on timing."""
    engine_named = lazy_import("xdsl_torchscript.runtime.modules.engines:engine_named")
    set_mode = lazy_import("xdsl_torchscript.runtime.executors.options:set_compile_mode")
    mode = set_mode("now")
    try:
        return engine_named(name).run(subject.callable(), [*subject.receiver, *values])
    finally:
        set_mode(mode)


def _native(subject: Subject, values: Sequence[Value], symbolic: bool) -> tuple[Value, ...]:
    if subject.receiver:
        with ended_by_interrupt():
            return _execute("native", subject, values, symbolic)
    compile_func = lazy_import("xdsl_torchscript.runtime.native.compile_kernel:compile_func")
    kernel = compile_func(subject.module, subject.function.sym_name.data, values, symbolic=symbolic)
    with ended_by_interrupt():
        return kernel(*values)


ENGINES: dict[str, Execute] = {
    "interp": _interpret,
    "plain": _interpret_plainly,
    "simple": partial(_execute, "simple"),
    "specialize": partial(_execute, "specialize"),
    "profile": partial(_execute, "profile"),
    "native": _native,
}
FROM_ENVIRONMENT = ("interp", "simple", "specialize", "native", "profile")
"""The engines that the environment variable `TS_ENGINE` may name, as in the library."""


def default_engine() -> str:
    """Return the engine that `TS_ENGINE` names, else the interpreter. Raises UsageError."""
    name = os.environ.get("TS_ENGINE") or "interp"
    if name not in FROM_ENVIRONMENT:
        expected = ", ".join(map(repr, FROM_ENVIRONMENT))
        raise UsageError(f"TS_ENGINE: no engine '{name}'; expected {expected}")
    return name


class ProfilingEngine:
    """The interpreter, an Execute; `profile` is the Profile of its last call."""

    profile: Any = None

    def __call__(
        self, subject: Subject, values: Sequence[Value], symbolic: bool
    ) -> tuple[Value, ...]:
        profile_code = lazy_import("xdsl_torchscript.runtime.profile:profile_code")
        results, self.profile = profile_code(subject.code(), [*subject.receiver, *values])
        return results


def explanation(subject: Subject, values: Sequence[Value], *, strict: bool) -> Any:
    """Return how the profiling executor runs the subject, an Explanation. Raises NativeUnsupported
    if `strict`, for operators outside of native code."""
    explain = lazy_import("xdsl_torchscript.runtime.explain.collect:explain_function")
    return explain(subject.callable(), [*subject.receiver, *values], strict=strict)
