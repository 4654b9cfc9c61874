"""With `TS_TEST_CALLS` set, every call from Python is repeated by the profiling executor, and
compared with the interpreter's."""

from typing import Any

import repeated

from xdsl_torchscript.runtime.modules.engines import ACTIVE

repeated.begin()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    engine = vars(ACTIVE).get("engine")
    if isinstance(engine, repeated.Repeated):
        counts = ", ".join(f"{count} {stage}" for stage, count in engine.stages.most_common())
        terminalreporter.write_line(f"calls repeated by the executor: {counts}")
