"""Result types of operators, from the types of operands and from constants.

The rules are in `rules/`: by kind of operator in `operators.py`, for lists, tuples and numbers in
`structure.py`. A rule gives one type per result; unknown facts are absent from the type, and None
is an unknown type. `prim.If` and `prim.Loop` are not here: their results depend on their regions,
which `propagate-types` walks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.rules.call import (
    Answers,
    CallFacts,
    CallRule,
    ElementTypes,
    as_answers,
    refusals,
)
from xdsl_torchscript.lowering.analysis.rules.indexing import VALUE_DEPENDENT as VALUE_DEPENDENT
from xdsl_torchscript.lowering.analysis.rules.operators import KINDS, rule_of
from xdsl_torchscript.lowering.analysis.rules.quantization import QUANTIZATION, is_quantized
from xdsl_torchscript.lowering.analysis.rules.structure import STRUCTURE
from xdsl_torchscript.lowering.analysis.rules.structure import element_types as element_types
from xdsl_torchscript.lowering.core.rule_table import RuleTable

Types: TypeAlias = Sequence[Attribute | None]


TypeRule: TypeAlias = Callable[[Operation, Facts], Answers | None]


@dataclass(frozen=True)
class _OfCall:
    """A rule of the tables."""

    rule: CallRule

    def __call__(self, op: Operation, facts: Facts) -> Answers:
        return as_answers(self.rule(CallFacts(op, facts)))


@cache
def _builtin(op_name: str) -> TypeRule | None:
    by_name = STRUCTURE.get(op_name) or QUANTIZATION.get(op_name)
    rule = by_name or KINDS.get(op_name.replace(".", "::", 1)) or rule_of(op_name)
    return None if rule is None else _OfCall(rule)


RESULT_TYPES: RuleTable[TypeRule] = RuleTable("a rule for its result types", _builtin)
"""The rules for the types of results, by op name."""


def result_answers(op: Operation, facts: Facts) -> Answers | None:
    """Return the answers as `result_types`, with the types of the list elements.

    Quantised operands have rules of promotion of their own, which are unknown here.
    """
    rule = RESULT_TYPES.lookup(op.name)
    try:
        with refusals():
            return None if rule is None else rule(op, facts)
    except NotConstantError:
        return [None] * len(op.results)
    except PromotionError:
        if not any(is_quantized(facts.type_of(operand)) for operand in op.operands):
            raise
        return [None] * len(op.results)


def result_types(op: Operation, facts: Facts) -> Types | None:
    """Return the types of the results of `op`, None if it has no rule.

    Raises `ShapeError` or `PromotionError` if PyTorch rejects the operands, or if symbolic sizes
    leave the answer open.
    """
    answers = result_answers(op, facts)
    return None if answers is None else _types(answers)


def exact_result_types(op: Operation, facts: Facts) -> Types | None:
    """Return the types as `result_types`. Raises `NotConstantError` if they depend on run-time
    values."""
    rule = RESULT_TYPES.lookup(op.name)
    if not isinstance(rule, _OfCall):
        answers = None if rule is None else rule(op, facts)
        return None if answers is None else _types(answers)
    call = CallFacts(op, facts)
    with refusals():
        answers = as_answers(rule.rule(call))
    if call.unknown:
        raise call.unknown[0]
    return _types(answers)


def element_types_of(op: Operation, facts: Facts) -> Sequence[Attribute] | None:
    """Return the types of the elements of the list that `op` makes, None if they are not known.

    Raises `ShapeError` or `PromotionError` if PyTorch rejects the operands.
    """
    answers = result_answers(op, facts)
    if answers is None or len(answers) != 1 or not isinstance(answers[0], ElementTypes):
        return None
    types = [type for type in answers[0].types if type is not None]
    return types if len(types) == len(answers[0].types) else None


def _types(answers: Answers) -> Types:
    return [None if isinstance(answer, ElementTypes) else answer for answer in answers]
