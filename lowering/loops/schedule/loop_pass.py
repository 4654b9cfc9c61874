"""The base class of passes that transform one loop, by its name, or refuse with a reason."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops.schedule.loop_names import loops_named


@dataclass(frozen=True)
class LoopPass(TsPass):
    """A transformation of the loop of a name in each function that has one."""

    refused: ClassVar[str]
    """The transformation in an error: `'i' cannot ...`."""

    loop: str = field(metadata={"help": "the name of the loop"})
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    @abstractmethod
    def refusal(self, loop: scf.ForOp) -> str | None:
        """Return why a loop cannot be transformed, or None if it can."""

    @abstractmethod
    def transform(self, loop: scf.ForOp) -> None:
        """Transform a loop for which `refusal` is None."""

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for (loop,) in loops_named(module, self.loop):
            reason = self.refusal(loop)
            if reason is not None:
                fail(loop, f"'{self.loop}' cannot {self.refused}: {reason}")
            self.transform(loop)
