"""`Executor`: the execution of the calls of one function."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.executors.failures import Failures
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Values, new_frame
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.executors.whole_plan import WholePlan

Start: TypeAlias = Callable[[Code, Sequence[Value]], Values]
"""Runs a code: `run`, or `execute` inside of another one."""


def execute(code: Code, inputs: Sequence[Value]) -> Values:
    """Run a code inside another one, which is suspended when this one waits."""
    return code.execute(new_frame(code, inputs))


class Executor(ABC):
    """The execution of one function. Safe to call from several threads."""

    failures: Failures
    """Warns of the first failure."""
    has_kernels = False
    """Whether `whole_plans` may return plans."""

    @abstractmethod
    def __init__(
        self, source: Callable[[], FuncOp], code: Callable[[], Code], linker: Linker | None
    ) -> None:
        """Execute a function: `source` gives it with its calls inlined, in a copy if there are any,
        `code` builds the interpreter's."""

    @abstractmethod
    def run(self, inputs: Sequence[Value], start: Start = run) -> Values:
        """Return the results for the inputs. Raises as the interpreter."""

    @abstractmethod
    def plans(self) -> Iterator[tuple[FuncOp, Code]]:
        """Yield the graph and each plan's code."""

    def whole_plans(self) -> Sequence[WholePlan]:
        """Return the plans that are a single kernel, in the order in which callables, which may
        then skip the executor, try them."""
        return ()
