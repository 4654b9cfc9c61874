"""Checks that a module conforms to a level, without changing it.

With `verify-level{level=te}`

    %0 = aten.relu(%x) : ...   ->   error: 'aten.relu' op is not legal at level 'te';
                                    'convert-ts-to-te' should have removed it

All faults are reported. The table in `contracts.py` defines the levels.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.core.analyses import ALL, Analyses
from xdsl_torchscript.lowering.core.contracts import LEVELS, level_faults
from xdsl_torchscript.lowering.core.diagnostics import raise_findings
from xdsl_torchscript.lowering.core.pass_base import TsPass


@dataclass(frozen=True)
class VerifyLevelPass(TsPass):
    """Check that a module contains only operations and types of a level."""

    name = "verify-level"
    requires = ()
    ensures = ()
    preserves = ALL

    level: str = field(metadata={"help": f"one of {', '.join(LEVELS)}", "choices": tuple(LEVELS)})

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        raise_findings(tuple(level_faults(module, self.level)))
