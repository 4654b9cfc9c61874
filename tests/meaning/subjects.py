"""The passes under test: each of the ts level, xDSL's own on our dialects, and pipelines.

The registry and the pipelines name them, so a new pass is tested without an entry here; only a pass
whose options have no default or leave small programs alone, or that needs other passes first, has
one in `_WITH_OPTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from profiled import CheckTypes, failing_bailouts_of, insert_guards_of
from random_programs import Program
from xdsl.passes import ModulePass
from xdsl.transforms import get_all_passes
from xdsl.transforms.canonicalize import CanonicalizePass
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination
from xdsl.transforms.dead_code_elimination import DeadCodeElimination
from xdsl.transforms.loop_invariant_code_motion import LoopInvariantCodeMotionPass

from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep, build_pipeline
from xdsl_torchscript.lowering.core.registry import PASSES
from xdsl_torchscript.lowering.pipelines import PIPELINES
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import InlineCallsPass
from xdsl_torchscript.lowering.ts.mutation.create_functional_graphs import (
    CreateFunctionalGraphsPass,
)
from xdsl_torchscript.lowering.ts.profiling.eliminate_guards import EliminateGuardsPass
from xdsl_torchscript.lowering.ts.profiling.insert_bailouts import InsertBailoutsPass
from xdsl_torchscript.lowering.ts.types.specialize_inputs import SpecializeInputsPass
from xdsl_torchscript.runtime.passes import pass_factories
from xdsl_torchscript.runtime.values import type_of


@dataclass(frozen=True)
class Subject:
    """Passes that have to keep the meaning of a program, made for one program at a time."""

    name: str
    steps: Callable[[Program], Sequence[PipelineStep]] = field(repr=False)


def of_pass(name: str, step: PipelineStep) -> Subject:
    """Return a subject for a pass without options."""
    return Subject(name, lambda program: (step,))


def _specialize_inputs(program: Program) -> Sequence[PipelineStep]:
    types = tuple(print_type(type_of(value)) for value in program.inputs)
    return (SpecializeInputsPass(types, program.entry[-1]),)


def _insert_guards(program: Program) -> Sequence[PipelineStep]:
    guard = insert_guards_of(program)
    return (InlineCallsPass(), guard, EliminateGuardsPass(), CheckTypes())


def _bailing_out(program: Program) -> Sequence[PipelineStep]:
    guard, fail = insert_guards_of(program), failing_bailouts_of(program)
    return (InlineCallsPass(), guard, EliminateGuardsPass(), InsertBailoutsPass(), fail)


_WITH_OPTIONS: Mapping[str, Callable[[Program], Sequence[PipelineStep]]] = {
    "create-functional-graphs": lambda program: (CreateFunctionalGraphsPass(2),),
    "eliminate-guards": _insert_guards,
    "insert-bailouts": _bailing_out,
    "specialize-inputs": _specialize_inputs,
}
NEEDS_INPUTS = ("eliminate-guards", "insert-bailouts", "specialize-inputs")
"""Subjects that read or run the inputs of a program."""
CHANGES_INTERFACE = ("freeze", "lower-all-tuples", "lower-graph")
"""Passes after which a program has other inputs or attributes; `test_freeze.py`,
`test_lower_graph.py` and `test_lower_all_tuples.py` of tests/unit run their results.
"""
_OF_XDSL: tuple[type[ModulePass], ...] = (
    CommonSubexpressionElimination, DeadCodeElimination, CanonicalizePass,
    LoopInvariantCodeMotionPass,
)  # fmt: skip


def _pass_subject(name: str) -> Subject:
    if name in _WITH_OPTIONS:
        return Subject(name, _WITH_OPTIONS[name])
    return of_pass(name, pass_factories()[name]()())


def _is_inside_ts(name: str) -> bool:
    """Return whether a pass of the registry leaves a program that the interpreter runs."""
    inside = PASSES[name].startswith(("core.", "ts.", "ts_to_te.decompose"))
    return inside and name != "verify-level" and name not in CHANGES_INTERFACE


_FOR_ANY_ARGUMENTS = {"functionalize{arguments=true}": "functionalize"}
"""Steps that are legal only if arguments do not overlap, which those of random programs may, and
their forms that always are."""


def _inside_ts(pipeline: Sequence[str]) -> str:
    """Return the prefix of a pipeline within the ts level, without verification."""
    steps: list[str] = []
    for spec in pipeline:
        name = spec.partition("{")[0]
        if name in PASSES and not _is_inside_ts(name) and name != "verify-level":
            break
        if name != "verify-level":
            steps.append(_FOR_ANY_ARGUMENTS.get(spec, spec))
    return ",".join(steps)


def all_subjects() -> list[Subject]:
    """Return all subjects, the cheapest first."""
    own = [_pass_subject(name) for name in PASSES if _is_inside_ts(name)]
    xdsl = [of_pass(f"xdsl:{cls.name}", cls()) for cls in _OF_XDSL]
    table = {**get_all_passes(), **pass_factories()}
    texts = {_inside_ts(steps) for steps in PIPELINES.values()}
    built = {text: build_pipeline(text, table) for text in sorted(texts) if "," in text}
    pipelines = [Subject(text, lambda program, steps=steps: steps) for text, steps in built.items()]
    return [*own, *xdsl, *pipelines]
