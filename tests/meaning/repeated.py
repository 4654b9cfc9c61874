"""Repeat every call from Python: by the interpreter, then by an executor, and compare.

    TS_TEST_CALLS=3 pytest tests/conformance/test_script_modules.py

`tests/conftest.py` selects the engine `Repeated` if the environment variable is set. All calls but
the last get copies of the inputs, of the object of a method, and of the random stream, so a test
sees the effects of the last one alone, whose results it checks as before. Further variables are
`TS_TEST_ENGINE`, `profile` if it is not set, `TS_TEST_CHECKS`, the probability that a type check
fails, with the seed `TS_TEST_SEED`, and `TS_TEST_NATIVE=0`, which interprets groups, so that
results must have the interpreter's strides. They may differ by roundings, as a group has the parts
of composite operators.
"""

from __future__ import annotations

import io
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import partial
from typing import Any

from copies import Copier
from observation import Observation, facts_of
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.executors.engine import Executing, executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.debug_state import GraphExecutorState
from xdsl_torchscript.runtime.modules.engines import ACTIVE, Function, engine_named
from xdsl_torchscript.runtime.modules.futures import Deferred
from xdsl_torchscript.runtime.operators.random.generator import Generator, default_generator
from xdsl_torchscript.runtime.values import Value

Call = Callable[[Sequence[Value]], tuple[Value, ...]]


class EnginesDifferError(AssertionError):
    """A call by the executor differs from that of the interpreter."""


class _Thread(threading.local):
    """Return whether this thread is within a call, to which nested calls belong."""

    nested = False


class Repeated:
    """An engine that makes each call several times by another one and compares all with the
    interpreter's. Raises EnginesDifferError."""

    def __init__(self, calls: int, engine: Executing | None = None) -> None:
        self._calls = calls
        self._engine = engine or engine_named("profile")
        self.name = self._engine.name
        self._thread = _Thread()
        self.stages: Counter[str] = Counter()
        """The number of last calls in each stage."""

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        call = partial(self._engine.run, function)
        if self._thread.nested:
            return call(inputs)
        self._thread.nested = True
        try:
            return self._repeat(function, call, inputs)
        finally:
            self._thread.nested = False

    def _repeat(self, function: Function, call: Call, inputs: Sequence[Value]) -> tuple[Value, ...]:
        expected = _observe_copy(partial(run, function.executable), inputs)
        for number in range(1, self._calls):
            _compare(function, number, expected, _observe_copy(call, inputs))
        found, outcome = _observe(call, inputs)
        self.stages[executor_of(function, self._engine.kind).stage.name] += 1
        _compare(function, self._calls, expected, found)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def last_graph(self) -> FuncOp | None:
        return self._engine.last_graph()

    def debug_state(self, function: Function) -> GraphExecutorState:
        return self._engine.debug_state(function)


def _compare(function: Function, number: int, expected: Observation, found: Observation) -> None:
    difference = expected.difference(found, exact=False, every_stride=not OPTIONS.native)
    if difference is not None:
        name = ".".join(function.key)
        raise EnginesDifferError(f"'{name}', call {number} by the executor: {difference}")


def _observe_copy(call: Call, inputs: Sequence[Value]) -> Observation:
    """Call on copies of the inputs and of the random streams, without writing to stdout."""
    copier = Copier()
    copies = [copier(value) for value in inputs]
    with _restore_streams(inputs), redirect_stdout(io.StringIO()):
        observation, _ = _observe(call, copies)
    return observation


def _observe(
    call: Call, inputs: Sequence[Value]
) -> tuple[Observation, tuple[Value, ...] | Exception]:
    """Call, and return the observable effects, with the results or the exception."""
    outcome: tuple[Value, ...] | Exception
    error = None
    arguments = list(inputs)
    try:
        outcome = call(arguments)
    except Exception as raised:  # noqa: BLE001 - all exceptions must be alike
        outcome, error = raised, f"{type(raised).__name__}: {raised}"
    results = () if isinstance(outcome, Exception) else outcome
    places = {f"input {i}": value for i, value in enumerate(inputs)}
    places |= {f"result {i}": _comparable(value) for i, value in enumerate(results)}
    facts = [("error", error), *facts_of(places)]
    facts += [(f"stream {i}", str(_state(s))) for i, s in enumerate(_streams(inputs))]
    return Observation(tuple(facts), None), outcome


def _comparable(result: Value) -> Value:
    """Return a result, or the kind of a deferred one, whose value is not compared."""
    return type(result).__name__ if isinstance(result, Deferred) else result


def _streams(inputs: Sequence[Value]) -> list[Generator]:
    return [default_generator(), *(v for v in inputs if isinstance(v, Generator))]


def _state(stream: Generator) -> dict[str, Any]:
    return {**vars(stream), "_engine": stream._engine.state}


@contextmanager
def _restore_streams(inputs: Sequence[Value]) -> Iterator[None]:
    streams = _streams(inputs)
    states = [_state(stream) for stream in streams]
    try:
        yield
    finally:
        for stream, state in zip(streams, states, strict=True):
            engine = stream._engine
            vars(stream).update(state)
            stream._engine = engine
            engine.state = state["_engine"]


def begin() -> None:
    """Select the engine that `TS_TEST_CALLS` names, with plans for any group, made at once."""
    calls = os.environ.get("TS_TEST_CALLS")
    if calls is None:
        return
    OPTIONS.compile, OPTIONS.min_size = "now", 1
    OPTIONS.native = os.environ.get("TS_TEST_NATIVE") != "0"
    OPTIONS.check_failures = float(os.environ.get("TS_TEST_CHECKS", "0"))
    OPTIONS.check_seed = int(os.environ.get("TS_TEST_SEED", "0"))
    engine = engine_named(os.environ.get("TS_TEST_ENGINE", "profile"))
    ACTIVE.engine = Repeated(int(calls), engine)
