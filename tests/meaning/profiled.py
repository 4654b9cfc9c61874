"""Steps around passes on guards: the types of a run in front, a check of all types or failing
bailouts behind."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import partial

from observation import observe_call
from random_programs import Program
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.prim import (
    BailOutOp,
    GuardOp,
    IfYieldOp,
    LoopConditionOp,
    LoopOp,
    ProfileOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep
from xdsl_torchscript.lowering.ts.functions import values_of
from xdsl_torchscript.lowering.ts.profiling.insert_guards import insert_guards
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.runtime.executors.profiling_record import ProfilingRecord
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.unit import CompilationUnit


def _is_symbolic(type: Attribute | None) -> bool:
    """Return whether a type is that of a tensor with symbolic sizes or strides."""
    if not isinstance(type, TensorType):
        return False
    return any(isinstance(size, str) for size in (*(type.shape or ()), *(type.strides or ())))


def _guard_types_of_a_run(function: FuncOp, program: Program) -> None:
    """Guard the tensors that the operators of a function take for the types of one run."""
    unit = CompilationUnit.from_module(program.module.clone(), program.resources)
    record = ProfilingRecord(function, 1)
    code = Code.from_func(function, unit, implementations=record.implementation)
    with redirect_stdout(io.StringIO()):
        observe_call(partial(run, code), program.inputs)
    record.state_types(static=True)
    for op in function.walk():
        if isinstance(op, ProfileOp) and _is_symbolic(op.profiled_type):
            op.profiled_type = None  # a symbol excludes size 1, which another iteration may have
    insert_guards(function)


def insert_guards_of(program: Program) -> PipelineStep:
    """Return a step that guards the entry of a program for the types of its inputs."""

    class GuardForInputs(TsPass):
        name = "guard-for-inputs"

        def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
            for op in module.ops:
                if isinstance(op, FuncOp) and (op.sym_name.data,) == tuple(program.entry):
                    _guard_types_of_a_run(op, program)

    return GuardForInputs()


class CheckTypes(TsPass):
    """Guard each tensor for the type that the program states of it, where it is defined. Types of
    symbolic sizes are left out, and values that may be uninitialised, as nothing reads them then.
    """

    name = "check-types"

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in (op for op in module.ops if isinstance(op, FuncOp)):
            unread = _may_be_uninitialized(function)
            for value in tuple(values_of(function)):
                if value not in unread:
                    _check_type(value)


def _may_be_uninitialized(function: FuncOp) -> set[SSAValue]:
    """Return the values that branches and loops may hand on without a value."""
    found: set[SSAValue] = set()
    pending = [op.result for op in function.walk() if isinstance(op, UninitializedOp)]
    while pending:
        value = pending.pop()
        if value not in found:
            found.add(value)
            pending += [v for use in value.uses for v in _handed_on(use)]
    return found


def _handed_on(use: Use) -> Sequence[SSAValue]:
    """Return the values that are the used one, behind a branch or in a loop."""
    match use.operation:
        case IfYieldOp() as op:
            around = op.parent_op()
            return [around.results[use.index]] if around is not None else []
        case LoopOp() as op if (index := use.index - (len(op.operands) - len(op.carried))) >= 0:
            return [op.carried_args[index], op.results[index]]
        case LoopConditionOp() as op if use.index > 0:
            loop = op.parent_op()
            assert isinstance(loop, LoopOp)
            return [loop.carried_args[use.index - 1], loop.results[use.index - 1]]
        case _:
            return []


def _check_type(value: SSAValue) -> None:
    type = value.type
    if not isinstance(type, TensorType) or not type.states_more or _is_symbolic(type):
        return
    owner, guard = value.owner, GuardOp(value, type)
    after = isinstance(owner, Operation)
    point = InsertPoint.after(owner) if after else InsertPoint.at_start(owner)
    Rewriter.insert_op(guard, point)


_NEVER = TensorType.get([None] * 60)
"""The type of no tensor of a program."""


def failing_bailouts_of(program: Program) -> PipelineStep:
    """Return a step that lets some bailouts fail, by the seed of the program."""
    source = random.Random(program.seed)

    class FailBailouts(TsPass):
        name = "fail-bailouts"

        def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
            found = [op for op in module.walk() if isinstance(op, BailOutOp)]
            looped = [op for op in found if isinstance(op.parent_op(), LoopOp)]
            for op in {source.choice(ops): None for ops in (looped, found) if ops}:
                retype(op.result, _NEVER)

    return FailBailouts()
