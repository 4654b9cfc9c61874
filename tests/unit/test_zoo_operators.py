"""The survey of operators of the zoo: a model whose operators all run as machine code."""

from __future__ import annotations

import zoo_operators


def test_the_operators_of_a_model_run_natively() -> None:
    calls = zoo_operators.record(["graph_network"])
    assert len({call.schema.op_name for call in calls}) > 5
    failures = [zoo_operators.failure(call) for call in calls[:12]]
    assert not any(failures)
