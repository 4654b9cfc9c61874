"""`create-fusion-groups` with the knowledge of which operators have kernels."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_torchscript.lowering.ts.create_fusion_groups import CreateFusionGroupsPass, Refusal
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import refusal_of


@dataclass(frozen=True)
class CreateCompilableGroupsPass(CreateFusionGroupsPass):
    """Group operators of known types that have kernels."""

    @property
    def refusal(self) -> Refusal:
        return refusal_of
