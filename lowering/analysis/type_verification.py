"""Verification of stated result types against the rules.

    %0 = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[3],i64>

is an error, as relu preserves sizes and element type. Only contradictions are faults. A type may
have fewer or more facts than the rule. Operands that PyTorch rejects at run time are not faults.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory_facts import MemoryFacts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import RESULT_TYPES, result_types
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.diagnostics import Finding, about
from xdsl_torchscript.lowering.core.verification import states_facts
from xdsl_torchscript.lowering.core.walk import operations_around


def type_faults(root: Operation) -> Iterator[Finding]:
    """Yield a finding for each operation whose stated result types contradict its rule.

    A type that a write to sizes may have outdated is not a fault. The alias analysis runs only if
    the text alone shows a contradiction, so that correct programs are checked fast.
    """
    text = Facts()
    known: dict[Operation, Facts] = {}
    for op in root.walk():
        if not states_facts(op) or not _contradiction(op, text):
            continue
        functions = (around for around in operations_around(op) if isinstance(around, FuncOp))
        function = next(functions, None)
        if function is None:
            continue
        if function not in known:
            known[function] = MemoryFacts(AliasAnalysis(function))
        message = _contradiction(op, known[function])
        if message is not None:
            yield about(op, message)


def _contradiction(op: Operation, facts: Facts) -> str | None:
    if RESULT_TYPES.lookup(op.name) is None:
        return None
    try:
        found = result_types(op, facts)
    except (ShapeError, PromotionError):
        return None
    for number, (result, type) in enumerate(zip(op.results, found or (), strict=False)):
        if _contradict(facts.type_of(result), type):
            return f"results in value {number} of type {type}, but states {result.type}"
    return None


def _contradict(stated: Attribute, found: Attribute | None) -> bool:
    if not (isinstance(stated, TensorType) and isinstance(found, TensorType)):
        return False
    if stated.dtype is not None and found.dtype is not None and stated.dtype != found.dtype:
        return True
    if stated.shape is None or found.shape is None:
        return False
    same_rank = len(stated.shape) == len(found.shape)
    return not (same_rank and all(map(_may_be_equal, stated.shape, found.shape)))


def _may_be_equal(a: Dim, b: Dim) -> bool:
    return not (isinstance(a, int) and isinstance(b, int)) or a == b
