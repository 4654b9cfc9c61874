"""Type rules agree with the interpreter, on all committed samples of operators."""

from __future__ import annotations

from collections import Counter

import pytest
from rule_checker import Checker, RuleListener
from sample_goldens import CALLS, compile_sample, read

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet


@pytest.fixture(scope="module")
def checker() -> Checker:
    found = Checker()
    for sample in read():
        ts.manual_seed(42)
        code = compile_sample(sample.source).executable
        ts.run(code, sample.inputs, RuleListener(found))
    for call in read(CALLS):
        with quiet(), found.call(call.source, call.inputs) as answered:
            answered(implementation_of(call.source)(*call.inputs))
    return found


def test_no_rule_is_wrong(checker: Checker) -> None:
    assert dict(checker.wrong) == {}


def test_all_results_independent_of_values_are_predicted(checker: Checker) -> None:
    found = {n for n, counts in checker.counts.items() if counts["partly"] or counts["nothing"]}
    assert not found


def test_most_results_are_predicted(checker: Checker) -> None:
    real = sum(checker.counts.values(), Counter[str]())
    symbolic = sum(checker.symbolic.values(), Counter[str]())
    assert real["full"] / real.total() > 0.98
    assert symbolic["full"] / symbolic.total() > 0.95
