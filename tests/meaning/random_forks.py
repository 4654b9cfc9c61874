"""Random programs in which forks run some of the operations.

    %a, %b = ...                     %f = prim.fork(...) { ...; prim.return (%a, %b) }
                        becomes      ...
                                     %a, %b = prim.TupleUnpack(aten.wait(%f))

The wait follows the fork, or comes later if both read only, so that no two threads race.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from builder import erase_facts
from observation import observe
from random_programs import Program, random_program
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    ForkOp,
    ReturnOp,
    TupleConstructOp,
    TupleUnpackOp,
)
from xdsl_torchscript.dialects.schema.effects import is_pure
from xdsl_torchscript.dialects.schema_op import SchemaOp, schema_op
from xdsl_torchscript.dialects.types import FunctionType, FutureType, TupleType
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.ts.functions import values_of


def forked_program(seed: int, *, chains: bool = False) -> Program:
    """Return the random program of a seed with a fork in `main`, and perhaps one in that."""
    program, random = random_program(seed, chains=chains), Random(seed)
    module = program.module.clone()
    for old, new in zip(program.module.walk(), module.walk(), strict=True):
        new.location = old.location
    (main,) = (f for f in module.ops if isinstance(f, FuncOp) and f.sym_name.data == "main")
    fork = _fork_some(main.body.block, random)
    if fork is not None and random.random() < 0.5:
        _fork_some(fork.body, random)
    module.verify()
    return replace(program, module=module, observation=observe(module, program.inputs))


def _fork_some(block: Block, random: Random) -> ForkOp | None:
    """Let a fork run some neighbouring operations of a block; return it, None if there are none."""
    ops = [op for op in block.ops if not (op.has_trait(IsTerminator) or _names_function(op))]
    if not ops:
        return None
    first, last = sorted(random.choices(range(len(ops)), k=2))
    chosen, following = ops[first : last + 1], ops[last + 1 :]
    inside = {value for op in chosen for value in values_of(op)} | _results(chosen)
    taken = dict.fromkeys(v for op in chosen for o in op.walk() for v in o.operands)
    outside = [value for value in taken if value not in inside]
    given = [value for value in outside if not isinstance(value.type, FunctionType)]
    left = [v for op in chosen for v in op.results if any(map(_outside_of(chosen), v.uses))]
    fork = _fork(chosen, given, [v for v in outside if v not in given], left)
    wait = schema_op("aten.wait").create(
        operands=[fork.results[0]], result_types=[fork.body_return.operand_types[0]]
    )
    unpack = TupleUnpackOp(wait.results[0])
    propagate_location(fork, [wait, unpack])
    for value, result in zip(left, unpack.elements, strict=True):
        value.replace_uses_with_if(result, _outside_of([fork]))
    point = fork
    if all(map(_only_reads, chosen)):
        point = _latest(fork, unpack, following, random)
    Rewriter.insert_op([wait, unpack], InsertPoint.after(point))
    return fork


def _results(ops: Sequence[Operation]) -> set[SSAValue]:
    return {value for op in ops for value in op.results}


def _outside_of(ops: Sequence[Operation]) -> Callable[[Use], bool]:
    """Return whether a use is outside all of the operations."""
    return lambda use: not any(op.is_ancestor(use.operation) for op in ops)


def _fork(
    ops: Sequence[Operation],
    given: Sequence[SSAValue],
    functions: Sequence[SSAValue],
    left: Sequence[SSAValue],
) -> ForkOp:
    """Put a fork in the place of operations, which run in it; it returns a tuple of `left`."""
    body = Block(arg_types=[erase_facts(value.type) for value in given])
    copies = [value.owner.clone() for value in functions if isinstance(value.owner, Operation)]
    new = [*body.args, *(copy.results[0] for copy in copies)]
    result = TupleConstructOp(left, TupleType.get([erase_facts(value.type) for value in left]))
    fork = ForkOp(given, [FutureType(result.result.type)], Region(body))
    Rewriter.insert_op(fork, InsertPoint.before(ops[0]))
    for op in ops:
        op.detach()
    body.add_ops([*copies, *ops, result, ReturnOp(result)])
    for value, inner in zip((*given, *functions), new, strict=True):
        value.replace_uses_with_if(inner, lambda use: _is_inside(use.operation, fork))
    return fork


def _is_inside(op: Operation, fork: ForkOp) -> bool:
    return op is not fork and fork.is_ancestor(op)


def _only_reads(op: Operation) -> bool:
    return isinstance(op, ConstantOp) or (isinstance(op, SchemaOp) and is_pure(op.schema))


def _latest(
    fork: ForkOp, unpack: TupleUnpackOp, following: Sequence[Operation], random: Random
) -> Operation:
    """Return an operation after which the wait may be inserted."""
    point: Operation = fork
    for op in following:
        used = not set(op.operands).isdisjoint(unpack.elements)
        if used or not _only_reads(op) or random.random() < 0.2:
            break
        point = op
    return point


def _names_function(op: Operation) -> bool:
    return isinstance(op, ConstantOp) and isinstance(op.type, FunctionType)
