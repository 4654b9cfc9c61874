"""Files with a module and the pipeline that fails on it.

    // RUN: ts-opt --run-reproducer %s
    // configuration: --pass-pipeline='builtin.module(canonicalize)'
    builtin.module { ... }

The text includes locations, so that the reproduced errors name the original ones.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.core.pass_runner import Instrument
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep, step_text
from xdsl_torchscript.tools.opt.instruments import PrintStyle
from xdsl_torchscript.tools.process import write_file

_CONFIGURATION = "// configuration: "


@dataclass(eq=False)
class Reproducer(Instrument):
    """Writes the IR before a failing step, and the remaining steps."""

    path: Path
    flags: Sequence[str]
    _before: ModuleOp | None = None

    def before_step(self, remaining: Sequence[PipelineStep], module: ModuleOp) -> None:
        self._before = module.clone()

    def after_step_failure(self, remaining: Sequence[PipelineStep], module: ModuleOp) -> None:
        if self._before is None:
            return
        pipeline = f"builtin.module({','.join(map(step_text, remaining))})"
        arguments = shlex.join([f"--pass-pipeline={pipeline}", *self.flags])
        text = PrintStyle(locations=True).text(self._before)
        header = f"// RUN: ts-opt --run-reproducer %s\n{_CONFIGURATION}{arguments}\n\n"
        try:
            write_file(self.path, f"{header}{text}\n".encode())
        except OSError as error:
            print(f"note: no reproducer in {self.path}: {error.strerror}", file=sys.stderr)
            return
        print(f"note: wrote a reproducer to {self.path}", file=sys.stderr)


def reproducer_arguments(text: str) -> list[str] | None:
    """Return the arguments for ts-opt in a reproducer, None if the text is not a reproducer."""
    for line in text.splitlines():
        if line.startswith(_CONFIGURATION):
            return shlex.split(line.removeprefix(_CONFIGURATION))
        if line and not line.startswith("//"):
            break
    return None
