"""Random programs conform to their alias analysis.

`TS_ALIAS_PROGRAMS=3000 pytest tests/meaning/test_alias_promises.py` runs more of them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from copies import Copier
from random_programs import FIRST_SEED, Program, random_program
from state import REFUSALS
from watched import BrokenPromise, WatchedState
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.modules import ClassOp
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.values import Value

_PROGRAMS = int(os.environ.get("TS_ALIAS_PROGRAMS", "60"))


def _functions(program: Program) -> dict[str, FuncOp]:
    found: dict[str, FuncOp] = {}
    for op in program.module.ops:
        if isinstance(op, FuncOp):
            found[op.sym_name.data] = op
        if isinstance(op, ClassOp):
            methods = op.methods.items()
            found |= {f"{op.sym_name.data}.{name}": method for name, method in methods}
    return found


def _next_inputs(main: FuncOp, inputs: Sequence[Value], results: Sequence[Value]) -> list[Value]:
    """Return the inputs of a second execution, including results of the first."""
    last = main.body.block.last_op
    assert last is not None
    returned = {operand.type: value for operand, value in zip(last.operands, results, strict=True)}
    arguments = main.body.block.args
    return [returned.get(a.type, x) for a, x in zip(arguments, inputs, strict=True)]


def _broken(seed: int) -> str | None:
    program = random_program(seed)
    functions = _functions(program)
    main = functions["main"]
    state = WatchedState(functions, main)
    inputs = list(map(Copier(), program.inputs))
    try:
        with quiet():
            results = state.start(main, inputs)
            state.start(main, _next_inputs(main, inputs, results))
    except BrokenPromise as broken:
        return f"seed {seed}: {broken}\n{program.module}"
    except REFUSALS:
        return None  # the program ends with an error
    return None


def _check(first: int) -> None:
    broken = [found for seed in range(first, first + _PROGRAMS) if (found := _broken(seed))]
    assert not broken, "\n".join(broken)


def test_fixed_seeds() -> None:
    _check(0)


def test_seeds_of_the_environment() -> None:
    _check(FIRST_SEED)
