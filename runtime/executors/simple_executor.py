"""The simple executor: clean a function up, and run that.

    executor = SimpleExecutor(source, code, linker)
    executor.run(inputs)      # inlined, without constant branches and repeated work

After PyTorch's SimpleGraphExecutor. It neither profiles nor compiles, so all calls run alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.lowering.ts.inlining import detached
from xdsl_torchscript.runtime.executors.clean_up import clean_up
from xdsl_torchscript.runtime.executors.executor import Executor, Start
from xdsl_torchscript.runtime.executors.failures import FAILURES, Failures
from xdsl_torchscript.runtime.executors.last_graph import LAST
from xdsl_torchscript.runtime.executors.log import log_reasons
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.values import Value


class SimpleExecutor(Executor):
    """The execution of one function. Safe to call from several threads."""

    def __init__(
        self, source: Callable[[], FuncOp], code: Callable[[], Code], linker: Linker | None
    ) -> None:
        self._source, self._plain, self._linker = source, code(), linker
        self.failures = Failures()

    @cached_property
    def graph(self) -> FuncOp | None:
        """The graph that runs, None if it is the function's own."""
        try:
            with log_reasons():
                return clean_up(detached(self._source()))
        except FAILURES as error:
            self.failures.add(error, f"'{self._plain.name}' is not cleaned up")
            return None

    @cached_property
    def _code(self) -> Code:
        if self.graph is None:
            return self._plain
        return Code.from_func(self.graph, self._linker, self._plain.name)

    def run(self, inputs: Sequence[Value], start: Start = run) -> Values:
        """Return the results for the inputs. Raises as the interpreter."""
        if start is run:
            LAST.call.graph = self.graph
        return start(self._code, inputs)

    def plans(self) -> Iterator[tuple[FuncOp, Code]]:
        """Yield the graph and the code, if they are not the function's own."""
        if self.graph is not None:
            yield self.graph, self._code
