"""Comparison of PyTorch and us on a question: value, type, sizes, strides, and effects on
inputs."""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np
import torch
from database import OPS, Question, describe, fresh, leaves, questions
from tensor_comparison import ANY_VALUE, difference, flat
from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.dialects.func import FuncOp

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.runtime.errors import MissingOperatorsError
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.native.compile_func import compile_func
from xdsl_torchscript.runtime.tensor import Tensor as Ours  # PyTorch looks `Tensor` up here
from xdsl_torchscript.runtime.torch_bridge import tensor_to_torch

FREE_AMONG_EQUALS = {
    "kthvalue": (1, 1), "topk": (1, 1), "sort": (1, 0), "argsort": (0, 0),
    "msort": (1, 0), "mode": (1, 0), "median": (1, 0), "nanmedian": (1, 0),
}  # fmt: skip
"""Operators that return the index of any one of equal elements: the number of that result, and the
position of the dimension among the arguments after the tensor.
"""

UNINITIALISED = frozenset(
    {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided"}
)

_SEED = 42
"""The seed that the database itself uses for samples."""

KINDS = (
    "agreed",
    "nearer",
    "missing",
    "refused",
    "value",
    "type",
    "sizes",
    "strides",
    "inputs",
    "unasked",
)

FINE = frozenset({"agreed", "nearer", "unasked"})
"""Kinds that are not findings: `nearer` is a value more accurate than PyTorch's; `unasked` is
rejected by PyTorch."""


@dataclass
class Outcome:
    """The outcomes of the questions on an operator, variant and type, with notes on the first
    findings."""

    counts: Counter[str] = field(default_factory=Counter)
    traced: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, kind: str, note: str) -> None:
        self.counts[kind] += 1
        if kind not in FINE and self.counts[kind] <= 3:
            self.notes.append(f"{kind}: {note}"[:700])


@lru_cache(maxsize=512)
def _theirs(source: str) -> Callable[..., object] | None:
    try:
        return torch.jit.CompilationUnit(source).the_call
    except Exception:  # noqa: BLE001 - asks on, whatever happens
        return None


@lru_cache(maxsize=512)
def _ours(source: str) -> Callable[..., object]:
    return ts.CompilationUnit(source).the_call


@dataclass(frozen=True)
class GraphText:
    """A program that is the text of a graph."""

    text: str

    @property
    def function(self) -> FuncOp:
        return parse_graph(self.text).body.block.first_op

    def __call__(self, *inputs: Ours) -> object:
        results = run(Code.from_func(self.function), list(inputs))
        return results[0] if len(results) == 1 else results


Program = Callable[..., object]
Engine = Callable[[Program, list[object]], object]
"""Runs one of our programs on inputs."""


def interpret(program: Program, inputs: list[object]) -> object:
    return program(*inputs)


def native(program: Program, inputs: list[object]) -> object:
    """Run a program as machine code alone. Raises NativeUnsupported."""
    function = program.function if isinstance(program, GraphText) else program
    if isinstance(program, ts.ScriptModule):
        function, constants = _with_constants(program)
        inputs = [*inputs, *constants]
    results = compile_func(function, inputs)(*inputs)
    return results[0] if len(results) == 1 else results


def _with_constants(module: ts.ScriptModule) -> tuple[FuncOp, list[Ours]]:
    """Return the function of a trace, which reads nothing of its module, and the tensors that it
    takes in place of constants."""
    method, constants = module.forward, []
    function = inline_into_copy(method.op, method.program)
    block = function.body.block
    block.erase_arg(block.args[0])
    for op in [op for op in block.ops if isinstance(op.properties.get("value"), DenseResourceAttr)]:
        constants.append(literal(op.value, op.type, method.program))
        op.result.replace_all_uses_with(block.insert_arg(op.type, len(block.args)))
        op.detach()
        op.erase()
    function.update_function_type()
    return function, constants


ENGINES: dict[str, Engine] = {"interpreter": interpret, "native": native}


def _of_trace(question: Question) -> tuple[Callable[..., object], Callable[..., object]]:
    inputs = tuple(fresh(list(leaves(question.inputs))))
    inlines = torch._C._jit_get_inline_everything_mode()
    try:
        trace = torch.jit.trace(question.call, inputs, check_trace=False, strict=False)
    finally:
        # A trace that fails leaves the mode that it was made in.
        torch._C._jit_set_inline_everything_mode(inlines)
    text = str(trace.inlined_graph)
    if "prim::Constant[value= " in text or "prim::Constant[value={" in text:
        # The text rounds the tensors in it.
        file = io.BytesIO()
        torch.jit.save(trace, file)
        return question.call, ts.load(io.BytesIO(file.getvalue()))

    return question.call, GraphText(text)


def to_tensor(value: object) -> object:
    """Convert a tensor of PyTorch to ours, preserving its layout."""
    if isinstance(value, torch.Tensor):
        return Ours.of(value.detach().resolve_conj().resolve_neg())
    if isinstance(value, tuple):
        return tuple(map(to_tensor, value))
    return [to_tensor(part) for part in value] if isinstance(value, list) else value


def _as_torch(value: object) -> object:
    if isinstance(value, Ours):
        return tensor_to_torch(value)
    return type(value)(map(_as_torch, value)) if type(value) in (list, tuple) else value


# ---- results that are not unique


def _select_by_index(name: str, question: Question, results: list[object]) -> list[object]:
    """Replace indices by the elements that they select."""
    at, place = FREE_AMONG_EQUALS[name]
    sample = question.sample
    if len(results) <= at:
        return results
    dim = sample.args[place] if len(sample.args) > place else sample.kwargs.get("dim", -1)
    dim = dim if isinstance(dim, int) and not isinstance(dim, bool) else -1
    wide = sample.input.detach().to(torch.float64).numpy()
    index = np.asarray(results[at])
    if wide.ndim == 0:
        taken = np.asarray(wide[None][index])
    else:
        shaped = index if index.ndim == wide.ndim else np.expand_dims(index, dim)
        taken = np.take_along_axis(wide, shaped, dim)
    return [*results[:at], Ours(taken), *results[at + 1 :]]


def _make_comparable(question: Question, expected: object, got: object) -> tuple[object, object]:
    """Make both results unique by the database's function for that."""
    theirs = _as_torch(expected)
    try:
        unique = question.comparable(theirs)
    except Exception:  # noqa: BLE001 - asks on, whatever happens
        return expected, got
    if unique is theirs:
        return expected, got
    return to_tensor(unique), to_tensor(question.comparable(_as_torch(got)))


# ---- results that PyTorch rounds more than we do

_DOUBLE = {
    torch.float32: torch.float64, torch.complex64: torch.complex128,
    torch.float16: torch.float64, torch.bfloat16: torch.float64,
}  # fmt: skip


def _in_double(value: object) -> object:
    if isinstance(value, torch.Tensor):
        return value.to(_DOUBLE.get(value.dtype, value.dtype))
    return [_in_double(part) for part in value] if isinstance(value, list | tuple) else value


def _reference(name: str, question: Question) -> object:
    """Return the result of the database's reference function in numpy or scipy, or None."""
    reference, sample = OPS[name].ref, question.sample
    if reference is None or sample.args or sample.kwargs:
        return None
    return Ours.of(np.asarray(reference(sample.input.numpy())))


def exactly(name: str, question: Question) -> list[object]:
    """Return the results in double precision; for doubles, those of the reference function."""
    if any(leaf.dtype in (torch.float64, torch.complex128) for leaf in leaves(question.inputs)):
        return [_reference(name, question)]
    function = _theirs(question.source) if question.source else None
    inputs = [_in_double(value) for value in fresh(question.inputs)]
    torch.manual_seed(_SEED)
    results = question.call(*leaves(inputs)) if function is None else function(*inputs)
    return flat(to_tensor(results))


def _is_nearer(name: str, question: Question, got: list[object], loose: float) -> bool:
    """Return whether our results are the exact ones, rounded; PyTorch's may be less accurate."""
    try:
        exact = exactly(name, question)
    except Exception:  # noqa: BLE001 - asks on, whatever happens
        return False
    if len(exact) != len(got) or not all(isinstance(v, Ours) for v in (*exact, *got)):
        return False
    rounded = [Ours(e.array.astype(g.array.dtype)) for e, g in zip(exact, got, strict=True)]
    kinds = (difference(e, g, loose) for e, g in zip(rounded, got, strict=True))
    return all(kind is None or kind[0] == "strides" for kind in kinds)


# ---- asking


@dataclass(frozen=True)
class Expected:
    """PyTorch's results, and the inputs afterwards."""

    scripted: bool
    results: object
    inputs: object
    ours: Callable[[], Callable[..., object]]
    """Makes our program."""


def theirs(question: Question) -> Expected | None:
    """Return PyTorch's results, or None if it rejects the question.

    Raises TypeError for a result that our tensors cannot represent.
    """
    function = _theirs(question.source) if question.source else None
    scripted, inputs = function is not None, fresh(question.inputs)
    mine = partial(_ours, question.source)
    try:
        if function is None:
            inputs = list(leaves(inputs))
            function, traced = _of_trace(question)
            mine = lambda: traced  # noqa: E731
        torch.manual_seed(_SEED)
        results = function(*inputs)
    except Exception:  # noqa: BLE001 - asks on, whatever happens
        return None
    return Expected(scripted, to_tensor(results), to_tensor(inputs), mine)


def ask(
    name: str,
    question: Question,
    outcome: Outcome,
    loose: float = 1.0,
    engine: Engine = interpret,
) -> None:
    """Run one comparison and count its outcome."""
    told = str(question) if question.source else f"trace of {describe(question.inputs)}"
    try:
        expected = theirs(question)
        if expected is None:
            outcome.add("unasked", "")
            return
        outcome.traced += not expected.scripted
        inputs = to_tensor(fresh(question.inputs))
        inputs = inputs if expected.scripted else [v for v in flat(inputs) if isinstance(v, Ours)]
        ts.manual_seed(_SEED)
        got = engine(expected.ours(), inputs)
        kind, note = _verdict(name, question, expected, got, inputs, loose)
    except MissingOperatorsError as error:
        kind, note = "missing", str(error.missing[0][0])
    except Exception as error:  # noqa: BLE001 - asks on, whatever happens
        kind, note = "refused", f"{type(error).__name__} {' '.join(str(error).split())[:300]}"
    outcome.add(kind, f"{note}: {told}")


def _verdict(
    name: str, question: Question, expected: Expected, got: object, inputs: object, loose: float
) -> tuple[str, str]:
    wanted, got = map(flat, _make_comparable(question, expected.results, got))
    if name in FREE_AMONG_EQUALS:
        wanted, got = (_select_by_index(name, question, results) for results in (wanted, got))
    if len(wanted) != len(got):
        return "sizes", f"{len(got)} results instead of {len(wanted)}"
    loose = ANY_VALUE if name in UNINITIALISED else loose
    kind = "agreed"
    for a, b in zip(wanted, got, strict=True):
        found = difference(a, b, loose)
        if found and not (found[0] == "value" and _is_nearer(name, question, got, loose)):
            return found
        kind = "nearer" if found else kind
    for a, b in zip(flat(expected.inputs), flat(inputs), strict=True):
        found = difference(a, b, loose)
        judged = any(b is result for result in got)
        if found and found[0] != "strides" and not judged:
            return "inputs", f"afterwards: {found[1]}"
    return kind, ""


def outcome_of(
    name: str,
    dtype: torch.dtype,
    variant: str = "function",
    most: int | None = None,
    loose: float = 1.0,
    engine: Engine = interpret,
) -> Outcome:
    """Return the outcome of the samples of an operator, or of at most `most` of them."""
    outcome = Outcome()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        for question in list(questions(name, dtype, variant, most)):
            ask(name, question, outcome, loose, engine)
    return outcome
