"""Checks that a module is what a level allows; changes nothing.

With `verify-level{level=te}`

    %0 = aten.relu(%x) : ...   ->   error: 'aten.relu' op is not legal at level 'te';
                                    'convert-ts-to-te' should have removed it

All faults are reported at once. What each level allows is the table of `contracts.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.core.analyses import ALL, Analyses
from xdsl_torchscript.lowering.core.contracts import LEVELS, level_faults
from xdsl_torchscript.lowering.core.diagnostics import raise_findings
from xdsl_torchscript.lowering.core.pass_base import TsPass


@dataclass(frozen=True)
class VerifyLevelPass(TsPass):
    """Checks that a module holds only what a level allows."""

    name = "verify-level"
    requires = ()
    ensures = ()
    preserves = ALL

    level: str = field(metadata={"help": f"one of {', '.join(LEVELS)}"})

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        if self.level not in LEVELS:
            raise PassFailedException(
                f"unknown level '{self.level}'; choose from {', '.join(LEVELS)}"
            )
        raise_findings(tuple(level_faults(module, self.level)))
