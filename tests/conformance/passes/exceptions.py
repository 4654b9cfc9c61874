"""Operations that PyTorch's passes remove and ours leave on purpose, with the reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Exemption:
    """Operations of a kind that a pass of ours may leave, for `dce` with all that they need;
    `graph` is a case that shows it."""

    pass_name: str
    kind: str
    graph: str
    reason: str


EXEMPTIONS: tuple[Exemption, ...] = (
    Exemption(
        "dce",
        "prim::ListUnpack",
        "module/nn.MultiheadAttention.3",
        "raises if the list has another length, which PyTorch forgets",
    ),
    Exemption(
        "cse",
        "prim::Constant",
        "module/nn.InstanceNorm3d.5",
        "ours erases a dead constant, where PyTorch uses it for equal ones in nested blocks",
    ),
    Exemption(
        "cse",
        "aten::unsqueeze",
        "module/nn.TransformerEncoder.25",
        "not mended yet: two equal views of a mask stay apart",
    ),
)

REPORTED_ONLY = frozenset({"constant-propagation"})
"""Passes that report.py judges and the test does not yet: tensors and some lists are not folded."""
